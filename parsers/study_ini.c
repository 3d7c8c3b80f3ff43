#include "manifest.h"

#include "error.h"
#include "nearest.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

enum type { TEXT, NUMBER, CHOICE, COLOUR };

static const char *const percentiles[] = {"mean", "p50", "p95", "p99", "p999", "peak", "sustained_1min",
    "sustained_5min", "sustained_15min", "sustained_60min", NULL};
static const char *const papers[] = {"a4", "letter", NULL};
static const char *const sizing_points[] = {"best", "knee", NULL};

/* The keys of section [study]. Numbers are above `least` (or equal, where it is allowed) and at most `most`. */
static const struct key {
    const char *name;
    enum type type;
    size_t offset;
    double least, most;
    bool least_allowed;
    const char *const *choices;
} keys[] = {
    {"title", TEXT, offsetof(struct study_ini, title)},
    {"customer", TEXT, offsetof(struct study_ini, customer)},
    {"author", TEXT, offsetof(struct study_ini, author)},
    {"logo", TEXT, offsetof(struct study_ini, logo)},
    {"accent", COLOUR, offsetof(struct study_ini, accent)},
    {"language", TEXT, offsetof(struct study_ini, language)},
    {"template", TEXT, offsetof(struct study_ini, template)},
    {"paper", CHOICE, offsetof(struct study_ini, paper), .choices = papers},
    {"notice", TEXT, offsetof(struct study_ini, notice)},
    {"catalog_filter", TEXT, offsetof(struct study_ini, catalog_filter)},
    {"percentile", CHOICE, offsetof(struct study_ini, percentile), .choices = percentiles},
    {"size_at", CHOICE, 0, .choices = sizing_points},
    {"latency_ceiling_ms", NUMBER, offsetof(struct study_ini, latency_ceiling_ms), 0, 1e6},
    {"growth_pct", NUMBER, offsetof(struct study_ini, growth_pct), -100, 1e5},
    {"utilisation_limit", NUMBER, offsetof(struct study_ini, utilisation_limit), 0, 1},
    {"capacity_gib", NUMBER, offsetof(struct study_ini, capacity_gib), 0, 1e12},
    {"network_gbit", NUMBER, offsetof(struct study_ini, network_gbit), 0, 1e6},
    {"iscsi_sessions", NUMBER, offsetof(struct study_ini, iscsi_sessions), 0, 1e6},
    {"queue_depth", NUMBER, offsetof(struct study_ini, queue_depth), 0, 1e6},
    {"demand_iops", NUMBER, offsetof(struct study_ini, demand_iops), 0, 1e9},
    {"demand_mib_s", NUMBER, offsetof(struct study_ini, demand_mib_s), 0, 1e9},
    {"demand_read_pct", NUMBER, offsetof(struct study_ini, demand_read_pct), 0, 100, true},
};

static const char *const sections[] = {"study", "environment"};

/* Text, path and where the message goes. */
struct reading {
    const char *text, *end, *path;
    GError **error;
};

/* The line on which `name` stands first, "[name]" for a section; 0 where it is not seen. */
static guint
line_of(const struct reading *reading, const char *name, bool section)
{
    size_t len = strlen(name);
    guint line = 1;
    for (const char *p = reading->text; p < reading->end; line++) {
        const char *newline = memchr(p, '\n', (size_t)(reading->end - p)), *stop = newline ? newline : reading->end;
        while (p < stop && (g_ascii_isspace(*p) || (section && *p == '[')))
            p++;
        if ((size_t)(stop - p) > len && memcmp(p, name, len) == 0 && !g_ascii_isalnum(p[len]) && p[len] != '_')
            return line;
        p = newline ? newline + 1 : reading->end;
    }
    return 0;
}

static bool fault(const struct reading *reading, guint line, const char *format, ...) G_GNUC_PRINTF(3, 4);

/* Sets the error and is false. */
static bool
fault(const struct reading *reading, guint line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(reading->error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "%s:%u: %s", reading->path, line, text);
    return false;
}

static bool
read_number(const struct reading *reading, struct study_ini *ini, const struct key *key, const char *value)
{
    char *end, least[32], most[32];
    double number = g_ascii_strtod(value, &end);
    bool whole = *value && *end == '\0' && value[strspn(value, "0123456789+-.eE")] == '\0';
    if (whole && (key->least_allowed ? number >= key->least : number > key->least) && number <= key->most) {
        *(double *)(void *)((char *)ini + key->offset) = number;
        return true;
    }
    g_ascii_formatd(least, sizeof least, "%.12g", key->least);
    g_ascii_formatd(most, sizeof most, "%.12g", key->most);
    return fault(reading, line_of(reading, key->name, false),
        "%s: expected a number %s %s and at most %s, saw \"%.60s\"", key->name,
        key->least_allowed ? "of at least" : "above", least, most, value);
}

