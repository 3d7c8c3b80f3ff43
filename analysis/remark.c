#include "remark.h"

#include <math.h>

static void
remark_clear(void *data)
{
    g_clear_pointer(&((struct remark *)data)->name, g_free);
}

GArray *
remarks_new(void)
{
    GArray *remarks = g_array_new(FALSE, TRUE, sizeof(struct remark));
    g_array_set_clear_func(remarks, remark_clear);
    return remarks;
}

void
remarks_append(GArray *remarks, enum remark_code code, const char *name, const double *figures, gsize count)
{
    struct remark remark = {.code = code, .name = g_strdup(name)};
    for (gsize i = 0; i < REMARK_FIGURES; i++)
        remark.figure[i] = i < count ? figures[i] : NAN;
    g_array_append_val(remarks, remark);
}

const struct remark *
remarks_find(const GArray *remarks, enum remark_code code)
{
    for (guint i = 0; i < remarks->len; i++) {
        const struct remark *remark = &g_array_index(remarks, struct remark, i);
        if (remark->code == code)
            return remark;
    }
    return NULL;
}

gsize
remark_figures(const struct remark *remark)
{
    gsize count = REMARK_FIGURES;
    while (count > 0 && isnan(remark->figure[count - 1]))
        count--;
    return count;
}

const char *
remark_code_name(enum remark_code code)
{
    static const char *const names[REMARK_CODES] = {
        [REMARK_TOO_FEW_RUNGS] = "too-few-rungs",
        [REMARK_ONE_LOAD] = "one-load",
        [REMARK_NOT_REACHED] = "knee-not-reached",
        [REMARK_ALREADY_PAST] = "knee-already-past",
        [REMARK_UNCERTAIN] = "knee-uncertain",
        [REMARK_DECLINE] = "throughput-declines",
        [REMARK_ODD_RUNG] = "odd-rung",
        [REMARK_THINKS] = "think-time",
        [REMARK_EXTRA_IO] = "extra-io",
        [REMARK_OUTSTANDING] = "concurrency-is-not-outstanding",
        [REMARK_MEASURED] = "no-single-curve",
        [REMARK_FEW_LOADS] = "few-loads",
        [REMARK_QUEUE_LIMIT] = "queue-limit",
        [REMARK_QUEUE_DEPTH] = "queue-depth",
        [REMARK_OUTSIDE_LIMIT] = "limit-outside-storage",
        [REMARK_SLOWING] = "database-slows",
        [REMARK_NONE_WITHIN] = "no-rung-within-ceiling",
        [REMARK_DISAGREE] = "estimates-disagree",
        [REMARK_SOFT] = "soft-knee",
        [REMARK_SHARP] = "sharp-knee",
        [REMARK_KNEE_BELOW_BEST] = "knee-below-best",
        [REMARK_BEST_ABOVE_SATURATION] = "best-above-saturation",
        [REMARK_RUN_TOO_SHORT] = "run-too-short",
        [REMARK_RUN_NOT_STEADY] = "run-not-steady",
        [REMARK_RUN_WANDERS] = "run-wanders",
        [REMARK_RUN_DRIFTS] = "run-drifts",
        [REMARK_RUN_FELL] = "run-fell",
        [REMARK_RUN_SETTLES] = "run-latency-settles",
        [REMARK_RUN_OSCILLATES] = "run-oscillates",
        [REMARK_RUN_IOPS_ONLY] = "run-iops-only",
        [REMARK_RUN_QUEUE_DIFFERS] = "run-queue-differs",
        [REMARK_RUN_SIZE_DIFFERS] = "run-size-differs",
        [REMARK_RUN_LOAD_DIFFERS] = "run-load-differs",
        [REMARK_ADVISE_EIGHT] = "advise-eight-loads",
        [REMARK_ADVISE_HIGHER] = "advise-higher-loads",
        [REMARK_ADVISE_LOWER] = "advise-lower-loads",
        [REMARK_ADVISE_BETWEEN] = "advise-loads-between",
        [REMARK_ADVISE_REPEAT] = "advise-repeat",
        [REMARK_ADVISE_TWICE] = "advise-twice",
        [REMARK_ADVISE_LENGTH] = "advise-length",
        [REMARK_ADVISE_LONGER] = "advise-longer",
        [REMARK_ADVISE_CLOSED] = "advise-closed-load",
        [REMARK_PLATEAU_NONE] = "plateau-none",
        [REMARK_PLATEAU_FLAT] = "plateau-flat",
        [REMARK_PLATEAU_UNEVEN] = "plateau-uneven",
        [REMARK_PLATEAU_QUEUES] = "plateau-queues",
        [REMARK_PLATEAU_OUTSIDE] = "plateau-outside",
        [REMARK_PLATEAU_SHARP] = "plateau-sharp",
        [REMARK_PLATEAU_SOFT] = "plateau-soft",
        [REMARK_PLATEAU_CALM] = "plateau-calm",
        [REMARK_PLATEAU_RESTLESS] = "plateau-restless",
        [REMARK_PLATEAU_ROUND_IOPS] = "plateau-round-iops",
        [REMARK_PLATEAU_ROUND_MIB_S] = "plateau-round-mib-s",
        [REMARK_PLATEAU_PRODUCT_IOPS] = "plateau-product-iops",
        [REMARK_PLATEAU_PRODUCT_MIB_S] = "plateau-product-mib-s",
        [REMARK_PLATEAU_SAME_IOPS] = "plateau-same-iops",
        [REMARK_PLATEAU_SAME_MIB_S] = "plateau-same-mib-s",
        [REMARK_PLATEAU_OTHER_LEVEL] = "plateau-other-level",
        [REMARK_PLATEAU_DECLINES] = "plateau-declines",
        [REMARK_PLATEAU_BUSY] = "plateau-busy",
        [REMARK_PLATEAU_IDLE] = "plateau-idle",
        [REMARK_PLATEAU_UNDECIDED] = "plateau-undecided",
    };
    return names[code];
}
