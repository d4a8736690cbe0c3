"""theatre.py — a paper theatre at dusk: `theatre.py back` and `theatre.py front` write an SVG to stdout.

1280 x 720 px. Behind the figure: sky, a moon and stars on threads, hills cut from paper, boards. Before it:
curtains, valance, footlights. Everything is cooler and quieter than the puppet, which is the only warm thing
in the light; the sky is darkest-blue where the head stands. Floor line of the feet: y 640.
SPDX-License-Identifier: MIT
"""
import math
import random
import sys

from pencil import curve, ellipse, path, polygon, stroke

W, H = 1280, 720
DEFS = """
<filter id='drop' x='-10%' y='-10%' width='120%' height='125%' color-interpolation-filters='sRGB'>
  <feTurbulence type='fractalNoise' baseFrequency='.018' numOctaves='2' seed='4' result='n'/>
  <feDisplacementMap in='SourceGraphic' in2='n' scale='6' xChannelSelector='R' yChannelSelector='G' result='cut'/>
  <feGaussianBlur in='cut' stdDeviation='7' result='soft'/><feOffset in='soft' dx='4' dy='7' result='soft'/>
  <feColorMatrix in='soft' type='matrix' values='0 0 0 0 .06  0 0 0 0 .05  0 0 0 0 .12  0 0 0 .5 0' result='shade'/>
  <feMerge><feMergeNode in='shade'/><feMergeNode in='cut'/></feMerge>
</filter>
<filter id='paper' x='0' y='0' width='100%' height='100%' color-interpolation-filters='sRGB'>
  <feTurbulence type='fractalNoise' baseFrequency='.45' numOctaves='2' seed='21' result='fine'/>
  <feColorMatrix in='fine' type='matrix' values='0 0 0 0 .05  0 0 0 0 .04  0 0 0 0 .08  .7 0 0 0 -.36' result='dark'/>
  <feColorMatrix in='fine' type='matrix' values='0 0 0 0 1  0 0 0 0 .95  0 0 0 0 .86  0 -.7 0 0 .26' result='light'/>
  <feTurbulence type='fractalNoise' baseFrequency='.008 .012' numOctaves='3' seed='9' result='cloud'/>
  <feColorMatrix in='cloud' type='matrix' values='0 0 0 0 .10  0 0 0 0 .08  0 0 0 0 .2  .45 0 0 0 -.2' result='mottle'/>
  <feComposite in='mottle' in2='SourceGraphic' operator='in' result='mottle'/>
  <feComposite in='dark' in2='SourceGraphic' operator='in' result='dark'/>
  <feComposite in='light' in2='SourceGraphic' operator='in' result='light'/>
  <feMerge><feMergeNode in='SourceGraphic'/><feMergeNode in='mottle'/><feMergeNode in='dark'/><feMergeNode in='light'/></feMerge>
</filter>
<filter id='blur'><feGaussianBlur stdDeviation='9'/></filter>
<filter id='wide' x='-50%' y='-100%' width='200%' height='300%'><feGaussianBlur stdDeviation='16'/></filter>
<linearGradient id='sky' x1='0' y1='0' x2='0' y2='1'>
  <stop offset='0' stop-color='#1f2b4d'/><stop offset='.34' stop-color='#34476e'/><stop offset='.62' stop-color='#66688c'/>
  <stop offset='.86' stop-color='#a98590'/><stop offset='1' stop-color='#c79a8c'/></linearGradient>
<radialGradient id='halo'><stop offset='0' stop-color='#f3e3c0' stop-opacity='.5'/>
  <stop offset='1' stop-color='#f3e3c0' stop-opacity='0'/></radialGradient>
<radialGradient id='pool'><stop offset='0' stop-color='#f6d79a' stop-opacity='.50'/>
  <stop offset='.6' stop-color='#f0c688' stop-opacity='.20'/><stop offset='1' stop-color='#f0c688' stop-opacity='0'/></radialGradient>
<radialGradient id='lamp'><stop offset='0' stop-color='#ffe6ad' stop-opacity='.55'/>
  <stop offset='1' stop-color='#ffd98f' stop-opacity='0'/></radialGradient>
<linearGradient id='boards' x1='0' y1='0' x2='0' y2='1'>
  <stop offset='0' stop-color='#4f4452'/><stop offset='1' stop-color='#6e5850'/></linearGradient>
"""


def star(x, y, r, points=5):
    return [(x + (r if k % 2 == 0 else r * .45) * math.sin(k * math.pi / points),
             y - (r if k % 2 == 0 else r * .45) * math.cos(k * math.pi / points)) for k in range(2 * points)]