static bool
read_choice(const struct reading *reading, struct study_ini *ini, const struct key *key, const char *value)
{
    if (!g_strv_contains(key->choices, value)) {
        g_autofree char *list = g_strjoinv(", ", (char **)key->choices);
        return fault(reading, line_of(reading, key->name, false), "%s: expected one of %s, saw \"%.60s\"", key->name,
            list, value);
    }
    if (key->choices == sizing_points) {
        ini->size_at_knee = strcmp(value, "knee") == 0;
        return true;
    }
    char **place = (char **)(void *)((char *)ini + key->offset);
    g_free(*place);
    *place = g_strdup(value);
    return true;
}

/* "#rrggbb": what every output format takes. */
static bool
is_colour(const char *value)
{
    return strlen(value) == 7 && value[0] == '#' && strspn(value + 1, "0123456789abcdefABCDEF") == 6;
}

static bool
read_key(const struct reading *reading, struct study_ini *ini, const char *name, const char *value)
{
    const struct key *key = NULL;
    for (guint i = 0; i < G_N_ELEMENTS(keys) && !key; i++)
        if (strcmp(keys[i].name, name) == 0)
            key = &keys[i];
    if (!key)
        return fault(reading, line_of(reading, name, false), "unknown key \"%.60s\" in [study]; nearest known: \"%s\"",
            name, nearest_name(keys, G_N_ELEMENTS(keys), sizeof keys[0], name));
    if (*value == '\0')
        return true;
    if (key->type == NUMBER)
        return read_number(reading, ini, key, value);
    if (key->type == CHOICE)
        return read_choice(reading, ini, key, value);
    if (key->type == COLOUR && !is_colour(value))
        return fault(
            reading, line_of(reading, name, false), "%s: expected a colour as #0a5fb4, saw \"%.60s\"", name, value);
    char **place = (char **)(void *)((char *)ini + key->offset);
    g_free(*place);
    *place = g_strdup(value);
    return true;
}

/* The value as typed, blanks and one pair of quotes around it cut. */
static char *
value_of(GKeyFile *file, const char *section, const char *name)
{
    char *value = g_key_file_get_value(file, section, name, NULL);
    if (!value)
        return g_strdup("");
    g_strstrip(value);
    size_t len = strlen(value);
    if (len < 2 || value[0] != '"' || value[len - 1] != '"')
        return value;
    char *inner = g_strndup(value + 1, len - 2);
    g_free(value);
    return inner;
}

static bool
read_section(const struct reading *reading, GKeyFile *file, struct study_ini *ini, const char *section)
{
    bool study = strcmp(section, "study") == 0;
    if (!study && strcmp(section, "environment") != 0)
        return fault(reading, line_of(reading, section, true), "unknown section [%.60s]; nearest known: [%s]", section,
            nearest_name(sections, G_N_ELEMENTS(sections), sizeof sections[0], section));
    g_auto(GStrv) names = g_key_file_get_keys(file, section, NULL, NULL);
    for (char **name = names; names && *name; name++) {
        char *value = value_of(file, section, *name);
        bool ok = !study || read_key(reading, ini, *name, value);
        if (study)
            g_free(value);
        else
            g_hash_table_replace(ini->environment, g_strdup(*name), value);
        if (!ok)
            return false;
    }
    return true;
}

static struct study_ini *
study_ini_new(void)
{
    struct study_ini *ini = g_new0(struct study_ini, 1);
    ini->environment = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    for (guint i = 0; i < G_N_ELEMENTS(keys); i++)
        if (keys[i].type == NUMBER)
            *(double *)(void *)((char *)ini + keys[i].offset) = NAN;
    return ini;
}

struct study_ini *
study_ini_parse(const char *text, size_t len, const char *path, GError **error)
{
    g_autoptr(GKeyFile) file = g_key_file_new();
    g_autoptr(GError) malformed = NULL;
    size_t mark = len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    text = text ? text : "";
    const struct reading reading = {.text = text + mark, .end = text + len, .path = path, .error = error};
    g_autoptr(StudyIni) ini = study_ini_new();
    ini->path = g_strdup(path);
    const char *invalid;
    if (!g_utf8_validate(reading.text, (gssize)(len - mark), &invalid)) {
        guint line = 1;
        for (const char *p = reading.text; p < invalid; p++)
            line += *p == '\n';
        fault(&reading, line, "expected UTF-8 text, saw the byte 0x%02x", (unsigned)(unsigned char)*invalid);
        return NULL;
    }
    if (len - mark > 0 && !g_key_file_load_from_data(file, text + mark, len - mark, G_KEY_FILE_NONE, &malformed)) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "%s: expected [study] and lines of key = value: %s",
            path, malformed->message);
        return NULL;
    }
    g_auto(GStrv) groups = g_key_file_get_groups(file, NULL);
    for (char **group = groups; *group; group++)
        if (!read_section(&reading, file, ini, *group))
            return NULL;
    return g_steal_pointer(&ini);
}

void
study_ini_free(struct study_ini *ini)
{
    if (!ini)
        return;
    for (guint i = 0; i < G_N_ELEMENTS(keys); i++)
        if (keys[i].type != NUMBER && keys[i].choices != sizing_points)
            g_free(*(char **)(void *)((char *)ini + keys[i].offset));
    g_hash_table_unref(ini->environment);
    g_free(ini->path);
    g_free(ini);
}
