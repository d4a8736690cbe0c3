// puppet_motion_fields.c — the grammar of a puppet file, second half: what moves.
// Poses and the controls that drive them; limbs, gaits, attachments, springs and transitions.
// SPDX-License-Identifier: MIT
#include "puppet_fields.h"

#define PX_LIMIT 1e5
#define TURN_LIMIT 3600.0
#define LATER_REACH "reach targets come with the stage"

static const bind_field offset_fields[] = {
    { .name = "move_px", .kind = BIND_NUMBERS, BIND_AT(pantin_puppet_offset, move_px), .length = 2,
      .low = -PX_LIMIT, .high = PX_LIMIT, .unit = "px", .doc = "how far from its rest place" },
    { .name = "turn_deg", .kind = BIND_NUMBER, BIND_AT(pantin_puppet_offset, turn_deg),
      .low = -TURN_LIMIT, .high = TURN_LIMIT, .unit = "deg",
      .doc = "how far it turns, counter-clockwise as seen" },
    { .name = "about", .kind = BIND_TEXT, BIND_AT(pantin_puppet_offset, about),
      .flags = BIND_NULLABLE, .doc = "the handle about whose rest place it turns; null: its own" },
};
static const bind_table offset_table = {
    .name = "offset", .doc = "What a pose does to one handle.", .size = sizeof(pantin_puppet_offset),
    .fields = offset_fields, .count = BIND_COUNT(offset_fields),
    .name_offset = offsetof(pantin_puppet_offset, name),
};

static const bind_field pose_fields[] = {
    { .name = "view", .kind = BIND_TEXT, BIND_AT(pantin_puppet_pose, view), .fallback_text = "*",
      .doc = "the view it belongs to, * all" },
    { .name = "handles", .kind = BIND_MAP, BIND_MANY(pantin_puppet_pose, handles, handle_count),
      .table = &offset_table, .doc = "where its handles go" },
    { .name = "attachment", .kind = BIND_TEXT, BIND_AT(pantin_puppet_pose, attachment),
      .flags = BIND_NULLABLE | BIND_LATER, .later = "attachments come with the stage",
      .doc = "the attachment it turns and moves as a whole" },
    { .name = "turn_deg", .kind = BIND_NUMBER, BIND_AT(pantin_puppet_pose, turn_deg),
      .low = -TURN_LIMIT, .high = TURN_LIMIT, .unit = "deg", .flags = BIND_LATER,
      .later = "attachments come with the stage", .doc = "of the attachment" },
    { .name = "move_px", .kind = BIND_NUMBERS, BIND_AT(pantin_puppet_pose, move_px), .length = 2,
      .low = -PX_LIMIT, .high = PX_LIMIT, .unit = "px", .flags = BIND_LATER,
      .later = "attachments come with the stage", .doc = "of the attachment" },
};
const bind_table puppet_pose_table = {
    .name = "pose", .doc = "Named offsets of handles from rest; poses add up by weight.",
    .size = sizeof(pantin_puppet_pose), .fields = pose_fields, .count = BIND_COUNT(pose_fields),
    .name_offset = offsetof(pantin_puppet_pose, name),
};

static bool check_drive(bind_reader *reader, void *item) {
    const pantin_puppet_drive *drive = item;
    int said = (drive->pose != NULL) + (drive->driver != NULL) + (drive->reach != NULL);
    if (said != 1)
        return bind_fail_at(reader, drive->head.at,
                            "a drive names one of \"pose\", \"driver\" and \"reach\"");
    for (int k = 1; k < drive->map_count; k++)
        if (!(drive->map[k].x > drive->map[k - 1].x))
            return bind_fail_at(reader,
                                bind_locate(reader->tape->source, reader->tape->size,
                                            drive->head.at, "map"),
                                "a map's inputs must ascend: %g follows %g", drive->map[k].x,
                                drive->map[k - 1].x);
    return true;
}

static const char *const axis_words[] = { "x", "y", "weight", NULL };
static const char *const space_words[] = { "stage", "body", NULL };

