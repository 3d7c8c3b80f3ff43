#include "fio_json.h"

#include "error.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

/* Objects that are tried, from the last one on: a report with --status-interval holds many, each longer than the last.
 */
#define OBJECTS_TRIED_MAX 8u
#define JOBS_MAX 65536u
#define VALUE_MAX 1e15
#define BYTES_PER_MIB 1048576.0

/* One class of latency of one direction, in the spelling of fio 3 (ns) and fio 2 (usec). */
static const struct {
    const char *total, *completion, *submission;
    double to_ms;
} spellings[] = {{"lat_ns", "clat_ns", "slat_ns", 1e-6}, {"lat", "clat", "slat", 1e-3}};

/* Engines that wait for each I/O: their depth is 1 whatever iodepth says. fio's default on Linux is psync. */
static const char *const waiting_engines[] = {"sync", "psync", "vsync", "pvsync", "pvsync2", "mmap"};

/* Sums over the jobs of one direction. */
struct sums {
    double iops, mib_s, ios, wait_ms, weight, runtime_ms;
    guint jobs;               /* with I/O */
    const json_t *percentile; /* of the one job with I/O */
    double to_ms;
    GArray *bins; /* struct bin, of json+; of all jobs */
    guint jobs_with_bins;
};

struct bin {
    double ms, count;
};

/* A finite number of 0 or more; NAN where the member is none. */
static double
number(const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);
    double number = json_is_number(value) ? json_number_value(value) : NAN;
    return number >= 0 && number < VALUE_MAX ? number : NAN;
}

/* An option of the job, else of the global section; NULL where neither has it. */
static const char *
option(const json_t *root, const json_t *job, const char *name)
{
    const json_t *own = json_object_get(json_object_get(job, "job options"), name);
    const json_t *global = json_object_get(json_object_get(root, "global options"), name);
    return json_string_value(json_is_string(own) ? own : global);
}

static double
option_number(const json_t *root, const json_t *job, const char *name, double absent)
{
    const char *text = option(root, job, name);
    char *end;
    double value = text ? g_ascii_strtod(text, &end) : absent;
    return text && (end == text || !(value >= 0 && value < VALUE_MAX)) ? NAN : value;
}

/* A size as fio takes it, k = 1024, in KiB; NAN where it is none. */
static double
size_kib(const char *text)
{
    static const char suffixes[] = "kmgt";
    char *end;
    double bytes = g_ascii_strtod(text, &end);
    if (end == text || !(bytes > 0 && bytes < VALUE_MAX))
        return NAN;
    const char *suffix = *end ? strchr(suffixes, g_ascii_tolower(*end)) : NULL;
    return bytes * (suffix ? pow(1024, (double)(suffix - suffixes)) : 1.0 / 1024);
}

/* The one block size of a job, 4 KiB where none is given; NAN for several. */
static double
job_block_kib(const json_t *root, const json_t *job)
{
    const char *text = option(root, job, "bs");
    if (option(root, job, "bssplit") || option(root, job, "bsrange"))
        return NAN;
    if (!text)
        text = option(root, job, "blocksize");
    if (!text)
        return json_object_get(job, "job options") ? 4 : NAN;
    g_auto(GStrv) parts = g_strsplit(text, ",", 4);
    double first = parts[0] ? size_kib(parts[0]) : NAN;
    for (guint i = 1; parts[0] && parts[i]; i++)
        if (*parts[i] && fabs(size_kib(parts[i]) - first) > 0)
            return NAN;
    return first;
}

/* I/Os the job keeps in flight; NAN where the report has no options. */
static double
job_concurrency(const json_t *root, const json_t *job)
{
    if (!json_object_get(job, "job options") && !json_object_get(root, "global options"))
        return NAN;
    const char *engine = option(root, job, "ioengine");
    bool waits = !engine;
    for (guint i = 0; engine && i < G_N_ELEMENTS(waiting_engines); i++)
        waits = waits || strcmp(engine, waiting_engines[i]) == 0;
    double depth = waits ? 1 : option_number(root, job, "iodepth", 1);
    const char *merged = option(root, job, "group_reporting");
    bool merges = merged && strcmp(merged, "0") != 0;
    return depth * (merges ? option_number(root, job, "numjobs", 1) : 1);
}

static void
add_bins(struct sums *sums, const json_t *completion, double to_ms)
{
    const json_t *bins = json_object_get(completion, "bins");
    if (!json_is_object(bins) || json_object_size(bins) == 0)
        return;
    const char *name;
    json_t *value;
    sums->jobs_with_bins++;
    json_object_foreach((json_t *)bins, name, value)
    {
        struct bin bin = {.ms = g_ascii_strtod(name, NULL) * to_ms, .count = json_number_value(value)};
        if (bin.ms >= 0 && bin.ms < VALUE_MAX && bin.count > 0 && bin.count < VALUE_MAX)
            g_array_append_val(sums->bins, bin);
    }
}

