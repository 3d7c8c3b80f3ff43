#include "awr_fill_private.h"
#include "note.h"

#include <string.h>

struct awr_fill *
awr_fill_new(const char *path, enum awr_format format, struct awr_numbers numbers)
{
    struct awr_fill *fill = g_new0(struct awr_fill, 1);
    fill->numbers = numbers;
    fill->periods = 1;
    fill->sections = g_hash_table_new(g_str_hash, g_str_equal);
    fill->columns = g_new0(struct awr_column, AWR_COLUMNS_MAX);
    for (unsigned p = 0; p < PERIODS_MAX; p++) {
        fill->awr[p] = awr_new(path, AWR_INSTANCE, format);
        fill->profile[p] = (struct awr_rates){NAN, NAN, NAN, NAN, NAN};
        fill->names[p] = g_hash_table_new(g_str_hash, g_str_equal);
    }
    return fill;
}

void
awr_fill_free(struct awr_fill *fill)
{
    if (!fill)
        return;
    for (unsigned p = 0; p < PERIODS_MAX; p++) {
        g_hash_table_unref(fill->names[p]);
        awr_free(fill->awr[p]);
    }
    g_hash_table_unref(fill->sections);
    g_free(fill->columns);
    g_free(fill->last_pair.name);
    g_free(fill->first_instance);
    g_free(fill);
}

bool
awr_fill_title(struct awr_fill *fill, const char *text)
{
    static const struct {
        const char *key;
        enum awr_report report;
    } kinds[] = {
        {"workloadrepositorycompare", AWR_DIFF},
        {"workloadrepositoryreportrac", AWR_RAC},
        {"workloadrepositorypdbreport", AWR_PDB},
        {"workloadrepositoryreport", AWR_INSTANCE},
        {"statspackreport", AWR_STATSPACK},
        {"statspackstatisticsreport", AWR_STATSPACK},
        {"beginosinformation", AWR_AWRMINER},
        {"awrcompareperiodreport", AWR_DIFF},
        {"awrracreport", AWR_RAC},
        {"awrreportfor", AWR_INSTANCE},
    };
    char key[AWR_KEY_MAX];
    awr_key(key, text, false);
    for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++) {
        if (!awr_key_begins(key, kinds[i].key))
            continue;
        if (g_hash_table_size(fill->sections)) { /* tables came before: this is the title of another report */
            fill->is_over = true;
            notes_add(awr_fill_notes(fill), NOTE_WARNING, "several-reports", 0,
                "the file holds several reports: only the first is read; keep each in a file of its own");
            break;
        }
        fill->has_kind = true;
        fill->periods = kinds[i].report == AWR_DIFF ? PERIODS_MAX : 1;
        for (unsigned p = 0; p < PERIODS_MAX; p++)
            fill->awr[p]->report = kinds[i].report;
        break;
    }
    return fill->has_kind;
}

GPtrArray *
awr_fill_notes(struct awr_fill *fill)
{
    return fill->awr[0]->notes;
}

void
awr_fill_database_name(struct awr_fill *fill, const char *name, size_t len)
{
    for (unsigned p = 0; p < fill->periods; p++)
        if (!fill->awr[p]->db_name && len)
            fill->awr[p]->db_name = g_strndup(name, len);
}

bool
awr_fill_open(struct awr_fill *fill, const char *heading, const char *label, const char *summary, uint64_t line)
{
    const char *const titles[] = {heading, label, summary};
    char keys[G_N_ELEMENTS(titles)][AWR_KEY_MAX];
    for (size_t t = 0; t < G_N_ELEMENTS(titles); t++)
        awr_key(keys[t], titles[t] ? titles[t] : "", false);
    fill->match_count = 0;
    fill->column_count = fill->group_count = 0;
    fill->line = line;
    for (size_t i = 0; i < awr_section_count && !fill->is_over && fill->match_count < SECTIONS_OPEN; i++) {
        const struct awr_section *section = &awr_sections[i];
        bool fits = false;
        for (size_t t = 0; t < G_N_ELEMENTS(titles) && !fits; t++)
            fits = awr_key_begins(keys[t], section->titles) &&
                   !(section->other_titles && awr_key_begins(keys[t], section->other_titles));
        if (fits && (section->reports & (1u << fill->awr[0]->report)))
            fill->match[fill->match_count++] = (struct awr_match){.section = section};
    }
    return fill->match_count > 0;
}

/* Takes "1st" or "2nd" out of a column's name: the period it is about. */
static int
take_period(char *key)
{
    static const char *const mark[PERIODS_MAX] = {"1st", "2nd"};
    for (int p = 0; p < PERIODS_MAX; p++) {
        char *at = strstr(key, mark[p]);
        if (at) {
            memmove(at, at + 3, strlen(at + 3) + 1);
            return p;
        }
    }
    return NO_PERIOD;
}