static const bind_field drive_fields[] = {
    { .name = "pose", .kind = BIND_TEXT, BIND_AT(pantin_puppet_drive, pose), .doc = "the pose it weighs" },
    { .name = "driver", .kind = BIND_TEXT, BIND_AT(pantin_puppet_drive, driver), .flags = BIND_LATER,
      .later = "drivers come with the stage", .doc = "the driver whose gain it sets" },
    { .name = "reach", .kind = BIND_TEXT, BIND_AT(pantin_puppet_drive, reach), .flags = BIND_LATER,
      .later = LATER_REACH, .doc = "the limb whose end it places" },
    { .name = "axis", .kind = BIND_WORD, BIND_AT(pantin_puppet_drive, axis), .words = axis_words,
      .fallback_text = "x", .flags = BIND_LATER, .later = LATER_REACH, .doc = "of the reach" },
    { .name = "space", .kind = BIND_WORD, BIND_AT(pantin_puppet_drive, space), .words = space_words,
      .fallback_text = "stage", .flags = BIND_LATER, .later = LATER_REACH, .doc = "of the reach" },
    { .name = "map", .kind = BIND_POINTS, BIND_MANY(pantin_puppet_drive, map, map_count),
      .length = 1, .low = -1e6, .high = 1e6, .unit = "1",
      .doc = "[control, weight] pairs, straight between them, level beyond; none: the value itself" },
};
static const bind_table drive_table = {
    .name = "drive", .doc = "What a control or a driver moves.", .size = sizeof(pantin_puppet_drive),
    .fields = drive_fields, .count = BIND_COUNT(drive_fields), .check = check_drive,
};

static bool check_control(bind_reader *reader, void *item) {
    pantin_puppet_control *control = item;
    if (!(control->range[0] < control->range[1]))
        return bind_fail_at(reader, control->head.at, "control \"%.64s\" has an empty range [%g, %g]",
                            control->name, control->range[0], control->range[1]);
    bool given = bind_given(&puppet_control_table, control, "default");
    if (given && (control->fallback < control->range[0] || control->fallback > control->range[1]))
        return bind_fail_at(reader, control->head.at,
                            "the default %g of control \"%.64s\" lies outside its range [%g, %g]",
                            control->fallback, control->name, control->range[0], control->range[1]);
    return true;
}

static const bind_field control_fields[] = {
    { .name = "range", .kind = BIND_NUMBERS, BIND_AT(pantin_puppet_control, range), .length = 2,
      .low = -1e6, .high = 1e6, .flags = BIND_REQUIRED, .doc = "its lowest and highest value" },
    { .name = "default", .kind = BIND_NUMBER, BIND_AT(pantin_puppet_control, fallback), .low = -1e6,
      .high = 1e6, .fallback = 0, .doc = "its value where no channel turns it" },
    { .name = "unit", .kind = BIND_TEXT, BIND_AT(pantin_puppet_control, unit), .fallback_text = "1",
      .doc = "for people and the editor" },
    { .name = "drives", .kind = BIND_LIST, BIND_MANY(pantin_puppet_control, drives, drive_count),
      .table = &drive_table, .flags = BIND_REQUIRED, .doc = "what it moves" },
};
const bind_table puppet_control_table = {
    .name = "control", .doc = "A knob a score turns: it drives poses through maps.",
    .size = sizeof(pantin_puppet_control), .fields = control_fields,
    .count = BIND_COUNT(control_fields), .name_offset = offsetof(pantin_puppet_control, name),
    .check = check_control,
};

static const char *const shape_words[] = { "sine", "gait", "lip", NULL };

static const bind_field driver_fields[] = {
    { .name = "name", .kind = BIND_TEXT, BIND_AT(pantin_puppet_driver, name), .flags = BIND_REQUIRED,
      .doc = "its name" },
    { .name = "shape", .kind = BIND_WORD, BIND_AT(pantin_puppet_driver, shape), .words = shape_words,
      .fallback_text = "sine", .doc = "its course over time" },
    { .name = "period_s", .kind = BIND_NUMBER, BIND_AT(pantin_puppet_driver, period_s),
      .flags = BIND_OPEN_LOW, .low = 0, .high = 1000, .fallback = 1, .unit = "s", .doc = "of a sine" },
    { .name = "phase", .kind = BIND_NUMBER, BIND_AT(pantin_puppet_driver, phase), .low = -1,
      .high = 1, .unit = "1", .doc = "of a sine, in periods" },
    { .name = "gain", .kind = BIND_NUMBER, BIND_AT(pantin_puppet_driver, gain), .low = -1000,
      .high = 1000, .fallback = 1, .unit = "1", .doc = "how strong where no control sets it" },
    { .name = "drives", .kind = BIND_LIST, BIND_MANY(pantin_puppet_driver, drives, drive_count),
      .table = &drive_table, .flags = BIND_REQUIRED, .doc = "what it moves" },
};
const bind_table puppet_driver_table = {
    .name = "driver", .doc = "What moves by itself: breath, a wagging tail.",
    .size = sizeof(pantin_puppet_driver), .fields = driver_fields, .count = BIND_COUNT(driver_fields),
};

