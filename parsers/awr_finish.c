/* What a report says in several places, made into one: the exacter form is kept, the others are checks. */
#include "awr_fill.h"
#include "note.h"

#include <math.h>
#include <string.h>

#define CUT_NAME_MIN 20      /* text reports cut names to 26 and more characters */
#define SAME_RATE 0.01       /* relative difference of two printed forms of a rate that is still rounding */
#define SAME_WAITS 0.051     /* the top list prints 1.0E+08 for anything from 95 to 105 million */
#define SAME_TOP 0.06        /* of waits in the top list, which may print two digits: 1.1E+08 */
#define SAME_FUNCTIONS 0.10  /* of the sum over functions, which is counted by other code than the statistics */
#define OVERFLOW_FACTOR 10.0 /* an IOStat table this far above the statistics has overflowed */

/* Rates of struct awr_rates and the statistics they are. */
static const struct {
    const char *statistic;
    size_t offset;
} rate_sources[] = {
    {"physical read total IO requests", offsetof(struct awr_rates, read_requests_per_s)},
    {"physical write total IO requests", offsetof(struct awr_rates, write_requests_per_s)},
    {"physical read total bytes", offsetof(struct awr_rates, read_bytes_per_s)},
    {"physical write total bytes", offsetof(struct awr_rates, write_bytes_per_s)},
    {"redo size", offsetof(struct awr_rates, redo_bytes_per_s)},
};

static double *
rate_at(struct awr_rates *rates, size_t i)
{
    return (double *)((char *)rates + rate_sources[i].offset);
}

/* The statistic of this name, or of a name that a text report has cut. */
static const struct awr_statistic *
statistic_like(const struct awr *awr, const char *name)
{
    const struct awr_statistic *exact = awr_statistic_named(awr, name);
    if (exact || awr->format != AWR_TEXT)
        return exact;
    for (guint i = 0; i < awr->statistics->len; i++) {
        const struct awr_statistic *statistic = g_ptr_array_index(awr->statistics, i);
        size_t len = strlen(statistic->name);
        if (len >= CUT_NAME_MIN && len + 2 >= strlen(name) && strncmp(statistic->name, name, len) == 0)
            return statistic;
    }
    return NULL;
}

static void
settle_rates(struct awr *awr, const struct awr_rates *profile)
{
    bool from_profile = false;
    for (size_t i = 0; i < G_N_ELEMENTS(rate_sources); i++) {
        double *rate = rate_at(&awr->rates, i);
        double other = *rate_at((struct awr_rates *)profile, i);
        const struct awr_statistic *statistic = statistic_like(awr, rate_sources[i].statistic);
        if (statistic && isfinite(statistic->per_s)) {
            *rate = statistic->per_s;
            awr_origin_set(
                awr, offsetof(struct awr, rates) + rate_sources[i].offset, "Instance Activity Stats", statistic->line);
        } else if (isnan(*rate) && other > 0) { /* a printed 0.0 may be anything below 0.05 */
            *rate = other;
            from_profile = true;
        }
    }
    if (from_profile)
        notes_add(awr->notes, NOTE_INFO, "rates-from-io-profile", 0,
            "the instance activity statistics are not there: rates are those of the IO profile");
    if (isnan(awr->rates.read_requests_per_s) && isnan(awr->rates.write_requests_per_s))
        notes_add(awr->notes, NOTE_WARNING, "no-io-rates", 0,
            "the report holds neither \"physical read total IO requests\" nor an IO profile");
}

/* The event of this name in a list of a text report, whose names are cut, and whose figures must then agree. */
static struct awr_event_read *
cut_event(const struct awr *awr, const GPtrArray *events, const struct awr_event *whole)
{
    for (guint i = 0; i < events->len && awr->format == AWR_TEXT; i++) {
        struct awr_event_read *read = g_ptr_array_index(events, i);
        size_t len = strlen(read->event.name);
        if (len >= CUT_NAME_MIN && strncmp(read->event.name, whole->name, len) == 0 &&
            read->event.waits == whole->waits)
            return read;
    }
    return NULL;
}

static struct awr_event_read *
event_copy(const struct awr_event_read *from)
{
    struct awr_event_read *copy = g_memdup2(from, sizeof *from);
    copy->event.name = g_strdup(from->event.name);
    copy->event.wait_class = g_strdup(from->event.wait_class);
    return copy;
}

