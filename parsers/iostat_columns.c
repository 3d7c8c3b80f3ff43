#include "iostat_columns.h"
#include "decimal.h"

#include <string.h>

#define WWID_DIGITS_MIN 16

#define KEPT(name_, column_)                                                                                           \
    {                                                                                                                  \
        .name = (name_), .use = COLUMN_KEPT, .column = (column_)                                                       \
    }
#define SIZE(name_, column_, unit_)                                                                                    \
    {                                                                                                                  \
        .name = (name_), .use = COLUMN_KEPT, .column = (column_), .unit = (unit_)                                      \
    }
#define BOUNDED(name_)                                                                                                 \
    {                                                                                                                  \
        .name = (name_), .use = COLUMN_BOUNDED                                                                         \
    }
#define PASSED(name_)                                                                                                  \
    {                                                                                                                  \
        .name = (name_), .use = COLUMN_PASSED                                                                          \
    }
#define PERCENT(name_)                                                                                                 \
    {                                                                                                                  \
        .name = (name_), .use = COLUMN_PASSED, .percent = true                                                         \
    }
#define DISCARD(name_, unit_)                                                                                          \
    {                                                                                                                  \
        .name = (name_), .use = COLUMN_WRITE_OR_DISCARD, .unit = (unit_)                                               \
    }

/* The columns that come in every unit, with the letters of that unit. */
#define IN_UNIT(u, unit_)                                                                                              \
    SIZE("r" u "/s", CAPTURE_READ_MIB_S, unit_), SIZE("w" u "/s", CAPTURE_WRITE_MIB_S, unit_),                         \
        SIZE(u "/s", CAPTURE_MIB_S, unit_), BOUNDED("d" u "/s"), SIZE(u "_read/s", CAPTURE_READ_MIB_S, unit_),         \
        SIZE(u "_wrtn/s", CAPTURE_WRITE_MIB_S, unit_), BOUNDED(u "_dscd/s"), DISCARD(u "_w+d/s", unit_),               \
        PASSED(u "_read"), PASSED(u "_wrtn"), PASSED(u "_dscd"), PASSED(u "_w+d"),                                     \
        SIZE(u "_read_per_sec", CAPTURE_READ_MIB_S, unit_), SIZE(u "_wrtn_per_sec", CAPTURE_WRITE_MIB_S, unit_),       \
        SIZE("r" u "_per_sec", CAPTURE_READ_MIB_S, unit_), SIZE("w" u "_per_sec", CAPTURE_WRITE_MIB_S, unit_)

