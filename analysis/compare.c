#include "compare.h"

#include "compare_alike.h"
#include "compare_side.h"
#include "student.h"

#include <math.h>
#include <string.h>

/* Both sides of one workload. */
struct match {
    const char *name;
    GPtrArray *workloads[2]; /* json_t *, borrowed, one a result */
    GArray *levels[2];
    struct compare_noise noise[COMPARE_FIGURES];
};

static void
match_clear(void *data)
{
    struct match *match = data;
    for (int side = 0; side < 2; side++) {
        g_ptr_array_unref(match->workloads[side]);
        g_array_unref(match->levels[side]);
    }
}

static struct match
match_of(const struct compare *compare, const char *name)
{
    struct match match = {.name = name};
    const GPtrArray *files[2] = {compare->base, compare->new};
    for (int side = 0; side < 2; side++) {
        match.workloads[side] = g_ptr_array_new();
        for (guint i = 0; i < files[side]->len; i++) {
            const struct results_file *file = g_ptr_array_index(files[side], i);
            g_ptr_array_add(match.workloads[side], json_object_get(json_object_get(file->root, "workloads"), name));
        }
        match.levels[side] = compare_levels(match.workloads[side]);
    }
    for (int figure = 0; figure < COMPARE_FIGURES; figure++)
        match.noise[figure] = compare_noise_of(match.levels, (enum compare_figure)figure);
    return match;
}

int
compare_direction(enum compare_figure figure)
{
    static const int direction[] = {
        [COMPARE_IOPS] = 1, [COMPARE_MIB_S] = 1, [COMPARE_LATENCY] = -1, [COMPARE_CONCURRENCY] = 0};
    return direction[figure];
}

static void
judge_interval(struct compare_line *line)
{
    int direction = compare_direction(line->figure);
    bool beyond = fabs(line->change_pct) > line->limit_pct, apart = line->lo_pct > 0 || line->hi_pct < 0;
    line->reason = COMPARE_BY_INTERVAL;
    if (apart && beyond && direction == 0)
        line->verdict = COMPARE_CHANGED;
    else if (apart && beyond)
        line->verdict = (line->change_pct > 0) == (direction > 0) ? COMPARE_BETTER : COMPARE_WORSE;
    else if (line->lo_pct >= -line->limit_pct && line->hi_pct <= line->limit_pct)
        line->verdict = COMPARE_SAME;
    else
        line->reason = apart ? COMPARE_NEAR_LIMIT : COMPARE_TOO_WIDE;
}

/* The interval of ln(new / base): noise of both sides, and on top the ranges that the choice of a rung allows. */
static void
judge(struct compare_line *line, const struct compare_estimate *base, const struct compare_estimate *new, double alpha)
{
    line->base = base->value;
    line->new = new->value;
    line->verdict = COMPARE_CANNOT_TELL;
    line->lo_pct = line->hi_pct = NAN;
    double change = log(new->value / base->value);
    line->change_pct = 100 * expm1(change);
    line->reason = base->why != COMPARE_BY_INTERVAL ? base->why : new->why;
    if (line->reason != COMPARE_BY_INTERVAL)
        return;
    double left = base->error * base->error, right = new->error *new->error, variance = left + right;
    double spread = left * left / base->freedom + right * right / new->freedom;
    double freedom = spread > 0 ? variance * variance / spread : INFINITY;
    double reach = variance > 0 ? student_quantile(1 - alpha / 2, freedom) * sqrt(variance) : 0;
    line->lo_pct = 100 * expm1(change - reach - new->down - base->up);
    line->hi_pct = 100 * expm1(change + reach + new->up + base->down);
    judge_interval(line);
}

static struct compare_line
line_at(const struct match *match, enum compare_place place, enum compare_figure figure,
    const struct compare_limits *limits)
{
    return (struct compare_line){.workload = match->name,
        .place = place,
        .figure = figure,
        .base_at = NAN,
        .new_at = NAN,
        .base = NAN,
        .new = NAN,
        .change_pct = NAN,
        .lo_pct = NAN,
        .hi_pct = NAN,
        .limit_pct = place == COMPARE_KNEE ? limits->knee_pct : limits->pct[figure],
        .verdict = COMPARE_CANNOT_TELL};
}

