#include "cli.h"

#include "made_of.h"
#include "resource.h"

#include "devices.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define JOBS_MAX 64
#define INTERVAL_MAX_S 86400.0
#define LATENCY_CEILING_MAX_MS 1e6 /* as in study.ini */
#define NOT_GIVEN (-DBL_MIN) /* a number that nobody types */
/* 256 MiB of samples: some hours of hundreds of devices, or a week of ten. */
#define SERIES_VALUES_MAX ((size_t)32 << 20)

struct choice {
    const char *name;
    int value;
};

static const struct choice since_boot_choice[] = {
    {"auto", SINCE_BOOT_AUTO}, {"drop", SINCE_BOOT_DROP}, {"keep", SINCE_BOOT_KEEP}, {NULL, 0}};
static const struct choice date_order_choice[] = {
    {"auto", DATE_ORDER_AUTO}, {"mdy", DATE_ORDER_MDY}, {"dmy", DATE_ORDER_DMY}, {"ymd", DATE_ORDER_YMD}, {NULL, 0}};

static bool
choose(const char *option, const char *text, const struct choice *choices, int *out, GError **error)
{
    if (!text)
        return true;
    g_autoptr(GString) names = g_string_new(NULL);
    for (; choices->name; choices++) {
        if (strcmp(choices->name, text) == 0) {
            *out = choices->value;
            return true;
        }
        g_string_append_printf(names, "%s%s", names->len > 0 ? ", " : "", choices->name);
    }
    g_set_error(
        error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "--%s must be one of %s, not \"%s\"", option, names->str, text);
    return false;
}

/* A number of the command line above 0 and up to `most`; NAN where it was not given. */
static bool
check_number(double *number, const char *option, double most, const char *unit, GError **error)
{
    if (*number == NOT_GIVEN) {
        *number = NAN;
        return true;
    }
    if (*number > 0 && *number <= most)
        return true;
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "--%s must be above 0 and at most %.0f %s, not %s", option,
        most, unit, g_ascii_formatd(text, sizeof text, "%g", *number));
    return false;
}

static bool
check_values(struct options *options, GError **error)
{
    int since_boot = SINCE_BOOT_AUTO, date_order = DATE_ORDER_AUTO;
    if (!check_number(&options->interval_s, "interval", INTERVAL_MAX_S, "seconds", error) ||
        !check_number(&options->latency_ceiling_ms, "latency-ceiling", LATENCY_CEILING_MAX_MS, "ms", error) ||
        !choose("since-boot", options->since_boot, since_boot_choice, &since_boot, error) ||
        !choose("date-order", options->date_order, date_order_choice, &date_order, error))
        return false;
    options->iostat = (struct iostat_options){.since_boot = (enum since_boot)since_boot,
        .date_order = (enum date_order)date_order,
        .interval_s = options->interval_s};
    if (options->jobs < 0 || options->jobs > JOBS_MAX) {
        g_set_error(
            error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "--jobs must be 1 to %d, or 0 for all processors, not %d",
            JOBS_MAX, options->jobs);
        return false;
    }
    if (options->timezone && !(options->iostat.timezone = g_time_zone_new_identifier(options->timezone))) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE,
            "--timezone: \"%s\" is no zone this system knows (names as in /usr/share/zoneinfo, or +HH:MM)",
            options->timezone);
        return false;
    }
    options->iostat.jobs = options->jobs > 0 ? (unsigned)options->jobs : MIN(g_get_num_processors(), JOBS_MAX);
    return true;
}

/* What the user typed beside the inputs: part of the disclosure. Paths of -o and of inputs are not. */
char *
options_typed(const struct options *options)
{
    g_autoptr(GString) typed = g_string_new(NULL);
    for (char **device = options->devices; device && *device; device++)
        g_string_append_printf(typed, " --device %s", *device);
    if (options->since_boot)
        g_string_append_printf(typed, " --since-boot=%s", options->since_boot);
    if (options->date_order)
        g_string_append_printf(typed, " --date-order=%s", options->date_order);
    if (options->timezone)
        g_string_append_printf(typed, " --timezone %s", options->timezone);
    if (!isnan(options->interval_s))
        g_string_append_printf(typed, " --interval %g", options->interval_s);
    if (!isnan(options->latency_ceiling_ms))
        g_string_append_printf(typed, " --latency-ceiling %g", options->latency_ceiling_ms);
    if (options->masks)
        g_string_append(typed, " --mask");
    if (options->capacity)
        g_string_append_printf(typed, " --capacity %s", options->capacity);
    return typed->len > 0 ? g_strdup(typed->str + 1) : NULL;
}