/* svctm is util/tput, no service time: never used. avgrq-sz is in sectors and includes nothing that the rates lack. */
static const struct column_rule rules[] = {
    KEPT("r/s", CAPTURE_READ_IOPS),
    KEPT("w/s", CAPTURE_WRITE_IOPS),
    KEPT("tps", CAPTURE_IOPS),
    KEPT("d/s", CAPTURE_DISCARD_IOPS),
    KEPT("f/s", CAPTURE_FLUSH_IOPS),
    BOUNDED("rrqm/s"),
    BOUNDED("wrqm/s"),
    BOUNDED("drqm/s"),
    BOUNDED("rqm/s"),
    IN_UNIT("kB", CAPTURE_UNIT_KB),
    IN_UNIT("MB", CAPTURE_UNIT_MB),
    IN_UNIT("GB", CAPTURE_UNIT_GB),
    IN_UNIT("sec", CAPTURE_UNIT_SECTORS),
    IN_UNIT("Blk", CAPTURE_UNIT_BLK),
    SIZE("rd_sec/s", CAPTURE_READ_MIB_S, CAPTURE_UNIT_SECTORS), /* sar */
    SIZE("wr_sec/s", CAPTURE_WRITE_MIB_S, CAPTURE_UNIT_SECTORS),
    SIZE("rd_sec", CAPTURE_READ_MIB_S, CAPTURE_UNIT_SECTORS), /* sadf: rates have no "/s" in their names */
    SIZE("wr_sec", CAPTURE_WRITE_MIB_S, CAPTURE_UNIT_SECTORS),
    SIZE("rkB", CAPTURE_READ_MIB_S, CAPTURE_UNIT_KB),
    SIZE("wkB", CAPTURE_WRITE_MIB_S, CAPTURE_UNIT_KB),
    BOUNDED("dkB"),
    {.name = "util-percent", .use = COLUMN_KEPT, .column = CAPTURE_UTIL_PCT, .percent = true},
    KEPT("await", CAPTURE_AWAIT_MS),
    KEPT("r_await", CAPTURE_READ_AWAIT_MS),
    KEPT("w_await", CAPTURE_WRITE_AWAIT_MS),
    KEPT("d_await", CAPTURE_DISCARD_AWAIT_MS),
    KEPT("f_await", CAPTURE_FLUSH_AWAIT_MS),
    KEPT("aqu-sz", CAPTURE_AQU_SZ),
    KEPT("avgqu-sz", CAPTURE_AQU_SZ),
    KEPT("areq-sz", CAPTURE_KIB),
    {.name = "avgrq-sz", .use = COLUMN_KEPT, .column = CAPTURE_KIB, .scale = 0.5}, /* sectors */
    KEPT("rareq-sz", CAPTURE_READ_KIB),
    {.name = "wareq-sz", .use = COLUMN_WRITE_SIZE, .column = CAPTURE_WRITE_KIB},
    BOUNDED("dareq-sz"),
    PASSED("svctm"),
    PERCENT("%rrqm"),
    PERCENT("%wrqm"),
    PERCENT("%drqm"),
    {.name = "%util", .use = COLUMN_KEPT, .column = CAPTURE_UTIL_PCT, .percent = true},
};

const struct column_rule *
column_rule_named(const char *name, size_t len)
{
    for (size_t i = 0; i < G_N_ELEMENTS(rules); i++) {
        if (strncmp(rules[i].name, name, len) == 0 && rules[i].name[len] == '\0')
            return &rules[i];
    }
    return NULL;
}

double
column_rule_scale(const struct column_rule *rule)
{
    if (rule->unit != CAPTURE_UNIT_UNKNOWN)
        return capture_unit_mib(rule->unit);
    return rule->scale > 0 ? rule->scale : 1;
}

double
capture_unit_mib(enum capture_unit unit)
{
    switch (unit) {
    case CAPTURE_UNIT_KB:
        return 1.0 / 1024;
    case CAPTURE_UNIT_GB:
        return 1024;
    case CAPTURE_UNIT_SECTORS:
    case CAPTURE_UNIT_BLK:
        return 1.0 / 2048;
    case CAPTURE_UNIT_UNKNOWN:
    case CAPTURE_UNIT_MB:
    case CAPTURE_UNIT_HUMAN:
        break;
    }
    return 1;
}

static bool
is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* The next word from *at; its length, 0 at the end. */
static size_t
next_word(const char **at, const char *end)
{
    while (*at < end && is_blank(**at))
        (*at)++;
    const char *word_end = *at;
    while (word_end < end && !is_blank(*word_end))
        word_end++;
    return (size_t)(word_end - *at);
}

static bool
word_is(const char *word, size_t len, const char *text)
{
    return len == strlen(text) && memcmp(word, text, len) == 0;
}

static bool
is_name_column(const char *word, size_t len)
{
    return word_is(word, len, "Device:") || word_is(word, len, "Device");
}

/* Adds one column. A second figure for the same thing (the oldest layout prints sectors and kB) is passed over. */
static bool
layout_add(struct iostat_layout *layout, const char *word, size_t len)
{
    if (layout->columns == LAYOUT_COLUMNS_MAX)
        return false;
    const struct column_rule *rule = column_rule_named(word, len);
    unsigned at = layout->columns++;
    layout->rule[at] = rule;
    layout->scale[at] = 1;
    if (rule == NULL)
        return true;
    layout->scale[at] = column_rule_scale(rule);
    if (rule->unit != CAPTURE_UNIT_UNKNOWN)
        layout->unit = rule->unit;
    layout->discards_in_writes |= rule->use == COLUMN_WRITE_OR_DISCARD;
    if (rule->use == COLUMN_KEPT) {
        for (unsigned before = 0; before < at; before++) {
            const struct column_rule *other = layout->rule[before];
            if (other != NULL && other->use == COLUMN_KEPT && other->column == rule->column)
                layout->rule[before] = NULL;
        }
        layout->kept |= 1u << rule->column;
    }
    if (rule->use == COLUMN_WRITE_SIZE)
        layout->kept |= 1u << CAPTURE_WRITE_KIB;
    return true;
}

