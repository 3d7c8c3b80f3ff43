/* Rows of the tables of a report become events, statistics, figures of struct awr. */
#include "awr_fill_private.h"
#include "note.h"

#include <string.h>

#define EVENTS_MAX 5000 /* rows kept of one list */
#define VALUE_MAX 4096  /* bytes of a parameter that is folded over several lines */

static void
add_to_list(GPtrArray *list, const char *text)
{
    g_auto(GStrv) parts = g_strsplit(text, ",", -1);
    for (char **part = parts; *part; part++) {
        g_strstrip(*part);
        if (**part && !g_ptr_array_find_with_equal_func(list, *part, g_str_equal, NULL))
            g_ptr_array_add(list, g_strdup(*part));
    }
}

/* Puts a number where its field goes: true where it went there. */
static bool
put_number(void *at, const struct awr_field *field, double value)
{
    if (!isfinite(value))
        return false;
    if (field->unit == UNIT_INTEGER) {
        int *place = at;
        if (!(value > 0 && value < 1e6) || (*place != 0 && !field->adds))
            return false;
        *place += (int)value;
        return true;
    }
    double *place = at;
    if (isnan(*place) || field->latest)
        *place = value;
    else if (field->adds)
        *place += value;
    else
        return false;
    return true;
}

/* Puts a cell where its field goes, below `base`. What is there already stays, unless the field adds. True where it
 * went there. */
static bool
put(const struct awr_fill *fill, void *base, const struct awr_field *field, const char *text, double seconds)
{
    void *at = (char *)base + field->offset;
    if (field->unit == UNIT_TEXT || field->unit == UNIT_TIME) {
        char **place = at;
        if (*place || !*text)
            return false;
        *place = field->unit == UNIT_TEXT ? g_strdup(text) : awr_time_text(text);
        return *place != NULL;
    }
    if (field->unit == UNIT_LIST) {
        add_to_list(*(GPtrArray **)at, text);
        return *text != '\0';
    }
    if (field->unit == UNIT_YES_NO) {
        *(bool *)at |= g_ascii_strcasecmp(text, "YES") == 0;
        return *text != '\0';
    }
    return put_number(at, field, awr_number_in(&fill->numbers, text, field->unit, NULL) * seconds);
}

/* Puts a cell into the report itself, with its origin. */
static void
put_figure(const struct awr_fill *fill, unsigned p, const struct awr_section *section, const struct awr_field *field,
    const char *text)
{
    struct awr *awr = fill->awr[p];
    if (!section->is_profile) {
        if (put(fill, awr, field, text, 1) && (field->latest || !awr_origin_of(awr, field->offset)))
            awr_origin_set(awr, field->offset, section->name, fill->line);
        return;
    }
    /* the profile's rates are only a check; where nothing better is printed they become those of the report */
    size_t offset = offsetof(struct awr, rates) + field->offset;
    if (put(fill, (void *)&fill->profile[p], field, text, 1) && !awr_origin_of(awr, offset))
        awr_origin_set(awr, offset, section->name, fill->line);
}

static const char *
cell_at(const struct awr_cell *cells, size_t count, unsigned column)
{
    return column < count ? cells[column].text : "";
}

static bool
row_wanted(const struct awr_fill *fill, const struct awr_section *section, const struct awr_cell *cells, size_t count)
{
    const char *first = cell_at(cells, count, 0);
    if (section->rows == AWR_ALL_ROWS)
        return true;
    unsigned instance = awr_fill_column(fill, "i#", 0, NO_PERIOD);
    switch (section->rows) {
    case AWR_CLUSTER_ROWS:
        return instance == NO_COLUMN || strcmp(cell_at(cells, count, instance), "*") == 0;
    case AWR_SUM_ROW:
        return instance == NO_COLUMN || g_ascii_strcasecmp(first, "Sum") == 0;
    case AWR_INSTANCE_ROWS:
        return g_ascii_isdigit(first[0]);
    case AWR_ALL_ROWS:
    default:
        return true;
    }
}

/* Of two printed forms of one latency the one with the smaller rounding error: 16,407 s / 21,628,695 waits is 0.759 ms
 * where the report prints 1. */
static void
settle_latency(struct awr_event_read *read)
{
    struct awr_event *event = &read->event;
    double computed = event->waits > 0 ? event->time_s / event->waits * 1e3 : NAN;
    if (isnan(computed))
        return;
    double computed_error = event->time_s > 0 ? read->time_step_s / event->time_s : INFINITY;
    double printed_error = event->avg_wait_ms > 0 ? read->avg_step_ms / event->avg_wait_ms : INFINITY;
    if (isnan(event->avg_wait_ms) || computed_error < printed_error) {
        event->avg_wait_ms = computed;
        read->avg_step_ms = computed_error * computed;
    }
}

