// gltf_sample.c — one animation of a glTF becomes a clip: its joints in order, every track sampled, and all that
// had to be guessed or left out told.
//
// Joints are the bones, all nodes that the animation moves, and all their ancestors, depth first. Bones are the
// joints of all skins; in a file without a skin the nodes that the animation moves, but for cameras.
// A clip may have a million places (frames * joints), and four more for each byte of the file: a lie of two
// keys a year apart gets no memory.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "motion/gltf.h"
#include "motion/gltf_track.h"

enum { PLACES_FREE = 1000000, PLACES_A_BYTE = 4, KEYS_FREE = 4000000, KEYS_A_BYTE = 16 };

/// Bits of the paths that move a node's frame; weights do not.
enum { FRAME_PATHS = 1 << GLTF_ROTATION | 1 << GLTF_TRANSLATION | 1 << GLTF_SCALE };

typedef struct sampling {
    const gltf_document *d;
    const gltf_animation *a;
    int animation;
    bool by_default; // those before it move no bone
    arena memory;    // for all below
    bool *wanted;    // by node: becomes a joint
    bool *bone;      // by node
    uint8_t *moved;  // by node: bit of each path that a channel has taken
    bool *used;      // by channel: it is the one that moves its path
    int *nodes;      // by joint
    int *joints;     // by node, or PANTIN_NONE
    int joint_count, bone_count, other, twice, beside_skin;
    gltf_remarks remarks;
    bool kinds[3];
} sampling;

static void label(const sampling *s, char *shown, size_t size) {
    if (s->a->name[0] == '\0') {
        text_print(shown, size, "#%d", s->animation);
        return;
    }
    char name[80];
    text_printable(name, sizeof name, s->a->name, strlen(s->a->name));
    text_print(shown, size, "'%s'", name);
}

// --- joints ----------------------------------------------------------------------------------------

/// Which channels count, which nodes they move, which of these are bones.
static void survey_channels(sampling *s) {
    const gltf_document *d = s->d;
    for (int k = 0; k < s->a->channel_count; k++) {
        const gltf_channel *c = &s->a->channels[k];
        if (c->path == GLTF_OTHER) {
            s->other++;
            continue;
        }
        if ((s->moved[c->node] >> c->path & 1) != 0) {
            s->twice++;
            continue;
        }
        s->used[k] = true;
        s->moved[c->node] = (uint8_t)(s->moved[c->node] | 1u << c->path);
    }
    for (int n = 0; n < d->node_count; n++) {
        bool moved = (s->moved[n] & FRAME_PATHS) != 0;
        s->bone[n] = d->joint_count > 0 ? d->nodes[n].joint : moved && !d->nodes[n].camera;
        s->beside_skin += d->joint_count > 0 && moved && !s->bone[n];
        s->bone_count += s->bone[n];
        if (!moved && !s->bone[n]) continue;
        for (int at = n; at != PANTIN_NONE && !s->wanted[at]; at = d->nodes[at].parent)
            s->wanted[at] = true;
    }
}

/// Depth first from each root. All ancestors of a wanted node are wanted.
static void order_joints(sampling *s) {
    const gltf_node *nodes = s->d->nodes;
    for (int n = 0; n < s->d->node_count; n++) s->joints[n] = PANTIN_NONE;
    for (int root = 0; root < s->d->node_count; root++) {
        int at = nodes[root].parent == PANTIN_NONE ? root : PANTIN_NONE;
        while (at != PANTIN_NONE) {
            if (s->wanted[at]) {
                s->joints[at] = s->joint_count;
                s->nodes[s->joint_count++] = at;
            }
            if (s->wanted[at] && nodes[at].first_child != PANTIN_NONE) {
                at = nodes[at].first_child;
                continue;
            }
            while (at != root && nodes[at].next_sibling == PANTIN_NONE) at = nodes[at].parent;
            at = at == root ? PANTIN_NONE : nodes[at].next_sibling;
        }
    }
}

static bool prepare(sampling *s, pantin_error *error) {
    size_t nodes = (size_t)s->d->node_count;
    s->wanted = ARENA_ARRAY(&s->memory, bool, nodes);
    s->bone = ARENA_ARRAY(&s->memory, bool, nodes);
    s->moved = ARENA_ARRAY(&s->memory, uint8_t, nodes);
    s->used = ARENA_ARRAY(&s->memory, bool, s->a->channel_count);
    s->nodes = ARENA_ARRAY(&s->memory, int, nodes);
    s->joints = ARENA_ARRAY(&s->memory, int, nodes);
    if (arena_failed(&s->memory)) return memory_fail(error, "the joints of an animation");
    survey_channels(s);
    order_joints(s);
    return true;
}