static void
add_rung_lines(struct compare *compare, const struct match *match, double alpha)
{
    for (guint i = 0; i < match->levels[0]->len; i++)
        for (int figure = COMPARE_IOPS; figure <= COMPARE_LATENCY; figure++) {
            struct compare_line line = line_at(match, COMPARE_RUNG, (enum compare_figure)figure, &compare->limits);
            const struct compare_level *base = &g_array_index(match->levels[0], struct compare_level, i);
            const struct compare_level *new = &g_array_index(match->levels[1], struct compare_level, i);
            line.base_at = base->concurrency;
            line.new_at = new->concurrency;
            struct compare_estimate left = compare_estimate_of(base, line.figure, &match->noise[figure]);
            struct compare_estimate right = compare_estimate_of(new, line.figure, &match->noise[figure]);
            if (isnan(left.value) && isnan(right.value))
                continue;
            judge(&line, &left, &right, alpha);
            g_array_append_val(compare->lines, line);
        }
}

/* The lines of the rung at this concurrency once more, as those of a point. */
static void
repeat_rung_lines(struct compare *compare, const struct match *match, enum compare_place place, double at)
{
    guint count = compare->lines->len;
    for (guint i = 0; i < count; i++) {
        struct compare_line line = g_array_index(compare->lines, struct compare_line, i);
        if (line.workload != match->name || line.place != COMPARE_RUNG || fabs(line.base_at - at) > 1e-6 * at)
            continue;
        line.place = place;
        line.is_repeated = true;
        g_array_append_val(compare->lines, line);
    }
}

/* Where there is no rung within the ceiling on one side, surely, and one on the other, that is better or worse. */
static void
judge_lost_point(struct compare_line *line, const struct compare_estimate *base, const struct compare_estimate *new)
{
    bool lost = base->why == COMPARE_BY_INTERVAL && new->why == COMPARE_NONE_WITHIN &&isfinite(base->down);
    bool won = new->why == COMPARE_BY_INTERVAL && base->why == COMPARE_NONE_WITHIN &&isfinite(new->down);
    if (lost || won)
        line->verdict = lost ? COMPARE_WORSE : COMPARE_BETTER;
}

static void
add_point_lines(struct compare *compare, const struct match *match, enum compare_place place, double alpha)
{
    const char *name = compare_place_name(place);
    double base_at = compare_point_at(match->workloads[0], name), new_at = compare_point_at(match->workloads[1], name);
    if (isfinite(base_at) && fabs(base_at - new_at) <= 1e-6 * base_at) {
        repeat_rung_lines(compare, match, place, base_at);
        return;
    }
    struct compare_estimate side[2];
    double quantile = student_quantile(1 - alpha / 2, INFINITY);
    for (int i = 0; i < 2; i++)
        side[i] = place == COMPARE_BEST
                      ? compare_best_iops(match->workloads[i], match->levels[i], match->noise, quantile)
                      : compare_saturation_iops(match->workloads[i], match->levels[i], match->noise);
    if (isnan(side[0].value) && isnan(side[1].value))
        return;
    struct compare_line line = line_at(match, place, COMPARE_IOPS, &compare->limits);
    line.base_at = base_at;
    line.new_at = new_at;
    judge(&line, &side[0], &side[1], alpha);
    judge_lost_point(&line, &side[0], &side[1]);
    g_array_append_val(compare->lines, line);
}

static void
add_knee_lines(struct compare *compare, const struct match *match, double alpha)
{
    static const enum compare_figure figures[] = {COMPARE_CONCURRENCY, COMPARE_IOPS, COMPARE_LATENCY};
    for (size_t i = 0; i < G_N_ELEMENTS(figures); i++) {
        struct compare_line line = line_at(match, COMPARE_KNEE, figures[i], &compare->limits);
        struct compare_estimate base = compare_knee(match->workloads[0], figures[i]);
        struct compare_estimate new = compare_knee(match->workloads[1], figures[i]);
        if (isnan(base.value) && isnan(new.value))
            continue;
        judge(&line, &base, &new, alpha);
        g_array_append_val(compare->lines, line);
    }
}

static void
add_lines(struct compare *compare, const GArray *matches, double alpha)
{
    g_array_set_size(compare->lines, 0);
    for (guint i = 0; i < matches->len; i++) {
        const struct match *match = &g_array_index(matches, struct match, i);
        add_rung_lines(compare, match, alpha);
        add_point_lines(compare, match, COMPARE_BEST, alpha);
        add_point_lines(compare, match, COMPARE_SATURATION, alpha);
        add_knee_lines(compare, match, alpha);
    }
}