struct awr_event_read *
awr_event_read_new(const char *name)
{
    struct awr_event_read *read = g_new0(struct awr_event_read, 1);
    read->event = (struct awr_event){g_strdup(name), NULL, NAN, NAN, NAN, NAN, 0};
    return read;
}

static void
read_event(struct awr_fill *fill, const struct awr_match *match, unsigned p, const struct awr_cell *cells, size_t count)
{
    const struct awr_section *section = match->section;
    GPtrArray *list = *(GPtrArray **)((char *)fill->awr[p] + section->list);
    const char *name = cell_at(cells, count, match->column[p][0]);
    /* "-name" in a compare report: below the top of this period, shown beside the other one */
    if (!*name || name[0] == '-' || list->len >= EVENTS_MAX || awr_event_named(list, name))
        return;
    struct awr_event_read *read = awr_event_read_new(name);
    read->event.line = fill->line;
    for (size_t f = 1; f < section->field_count; f++) {
        const struct awr_field *field = &section->fields[f];
        const char *text = cell_at(cells, count, match->column[p][f]);
        put(fill, read, field, text, 1);
        double step = NAN;
        if (field->offset == offsetof(struct awr_event, time_s) &&
            !isnan(awr_number_in(&fill->numbers, text, field->unit, &step)))
            read->time_step_s = step;
        if (field->offset == offsetof(struct awr_event, avg_wait_ms) &&
            !isnan(awr_number_in(&fill->numbers, text, field->unit, &step)))
            read->avg_step_ms = step;
    }
    settle_latency(read);
    g_ptr_array_add(list, read);
}

/* A row whose columns are events: cluster-wide wait classes. */
static void
read_wide_events(struct awr_fill *fill, const struct awr_match *match, const struct awr_cell *cells, size_t count)
{
    const struct awr_section *section = match->section;
    GPtrArray *list = *(GPtrArray **)((char *)fill->awr[0] + section->list);
    for (size_t f = 0; f < section->field_count; f++) {
        const struct awr_field *field = &section->fields[f];
        const char *text = cell_at(cells, count, match->column[0][f]);
        if (!field->fixed_name || !*text)
            continue;
        struct awr_event *event = (struct awr_event *)awr_event_named(list, field->fixed_name);
        if (!event) {
            event = &awr_event_read_new(field->fixed_name)->event;
            event->line = fill->line;
            g_ptr_array_add(list, event);
        }
        put(fill, event, field, text, 1);
    }
}

static void
read_statistic(
    struct awr_fill *fill, const struct awr_match *match, unsigned p, const struct awr_cell *cells, size_t count)
{
    struct awr *awr = fill->awr[p];
    const char *name = cell_at(cells, count, match->column[p][0]);
    if (!*name || awr->statistics->len >= EVENTS_MAX || g_hash_table_contains(fill->names[p], name))
        return;
    struct awr_statistic *statistic = g_new(struct awr_statistic, 1);
    *statistic = (struct awr_statistic){g_strdup(name), NAN, NAN, fill->line};
    for (size_t f = 1; f < match->section->field_count; f++)
        put(fill, statistic, &match->section->fields[f], cell_at(cells, count, match->column[p][f]), 1);
    g_ptr_array_add(awr->statistics, statistic);
    g_hash_table_add(fill->names[p], statistic->name);
}

static void
read_io_line(
    struct awr_fill *fill, const struct awr_match *match, unsigned p, const struct awr_cell *cells, size_t count)
{
    struct awr *awr = fill->awr[p];
    const char *name = cell_at(cells, count, match->column[p][0]);
    GPtrArray *list = *(GPtrArray **)((char *)awr + match->section->list);
    if (!*name || list->len >= EVENTS_MAX)
        return;
    struct awr_io_line *line = awr_io_line_new(name);
    line->line = fill->line;
    for (size_t f = 1; f < match->section->field_count; f++) {
        const struct awr_field *field = &match->section->fields[f];
        /* cluster tables print MiB/s only; the model has the bytes of the interval */
        double seconds = field->unit == UNIT_MIB_RATE ? awr->elapsed_min * 60 : 1;
        put(fill, line, field, cell_at(cells, count, match->column[p][f]), seconds);
    }
    g_ptr_array_add(list, line);
}

/* The record of this number, or NULL. Numbers are ints at the offset of the section's first field. */
static void *
record_numbered(const GPtrArray *list, const struct awr_section *section, int number)
{
    for (guint i = 0; i < list->len; i++) {
        char *record = g_ptr_array_index(list, i);
        if (*(const int *)(void *)(record + section->fields[0].offset) == number)
            return record;
    }
    return NULL;
}