def hill(points, color):
    ring = [*points, (1360, 640), (-80, 640)]
    return f"<g filter='url(#drop)'>{path(curve([(*p, 'x') if i >= len(points) else p for i, p in enumerate(ring)]), fill=color)}</g>"


def house(x, y, w, h, color, lit):
    parts = [polygon([(x, y), (x, y - h), (x + w / 2, y - h - w * .55), (x + w, y - h), (x + w, y)], fill=color)]
    if lit:
        parts.append(polygon([(x + w * .34, y - h * .35), (x + w * .34, y - h * .8), (x + w * .64, y - h * .8),
                              (x + w * .64, y - h * .35)], fill="#d9ad6a", opacity=.85))
    return "".join(parts)


def tree(x, y, r, color):
    rng = random.Random(int(x))
    crown = [(x + r * (1 + rng.uniform(-.14, .14)) * math.cos(k * math.pi / 6) * .8,
              y - r * 1.9 + r * 1.25 * (1 + rng.uniform(-.1, .1)) * math.sin(k * math.pi / 6)) for k in range(12)]
    return path(curve(crown), fill=color) + polygon([(x - 3, y + 6), (x - 2, y - r), (x + 2, y - r), (x + 3, y + 6)], fill=color)


def back():
    o = [f"<rect width='{W}' height='560' fill='url(#sky)'/>"]
    o.append(ellipse(352, 196, 150, 150, fill="url(#halo)"))
    o.append("<path d='M352,0V130' stroke='#8d93a8' stroke-width='1.4' opacity='.6'/>")
    o.append(f"<g filter='url(#drop)'>{ellipse(352, 196, 62, 62, fill='#d8cbb2')}</g>")
    for x, y, r in ((334, 178, 11), (372, 206, 15), (346, 226, 7), (384, 172, 6)):
        o.append(ellipse(x, y, r, r * .9, fill="#b3a694", opacity=.55))
    for x, y, r in ((238, 250, 11), (468, 126, 9), (884, 150, 12), (968, 246, 9), (1060, 176, 13), (800, 96, 7), (560, 92, 6)):
        o.append(f"<path d='M{x},0V{y - r}' stroke='#8d93a8' stroke-width='1.2' opacity='.45'/>")
        o.append(f"<g filter='url(#drop)'>{polygon(star(x, y, r), fill='#c3ab7c')}</g>")
    o.append(hill([(-80, 470), (90, 428), (250, 452), (420, 470), (600, 484), (780, 470), (930, 436), (1090, 452), (1240, 418), (1360, 450)],
                  "#6a6c8c"))
    village = "".join(house(x, y, w, h, "#4c5272", lit) for x, y, w, h, lit in
                      ((196, 502, 34, 30, True), (236, 500, 26, 40, False), (268, 506, 38, 26, True), (1000, 496, 30, 34, True),
                       (1036, 494, 40, 28, False), (1082, 492, 28, 44, True)))
    village += "".join(tree(x, y, r, "#454b6a") for x, y, r in ((160, 506, 18), (322, 512, 15), (962, 506, 16), (1128, 496, 20)))
    o.append(f"<g filter='url(#drop)'>{village}</g>")
    o.append(hill([(-80, 500), (120, 486), (300, 500), (470, 520), (640, 530), (820, 516), (1000, 490), (1180, 486), (1360, 504)], "#4d5374"))
    o.append(hill([(-80, 536), (150, 520), (330, 534), (640, 552), (900, 538), (1120, 518), (1360, 534)], "#3a405f"))
    # boards: seams run to a vanishing point above the stage
    floor = f"<rect x='-40' y='556' width='{W + 80}' height='200' fill='url(#boards)'/>"
    for k in range(-16, 17):
        x0, x1 = 640 + k * 46, 640 + k * 88
        floor += f"<path d='M{x0},556L{x1},740' stroke='#352c38' stroke-width='2' opacity='.55'/>"
        if k % 2:
            floor += f"<path d='M{x0 + 4},556L{x1 + 7},740' stroke='#a08a7c' stroke-width='1' opacity='.28'/>"
    rng = random.Random(5)
    for k in range(26):
        i, u = rng.randrange(-14, 14), rng.uniform(.1, 1)
        y = 556 + 170 * u
        a, b = 640 + i * (46 + 42 * (y - 556) / 184), 640 + (i + 1) * (46 + 42 * (y - 556) / 184)
        floor += f"<path d='M{a:.0f},{y:.0f}L{b:.0f},{y:.0f}' stroke='#352c38' stroke-width='1.8' opacity='.5'/>"
    o.append(f"<g filter='url(#drop)'>{floor}</g>")
    o.append(ellipse(640, 640, 470, 92, fill="url(#pool)"))
    for x, y, rx in ((592, 642, 66), (722, 635, 66), (650, 640, 150)):  # where the shoes stand
        o.append(ellipse(x, y + 1, rx, 10 if rx < 100 else 17, fill="#150e1c", opacity=.52 if rx < 100 else .34, filter="url(#blur)"))
    return f"<g filter='url(#paper)'>{''.join(o)}</g>"