/* Percents and latencies never make a row wild, nor does what is not needed. */
static bool
is_unbounded(const struct column_rule *rule)
{
    return rule->use == COLUMN_PASSED ||
           (rule->use == COLUMN_KEPT &&
               (rule->percent || rule->column == CAPTURE_AWAIT_MS || rule->column == CAPTURE_READ_AWAIT_MS ||
                   rule->column == CAPTURE_WRITE_AWAIT_MS || rule->column == CAPTURE_DISCARD_AWAIT_MS ||
                   rule->column == CAPTURE_FLUSH_AWAIT_MS));
}

/* What iostat_row_set does with a value of each column, for rows that are read the short way. */
static void
layout_places(struct iostat_layout *layout)
{
    for (unsigned i = 0; i < layout->columns; i++) {
        const struct column_rule *rule = layout->rule[i];
        bool placed = rule != NULL && (rule->use == COLUMN_KEPT || rule->use == COLUMN_WRITE_SIZE);
        layout->place[i] = placed ? (signed char)rule->column : -1;
        layout->bound[i] = rule == NULL || is_unbounded(rule) ? INFINITY : IOSTAT_VALUE_MAX;
    }
}

bool
iostat_layout_parse(const char *text, size_t len, struct iostat_layout *out)
{
    if (len >= LAYOUT_TEXT_MAX || memmem(text, len, "Device", 6) == NULL)
        return false;
    memset(out, 0, sizeof *out);
    const char *at = text, *end = text + len;
    bool named = false, known = false;
    size_t word_len;
    for (unsigned words = 0; (word_len = next_word(&at, end)) > 0; at += word_len, words++) {
        if (named && out->device_last)
            return false; /* something follows the last column */
        if (is_name_column(at, word_len)) {
            if (named)
                return false;
            named = true;
            out->device_last = words > 0;
        } else {
            if (!layout_add(out, at, word_len))
                return false;
            known |= out->rule[out->columns - 1] != NULL;
        }
    }
    memcpy(out->text, text, len);
    out->text_len = len;
    layout_places(out);
    const uint32_t reads = 1u << CAPTURE_READ_IOPS, writes = 1u << CAPTURE_WRITE_IOPS, both = 1u << CAPTURE_IOPS;
    out->is_part = (out->kept & both) == 0 && (out->kept & (reads | writes)) != (reads | writes);
    return named && known;
}

void
iostat_row_clear(struct capture_row *row)
{
    for (int column = 0; column < CAPTURE_VALUES; column++)
        row->value[column] = NAN;
}

bool
iostat_row_set(struct capture_row *row, const struct column_rule *rule, double scale, double value)
{
    switch (rule->use) {
    case COLUMN_PASSED:
        return true;
    case COLUMN_KEPT:
        row->value[rule->column] = value * scale;
        return value < IOSTAT_VALUE_MAX || is_unbounded(rule);
    case COLUMN_WRITE_OR_DISCARD:
        row->value[CAPTURE_MIB_S] = row->value[CAPTURE_READ_MIB_S] + value * scale;
        break;
    case COLUMN_WRITE_SIZE:
        row->value[CAPTURE_WRITE_KIB] = value * scale;
        break;
    case COLUMN_BOUNDED:
        break;
    }
    return value < IOSTAT_VALUE_MAX;
}

