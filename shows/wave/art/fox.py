"""fox.py — the harlequin fox, a jointed paper puppet: writes its SVG to stdout.

900 x 980 px, transparent ground, facing right. Parts from back to front: tail, far arm, legs, tunic, near
arm, ruff, head. All parts together get one cream paper rim and one ink outline, so that inner borders stay
quiet and the silhouette is one bold cut-out. Joints carry brass pins where the puppet's handles are.
SPDX-License-Identifier: MIT
"""
import math
import sys

from pencil import PAPER, Spine, curve, ellipse, path, polygon, shift, stroke

INK, RIM = "#2b1d22", "#f4e8cf"
FUR, FUR_LIGHT, FUR_SHADE, FUR_DARK = "#d9752f", "#ec9a4f", "#a94f22", "#4a2a24"
CREAM, CREAM_SHADE = "#f6ead0", "#d9c3a0"
TEAL, ROSE, GOLD, MILK = "#2d7f7b", "#b8404f", "#e3a93c", "#f1e3c4"
BRASS, BRASS_LIGHT, BRASS_DARK = "#d8ab4a", "#fbe9ae", "#6b4a16"

# --- joints (x, y, half width): the puppet file's handles stand on these ---------------------------
NEAR_ARM = [(378, 440, 38), (318, 446, 34), (258, 453, 30), (202, 459, 28), (152, 465, 25)]
FAR_ARM = [(502, 440, 36), (562, 445, 33), (622, 450, 29), (674, 455, 27), (722, 460, 25)]
NEAR_LEG = [(396, 616, 46), (380, 700, 40), (360, 780, 32), (344, 842, 28), (336, 896, 25)]
FAR_LEG = [(482, 616, 45), (502, 700, 39), (524, 778, 31), (540, 838, 27), (550, 888, 24)]
TAIL = [(392, 616, 20), (322, 676, 36), (250, 738, 52), (168, 770, 58), (96, 746, 46), (50, 694, 22), (30, 662, 5)]

near_arm, far_arm = Spine(NEAR_ARM), Spine(FAR_ARM)
near_leg, far_leg, tail = Spine(NEAR_LEG), Spine(FAR_LEG), Spine(TAIL)

# --- outlines --------------------------------------------------------------------------------------
torso = [(384, 364), (340, 388), (332, 440), (362, 506), (360, 552), (340, 610), (318, 662, "x"), (352, 650),
         (376, 690, "x"), (404, 662), (432, 704, "x"), (462, 664), (492, 692, "x"), (516, 654), (556, 668, "x"),
         (534, 606), (512, 552), (510, 506), (540, 440), (534, 392), (494, 366)]


def mitten(x, y, turn, flip):
    """A cream glove: three fingers and a thumb; x, y is the wrist, fingers point right at turn 0."""
    k = -1 if flip else 1
    points = [(-8, -24), (18, -31), (44, -50), (62, -56), (68, -44), (52, -27), (82, -27), (96, -20), (94, -8),
              (62, -6), (86, 8), (92, 18), (84, 26), (54, 17), (40, 28), (44, 50), (36, 58), (24, 52), (14, 30),
              (-8, 24)]
    return shift([(px, py * k, *rest) for px, py, *rest in points], x, y, 1.0, turn)


def shoe(x, y):
    """A jester's shoe, the toe curled up to the right; x, y is the heel's lowest point."""
    points = [(-24, -66), (-32, -30), (-30, -8), (-18, 0, "x"), (60, 0), (96, -10), (116, -38), (112, -60),
              (98, -58), (96, -40), (78, -32), (50, -40), (30, -66)]
    return shift(points, x, y, 1.0)


near_hand = mitten(148, 465, 174, False)
far_hand = mitten(726, 461, 6, True)
near_shoe, far_shoe = shoe(330, 944), shoe(546, 930)

HX, HY = 468, 250  # the head's middle
skull = shift([(-8, -94), (48, -86), (92, -54), (107, -14), (112, 12), (134, 20), (158, 26), (170, 42), (168, 60),
               (160, 80), (142, 102), (104, 116), (52, 112), (0, 118, "x"), (-38, 100), (-78, 108, "x"), (-96, 74),
               (-134, 68, "x"), (-116, 34), (-142, 12, "x"), (-112, -18), (-98, -52), (-62, -82)], HX, HY)
