#include "findings_parts.h"

#include "format.h"

#include <math.h>
#include <string.h>

#define PARTS_SHOWN 20u
#define DEVICES_SHOWN 4u

/* Of the sustained figures the longest come first: what is read beside the percentiles is what lasts. */
static const struct {
    const char *name, *words;
} figure_row[DEMAND_FIGURES] = {{"mean", "Mean"}, {"p50", "p50"}, {"p95", "p95"}, {"p99", "p99"}, {"p999", "p99.9"},
    {"sustained_60min", "Highest 60 minutes"}, {"sustained_15min", "Highest 15 minutes"},
    {"sustained_5min", "Highest 5 minutes"}, {"sustained_1min", "Highest minute"}, {"peak", "Peak interval"}};

static struct table *
demand_table(struct builder *builder, const char *id, const struct demand *demand)
{
    struct table *table = table_new(id,
        tr(builder, "Each column for itself: its figures need not be of one moment. The mean read share and size are "
                    "of all I/Os, their percentiles are of the steps."));
    table_add_column(table, tr(builder, "Figure"), TABLE_TEXT);
    static const char *const heading[] = {"IOPS", "MiB/s", "Reads/s", "Writes/s", "Read share", "KiB per I/O"};
    for (size_t i = 0; i < G_N_ELEMENTS(heading); i++)
        table_add_column(table, tr(builder, heading[i]), TABLE_NUMBER);
    for (size_t i = 0; i < G_N_ELEMENTS(figure_row); i++) {
        const char *name = figure_row[i].name;
        double iops = demand_figure(&demand->iops, name), mib_s = demand_figure(&demand->mib_s, name);
        if (!isfinite(iops) && !isfinite(mib_s))
            continue;
        table_add_row(table, tr(builder, figure_row[i].words), keep_figure(builder, format_iops(iops)),
            keep_figure(builder, format_mib_s(mib_s)),
            keep_figure(builder, format_iops(demand_figure(&demand->read_iops, name))),
            keep_figure(builder, format_iops(demand_figure(&demand->write_iops, name))),
            keep_figure(builder, format_percent(demand_figure(&demand->read_share_pct, name))),
            keep_figure(builder, format_three_digits(demand_figure(&demand->io_size_kib, name), 1)));
    }
    return table;
}

static struct table *
moments_table(struct builder *builder, const char *id, const struct demand *demand)
{
    static const char *const words[DEMAND_MOMENTS] = {[DEMAND_AT_PEAK_IOPS] = "Peak IOPS",
        [DEMAND_AT_PEAK_MIB_S] = "Peak MiB/s",
        [DEMAND_AT_1MIN] = "Highest minute",
        [DEMAND_AT_5MIN] = "Highest 5 minutes",
        [DEMAND_AT_15MIN] = "Highest 15 minutes",
        [DEMAND_AT_60MIN] = "Highest 60 minutes"};
    struct table *table = table_new(id, tr(builder, "What was seen at one moment: a row's figures belong together."));
    table_add_column(table, tr(builder, "Moment"), TABLE_TEXT);
    table_add_column(table, tr(builder, "Until"), TABLE_TEXT);
    static const char *const heading[] = {
        "Length", "IOPS", "Reads/s", "Writes/s", "MiB/s", "Read share", "KiB per I/O", "Latency ms"};
    for (size_t i = 0; i < G_N_ELEMENTS(heading); i++)
        table_add_column(table, tr(builder, heading[i]), TABLE_NUMBER);
    for (int at = 0; at < DEMAND_MOMENTS; at++) {
        const struct demand_moment *moment = &demand->at[at];
        if (!(moment->length_s > 0))
            continue;
        const char *until =
            moment->end_s != CAPTURE_NO_TIME ? keep_date(builder, format_time((double)moment->end_s))
            : isfinite(moment->offset_s)
                ? keepf(builder, "%s after the start", keep_figure(builder, format_duration_s(moment->offset_s)))
                : FORMAT_NOTHING;
        table_add_row(table, tr(builder, words[at]), until, keep_figure(builder, format_duration_s(moment->length_s)),
            keep_figure(builder, format_iops(moment->iops)), keep_figure(builder, format_iops(moment->read_iops)),
            keep_figure(builder, format_iops(moment->write_iops)), keep_figure(builder, format_mib_s(moment->mib_s)),
            keep_figure(builder, format_percent(moment->read_pct)),
            keep_figure(builder, format_three_digits(moment->io_kib, 1)),
            keep_figure(builder, format_ms(moment->latency_ms)));
    }
    return table;
}