/* Adds one direction of one job. */
static void
add_side(struct sums *sums, const json_t *side)
{
    double iops = number(side, "iops"), bytes = number(side, "bw_bytes"), kib = number(side, "bw");
    double runtime_ms = number(side, "runtime"), ios = number(side, "total_ios");
    if (!(iops > 0))
        return;
    sums->jobs++;
    sums->iops += iops;
    sums->mib_s += (bytes >= 0 ? bytes : kib * 1024) / BYTES_PER_MIB;
    sums->runtime_ms = fmax(sums->runtime_ms, runtime_ms);
    sums->ios += ios >= 0 ? ios : iops * runtime_ms / 1e3;
    for (guint i = 0; i < G_N_ELEMENTS(spellings); i++) {
        const json_t *total = json_object_get(side, spellings[i].total);
        const json_t *completion = json_object_get(side, spellings[i].completion);
        double mean = number(total, "mean"),
               submission = number(json_object_get(side, spellings[i].submission), "mean");
        if (!json_is_object(total) && !json_is_object(completion))
            continue;
        if (!(mean > 0)) /* disable_lat: the parts that are there */
            mean = number(completion, "mean") + (submission >= 0 ? submission : 0);
        if (mean > 0) {
            double weight = ios > 0 ? ios : iops;
            sums->wait_ms += mean * spellings[i].to_ms * weight;
            sums->weight += weight;
        }
        sums->to_ms = spellings[i].to_ms;
        sums->percentile = json_object_get(completion, "percentile");
        add_bins(sums, completion, spellings[i].to_ms);
        break;
    }
}

static gint
compare_bins(gconstpointer a, gconstpointer b)
{
    double x = ((const struct bin *)a)->ms, y = ((const struct bin *)b)->ms;
    return (x > y) - (x < y);
}

/* From the merged bins where every job has them, from the list of a single job, else NAN: percentiles of several jobs
 * cannot be put together. */
static double
percentile_ms(const struct sums *sums, double percent)
{
    const char *name;
    json_t *value;
    double count = 0, seen = 0;
    if (sums->jobs == 1 && sums->percentile)
        json_object_foreach(
            (json_t *)sums->percentile, name, value) if (fabs(g_ascii_strtod(name, NULL) - percent) < 1e-6 &&
                                                         json_is_number(value)) return json_number_value(value) *
            sums->to_ms;
    if (sums->jobs == 0 || sums->jobs_with_bins != sums->jobs)
        return NAN;
    for (guint i = 0; i < sums->bins->len; i++)
        count += g_array_index(sums->bins, struct bin, i).count;
    for (guint i = 0; i < sums->bins->len; i++) {
        const struct bin *bin = &g_array_index(sums->bins, struct bin, i);
        seen += bin->count;
        if (seen >= count * percent / 100)
            return bin->ms;
    }
    return NAN;
}

/* The direction as the model has it, from its sums; releases their bins. */
static struct fio_side
side_of(struct sums *sums)
{
    g_array_sort(sums->bins, compare_bins);
    bool any = sums->jobs > 0;
    struct fio_side side = {
        .iops = any ? sums->iops : NAN,
        .mib_s = any ? sums->mib_s : NAN,
        .latency_ms = sums->weight > 0 ? sums->wait_ms / sums->weight : NAN,
        .p50_ms = percentile_ms(sums, 50),
        .p95_ms = percentile_ms(sums, 95),
        .p99_ms = percentile_ms(sums, 99),
        .total_ios = any ? sums->ios : NAN,
    };
    g_array_unref(sums->bins);
    return side;
}

/* Jobs of one direction summed. */
static struct sums
sum_side(const json_t *jobs, const char *name)
{
    struct sums sums = {.bins = g_array_new(FALSE, FALSE, sizeof(struct bin))};
    size_t i;
    json_t *job;
    json_array_foreach((json_t *)jobs, i, job) add_side(&sums, json_object_get(job, name));
    return sums;
}

static void
fill_options(struct fio_run *run, const json_t *root, const json_t *jobs)
{
    size_t i;
    json_t *job;
    run->direct = true;
    json_array_foreach((json_t *)jobs, i, job)
    {
        const char *rw = option(root, job, "rw"), *direct = option(root, job, "direct");
        double block_kib = job_block_kib(root, job);
        run->concurrency += job_concurrency(root, job);
        run->direct = run->direct && direct && strcmp(direct, "0") != 0;
        if (i == 0) {
            run->job_name = g_strdup(json_string_value(json_object_get(job, "jobname")));
            run->rw = g_strdup(rw);
            run->block_kib = block_kib;
        } else {
            if (g_strcmp0(run->rw, rw) != 0)
                g_clear_pointer(&run->rw, g_free);
            if (!(fabs(run->block_kib - block_kib) <= 0))
                run->block_kib = NAN;
        }
    }
}