static void
read_new_record(struct awr_fill *fill, const struct awr_match *match, const struct awr_cell *cells, size_t count)
{
    const struct awr_section *section = match->section;
    const struct awr_record *type = section->record;
    GPtrArray *list = *(GPtrArray **)((char *)fill->awr[0] + section->list);
    const char *first = cell_at(cells, count, match->column[0][0]);
    if (!*first || list->len >= EVENTS_MAX)
        return;
    char *record = NULL;
    if (type->by_number) {
        double number = awr_number_in(&fill->numbers, first, UNIT_NUMBER, NULL);
        if (!(number >= 1 && number < 1e6))
            return;
        record = record_numbered(list, section, (int)number);
    }
    if (!record) {
        record = g_memdup2(type->blank, type->size);
        *(uint64_t *)(void *)(record + type->line) = fill->line;
        g_ptr_array_add(list, record);
    }
    for (size_t f = 0; f < section->field_count; f++) {
        const struct awr_field *field = &section->fields[f];
        bool is_key = f > 0 && field->offset == 0; /* only told the table apart */
        if (!is_key)
            put(fill, record, field, cell_at(cells, count, match->column[0][f]), 1);
    }
}

static void
keep_parameter(struct awr *awr, const struct awr_pair *pair)
{
    if (g_hash_table_size(awr->parameters) >= EVENTS_MAX)
        return;
    const char *known = g_hash_table_lookup(awr->parameters, pair->name);
    bool is_root = pair->container && strcmp(pair->container, "CDB$ROOT") == 0;
    /* a container that leaves a parameter to the root lists it as 0 */
    if (!known || is_root || (strcmp(known, "0") == 0 && strcmp(pair->value, "0") != 0))
        g_hash_table_replace(awr->parameters, g_strdup(pair->name), g_strdup(pair->value));
}

static void
read_parameter(
    struct awr_fill *fill, const struct awr_match *match, unsigned p, const struct awr_cell *cells, size_t count)
{
    struct awr *awr = fill->awr[p];
    struct awr_pair pair = {NULL};
    for (size_t f = 0; f < match->section->field_count; f++)
        *(const char **)((char *)&pair + match->section->fields[f].offset) = cell_at(cells, count, match->column[p][f]);
    if (!*pair.value && fill->periods > 1) /* compare reports leave the begin value blank where it did not change */
        pair.value = pair.end_value;
    if (*pair.name) {
        keep_parameter(awr, &pair);
        g_free(fill->last_pair.name);
        fill->last_pair.name = g_strdup(pair.name);
    } else if (fill->last_pair.name && *pair.value) { /* text reports fold long values */
        const char *known = g_hash_table_lookup(awr->parameters, fill->last_pair.name);
        if (known && strlen(known) < VALUE_MAX)
            g_hash_table_replace(awr->parameters, g_strdup(fill->last_pair.name), g_strconcat(known, pair.value, NULL));
    }
}

static void
read_os_figure(struct awr_fill *fill, const struct awr_match *match, const struct awr_cell *cells, size_t count)
{
    GHashTable *table = fill->awr[0]->os_statistics;
    const char *name = cell_at(cells, count, match->column[0][0]);
    double value = awr_number_in(&fill->numbers, cell_at(cells, count, match->column[0][1]), UNIT_NUMBER, NULL);
    if (*name && isfinite(value) && g_hash_table_size(table) < EVENTS_MAX && !g_hash_table_contains(table, name))
        g_hash_table_replace(table, g_strdup(name), g_memdup2(&value, sizeof value));
}

static void
read_labels(
    struct awr_fill *fill, const struct awr_match *match, unsigned p, const struct awr_cell *cells, size_t count)
{
    const struct awr_section *section = match->section;
    for (unsigned c = 0; c < count; c++) {
        size_t len = strlen(cells[c].text);
        if (c > 0 && (len == 0 || cells[c].text[len - 1] != ':'))
            continue;
        char key[AWR_KEY_MAX];
        awr_key(key, cells[c].text, true);
        for (size_t f = 0; f < section->field_count; f++) {
            const struct awr_field *field = &section->fields[f];
            if (!awr_key_is(key, field->names))
                continue;
            unsigned from = c > 0 || field->any_column || !section->value_columns ? c + 1 : match->value[p];
            bool one = from != c + 1 || (c == 0 && section->value_columns && !field->any_column);
            unsigned at = from;
            while (!one && at < count && !*cells[at].text)
                at++;
            put_figure(fill, p, section, field, cell_at(cells, count, at));
        }
    }
}