const char *
demand_words(struct builder *builder, const struct demand *demand)
{
    switch (demand->source) {
    case DEMAND_IOSTAT:
        return keepf(builder, "Percentiles are taken of %s means over %s of log.",
            keep_figure(builder, format_duration_s(demand->step_s)),
            keep_figure(builder, format_duration_s(demand->covered_s)));
    case DEMAND_AWR:
        return demand->steps == 1
                   ? keepf(builder,
                         "From AWR alone: the mean over one snapshot interval of %s. Peaks inside it are not known.",
                         keep_figure(builder, format_duration_s(demand->covered_s)))
                   : keepf(builder,
                         "From AWR alone: means over %zu snapshot intervals of %s, %s in all, weighted by their "
                         "length. "
                         "Peaks inside them are not known; the peak is the highest interval's mean.",
                         demand->steps, keep_figure(builder, format_duration_s(demand->interval_s)),
                         keep_figure(builder, format_duration_s(demand->covered_s)));
    case DEMAND_TYPED:
        return isfinite(demand->mib_s.mean)
                   ? tr(builder, "Typed by hand in study.ini, not measured here.")
                   : tr(builder, "Typed by hand in study.ini, not measured here. No MiB/s was given: throughput is not "
                                 "sized.");
    case DEMAND_NONE:
        break;
    }
    return "";
}

/* Which time was seen. */
static const char *
coverage_words(struct builder *builder, const struct coverage *coverage)
{
    const char *from = keep_date(builder, format_time((double)coverage->first_s));
    const char *to = keep_date(builder, format_time((double)coverage->last_s));
    const char *seen = keep_figure(builder, format_duration_s(coverage->covered_s));
    return coverage->gaps == 0
               ? keepf(builder, "Observed from %s to %s without a gap: %s.", from, to, seen)
               : keepf(builder, "Observed from %s to %s: %s, with gaps: %zu, %s in all, the longest %s.", from, to,
                     seen, coverage->gaps, keep_figure(builder, format_duration_s(coverage->gap_s)),
                     keep_figure(builder, format_duration_s(coverage->longest_gap_s)));
}

/* What the mean of a long interval hides. */
static const char *
averaging_words(struct builder *builder, const struct averaging *averaging)
{
    const char *length = keep_figure(builder, format_duration_s(averaging->length_s));
    const char *mean = keep_figure(builder, format_iops(averaging->mean_iops));
    const char *minute = keep_figure(builder, format_iops(averaging->highest_60s));
    const char *sample = keep_figure(builder, format_iops(averaging->highest_sample));
    const char *sample_length = keep_figure(builder, format_duration_s(averaging->sample_s));
    if (isfinite(averaging->awr_iops))
        return keepf(builder,
            "What an average hides: the AWR interval of %s up to %s has a mean of %s IOPS, the log %s; the highest 60 "
            "s "
            "of the log inside it are %s IOPS, the highest sample of %s is %s.",
            length, keep_date(builder, format_time((double)averaging->end_s)),
            keep_figure(builder, format_iops(averaging->awr_iops)), mean, minute, sample_length, sample);
    if (!isfinite(averaging->highest_60s))
        return keepf(builder,
            "What an average hides: the busiest %s have a mean of %s IOPS; the highest sample of %s inside them is %s. "
            "What is shorter than a sample does not show.",
            length, mean, sample_length, sample);
    return keepf(builder,
        "What an average hides: the busiest %s have a mean of %s IOPS; the highest 60 s inside them are %s IOPS, the "
        "highest sample of %s is %s.",
        length, mean, minute, sample_length, sample);
}

static const char *
devices_words(struct builder *builder, const GPtrArray *devices)
{
    if (!devices)
        return "";
    g_autoptr(GString) names = g_string_new(NULL);
    for (guint i = 0; i < devices->len && i < DEVICES_SHOWN; i++)
        g_string_append_printf(names, "%s%s", i > 0 ? ", " : "", (const char *)g_ptr_array_index(devices, i));
    return devices->len > DEVICES_SHOWN ? keepf(builder, "%s and %u more", names->str, devices->len - DEVICES_SHOWN)
                                        : keep(builder, g_strdup(names->str));
}

