// with_soak_results.c — one line a unit, and what lines come to: they add up whatever run wrote them.
// SPDX-License-Identifier: MIT
#include "with_soak.h"

#include <math.h>

enum { BIG = 1000, BIG_END = 1700 };

static const char *const count_names[SOAK_COUNTS] = { "frames", "inverted", "branched", "nan",
                                                      "unlike", "stalled",  "reposed",  "lagging",
                                                      "short",  "capped",   "held" };

int soak_bucket(double ms) { return clamp_int((int)(8 * log2(ms / 0.05)), 0, SOAK_BUCKETS - 1); }
static double bucket_ms(int bucket) { return 0.05 * exp2((bucket + 1) / 8.0); }

void soak_write_head(FILE *out) {
    fprintf(out, "unit,subject,vertices,kind,bones");
    for (int k = 0; k < SOAK_COUNTS; k++) fprintf(out, ",%s", count_names[k]);
    fprintf(out, ",min_ratio,ms,buckets\n");
}

void soak_write_result(FILE *out, const soak_result *r) {
    char line[2048];
    int at = snprintf(line, sizeof line, "%d,%s,%d,%s,%d", r->unit, r->subject, r->vertices,
                      soak_kind_names[r->kind], r->bones);
    for (int k = 0; k < SOAK_COUNTS; k++)
        at += snprintf(line + at, sizeof line - (size_t)at, ",%ld", r->counts[k]);
    at += snprintf(line + at, sizeof line - (size_t)at, ",%.4g,%.1f,", r->min_ratio, r->ms);
    for (int k = 0; k < SOAK_BUCKETS; k++)
        if (r->buckets[k] > 0)
            at += snprintf(line + at, sizeof line - (size_t)at, "%d:%d ", k, r->buckets[k]);
    snprintf(line + at, sizeof line - (size_t)at, "\n");
    fputs(line, out); // at once: others write here too
    fflush(out);
}

bool soak_read_result(const char *line, soak_result *r) {
    char kind[24];
    int at = 0, bones = 0, step = 0;
    *r = (soak_result){ 0 };
    if (sscanf(line, "%d,%39[^,],%d,%23[^,],%d%n", &r->unit, r->subject, &r->vertices, kind, &bones,
               &at) != 5)
        return false;
    r->bones = bones;
    while (r->kind < SOAK_KINDS && strcmp(kind, soak_kind_names[r->kind]) != 0) r->kind++;
    for (int k = 0; k < SOAK_COUNTS; k++, at += step)
        if (sscanf(line + at, ",%ld%n", &r->counts[k], &step) != 1) return false;
    if (sscanf(line + at, ",%lf,%lf,%n", &r->min_ratio, &r->ms, &step) != 2) return false;
    for (int bucket, count; sscanf(line + (at += step), "%d:%d %n", &bucket, &count, &step) == 2;)
        if (bucket >= 0 && bucket < SOAK_BUCKETS) r->buckets[bucket] = count;
    return r->kind < SOAK_KINDS && strchr(line, '\n') != NULL;
}

// --- the sum ------------------------------------------------------------------------------------

static void tally_add(soak_tally *sum, const soak_result *r) {
    for (int k = 0; k < SOAK_COUNTS; k++) sum->counts[k] += r->counts[k];
    for (int k = 0; k < SOAK_BUCKETS; k++) sum->buckets[k] += r->buckets[k];
    sum->min_ratio = sum->units == 0 ? r->min_ratio : min_double(sum->min_ratio, r->min_ratio);
    sum->ms += r->ms;
    sum->units++;
}

static void tally_print(const char *name, const soak_tally *sum) {
    long frames = sum->counts[SOAK_FRAMES], seen = 0;
    if (frames == 0) return;
    int at = 0;
    for (; at < SOAK_BUCKETS - 1; at++) {
        seen += sum->buckets[at];
        if (100 * seen >= 95 * frames) break;
    }
    printf("%-22s", name);
    for (int k = 0; k < SOAK_COUNTS; k++) printf(" %8ld", sum->counts[k]);
    printf(" %8.4f %7.2f %7.1f\n", sum->min_ratio, sum->ms / (double)frames, bucket_ms(at));
}

void soak_sums_add(soak_sums *s, const soak_result *r) {
    bool big = r->vertices >= BIG && r->vertices < BIG_END;
    tally_add(&s->all, r);
    tally_add(&s->kinds[r->kind], r);
    tally_add(r->kind >= SOAK_POSES ? &s->reachable : &s->unreachable, r);
    if (big) tally_add(&s->big, r);
    if (big && r->kind == SOAK_RECORDED) tally_add(&s->recorded[r->bones], r);
}

bool soak_sums_print(const soak_sums *s) {
    printf("%-22s", "");
    for (int k = 0; k < SOAK_COUNTS; k++) printf(" %8s", count_names[k]);
    printf(" %8s %7s %7s\n", "ratio", "ms", "ms p95");
    for (int k = 0; k < SOAK_KINDS; k++) tally_print(soak_kind_names[k], &s->kinds[k]);
    tally_print("unreachable", &s->unreachable);
    tally_print("reachable", &s->reachable);
    tally_print("recorded 1000+", &s->recorded[0]);
    tally_print("recorded 1000+ bones", &s->recorded[1]);
    tally_print("1000..1699 vertices", &s->big);
    tally_print("all", &s->all);
    const long *all = s->all.counts, *can = s->reachable.counts;
    bool whole =
        all[SOAK_INVERTED] + all[SOAK_BRANCHED] + all[SOAK_NOT_NUMBERS] + all[SOAK_UNLIKE] == 0;
    bool goes_on = 1000 * all[SOAK_STALLED] <= all[SOAK_FRAMES] && can[SOAK_STALLED] == 0;
    bool calm = 100 * can[SOAK_REPOSED] <= can[SOAK_FRAMES];
    printf(
        "%s: %ld frames, %ld of them broken; stalled %ld (reachable %ld), reposed where reachable "
        "%.2f %%\n",
        whole && goes_on && calm ? "kept" : "NOT KEPT", all[SOAK_FRAMES],
        all[SOAK_INVERTED] + all[SOAK_BRANCHED] + all[SOAK_NOT_NUMBERS] + all[SOAK_UNLIKE],
        all[SOAK_STALLED], can[SOAK_STALLED],
        can[SOAK_FRAMES] > 0 ? 100.0 * (double)can[SOAK_REPOSED] / (double)can[SOAK_FRAMES] : 0);
    return whole && goes_on && calm;
}
