#include "influence.h"

#include <math.h>

#define RUNGS_MIN 5

static struct influence
without(const struct knee *whole, const struct knee_rung *rungs, size_t n, double concurrency, double ceiling_ms)
{
    g_autofree struct knee_rung *rest = g_new(struct knee_rung, MAX(n, 1));
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        if (rungs[i].concurrency != concurrency)
            rest[count++] = rungs[i];
    struct knee knee;
    knee_find(&knee, rest, count, ceiling_ms);
    struct influence influence = {
        concurrency, knee.verdict, knee.mode, knee.concurrency, knee.iops, knee.latency_ms, NAN};
    if (knee.verdict != KNEE_INSUFFICIENT && whole->verdict != KNEE_INSUFFICIENT)
        influence.change_pct = 100 * (knee.concurrency / whole->concurrency - 1);
    knee_release(&knee);
    return influence;
}

GArray *
influence_of(const struct knee_rung *rungs, size_t n, double latency_ceiling_ms)
{
    GArray *influences = g_array_new(FALSE, FALSE, sizeof(struct influence));
    struct knee whole;
    knee_find(&whole, rungs, n, latency_ceiling_ms);
    guint distinct = whole.rungs->len;
    for (guint i = 0; i < distinct && distinct >= RUNGS_MIN && distinct <= INFLUENCE_RUNGS_MAX; i++) {
        double concurrency = g_array_index(whole.rungs, struct knee_rung, i).concurrency;
        struct influence influence = without(&whole, rungs, n, concurrency, latency_ceiling_ms);
        g_array_append_val(influences, influence);
    }
    knee_release(&whole);
    return influences;
}
