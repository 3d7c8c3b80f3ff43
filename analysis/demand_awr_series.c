#include "demand_awr_private.h"

#include "note.h"
#include "study.h"

#include <string.h>

/* A report whose stamps are farther apart than its elapsed time by more than this part has a clock not to be trusted.
 */
#define CLOCK_PART 0.05
#define CLOCK_S 90.0

/* Rates of two reports of one pluggable database agree but for rounding. */
#define SAME_RATE 0.005
#define SAME_RATE_FLOOR 0.02

/* How much of a database one report tells: the wider replaces the narrower ones of its interval. */
enum scope { SCOPE_PDB, SCOPE_INSTANCE, SCOPE_CLUSTER };

/* Reports of one interval, all of one scope, on their way to one struct awr_interval. */
struct joint {
    struct awr_interval interval;
    enum scope scope;
    GPtrArray *reports; /* struct awr *, borrowed */
    double cpus, cores;
};

static enum scope
scope_of(const struct awr *awr)
{
    return awr->report == AWR_RAC ? SCOPE_CLUSTER : awr->report == AWR_PDB ? SCOPE_PDB : SCOPE_INSTANCE;
}

static void
joint_clear(void *data)
{
    g_ptr_array_unref(((struct joint *)data)->reports);
}

static bool
has_rates(const struct awr *awr)
{
    const struct awr_rates *rates = &awr->rates;
    return isfinite(rates->read_requests_per_s + rates->write_requests_per_s + rates->read_bytes_per_s +
                    rates->write_bytes_per_s) &&
           awr->elapsed_min > 0;
}

/* Waiting for I/O is not busy. The times of the system come first: its percentages leave out interrupts, and more. */
static double
busy_cpus(const struct awr *awr)
{
    const struct awr_host_cpu *cpu = &awr->host_cpu;
    double pct = isfinite(cpu->user_pct + cpu->system_pct) ? cpu->user_pct + cpu->system_pct : 100 - cpu->idle_pct;
    const double *busy = g_hash_table_lookup(awr->os_statistics, "BUSY_TIME");
    const double *idle = g_hash_table_lookup(awr->os_statistics, "IDLE_TIME");
    if (busy && idle && *busy + *idle > 0)
        pct = 100 * *busy / (*busy + *idle);
    return awr->cpus > 0 ? pct / 100 * awr->cpus : NAN;
}

static void
rates_of(const struct awr *awr, double *rate)
{
    double elapsed_s = 60 * awr->elapsed_min;
    rate[AWR_READ_IOPS] = awr->rates.read_requests_per_s;
    rate[AWR_WRITE_IOPS] = awr->rates.write_requests_per_s;
    rate[AWR_READ_BYTES] = awr->rates.read_bytes_per_s;
    rate[AWR_WRITE_BYTES] = awr->rates.write_bytes_per_s;
    rate[AWR_DB_TIME] = awr->db_time_min / awr->elapsed_min;
    rate[AWR_DB_CPU] = isfinite(awr->db_cpu_time_s) ? awr->db_cpu_time_s / elapsed_s : awr->load.db_cpu_s;
    rate[AWR_BUSY_CPUS] = busy_cpus(awr);
}

static struct joint
joint_of(const struct awr *awr)
{
    struct joint joint = {.interval = {.begin_s = CAPTURE_NO_TIME, .end_s = CAPTURE_NO_TIME}};
    joint.reports = g_ptr_array_new();
    joint.scope = scope_of(awr);
    struct awr_interval *interval = &joint.interval;
    interval->length_s = 60 * awr->elapsed_min;
    int64_t begin_s = study_time_s(awr->begin), end_s = study_time_s(awr->end);
    if (begin_s != CAPTURE_NO_TIME && end_s > begin_s &&
        fabs((double)(end_s - begin_s) - interval->length_s) <= MAX(CLOCK_S, CLOCK_PART * interval->length_s)) {
        interval->begin_s = begin_s;
        interval->end_s = end_s;
    }
    return joint;
}

static bool
same_interval(const struct awr_interval *a, const struct awr_interval *b)
{
    double slack_s = awr_slack_s(MIN(a->length_s, b->length_s));
    return awr_interval_is_timed(a) && awr_interval_is_timed(b) && fabs((double)(a->begin_s - b->begin_s)) <= slack_s &&
           fabs((double)(a->end_s - b->end_s)) <= slack_s;
}