void
iostat_trim_name(const char **name, size_t *len)
{
    while (*len > 0 && is_blank((*name)[0]))
        (*name)++, (*len)--;
    while (*len > 0 && is_blank((*name)[*len - 1]))
        (*len)--;
    if (*len > 5 && memcmp(*name, "/dev/", 5) == 0)
        *name += 5, *len -= 5;
}

static const char *
skip_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t' || *at == '\0')
        at++;
    return at;
}

static bool
ends_value(char c)
{
    return c == ' ' || c == '\t' || c == '\0' || c == '\r' || c == '\n';
}

/* The name at `at` and nothing more of a word: the byte behind it; else NULL. */
static const char *
name_end(const char *at, const char *end, const char *name, size_t name_len)
{
    if ((size_t)(end - at) < name_len || memcmp(at, name, name_len) != 0 || !ends_value(at[name_len]))
        return NULL;
    return at + name_len;
}

bool
iostat_layout_row_of(const struct iostat_layout *layout, const char *text, size_t len, const char *name,
    size_t name_len, struct capture_row *out)
{
    const char *end = text + len, *at = text;
    if (layout->discards_in_writes) /* a sum of two columns: the long way */
        return false;
    if (!layout->device_last && (at = name_end(at, end, name, name_len)) == NULL)
        return false;
    iostat_row_clear(out);
    for (unsigned i = 0; i < layout->columns; i++) {
        double value;
        at = decimal_scan(skip_blanks(at), &value);
        if (at == NULL || at > end || !ends_value(*at))
            return false;
        if (!(value < layout->bound[i]))
            return false;
        if (layout->place[i] >= 0)
            out->value[layout->place[i]] = value * layout->scale[i];
    }
    /* One blank only: a group's name has more. */
    if (layout->device_last && (at == end || (at = name_end(at + 1, end, name, name_len)) == NULL))
        return false;
    return skip_blanks(at) >= end;
}

/* KiB of a letter that --human puts behind a size; 0: no such letter. `%` counts as one. */
static double
suffix_kib(char letter)
{
    switch (letter) {
    case 's':
        return 0.5;
    case 'B':
        return 1.0 / 1024;
    case 'k':
    case '%':
        return 1;
    case 'M':
        return 1024;
    case 'G':
        return 1024.0 * 1024;
    case 'T':
        return 1024.0 * 1024 * 1024;
    case 'P':
        return 1024.0 * 1024 * 1024 * 1024;
    default:
        return 0;
    }
}

struct value {
    double number; /* with a size letter: KiB */
    unsigned decimals;
    bool human, negative, comma;
};

/* Is the whole word one printed value? */
static bool
value_parse(const char *word, size_t len, struct value *out)
{
    const char *end = word + len, *at = word;
    *out = (struct value){.negative = *at == '-'};
    at += out->negative;
    const char *after = decimal_scan(at, &out->number);
    if (after == NULL || after > end)
        return false;
    for (const char *c = at; c < after; c++) {
        if (*c == '.' || *c == ',') {
            out->decimals = (unsigned)(after - c - 1);
            out->comma = *c == ',';
        }
    }
    if (after == end)
        return true;
    double kib = suffix_kib(*after);
    if (kib == 0 || after + 1 != end)
        return false;
    out->number *= kib;
    out->human = *after != '%';
    return true;
}

/* The values of a row, which end at `end`: fills `found` from the last backwards, at most `want` of them. Returns the
 * start of the first value taken. */
static const char *
values_before(const char *text, const char *end, unsigned want, struct value *found, unsigned *out_count)
{
    const char *start = end;
    unsigned count = 0;
    while (count < want) {
        const char *word_end = start;
        while (word_end > text && is_blank(word_end[-1]))
            word_end--;
        const char *word = word_end;
        while (word > text && !is_blank(word[-1]))
            word--;
        if (word == word_end || !value_parse(word, (size_t)(word_end - word), &found[want - 1 - count]))
            break;
        start = word;
        count++;
    }
    *out_count = count;
    return start;
}