static const char *const bend_words[] = { "forward", "backward", NULL };
static const char *const too_far_words[] = { "short", "lower_root", NULL };

static const bind_field limb_fields[] = {
    { .name = "name", .kind = BIND_TEXT, BIND_AT(pantin_puppet_limb, name), .flags = BIND_REQUIRED, .doc = "its name" },
    { .name = "piece", .kind = BIND_TEXT, BIND_AT(pantin_puppet_limb, piece), .flags = BIND_REQUIRED, .doc = "the piece it is part of" },
    { .name = "root", .kind = BIND_TEXT, BIND_AT(pantin_puppet_limb, root), .flags = BIND_REQUIRED, .doc = "handle at the shoulder or hip" },
    { .name = "mid", .kind = BIND_TEXT, BIND_AT(pantin_puppet_limb, mid), .flags = BIND_REQUIRED, .doc = "handle at the elbow or knee" },
    { .name = "end", .kind = BIND_TEXT, BIND_AT(pantin_puppet_limb, end), .flags = BIND_REQUIRED, .doc = "handle at the hand or foot" },
    { .name = "bend", .kind = BIND_WORD, BIND_AT(pantin_puppet_limb, bend), .words = bend_words, .fallback_text = "forward", .doc = "where the mid joint points, seen as the figure faces" },
    { .name = "reach", .kind = BIND_NUMBERS, BIND_AT(pantin_puppet_limb, reach), .length = 2, .low = 0, .high = 1, .unit = "1", .doc = "least and greatest length, as shares of the straight limb" },
    { .name = "mid_limits_deg", .kind = BIND_NUMBERS, BIND_AT(pantin_puppet_limb, mid_limits_deg), .length = 2, .low = 0, .high = 180, .unit = "deg", .doc = "least and greatest bend" },
    { .name = "hold_mid", .kind = BIND_BOOL, BIND_AT(pantin_puppet_limb, hold_mid), .fallback = 1, .doc = "the mid joint is a target too" },
    { .name = "too_far", .kind = BIND_WORD, BIND_AT(pantin_puppet_limb, too_far), .words = too_far_words, .fallback_text = "short", .doc = "what gives when the end is out of reach" },
};
const bind_table puppet_limb_table = {
    .name = "limb", .doc = "A two-bone chain.", .size = sizeof(pantin_puppet_limb),
    .fields = limb_fields, .count = BIND_COUNT(limb_fields),
};

static const bind_field attachment_fields[] = {
    { .name = "name", .kind = BIND_TEXT, BIND_AT(pantin_puppet_attachment, name), .flags = BIND_REQUIRED, .doc = "its name" },
    { .name = "piece", .kind = BIND_TEXT, BIND_AT(pantin_puppet_attachment, piece), .flags = BIND_REQUIRED, .doc = "the piece that is attached" },
    { .name = "to", .kind = BIND_TEXT, BIND_AT(pantin_puppet_attachment, to), .flags = BIND_REQUIRED, .doc = "the piece it is attached to" },
    { .name = "weld", .kind = BIND_CUSTOM, BIND_AT(pantin_puppet_attachment, weld), .custom = &puppet_weld_form, .flags = BIND_REQUIRED, .doc = "which handle of the one lies on which of the other" },
    { .name = "follow_turn", .kind = BIND_NUMBER, BIND_AT(pantin_puppet_attachment, follow_turn), .low = 0, .high = 1, .fallback = 1, .unit = "1", .doc = "how much of the parent's turn it takes over" },
    { .name = "pivot", .kind = BIND_TEXT, BIND_AT(pantin_puppet_attachment, pivot), .flags = BIND_NULLABLE, .doc = "the handle it turns about" },
    { .name = "moves", .kind = BIND_TEXTS, BIND_MANY(pantin_puppet_attachment, moves, move_count), .doc = "the handles that turn with it" },
    { .name = "overlap_px", .kind = BIND_NUMBER, BIND_AT(pantin_puppet_attachment, overlap_px), .low = 0, .high = 1000, .unit = "px", .doc = "how far the two lie over each other" },
};
const bind_table puppet_attachment_table = {
    .name = "attachment", .doc = "A piece welded to bent points of another.",
    .size = sizeof(pantin_puppet_attachment), .fields = attachment_fields, .count = BIND_COUNT(attachment_fields),
};