/* Whether a part is made of more than the device that it is named for. */
static bool
has_groups(const GPtrArray *parts)
{
    for (guint i = 0; i < parts->len; i++) {
        const struct load_part *part = g_ptr_array_index(parts, i);
        if (part->devices && (part->devices->len != 1 || strcmp(g_ptr_array_index(part->devices, 0), part->name) != 0))
            return true;
    }
    return false;
}

static struct table *
parts_table(struct builder *builder, const char *id, const struct load_finding *load)
{
    static const char *const head[] = {
        [LOAD_PARTS_DEVICES] = "Devices", [LOAD_PARTS_HOSTS] = "Host", [LOAD_PARTS_DATABASES] = "Database"};
    bool has_devices = load->parts_kind == LOAD_PARTS_DEVICES && has_groups(load->parts);
    struct table *table = table_new(
        id, tr(builder, "Over the time that all of them cover; \"then\" is the moment at which all together have their "
                        "highest IOPS."));
    table_add_column(table, tr(builder, head[load->parts_kind]), TABLE_TEXT);
    if (has_devices)
        table_add_column(table, tr(builder, "Made of"), TABLE_TEXT);
    static const char *const heading[] = {"Mean IOPS", "p95 IOPS", "Peak IOPS", "IOPS then", "Writes/s then",
        "Peak MiB/s", "MiB/s then", "Read share", "KiB per I/O"};
    for (size_t i = 0; i < G_N_ELEMENTS(heading); i++)
        table_add_column(table, tr(builder, heading[i]), TABLE_NUMBER);
    for (guint i = 0; i < MIN(load->parts->len, PARTS_SHOWN); i++) {
        const struct load_part *part = g_ptr_array_index(load->parts, i);
        const struct demand *demand = &part->demand;
        const char *cell[G_N_ELEMENTS(heading) + 2];
        guint n = 0;
        cell[n++] = part->name;
        if (has_devices)
            cell[n++] = devices_words(builder, part->devices);
        const double iops[] = {
            demand->iops.mean, demand->iops.p95, demand->iops.peak, part->iops_then, part->write_iops_then};
        for (size_t k = 0; k < G_N_ELEMENTS(iops); k++)
            cell[n++] = keep_figure(builder, format_iops(iops[k]));
        cell[n++] = keep_figure(builder, format_mib_s(demand->mib_s.peak));
        cell[n++] = keep_figure(builder, format_mib_s(part->mib_s_then));
        cell[n++] = keep_figure(builder, format_percent(demand->read_pct));
        cell[n++] = keep_figure(builder, format_three_digits(demand->io_kib, 1));
        table_add_row_v(table, cell);
    }
    table->left_out = load->parts_left_out + (load->parts->len > PARTS_SHOWN ? load->parts->len - PARTS_SHOWN : 0);
    table->left_out_file = "results.json";
    return table;
}

static const char *
coincidence_words(struct builder *builder, const struct load_finding *load)
{
    const struct coincidence *iops = &load->coincidence_iops, *mib_s = &load->coincidence_mib_s;
    if (!isfinite(iops->factor))
        return NULL;
    const char *peak = keep_figure(builder, format_iops(iops->peak_of_sum));
    const char *peaks = keep_figure(builder, format_iops(iops->sum_of_peaks));
    const char *factor = keep_figure(builder, format_decimal(iops->factor, 2));
    const char *diversity = keep_figure(builder, format_decimal(iops->diversity, 2));
    if (!isfinite(mib_s->factor))
        return keepf(builder,
            "All together peak at %s IOPS; the sum of their peaks is %s (coincidence factor %s, diversity factor %s).",
            peak, peaks, factor, diversity);
    return keepf(builder,
        "All together peak at %s IOPS; the sum of their peaks is %s (coincidence factor %s, diversity factor %s). In "
        "MiB/s: "
        "%s against %s (coincidence factor %s).",
        peak, peaks, factor, diversity, keep_figure(builder, format_mib_s(mib_s->peak_of_sum)),
        keep_figure(builder, format_mib_s(mib_s->sum_of_peaks)),
        keep_figure(builder, format_decimal(mib_s->factor, 2)));
}