near_ear = shift([(-104, -34, "x"), (-118, -96), (-104, -166), (-88, -188, "x"), (-56, -150), (-20, -92),
                  (-8, -70, "x")], HX, HY)
far_ear = shift([(22, -78, "x"), (44, -128), (78, -170), (98, -178, "x"), (108, -138), (104, -84),
                 (92, -40, "x")], HX, HY)


def ruff_points():
    points, n = [], 11
    for k in range(n + 1):  # lower edge: pleats
        u = k / n
        x, y = 340 + 200 * u, 362 + 56 * (1 - (2 * u - 1) ** 2)
        points += [(x, y + 12), (x + 10, y + 1, "x")] if k < n else [(x, y)]
    return points + [(530, 334), (440, 320), (350, 334)]


ruff = ruff_points()
parts_back = [curve(tail.outline()), curve(far_ear)]
parts = [curve(far_arm.outline()), curve(far_hand), curve(far_leg.outline()), curve(far_shoe),
         curve(near_leg.outline()), curve(near_shoe), curve(torso), curve(near_arm.outline()), curve(near_hand),
         curve(ruff), curve(near_ear), curve(skull)]
union = parts_back + parts

# --- painting --------------------------------------------------------------------------------------
out, clips = [], []


def clip(d):
    clips.append(f"<clipPath id='c{len(clips)}'><path d='{d}'/></clipPath>")
    return f"url(#c{len(clips) - 1})"


def part(d, fill, inside, line=3.0):
    """One cut-out: flat color, what is painted inside it, a thin inner line."""
    out.append(path(d, fill=fill))
    out.append(f"<g clip-path='{clip(d)}'>" + "".join(inside) + "</g>")
    if line:
        out.append(path(d, fill="none", stroke=INK, stroke_width=line, stroke_linejoin="round", opacity=.92))


def harlequin(spine, across, along, colors, seed, shift_s=0.0, wide=None):
    return [polygon(p, fill=c, stroke="#33242a", stroke_width=1.8, stroke_opacity=.55)
            for p, c in spine.lozenges(across, along, colors, seed, shift_s, wide)]


def shade_side(spine, side, color="#3a1626", opacity=.26):
    """The shaded side of a limb: a band from its outline to a wavering middle."""
    total = spine.length[-1]
    ss = [total * k / 12 for k in range(13)]
    outer = [spine.at(s, side * (spine.half_width(s) + 12)) for s in ss]
    inner = [spine.at(s, side * spine.half_width(s) * (.38 + .1 * (k % 2))) for k, s in enumerate(ss)]
    return path(curve(outer + inner[::-1]), fill=color, opacity=opacity)


def light_side(spine, side):
    total = spine.length[-1]
    return stroke([spine.at(total * u, side * spine.half_width(total * u) * .62) for u in (.06, .3, .6, .92)],
                  6, "#fff3d6", .38)


def cuff(spine, s, width, color, light):
    a, b = spine.length[-1] - s - width, spine.length[-1] - s
    band = [spine.at(a, 60), spine.at(b, 60), spine.at(b, -60), spine.at(a, -60)]
    return [polygon(band, fill=color, stroke=INK, stroke_width=2.2),
            polygon([spine.at(a + 4, 60), spine.at(a + 8, 60), spine.at(a + 8, -60), spine.at(a + 4, -60)],
                    fill=light, opacity=.6)]


def paint_tail():
    total = tail.length[-1]
    inside = [path(curve(tail.outline()), fill=FUR)]
    edge = [tail.at(total * .70 + (22 if k % 2 else -14) + abs(k - 4) * 7, (k - 4) * 17) for k in range(9)]
    tip = [(*p, "x") if k % 2 == 0 else p for k, p in enumerate(edge)]
    inside.append(path(curve(tip + [tail.at(total + 80, 90), tail.at(total + 80, -90)]), fill=CREAM))
    inside.append(shade_side(tail, -1, "#5a1c1c", .28))
    for k in range(15):
        s, t = total * (.12 + .052 * k), ((k * 37) % 64 - 32)
        color = FUR_LIGHT if k % 2 else FUR_SHADE
        if s > total * .72:
            color = CREAM_SHADE
        inside.append(stroke([tail.at(s, t), tail.at(s + 24, t + 3), tail.at(s + 46, t - 2)], 5, color, .6))
    part(curve(tail.outline()), FUR, inside)


