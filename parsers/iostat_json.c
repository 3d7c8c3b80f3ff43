#include "decimal.h"
#include "error.h"
#include "iostat.h"
#include "iostat_columns.h"
#include "iostat_log.h"
#include "json_reader.h"
#include "note.h"

#include <string.h>

#define DEPTH_MAX 32
#define KEYS_MAX 64 /* of one device */
#define KEY_LEN_MAX 32
#define HOSTS_MAX 4096

/* Where in the document a token stands. */
enum place { TOP, SYSSTAT, HOSTS, HOST, STATISTICS, SAMPLE, STAMP, CPU, CPU_LOADS, CPU_LOAD, DISKS, DISK, ELSEWHERE };

static const struct {
    enum place parent;
    const char *key; /* NULL: an element of an array */
    enum place child;
} places[] = {
    {TOP, "sysstat", SYSSTAT},
    {SYSSTAT, "hosts", HOSTS},
    {HOSTS, NULL, HOST},
    {HOST, "statistics", STATISTICS},
    {STATISTICS, NULL, SAMPLE},
    {SAMPLE, "avg-cpu", CPU},
    {SAMPLE, "timestamp", STAMP}, /* sadf, as the next two */
    {SAMPLE, "cpu-load", CPU_LOADS},
    {CPU_LOADS, NULL, CPU_LOAD},
    {SAMPLE, "disk", DISKS},
    {DISKS, NULL, DISK},
};

/* One key of a device, looked up once: devices have the same keys in the same order. */
struct known_key {
    char name[KEY_LEN_MAX];
    const struct column_rule *rule; /* NULL: not needed */
    double scale;
};

struct json_row {
    size_t name_at; /* in names */
    struct iostat_log_row row;
    uint64_t line;
};

struct json_log {
    char *host;
    struct iostat_log *log;
};

struct json_walk {
    const char *path;
    const struct iostat_options *options;
    struct json_reader reader;
    enum place stack[DEPTH_MAX];
    bool is_array[DEPTH_MAX];
    unsigned depth; /* open brackets; those past DEPTH_MAX are only counted */
    char key[KEY_LEN_MAX];
    bool has_key;
    char *nodename, *release, *date;
    int cpus;
    GPtrArray *logs;        /* struct json_log * */
    struct iostat_log *log; /* of the open host; NULL: none */
    struct stamp stamp;     /* of the open sample, as the four below */
    struct iostat_cpu cpu;
    bool has_stamp, has_cpu, has_disks;
    char stamp_date[16], stamp_time[16]; /* of an object of sadf */
    bool stamp_is_utc, all_cpus;
    GArray *rows; /* struct json_row */
    GString *names;
    struct json_row row; /* of the open device */
    double write_kib;    /* its mean write */
    unsigned key_index;
    struct known_key keys[KEYS_MAX];
    enum capture_unit unit;
};

static void
json_log_free(struct json_log *log)
{
    iostat_log_free(log->log);
    g_free(log->host);
    g_free(log);
}

static struct iostat_log *
walk_log_of(struct json_walk *walk, const char *host)
{
    for (guint i = 0; i < walk->logs->len; i++) {
        struct json_log *known = g_ptr_array_index(walk->logs, i);
        if (g_strcmp0(known->host, host) == 0)
            return known->log;
    }
    if (walk->logs->len == HOSTS_MAX)
        return walk->log;
    struct json_log *added = g_new0(struct json_log, 1);
    added->host = g_strdup(host);
    added->log = iostat_log_new(walk->path, CAPTURE_JSON, walk->options);
    g_ptr_array_add(walk->logs, added);
    return added->log;
}

static enum place
walk_place(const struct json_walk *walk)
{
    return walk->depth == 0 ? ELSEWHERE : walk->depth > DEPTH_MAX ? ELSEWHERE : walk->stack[walk->depth - 1];
}

/* The place of a bracket that opens here. The document itself is TOP. */
static enum place
child_place(const struct json_walk *walk)
{
    if (walk->depth == 0)
        return TOP;
    for (size_t i = 0; i < G_N_ELEMENTS(places); i++) {
        if (places[i].parent == walk_place(walk) &&
            (places[i].key == NULL || (walk->has_key && strcmp(places[i].key, walk->key) == 0)))
            return places[i].child;
    }
    return ELSEWHERE;
}

static void
open_statistics(struct json_walk *walk, uint64_t line)
{
    struct iostat_banner banner = {walk->nodename, walk->release, walk->date, walk->cpus};
    walk->log = walk_log_of(walk, walk->nodename);
    iostat_log_banner(walk->log, &banner, line);
}