static const bind_field spring_fields[] = {
    { .name = "handle", .kind = BIND_TEXT, BIND_AT(pantin_puppet_spring, handle), .flags = BIND_REQUIRED, .doc = "the handle that swings" },
    { .name = "frequency_hz", .kind = BIND_NUMBER, BIND_AT(pantin_puppet_spring, frequency_hz), .flags = BIND_OPEN_LOW, .low = 0, .high = 60, .fallback = 3, .unit = "Hz", .doc = "how fast" },
    { .name = "damping", .kind = BIND_NUMBER, BIND_AT(pantin_puppet_spring, damping), .low = 0, .high = 2, .fallback = 0.35, .unit = "1", .doc = "1: no overshoot" },
    { .name = "gravity", .kind = BIND_NUMBER, BIND_AT(pantin_puppet_spring, gravity), .low = -100, .high = 100, .fallback = 0, .unit = "m/s2", .doc = "how it hangs" },
};
const bind_table puppet_spring_table = {
    .name = "spring", .doc = "A handle that swings after the rest.", .size = sizeof(pantin_puppet_spring),
    .fields = spring_fields, .count = BIND_COUNT(spring_fields),
};

static const bind_field foot_fields[] = {
    { .name = "limb", .kind = BIND_TEXT, BIND_AT(pantin_puppet_foot, limb), .flags = BIND_REQUIRED, .doc = "the limb it ends" },
    { .name = "pair", .kind = BIND_TEXT, BIND_AT(pantin_puppet_foot, pair), .doc = "feet of one pair are not in the air together" },
    { .name = "home_px", .kind = BIND_NUMBERS, BIND_AT(pantin_puppet_foot, home_px), .length = 2, .low = -PX_LIMIT, .high = PX_LIMIT, .unit = "px", .flags = BIND_REQUIRED, .doc = "where it stands, from the ground point" },
};
static const bind_table foot_table = {
    .name = "foot", .doc = "A foot of a gait.", .size = sizeof(pantin_puppet_foot),
    .fields = foot_fields, .count = BIND_COUNT(foot_fields),
};

static const char *const toes_words[] = { "level", "follow", NULL };

static const bind_field gait_fields[] = {
    { .name = "feet", .kind = BIND_LIST, BIND_MANY(pantin_puppet_gait, feet, foot_count), .table = &foot_table, .flags = BIND_REQUIRED, .length = 1, .doc = "its feet" },
    { .name = "trigger_px", .kind = BIND_NUMBER, BIND_AT(pantin_puppet_gait, trigger_px), .low = 0, .high = 1e4, .fallback = 38, .unit = "px", .doc = "how far a foot lags before it steps" },
    { .name = "swing_s", .kind = BIND_NUMBER, BIND_AT(pantin_puppet_gait, swing_s), .flags = BIND_OPEN_LOW, .low = 0, .high = 10, .fallback = 0.22, .unit = "s", .doc = "how long a step takes" },
    { .name = "lift_px", .kind = BIND_NUMBER, BIND_AT(pantin_puppet_gait, lift_px), .low = 0, .high = 1e4, .fallback = 19, .unit = "px", .doc = "how high it lifts" },
    { .name = "lead", .kind = BIND_NUMBER, BIND_AT(pantin_puppet_gait, lead), .low = 0, .high = 2, .fallback = 0.5, .unit = "1", .doc = "how far ahead of its home it lands, in steps" },
    { .name = "in_air", .kind = BIND_INT, BIND_AT(pantin_puppet_gait, in_air), .low = 1, .high = 32, .fallback = 2, .doc = "feet in the air together, at most" },
    { .name = "pair_in_air", .kind = BIND_INT, BIND_AT(pantin_puppet_gait, pair_in_air), .low = 1, .high = 32, .fallback = 1, .doc = "of one pair, at most" },
    { .name = "settle_s", .kind = BIND_NUMBER, BIND_AT(pantin_puppet_gait, settle_s), .low = 0, .high = 10, .fallback = 0.4, .unit = "s", .doc = "after how long a rest it tidies its feet" },
    { .name = "settle_px", .kind = BIND_NUMBER, BIND_AT(pantin_puppet_gait, settle_px), .low = 0, .high = 1e4, .fallback = 8, .unit = "px", .doc = "a foot farther off home than this is tidied" },
    { .name = "toes", .kind = BIND_WORD, BIND_AT(pantin_puppet_gait, toes), .words = toes_words, .fallback_text = "level", .doc = "how a foot is held in the air" },
};
const bind_table puppet_gait_table = {
    .name = "gait", .doc = "How feet step when the body moves.", .size = sizeof(pantin_puppet_gait),
    .fields = gait_fields, .count = BIND_COUNT(gait_fields), .name_offset = offsetof(pantin_puppet_gait, name),
};