static const char *
instance_of(const struct awr *awr)
{
    return awr->instances->len > 0 ? g_ptr_array_index(awr->instances, 0) : "";
}

static bool
rates_agree(const struct awr *a, const struct awr *b)
{
    const double rate[][2] = {{a->rates.read_requests_per_s, b->rates.read_requests_per_s},
        {a->rates.write_requests_per_s, b->rates.write_requests_per_s},
        {a->rates.read_bytes_per_s, b->rates.read_bytes_per_s},
        {a->rates.write_bytes_per_s, b->rates.write_bytes_per_s}};
    for (size_t i = 0; i < G_N_ELEMENTS(rate); i++)
        if (fabs(rate[i][0] - rate[i][1]) > SAME_RATE_FLOOR + SAME_RATE * MAX(rate[i][0], rate[i][1]))
            return false;
    return true;
}

/* The joint holds this report's load already. A report of a pluggable database does not name it: those of one instance
 * and interval are told apart by their figures. `*out_host`: it holds another report of the same host. */
static bool
is_known(const struct joint *joint, const struct awr *awr, bool *out_host)
{
    *out_host = false;
    for (guint i = 0; i < joint->reports->len; i++) {
        const struct awr *other = g_ptr_array_index(joint->reports, i);
        if (joint->scope != SCOPE_CLUSTER && strcmp(instance_of(awr), instance_of(other)) != 0)
            continue;
        *out_host = true;
        if (joint->scope != SCOPE_PDB || rates_agree(awr, other))
            return true;
    }
    return false;
}

/* Reports come by time to the second: a wider one may come after those that it holds. */
static void
joint_widen(struct joint *joint, enum scope scope)
{
    joint->interval = (struct awr_interval){
        .begin_s = joint->interval.begin_s, .end_s = joint->interval.end_s, .length_s = joint->interval.length_s};
    joint->cpus = joint->cores = 0;
    joint->scope = scope;
    g_ptr_array_set_size(joint->reports, 0);
}

/* Returns how many reports say nothing new: this one, or those that it replaces. */
static guint
joint_add(struct joint *joint, const struct awr *awr)
{
    enum scope scope = scope_of(awr);
    guint replaced = scope > joint->scope ? joint->reports->len : 0;
    bool same_host = false;
    if (scope < joint->scope || (scope == joint->scope && is_known(joint, awr, &same_host)))
        return 1;
    if (scope > joint->scope)
        joint_widen(joint, scope);
    double rate[AWR_RATES];
    rates_of(awr, rate);
    if (same_host) /* of another of its pluggable databases: the host is counted */
        rate[AWR_BUSY_CPUS] = 0;
    for (guint r = 0; r < AWR_RATES; r++)
        joint->interval.rate[r] += rate[r];
    joint->cpus += same_host ? 0 : awr->cpus;
    joint->cores += same_host ? 0 : awr->cores;
    joint->interval.whole = scope == SCOPE_CLUSTER;
    joint->interval.is_pdb = scope == SCOPE_PDB;
    joint->interval.instances += same_host ? 0 : scope == SCOPE_CLUSTER ? MAX(awr->instances->len, 1) : 1;
    g_ptr_array_add(joint->reports, (struct awr *)awr);
    return replaced;
}

static int
by_time(const void *a, const void *b, void *unused)
{
    (void)unused;
    const struct awr *left = *(struct awr *const *)a, *right = *(struct awr *const *)b;
    int order = g_strcmp0(left->begin, right->begin);
    order = order ? order : g_strcmp0(left->end, right->end);
    return order ? order : (int)scope_of(right) - (int)scope_of(left);
}

/* The joint of the same interval among the latest, else a new one. `reports` come by begin: none that begins much
 * earlier can be the same. */
static struct joint *
joint_for(GArray *joints, const struct awr *awr)
{
    struct joint fresh = joint_of(awr);
    for (guint i = joints->len; i > 0 && awr_interval_is_timed(&fresh.interval); i--) {
        struct joint *joint = &g_array_index(joints, struct joint, i - 1);
        if (same_interval(&joint->interval, &fresh.interval)) {
            joint_clear(&fresh);
            return joint;
        }
        /* Untimed ones stand anywhere among them: their begin is printed, but not to be trusted. */
        if (awr_interval_is_timed(&joint->interval) &&
            (double)(fresh.interval.begin_s - joint->interval.begin_s) > AWR_SLACK_S)
            break;
    }
    g_array_append_val(joints, fresh);
    return &g_array_index(joints, struct joint, joints->len - 1);
}

