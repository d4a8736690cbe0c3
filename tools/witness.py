# witness.py — inside Blender: import motion clips at their own rate and measure their seams, to compare.
#
#     blender -b --factory-startup --python tools/witness.py -- LIST
#
# LIST: lines CLIP<tab>FIXED; beside FIXED lie FIXED.before.json and .after.json, what `pantin loop check` says.
# Writes `table` (Markdown) beside LIST and exits 1 on a disagreement. Nothing of Pantin's mathematics is used:
# Blender's importers, its evaluated pose matrices, its quaternions.
# SPDX-License-Identifier: MIT
import json
import math
import os
import re
import sys

import bpy
import numpy
from mathutils import Vector

# Debian's Blender 3.4.1 is older than its numpy and its Python: the one has dropped np.bool, the other mode 'rU'.
if not hasattr(numpy, 'bool'):
    numpy.bool = bool
import io_anim_bvh.import_bvh
io_anim_bvh.import_bvh.open = lambda path, mode='r', **words: open(path, 'r', encoding='utf-8', errors='replace')

ENOUGH = 10
# How far two honest readings may part: float32 matrices of bones ten deep give 0.01 degrees.
NEAR = {'pose': 0.03, 'velocity': 0.03, 'drift': 0.02, 'residual': 2.0}


def set_rate(fps):
    render = bpy.context.scene.render
    render.fps = max(1, math.ceil(fps))
    render.fps_base = render.fps / fps


def load(path, clip):
    """The armature, playing the clip's animation, and where its keys begin and end."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    set_rate(clip['fps'])
    if path.endswith('.bvh'):
        bpy.ops.import_anim.bvh(filepath=path, rotate_mode='QUATERNION', frame_start=0, use_fps_scale=False,
                                update_scene_fps=False, axis_forward='-Z', axis_up='Y')
    else:
        bpy.ops.import_scene.gltf(filepath=path)
    arms = [o for o in bpy.data.objects if o.type == 'ARMATURE']
    arms = [o for o in arms if clip['root'] in o.pose.bones]
    if not arms:
        return None
    arm = arms[0]
    data = arm.animation_data
    for track in data.nla_tracks:
        for strip in track.strips:
            if track.name == clip['animation']:
                data.action = strip.action
        track.mute = True
    return arm, data.action.frame_range


def poses(arm, frames, start):
    """For each frame from the first key on: local rotation of each bone, and the root's place in the world."""
    turns, places = [], []
    for frame in range(frames):
        whole = math.floor(start + frame)
        bpy.context.scene.frame_set(whole, subframe=start + frame - whole)
        turn = {}
        for bone in arm.pose.bones:
            own = bone.matrix.to_quaternion()
            if bone.parent is not None:
                own = bone.parent.matrix.to_quaternion().inverted() @ own
            turn[bone.name] = own.normalized()
        turns.append(turn)
        places.append(arm.matrix_world @ arm.pose.bones[arm['root']].matrix.translation)
    return turns, places


def step(a, b):
    """The rotation that leads from a to b, as a vector, degrees."""
    turn = a.inverted() @ b
    if turn.w < 0:
        turn = -turn
    sine = math.sqrt(turn.x ** 2 + turn.y ** 2 + turn.z ** 2)
    angle = 2 * math.atan2(sine, turn.w)
    return Vector((turn.x, turn.y, turn.z)) * (math.degrees(angle) / sine if sine > 1e-12 else 0)


def measure(arm, clip, unit_cm, start):
    frames, fps = clip['frames'], clip['fps']
    turns, places = poses(arm, frames, start)
    seen = {'pose': 0, 'velocity': 0, 'residual': 0, 'drift': (places[-1] - places[0]).length * unit_cm}
    for bone in turns[0]:
        at = lambda i: turns[i][bone]
        first, last = step(at(0), at(1)), step(at(frames - 2), at(frames - 1))
        before, after = step(at(frames - 3), at(frames - 2)), step(at(1), at(2))
        seam = (first - last) - ((last - before) + (after - first)) / 2
        seen['pose'] = max(seen['pose'], step(at(0), at(frames - 1)).length)
        seen['velocity'] = max(seen['velocity'], abs(last.length - first.length))
        seen['residual'] = max(seen['residual'], seam.length * fps)
    return seen