def paint_hand(points, x, y, turn, flip):
    inside = []
    k = -1 if flip else 1
    for line in ([(16, -12), (34, -13)], [(16, 0), (36, 0)], [(16, 11), (34, 12)]):
        p = shift([(a, b * k) for a, b in line], x, y, 1.0, turn)
        inside.append(path(curve(p, False), fill="none", stroke="#8d7352", stroke_width=3, stroke_linecap="round"))
    low = shift([(-12, 12 * k), (20, 16 * k), (60, 10 * k), (100, 12 * k), (60, 64 * k), (-12, 40 * k)], x, y, 1.0, turn)
    inside.append(path(curve(low), fill="#8d6a4a", opacity=.25))
    part(curve(points), CREAM, inside)


def paint_arm(spine, hand, colors, seed, wrist, flip, shade):
    part(curve(spine.outline()), colors[0],
         harlequin(spine, 36, 62, colors, seed, -6) + [shade_side(spine, shade), light_side(spine, -shade)]
         + cuff(spine, 2, 16, GOLD, "#f7dc92"))
    paint_hand(hand, *wrist, flip)


def paint_leg(spine, points, colors, seed, shade, shoe_color, heel):
    part(curve(spine.outline()), colors[0],
         harlequin(spine, 40, 70, colors, seed, 10) + [shade_side(spine, shade), light_side(spine, -shade)])
    x, y = heel
    inside = [path(curve(shift([(-40, -8), (40, -12), (90, -22), (120, -40), (130, 10), (-40, 12)], x, y)),
                   fill="#2a1020", opacity=.32),
              stroke(shift([(4, -46), (40, -34), (72, -26)], x, y), 6, "#fff3d6", .4),
              path(curve(shift([(-34, -70), (-30, -54), (4, -50), (36, -56), (36, -80)], x, y)), fill=GOLD,
                   stroke=INK, stroke_width=2)]
    part(curve(points), shoe_color, inside)
    pompom(x + 104, y - 64, 13, MILK)


def pompom(x, y, r, color):
    tufts = []
    for k in range(22):
        reach = r * (1 if k % 2 else .86)
        tufts.append((x + reach * math.cos(k * math.pi / 11), y + reach * math.sin(k * math.pi / 11)))
    out.append(path(curve(tufts), fill=color, stroke=INK, stroke_width=2.6))
    out.append(ellipse(x - r * .25, y - r * .3, r * .42, r * .36, fill="#fffaf0", opacity=.8))
    out.append(path(curve([(x - r * .7, y + r * .35), (x, y + r * .78), (x + r * .7, y + r * .3), (x, y + r * .5)]),
                    fill="#8d6a4a", opacity=.35))


def pin(x, y, r=9):
    out.append(ellipse(x, y, r, r, fill=BRASS_DARK))
    out.append(ellipse(x - .6, y - .8, r - 2, r - 2, fill=BRASS))
    out.append(ellipse(x - 2.4, y - 2.8, r * .34, r * .26, -30, fill=BRASS_LIGHT))


def paint_torso():
    body = Spine([(438, 330, 120), (436, 440, 120), (434, 560, 120), (436, 720, 120)])
    inside = harlequin(body, 62, 96, [TEAL, MILK, ROSE, GOLD], 5, 22, 150)
    inside.append(path(curve([(352, 380), (336, 440), (350, 520), (340, 600), (300, 680), (300, 380)]), fill="#3a1626", opacity=0))
    inside.append(path(curve([(548, 380), (500, 430), (486, 520), (498, 600), (530, 690), (590, 690), (590, 380)]),
                       fill="#3a1626", opacity=.27))
    inside.append(path(curve([(330, 404), (440, 446), (560, 400), (540, 360), (340, 360)]), fill="#2a1020", opacity=.30))
    inside.append(stroke([(366, 440), (372, 500), (366, 570), (352, 630)], 9, "#fff3d6", .4))
    belt = [(330, 562), (436, 582), (548, 558), (550, 580), (436, 606), (328, 586)]
    inside.append(path(curve(belt), fill=FUR_DARK, stroke=INK, stroke_width=2))
    inside.append(stroke([(346, 572), (436, 590), (530, 570)], 4, "#8d5f4e", .8))
    part(curve(torso), TEAL, inside)
    for y in (466, 520):
        pompom(446, y, 16, MILK)
    out.append(path(curve([(424, 574, "x"), (462, 574, "x"), (460, 612, "x"), (424, 610, "x")]), fill=BRASS, stroke=BRASS_DARK,
                    stroke_width=3))
    out.append(path(curve([(433, 583, "x"), (453, 583, "x"), (452, 602, "x"), (433, 601, "x")]), fill=FUR_DARK))
    for x, y in ((320, 664), (376, 694), (432, 708), (492, 696), (554, 670)):
        out.append(ellipse(x, y, 8, 8, fill=BRASS, stroke=BRASS_DARK, stroke_width=2.4))
        out.append(ellipse(x - 2, y - 3, 2.4, 2, fill=BRASS_LIGHT))