/* The top list and the wait table say the same of one event, within what the shorter form rounds off. */
static void
check_top_event(struct awr *awr, const struct awr_event *top, const struct awr_event *listed)
{
    double waits_off = fabs(top->waits - listed->waits), time_off = fabs(top->time_s - listed->time_s);
    bool waits_differ = waits_off > SAME_TOP * MAX(top->waits, listed->waits) + 1;
    bool time_differs = time_off > SAME_TOP * MAX(top->time_s, listed->time_s) + 1;
    if (waits_differ || time_differs)
        notes_add(awr->notes, NOTE_WARNING, "top-events-mismatch", top->line,
            "\"%s\": %.0f waits of %.1f s in the list of top events, %.0f of %.1f s in the wait table (line "
            "%" G_GUINT64_FORMAT "); the table is used",
            top->name, top->waits, top->time_s, listed->waits, listed->time_s, listed->line);
}

/* One event, two tables: each takes from the other what is printed more exactly or only there. `mixed`: the top list
 * counts background waits too, so that only equal counts are one figure. */
static void
reconcile_event(struct awr_event_read *top, struct awr_event_read *listed, bool mixed)
{
    struct awr_event *a = &top->event, *b = &listed->event;
    if (!b->wait_class)
        b->wait_class = g_strdup(a->wait_class);
    if (isnan(b->waits))
        b->waits = a->waits;
    if (fabs(a->waits - b->waits) > (mixed ? 0 : SAME_WAITS * a->waits))
        return;
    struct awr_event_read *exact = listed->time_step_s < top->time_step_s ? listed : top;
    struct awr_event_read *rough = exact == top ? listed : top;
    if (exact->time_step_s < rough->time_step_s && isfinite(exact->event.time_s)) {
        rough->event.time_s = exact->event.time_s;
        rough->time_step_s = exact->time_step_s;
    }
    if (b->waits != a->waits && a->waits > 1e6) /* 1.1E+08 in the top list */
        a->waits = b->waits;
    double error[2];
    for (int i = 0; i < 2; i++) {
        const struct awr_event_read *read = i ? listed : top;
        error[i] = read->event.avg_wait_ms > 0 ? read->avg_step_ms / read->event.avg_wait_ms : INFINITY;
    }
    struct awr_event_read *better = error[1] < error[0] ? listed : top;
    a->avg_wait_ms = b->avg_wait_ms = better->event.avg_wait_ms;
}

/* The foreground table, completed from the top list. */
static void
complete_events(struct awr *awr)
{
    for (guint i = 0; i < awr->top_events->len; i++) {
        struct awr_event_read *top = g_ptr_array_index(awr->top_events, i);
        if (isnan(top->event.waits)) /* CPU is no wait */
            continue;
        struct awr_event_read *listed = (struct awr_event_read *)awr_event_named(awr->events, top->event.name);
        if (!listed && (listed = cut_event(awr, awr->events, &top->event))) {
            g_free(listed->event.name);
            listed->event.name = g_strdup(top->event.name);
        }
        if (listed && (awr->report == AWR_INSTANCE || awr->report == AWR_PDB))
            check_top_event(awr, &top->event, &listed->event);
        if (listed)
            reconcile_event(top, listed, awr->report == AWR_STATSPACK);
        else if (awr->report != AWR_STATSPACK || !awr_event_named(awr->background_events, top->event.name))
            g_ptr_array_add(awr->events, event_copy(top));
    }
}

static void
settle_scalars(struct awr *awr)
{
    static const char *const cpu_rows[] = {"DB CPU", "CPU time"};
    for (size_t i = 0; i < G_N_ELEMENTS(cpu_rows) && isnan(awr->db_cpu_time_s); i++) {
        const struct awr_event *cpu = awr_event_named(awr->top_events, cpu_rows[i]);
        if (cpu)
            awr->db_cpu_time_s = cpu->time_s;
    }
    const char *block = g_hash_table_lookup(awr->parameters, "db_block_size");
    if (block && !(awr->block_size_bytes > 0))
        awr->block_size_bytes = awr_number_in(&(struct awr_numbers){'.', true}, block, UNIT_BYTES, NULL);
    double seconds = awr->elapsed_min * 60;
    if (awr->report == AWR_RAC && seconds > 0) {
        if (isnan(awr->load.db_time_s))
            awr->load.db_time_s = awr->db_time_min * 60 / seconds;
        if (isnan(awr->load.db_cpu_s))
            awr->load.db_cpu_s = awr->db_cpu_time_s / seconds;
    }
}

static void
check_elapsed(struct awr *awr)
{
    double begin = awr_time_minutes(awr->begin), end = awr_time_minutes(awr->end);
    if (isnan(begin) || isnan(end) || isnan(awr->elapsed_min) || awr->report == AWR_AWRMINER)
        return;
    bool has_seconds = strlen(awr->begin) > strlen("2024-03-01T10:00");
    /* minutes are printed with two decimals, with one in compare reports; snapshots take a few seconds to write */
    double allowed = (has_seconds ? 0.15 : 1.15) + 0.0005 * awr->elapsed_min;
    double off = end - begin - awr->elapsed_min;
    if (fabs(off) > allowed)
        notes_add(awr->notes, NOTE_WARNING, "elapsed-mismatch", 0,
            "begin and end are %.2f minutes apart, the elapsed time is %.2f (a change of the clock between them?)",
            end - begin, awr->elapsed_min);
}