static void
open_sample(struct json_walk *walk)
{
    walk->has_stamp = walk->has_cpu = walk->has_disks = false;
    walk->cpu = (struct iostat_cpu){0};
    g_array_set_size(walk->rows, 0);
    g_string_truncate(walk->names, 0);
}

static void
open_device(struct json_walk *walk, uint64_t line)
{
    walk->row = (struct json_row){.line = line, .row.hundredths = true};
    iostat_row_clear(&walk->row.row.row);
    walk->write_kib = NAN;
    walk->key_index = 0;
}

static void
open_bracket(struct json_walk *walk, const struct json_token *token)
{
    enum place place = child_place(walk);
    if (walk->depth < DEPTH_MAX) {
        walk->stack[walk->depth] = place;
        walk->is_array[walk->depth] = token->kind == JSON_ARRAY;
    }
    walk->depth++;
    walk->has_key = false;
    if (place == STATISTICS)
        open_statistics(walk, token->line);
    else if (place == SAMPLE)
        open_sample(walk);
    else if (place == DISKS)
        walk->has_disks = true;
    else if (place == DISK)
        open_device(walk, token->line);
    else if (place == STAMP)
        walk->stamp_date[0] = walk->stamp_time[0] = '\0';
    else if (place == CPU_LOAD)
        walk->all_cpus = false;
}

/* sysstat 12.2.0 forgot to convert the write rate from sectors: 2048 times the MB, twice the kB. The product of w/s and
 * wareq-sz shows it. */
static void
correct_write_unit(struct json_walk *walk)
{
    double *value = walk->row.row.row.value;
    double product_mib_s = value[CAPTURE_WRITE_IOPS] * walk->write_kib / 1024;
    double ratio = value[CAPTURE_WRITE_MIB_S] / product_mib_s;
    bool sectors_as_mb = walk->unit == CAPTURE_UNIT_MB && ratio > 1900 && ratio < 2200;
    bool sectors_as_kb = walk->unit == CAPTURE_UNIT_KB && ratio > 1.9 && ratio < 2.1 && product_mib_s > 1.0 / 1024;
    if (!sectors_as_mb && !sectors_as_kb)
        return;
    value[CAPTURE_WRITE_MIB_S] = product_mib_s;
    notes_add(iostat_log_capture(walk->log)->notes, NOTE_WARNING, "write-unit", walk->row.line,
        "the write rate is in sectors, not in the unit that its name says (sysstat 12.2.0): w/s x wareq-sz taken");
}

static void
close_device(struct json_walk *walk)
{
    if (walk->row.row.name_len == 0 || walk->log == NULL)
        return;
    correct_write_unit(walk);
    g_array_append_val(walk->rows, walk->row);
}

/* A complete sample becomes a report. */
static void
close_sample(struct json_walk *walk, uint64_t line)
{
    if (walk->log == NULL || !walk->has_disks)
        return;
    if (walk->has_stamp)
        iostat_log_stamp(walk->log, &walk->stamp);
    if (walk->has_cpu)
        iostat_log_cpu(walk->log, &walk->cpu, line);
    iostat_log_open_report(walk->log);
    struct capture *capture = iostat_log_capture(walk->log);
    if (capture->unit == CAPTURE_UNIT_UNKNOWN)
        capture->unit = walk->unit;
    for (guint i = 0; i < walk->rows->len; i++) {
        struct json_row *row = &g_array_index(walk->rows, struct json_row, i);
        row->row.name = walk->names->str + row->name_at;
        iostat_log_row(walk->log, &row->row, row->line);
    }
}

static void
close_stamp(struct json_walk *walk)
{
    g_autofree char *text = g_strdup_printf("%s%c%s%s", walk->stamp_date, walk->stamp_is_utc ? 'T' : ' ',
        walk->stamp_time, walk->stamp_is_utc ? "+0000" : "");
    walk->has_stamp = stamp_parse(text, strlen(text), &walk->stamp);
}

static void
close_bracket(struct json_walk *walk, uint64_t line)
{
    enum place place = walk_place(walk);
    if (walk->depth > 0)
        walk->depth--;
    walk->has_key = false;
    if (place == DISK)
        close_device(walk);
    else if (place == STAMP)
        close_stamp(walk);
    else if (place == SAMPLE)
        close_sample(walk, line);
    else if (place == STATISTICS)
        walk->log = NULL;
}