/* The same forwards, for rows that end with the name. Returns the first byte after the last value taken. */
static const char *
values_from(const char *text, const char *end, unsigned want, struct value *found, unsigned *out_count)
{
    unsigned count = 0;
    const char *at = text, *after = text;
    size_t len;
    while (count < want && (len = next_word(&at, end)) > 0 && value_parse(at, len, &found[count])) {
        at += len;
        after = at;
        count++;
    }
    *out_count = count;
    return after;
}

/* Scale of a value in the unit of its column; one with a letter is in KiB. */
static double
value_scale(const struct iostat_layout *layout, unsigned i, const struct value *value)
{
    bool size = layout->rule[i]->unit != CAPTURE_UNIT_UNKNOWN;
    return size && value->human ? 1.0 / 1024 : layout->scale[i];
}

static enum row_verdict
row_fill(const struct iostat_layout *layout, const struct value *found, struct row_fields *out)
{
    bool good = true;
    iostat_row_clear(&out->row);
    for (unsigned i = 0; i < layout->columns; i++) {
        out->human |= found[i].human;
        out->comma |= found[i].comma;
        if (layout->rule[i] == NULL)
            continue;
        bool wild = !iostat_row_set(&out->row, layout->rule[i], value_scale(layout, i, &found[i]), found[i].number);
        bool below_zero = found[i].negative && found[i].number > 0 && !layout->rule[i]->percent;
        good &= !wild && !below_zero;
    }
    return good ? ROW_GOOD : ROW_WILD;
}

/* Can this not be a name? Another number beside the values, or a time of day, as other tools begin their rows. A name
 * of several words may end with a whole number ("My Disk 2"), one of digits alone is a WWID and long. */
static bool
is_foreign_name(const char *name, size_t len)
{
    const char *end = name + len, *at = name;
    struct value value;
    size_t first = next_word(&at, end), last = 0;
    while (last < len && !is_blank(end[-1 - (ptrdiff_t)last]))
        last++;
    if (first == 0)
        return false;
    bool clock = first >= 8 && g_ascii_isdigit(at[0]) && at[2] == ':' && at[5] == ':';
    bool first_is_value = value_parse(at, first, &value) && (first < len || first < WWID_DIGITS_MIN);
    bool last_is_value = value_parse(end - last, last, &value) && value.decimals > 0;
    return clock || first_is_value || last_is_value;
}

/* May the end of a line without a newline be cut? A name always; a number when it has fewer decimals than others. */
static bool
last_value_is_cut(const struct iostat_layout *layout, const struct value *found)
{
    const struct value *last = &found[layout->columns - 1];
    return layout->device_last || last->decimals == 0 || last->decimals < found[0].decimals;
}

enum row_verdict
iostat_layout_row(const struct iostat_layout *layout, const char *text, size_t len, bool whole, struct row_fields *out)
{
    struct value found[LAYOUT_COLUMNS_MAX];
    const char *end = text + len;
    memset(out, 0, sizeof *out);
    if (layout->device_last) {
        const char *after = values_from(text, end, layout->columns, found, &out->values);
        out->name = after;
        out->name_len = (size_t)(end - after);
    } else {
        out->name = text;
        out->name_len = (size_t)(values_before(text, end, layout->columns, found, &out->values) - text);
    }
    while (out->indent < out->name_len && is_blank(out->name[out->indent]))
        out->indent++;
    iostat_trim_name(&out->name, &out->name_len);
    if (out->values == 0)
        return ROW_NOT;
    if (is_foreign_name(out->name, out->name_len))
        return ROW_FOREIGN;
    const struct value *first = layout->device_last ? found : found + layout->columns - out->values;
    out->decimals = first->decimals;
    if (out->values < layout->columns)
        return out->name_len > 0 || layout->device_last ? ROW_SHORT : ROW_NOT;
    if (out->name_len == 0 && layout->device_last)
        return ROW_SHORT;
    if (!whole && last_value_is_cut(layout, found))
        return ROW_SHORT;
    enum row_verdict verdict = row_fill(layout, found, out);
    return verdict == ROW_GOOD && out->name_len == 0 ? ROW_VALUES : verdict;
}