def paint_ruff():
    inside = []
    for k in range(12):
        u = k / 11
        x, y = 348 + 192 * u, 362 + 56 * (1 - (2 * u - 1) ** 2)
        inside.append(path(curve([(440 + (x - 440) * .55, 336), (x - 4, y + 16), (x - 11, y + 8)]), fill="#a98e72", opacity=.55))
        inside.append(stroke([(440 + (x - 446) * .6, 340), (x - 14, y + 6)], 3, "#ffffff", .7))
    inside.append(path(curve([(330, 330), (440, 392), (560, 330), (560, 300), (330, 300)]), fill="#6b4a4a", opacity=.35))
    part(curve(ruff), MILK, inside)
    edge = [p[:2] for p in ruff[:-3]]
    out.append(path(curve([(x, y - 5) for x, y in edge[::2]], False), fill="none", stroke=ROSE, stroke_width=3, opacity=.75))


def paint_ear(points, inner, tip):
    part(curve(points), FUR, [path(curve(shift(tip, HX, HY)), fill=FUR_DARK),
                              path(curve(shift(inner, HX, HY)), fill="#f0d2b0"),
                              path(curve(shift(inner, HX, HY)), fill="#a94f3a", opacity=.25)])


def paint_head():
    h = lambda pts: shift(pts, HX, HY)
    mask = [(176, 40), (150, 50), (118, 44), (96, 28), (70, 22), (40, 34), (20, 52), (-20, 48), (-60, 22),
            (-104, -4), (-150, 4), (-150, 130), (20, 140), (150, 120)]
    brow_light = [(-80, -70), (-30, -88), (40, -84), (70, -66), (20, -72), (-40, -66)]
    inside = [path(curve(h(mask)), fill=CREAM),
              path(curve(h(brow_light)), fill=FUR_LIGHT, opacity=.75),
              # the crown's dark tongue between the ears, the muzzle's bridge
              path(curve(h([(14, -100), (44, -92), (52, -60), (50, -30), (40, -52), (26, -70)])), fill=FUR_SHADE, opacity=.5),
              path(curve(h([(60, 10), (92, 12), (126, 24), (150, 30), (120, 36), (92, 26)])), fill=FUR_LIGHT, opacity=.8),
              # cheek and chin shade
              path(curve(h([(-130, 96), (-90, 92), (-30, 88), (40, 94), (96, 92), (140, 74), (130, 130), (-120, 130)])),
                   fill="#8d6a4a", opacity=.28),
              ellipse(HX - 26, HY + 48, 27, 18, -8, fill="#e2765a", opacity=.42),
              ellipse(HX + 106, HY + 52, 10, 11, 0, fill="#e2765a", opacity=.30)]
    for a, b, c in (((-112, 14), (-98, 22), (-80, 24)), ((-108, 56), (-92, 58), (-74, 54)), ((-66, 92), (-56, 84), (-44, 80)),
                    ((-2, 104), (2, 96), (10, 90))):
        inside.append(stroke(h([a, b, c]), 5, "#b79a75", .8))
    for a, b, c in (((-90, -30), (-84, -14), (-74, -4)), ((-66, -62), (-62, -46), (-54, -34)), ((-34, -78), (-30, -66), (-24, -58))):
        inside.append(stroke(h([a, b, c]), 5, FUR_SHADE, .55))
    part(curve(skull), FUR, inside)