static void
fill_figures(struct fio_run *run, const json_t *root, const json_t *jobs)
{
    struct sums read = sum_side(jobs, "read"), write = sum_side(jobs, "write"), mixed = sum_side(jobs, "mixed");
    double iops = read.iops + write.iops + mixed.iops, weight = read.weight + write.weight + mixed.weight;
    double ios = read.ios + write.ios, end_s = number(root, "timestamp_ms") / 1e3;
    run->iops = iops;
    run->latency_ms = weight > 0 ? (read.wait_ms + write.wait_ms + mixed.wait_ms) / weight : NAN;
    run->read_pct = mixed.jobs == 0 && ios > 0 ? 100 * read.ios / ios : NAN;
    run->runtime_s = fmax(fmax(read.runtime_ms, write.runtime_ms), mixed.runtime_ms) / 1e3;
    run->start_unix_s = (end_s > 0 ? end_s : number(root, "timestamp")) - run->runtime_s;
    run->read = side_of(&read);
    run->write = side_of(&write);
    g_array_unref(mixed.bins);
}

/* The text of one object, from its brace on, with the nan and inf that fio prints for nothing made null. */
static json_t *
load_object(const char *text, size_t len)
{
    static const char *const words[] = {"-nan", "nan", "-inf", "inf"};
    g_autofree char *copy = g_memdup2(text, len);
    bool in_string = false;
    for (size_t i = 0; i < len; i++) {
        if (copy[i] == '"')
            in_string = !in_string;
        else if (in_string && copy[i] == '\\')
            i++;
        for (guint w = 0; !in_string && w < G_N_ELEMENTS(words); w++) {
            size_t n = strlen(words[w]);
            if (len - i >= n && memcmp(copy + i, words[w], n) == 0)
                memcpy(copy + i, n == 4 ? "null" : "  0", n);
        }
    }
    return json_loadb(copy, len, JSON_DISABLE_EOF_CHECK | JSON_DECODE_INT_AS_REAL, NULL);
}

/* The last whole report in the text; NULL where there is none. Free with json_decref. */
static json_t *
load_last(const char *text, size_t len)
{
    static const char mark[] = "\"fio version\"";
    size_t end = len;
    for (guint tries = 0; tries < OBJECTS_TRIED_MAX; tries++) {
        const char *at = NULL;
        for (size_t i = end; i >= sizeof mark - 1 && !at; i--)
            if (memcmp(text + i - (sizeof mark - 1), mark, sizeof mark - 1) == 0)
                at = text + i - (sizeof mark - 1);
        const char *brace = at ? memrchr(text, '{', (size_t)(at - text)) : NULL;
        if (!brace)
            return NULL;
        json_t *root = load_object(brace, len - (size_t)(brace - text));
        if (root)
            return root;
        end = (size_t)(brace - text);
    }
    return NULL;
}

/* The entries to sum: jobs, or those of a run over clients without their total. New reference; NULL where none is. */
static json_t *
entries_of(const json_t *root)
{
    json_t *from = json_object_get(root, "jobs"), *entries = json_array(), *entry;
    if (!json_is_array(from))
        from = json_object_get(root, "client_stats");
    size_t i;
    json_array_foreach(from, i, entry)
    {
        const char *name = json_string_value(json_object_get(entry, "jobname"));
        if (json_is_object(entry) && g_strcmp0(name, "All clients") != 0 && json_array_size(entries) < JOBS_MAX)
            json_array_append(entries, entry);
    }
    return entries;
}

/* True where a job waited for the one before it: their rates never were there at one time. */
static bool
runs_in_turn(const json_t *root, const json_t *jobs)
{
    size_t i;
    json_t *job;
    json_array_foreach((json_t *)jobs, i,
        job) if (i > 0 && (option(root, job, "stonewall") || option(root, job, "wait_for_previous")) &&
                 !json_equal(
                     json_object_get(job, "groupid"), json_object_get(json_array_get(jobs, 0), "groupid"))) return true;
    return false;
}

struct fio_run *
fio_json_parse(const char *text, size_t len, const char *path, GError **error)
{
    json_t *root = load_last(text, len), *jobs = root ? entries_of(root) : NULL;
    struct fio_run *run = NULL;
    const char *fault = !root                        ? "no whole JSON report of fio in it (an interrupted run?)"
                        : json_array_size(jobs) == 0 ? "a fio report without jobs"
                        : runs_in_turn(root, jobs)
                            ? "its jobs ran one after another (stonewall): run fio once for each, with its own output"
                            : NULL;
    if (!fault) {
        run = g_new0(struct fio_run, 1);
        run->path = g_strdup(path);
        run->version = g_strdup(json_string_value(json_object_get(root, "fio version")));
        fill_options(run, root, jobs);
        fill_figures(run, root, jobs);
        if (!(run->iops > 0)) {
            fault = "a fio report without reads or writes";
            g_clear_pointer(&run, fio_run_free);
        }
    }
    if (fault)
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT, "%s: %s", path, fault);
    json_decref(jobs);
    json_decref(root);
    return run;
}

void
fio_run_free(struct fio_run *run)
{
    if (!run)
        return;
    g_free(run->path);
    g_free(run->version);
    g_free(run->job_name);
    g_free(run->rw);
    g_free(run);
}
