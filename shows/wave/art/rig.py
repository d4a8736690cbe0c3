"""rig.py — joint angles become poses: writes ../fox.puppet.json.

A puppet's poses move handles. A limb that swings far should go along an arc, so its way is laid down as a
few key poses, each computed here from joint angles, and a control blends each into the next. Angles in the
tables are degrees on the drawing (x right, y down): 0 points right, 90 down, -90 up. Change a number, run
`python3 art/rig.py`, film again; or edit the puppet file by hand and leave this be.
SPDX-License-Identifier: MIT
"""
import json
import math
import os

HANDLES = {  # name: (x, y, radius, turn, weight)
    "near_foot": (352, 914, 26, "level", 10000), "far_foot": (574, 902, 26, "level", 10000),
    "near_knee": (360, 780, 15, "free", 1000), "far_knee": (524, 778, 15, "free", 1000),
    "hips": (438, 622, 34, "set", 1000), "chest": (440, 452, 30, "set", 1000),
    "near_shoulder": (374, 442, 12, "free", 100), "far_shoulder": (506, 442, 12, "free", 100),
    "near_elbow": (258, 453, 16, "free", 1000), "far_elbow": (622, 450, 16, "free", 1000),
    "near_hand": (100, 467, 46, "set", 1000), "far_hand": (774, 463, 46, "set", 1000),
    "head": (460, 256, 84, "set", 1000), "muzzle": (598, 302, 40, "set", 1000),
    "near_ear": (384, 92, 13, "free", 1000), "far_ear": (560, 94, 13, "free", 1000),
    "tail_mid": (226, 748, 24, "free", 1000), "tail_tip": (58, 706, 15, "free", 1000),
}
AT = {name: row[:2] for name, row in HANDLES.items()}
NECK = (444, 372)
ARMS = ("near_shoulder", "near_elbow", "near_hand", "far_shoulder", "far_elbow", "far_hand")
HEAD = ("head", "muzzle", "near_ear", "far_ear")
UPPER = ("chest", *ARMS, *HEAD)


def add(a, b):
    return a[0] + b[0], a[1] + b[1]


def sub(a, b):
    return a[0] - b[0], a[1] - b[1]


def turned(v, degrees):  # clockwise as seen, since y is down
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return v[0] * c - v[1] * s, v[0] * s + v[1] * c


def slope(a, b):
    return math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))


def body(hips=(0, 0), hips_turn=0, chest_turn=0, chest_move=(0, 0), head_turn=0, head_move=(0, 0), arms_turn=None):
    """Where the handles go when the trunk bends: the limbs ride along, knees follow. {name: (place, turn)}

    The arms keep their own angle, for a control of theirs has turned them already; a pose that owns them
    says `arms_turn`."""
    place = {"hips": (add(AT["hips"], hips), hips_turn)}
    waist = (438, 560)
    waist_to = add(place["hips"][0], turned(sub(waist, AT["hips"]), hips_turn))
    bend = (hips_turn + chest_turn) / 2  # the waist is no hinge: the spine turns evenly up to the chest
    chest_to = add(add(waist_to, turned(sub(AT["chest"], waist), bend)), chest_move)
    place["chest"] = (chest_to, chest_turn)
    for name in ARMS:
        shoulder = AT[name.split("_")[0] + "_shoulder"]
        root = add(chest_to, turned(sub(shoulder, AT["chest"]), chest_turn))
        place[name] = (add(root, turned(sub(AT[name], shoulder), arms_turn or 0)), arms_turn or 0)
    neck_to = add(add(chest_to, turned(sub(NECK, AT["chest"]), (chest_turn + head_turn) / 2)), head_move)
    for name in HEAD:
        place[name] = (add(neck_to, turned(sub(AT[name], NECK), head_turn)), head_turn)
    for side, sign in (("near", -1), ("far", 1)):
        top = (AT[side + "_foot"][0] * .4 + 438 * .6 + 6 * sign, 640)
        top_to = add(place["hips"][0], turned(sub(top, AT["hips"]), hips_turn))
        ankle = sub(AT[side + "_foot"], (0 if side == "near" else 16, 28))
        place[side + "_knee"] = (knee(top, AT[side + "_knee"], ankle, top_to), 0)
    for name in ("tail_mid", "tail_tip"):
        place[name] = (add(place["hips"][0], turned(sub(AT[name], AT["hips"]), hips_turn * .6)), 0)
    return place


