/* Ladders typed as rungs, for tests of what is said of them.
 *
 *     struct typed typed;
 *     typed_open(&typed);
 *     typed_add(&typed, 1, 2000, 0.5);
 *     struct ladder *ladder = typed_ladder(&typed, 1.0);
 *     ... ladder_free(ladder); typed_close(&typed);
 */
#pragma once

#include "ladder.h"
#include "note.h"

#include <math.h>

struct typed {
    struct workload workload;
    GPtrArray *notes;
};

static inline void
typed_run_free(void *data)
{
    struct run *run = data;
    g_ptr_array_unref(run->captures);
    g_ptr_array_unref(run->awrs);
    g_free(run->label);
    g_free(run);
}

static inline void
typed_open(struct typed *typed)
{
    typed->workload = (struct workload){.name = (char *)"w", .name_given = true};
    typed->workload.runs = g_ptr_array_new_with_free_func(typed_run_free);
    typed->notes = notes_new();
}

static inline void
typed_close(struct typed *typed)
{
    g_ptr_array_unref(typed->workload.runs);
    g_ptr_array_unref(typed->notes);
}

static inline void
typed_add(struct typed *typed, double concurrency, double iops, double latency_ms)
{
    struct run *run = g_new0(struct run, 1);
    run->label = g_strdup_printf("run%u", typed->workload.runs->len);
    run->concurrency = concurrency;
    run->captures = g_ptr_array_new();
    run->awrs = g_ptr_array_new();
    run->point_iops = iops;
    run->point_latency_ms = latency_ms;
    run->from_s = run->to_s = CAPTURE_NO_TIME;
    g_ptr_array_add(typed->workload.runs, run);
}

static inline struct ladder *
typed_ladder(struct typed *typed, double ceiling_ms)
{
    g_autoptr(GPtrArray) ladders = ladders_of_workload(&typed->workload, NULL, ceiling_ms, typed->notes);
    g_assert_cmpuint(ladders->len, ==, 1);
    return g_ptr_array_steal_index(ladders, 0);
}

/* A closed ladder that bends into `limit` IOPS at `knee`, with sharpness p: concurrency first, 2 first, ... top. */
static inline struct ladder *
typed_bend(struct typed *typed, double knee, double limit, double sharpness, double first, double top)
{
    for (double n = first; n <= top; n *= 2) {
        double iops = limit / pow(1 + pow(knee / n, sharpness), 1 / sharpness);
        typed_add(typed, n, iops, 1000 * n / iops);
    }
    return typed_ladder(typed, 1e6);
}

static inline double
figure_of(const GArray *remarks, enum remark_code code, size_t index)
{
    const struct remark *remark = remarks_find(remarks, code);
    if (!remark)
        g_error("no remark %s", remark_code_name(code));
    return remark->figure[index];
}