def drape(side):
    """A side curtain, folds and a gold cord; side -1: left."""
    flip = (lambda x: x) if side < 0 else (lambda x: W - x)
    edge = [(206, -20), (202, 120), (190, 250), (160, 372), (104, 440), (92, 470), (124, 560), (150, 650), (158, 740)]
    ring = [(flip(x), y) for x, y in edge] + [(flip(-60), 740, "x"), (flip(-60), -20, "x")]
    o = [path(curve(ring), fill="#4b2238")]
    clip = f"<clipPath id='d{side + 1}'><path d='{curve(ring)}'/></clipPath>"
    for k in range(7):
        u = k / 6.5
        line = [(-10 + (x + 10) * (.12 + .88 * u), y) for x, y in edge]
        o.append(stroke([(flip(x), y) for x, y in line], 20, "#2c1224", .55))
        o.append(stroke([(flip(x + 15), y) for x, y in line], 9, "#7d4056", .50))
    cord = [(flip(x), y) for x, y in ((-10, 424), (40, 462), (98, 458))]
    o.append(path(curve(cord, False), fill="none", stroke="#8a6a34", stroke_width=9))
    o.append(path(curve(cord, False), fill="none", stroke="#c29a52", stroke_width=4, stroke_dasharray="7 4"))
    return clip + f"<g clip-path='url(#d{side + 1})'>{''.join(o)}</g>"


def front():
    o = []
    o.append(f"<g filter='url(#drop)'>{drape(-1)}</g><g filter='url(#drop)'>{drape(1)}</g>")
    scallops, n = [(-60, -40, "x"), (-60, 40, "x")], 8
    for k in range(n):
        x = -40 + k * 170
        scallops += [(x, 40, "x"), (x + 40, 66), (x + 85, 76), (x + 130, 66)]
    scallops += [(1320, 40, "x"), (1340, -40, "x")]
    lower = scallops[2:-1]
    valance = path(curve(scallops), fill="#55263d")
    for k in range(n):
        x = -40 + k * 170
        for j in range(1, 5):
            u = j / 5
            valance += stroke([(x + 170 * u, -10), (x + 85 + (170 * u - 85) * .95, 30), (x + 85 + (170 * u - 85) * .9, 64)], 12,
                              "#33142a" if j % 2 else "#7d4056", .45)
    valance += path(curve(lower, False), fill="none", stroke="#8a6a34", stroke_width=9)
    valance += path(curve(lower, False), fill="none", stroke="#c29a52", stroke_width=4, stroke_dasharray="3 3")
    o.append(f"<g filter='url(#drop)'>{valance}</g>")
    lip = polygon([(-40, 690), (1320, 690), (1320, 760), (-40, 760)], fill="#3b2632")
    lip += polygon([(-40, 690), (1320, 690), (1320, 696), (-40, 696)], fill="#8a6a44")
    o.append(f"<g filter='url(#drop)'>{lip}</g>")
    shells = ""
    for k in range(6):
        x = 640 + (k - 2.5) * 190
        o.append(ellipse(x, 680, 120, 62, fill="url(#lamp)"))
        fan = [(x + 38 * math.cos(math.pi + a * math.pi / 8), 706 + 40 * math.sin(math.pi + a * math.pi / 8)) for a in range(9)]
        shell = [(x - 14, 716, "x")]
        for a in range(8):
            (ax, ay), (bx, by) = fan[a], fan[a + 1]
            mx, my = (ax + bx) / 2 - x, (ay + by) / 2 - 706
            shell += [(ax, ay, "x"), (x + mx * 1.16, 706 + my * 1.16)]
        shell += [(*fan[8], "x"), (x + 14, 716, "x")]
        shells += path(curve(shell), fill="#9a7440", stroke="#4a3018", stroke_width=2)
        for a in range(1, 8):
            shells += f"<path d='M{x + (fan[a][0] - x) * .3:.1f},{706 + (fan[a][1] - 706) * .2:.1f}L{fan[a][0]:.1f},{fan[a][1]:.1f}' stroke='#5e4322' stroke-width='2' opacity='.7'/>"
    o.append(f"<g filter='url(#drop)'>{shells}</g>")
    return f"<g filter='url(#paper)'>{''.join(o)}</g>"


print(f"<svg xmlns='http://www.w3.org/2000/svg' width='{W}' height='{H}' viewBox='0 0 {W} {H}'><defs>{DEFS}</defs>")
print(back() if sys.argv[1] == "back" else front(), "</svg>")