def knee(top, rest, ankle, top_to):
    """Two bones from a moved hip to a standing foot; bends to the side it bends at rest."""
    a, b = math.dist(top, rest), math.dist(rest, ankle)
    d = min(math.dist(top_to, ankle), (a + b) * .9999)
    side = -1 if rest[0] < 438 else 1
    along = (a * a - b * b + d * d) / (2 * d)
    off = math.sqrt(max(a * a - along * along, 0))
    ux, uy = (ankle[0] - top_to[0]) / math.dist(top_to, ankle), (ankle[1] - top_to[1]) / math.dist(top_to, ankle)
    flat = (top_to[0] + ux * along, top_to[1] + uy * along)
    return flat[0] + abs(uy) * off * side, flat[1] - ux * off * side * (1 if uy >= 0 else -1)


def arm(side, upper, fore, hand, shoulder=(0, 0), frame=None):
    """An arm with its bones at these angles; `frame`: a body pose whose shoulder it hangs on."""
    s, e, h = AT[side + "_shoulder"], AT[side + "_elbow"], AT[side + "_hand"]
    root = add(frame[side + "_shoulder"][0] if frame else s, shoulder)
    elbow_to = add(root, turned(sub(e, s), upper - slope(s, e)))
    hand_to = add(elbow_to, turned(sub(h, e), fore - slope(e, h)))
    return {side + "_shoulder": (root, 0), side + "_elbow": (elbow_to, 0),
            side + "_hand": (hand_to, hand - slope(e, h))}


def pose(places, base=None, alone=True):
    """Places -> what the puppet file says: offsets from rest, or from another pose's places.

    `alone`: it is not blended with a neighbor, so the face may go along an arc."""
    handles = {}
    for name, (to, turn) in places.items():
        origin, origin_turn = base[name] if base else (AT[name], 0)
        move = [round(v, 1) + 0.0 for v in sub(to, origin)]
        offset = {"move_px": move} if any(move) else {}
        if HANDLES[name][3] == "set" and round(origin_turn - turn, 1):
            offset["turn_deg"] = round(origin_turn - turn, 1)
        if name in HEAD[1:] and "head" in places and alone and not base:  # rides on the head
            offset = {k: handles["head"][k] for k in handles["head"]}
            if "turn_deg" in offset:
                offset["about"] = "head"
        if offset:
            handles[name] = offset
    return {"view": "front", "handles": handles}


# --- the poses --------------------------------------------------------------------------------------
NEAR = {0: (141, 136, 130, (2, 3)), 2: (187, 206, 214, (-1, -6)), 3: (198, 238, 254, (-6, -14))}
FAR = {0: (50, 58, 60, (-2, 3)), 2: (-6, -26, -32, (-1, -3)), 3: (-19, -51, -57, (-1, -10)), 4: (-25, -58, -70, (0, -14))}

poses = {}
for k, (upper, fore, hand, shoulder) in NEAR.items():
    poses[f"near_arm_{k}"] = pose(arm("near", upper, fore, hand, shoulder))
for k, (upper, fore, hand, shoulder) in FAR.items():
    poses[f"far_arm_{k}"] = pose(arm("far", upper, fore, hand, shoulder))
held = arm("far", *FAR[3])
poses["wave_in"] = pose(arm("far", -21, -67, -84, (-1, -11)), held)
poses["wave_out"] = pose(arm("far", -17, -30, -18, (-1, -9)), held)

half = body(hips=(-12, 4), hips_turn=6, chest_turn=22, arms_turn=22, head_turn=24, head_move=(4, 2))
half |= arm("near", 176, 178, 176, (0, 0), half) | arm("far", 54, 36, 30, (0, 0), half)
deep = body(hips=(-34, 14), hips_turn=16, chest_turn=52, arms_turn=52, head_turn=46, head_move=(10, 6))
deep |= arm("near", 202, 208, 204, (-4, -4), deep) | arm("far", 70, 32, 16, (0, 0), deep)
poses["bow_half"], poses["bow_deep"] = pose(half, alone=False), pose(deep, alone=False)
poses["rise"] = pose(body(chest_move=(0, -7), hips=(0, -3), head_turn=-5, head_move=(-2, -3)))
poses["crouch"] = pose(body(hips=(0, 40), hips_turn=2, chest_turn=5, chest_move=(2, 5), head_turn=4, head_move=(2, 5)))
poses["stretch"] = pose(body(hips=(-2, -9), hips_turn=-2, chest_turn=-5, chest_move=(0, -16), head_turn=-13,
                             head_move=(-4, -8)))
poses["lean"] = pose(body(hips=(-9, 2), hips_turn=1.5, chest_turn=6, head_turn=4))
poses["breath"] = pose(body(chest_move=(0, -3.5), head_move=(0, -1)))
poses["head_tilt"] = pose({n: v for n, v in body(head_turn=10, head_move=(3, 0)).items() if n in HEAD})
poses["tail_up"] = {"view": "front", "handles": {
    "tail_mid": {"about": "hips", "turn_deg": -9}, "tail_tip": {"about": "hips", "turn_deg": -21, "move_px": [12, 4]}}}
