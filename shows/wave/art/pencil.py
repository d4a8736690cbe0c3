"""pencil.py — curves, limbs and harlequin lozenges: what both drawings of the wave are drawn with.

A curve goes through its points: cubic Beziers whose tangent at a point is the direction from the point
before to the point after, with handles a third of their own chord; a point marked 'x' is a sharp corner.
SPDX-License-Identifier: MIT
"""
import math
import random


def curve(points, closed=True):
    """Points (x, y) or (x, y, 'x') -> SVG path data."""
    n = len(points)
    pts = [(p[0], p[1]) for p in points]
    sharp = [len(p) > 2 for p in points]

    def tangent(i, toward):
        if sharp[i] or (not closed and i in (0, n - 1)):
            j = (i + toward) % n
            dx, dy = (pts[j][0] - pts[i][0]) * toward, (pts[j][1] - pts[i][1]) * toward
        else:
            a, b = pts[(i - 1) % n], pts[(i + 1) % n]
            dx, dy = b[0] - a[0], b[1] - a[1]
        size = math.hypot(dx, dy) or 1
        return dx / size, dy / size

    d = f"M{pts[0][0]:.1f},{pts[0][1]:.1f}"
    for i in range(n if closed else n - 1):
        j = (i + 1) % n
        third = math.dist(pts[i], pts[j]) / 3
        a, b = tangent(i, 1), tangent(j, -1)
        d += "C%.1f,%.1f %.1f,%.1f %.1f,%.1f" % (
            pts[i][0] + a[0] * third, pts[i][1] + a[1] * third,
            pts[j][0] - b[0] * third, pts[j][1] - b[1] * third, pts[j][0], pts[j][1])
    return d + ("Z" if closed else "")


def shift(points, dx, dy, scale=1.0, turn=0.0):
    """Points scaled, turned (degrees, clockwise as seen) and moved."""
    c, s = math.cos(math.radians(turn)) * scale, math.sin(math.radians(turn)) * scale
    return [(dx + c * p[0] - s * p[1], dy + s * p[0] + c * p[1], *p[2:]) for p in points]