def unit_of(clip, path):
    if not path.endswith('.bvh'):
        return 100.0
    for note in clip['notes']:
        found = re.search(r'1 unit = ([0-9.]+) cm', note)
        if found:
            return float(found.group(1))
    return 1.0


def witness(path, said):
    """A row of figures, ours and Blender's, or None where Blender has no such armature."""
    clip = json.load(open(said))['clips'][0]
    if 'frames' not in clip:
        return None
    loaded = load(path, clip)
    if loaded is None:
        return None
    arm, keys = loaded
    arm['root'] = clip['root']
    seen = measure(arm, clip, unit_of(clip, path), keys[0])
    ours = {'pose': clip['pose_gap_deg'], 'velocity': clip['velocity_gap_deg_per_frame'],
            'drift': clip['root_drift_cm'], 'residual': clip['seam_residual_deg_per_s']}
    return clip, ours, seen, keys


def parted(clip, ours, seen, keys, written):
    """What disagrees, in words."""
    said = []
    for key, near in NEAR.items():
        # The residual is a third difference times the rate: it magnifies a float's last place.
        slack = near * max(1, clip['fps'] / 30) if key == 'residual' else near + 0.001 * ours[key]
        if abs(ours[key] - seen[key]) > slack:
            said.append('%s %.3f, Blender %.3f' % (key, ours[key], seen[key]))
    if written and (abs(keys[0]) > 1e-3 or abs(keys[1] - (clip['frames'] - 1)) > 1e-3):
        said.append('keys from frame %.3f to %.3f' % (keys[0], keys[1]))
    return said


def same_bytes(a, b):
    return open(a, 'rb').read() == open(b, 'rb').read()


def main():
    listed = sys.argv[sys.argv.index('--') + 1]
    rows, faults, fixes = [], [], 0
    for line in open(listed):
        source, fixed = line.rstrip('\n').split('\t')
        cells = [os.path.basename(source)]
        for path, which in ((source, 'before'), (fixed, 'after')):
            try:
                row = witness(path, '%s.%s.json' % (fixed, which))
            except (RuntimeError, KeyError, ValueError) as error:
                print('witness: %s: %s' % (path, error))
                row = None
            if row is None:
                cells = None
                break
            clip, ours, seen, keys = row
            if which == 'before':
                cells.append('%d, %g' % (clip['frames'], clip['fps']))
            cells.append('%.2f, %.2f' % (ours['pose'], seen['pose']))
            cells.append('%.2f, %.2f' % (ours['velocity'], seen['velocity']))
            cells.append('%.2f, %.2f' % (ours['drift'], seen['drift']))
            cells.append('%.1f, %.1f' % (ours['residual'], seen['residual']))
            # Blender puts a BVH's first frame at 1; a clip that looped already keeps the times it had.
            written = which == 'after' and path.endswith('.glb') and not same_bytes(source, fixed)
            faults += ['%s (%s): %s' % (cells[0], which, said) for said in parted(*row, written)]
        if cells is not None:
            fixes += 1
            rows.append(cells)
    with open(os.path.join(os.path.dirname(listed), 'table'), 'w') as out:
        out.write('| clip | frames, 1/s | pose °: ours, Blender | velocity °/frame | drift cm | residual °/s '
                  '| fixed: pose | velocity | drift | residual |\n|' + '---|' * 10 + '\n')
        for cells in rows:
            out.write('| ' + ' | '.join(cells) + ' |\n')
        out.write('\n%d fixes seen by Blender %s, %d disagreements\n'
                  % (fixes, bpy.app.version_string, len(faults)))
        for fault in faults:
            out.write(fault + '\n')
    print(open(os.path.join(os.path.dirname(listed), 'table')).read())
    sys.exit(1 if faults or fixes < ENOUGH else 0)


main()