def paint_face():
    """Crisp, over the grain."""
    h = lambda pts: shift(pts, HX, HY)
    o = []
    # eyes: tall ovals, one light, lids
    for x, y, rx, ry in ((22, -2, 13.5, 18), (86, -2, 9.5, 16)):
        o.append(ellipse(HX + x, HY + y, rx + 3.4, ry + 3.4, 4, fill="#fff6e2"))
        o.append(ellipse(HX + x + 1, HY + y, rx, ry, 4, fill="#23161a"))
        o.append(ellipse(HX + x + 2, HY + y + ry * .42, rx * .62, ry * .36, 4, fill="#7a4418", opacity=.85))
        o.append(ellipse(HX + x - rx * .30, HY + y - ry * .40, rx * .36, ry * .28, 0, fill="#ffffff"))
        o.append(ellipse(HX + x + rx * .42, HY + y + ry * .36, 2.2, 2.4, 0, fill="#ffffff", opacity=.8))
    o.append(stroke(h([(0, -10), (10, -22), (26, -25), (40, -17)]), 6, INK, .95))
    o.append(stroke(h([(72, -14), (82, -22), (94, -20)]), 5, INK, .95))
    o.append(stroke(h([(2, -42), (18, -51), (38, -49)]), 8, FUR_DARK, .85))
    o.append(stroke(h([(76, -46), (88, -48), (97, -40)]), 7, FUR_DARK, .85))
    # nose, mouth
    o.append(path(curve(h([(132, 24), (150, 18), (168, 26), (172, 40), (160, 52), (144, 48)])), fill="#22161a"))
    o.append(ellipse(HX + 152, HY + 28, 9, 4.4, 14, fill="#a99aa0", opacity=.9))
    smile = [(150, 64, "x"), (134, 73), (110, 76), (86, 69), (72, 57, "x"), (84, 82), (106, 97), (132, 90)]
    o.append(path(curve(h(smile)), fill="#5a1f2a", stroke=INK, stroke_width=3.6, stroke_linejoin="round"))
    o.append(path(curve(h([(90, 86), (106, 81), (124, 83), (134, 88), (118, 95), (102, 94)])), fill="#d9626a"))
    o.append(path(curve(h([(158, 50), (156, 58), (149, 65)]), False), fill="none", stroke=INK, stroke_width=4,
                  stroke_linecap="round"))
    o.append(stroke(h([(64, 62), (70, 56), (78, 54)]), 4.5, INK, .95))
    for x, y in ((112, 58), (124, 62), (118, 68)):
        o.append(ellipse(HX + x, HY + y, 2, 2, fill="#5b3a30"))
    return o


def main():
    paint_tail()
    paint_ear(far_ear, [(48, -86), (64, -124), (88, -154), (94, -112), (86, -66)],
              [(66, -150), (98, -190), (120, -150), (104, -146), (84, -136)])
    paint_arm(far_arm, far_hand, [TEAL, GOLD], 2, (726, 461, 6), True, 1)
    paint_leg(far_leg, far_shoe, [ROSE, MILK], 3, -1, TEAL, (546, 930))
    paint_leg(near_leg, near_shoe, [TEAL, GOLD], 4, -1, ROSE, (330, 944))
    paint_torso()
    paint_arm(near_arm, near_hand, [ROSE, MILK], 1, (148, 465, 174), False, -1)
    paint_ruff()
    paint_ear(near_ear, [(-92, -58), (-98, -104), (-86, -152), (-56, -108), (-32, -74)],
              [(-126, -130), (-90, -200), (-52, -142), (-76, -152), (-96, -140)])
    paint_head()
    for x, y in ((374, 441), (258, 453), (506, 441), (622, 450), (360, 780), (524, 778)):
        pin(x, y)
    rim = "".join(path(d, fill=RIM, stroke=RIM, stroke_width=22, stroke_linejoin="round") for d in union)
    for k in (0, 1):  # the shoes' pompoms are part of the silhouette
        rim += ellipse((434, 650)[k], (880, 866)[k], 13, 13, fill=RIM, stroke=RIM, stroke_width=20)
    ink = "".join(path(d, fill=INK, stroke=INK, stroke_width=7.5, stroke_linejoin="round") for d in union)
    sil = "--silhouette" in sys.argv
    print(f"<svg xmlns='http://www.w3.org/2000/svg' width='900' height='980' viewBox='0 0 900 980'>"
          f"<defs>{PAPER}{''.join(clips)}</defs>")
    if sil:
        print(f"<rect width='900' height='980' fill='#fff'/><g filter='url(#wobble)'>{ink}</g></svg>")
        return
    print(f"<g filter='url(#gouache)'>{rim}{ink}{''.join(out)}</g>")
    print(f"<g filter='url(#wobble)'>{''.join(paint_face())}</g></svg>")


main()