class Spine:
    """The middle line of a limb, by which things are placed along (s, px) and across (t, px) it."""

    def __init__(self, joints, steps=24):
        self.points, self.length = [], [0.0]
        n = len(joints)
        for i in range(n - 1):  # Catmull-Rom
            p = [joints[max(i - 1, 0)], joints[i], joints[i + 1], joints[min(i + 2, n - 1)]]
            for k in range(steps if i < n - 2 else steps + 1):
                u = k / steps
                self.points.append(tuple(
                    0.5 * (2 * p[1][c] + (p[2][c] - p[0][c]) * u
                           + (2 * p[0][c] - 5 * p[1][c] + 4 * p[2][c] - p[3][c]) * u * u
                           + (3 * p[1][c] - p[0][c] - 3 * p[2][c] + p[3][c]) * u ** 3) for c in (0, 1, 2)))
        for a, b in zip(self.points, self.points[1:]):
            self.length.append(self.length[-1] + math.dist(a[:2], b[:2]))

    def at(self, s, t):
        total, i = self.length[-1], 0
        inside = min(max(s, 0), total)
        while i < len(self.points) - 2 and self.length[i + 1] < inside:
            i += 1
        a, b = self.points[i], self.points[i + 1]
        span = self.length[i + 1] - self.length[i] or 1
        u = (s - self.length[i]) / span if s < 0 or s > total else (inside - self.length[i]) / span
        dx, dy = b[0] - a[0], b[1] - a[1]
        size = math.hypot(dx, dy) or 1
        return a[0] + dx * u - dy / size * t, a[1] + dy * u + dx / size * t

    def half_width(self, s):
        total = self.length[-1]
        i = 0
        while i < len(self.points) - 2 and self.length[i + 1] < s:
            i += 1
        span = self.length[i + 1] - self.length[i] or 1
        u = min(max((s - self.length[i]) / span, 0), 1)
        return self.points[i][2] * (1 - u) + self.points[i + 1][2] * u

    def outline(self, start=0.0, end=None, count=14):
        """The limb's outline, its ends rounded a little."""
        end = self.length[-1] if end is None else end
        ss = [start + (end - start) * k / (count - 1) for k in range(count)]
        left = [self.at(s, self.half_width(s)) for s in ss]
        right = [self.at(s, -self.half_width(s)) for s in reversed(ss)]
        start_cap = [self.at(start - self.half_width(start) * .55, k * self.half_width(start) * .6) for k in (-1, 1)]
        end_cap = [self.at(end + self.half_width(end) * .3, k * self.half_width(end) * .6) for k in (1, -1)]
        return left + end_cap + right + start_cap

    def lozenges(self, across, along, colors, seed, shift_s=0.0, wide=None):
        """Harlequin lozenges over the whole limb: [(polygon points, color)]."""
        rng = random.Random(seed)
        wide = wide or max(p[2] for p in self.points) + across
        found = []
        rows = int(self.length[-1] / along * 2) + 5
        columns = int(2 * wide / across) + 3
        for r in range(-2, rows):
            for c in range(columns):
                s = shift_s + r * along / 2
                t = (c - columns // 2) * across + (across / 2 if r % 2 else 0)
                jitter = lambda: rng.uniform(-0.8, 0.8)
                corners = [(s - along / 2, t), (s, t + across / 2), (s + along / 2, t), (s, t - across / 2)]
                polygon = [self.at(i + jitter(), j + jitter()) for i, j in corners]
                column = 2 * (c - columns // 2) + r % 2  # in half lozenges; a, b: along the two diagonals
                a, b = (r + column) // 2, (r - column) // 2
                found.append((polygon, colors[(a + 2 * b) % len(colors) if len(colors) > 2 else r % 2]))
        return found


def polygon(points, **style):
    return "<polygon points='%s' %s/>" % (" ".join("%.1f,%.1f" % p[:2] for p in points), attributes(style))


def path(d, **style):
    return f"<path d='{d}' {attributes(style)}/>"


def ellipse(x, y, rx, ry, turn=0, **style):
    return (f"<ellipse cx='{x:.1f}' cy='{y:.1f}' rx='{rx}' ry='{ry}' "
            f"transform='rotate({turn} {x:.1f} {y:.1f})' {attributes(style)}/>")


def attributes(style):
    return " ".join("%s='%s'" % (k.replace("_", "-"), v) for k, v in style.items())


def stroke(points, width, color, opacity=1.0):
    """A tapered brush stroke through points: nothing, full width, nothing."""
    n = 16
    joints = [(p[0], p[1], 1.0) for p in points]
    spine = Spine(joints)
    total = spine.length[-1]
    left, right = [], []
    for k in range(n + 1):
        s, w = total * k / n, width / 2 * math.sin(math.pi * k / n) ** 0.7
        left.append(spine.at(s, w))
        right.append(spine.at(s, -w))
    return path(curve(left + right[::-1][1:-1]), fill=color, opacity=opacity)


PAPER = """
<filter id='wobble' x='-5%' y='-5%' width='110%' height='110%' color-interpolation-filters='sRGB'>
  <feTurbulence type='fractalNoise' baseFrequency='.022' numOctaves='2' seed='7' result='slow'/>
  <feDisplacementMap in='SourceGraphic' in2='slow' scale='7' xChannelSelector='R' yChannelSelector='G'/>
</filter>
<filter id='gouache' x='-5%' y='-5%' width='110%' height='110%' color-interpolation-filters='sRGB'>
  <feTurbulence type='fractalNoise' baseFrequency='.022' numOctaves='2' seed='7' result='slow'/>
  <feDisplacementMap in='SourceGraphic' in2='slow' scale='7' xChannelSelector='R' yChannelSelector='G' result='body'/>
  <feTurbulence type='fractalNoise' baseFrequency='.42' numOctaves='2' seed='11' result='fine'/>
  <feColorMatrix in='fine' type='matrix' values='0 0 0 0 .16  0 0 0 0 .10  0 0 0 0 .09  1.15 0 0 0 -.60' result='dark'/>
  <feColorMatrix in='fine' type='matrix' values='0 0 0 0 1  0 0 0 0 .95  0 0 0 0 .84  0 -1.3 0 0 .50' result='light'/>
  <feTurbulence type='fractalNoise' baseFrequency='.013' numOctaves='3' seed='3' result='cloud'/>
  <feColorMatrix in='cloud' type='matrix' values='0 0 0 0 .20  0 0 0 0 .10  0 0 0 0 .12  .9 0 0 0 -.36' result='mottle'/>
  <feComposite in='dark' in2='body' operator='in' result='dark'/>
  <feComposite in='light' in2='body' operator='in' result='light'/>
  <feComposite in='mottle' in2='body' operator='in' result='mottle'/>
  <feMerge><feMergeNode in='body'/><feMergeNode in='mottle'/><feMergeNode in='dark'/><feMergeNode in='light'/></feMerge>
</filter>
"""