/* One line a measure of CPU and source. */
static void
add_cpu_rows(struct builder *builder, struct table *table, const struct cpu_load *cpu)
{
    static const char *const source[] = {[CPU_IOSTAT] = "iostat", [CPU_AWR] = "AWR"};
    const struct {
        const char *words;
        const struct demand_figures *figures;
        bool is_percent;
    } row[] = {{"Host CPU busy", &cpu->busy_pct, true}, {"Waiting for I/O", &cpu->iowait_pct, true},
        {"CPUs busy", &cpu->busy_cpus, false}, {"DB CPU, CPUs", &cpu->db_cpus, false},
        {"Average active sessions", &cpu->active_sessions, false}, {"Run queue", &cpu->run_queue, false}};
    for (size_t i = 0; i < G_N_ELEMENTS(row); i++) {
        const double value[] = {
            row[i].figures->mean, row[i].figures->p50, row[i].figures->p95, row[i].figures->p99, row[i].figures->peak};
        const char *cell[G_N_ELEMENTS(value) + 4];
        bool is_known = false;
        cell[0] = tr(builder, row[i].words);
        cell[1] = cpu->source == CPU_LOG ? cpu->name : source[cpu->source];
        for (size_t k = 0; k < G_N_ELEMENTS(value); k++) {
            is_known = is_known || isfinite(value[k]);
            cell[k + 2] =
                keep_figure(builder, row[i].is_percent ? format_percent(value[k]) : format_three_digits(value[k], 2));
        }
        cell[G_N_ELEMENTS(value) + 2] = keep_figure(builder, format_three_digits(cpu->cpus, 0));
        cell[G_N_ELEMENTS(value) + 3] = keep_figure(builder, format_three_digits(cpu->cores, 0));
        if (is_known)
            table_add_row_v(table, cell);
    }
}

static struct table *
cpu_table(struct builder *builder, const char *id, const GArray *cpu)
{
    struct table *table = table_new(id,
        tr(builder,
            "CPU beside storage. CPUs are what the system schedules on (threads); waiting for I/O is not busy. Each "
            "line for itself."));
    table_add_column(table, tr(builder, "Measure"), TABLE_TEXT);
    table_add_column(table, tr(builder, "From"), TABLE_TEXT);
    static const char *const heading[] = {"Mean", "p50", "p95", "p99", "Peak", "CPUs", "Cores"};
    for (size_t i = 0; i < G_N_ELEMENTS(heading); i++)
        table_add_column(table, tr(builder, heading[i]), TABLE_NUMBER);
    for (guint i = 0; i < cpu->len; i++)
        add_cpu_rows(builder, table, &g_array_index(cpu, struct cpu_load, i));
    return table;
}

static const char *
cpu_words(struct builder *builder, const GArray *cpu)
{
    for (guint i = 0; i < cpu->len; i++) {
        const struct cpu_load *one = &g_array_index(cpu, struct cpu_load, i);
        if (isfinite(one->busy_pct_then))
            return keepf(builder, "At the peak of IOPS the host's CPUs were %s busy.",
                keep_figure(builder, format_percent(one->busy_pct_then)));
    }
    return NULL;
}

static void
fill_load_tables(struct builder *builder, struct view *view, const struct load_finding *load, const char *id)
{
    const struct coverage *coverage = &load->coverage;
    view_declare_list(view, "observed");
    if (load->demand.source != DEMAND_NONE) {
        view_take_table(view, "demand", demand_table(builder, keep_id(builder, "%s-demand", id), &load->demand));
        if (load->demand.source != DEMAND_AWR || load->demand.steps > 1) /* one mean has no moments */
            view_take_table(view, "moments", moments_table(builder, keep_id(builder, "%s-moments", id), &load->demand));
    }
    if (coverage->first_s != CAPTURE_NO_TIME && coverage->covered_s > 0)
        add_sentence(view, "observed", coverage_words(builder, coverage));
    if (load->averaging.length_s > 0)
        add_sentence(view, "observed", averaging_words(builder, &load->averaging));
    if (load->parts) {
        view_take_table(view, "parts", parts_table(builder, keep_id(builder, "%s-parts", id), load));
        view_set(view, "coincidence", coincidence_words(builder, load));
    }
    if (load->cpu->len > 0) {
        view_take_table(view, "cpu", cpu_table(builder, keep_id(builder, "%s-cpu", id), load->cpu));
        view_set(view, "cpu_then", cpu_words(builder, load->cpu));
    }
}

