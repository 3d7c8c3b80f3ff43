#include "run.h"

#include <string.h>

#include "slob_random.h"

/* The parts of a run, in seconds; the steady part is what is left. */
#define IDLE_BEFORE 3
#define RAMP_UP 15
#define LOGIN 12 /* sessions log in one after another over this time, the rest of the ramp is warm-up */
#define RAMP_DOWN 10
#define IDLE_AFTER 5
#define SNAP_MARGIN 4 /* between the edges of the steady part and the AWR snapshots, at least */
#define SNAP_STEP 6   /* 0.1 min: a report's elapsed minutes are then exact in its two decimals */

#define WHITE_NOISE 0.010 /* of a second's throughput */
#define SLOW_NOISE 0.003  /* autocorrelated: what one second passes on to the next */
#define SLOW_MEMORY 0.6
#define LATENCY_NOISE 0.007
#define SHARE_SPREAD 0.010 /* of a path's share: fixed for a run, and second by second */
#define SHARE_NOISE 0.003
#define WRITE_NOISE 0.03
#define PATH_LATENCY_SPREAD 0.012
#define FAR_PORTAL_LATENCY 0.010 /* paths of the second portal take a little longer */

/* Log switches and checkpoints of a run that writes: every 40 to 60 s, for 1 or 2 s, a fifth to a third less. */
#define DIP_GAP_MIN 40.0
#define DIP_GAP_SPREAD 20.0
#define DIP_DEPTH_MIN 0.20
#define DIP_DEPTH_SPREAD 0.14

/* CPU time of one I/O in microseconds: the session's own, and the kernel's network and block layers. */
#define USER_US_PER_IO 4.2
#define SYSTEM_US_PER_IO 9.5
#define BASE_USER_PCT 0.35
#define BASE_SYSTEM_PCT 0.25

struct path_traits {
    double share[SLOB_PATHS];   /* sum 1 */
    double latency[SLOB_PATHS]; /* factor */
};

static void
draw_traits(struct path_traits *traits, struct random *random)
{
    double sum = 0;
    for (int p = 0; p < SLOB_PATHS; p++) {
        traits->share[p] = 1 + SHARE_SPREAD * random_normal(random);
        traits->latency[p] =
            1 + PATH_LATENCY_SPREAD * (random_uniform(random) - 0.5) + (p >= SLOB_PATHS / 2 ? FAR_PORTAL_LATENCY : 0);
        sum += traits->share[p];
    }
    for (int p = 0; p < SLOB_PATHS; p++)
        traits->share[p] /= sum;
}

/* Relative throughput of every second: noise and dips. The steady part's mean is exactly 1. */
static void
draw_throughput(double *factor, const struct slob_run *run, struct random *random)
{
    double slow = 0;
    for (unsigned t = 0; t < run->plan.seconds; t++) {
        slow = SLOW_MEMORY * slow + SLOW_NOISE * random_normal(random);
        factor[t] = 1 + slow + WHITE_NOISE * random_normal(random);
    }
    if (run->model->workload->write_share > 0) {
        double next = run->steady_start + DIP_GAP_MIN / 2;
        while (next + 2 < run->steady_end) {
            unsigned length = random_uniform(random) < 0.5 ? 1 : 2;
            double depth = DIP_DEPTH_MIN + DIP_DEPTH_SPREAD * random_uniform(random);
            for (unsigned t = (unsigned)next; t < (unsigned)next + length; t++)
                factor[t] *= 1 - depth;
            next += DIP_GAP_MIN + DIP_GAP_SPREAD * random_uniform(random);
        }
    }
    double sum = 0;
    for (unsigned t = run->steady_start; t < run->steady_end; t++)
        sum += factor[t];
    double mean = sum / (run->steady_end - run->steady_start);
    for (unsigned t = run->steady_start; t < run->steady_end; t++)
        factor[t] /= mean;
}

/* Sessions logged in during a second; `warmth` is what share of its later throughput a session has. */
static unsigned
sessions_at(const struct slob_run *run, unsigned t, double *warmth)
{
    unsigned n = run->plan.sessions;
    *warmth = 1;
    if (t < IDLE_BEFORE || t >= run->steady_end + RAMP_DOWN)
        return 0;
    if (t >= run->steady_end)
        return n - n * (t - run->steady_end + 1) / RAMP_DOWN;
    if (t >= run->steady_start)
        return n;
    unsigned since_start = t - IDLE_BEFORE + 1;
    double cold = 0.35; /* dictionary and index blocks are read first; this wears off by a quarter a second */
    for (unsigned i = 0; i < since_start; i++)
        cold *= 0.75;
    *warmth = 1 - cold;
    return since_start >= LOGIN ? n : (n * since_start + LOGIN - 1) / LOGIN;
}