/* Starts of an instance: its reports tell different times of it; or the reader saw one between the snapshots. */
static guint
count_restarts(const GPtrArray *sorted)
{
    guint restarts = 0;
    g_autoptr(GHashTable) startup = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < sorted->len; i++) {
        const struct awr *awr = g_ptr_array_index(sorted, i);
        for (guint n = 0; n < awr->notes->len; n++) {
            const struct note *note = g_ptr_array_index(awr->notes, n);
            if (strcmp(note->code, "instance-restart") == 0)
                restarts += (guint)MIN(note->count, 1000);
        }
        if (!awr->startup)
            continue;
        const char *before = g_hash_table_lookup(startup, instance_of(awr));
        restarts += before && strcmp(before, awr->startup) < 0 ? 1 : 0;
        if (!before || strcmp(before, awr->startup) < 0)
            g_hash_table_insert(startup, (char *)instance_of(awr), awr->startup);
    }
    return restarts;
}

static void
count_holes(struct awr_series *series)
{
    guint most = 0;
    for (guint i = 0; i < series->intervals->len; i++)
        most = MAX(most, awr_interval_at(series->intervals, i)->instances);
    for (guint i = 0; i < series->intervals->len; i++) {
        const struct awr_interval *interval = awr_interval_at(series->intervals, i);
        series->incomplete += !interval->whole && interval->instances < most ? 1 : 0;
        const struct awr_interval *before = i > 0 ? awr_interval_at(series->intervals, i - 1) : NULL;
        if (!before || !awr_interval_is_timed(before))
            continue;
        double hole_s = (double)(interval->begin_s - before->end_s);
        if (hole_s > AWR_SLACK_S) {
            series->gaps++;
            series->gap_s += hole_s;
        }
    }
}

struct awr_series *
awr_series_empty(void)
{
    struct awr_series *series = g_new0(struct awr_series, 1);
    series->intervals = g_array_new(FALSE, TRUE, sizeof(struct awr_interval));
    series->cpus = series->cores = NAN;
    return series;
}

struct awr_series *
awr_series_new(const GPtrArray *reports)
{
    struct awr_series *series = awr_series_empty();
    g_autoptr(GPtrArray) sorted = g_ptr_array_new();
    for (guint i = 0; i < reports->len; i++)
        if (has_rates(g_ptr_array_index(reports, i)))
            g_ptr_array_add(sorted, g_ptr_array_index(reports, i));
    g_ptr_array_sort_with_data(sorted, by_time, NULL);
    g_autoptr(GArray) joints = g_array_new(FALSE, TRUE, sizeof(struct joint));
    g_array_set_clear_func(joints, joint_clear);
    for (guint i = 0; i < sorted->len; i++) {
        const struct awr *awr = g_ptr_array_index(sorted, i);
        series->repeated += joint_add(joint_for(joints, awr), awr);
    }
    double cpus = 0, cores = 0;
    for (guint i = 0; i < joints->len; i++) {
        const struct joint *joint = &g_array_index(joints, struct joint, i);
        g_array_append_val(series->intervals, joint->interval);
        cpus = MAX(cpus, joint->cpus);
        cores = MAX(cores, joint->cores);
    }
    series->reports = sorted->len;
    series->cpus = cpus > 0 ? cpus : NAN;
    series->cores = cores > 0 ? cores : NAN;
    series->restarts = count_restarts(sorted);
    awr_intervals_sort(series->intervals);
    series->overlapped = awr_intervals_part(series->intervals);
    count_holes(series);
    return series;
}

void
awr_series_free(struct awr_series *series)
{
    g_array_unref(series->intervals);
    g_free(series);
}

const struct awr_interval *
awr_series_at(const struct awr_series *series, int64_t end_s)
{
    for (guint i = 0; i < series->intervals->len && end_s != CAPTURE_NO_TIME; i++) {
        const struct awr_interval *interval = awr_interval_at(series->intervals, i);
        if (awr_interval_is_timed(interval) && interval->begin_s < end_s && end_s <= interval->end_s)
            return interval;
    }
    return NULL;
}