static void
fill_load(struct builder *builder, struct view *view, const struct load_finding *load, guint number)
{
    const char *id = keep_id(builder, "load-%u", number);
    view_set(view, "name", files_shown(builder, load->name));
    view_set(view, "words", demand_words(builder, &load->demand));
    if (isfinite(load->demand.read_pct) && isfinite(load->demand.io_kib))
        view_set(view, "mix",
            keepf(builder, "%s reads, %s KiB per I/O on average.",
                keep_figure(builder, format_percent_whole(load->demand.read_pct)),
                keep_figure(builder, format_three_digits(load->demand.io_kib, 1))));
    if (isfinite(load->demand.latency_ms))
        view_set(view, "latency",
            keepf(builder, "Mean latency %s ms, weighted by I/Os; p95 of the interval means %s ms.",
                keep_figure(builder, format_ms(load->demand.latency_ms)),
                keep_figure(builder, format_ms(load->demand.p95_latency_ms))));
    fill_load_tables(builder, view, load, id);
    fill_load_remarks(builder, view, load);
    fill_load_charts(builder, view, load, id);
    if (!load->series)
        return;
    const char *peak = keep_figure(builder, format_iops(load->demand.iops.peak));
    view_take_chart(view, "series",
        series_chart(builder, keep_id(builder, "%s-series", id), keepf(builder, "The load peaks at %s IOPS", peak),
            load->series, load->windows));
    view_set(view, "steady",
        load->windows->len == 0
            ? tr(builder, "No steady state was found: the load wanders, as production does; use its percentiles.")
        : load->windows->len == 1 ? tr(builder, "1 steady window was found.")
                                  : keepf(builder, "%u steady windows were found.", load->windows->len));
}

/* All loads side by side; NULL for fewer than two. */
static struct table *
loads_table(struct builder *builder)
{
    const GPtrArray *loads = builder->findings->loads;
    if (loads->len < 2)
        return NULL;
    struct table *table = table_new("loads",
        tr(builder,
            "The loads side by side; the one that sizing rests on is bold. Peaks of different loads need not be of "
            "one moment: only what is \"together\" may be added."));
    table_add_column(table, tr(builder, "Load"), TABLE_TEXT);
    static const char *const heading[] = {
        "Mean IOPS", "p95", "p99", "Highest 60 min", "Peak", "p95 MiB/s", "Peak MiB/s", "Read share", "Observed"};
    for (size_t i = 0; i < G_N_ELEMENTS(heading); i++)
        table_add_column(table, tr(builder, heading[i]), TABLE_NUMBER);
    for (guint i = 0; i < loads->len; i++) {
        const struct load_finding *load = g_ptr_array_index(loads, i);
        const struct demand *demand = &load->demand;
        if (demand->source == DEMAND_NONE)
            continue;
        struct table_row *row = table_add_row(table, files_shown(builder, load->name),
            keep_figure(builder, format_iops(demand->iops.mean)), keep_figure(builder, format_iops(demand->iops.p95)),
            keep_figure(builder, format_iops(demand->iops.p99)),
            keep_figure(builder, format_iops(demand->iops.sustained_60min)),
            keep_figure(builder, format_iops(demand->iops.peak)), keep_figure(builder, format_mib_s(demand->mib_s.p95)),
            keep_figure(builder, format_mib_s(demand->mib_s.peak)),
            keep_figure(builder, format_percent(demand->read_pct)),
            keep_figure(builder, format_duration_s(demand->covered_s)));
        row->emphasis = load == builder->findings->demand_load;
    }
    return table;
}

void
fill_loads(struct builder *builder, struct view *view)
{
    struct table *table = loads_table(builder);
    if (table)
        view_take_table(view, "loads", table);
    fill_hosts_chart(builder, view);
    for (guint i = 0; i < builder->findings->loads->len; i++)
        fill_load(builder, view_append(view, "load"), g_ptr_array_index(builder->findings->loads, i), i + 1);
}