poses["tail_curl"] = {"view": "front", "handles": {"tail_tip": {"about": "tail_mid", "turn_deg": -26}}}
poses["ears_back"] = {"view": "front", "handles": {
    "near_ear": {"about": "head", "turn_deg": 9, "move_px": [0, 4]}, "far_ear": {"about": "head", "turn_deg": 9, "move_px": [0, 2]}}}


def keyed(name, keys, rest):
    """A control that goes through key poses, each giving way to the next; `rest` is the drawing itself."""
    drives = []
    for i, k in enumerate(keys):
        if k != rest:
            drives.append({"pose": f"{name}_{k}", "map": [[j, 1 if j == k else 0] for j in keys[max(i - 1, 0):i + 2]]})
    return {"range": [keys[0], keys[-1]], "default": 0, "drives": drives}


def plain(pose_name, low, high, reach=1):
    return {"range": [low, high], "default": 0,
            "drives": [{"pose": pose_name, "map": [[low, low * reach], [high, high * reach]]}]}


controls = {
    "near_arm": keyed("near_arm", [0, 1, 2, 3], 1),
    "far_arm": keyed("far_arm", [0, 1, 2, 3, 4], 1),
    "wave": {"range": [-1, 1], "default": 0, "drives": [{"pose": "wave_in", "map": [[-1, 1], [0, 0]]},
                                                       {"pose": "wave_out", "map": [[0, 0], [1, 1]]}]},
    "bow": {"range": [-1, 1.1], "default": 0, "drives": [
        {"pose": "rise", "map": [[-1, 1], [0, 0]]},
        {"pose": "bow_half", "map": [[0, 0], [0.5, 1], [1, 0]]},
        {"pose": "bow_deep", "map": [[0.5, 0], [1, 1], [1.1, 1.08]]}]},
    "crouch": plain("crouch", -0.2, 1), "stretch": plain("stretch", -0.2, 1.2), "lean": plain("lean", -1.5, 1.5),
    "head": plain("head_tilt", -1.5, 1.5), "breath": plain("breath", -1, 1.5),
    "tail": {"range": [-1.5, 1.5], "default": 0, "drives": [{"pose": "tail_up", "map": [[-1.5, -1.5], [1.5, 1.5]]}]},
    "tail_curl": plain("tail_curl", -1, 1), "ears": plain("ears_back", -1, 1.5),
}

puppet = {
    "pantin": "puppet/1", "name": "fox",
    "drawings": {"front": {"image": "art/fox.png", "px_per_m": 535, "faces": "toward"}},
    "pieces": {"body": {
        "drawing": "front", "mesh": {"style": "grid", "spacing_px": 16},
        "regions": [
            {"name": "face", "rigidity": 40, "polygon_px": [
                [352, 190], [420, 150], [520, 150], [580, 200], [600, 262], [650, 270], [652, 310], [612, 356], [548, 350],
                [480, 344], [410, 330], [345, 318], [322, 250]]},
            {"name": "near_glove", "rigidity": 12, "polygon_px": [[150, 420], [150, 510], [90, 560], [30, 520], [30, 400]]},
            {"name": "far_glove", "rigidity": 12, "polygon_px": [[724, 416], [724, 506], [784, 556], [850, 520], [850, 400]]},
            {"name": "buckle", "rigidity": 8, "polygon_px": [[420, 568], [468, 568], [468, 618], [420, 618]]},
            {"name": "near_shoe", "rigidity": 12, "polygon_px": [[280, 872], [470, 840], [470, 960], [280, 960]]},
            {"name": "far_shoe", "rigidity": 12, "polygon_px": [[500, 860], [690, 826], [690, 950], [500, 950]]}],
        "handles": {name: {"at_px": [x, y], "radius_px": r, "turn": turn, "weight": weight}
                    for name, (x, y, r, turn, weight) in HANDLES.items()}}},
    "views": {"front": {"draw": ["body"], "ground_px": [438, 944]}},
    "poses": poses, "controls": controls,
}


def text(value, depth=0, room=108):
    """JSON with short things on one line."""
    flat = json.dumps(value)
    pad = "  " * depth
    if len(flat) + len(pad) <= room or not isinstance(value, (dict, list)):
        return flat
    if isinstance(value, dict):
        inner = ",\n".join(f"{pad}  {json.dumps(k)}: {text(v, depth + 1)}" for k, v in value.items())
        return "{\n" + inner + "\n" + pad + "}"
    return "[\n" + ",\n".join(pad + "  " + text(v, depth + 1) for v in value) + "\n" + pad + "]"


with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "fox.puppet.json"), "w") as file:
    file.write(text(puppet) + "\n")