/* Splits `count` by shares that add up to `whole`: rounding the running sum loses nothing. */
static void
split_count(unsigned *out, unsigned count, const double *share, double whole)
{
    double running = 0;
    unsigned given = 0;
    for (int p = 0; p < SLOB_PATHS; p++) {
        running += share[p];
        unsigned upto = p == SLOB_PATHS - 1 ? count : (unsigned)(count * (running / whole) + 0.5);
        out[p] = upto - given;
        given = upto;
    }
}

/* The I/Os of one second over the paths. read_ms is the device's: path latencies are centred on it. */
static void
spread_over_paths(struct slob_second *second, unsigned reads, unsigned writes, double write_kib, double read_ms,
    double write_ratio, const struct path_traits *traits, struct random *random)
{
    double share[SLOB_PATHS], whole = 0, latency[SLOB_PATHS], weighted = 0;
    for (int p = 0; p < SLOB_PATHS; p++) {
        share[p] = traits->share[p] * (1 + SHARE_NOISE * random_normal(random));
        whole += share[p];
        latency[p] = traits->latency[p] * (1 + SHARE_NOISE * random_normal(random));
    }
    unsigned path_reads[SLOB_PATHS], path_writes[SLOB_PATHS];
    split_count(path_reads, reads, share, whole);
    split_count(path_writes, writes, share, whole);
    for (int p = 0; p < SLOB_PATHS; p++)
        weighted += latency[p] * (path_reads[p] + write_ratio * path_writes[p]);
    double centre = reads + writes > 0 ? weighted / (reads + write_ratio * writes) : 1;
    for (int p = 0; p < SLOB_PATHS; p++) {
        struct slob_path_second *path = &second->path[p];
        path->reads = path_reads[p];
        path->writes = path_writes[p];
        path->write_kib = writes > 0 ? write_kib * path_writes[p] / writes : 0;
        path->read_ms = path_reads[p] > 0 ? read_ms * latency[p] / centre : 0;
        path->write_ms = path_writes[p] > 0 ? read_ms * write_ratio * latency[p] / centre : 0;
    }
}

/* An idle CPU counts as waiting for I/O while a task that last ran on it has some outstanding. */
static void
host_cpu(struct slob_second *second, double ios, double outstanding, struct random *random)
{
    double per_io_pct = 100.0 / (SLOB_CPUS * 1e6);
    double user = (BASE_USER_PCT + ios * USER_US_PER_IO * per_io_pct) * (1 + 0.02 * random_normal(random));
    double system = (BASE_SYSTEM_PCT + ios * SYSTEM_US_PER_IO * per_io_pct) * (1 + 0.02 * random_normal(random));
    double untouched = 1;
    for (unsigned i = 0; i < (unsigned)(outstanding + 0.5); i++)
        untouched *= 1 - 1.0 / SLOB_CPUS;
    second->user_pct = user;
    second->system_pct = system;
    second->iowait_pct = (100 - user - system) * (1 - untouched) * (1 + 0.01 * (random_uniform(random) - 1));
    second->idle_pct = 100 - user - system - second->iowait_pct;
}

/* Mean size of a device write of a mixed load in KiB: whole blocks, and redo written in multiples of 512 bytes. */
static double
mean_write_kib(const struct model_workload *workload)
{
    if (workload->write_share <= 0)
        return SLOB_BLOCK_KIB;
    double redo_bytes = SLOB_DATA_BLOCK_WRITE_SHARE * SLOB_REDO_BYTES_PER_BLOCK;
    double block_kib = (SLOB_DATA_BLOCK_WRITE_SHARE + SLOB_UNDO_BLOCK_WRITE_SHARE) * SLOB_BLOCK_KIB;
    double padding_kib = SLOB_REDO_WRITE_SHARE * 0.25; /* half of a 512-byte block a redo write */
    return block_kib + redo_bytes / 1024 + padding_kib;
}