static const char *const passage_eases[] = { "linear", "smooth", "in", "out", NULL };

static const bind_field passage_fields[] = {
    { .name = "frames", .kind = BIND_INT, BIND_AT(pantin_puppet_passage, frames), .low = 0, .high = 1000, .flags = BIND_REQUIRED, .unit = "frames", .doc = "how long" },
    { .name = "width", .kind = BIND_NUMBERS, BIND_AT(pantin_puppet_passage, width), .length = 2, .low = 0.05, .high = 4, .fallback = 1, .unit = "1", .doc = "its width at the beginning and at the end" },
    { .name = "ease", .kind = BIND_WORD, BIND_AT(pantin_puppet_passage, ease), .words = passage_eases, .fallback_text = "smooth", .doc = "the way between" },
    { .name = "controls", .kind = BIND_CUSTOM, BIND_AT(pantin_puppet_passage, controls), .custom = &puppet_ramps_form, .doc = "controls that go from one value to another meanwhile" },
    { .name = "lift", .kind = BIND_TEXTS, BIND_MANY(pantin_puppet_passage, lift, lift_count), .doc = "limbs whose feet are released" },
};
static const bind_table passage_table = {
    .name = "passage", .doc = "One side of a transition.", .size = sizeof(pantin_puppet_passage),
    .fields = passage_fields, .count = BIND_COUNT(passage_fields),
};

static const bind_field when_fields[] = {
    { .name = "control", .kind = BIND_TEXT, BIND_AT(pantin_puppet_when, control), .flags = BIND_REQUIRED, .doc = "the control that decides" },
    { .name = "above", .kind = BIND_NUMBER, BIND_AT(pantin_puppet_when, above), .low = -1e6, .high = 1e6, .flags = BIND_REQUIRED, .doc = "it begins above this" },
    { .name = "until_below", .kind = BIND_NUMBER, BIND_AT(pantin_puppet_when, until_below), .low = -1e6, .high = 1e6, .flags = BIND_REQUIRED, .doc = "and goes back below this" },
};
static const bind_table when_table = {
    .name = "when", .doc = "What sets off a transition.", .size = sizeof(pantin_puppet_when),
    .fields = when_fields, .count = BIND_COUNT(when_fields),
};

static const bind_field match_fields[] = {
    { .name = "x", .kind = BIND_CUSTOM, BIND_AT(pantin_puppet_match, x), .custom = &puppet_match_form, .doc = "what keeps its place sideways" },
    { .name = "y", .kind = BIND_CUSTOM, BIND_AT(pantin_puppet_match, y), .custom = &puppet_match_form, .doc = "what keeps its height" },
};
static const bind_table match_table = {
    .name = "match", .doc = "What the two drawings share.", .size = sizeof(pantin_puppet_match),
    .fields = match_fields, .count = BIND_COUNT(match_fields),
};

static const bind_field transition_fields[] = {
    { .name = "from", .kind = BIND_TEXT, BIND_AT(pantin_puppet_transition, from), .flags = BIND_REQUIRED, .doc = "the view or piece that goes" },
    { .name = "to", .kind = BIND_TEXT, BIND_AT(pantin_puppet_transition, to), .flags = BIND_REQUIRED, .doc = "the view or piece that comes" },
    { .name = "piece", .kind = BIND_TEXT, BIND_AT(pantin_puppet_transition, piece), .flags = BIND_NULLABLE, .doc = "only this piece changes" },
    { .name = "when", .kind = BIND_STRUCT, BIND_AT(pantin_puppet_transition, when), .table = &when_table, .flags = BIND_NULLABLE, .doc = "null: when the score's view changes" },
    { .name = "out", .kind = BIND_STRUCT, BIND_AT(pantin_puppet_transition, out), .table = &passage_table, .flags = BIND_REQUIRED, .doc = "how the old one goes" },
    { .name = "in", .kind = BIND_STRUCT, BIND_AT(pantin_puppet_transition, in), .table = &passage_table, .flags = BIND_REQUIRED, .doc = "how the new one comes" },
    { .name = "match", .kind = BIND_STRUCT, BIND_AT(pantin_puppet_transition, match), .table = &match_table, .doc = "what they share" },
};
const bind_table puppet_transition_table = {
    .name = "transition", .doc = "How one drawing becomes another.", .size = sizeof(pantin_puppet_transition),
    .fields = transition_fields, .count = BIND_COUNT(transition_fields),
};