static void
read_record(struct awr_fill *fill, const struct awr_match *match, const struct awr_cell *cells, size_t count)
{
    unsigned set = awr_fill_column(fill, "snapshotset", 0, NO_PERIOD);
    for (unsigned p = 0; p < fill->periods; p++) {
        const char *mark = p ? "2nd" : "1st";
        if (set != NO_COLUMN && !strstr(cell_at(cells, count, set), mark))
            continue;
        for (size_t f = 0; f < match->section->field_count; f++) {
            const struct awr_field *field = &match->section->fields[f];
            bool is_key = field->offset == 0; /* only told the table apart */
            if (!is_key)
                put_figure(fill, p, match->section, field, cell_at(cells, count, match->column[p][f]));
        }
    }
}

/* One snapshot of AWR Miner. The rates of its rows become the rate of the whole period: sum(rate x minutes) / minutes.
 */
static void
read_sample(struct awr_fill *fill, const struct awr_match *match, const struct awr_cell *cells, size_t count)
{
    struct awr *awr = fill->awr[0];
    double value[FIELDS_MAX];
    for (size_t f = 1; f < match->section->field_count; f++) {
        const char *text = cell_at(cells, count, match->column[0][f]);
        value[f] = awr_number_in(&fill->numbers, text, match->section->fields[f].unit, NULL);
    }
    g_autofree char *end = awr_time_text(cell_at(cells, count, match->column[0][0]));
    double minutes = value[1];
    if (!end || !(minutes > 0)) {
        notes_add(awr->notes, NOTE_WARNING, "awrminer-row", fill->line, "a row without time or duration is left out");
        return;
    }
    const char *instance = cell_at(cells, count, awr_fill_column(fill, "inst", 0, NO_PERIOD));
    if (!fill->first_instance)
        fill->first_instance = g_strdup(instance);
    if (strcmp(fill->first_instance, instance) == 0)
        fill->sampled_min += minutes;
    if (!awr->begin)
        awr->begin = g_strdup(end);
    g_free(awr->end);
    awr->end = g_steal_pointer(&end);
    for (size_t f = 2; f < match->section->field_count; f++) {
        double *sum = (double *)((char *)awr + match->section->fields[f].offset);
        if (isfinite(value[f]))
            *sum = (isnan(*sum) ? 0 : *sum) + value[f] * minutes;
    }
}

void
awr_rows_finish(struct awr_fill *fill)
{
    struct awr *awr = fill->awr[0];
    for (size_t i = 0; i < awr_section_count && fill->sampled_min > 0; i++) {
        const struct awr_section *section = &awr_sections[i];
        for (size_t f = 2; f < section->field_count && section->layout == AWR_SAMPLES; f++)
            *(double *)((char *)awr + section->fields[f].offset) /= fill->sampled_min;
    }
    if (!(fill->sampled_min > 0))
        return;
    awr->elapsed_min = fill->sampled_min;
    notes_add(awr->notes, NOTE_INFO, "awrminer-mean", 0,
        "rates are means over all snapshots, weighted by their length; begin is the end of the first snapshot");
}

static void
read_period(
    struct awr_fill *fill, const struct awr_match *match, unsigned p, const struct awr_cell *cells, size_t count)
{
    switch (match->section->layout) {
    case AWR_EVENTS:
        read_event(fill, match, p, cells, count);
        break;
    case AWR_STATISTICS:
        read_statistic(fill, match, p, cells, count);
        break;
    case AWR_IO_LINES:
        read_io_line(fill, match, p, cells, count);
        break;
    case AWR_PARAMETERS:
        read_parameter(fill, match, p, cells, count);
        break;
    case AWR_LABELS:
        read_labels(fill, match, p, cells, count);
        break;
    case AWR_OS_FIGURES:
        read_os_figure(fill, match, cells, count);
        break;
    case AWR_RECORD:
    case AWR_RECORDS:
    case AWR_CURVES:
    case AWR_SAMPLES:
        break; /* read row by row, not period by period */
    }
}

void
awr_rows_read(struct awr_fill *fill, const struct awr_match *match, const struct awr_cell *cells, size_t count)
{
    const struct awr_section *section = match->section;
    if (!row_wanted(fill, section, cells, count))
        return;
    if (section->layout == AWR_RECORD)
        read_record(fill, match, cells, count);
    else if (section->layout == AWR_RECORDS)
        read_new_record(fill, match, cells, count);
    else if (section->layout == AWR_CURVES)
        awr_curve_read(fill, match, cells, count);
    else if (section->layout == AWR_SAMPLES)
        read_sample(fill, match, cells, count);
    else if (section->layout == AWR_EVENTS && section->fields[section->field_count - 1].fixed_name)
        read_wide_events(fill, match, cells, count);
    else
        for (unsigned p = 0; p < fill->periods; p++)
            read_period(fill, match, p, cells, count);
}