// --- bounds ------------------------------------------------------------------------------------------

/// Tracks may share keys, so that a small file holds many; their sum is bounded, and with it the time.
static bool check_work(const sampling *s, pantin_error *error) {
    uint64_t keys = 0, most = KEYS_FREE + KEYS_A_BYTE * (uint64_t)s->d->backed;
    for (int k = 0; k < s->a->channel_count; k++) {
        if (s->a->channels[k].path == GLTF_OTHER) continue;
        const gltf_sampler *sampler = &s->a->samplers[s->a->channels[k].sampler];
        if (!gltf_accessor_check(s->d, sampler->input, error) ||
            !gltf_accessor_check(s->d, sampler->output, error))
            return false;
        keys += (uint64_t)s->d->accessors[sampler->input].count +
                (uint64_t)s->d->accessors[sampler->output].count;
    }
    if (keys <= most) return true;
    return pantin_fail(error, PANTIN_ERROR_FORMAT, s->d->motion->name,
                       "its tracks share %llu keys, more than the file makes good",
                       (unsigned long long)keys);
}

static double places_most(const sampling *s) {
    return PLACES_FREE + PLACES_A_BYTE * (double)s->d->backed;
}

static bool check_frames(const sampling *s, const gltf_timing *timing, pantin_error *error) {
    char shown[96];
    label(s, shown, sizeof shown);
    if (timing->frames < 3)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, s->d->motion->name,
                           "animation %s has fewer than 3 frames: %d", shown, (int)timing->frames);
    if (timing->frames * s->joint_count <= places_most(s)) return true;
    return pantin_fail(error, PANTIN_ERROR_FORMAT, s->d->motion->name,
                       "animation %s lasts %.0f s: %.0f frames of %d joints are more than the file "
                       "makes good; ask for fewer frames/s",
                       shown, timing->last - timing->first, timing->frames, s->joint_count);
}

// --- filling -----------------------------------------------------------------------------------------

static bool fill_joints(const sampling *s, pantin_clip *clip, pantin_error *error) {
    arena *memory = clip_memory(clip);
    for (int j = 0; j < s->joint_count; j++) {
        const gltf_node *node = &s->d->nodes[s->nodes[j]];
        pantin_joint *joint = &clip->joints[j];
        *joint = (pantin_joint){ .name = arena_text(memory, node->name, strlen(node->name)),
                                 .parent = PANTIN_NONE,
                                 .node = s->nodes[j],
                                 .bone = s->bone[s->nodes[j]],
                                 .translation = node->translation,
                                 .rotation = node->rotation,
                                 .scale = node->scale };
        if (node->parent != PANTIN_NONE) joint->parent = s->joints[node->parent];
        if (node->matrix == NULL || (s->moved[s->nodes[j]] & FRAME_PATHS) != 0) continue;
        double *matrix = ARENA_ARRAY(memory, double, 12);
        if (matrix != NULL) memcpy(matrix, node->matrix, 12 * sizeof *matrix);
        joint->matrix = matrix;
    }
    clip->name = arena_text(memory, s->a->name, strlen(s->a->name));
    clip->morphs = ARENA_ARRAY(memory, pantin_morph, s->a->channel_count);
    return !arena_failed(memory) || memory_fail(error, "the joints of an animation");
}

static void fill_rest(pantin_clip *clip) {
    for (int i = 0; i < clip->frames; i++)
        for (int j = 0; j < clip->joint_count; j++) {
            *clip_rotation(clip, i, j) = clip->joints[j].rotation;
            *clip_translation(clip, i, j) = clip->joints[j].translation;
            if (clip->scales != NULL)
                clip->scales[(size_t)i * (size_t)clip->joint_count + (size_t)j] =
                    clip->joints[j].scale;
        }
}

static bool fill_weights(const sampling *s, int node, gltf_track *track, pantin_clip *clip,
                         arena *scratch, pantin_error *error) {
    pantin_morph *morph = &clip->morphs[clip->morph_count];
    size_t width = (size_t)track->width;
    double total = (double)clip->frames * (double)width;
    for (int k = 0; k < clip->morph_count; k++)
        total += (double)clip->frames * clip->morphs[k].count;
    if (total > 4 * places_most(s))
        return pantin_fail(error, PANTIN_ERROR_FORMAT, s->d->motion->name,
                           "%.0f morph weights are more than the file makes good", total);
    double *numbers = ARENA_ARRAY(scratch, double, width);
    *morph = (pantin_morph){ .node = node,
                             .count = track->width,
                             .step = track->interpolation == GLTF_STEP };
    morph->weights = ARENA_ARRAY(clip_memory(clip), float, (size_t)clip->frames *width);
    if (numbers == NULL || morph->weights == NULL)
        return memory_fail(error, "an animation's morph weights");
    for (int i = 0; i < clip->frames; i++) {
        gltf_track_numbers(track, clip->start_s + i / clip->fps, numbers);
        for (size_t k = 0; k < width; k++)
            morph->weights[(size_t)i * width + k] = (float)numbers[k];
    }
    clip->morph_count++;
    return true;
}