void
awr_fill_header(struct awr_fill *fill, const struct awr_cell *cells, size_t count)
{
    if (fill->column_count) { /* this row is a level below the last one */
        for (size_t c = 0; c < fill->column_count; c++)
            memcpy(fill->group[c], fill->columns[c].key, AWR_KEY_MAX);
        fill->group_count = fill->column_count;
    }
    fill->column_count = 0;
    for (size_t i = 0; i < count; i++)
        for (unsigned s = 0; s < MAX(cells[i].span, 1) && fill->column_count < AWR_COLUMNS_MAX; s++)
            awr_key(fill->columns[fill->column_count++].key, cells[i].text, true);
}

/* Gives each column of a compare report its period, and a name from the level above where its own is only "1st".
 * Columns that are only "Begin" get theirs too: "DB Cache" over "Begin" is "dbcachebegin". */
static void
settle_columns(struct awr_fill *fill)
{
    for (size_t c = 0; c < fill->column_count; c++) {
        struct awr_column *column = &fill->columns[c];
        column->period = NO_PERIOD;
        char group[AWR_KEY_MAX] = "";
        if (c < fill->group_count)
            memcpy(group, fill->group[c], AWR_KEY_MAX);
        if (fill->periods == 1) {
            if (*group && awr_key_is(column->key, "begin")) {
                g_strlcat(group, column->key, sizeof group);
                memcpy(column->key, group, AWR_KEY_MAX);
            }
            continue;
        }
        int of_group = take_period(group);
        int own = take_period(column->key);
        column->period = own != NO_PERIOD ? own : of_group;
        if (column->key[0] == '\0' && own != NO_PERIOD)
            memcpy(column->key, group, AWR_KEY_MAX);
    }
}

unsigned
awr_fill_column(const struct awr_fill *fill, const char *names, unsigned nth, int period)
{
    for (int pass = 0; pass < 2; pass++) {
        unsigned left = nth;
        for (unsigned c = 0; c < fill->column_count; c++)
            if (fill->columns[c].period == (pass ? NO_PERIOD : period) && awr_key_is(fill->columns[c].key, names) &&
                left-- == 0)
                return c;
    }
    return NO_COLUMN;
}

/* Finds the section's columns in the open table; false where a required one is missing. */
static bool
find_columns(struct awr_fill *fill, struct awr_match *match)
{
    const struct awr_section *section = match->section;
    g_assert(section->field_count <= FIELDS_MAX);
    for (unsigned p = 0; p < fill->periods; p++) {
        if (section->layout == AWR_LABELS) {
            match->value[p] =
                section->value_columns ? awr_fill_column(fill, section->value_columns, 0, (int)p) : NO_COLUMN;
            if (section->value_columns && match->value[p] == NO_COLUMN)
                return false;
            continue;
        }
        for (size_t f = 0; f < section->field_count; f++) {
            const struct awr_field *field = &section->fields[f];
            match->column[p][f] = awr_fill_column(fill, field->names, field->nth, (int)p);
            if (field->required && match->column[p][f] == NO_COLUMN)
                return false;
        }
    }
    return true;
}

void
awr_fill_line(struct awr_fill *fill, uint64_t line)
{
    fill->line = line;
}

void
awr_fill_row(struct awr_fill *fill, const struct awr_cell *cells, size_t count)
{
    if (!fill->column_count) { /* a table saved without header cells: its first row has the names */
        awr_fill_header(fill, cells, count);
        return;
    }
    for (size_t m = 0; m < fill->match_count; m++) {
        struct awr_match *match = &fill->match[m];
        const struct awr_section *section = match->section;
        if (!match->decided) {
            if (m == 0)
                settle_columns(fill);
            match->accepted = find_columns(fill, match);
            match->decided = true;
            if (match->accepted)
                g_hash_table_add(fill->sections, (gpointer)section->name);
        }
        if (match->accepted)
            awr_rows_read(fill, match, cells, count);
    }
}

void
awr_fill_close(struct awr_fill *fill)
{
    fill->match_count = 0;
    g_clear_pointer(&fill->last_pair.name, g_free);
}

bool
awr_fill_finish(struct awr_fill *fill, bool ended, GPtrArray *reports)
{
    bool any = fill->has_kind && g_hash_table_size(fill->sections) > 0;
    awr_rows_finish(fill);
    for (unsigned p = 0; any && p < fill->periods; p++) {
        awr_finish(fill->awr[p], &fill->profile[p], ended, fill->sections);
        g_ptr_array_add(reports, g_steal_pointer(&fill->awr[p]));
    }
    awr_fill_free(fill);
    return any;
}
