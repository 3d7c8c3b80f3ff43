#include "advice.h"

#include "knee_signs.h"

#include <math.h>

#define LOADS_WANTED 8
#define OCTAVES_BELOW 4 /* of the knee */
#define OCTAVES_ABOVE 2
#define COVERED 1.6     /* a rung within this factor of a wanted load serves for it */
#define PRECISE_PCT 1.0 /* half width that is worth aiming at */
#define COARSE_PCT 3.0  /* half width from which a longer run is advised */
#define LENGTH_MIN_S 120.0
#define LENGTH_MAX_S 14400.0
#define LENGTH_STEP_S 60.0
#define UNSTEADY_LENGTH_S 600.0

static double
concurrency_at(const struct ladder *ladder, size_t index)
{
    return ladder_rung(ladder, index)->concurrency;
}

/* A load that can be run: whole, and at least 1. */
static double
whole_load(double load)
{
    return fmax(1, nearbyint(load));
}

static bool
is_covered(const struct ladder *ladder, double load)
{
    for (guint i = 0; i < ladder->rungs->len; i++) {
        double factor = concurrency_at(ladder, i) / load;
        if (factor < COVERED && factor > 1 / COVERED)
            return true;
    }
    return false;
}

static void
advise_eight(GArray *remarks, const struct ladder *ladder)
{
    double loads[LOADS_WANTED], load = whole_load(concurrency_at(ladder, 0));
    for (size_t i = 0; i < LOADS_WANTED; i++, load *= 2)
        loads[i] = load;
    remarks_append(remarks, REMARK_ADVISE_EIGHT, NULL, loads, LOADS_WANTED);
}

/* Loads below the lowest rung, each half of the one before, while they are whole. */
static void
advise_lower(GArray *remarks, const struct ladder *ladder)
{
    double lowest = concurrency_at(ladder, 0), loads[3];
    size_t n = 0;
    for (double load = lowest / 2; n < G_N_ELEMENTS(loads) && load >= 1; load /= 2)
        loads[n++] = floor(load);
    if (n > 0)
        remarks_append(remarks, REMARK_ADVISE_LOWER, NULL, loads, n);
}

static void
advise_higher(GArray *remarks, const struct ladder *ladder)
{
    double top = concurrency_at(ladder, ladder->rungs->len - 1);
    remarks_add(remarks, REMARK_ADVISE_HIGHER, whole_load(2 * top), whole_load(4 * top));
}

/* The loads of a good ladder about the knee that no rung stands near. */
static void
advise_missing(GArray *remarks, const struct ladder *ladder)
{
    double loads[REMARK_FIGURES];
    size_t n = 0;
    for (int octave = -OCTAVES_BELOW; octave <= OCTAVES_ABOVE; octave++) {
        double load = whole_load(ladder->knee.concurrency * exp2(octave));
        if (!is_covered(ladder, load) && (n == 0 || loads[n - 1] != load) && n < REMARK_FIGURES)
            loads[n++] = load;
    }
    if (n > 0)
        remarks_append(remarks, REMARK_ADVISE_BETWEEN, NULL, loads, n);
}

static bool
each_was_repeated(const struct ladder *ladder)
{
    return ladder->knee.rungs->len > 0 && ladder->rungs->len >= 2 * ladder->knee.rungs->len;
}

static void
advise_loads(GArray *remarks, const struct ladder *ladder)
{
    const struct knee *knee = &ladder->knee;
    if (knee->verdict == KNEE_INSUFFICIENT) {
        advise_eight(remarks, ladder);
        return;
    }
    if (knee->odd_rung < knee->rungs->len && knee->mode != KNEE_MODE_MEASURED)
        remarks_add(
            remarks, REMARK_ADVISE_REPEAT, g_array_index(knee->rungs, struct knee_rung, knee->odd_rung).concurrency);
    if (knee->mode == KNEE_MODE_MEASURED && !ladder_rung(ladder, 0)->run->fio)
        remarks_append(remarks, REMARK_ADVISE_CLOSED, NULL, NULL, 0);
    if (knee->verdict == KNEE_NOT_REACHED) {
        advise_higher(remarks, ladder);
        return;
    }
    if (knee->verdict == KNEE_ALREADY_PAST) {
        advise_lower(remarks, ladder);
        return;
    }
    advise_missing(remarks, ladder);
    if (!each_was_repeated(ladder))
        remarks_append(remarks, REMARK_ADVISE_TWICE, NULL, NULL, 0);
}

/* The half width falls with the root of the time: a run that is short of the aim by a factor needs its square. */
static void
advise_lengths(GArray *remarks, const struct ladder *ladder)
{
    const struct rung *worst = NULL;
    guint unsteady = 0, logs = 0;
    for (guint i = 0; i < ladder->rungs->len; i++) {
        const struct rung *rung = ladder_rung(ladder, i);
        if (!rung->series)
            continue;
        logs++;
        unsteady += !rung->steady;
        if (rung->steady && rung->half_width_pct > COARSE_PCT &&
            (!worst || rung->half_width_pct > worst->half_width_pct))
            worst = rung;
    }
    if (unsteady > 0) {
        double longest_s = 0;
        for (guint i = 0; i < ladder->rungs->len; i++) {
            const struct rung *rung = ladder_rung(ladder, i);
            if (rung->series && !rung->steady)
                longest_s = fmax(longest_s, (double)rung->series->n * rung->series->interval_s);
        }
        double needed_s = fmin(LENGTH_MAX_S, fmax(UNSTEADY_LENGTH_S, 2 * longest_s));
        remarks_add(remarks, REMARK_ADVISE_LONGER, unsteady, logs, LENGTH_STEP_S * ceil(needed_s / LENGTH_STEP_S));
    }
    if (worst) {
        double ratio = worst->half_width_pct / PRECISE_PCT;
        double length_s = (double)(worst->end - worst->start) * worst->series->interval_s;
        double needed_s = fmin(LENGTH_MAX_S, fmax(LENGTH_MIN_S, length_s * ratio * ratio));
        remarks_add(remarks, REMARK_ADVISE_LENGTH, worst->concurrency, worst->half_width_pct,
            LENGTH_STEP_S * ceil(needed_s / LENGTH_STEP_S));
    }
}

void
advice_of_ladder(GArray *remarks, const struct ladder *ladder)
{
    if (ladder->rungs->len == 0)
        return;
    guint before = remarks->len;
    advise_loads(remarks, ladder);
    advise_lengths(remarks, ladder);
    if (remarks->len == before)
        remarks_append(remarks, REMARK_ADVISE_TWICE, NULL, NULL, 0);
}
