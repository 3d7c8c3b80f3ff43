#include "capacity_held.h"

#include <math.h>

/* Read shares closer than this are one workload; farther than FAR they are no guide to each other. */
#define SAME_READ_PCT 2.0
#define FAR_READ_PCT 15.0
#define FAR_BETWEEN_PCT 25.0 /* of the nearer of two workloads around the load */
#define SAME_SIZE_RATIO 1.25
#define FAR_SIZE_RATIO 2.0
/* A requirement that is all that is usable fits, although the product was rounded in binary. */
#define EXACT_FIT 1e-9

const char *
capacity_verdict_name(enum capacity_verdict verdict)
{
    static const char *const name[] = {
        [CAPACITY_CANNOT_TELL] = "cannot_tell", [CAPACITY_FITS] = "fits", [CAPACITY_DOES_NOT_FIT] = "does_not_fit"};
    return name[verdict];
}

const char *
capacity_remark_name(enum capacity_remark remark)
{
    static const struct {
        enum capacity_remark remark;
        const char *name;
    } names[] = {
        {CAPACITY_NO_POINT, "no_point"},
        {CAPACITY_READ_SHARE_UNKNOWN, "read_share_unknown"},
        {CAPACITY_OTHER_READ_SHARE, "other_read_share"},
        {CAPACITY_INTERPOLATED, "interpolated"},
        {CAPACITY_READ_SHARE_TOO_FAR, "read_share_too_far"},
        {CAPACITY_IO_SIZE_UNKNOWN, "io_size_unknown"},
        {CAPACITY_OTHER_IO_SIZE, "other_io_size"},
        {CAPACITY_IO_SIZE_TOO_FAR, "io_size_too_far"},
        {CAPACITY_SMALLER_IO, "smaller_io"},
        {CAPACITY_MIB_S_NOT_SHOWN, "mib_s_not_shown"},
        {CAPACITY_MIB_S_UNKNOWN, "mib_s_unknown"},
        {CAPACITY_NOT_SATURATED, "not_saturated"},
        {CAPACITY_IS_PROVISIONED, "provisioned"},
        {CAPACITY_OTHER_CEILING, "other_ceiling"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
        if (names[i].remark == remark)
            return names[i].name;
    return NULL;
}

static void
held_clear(void *data)
{
    capacity_held_release(data);
}

GArray *
capacity_held_list_new(void)
{
    GArray *list = g_array_new(FALSE, TRUE, sizeof(struct capacity_held));
    g_array_set_clear_func(list, held_clear);
    return list;
}

void
capacity_held_release(struct capacity_held *held)
{
    g_clear_pointer(&held->source, g_free);
    g_clear_pointer(&held->workload, g_free);
    g_clear_pointer(&held->other, g_free);
    held->point.workload = NULL;
}

/* How many times the one size is the other, at least 1; 1 where one is not known. */
static double
size_distance(double a_kib, double b_kib)
{
    double ratio = a_kib / b_kib;
    return isnan(ratio) ? 1 : MAX(ratio, 1 / ratio);
}

/* The point with the nearest read share on one side of the load's (or any side) among those of a like I/O size; of
 * equal ones the nearest size, then the first. NULL: none. */
enum side { SIDE_ANY, SIDE_BELOW, SIDE_ABOVE };

static const struct measured_point *
nearest_point(const GArray *points, const struct measured_load *load, double size_ratio, enum side side)
{
    const struct measured_point *nearest = NULL;
    double least = INFINITY, least_size = INFINITY;
    for (guint i = 0; i < points->len; i++) {
        const struct measured_point *point = &g_array_index(points, struct measured_point, i);
        double apart = point->read_pct - load->read_pct, size = size_distance(load->io_kib, point->io_kib);
        if (isnan(point->iops) || isnan(apart) || size > size_ratio || (side == SIDE_BELOW && apart > 0) ||
            (side == SIDE_ABOVE && apart < 0))
            continue;
        if (fabs(apart) > least || (fabs(apart) == least && size >= least_size))
            continue;
        nearest = point;
        least = fabs(apart);
        least_size = size;
    }
    return nearest;
}

/* Where nothing is near: the point of the nearest size, for its figures. */
static const struct measured_point *
any_point(const GArray *points, const struct measured_load *load)
{
    const struct measured_point *chosen = NULL;
    double least = INFINITY;
    for (guint i = 0; i < points->len; i++) {
        const struct measured_point *point = &g_array_index(points, struct measured_point, i);
        double size = size_distance(load->io_kib, point->io_kib);
        if (isnan(point->iops) || size >= least)
            continue;
        chosen = point;
        least = size;
    }
    return chosen;
}

/* The time of an I/O is a mix of the times of reads and writes, so it is linear in the read share. */
static double
between(double a, double b, double share_of_b)
{
    return 1 / ((1 - share_of_b) / a + share_of_b / b);
}

static void
take_point(struct capacity_held *held, const struct measured_point *point, const struct measured_load *load)
{
    held->workload = g_strdup(point->workload);
    held->point = *point;
    held->point.workload = NULL;
    held->read_pct_apart = load->read_pct - point->read_pct;
    held->io_size_ratio = load->io_kib / point->io_kib;
}

static void
take_between(struct capacity_held *held, const struct measured_point *below, const struct measured_point *above,
    const struct measured_load *load)
{
    double share = (load->read_pct - below->read_pct) / (above->read_pct - below->read_pct);
    take_point(held, below, load);
    held->other = g_strdup(above->workload);
    held->read_pct_apart = 0;
    held->point.read_pct = load->read_pct;
    held->point.iops = between(below->iops, above->iops, share);
    held->point.mib_s = between(below->mib_s, above->mib_s, share);
    held->point.latency_ms = MAX(below->latency_ms, above->latency_ms);
    held->point.concurrency = NAN;
    held->point.saturated = below->saturated && above->saturated;
    held->point.is_provisioned = below->is_provisioned || above->is_provisioned;
    held->remarks |= CAPACITY_INTERPOLATED;
}

/* Chooses the workload, or two, that stand for the load. False where none can. */
static bool
choose(struct capacity_held *held, const GArray *points, const struct measured_load *load)
{
    const struct measured_point *nearest = nearest_point(points, load, FAR_SIZE_RATIO, SIDE_ANY);
    const struct measured_point *some = any_point(points, load);
    if (!some) {
        held->remarks |= CAPACITY_NO_POINT;
        return false;
    }
    if (!nearest) {
        take_point(held, some, load);
        bool far_size = size_distance(load->io_kib, some->io_kib) > FAR_SIZE_RATIO;
        held->remarks |= far_size ? CAPACITY_IO_SIZE_TOO_FAR : CAPACITY_READ_SHARE_UNKNOWN;
        return false;
    }
    double apart = fabs(nearest->read_pct - load->read_pct);
    const struct measured_point *below = nearest_point(points, load, SAME_SIZE_RATIO, SIDE_BELOW);
    const struct measured_point *above = nearest_point(points, load, SAME_SIZE_RATIO, SIDE_ABOVE);
    if (apart > SAME_READ_PCT && apart <= FAR_BETWEEN_PCT && below && above) {
        take_between(held, below, above, load);
        return true;
    }
    take_point(held, nearest, load);
    if (apart > FAR_READ_PCT)
        held->remarks |= CAPACITY_READ_SHARE_TOO_FAR;
    else if (apart > SAME_READ_PCT)
        held->remarks |= CAPACITY_OTHER_READ_SHARE;
    return apart <= FAR_READ_PCT;
}

static void
note_differences(struct capacity_held *held, const struct sizing_need *need)
{
    const struct measured_point *point = &held->point;
    if (isnan(held->io_size_ratio))
        held->remarks |= CAPACITY_IO_SIZE_UNKNOWN;
    else if (MAX(held->io_size_ratio, 1 / held->io_size_ratio) > SAME_SIZE_RATIO &&
             !(held->remarks & CAPACITY_IO_SIZE_TOO_FAR))
        held->remarks |= CAPACITY_OTHER_IO_SIZE;
    if (isnan(held->mib_s_utilisation_pct))
        held->remarks |= CAPACITY_MIB_S_UNKNOWN;
    if (!point->saturated)
        held->remarks |= CAPACITY_NOT_SATURATED;
    if (point->is_provisioned)
        held->remarks |= CAPACITY_IS_PROVISIONED;
    if (isfinite(need->latency_ceiling_ms) && isfinite(point->latency_ceiling_ms) &&
        need->latency_ceiling_ms != point->latency_ceiling_ms)
        held->remarks |= CAPACITY_OTHER_CEILING;
}

static enum capacity_verdict
judge(struct capacity_held *held, const struct sizing_need *need)
{
    bool iops_fit = need->iops <= held->usable_iops * (1 + EXACT_FIT);
    bool mib_s_fit = isnan(held->mib_s_utilisation_pct) || need->mib_s <= held->usable_mib_s * (1 + EXACT_FIT);
    if (iops_fit && mib_s_fit)
        return CAPACITY_FITS;
    if (iops_fit) {
        /* The storage moved as many MiB/s as its I/Os were large: it may move more. */
        held->remarks |= CAPACITY_MIB_S_NOT_SHOWN;
        return CAPACITY_CANNOT_TELL;
    }
    if (held->io_size_ratio < 1 / SAME_SIZE_RATIO) {
        held->remarks |= CAPACITY_SMALLER_IO;
        return CAPACITY_CANNOT_TELL;
    }
    return held->point.saturated ? CAPACITY_DOES_NOT_FIT : CAPACITY_CANNOT_TELL;
}

struct capacity_held
capacity_hold(
    const GArray *points, const struct measured_load *load, const struct sizing_need *need, const char *source)
{
    struct capacity_held held = {.source = g_strdup(source),
        .read_pct_apart = NAN,
        .io_size_ratio = NAN,
        .usable_iops = NAN,
        .usable_mib_s = NAN,
        .iops_utilisation_pct = NAN,
        .mib_s_utilisation_pct = NAN};
    held.point.iops = held.point.mib_s = held.point.latency_ms = NAN;
    held.point.concurrency = held.point.read_pct = held.point.io_kib = held.point.latency_ceiling_ms = NAN;
    bool like = choose(&held, points, load);
    if (!held.workload)
        return held;
    held.usable_iops = held.point.iops * need->utilisation_limit;
    held.usable_mib_s = held.point.mib_s * need->utilisation_limit;
    held.iops_utilisation_pct = 100 * need->iops / held.point.iops;
    held.mib_s_utilisation_pct = 100 * need->mib_s / held.point.mib_s;
    note_differences(&held, need);
    if (like)
        held.verdict = judge(&held, need);
    return held;
}