/* The line that rate `i` stands on. */
static uint64_t
origin_line(const struct awr *awr, size_t i)
{
    const struct awr_origin *origin = awr_origin_of(awr, offsetof(struct awr, rates) + rate_sources[i].offset);
    return origin ? origin->line : 0;
}

static void
check_totals(struct awr *awr)
{
    double seconds = awr->elapsed_min * 60;
    for (size_t i = 0; i < G_N_ELEMENTS(rate_sources) && seconds > 0; i++) {
        const struct awr_statistic *statistic = statistic_like(awr, rate_sources[i].statistic);
        if (!statistic || isnan(statistic->total) || isnan(statistic->per_s))
            continue;
        double rounding = 0.06 * seconds + statistic->per_s * 6; /* rate with one decimal, minutes with one */
        double off = fabs(statistic->per_s * seconds - statistic->total);
        if (off > rounding + SAME_RATE * statistic->total)
            notes_add(awr->notes, NOTE_WARNING, "rate-total-mismatch", statistic->line,
                "\"%s\": %.2f per second over %.2f minutes is not the total of %.0f", statistic->name, statistic->per_s,
                awr->elapsed_min, statistic->total);
    }
}

static void
check_profile(struct awr *awr, const struct awr_rates *profile)
{
    for (size_t i = 0; i < G_N_ELEMENTS(rate_sources); i++) {
        double rate = *rate_at(&awr->rates, i);
        double printed = *rate_at((struct awr_rates *)profile, i);
        bool is_bytes = strstr(rate_sources[i].statistic, "bytes") != NULL;
        double rounding = is_bytes ? 0.06 * 0x1p20 : 0.06;
        if (fabs(rate - printed) > rounding + SAME_RATE * rate)
            notes_add(awr->notes, NOTE_WARNING, "io-profile-mismatch", origin_line(awr, i),
                "\"%s\" is %.2f per second in the statistics, which are used, and %.2f in the IO profile",
                rate_sources[i].statistic, rate, printed);
    }
}

/* The line that sums the functions up agrees with the statistics, which are the ones used. */
static void
check_function_total(struct awr *awr)
{
    for (guint i = 0; i < awr->io_functions->len; i++) {
        const struct awr_io_line *line = g_ptr_array_index(awr->io_functions, i);
        if (g_ascii_strcasecmp(line->name, "TOTAL:") != 0 && g_ascii_strcasecmp(line->name, "Total") != 0)
            continue;
        const double sum[] = {line->read_requests_per_s, line->write_requests_per_s};
        const double rate[] = {awr->rates.read_requests_per_s, awr->rates.write_requests_per_s};
        static const char *const what[] = {"reads", "writes"};
        for (size_t f = 0; f < G_N_ELEMENTS(sum); f++)
            if (fabs(sum[f] - rate[f]) > SAME_FUNCTIONS * MAX(sum[f], rate[f]) + 1)
                notes_add(awr->notes, NOTE_WARNING, "iostat-total-mismatch", line->line,
                    "IOStat by Function sums up to %.2f %s per second, the statistics say %.2f; these are used", sum[f],
                    what[f], rate[f]);
    }
}

/* Host CPU of a cluster: the shares of its hosts, weighted by the CPU time they had; and its OS statistics, as sums. */
static void
settle_cluster_hosts(struct awr *awr)
{
    double total_s = 0, busy_s = 0, idle_s = 0, sum[3] = {0, 0, 0};
    for (guint i = 0; i < awr->nodes->len; i++) {
        const struct awr_node *node = g_ptr_array_index(awr->nodes, i);
        double node_s = node->busy_s + node->idle_s;
        if (!(node_s > 0)) /* a host that is not told: no sum of all can be */
            return;
        total_s += node_s;
        busy_s += node->busy_s;
        idle_s += node->idle_s;
        const double pct[] = {node->host_cpu.user_pct, node->host_cpu.system_pct, node->host_cpu.iowait_pct};
        for (size_t p = 0; p < G_N_ELEMENTS(pct); p++)
            sum[p] += pct[p] * node_s;
    }
    if (!(total_s > 0))
        return;
    awr->host_cpu.user_pct = sum[0] / total_s;
    awr->host_cpu.system_pct = sum[1] / total_s;
    awr->host_cpu.iowait_pct = sum[2] / total_s;
    awr->host_cpu.idle_pct = 100 * idle_s / total_s;
    const struct {
        const char *name;
        double value;
    } figures[] = {{"NUM_CPUS", awr->cpus}, {"NUM_CPU_CORES", awr->cores}, {"NUM_CPU_SOCKETS", awr->sockets},
        {"BUSY_TIME", busy_s * 100}, {"IDLE_TIME", idle_s * 100}};
    for (size_t i = 0; i < G_N_ELEMENTS(figures); i++)
        if (figures[i].value > 0 && !g_hash_table_contains(awr->os_statistics, figures[i].name))
            g_hash_table_insert(
                awr->os_statistics, g_strdup(figures[i].name), g_memdup2(&figures[i].value, sizeof(double)));
}