/* The rule of a key: percents have no sign in JSON. */
static const struct column_rule *
rule_of_key(const char *key)
{
    char percent[KEY_LEN_MAX + 1];
    g_snprintf(percent, sizeof percent, "%%%s", key);
    const struct column_rule *rule = column_rule_named(key, strlen(key));
    return rule != NULL ? rule : column_rule_named(percent, strlen(percent));
}

static const struct known_key *
walk_known_key(struct json_walk *walk)
{
    unsigned at = MIN(walk->key_index, KEYS_MAX - 1);
    struct known_key *known = &walk->keys[at];
    walk->key_index++;
    if (strcmp(known->name, walk->key) != 0) {
        g_strlcpy(known->name, walk->key, sizeof known->name);
        known->rule = rule_of_key(walk->key);
        known->scale = known->rule != NULL ? column_rule_scale(known->rule) : 1;
    }
    return known;
}

static unsigned
decimals_of(const char *number)
{
    const char *point = strchr(number, '.');
    return point != NULL ? (unsigned)strlen(point + 1) : 0;
}

static void
device_number(struct json_walk *walk, const struct json_token *token)
{
    const struct known_key *known = walk_known_key(walk);
    bool negative = token->text[0] == '-';
    double value;
    if (known->rule == NULL || decimal_scan(token->text + negative, &value) == NULL)
        return;
    const struct column_rule *rule = known->rule;
    struct iostat_log_row *row = &walk->row.row;
    row->rejected |= !iostat_row_set(&row->row, rule, known->scale, value) || (negative && value > 0 && !rule->percent);
    if (rule->use == COLUMN_WRITE_SIZE)
        walk->write_kib = value;
    if (rule->use == COLUMN_KEPT && rule->unit != CAPTURE_UNIT_UNKNOWN)
        walk->unit = rule->unit;
    if (rule->use == COLUMN_KEPT && rule->unit == CAPTURE_UNIT_UNKNOWN)
        row->hundredths &= decimals_of(token->text) == 2;
}

static void
device_text(struct json_walk *walk, const struct json_token *token)
{
    if (strcmp(walk->key, "disk_device") != 0 && strcmp(walk->key, "disk-device") != 0 &&
        strcmp(walk->key, "device") != 0)
        return;
    const char *name = token->text;
    size_t len = token->len;
    walk->row.row.is_group = len > 1 && name[0] == ' ';
    iostat_trim_name(&name, &len);
    walk->row.name_at = walk->names->len;
    walk->row.row.name_len = len;
    g_string_append_len(walk->names, name, (gssize)len);
}

static void
cpu_number(struct json_walk *walk, const char *text)
{
    double value;
    if (decimal_scan(text, &value) == NULL)
        return;
    struct iostat_cpu *cpu = &walk->cpu;
    cpu->sum_pct += value;
    walk->has_cpu = true;
    if (strcmp(walk->key, "user") == 0 || strcmp(walk->key, "usr") == 0 || strcmp(walk->key, "nice") == 0)
        cpu->user_pct += value;
    else if (strcmp(walk->key, "system") == 0 || strcmp(walk->key, "sys") == 0)
        cpu->system_pct = value;
    else if (strcmp(walk->key, "iowait") == 0)
        cpu->iowait_pct = value;
    else if (strcmp(walk->key, "idle") == 0)
        cpu->idle_pct = value;
}

static void
stamp_value(struct json_walk *walk, const struct json_token *token)
{
    if (strcmp(walk->key, "date") == 0)
        g_strlcpy(walk->stamp_date, token->text, sizeof walk->stamp_date);
    else if (strcmp(walk->key, "time") == 0)
        g_strlcpy(walk->stamp_time, token->text, sizeof walk->stamp_time);
    else if (strcmp(walk->key, "utc") == 0)
        walk->stamp_is_utc = token->text[0] == '1';
}

static void
host_value(struct json_walk *walk, const struct json_token *token)
{
    char **place = strcmp(walk->key, "nodename") == 0    ? &walk->nodename
                   : strcmp(walk->key, "release") == 0   ? &walk->release
                   : strcmp(walk->key, "date") == 0      ? &walk->date
                   : strcmp(walk->key, "file-date") == 0 ? &walk->date
                                                         : NULL;
    if (place != NULL) {
        g_free(*place);
        *place = g_strndup(token->text, token->len);
    } else if (strcmp(walk->key, "number-of-cpus") == 0) {
        walk->cpus = (int)CLAMP(g_ascii_strtoll(token->text, NULL, 10), 0, 1 << 20);
    }
}

