#include "pelt.h"

#define SHORTEST_SEGMENT 2

/* Where the last segment may begin: `base` is the best cost up to there less the sum of squares up to there. */
struct start {
    double at, base, first_sum, second_sum;
};

/* All of them, column by column: pricing them is nine tenths of the work and runs over plain arrays. */
struct starts {
    size_t count;
    double *at, *base, *first_sum, *second_sum, *cost;
};

static void
starts_init(struct starts *starts, size_t capacity)
{
    double **columns[] = {&starts->at, &starts->base, &starts->first_sum, &starts->second_sum, &starts->cost};
    for (size_t i = 0; i < G_N_ELEMENTS(columns); i++)
        *columns[i] = g_new(double, capacity);
    starts->count = 0;
}

static void
starts_release(struct starts *starts)
{
    g_free(starts->at);
    g_free(starts->base);
    g_free(starts->first_sum);
    g_free(starts->second_sum);
    g_free(starts->cost);
}

static void
starts_add(struct starts *starts, const struct start *start)
{
    size_t i = starts->count++;
    starts->at[i] = start->at;
    starts->base[i] = start->base;
    starts->first_sum[i] = start->first_sum;
    starts->second_sum[i] = start->second_sum;
}

/* Cost up to `here` for every start of the last segment; the index of the least. */
static size_t
starts_price(struct starts *starts, const struct start *here, double squares)
{
    for (size_t i = 0; i < starts->count; i++) {
        double first = here->first_sum - starts->first_sum[i], second = here->second_sum - starts->second_sum[i];
        starts->cost[i] = starts->base[i] + squares - (first * first + second * second) / (here->at - starts->at[i]);
    }
    size_t cheapest = 0;
    for (size_t i = 1; i < starts->count; i++)
        if (starts->cost[i] < starts->cost[cheapest])
            cheapest = i;
    return cheapest;
}

/* Drops the starts that can never be the best again; keeps order. */
static void
starts_prune(struct starts *starts, double limit)
{
    size_t kept = 0;
    while (kept < starts->count && starts->cost[kept] <= limit)
        kept++;
    for (size_t i = kept; i < starts->count; i++) {
        if (!(starts->cost[i] <= limit))
            continue;
        starts->at[kept] = starts->at[i];
        starts->base[kept] = starts->base[i];
        starts->first_sum[kept] = starts->first_sum[i];
        starts->second_sum[kept] = starts->second_sum[i];
        kept++;
    }
    starts->count = kept;
}

static GArray *
trace_back(const size_t *previous, size_t n)
{
    guint count = 0;
    for (size_t at = n; at > 0; at = previous[at])
        count++;
    GArray *ends = g_array_sized_new(FALSE, FALSE, sizeof(size_t), count);
    g_array_set_size(ends, count);
    for (size_t at = n; at > 0; at = previous[at])
        g_array_index(ends, size_t, --count) = at;
    return ends;
}

GArray *
pelt_segment_ends(const double *first, const double *second, size_t n, double penalty)
{
    g_autofree size_t *previous = g_new0(size_t, n + 1);
    struct starts starts;
    starts_init(&starts, n + 1);
    struct start here = {.base = -penalty}, waiting = {0}; /* `waiting` is not yet SHORTEST_SEGMENT values behind */
    double squares = 0;
    starts_add(&starts, &here);
    for (size_t t = 1; t <= n; t++) {
        double a = first[t - 1], b = second[t - 1];
        here.at = (double)t;
        here.first_sum += a;
        here.second_sum += b;
        squares += a * a + b * b;
        here.base = -squares; /* one value alone, at the very start: no error, and its penalty was taken off before */
        if (t >= SHORTEST_SEGMENT) {
            size_t cheapest = starts_price(&starts, &here, squares);
            double best = starts.cost[cheapest] + penalty;
            previous[t] = (size_t)starts.at[cheapest];
            starts_prune(&starts, best);
            starts_add(&starts, &waiting);
            here.base = best - squares;
        }
        waiting = here;
    }
    starts_release(&starts);
    return trace_back(previous, n);
}