/* Counters of IOStat by Function overflow on busy clusters (298,914,443 IO/s where 2,372 were done): what cannot be is
 * no figure. */
static void
check_io_functions(struct awr *awr)
{
    for (guint i = 0; i < awr->io_functions->len; i++) {
        struct awr_io_line *line = g_ptr_array_index(awr->io_functions, i);
        double *const figure[] = {&line->read_requests_per_s, &line->write_requests_per_s};
        const double limit[] = {awr->rates.read_requests_per_s, awr->rates.write_requests_per_s};
        for (size_t f = 0; f < G_N_ELEMENTS(figure); f++) {
            double most = isnan(limit[f]) ? 1e8 : OVERFLOW_FACTOR * limit[f] + 100;
            if (!(*figure[f] > most))
                continue;
            notes_add(awr->notes, NOTE_WARNING, "iostat-overflow", line->line,
                "IOStat by Function, \"%s\": %.0f requests per second cannot be, the counter has overflowed; left out",
                line->name, *figure[f]);
            *figure[f] = NAN;
        }
    }
}

/* Sections that every whole report of a kind has. */
static void
check_sections(struct awr *awr, bool ended, GHashTable *sections)
{
    static const char *const expected[] = {"Snapshots", "Load Profile", "Instance Activity Stats", "Parameters"};
    static const char *const expected_rac[] = {"Database Summary", "Instance Activity Stats", "Parameters"};
    if (awr->report == AWR_AWRMINER)
        return;
    bool rac = awr->report == AWR_RAC;
    g_autoptr(GString) missing = g_string_new(NULL);
    size_t count = rac ? G_N_ELEMENTS(expected_rac) : G_N_ELEMENTS(expected);
    for (size_t i = rac || awr->report == AWR_DIFF ? !rac : 0; i < count; i++) {
        const char *name = rac ? expected_rac[i] : expected[i];
        if (!g_hash_table_contains(sections, name))
            g_string_append_printf(missing, "%s%s", missing->len ? ", " : "", name);
    }
    if (!ended)
        notes_add(awr->notes, NOTE_WARNING, "truncated", 0, "the file ends before the report does; missing: %s",
            missing->len ? missing->str : "nothing that is read here");
    else if (missing->len)
        notes_add(awr->notes, NOTE_WARNING, "missing-sections", 0, "the report lacks %s", missing->str);
}

void
awr_finish(struct awr *awr, const struct awr_rates *profile, bool ended, GHashTable *sections)
{
    settle_rates(awr, profile);
    complete_events(awr);
    settle_scalars(awr);
    check_elapsed(awr);
    check_totals(awr);
    check_profile(awr, profile);
    check_io_functions(awr);
    check_function_total(awr);
    settle_cluster_hosts(awr);
    awr_curves_finish(awr);
    if (sections)
        check_sections(awr, ended, sections);
    if (awr->report == AWR_STATSPACK)
        notes_add(awr->notes, NOTE_INFO, "share-of-call-time", 0,
            "shares of Statspack events are of the total call time, not of DB time; the top list mixes foreground and "
            "background");
    if (awr->report == AWR_DIFF || (sections && g_hash_table_contains(sections, "Wait Events")))
        notes_add(awr->notes, NOTE_INFO, "mixed-events", 0,
            "the events of this report count foreground and background waits together");
    if (awr->report == AWR_RAC && awr->hosts->len < awr->instances->len)
        notes_add(awr->notes, NOTE_WARNING, "shared-hosts", 0,
            "%u instances run on %u hosts: CPUs and memory are summed over instances and count these hosts repeatedly",
            awr->instances->len, awr->hosts->len);
    if (awr->is_rac && awr->report == AWR_INSTANCE)
        notes_add(awr->notes, NOTE_INFO, "one-instance-of-a-cluster", 0,
            "this is one instance of a RAC database: the storage may serve others as well");
}
