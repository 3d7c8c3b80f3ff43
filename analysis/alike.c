#include "alike.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CLEAR_CUT 3.0 /* times what either side spans */

/* A rung while the figure that is looked at sorts it. */
struct sorted {
    double figure, concurrency;
    size_t index;
};

struct side {
    double lowest, highest; /* concurrency */
    double from, to;        /* figure */
    size_t count;
};

static int
by_figure(const void *a, const void *b)
{
    const struct sorted *left = a, *right = b;
    if (left->figure != right->figure)
        return left->figure < right->figure ? -1 : 1;
    return (left->index > right->index) - (left->index < right->index);
}

static struct side
side_of(const struct sorted *sorted, size_t from, size_t to)
{
    struct side side = {INFINITY, 0, sorted[from].figure, sorted[to - 1].figure, to - from};
    for (size_t i = from; i < to; i++) {
        side.lowest = fmin(side.lowest, sorted[i].concurrency);
        side.highest = fmax(side.highest, sorted[i].concurrency);
    }
    return side;
}

/* Whether two neighbouring sides are two loads, or one whose figure changes along the ladder. */
static bool
are_two_loads(const struct side *low, const struct side *high, double limit)
{
    bool along = low->highest < high->lowest || high->highest < low->lowest;
    if (!along)
        return true;
    double span = fmax(low->to - low->from, high->to - high->from);
    return low->count >= 2 && high->count >= 2 && high->from - low->to >= CLEAR_CUT * fmax(span, limit / CLEAR_CUT);
}

/* Cuts the rungs of one group by a figure; rungs without it stay with the first part. */
static size_t
cut_group(const struct alike_trait *traits, size_t n, size_t *group, size_t which, size_t groups, bool by_size)
{
    g_autofree struct sorted *sorted = g_new(struct sorted, n);
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        double figure = by_size ? log(traits[i].io_kib) : traits[i].read_pct;
        if (group[i] == which && isfinite(figure))
            sorted[count++] = (struct sorted){figure, traits[i].concurrency, i};
    }
    double limit = by_size ? log(ALIKE_IO_SIZE) : ALIKE_READ_POINTS;
    qsort(sorted, count, sizeof *sorted, by_figure);
    size_t from = 0, now = which;
    for (size_t i = 1; i < count; i++) {
        if (sorted[i].figure - sorted[i - 1].figure > limit) {
            size_t to = i + 1;
            while (to < count && sorted[to].figure - sorted[to - 1].figure <= limit)
                to++;
            struct side low = side_of(sorted, from, i), high = side_of(sorted, i, to);
            if (are_two_loads(&low, &high, limit)) {
                now = groups++;
                from = i;
            }
        }
        group[sorted[i].index] = now;
    }
    return groups;
}

static size_t
group_by_device(const struct alike_trait *traits, size_t n, size_t *group)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (size_t i = 0; i < n; i++) {
        group[i] = 0;
        if (!traits[i].device)
            continue;
        gpointer number = NULL;
        if (!g_hash_table_lookup_extended(seen, traits[i].device, NULL, &number)) {
            number = GSIZE_TO_POINTER(g_hash_table_size(seen));
            g_hash_table_insert(seen, (gpointer)traits[i].device, number);
        }
        group[i] = GPOINTER_TO_SIZE(number);
    }
    return MAX(g_hash_table_size(seen), 1u);
}

/* Renumbers so that the largest group is 0; the others keep their order. */
static void
largest_first(size_t *group, size_t n, size_t groups)
{
    g_autofree size_t *count = g_new0(size_t, groups);
    size_t largest = 0;
    for (size_t i = 0; i < n; i++)
        count[group[i]]++;
    for (size_t g = 1; g < groups; g++)
        if (count[g] > count[largest])
            largest = g;
    for (size_t i = 0; i < n; i++) {
        if (group[i] == largest)
            group[i] = 0;
        else if (group[i] < largest)
            group[i]++;
    }
}

size_t
alike_groups(const struct alike_trait *traits, size_t n, size_t *group)
{
    if (n == 0)
        return 0;
    size_t groups = group_by_device(traits, n, group);
    for (int by_size = 0; by_size <= 1; by_size++) {
        size_t before = groups;
        for (size_t g = 0; g < before; g++)
            groups = cut_group(traits, n, group, g, groups, by_size == 1);
    }
    largest_first(group, n, groups);
    return groups;
}
