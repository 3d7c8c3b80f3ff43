#include "sizing_words.h"

#include "format.h"
#include "language.h"

#include <math.h>
#include <string.h>

char *
product_text(const struct catalog_product *product)
{
    bool said = g_str_has_prefix(product->product, product->provider);
    g_autofree char *name =
        said ? g_strdup(product->product) : g_strdup_printf("%s %s", product->provider, product->product);
    return *product->tier ? g_strdup_printf("%s, %s", name, product->tier) : g_steal_pointer(&name);
}

char *
left_out_text(const struct left_out *left_out)
{
    g_autofree char *product = product_text(left_out->product), *units = format_count(left_out->units);
    switch (left_out->reason) {
    case LEFT_OUT_NO_LIMIT:
        return g_strdup_printf("%s: the catalog has neither an IOPS nor a MiB/s limit for it", product);
    case LEFT_OUT_NOTHING_HELD:
        return g_strdup_printf("%s: no limit of it can be held against the requirement", product);
    case LEFT_OUT_MANY_UNITS:
        return isinf(left_out->units)
                   ? g_strdup_printf("%s: no number of units would carry it", product)
                   : g_strdup_printf("%s: it would take %s units, more than %d are no recommendation", product, units,
                         CANDIDATE_UNITS_MAX);
    case LEFT_OUT_ABOVE_MAX_UNITS: {
        g_autofree char *most = format_count(left_out->product->max_units);
        return g_strdup_printf("%s: it would take %s units, one system has at most %s", product, units, most);
    }
    }
    return NULL;
}

/* "A ... %s ... %s ... %s": the product, its figure and that of the first choice. `format` takes three texts. */
static char *
compared(const struct language *language, const char *product, double second, double first,
    char *(*format_figure)(double), const char *format)
{
    g_autofree char *of_second = language_figure(language, format_figure(second)),
                    *of_first = language_figure(language, format_figure(first));
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    return language_textf(language, format, product, of_second, of_first);
#pragma GCC diagnostic pop
}

static char *
more_provisioned(
    const char *product, const struct candidate *second, const struct candidate *first, const struct language *language)
{
    g_autofree char *iops = language_figure(language, format_count(second->limits[LIMIT_IOPS].provisioned)),
                    *first_iops = language_figure(language, format_count(first->limits[LIMIT_IOPS].provisioned)),
                    *mib_s = language_figure(language, format_count(second->limits[LIMIT_MIB_S].provisioned)),
                    *first_mib_s = language_figure(language, format_count(first->limits[LIMIT_MIB_S].provisioned));
    return language_textf(language,
        "Runner-up: %s. It is as good by units, capacity and utilisation, but more must be provisioned "
        "of it: %s IOPS and %s MiB/s instead of %s and %s.",
        product, iops, mib_s, first_iops, first_mib_s);
}