bool
options_parse(
    struct options *options, int argc, char **argv, const char *summary, const GOptionEntry *own, GError **error)
{
    memset(options, 0, sizeof *options);
    options->interval_s = options->latency_ceiling_ms = NOT_GIVEN;
    const GOptionEntry common[] = {
        {"device", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->devices, "Measure these devices (shell glob, repeatable)",
            "GLOB"},
        {"since-boot", 0, 0, G_OPTION_ARG_STRING, &options->since_boot,
            "The first report after a banner: auto, drop, keep", "HOW"},
        {"interval", 0, 0, G_OPTION_ARG_DOUBLE, &options->interval_s,
            "Seconds between reports of logs without time stamps", "S"},
        {"date-order", 0, 0, G_OPTION_ARG_STRING, &options->date_order, "Order of numeric dates: auto, mdy, dmy, ymd",
            "ORDER"},
        {"timezone", 0, 0, G_OPTION_ARG_STRING, &options->timezone,
            "Zone of time stamps that tell none, such as Europe/Berlin or +05:30", "ZONE"},
        {"latency-ceiling", 0, 0, G_OPTION_ARG_DOUBLE, &options->latency_ceiling_ms,
            "Latency that an operating point must meet (default 1)", "MS"},
        {"config", 0, 0, G_OPTION_ARG_FILENAME, &options->config, "Title, ceiling, growth and more of the study",
            "study.ini"},
        {"catalog", 0, 0, G_OPTION_ARG_FILENAME, &options->catalog, "Storage products to size against", "FILE.csv"},
        {"capacity", 0, 0, G_OPTION_ARG_FILENAME, &options->capacity,
            "Measured storage to hold the requirement against: results.json of a ladder", "RESULTS"},
        {"jobs", 0, 0, G_OPTION_ARG_INT, &options->jobs, "Threads to read with (default: all processors)", "N"},
        {"mask", 0, 0, G_OPTION_ARG_NONE, &options->masks,
            "Show neutral names for hosts, databases, paths, addresses and the like", NULL},
        {"strict", 0, 0, G_OPTION_ARG_NONE, &options->strict, "Exit with 3 where any note is of level error", NULL},
        {"quiet", 0, 0, G_OPTION_ARG_NONE, &options->quiet, "Say nothing but errors", NULL},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->inputs, NULL, "INPUT..."},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_option_context_set_summary(context, summary);
    if (own)
        g_option_context_add_main_entries(context, own, NULL);
    g_option_context_add_main_entries(context, common, NULL);
    g_autoptr(GError) fault = NULL;
    if (!g_option_context_parse(context, &argc, &argv, &fault)) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "%s; see iosizer %s --help", fault->message, argv[0]);
        return false;
    }
    if (!options->list_names && (!options->inputs || !options->inputs[0])) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "no INPUT was given; see iosizer %s --help", argv[0]);
        return false;
    }
    if (!check_values(options, error))
        return false;
    options->typed = options_typed(options);
    options->made_of = made_of_options((const GOptionEntry *const[]){own, common, NULL});
    return true;
}

bool
options_one_form(gboolean one, const char *one_name, gboolean other, const char *other_name, GError **error)
{
    if (!one || !other)
        return true;
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "%s and %s exclude each other: give one of them", one_name,
        other_name);
    return false;
}

void
options_keep_series(const struct options *options, struct iostat_options *iostat)
{
    iostat->with_series = true;
    iostat->series_columns = ~(1u << CAPTURE_AQU_SZ); /* it is in the checks */
    iostat->with_checks = true;
    iostat->series_values_max = SERIES_VALUES_MAX;
    iostat->choose = layer_thin_others;
    iostat->choose_data = options->devices;
}

char *
option_text(const char *option, const char *path, const char *resource, GError **error)
{
    char *text = NULL;
    g_autoptr(GError) fault = NULL;
    if (!path)
        return resource_text(resource);
    if (!g_file_get_contents(path, &text, NULL, &fault))
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "%s: %s", option, fault->message);
    return text;
}

GPtrArray *
options_catalog(const struct options *options, GError **error)
{
    g_autofree char *text = option_text("--catalog", options->catalog, "catalog.csv", error);
    return text ? catalog_parse(text, strlen(text), options->catalog ? options->catalog : "the built-in catalog", error)
                : NULL;
}

struct results_file *
options_capacity(const struct options *options, GError **error)
{
    struct results_file *file = options->capacity ? results_file_read(options->capacity, error) : NULL;
    if (options->capacity && !file)
        g_prefix_error(error, "--capacity: ");
    return file;
}

void
options_release(struct options *options)
{
    g_strfreev(options->inputs);
    g_strfreev(options->devices);
    g_free(options->since_boot);
    g_free(options->date_order);
    g_free(options->timezone);
    g_clear_pointer(&options->iostat.timezone, g_time_zone_unref);
    g_free(options->catalog);
    g_free(options->capacity);
    g_free(options->config);
    g_free(options->typed);
    g_free(options->made_of);
}

int
exit_status_for(const GError *error)
{
    static const int status[] = {
        [IOSIZER_ERROR_USAGE] = EXIT_USAGE,
        [IOSIZER_ERROR_NO_INPUT] = EXIT_NO_INPUT,
        [IOSIZER_ERROR_OUTPUT] = EXIT_OUTPUT,
        [IOSIZER_ERROR_INTERNAL] = EXIT_INTERNAL,
        [IOSIZER_ERROR_INTERRUPTED] = EXIT_INTERRUPTED,
    };
    if (!error)
        return EXIT_DONE;
    return error->domain == IOSIZER_ERROR && (size_t)error->code < G_N_ELEMENTS(status) ? status[error->code]
                                                                                        : EXIT_INTERNAL;
}

int
exit_status_of(const GError *error)
{
    if (error)
        fprintf(stderr, "iosizer: %s\n", error->message);
    return exit_status_for(error);
}