static void fill_track(gltf_track *track, int j, pantin_clip *clip) {
    static const unsigned moves[] = { PANTIN_MOVES_ROTATION, PANTIN_MOVES_TRANSLATION,
                                      PANTIN_MOVES_SCALE };
    static const unsigned steps[] = { PANTIN_STEP_ROTATION, PANTIN_STEP_TRANSLATION,
                                      PANTIN_STEP_SCALE };
    clip->joints[j].moves |= moves[track->path];
    if (track->interpolation == GLTF_STEP) clip->joints[j].moves |= steps[track->path];
    for (int i = 0; i < clip->frames; i++) {
        double time = clip->start_s + i / clip->fps, n[3];
        if (track->path == GLTF_ROTATION) {
            *clip_rotation(clip, i, j) = gltf_track_rotation(track, time);
            continue;
        }
        gltf_track_numbers(track, time, n);
        vec3 *to = track->path == GLTF_TRANSLATION ? clip->translations : clip->scales;
        to[(size_t)i * (size_t)clip->joint_count + (size_t)j] = (vec3){ n[0], n[1], n[2] };
    }
}

static void add_remarks(gltf_remarks *sum, const gltf_remarks *more) {
    sum->flips += more->flips;
    sum->half_turns += more->half_turns;
    sum->unsorted += more->unsorted;
    sum->doubled += more->doubled;
    sum->lone_cubic += more->lone_cubic;
    sum->surplus += more->surplus;
    sum->no_turn += more->no_turn;
}

static bool fill_channel(sampling *s, int k, double last, pantin_clip *clip, pantin_error *error) {
    const gltf_channel *c = &s->a->channels[k];
    arena scratch = { 0 };
    gltf_track track;
    bool fine = gltf_track_read(s->d, s->animation, k, gltf_slack(last), &scratch, &track, error);
    if (fine && c->path == GLTF_WEIGHTS)
        fine = fill_weights(s, c->node, &track, clip, &scratch, error);
    else if (fine)
        fill_track(&track, s->joints[c->node], clip);
    if (fine) {
        add_remarks(&s->remarks, &track.remarks);
        s->kinds[track.interpolation] = true;
    }
    arena_free(&scratch);
    return fine;
}

// --- notes -------------------------------------------------------------------------------------------

static void note_kinds(const sampling *s, pantin_clip *clip) {
    if (!s->kinds[GLTF_STEP] && !s->kinds[GLTF_CUBICSPLINE]) return;
    char line[64];
    size_t used = 0;
    static const struct {
        gltf_interpolation kind;
        const char *word;
    } kinds[] = { { GLTF_CUBICSPLINE, "CUBICSPLINE" },
                  { GLTF_LINEAR, "LINEAR" },
                  { GLTF_STEP, "STEP" } };
    for (int k = 0; k < 3; k++)
        if (s->kinds[kinds[k].kind])
            used += text_print(line + used, sizeof line - used, "%s%s", used > 0 ? "/" : "",
                               kinds[k].word);
    clip_note(clip, "interpolation %s", line);
}

static void note_keys(const gltf_remarks *r, pantin_clip *clip) {
    if (r->flips > 0) clip_note(clip, "%d quaternion sign flips between keys", r->flips);
    if (r->half_turns > 0)
        clip_note(clip, "%d pairs of keys 180 degrees apart: which way round is a guess",
                  r->half_turns);
    if (r->unsorted > 0) clip_note(clip, "%d tracks with unsorted times: sorted", r->unsorted);
    if (r->doubled > 0)
        clip_note(clip, "%d keys at the time of another: the later one holds", r->doubled);
    if (r->no_turn > 0)
        clip_note(clip, "%d rotation keys of no length: taken as no rotation", r->no_turn);
    if (r->lone_cubic > 0)
        clip_note(clip, "%d CUBICSPLINE tracks with a single key: it holds", r->lone_cubic);
    if (r->surplus > 0)
        clip_note(clip, "%d tracks with more values than keys: the rest left out", r->surplus);
}

static int bent_matrices(const sampling *s) {
    int count = 0;
    for (int n = 0; n < s->d->node_count; n++)
        count += s->d->nodes[n].matrix != NULL && (s->moved[n] & FRAME_PATHS) != 0;
    return count;
}

