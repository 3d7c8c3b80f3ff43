#include "demand_awr_private.h"

/* Intervals of one cluster of overlaps at most: a longer list is not taken apart further, its longest are dropped. */
#define CLUSTER_MAX 4096u

static double
length_of(const struct awr_interval *interval)
{
    return (double)(interval->end_s - interval->begin_s);
}

static int
by_begin(const void *a, const void *b, void *unused)
{
    (void)unused;
    const struct awr_interval *left = a, *right = b;
    if (left->begin_s != right->begin_s)
        return left->begin_s < right->begin_s ? -1 : 1;
    return left->end_s < right->end_s ? -1 : left->end_s > right->end_s;
}

/* How much of the database's load an interval tells. */
static guint
scope_of(const struct awr_interval *interval)
{
    return interval->is_pdb ? 0 : interval->instances;
}

/* Those that tell more of the load first: a finer report of one instance does not take the place of the cluster's. */
static int
by_scope_and_length(const void *a, const void *b, void *unused)
{
    guint left_scope = scope_of(a), right_scope = scope_of(b);
    if (left_scope != right_scope)
        return left_scope > right_scope ? -1 : 1;
    double left = length_of(a), right = length_of(b);
    return left != right ? (left < right ? -1 : 1) : by_begin(a, b, unused);
}

void
awr_intervals_sort(GArray *intervals)
{
    g_array_sort_with_data(intervals, by_begin, NULL); /* stable; CAPTURE_NO_TIME is the least time */
}

static bool
overlap(const struct awr_interval *a, const struct awr_interval *b)
{
    int64_t shared = MIN(a->end_s, b->end_s) - MAX(a->begin_s, b->begin_s);
    return (double)shared > awr_slack_s(MIN(length_of(a), length_of(b)));
}

/* Appends to `kept` (by begin, disjoint; none tells less of the load) what of `interval` it does not cover. Rates
 * there: the I/O that the interval holds beyond the kept ones inside it, over the time they leave. True where anything
 * was covered. */
static bool
keep_rest(GArray *kept, const struct awr_interval *interval)
{
    double left_s = length_of(interval), volume[AWR_RATES];
    for (guint r = 0; r < AWR_RATES; r++)
        volume[r] = interval->rate[r] * left_s;
    bool covered = false;
    g_autoptr(GArray) rests = g_array_new(FALSE, FALSE, sizeof(struct awr_interval));
    struct awr_interval rest = *interval;
    rest.is_remainder = true;
    for (guint i = 0; i < kept->len; i++) {
        const struct awr_interval *finer = awr_interval_at(kept, i);
        if (!overlap(finer, interval))
            continue;
        covered = true;
        double shared_s = (double)(MIN(finer->end_s, interval->end_s) - MAX(finer->begin_s, interval->begin_s));
        /* What tells more of the load says nothing of this part of it: the rest keeps its own rate. */
        bool wider = scope_of(finer) > scope_of(interval);
        left_s -= shared_s;
        for (guint r = 0; r < AWR_RATES; r++)
            volume[r] -= (wider ? interval->rate[r] : finer->rate[r]) * shared_s;
        rest.end_s = finer->begin_s;
        if (rest.end_s > rest.begin_s)
            g_array_append_val(rests, rest);
        rest.begin_s = MAX(rest.begin_s, finer->end_s);
    }
    rest.end_s = interval->end_s;
    if (!covered) {
        g_array_append_val(kept, *interval);
        return false;
    }
    if (rest.end_s > rest.begin_s)
        g_array_append_val(rests, rest);
    for (guint i = 0; i < rests->len; i++) {
        struct awr_interval *piece = &g_array_index(rests, struct awr_interval, i);
        piece->length_s = length_of(piece);
        /* What is left between boundaries that are as good as the same is no interval. */
        if (piece->length_s <= awr_slack_s(length_of(interval)))
            continue;
        for (guint r = 0; r < AWR_RATES; r++)
            piece->rate[r] = isnan(volume[r]) ? NAN : MAX(0, volume[r] / left_s);
        g_array_append_val(kept, *piece);
    }
    return true;
}

/* One cluster of intervals that overlap in a chain. */
static guint
part_cluster(const struct awr_interval *intervals, guint count, GArray *out)
{
    g_autoptr(GArray) sorted = g_array_new(FALSE, FALSE, sizeof(struct awr_interval));
    g_array_append_vals(sorted, intervals, count);
    g_array_sort_with_data(sorted, by_scope_and_length, NULL);
    g_autoptr(GArray) kept = g_array_new(FALSE, FALSE, sizeof(struct awr_interval));
    guint cut = 0;
    for (guint i = 0; i < MIN(count, CLUSTER_MAX); i++) {
        cut += keep_rest(kept, awr_interval_at(sorted, i)) ? 1 : 0;
        awr_intervals_sort(kept);
    }
    g_array_append_vals(out, kept->data, kept->len);
    return cut + (count > CLUSTER_MAX ? count - CLUSTER_MAX : 0);
}

guint
awr_intervals_part(GArray *intervals)
{
    g_autoptr(GArray) out = g_array_new(FALSE, FALSE, sizeof(struct awr_interval));
    guint cut = 0;
    for (guint first = 0; first < intervals->len;) {
        guint next = first + 1;
        const struct awr_interval *last = awr_interval_at(intervals, first); /* that ends last */
        if (awr_interval_is_timed(last)) {
            for (; next < intervals->len && overlap(last, awr_interval_at(intervals, next)); next++)
                if (awr_interval_at(intervals, next)->end_s > last->end_s)
                    last = awr_interval_at(intervals, next);
        }
        if (next - first > 1)
            cut += part_cluster(awr_interval_at(intervals, first), next - first, out);
        else
            g_array_append_val(out, *awr_interval_at(intervals, first));
        first = next;
    }
    g_array_set_size(intervals, 0);
    g_array_append_vals(intervals, out->data, out->len);
    awr_intervals_sort(intervals);
    return cut;
}