char *
runner_up_text(const struct sizing *sizing, const struct language *language)
{
    const struct candidate *second = sizing_runner_up(sizing), *first = sizing_first_choice(sizing);
    if (!second)
        return NULL;
    g_autofree char *product = product_text(second->product),
                    *equal = language_figure(language, format_count(sizing->equal_to_first));
    switch (sizing->runner_up) {
    case RUNNER_UP_NONE:
        return NULL;
    case RUNNER_UP_NOT_JUDGED:
        return language_textf(language,
            "Runner-up: %s. It comes second because the catalog lacks a limit that it would have to be "
            "held against.",
            product);
    case RUNNER_UP_STATUS:
        return second->product->status == CATALOG_SUPERSEDED
                   ? language_textf(language,
                         "Runner-up: %s. It comes second because its limits in the catalog are superseded.", product)
                   : language_textf(language,
                         "Runner-up: %s. It comes second because its limits were read from an older copy of their "
                         "source: today's may be others.",
                         product);
    case RUNNER_UP_LATENCY:
        return language_textf(language,
            "Runner-up: %s. It comes second because its source claims a latency of %s ms, above the ceiling.", product,
            second->product->latency_claim);
    case RUNNER_UP_UNITS:
        return compared(language, product, second->units, first->units, format_count,
            "Runner-up: %s. It comes second because it takes more units: %s instead of %s.");
    case RUNNER_UP_CAPACITY:
        if (isnan(sizing->required_capacity_gib)) {
            g_autofree char *gib = language_figure(language, format_count(candidate_total_gib(second)));
            return language_textf(language,
                "Runner-up: %s. It comes second because it takes %s GiB whatever the database's size.", product, gib);
        }
        return compared(language, product, candidate_total_gib(second), candidate_total_gib(first), format_count,
            "Runner-up: %s. It comes second because it takes more capacity for the same load: %s GiB instead of %s.");
    case RUNNER_UP_UTILISATION:
        return compared(language, product, second->utilisation_pct, first->utilisation_pct, format_percent,
            "Runner-up: %s. It is as good by units and capacity and larger than needed: its binding limit is used to "
            "%s, "
            "that of the first choice to %s. It leaves more room to grow.");
    case RUNNER_UP_PROVISION:
        return more_provisioned(product, second, first, language);
    case RUNNER_UP_EQUAL:
        return language_textf(language,
            "Runner-up: %s. By units, capacity and utilisation it is as good as the first choice: "
            "nothing but the order of the catalog decided (products equal to the first choice: %s).",
            product, equal);
    }
    return NULL;
}

char *
capacity_text(const struct capacity_held *held, const struct sizing *sizing, const struct language *language)
{
    const char *source = held->source ? held->source : language_text(language, "this study");
    g_autofree char *iops = language_figure(language, format_iops(held->point.iops)),
                    *required = language_figure(language, format_iops(sizing->required_iops)),
                    *used = language_figure(language, format_percent(held->iops_utilisation_pct)),
                    *limit = language_figure(language, format_percent_whole(100 * sizing->options.utilisation_limit));
    if (!held->workload)
        return language_textf(language,
            "Measured storage of %s: cannot tell. No workload of it has an operating point to size from.", source);
    static const char *const format[] = {
        [CAPACITY_FITS] = "Measured storage of %s, workload %s: the requirement fits. %s IOPS are %s of the %s that "
                          "were measured; up to %s may be used.",
        [CAPACITY_DOES_NOT_FIT] = "Measured storage of %s, workload %s: the requirement does not fit. %s IOPS are %s "
                                  "of the %s that were measured; up to %s may be used.",
        [CAPACITY_CANNOT_TELL] = "Measured storage of %s, workload %s: cannot tell whether the requirement fits. %s "
                                 "IOPS would be %s of the %s that were measured; up to %s may be used.",
    };
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    return language_textf(language, format[held->verdict], source, held->workload, required, used, iops, limit);
#pragma GCC diagnostic pop
}