static void
draw_second(struct slob_run *run, unsigned t, double factor, const struct path_traits *traits, struct random *random)
{
    const struct model *model = run->model;
    const struct model_workload *workload = model->workload;
    double warmth, write_share = workload->write_share;
    unsigned sessions = sessions_at(run, t, &warmth);
    double iops = model_iops(model, sessions) * warmth * factor;
    unsigned total = (unsigned)(iops + 0.5);
    unsigned writes = (unsigned)(iops * write_share * (1 + WRITE_NOISE * random_normal(random)) + 0.5);
    unsigned reads = total - writes;
    double latency_ms = 0;
    if (total > 0) {
        latency_ms = sessions * 1000.0 / iops - model->think_ms;
        latency_ms *= 1 + LATENCY_NOISE * random_normal(random);
    } else if (random_uniform(random) < 0.7) { /* an idle database still looks after its control file */
        reads = 1 + (unsigned)(random_uniform(random) * 5);
        latency_ms = model->floor_ms + model->media_ms;
    }
    if (write_share <= 0 && t % 3 == 0)
        writes += 2;
    double mix = reads + workload->write_latency_ratio * writes;
    double read_ms = mix > 0 ? latency_ms * (reads + writes) / mix : 0;
    double write_kib = writes * mean_write_kib(workload) * (1 + 0.004 * random_normal(random));
    if (write_share <= 0)
        write_kib = writes * SLOB_BLOCK_KIB;
    if (latency_ms <= 0 && writes > 0)
        read_ms = model->floor_ms + model->media_ms;
    spread_over_paths(
        &run->seconds[t], reads, writes, write_kib, read_ms, workload->write_latency_ratio, traits, random);
    host_cpu(&run->seconds[t], total, total * latency_ms / 1000, random);
}

struct slob_run *
slob_run_new(const struct model *model, const struct slob_plan *plan)
{
    g_return_val_if_fail(plan->seconds >= SLOB_SECONDS_MIN && plan->seconds <= SLOB_SECONDS_MAX, NULL);
    g_return_val_if_fail(plan->sessions >= 1 && plan->sessions <= MODEL_SESSIONS_MAX, NULL);
    struct slob_run *run = g_new0(struct slob_run, 1);
    run->model = model;
    run->plan = *plan;
    run->steady_start = IDLE_BEFORE + RAMP_UP;
    run->steady_end = plan->seconds - RAMP_DOWN - IDLE_AFTER;
    run->snap_start = run->steady_start + SNAP_MARGIN;
    unsigned room = run->steady_end - SNAP_MARGIN - run->snap_start;
    run->snap_end = run->snap_start + room / SNAP_STEP * SNAP_STEP;
    run->seconds = g_new0(struct slob_second, plan->seconds);

    struct random random;
    uint64_t kind = (uint64_t)(model->workload - model_workloads);
    random_init(&random, plan->seed, kind * (MODEL_SESSIONS_MAX + 1) + plan->sessions);
    struct path_traits traits;
    draw_traits(&traits, &random);
    g_autofree double *factor = g_new(double, plan->seconds);
    draw_throughput(factor, run, &random);
    for (unsigned t = 0; t < plan->seconds; t++)
        draw_second(run, t, factor[t], &traits, &random);
    return run;
}

void
slob_run_free(struct slob_run *run)
{
    if (!run)
        return;
    g_free(run->seconds);
    g_free(run);
}

struct slob_path_second
slob_second_of_device(const struct slob_second *second)
{
    struct slob_path_second device = {0};
    double read_wait = 0, write_wait = 0;
    for (int p = 0; p < SLOB_PATHS; p++) {
        const struct slob_path_second *path = &second->path[p];
        device.reads += path->reads;
        device.writes += path->writes;
        device.write_kib += path->write_kib;
        read_wait += path->reads * path->read_ms;
        write_wait += path->writes * path->write_ms;
    }
    device.read_ms = device.reads > 0 ? read_wait / device.reads : 0;
    device.write_ms = device.writes > 0 ? write_wait / device.writes : 0;
    return device;
}

struct slob_totals
slob_run_totals(const struct slob_run *run, unsigned start, unsigned end)
{
    struct slob_totals totals = {0};
    for (unsigned t = start; t < end; t++) {
        const struct slob_second *second = &run->seconds[t];
        struct slob_path_second device = slob_second_of_device(second);
        totals.reads += device.reads;
        totals.writes += device.writes;
        totals.write_kib += device.write_kib;
        totals.read_wait_ms += device.reads * device.read_ms;
        totals.write_wait_ms += device.writes * device.write_ms;
        totals.user_pct += second->user_pct / (end - start);
        totals.system_pct += second->system_pct / (end - start);
        totals.iowait_pct += second->iowait_pct / (end - start);
        totals.idle_pct += second->idle_pct / (end - start);
    }
    return totals;
}