/* The value of a key of the open object. */
static void
take_value(struct json_walk *walk, const struct json_token *token)
{
    enum place place = walk_place(walk);
    if (place == HOST)
        host_value(walk, token);
    else if (place == SAMPLE && strcmp(walk->key, "timestamp") == 0)
        walk->has_stamp = stamp_parse(token->text, token->len, &walk->stamp);
    else if (place == STAMP)
        stamp_value(walk, token);
    else if (place == CPU_LOAD && strcmp(walk->key, "cpu") == 0)
        walk->all_cpus = strcmp(token->text, "all") == 0;
    else if ((place == CPU || (place == CPU_LOAD && walk->all_cpus)) && token->kind == JSON_NUMBER)
        cpu_number(walk, token->text);
    else if (place == DISK && token->kind == JSON_NUMBER)
        device_number(walk, token);
    else if (place == DISK && token->kind == JSON_STRING)
        device_text(walk, token);
}

static void
note_cut(struct json_walk *walk, uint64_t line)
{
    struct iostat_log *log = walk->log;
    if (log == NULL && walk->logs->len > 0)
        log = ((struct json_log *)g_ptr_array_index(walk->logs, walk->logs->len - 1))->log;
    if (log != NULL)
        notes_add(iostat_log_capture(log)->notes, NOTE_WARNING, "json-cut", line,
            "the document ends before it is closed: complete samples are kept, a last incomplete one is left out");
}

/* A string, number or word: a key, or the value of one. */
static void
take_scalar(struct json_walk *walk, const struct json_token *token)
{
    if (walk->depth == 0 || walk->depth > DEPTH_MAX || walk->is_array[walk->depth - 1])
        return;
    if (walk->has_key) {
        walk->has_key = false;
        take_value(walk, token);
    } else if (token->kind == JSON_STRING) {
        g_strlcpy(walk->key, token->text, sizeof walk->key);
        walk->has_key = true;
        /* A new document inside an open one: the first was cut. */
        if (walk->depth > 2 && walk->key[0] == 's' && strcmp(walk->key, "sysstat") == 0) {
            note_cut(walk, token->line);
            walk->log = NULL;
            walk->stack[0] = TOP;
            walk->is_array[0] = false;
            walk->depth = 1;
        }
    }
}

static bool
walk_document(struct json_walk *walk, GError **error)
{
    struct json_token token;
    g_autoptr(GError) fault = NULL;
    while (json_reader_next(&walk->reader, &token, &fault) != JSON_END) {
        if (token.kind == JSON_OBJECT || token.kind == JSON_ARRAY)
            open_bracket(walk, &token);
        else if (token.kind == JSON_CLOSE)
            close_bracket(walk, token.line);
        else if (!token.cut)
            take_scalar(walk, &token);
    }
    if (walk->depth > 0)
        note_cut(walk, token.line);
    if (fault == NULL)
        return true;
    g_propagate_error(error, g_steal_pointer(&fault));
    return false;
}

static guint
take_captures(struct json_walk *walk, GPtrArray *captures)
{
    guint before = captures->len;
    for (guint i = 0; i < walk->logs->len; i++) {
        struct json_log *log = g_ptr_array_index(walk->logs, i);
        struct capture *capture = iostat_log_finish(g_steal_pointer(&log->log));
        if (capture != NULL)
            g_ptr_array_add(captures, capture);
    }
    return captures->len - before;
}

bool
iostat_json_parse(struct stream *stream, const struct iostat_options *options, GPtrArray *captures, GError **error)
{
    g_autofree struct json_walk *walk = g_new0(struct json_walk, 1);
    walk->path = stream_path(stream);
    walk->options = options;
    json_reader_init(&walk->reader, stream);
    walk->logs = g_ptr_array_new_with_free_func((GDestroyNotify)json_log_free);
    walk->rows = g_array_new(FALSE, FALSE, sizeof(struct json_row));
    walk->names = g_string_new(NULL);
    bool read = walk_document(walk, error);
    bool found = read && take_captures(walk, captures) > 0;
    if (read && !found)
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT,
            "%s: no complete sample of iostat -o JSON in %" G_GUINT64_FORMAT
            " lines: expected sysstat/hosts/statistics/disk; capture with iostat -xmt -o JSON 1",
            walk->path, walk->reader.line);
    json_reader_clear(&walk->reader);
    g_ptr_array_unref(walk->logs);
    g_array_unref(walk->rows);
    g_string_free(walk->names, TRUE);
    g_free(walk->nodename);
    g_free(walk->release);
    g_free(walk->date);
    return found;
}