char *
capacity_remark_text(const struct capacity_held *held, const struct language *language, enum capacity_remark remark)
{
    const struct measured_point *point = &held->point;
    g_autofree char *measured_pct = language_figure(language, format_percent_whole(point->read_pct)),
                    *load_pct = language_figure(language, format_percent_whole(point->read_pct + held->read_pct_apart)),
                    *size = language_figure(language, format_decimal(point->io_kib, 1)),
                    *ratio = language_figure(language, format_decimal(held->io_size_ratio, 2)),
                    *mib_s = language_figure(language, format_mib_s(point->mib_s)),
                    *used = language_figure(language, format_percent(held->mib_s_utilisation_pct)),
                    *ceiling = language_figure(language, format_three_digits(point->latency_ceiling_ms, 3));
    switch (remark) {
    case CAPACITY_NO_POINT:
        return g_strdup(language_text(language, "No rung is within the latency ceiling, or no knee was found."));
    case CAPACITY_READ_SHARE_UNKNOWN:
        return g_strdup(language_text(language,
            "The read share of the load or of the workload is not known: how far one stands for the other "
            "cannot be told."));
    case CAPACITY_OTHER_READ_SHARE:
        return held->read_pct_apart < 0
                   ? language_textf(language,
                         "The nearest workload stands for the load: it has %s reads, the load %s. With more "
                         "writes the storage may do less.",
                         measured_pct, load_pct)
                   : language_textf(language, "The nearest workload stands for the load: it has %s reads, the load %s.",
                         measured_pct, load_pct);
    case CAPACITY_INTERPOLATED:
        return language_textf(language,
            "Interpolated between the workloads %s and %s to %s reads (the time of an I/O, linear in "
            "the read share): not measured.",
            held->workload, held->other, measured_pct);
    case CAPACITY_READ_SHARE_TOO_FAR:
        return language_textf(language,
            "The nearest workload has %s reads, the load %s: too different to stand for it.", measured_pct, load_pct);
    case CAPACITY_IO_SIZE_UNKNOWN:
        return g_strdup(
            language_text(language, "The I/O size of the load or of the workload is not known: taken as the same."));
    case CAPACITY_OTHER_IO_SIZE:
        return language_textf(
            language, "The load's I/Os are %s times as large as the %s KiB that were measured.", ratio, size);
    case CAPACITY_IO_SIZE_TOO_FAR:
        return language_textf(language,
            "The load's I/Os are %s times as large as the %s KiB of the nearest workload: too "
            "different to stand for it.",
            ratio, size);
    case CAPACITY_SMALLER_IO:
        return g_strdup(language_text(
            language, "The load's I/Os are smaller than those that were measured: the storage may do more of them."));
    case CAPACITY_MIB_S_NOT_SHOWN:
        return language_textf(language,
            "The IOPS fit, but the MiB/s would be %s of the %s that were measured: whether the storage "
            "moves so many was not shown.",
            used, mib_s);
    case CAPACITY_MIB_S_UNKNOWN:
        return g_strdup(language_text(language, "MiB/s are not known on both sides: IOPS alone are held."));
    case CAPACITY_NOT_SATURATED:
        return g_strdup(
            language_text(language, "The ladder ended before the storage did: it can do at least what was measured."));
    case CAPACITY_IS_PROVISIONED:
        return g_strdup(language_text(language, "The measured plateau is a provisioned limit: more may be bought."));
    case CAPACITY_OTHER_CEILING:
        return language_textf(
            language, "Its operating point was chosen within another latency ceiling: %s ms.", ceiling);
    }
    return NULL;
}

/* A figure as it was set: "25", "0.5". */
static char *
set_figure(const struct language *language, double value)
{
    char text[32];
    return language_number(language, g_ascii_formatd(text, sizeof text, "%.6g", value));
}

static char *
network_text(const struct host_limit *limit, const struct language *language)
{
    g_autofree char *gbit = set_figure(language, limit->network_gbit);
    if (isnan(limit->network_gbit))
        return g_strdup(language_text(language, "The network's speed is not known: set network_gbit in study.ini."));
    if (isnan(limit->needed))
        return g_strdup(language_text(language, "The MiB/s that are required are not known."));
    return language_textf(language,
        "network_gbit = %s in study.ini; all MiB/s counted in one direction, without the protocol's own bytes.", gbit);
}

static char *
outstanding_text(const struct host_limit *limit, const struct language *language)
{
    g_autofree char *sessions = language_figure(language, format_count(limit->sessions)),
                    *depth = language_figure(language, format_count(limit->queue_depth)),
                    *luns = language_figure(language, format_count(limit->luns)),
                    *ms = set_figure(language, limit->latency_ms);
    if (isnan(limit->sessions) || isnan(limit->queue_depth))
        return g_strdup(language_text(language,
            "iSCSI sessions and their queue depth are not known: keep the output of iscsiadm -m session "
            "and iscsid.conf "
            "beside the capture, or set iscsi_sessions and queue_depth in study.ini."));
    switch (limit->session_source) {
    case SESSIONS_TYPED:
        return language_textf(language, "Needed at %s ms; %s sessions as typed in study.ini, queue depth %s, LUNs: %s.",
            ms, sessions, depth, luns);
    case SESSIONS_LISTED:
        return language_textf(language,
            "Needed at %s ms; %s sessions as iscsiadm lists them, queue depth %s, LUNs: %s.", ms, sessions, depth,
            luns);
    case SESSIONS_PATHS:
        return language_textf(language,
            "Needed at %s ms; %s sessions, one for each path of the multipath device, queue depth %s, "
            "LUNs: %s.",
            ms, sessions, depth, luns);
    case SESSIONS_PER_PORTAL:
        return language_textf(language,
            "Needed at %s ms; at least %s sessions (nr_sessions; how many portals there are is not "
            "known), queue depth %s, LUNs: %s.",
            ms, sessions, depth, luns);
    case SESSIONS_NOT_KNOWN:
        break;
    }
    return NULL;
}