static void
count_lines(struct compare *compare)
{
    memset(compare->count, 0, sizeof compare->count);
    compare->compared = 0;
    for (guint i = 0; i < compare->lines->len; i++) {
        const struct compare_line *line = &g_array_index(compare->lines, struct compare_line, i);
        if (line->is_repeated)
            continue;
        compare->count[line->verdict]++;
        compare->compared += isfinite(line->lo_pct) || isfinite(line->hi_pct) ? 1 : 0;
    }
}

struct compare *
compare_new(GPtrArray *base, GPtrArray *new, const struct compare_limits *limits)
{
    struct compare *compare = g_new0(struct compare, 1);
    compare->limits = *limits;
    compare->base = g_ptr_array_ref(base);
    compare->new = g_ptr_array_ref(new);
    compare->between_runs = base->len > 1 || new->len > 1;
    compare->unlike = compare_unlike_of(base, new);
    compare->lines = g_array_new(FALSE, FALSE, sizeof(struct compare_line));
    if (compare->unlike->len > 0)
        return compare;
    g_autoptr(GArray) matches = g_array_new(FALSE, FALSE, sizeof(struct match));
    g_array_set_clear_func(matches, match_clear);
    const char *name;
    json_t *workload;
    json_object_foreach(
        json_object_get(((struct results_file *)g_ptr_array_index(base, 0))->root, "workloads"), name, workload)
    {
        struct match match = match_of(compare, name);
        g_array_append_val(matches, match);
    }
    /* Which figures have an interval does not depend on its confidence: the first pass counts them. */
    add_lines(compare, matches, COMPARE_ALPHA);
    count_lines(compare);
    compare->alpha_each = COMPARE_ALPHA / MAX(compare->compared, 1);
    add_lines(compare, matches, compare->alpha_each);
    count_lines(compare);
    return compare;
}

void
compare_free(struct compare *compare)
{
    if (!compare)
        return;
    g_array_unref(compare->unlike);
    g_array_unref(compare->lines);
    g_ptr_array_unref(compare->base);
    g_ptr_array_unref(compare->new);
    g_free(compare);
}

bool
compare_is_met(const struct compare *compare)
{
    return compare->unlike->len == 0 && compare->count[COMPARE_WORSE] == 0;
}

const char *
compare_figure_name(enum compare_figure figure)
{
    static const char *const name[] = {[COMPARE_IOPS] = "iops",
        [COMPARE_MIB_S] = "mib_s",
        [COMPARE_LATENCY] = "latency_ms",
        [COMPARE_CONCURRENCY] = "concurrency"};
    return name[figure];
}

const char *
compare_place_name(enum compare_place place)
{
    static const char *const name[] = {
        [COMPARE_RUNG] = "rung", [COMPARE_BEST] = "best", [COMPARE_SATURATION] = "saturation", [COMPARE_KNEE] = "knee"};
    return name[place];
}

const char *
compare_verdict_name(enum compare_verdict verdict)
{
    static const char *const name[] = {[COMPARE_BETTER] = "better",
        [COMPARE_SAME] = "same",
        [COMPARE_WORSE] = "worse",
        [COMPARE_CHANGED] = "changed",
        [COMPARE_CANNOT_TELL] = "cannot_tell"};
    return name[verdict];
}

const char *
compare_reason_name(enum compare_reason reason)
{
    static const char *const name[] = {[COMPARE_BY_INTERVAL] = "interval",
        [COMPARE_TOO_WIDE] = "too_wide",
        [COMPARE_NEAR_LIMIT] = "near_limit",
        [COMPARE_NO_INTERVAL] = "no_interval",
        [COMPARE_NOT_STEADY] = "not_steady",
        [COMPARE_ABSENT] = "absent",
        [COMPARE_NO_KNEE] = "no_knee",
        [COMPARE_NONE_WITHIN] = "none_within_ceiling",
        [COMPARE_MAYBE_WITHIN] = "maybe_within_ceiling"};
    return name[reason];
}

const char *
compare_difference_name(enum compare_difference difference)
{
    static const char *const name[] = {[COMPARE_UNLIKE_WORKLOAD] = "workload",
        [COMPARE_UNLIKE_READ_SHARE] = "read_pct",
        [COMPARE_UNLIKE_IO_SIZE] = "io_kib",
        [COMPARE_UNLIKE_CEILING] = "latency_ceiling_ms",
        [COMPARE_UNLIKE_CONCURRENCY] = "concurrency",
        [COMPARE_UNLIKE_SOURCE] = "source",
        [COMPARE_UNLIKE_KIND] = "kind"};
    return name[difference];
}