static void note_all(const sampling *s, const gltf_timing *timing, pantin_clip *clip) {
    char shown[96];
    label(s, shown, sizeof shown);
    const char *still = s->d->joint_count > 0 ? "skin joint" : "node but cameras";
    if (s->by_default && s->animation == 1)
        clip_note(clip, "animation #0 moves no %s, took #1", still);
    else if (s->by_default && s->animation > 1)
        clip_note(clip, "animations #0 to #%d move no %s, took #%d", s->animation - 1, still,
                  s->animation);
    if (s->d->animation_count > 1 && s->a->name[0] != '\0')
        clip_note(clip, "%d animations, took #%d %s", s->d->animation_count, s->animation, shown);
    else if (s->d->animation_count > 1)
        clip_note(clip, "%d animations, took #%d", s->d->animation_count, s->animation);
    if (s->beside_skin > 0)
        clip_note(clip, "%d animated nodes are not skin joints", s->beside_skin);
    if (s->d->joint_count == 0) clip_note(clip, "no skin: animated nodes taken as bones");
    note_keys(&s->remarks, clip);
    note_kinds(s, clip);
    if (timing->guessed)
        clip_note(clip, "no usual rate fits its keys: %.3f frames/s from their median step",
                  timing->fps);
    if (s->twice > 0)
        clip_note(clip, "%d channels move what another moves already: left out", s->twice);
    if (s->other > 0)
        clip_note(clip, "%d channels move no node (extensions): cut with the rest, not closed",
                  s->other);
    int bent = bent_matrices(s);
    if (bent > 0)
        clip_note(clip, "%d animated nodes have a sheared matrix: taken as the nearest rotation",
                  bent);
}

// --- the whole -----------------------------------------------------------------------------------------

static bool moves_scale(const sampling *s) {
    for (int n = 0; n < s->d->node_count; n++)
        if ((s->moved[n] >> GLTF_SCALE & 1) != 0) return true;
    return false;
}

static bool fill(sampling *s, const gltf_timing *timing, pantin_clip *clip, pantin_error *error) {
    clip->animation = s->animation;
    clip->animations = s->d->animation_count;
    clip->fps = timing->fps;
    clip->start_s = timing->first;
    clip->key_frames = timing->key_frames;
    clip->bone_count = s->bone_count;
    if (!fill_joints(s, clip, error)) return false;
    fill_rest(clip);
    for (int k = 0; k < s->a->channel_count; k++)
        if (s->used[k] && !fill_channel(s, k, timing->last, clip, error)) return false;
    note_all(s, timing, clip);
    clip_align_signs(clip);
    clip->root = clip_find_root(clip);
    return true;
}

static bool sample(sampling *s, pantin_clip *clip, pantin_error *error) {
    gltf_timing timing;
    char shown[96];
    label(s, shown, sizeof shown);
    if (!gltf_animation_moves_bone(s->d->motion, s->animation))
        return pantin_fail(error, PANTIN_ERROR_FORMAT, s->d->motion->name,
                           "animation %s moves no %s", shown,
                           s->d->joint_count > 0 ? "skin joint" : "node but cameras");
    if (!prepare(s, error) || !check_work(s, error) ||
        !gltf_timing_find(s->d, s->animation, s->d->motion->options.fps, &timing, error) ||
        !check_frames(s, &timing, error) ||
        !clip_begin(clip, s->joint_count, (int)timing.frames, moves_scale(s), error))
        return false;
    if (fill(s, &timing, clip, error)) return true;
    pantin_clip_free(clip);
    return false;
}

bool gltf_sample(const pantin_motion *motion, int animation, bool by_default, pantin_clip *clip,
                 pantin_error *error) {
    sampling s = { .d = motion->gltf,
                   .by_default = by_default,
                   .a = &motion->gltf->animations[animation],
                   .animation = animation };
    bool fine = sample(&s, clip, error);
    arena_free(&s.memory);
    return fine;
}

bool gltf_is_clip(const pantin_motion *motion, int animation) {
    const gltf_document *d = motion->gltf;
    const gltf_animation *a = &d->animations[animation];
    gltf_timing timing;
    if (!gltf_animation_moves_bone(motion, animation)) return false;
    for (int k = 0; k < a->channel_count; k++)
        if (a->channels[k].path != GLTF_OTHER &&
            !gltf_accessor_check(d, a->samplers[a->channels[k].sampler].input, NULL))
            return true;
    return !gltf_timing_find(d, animation, motion->options.fps, &timing, NULL) ||
           timing.frames >= 3;
}