char *
host_limit_text(const struct host_limit *limit, const struct language *language)
{
    return limit->code == HOST_NETWORK ? network_text(limit, language) : outstanding_text(limit, language);
}

char *
db_size_text(const struct db_size *size, const struct language *language)
{
    g_autofree char *gib = language_figure(language, format_count(size->gib)),
                    *parts = language_figure(language, format_count(size->databases));
    const char *path = size->path ? size->path : language_text(language, "the reports");
    switch (size->source) {
    case DB_SIZE_TYPED:
        return language_textf(language, "Size of the database: %s GiB, typed in study.ini.", gib);
    case DB_SIZE_TABLESPACES:
        return size->databases > 1
                   ? language_textf(language,
                         "Size of the databases: %s GiB, the sum of %s by their tablespaces (%s and others).", gib,
                         parts, path)
                   : language_textf(language, "Size of the database: %s GiB, its tablespaces in %s.", gib, path);
    case DB_SIZE_ASM:
        return size->groups_unknown > 0
                   ? language_textf(language,
                         "Size of the database: at least %s GiB, used in ASM disk groups (%s; recovery areas "
                         "and other databases in them count too). Groups whose copies are not known are left "
                         "out.",
                         gib, path)
                   : language_textf(language,
                         "Size of the database: at most %s GiB, used in ASM disk groups over their copies (%s; "
                         "recovery areas and other databases in them count too).",
                         gib, path);
    case DB_SIZE_UNKNOWN:
        return g_strdup(language_text(language,
            "The database's size is not known: capacity is not sized, and GiB of products are those that IOPS "
            "and MiB/s ask for, or their least size. Set capacity_gib in study.ini."));
    }
    return NULL;
}

const char *
sizing_input_words(const char *name)
{
    static const char *const words[][2] = {
        {"demand", "Demand"},
        {"percentile", "Figure of the demand"},
        {"utilisation_limit", "Utilisation limit"},
        {"latency_ceiling_ms", "Latency ceiling, ms"},
        {"size_at", "Measured storage is sized at"},
        {"growth_pct", "Growth, %"},
        {"capacity_gib", "Size of the database, GiB"},
        {"read_pct", "Read share of the load, %"},
        {"io_kib", "I/O size of the load, KiB"},
        {"catalog_filter", "Products of the catalog that take part"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
        if (strcmp(words[i][0], name) == 0)
            return words[i][1];
    return name;
}

const char *
sizing_origin_words(enum sizing_input_origin origin)
{
    return sizing_input_origin_name(origin);
}

const char *
sizing_step_words(enum sizing_step_code code)
{
    static const char *const words[] = {[STEP_DEMAND] = "Demand",
        [STEP_GROWTH] = "× growth",
        [STEP_REQUIRED] = "= required",
        [STEP_UTILISATION] = "÷ utilisation limit",
        [STEP_NEEDED] = "= to provide",
        [STEP_LIMIT] = "÷ most of one unit",
        [STEP_QUOTIENT] = "= units by this limit",
        [STEP_UNITS] = "Units: the highest, rounded up",
        [STEP_PROVISION] = "To provision, each unit"};
    return words[code];
}
