/* Text reports, Statspack and AWR Miner: lines of dashes give the columns of the table below them. */
#include "awr_forms.h"
#include "awr_text_lines.h"
#include "note.h"

#include <string.h>

#define TITLE_MAX 120
#define END_RULE_MIN 20 /* dashes of the indented line that ends a section */
#define CELL_MAX 2000
#define RULE_MAX 4000
#define HEADER_LINES_MAX 5 /* lines above a rule that may name its columns */

/* Columns [start, end) in characters of the line of dashes. */
struct span {
    size_t start, end;
};

struct reader {
    struct awr_fill *fill;
    char *heading, *label;

    bool in_table, wanted, miner_open;
    uint64_t line;
    struct span span[AWR_COLUMNS_MAX];
    size_t span_count;
    struct span group_span[AWR_COLUMNS_MAX]; /* of a rule below names that stand over several columns */
    GPtrArray *group;                        /* char *, those names */
    GString *text;                           /* of the row's cells, each with its NUL */
    struct awr_cell cell[2 * AWR_COLUMNS_MAX];
    bool is_paired;                         /* each row takes two lines: a name, then its figures */
    struct span name_span[AWR_COLUMNS_MAX]; /* of the first line */
    size_t name_span_count;
    GPtrArray *names;     /* char *: its column names */
    GPtrArray *first_row; /* char *: its cells, until the second line comes */
    GPtrArray *above;     /* const char *: lines that may name columns, from the top */
};

static bool
is_blank(const char *line)
{
    return line[strspn(line, " ")] == '\0';
}

/* A line of nothing but dashes, tildes and blanks, with at least one dash. */
static bool
is_rule(const char *line)
{
    return line[strspn(line, "-~ ")] == '\0' && strchr(line, '-') && line[strspn(line, " ~")] == '-';
}

/* The indented single line of dashes that ends a section. */
static bool
is_end_rule(const char *line)
{
    size_t indent = strspn(line, " ");
    size_t dashes = strspn(line + indent, "-");
    return indent > 0 && dashes >= END_RULE_MIN && line[indent + dashes] == '\0';
}

static bool
is_underline(const char *line)
{
    return g_str_has_prefix(line, "~~~");
}

/* Walks a line from left to right, in characters. */
struct ruler {
    const char *line;
    size_t column, byte;
};

/* The byte where character `column` of the line begins; its end if it is shorter. Columns must rise from call to call.
 */
static size_t
byte_at(struct ruler *ruler, size_t column)
{
    for (; ruler->column < column && ruler->line[ruler->byte]; ruler->column++)
        ruler->byte = (size_t)(g_utf8_next_char(ruler->line + ruler->byte) - ruler->line);
    return ruler->byte;
}

static void
add_cell(struct reader *reader, size_t *count, const char *text, size_t len)
{
    while (len && *text == ' ') {
        text++;
        len--;
    }
    if (*count >= G_N_ELEMENTS(reader->cell))
        return;
    size_t at = reader->text->len, kept = MIN(len, CELL_MAX);
    for (size_t i = 0; i < kept; i++)
        if (text[i] != ' ' || (reader->text->len > at && reader->text->str[reader->text->len - 1] != ' '))
            g_string_append_c(reader->text, text[i]);
    while (reader->text->len > at && reader->text->str[reader->text->len - 1] == ' ')
        g_string_truncate(reader->text, reader->text->len - 1);
    g_string_append_c(reader->text, '\0');
    reader->cell[(*count)++] = (struct awr_cell){GSIZE_TO_POINTER(at), 1};
}

/* Offsets become pointers once the text has stopped moving. */
static void
settle_cells(struct reader *reader, size_t count)
{
    for (size_t i = 0; i < count; i++)
        reader->cell[i].text = reader->text->str + GPOINTER_TO_SIZE(reader->cell[i].text);
}

/* What stands right of the last column: cells parted by two blanks. */
static void
add_trailing(struct reader *reader, size_t *count, const char *text)
{
    while (*text) {
        text += strspn(text, " ");
        const char *gap = strstr(text, "  ");
        size_t len = gap ? (size_t)(gap - text) : strlen(text);
        if (len)
            add_cell(reader, count, text, len);
        text += len;
    }
}

/* Cuts a line at the gaps between the columns. Text may run into a gap from either side; where it runs through it, the
 * figures on both sides cannot be told apart and are left blank. */
static size_t
split(struct reader *reader, const char *line, bool is_header)
{
    size_t count = 0, from = 0, last = reader->span_count - 1;
    bool broken = false;
    struct ruler ruler = {line, 0, 0};
    g_string_truncate(reader->text, 0);
    for (size_t i = 0; i < last; i++) {
        size_t gap = byte_at(&ruler, reader->span[i].end), next = byte_at(&ruler, reader->span[i + 1].start);
        size_t cut = next;
        while (cut > gap && line[cut - 1] != ' ' && line[cut - 1] != '\0')
            cut--;
        bool full = cut == gap && gap < next && line[gap] != '\0';
        bool from_left = gap > from && line[gap - 1] != ' ', to_right = line[next] != '\0' && line[next] != ' ';
        bool filled = full && from_left && to_right;
        if (full && from_left)
            cut = next; /* else what fills the gap begins in it and is the right column's */
        bool blank = !is_header && (broken || filled);
        add_cell(reader, &count, line + from, blank ? 0 : cut - from);
        broken = filled;
        from = cut;
    }
    size_t end = byte_at(&ruler, reader->span[last].end);
    while (line[end] && line[end] != ' ') /* the last column may run over its dashes */
        end++;
    const char *gap = strstr(line + MIN(end, strlen(line)), "  ");
    bool open_ended = !gap || is_header;
    size_t stop = open_ended ? strlen(line) : (size_t)(gap - line);
    add_cell(reader, &count, line + from, broken && !is_header ? 0 : MAX(stop, from) - from);
    if (!open_ended)
        add_trailing(reader, &count, gap);
    settle_cells(reader, count);
    return count;
}

static void
close_table(struct reader *reader)
{
    if (reader->wanted)
        awr_fill_close(reader->fill);
    reader->in_table = reader->wanted = reader->is_paired = false;
    g_ptr_array_set_size(reader->first_row, 0);
    g_clear_pointer(&reader->label, g_free);
}

/* The columns of a rule: a leading one for row labels where it starts further right. */
static size_t
measure(struct span *span, const char *rule)
{
    size_t count = 0, at = strspn(rule, " ");
    if (at > 0)
        span[count++] = (struct span){0, 0};
    while (rule[at] && count < AWR_COLUMNS_MAX) {
        size_t run = strcspn(rule + at, " ");
        span[count++] = (struct span){at, at + run};
        at += run;
        at += strspn(rule + at, " ");
    }
    return count;
}

/* The names above a rule of groups ("1st" over six columns of a compare report). */
static void
take_group(struct reader *reader, const char *rule)
{
    reader->span_count = measure(reader->span, rule);
    memcpy(reader->group_span, reader->span, sizeof reader->span);
    g_ptr_array_set_size(reader->group, 0);
    const char *above = reader->above->len ? g_ptr_array_index(reader->above, reader->above->len - 1) : "";
    size_t count = split(reader, above, true);
    for (size_t i = 0; i < MIN(count, reader->span_count); i++)
        g_ptr_array_add(reader->group, g_strdup(reader->cell[i].text));
    g_ptr_array_set_size(reader->above, 0);
}

/* One cell a column with the name of the group that it stands below. */
static void
send_group(struct reader *reader)
{
    for (size_t c = 0; c < reader->span_count; c++) {
        reader->cell[c] = (struct awr_cell){"", 1};
        for (guint g = 0; g < reader->group->len; g++)
            if (reader->span[c].start >= reader->group_span[g].start &&
                reader->span[c].start < reader->group_span[g].end)
                reader->cell[c].text = g_ptr_array_index(reader->group, g);
    }
    if (reader->group->len)
        awr_fill_header(reader->fill, reader->cell, reader->span_count);
    g_ptr_array_set_size(reader->group, 0);
}

/* Columns of the first of the two lines that each row has: "Tablespace" above a rule, then the names of its figures
 * above another one. */
static void
take_pair(struct reader *reader, const char *rule)
{
    reader->span_count = reader->name_span_count = measure(reader->name_span, rule);
    memcpy(reader->span, reader->name_span, sizeof reader->span);
    g_ptr_array_set_size(reader->names, 0);
    const char *above = reader->above->len ? g_ptr_array_index(reader->above, reader->above->len - 1) : "";
    size_t count = split(reader, above, true);
    for (size_t c = 0; c < reader->span_count; c++)
        g_ptr_array_add(reader->names, g_strdup(c < count ? reader->cell[c].text : ""));
    g_ptr_array_set_size(reader->above, 0);
}

/* Puts the cells of `front` before the `count` cells of the row. */
static size_t
join_cells(struct reader *reader, const GPtrArray *front, size_t count)
{
    count = MIN(count, G_N_ELEMENTS(reader->cell) - front->len);
    memmove(reader->cell + front->len, reader->cell, count * sizeof *reader->cell);
    for (guint c = 0; c < front->len; c++)
        reader->cell[c] = (struct awr_cell){g_ptr_array_index(front, c), 1};
    return count + front->len;
}

/* A line of a table whose rows have two: a line that begins with text is the first of a row. */
static void
take_paired_line(struct reader *reader, const char *line)
{
    if (*line == ' ') {
        size_t count = join_cells(reader, reader->first_row, split(reader, line, false));
        if (reader->first_row->len)
            awr_fill_row(reader->fill, reader->cell, count);
        g_ptr_array_set_size(reader->first_row, 0);
        return;
    }
    g_autofree struct span *figures = g_memdup2(reader->span, sizeof reader->span);
    size_t figure_count = reader->span_count;
    memcpy(reader->span, reader->name_span, sizeof reader->span);
    reader->span_count = reader->name_span_count;
    size_t count = split(reader, line, false);
    g_ptr_array_set_size(reader->first_row, 0);
    for (size_t c = 0; c < reader->name_span_count; c++)
        g_ptr_array_add(reader->first_row, g_strdup(c < count ? reader->cell[c].text : ""));
    memcpy(reader->span, figures, sizeof reader->span);
    reader->span_count = figure_count;
}

/* Names of columns are written over one to four lines, and their parts joined; the first column has its name in the
 * last line. */
static void
send_header(struct reader *reader)
{
    g_autofree GString **name = g_new0(GString *, reader->span_count);
    for (size_t c = 0; c < reader->span_count; c++)
        name[c] = g_string_new(NULL);
    for (guint i = 0; i < reader->above->len; i++) {
        size_t count = split(reader, g_ptr_array_index(reader->above, i), true);
        for (size_t c = i + 1 < reader->above->len ? 1 : 0; c < MIN(count, reader->span_count); c++)
            g_string_append_printf(name[c], "%s%s", name[c]->len ? " " : "", reader->cell[c].text);
    }
    for (size_t c = 0; c < reader->span_count; c++)
        reader->cell[c] = (struct awr_cell){name[c]->str, 1};
    reader->is_paired = reader->names->len > 0;
    awr_fill_header(reader->fill, reader->cell, join_cells(reader, reader->names, reader->span_count));
    for (size_t c = 0; c < reader->span_count; c++)
        g_string_free(name[c], TRUE);
}

static void
open_table(struct reader *reader, const char *rule)
{
    g_autofree char *label = g_strdup(reader->label);
    close_table(reader);
    reader->in_table = true;
    reader->wanted = awr_fill_open(reader->fill, reader->heading, label, NULL, reader->line);
    if (reader->wanted) {
        reader->span_count = measure(reader->span, rule);
        send_group(reader);
        send_header(reader);
    }
    g_ptr_array_set_size(reader->group, 0);
    g_ptr_array_set_size(reader->names, 0);
    g_ptr_array_set_size(reader->above, 0);
}

/* Where the head of a section names its database: "Foreground Wait Events           DB/Inst: SLOB/SLOB  Snaps:
 * 160-161", in old Statspack "Wait Events for DB: SLOB  Instance: SLOB  Snaps: 1 -2". NULL where the line is no head.
 */
static const char *
section_mark(const char *line, const char **out_name)
{
    static const char *const marks[] = {"DB/Inst:", " for DB:"};
    for (size_t i = 0; i < G_N_ELEMENTS(marks); i++) {
        const char *mark = strstr(line, marks[i]);
        if (!mark)
            continue;
        *out_name = mark + strlen(marks[i]);
        *out_name += strspn(*out_name, " ");
        return mark;
    }
    return NULL;
}

static void
take_section_head(struct reader *reader, const char *line, const char *mark, const char *name)
{
    close_table(reader);
    g_ptr_array_set_size(reader->above, 0);
    g_free(reader->heading);
    reader->heading = g_strndup(line, MIN((size_t)(mark - line), TITLE_MAX));
    awr_fill_database_name(reader->fill, name, strcspn(name, "/ "));
}

/* "Host  Name:   db01             Num CPUs:    2        Phys Memory (MB):    2,047": a table of one line, without rule.
 */
static void
take_host_line(struct reader *reader, const char *line)
{
    size_t count = 0;
    g_string_truncate(reader->text, 0);
    for (const char *p = line, *colon; (colon = strchr(p, ':')) != NULL;) {
        const char *value = colon + 1 + strspn(colon + 1, " ");
        const char *gap = strstr(value, "  ");
        size_t len = gap ? (size_t)(gap - value) : strlen(value);
        add_cell(reader, &count, p, (size_t)(colon + 1 - p));
        add_cell(reader, &count, value, len);
        p = value + len;
    }
    settle_cells(reader, count);
    if (!awr_fill_open(reader->fill, NULL, "Host Name", NULL, reader->line))
        return;
    awr_fill_header(reader->fill, &(struct awr_cell){"", 1}, 1);
    awr_fill_row(reader->fill, reader->cell, count);
    awr_fill_close(reader->fill);
}

/* "~~BEGIN-MAIN-METRICS~~", "~~END-MAIN-METRICS~~" */
static void
take_miner_mark(struct reader *reader, const char *line)
{
    close_table(reader);
    g_ptr_array_set_size(reader->above, 0);
    reader->miner_open = g_str_has_prefix(line, "~~BEGIN-");
    if (!reader->miner_open)
        return;
    awr_fill_title(reader->fill, line);
    g_free(reader->heading);
    reader->heading = g_strndup(line + strlen("~~BEGIN-"), TITLE_MAX);
}

/* A title with a line of tildes below it, which may go on as a rule ("Load Profile") or as column names. */
static void
take_title(struct reader *reader, const char *line, const char *underline)
{
    close_table(reader);
    g_ptr_array_set_size(reader->above, 0);
    const char *gap = strstr(line, "  ");
    reader->label = g_strndup(line, MIN(gap ? (size_t)(gap - line) : strlen(line), TITLE_MAX));
    if (strchr(underline, '-') && underline[strspn(underline, "~- ")] == '\0')
        g_ptr_array_add(reader->above, (gpointer)line);
}

/* How many lines below the next one (1, 2, ...) another rule comes, with nothing but names of columns between them; 0
 * where none does. */
static size_t
rule_follows(const char *rest)
{
    for (size_t distance = 1; rest && distance < HEADER_LINES_MAX; distance++) {
        size_t len = strcspn(rest, "\r\n");
        if (len >= RULE_MAX)
            return 0;
        g_autofree char *line = g_strndup(rest, len);
        g_strchomp(line);
        if (is_blank(line) || is_end_rule(line))
            return 0;
        if (is_rule(line))
            return distance;
        const char *end = strchr(rest, '\n');
        rest = end ? end + 1 : NULL;
    }
    return 0;
}

/* A rule is the one of a table, or of names that stand over several columns of it, or of the first line of its rows. */
static void
take_rule(struct reader *reader, const char *line, const char *next, const char *rest)
{
    size_t distance = next && !is_blank(next) && !is_rule(next) ? rule_follows(rest) : 0;
    if (distance && (distance == 1 || *line == ' '))
        take_group(reader, line);
    else if (distance)
        take_pair(reader, line);
    else
        open_table(reader, line);
}

static void
take_line(struct reader *reader, char *line, const char *next, const char *rest)
{
    const char *mark, *name;
    if (g_str_has_prefix(line, "~~BEGIN-") || g_str_has_prefix(line, "~~END-")) {
        take_miner_mark(reader, line);
    } else if ((mark = section_mark(line, &name)) != NULL) {
        take_section_head(reader, line, mark, name);
    } else if (is_blank(line) && reader->is_paired) {
        return; /* Statspack parts the rows of such a table by blank lines */
    } else if (is_blank(line) || is_end_rule(line)) {
        if (reader->in_table)
            close_table(reader);
        g_ptr_array_set_size(reader->above, 0);
    } else if (next && is_underline(next)) {
        take_title(reader, line, next);
        if (g_str_has_prefix(line, "Host") && strstr(line, "Name:"))
            take_host_line(reader, line);
    } else if (is_rule(line)) {
        take_rule(reader, line, next, rest);
    } else if (is_underline(line)) { /* "~~~~~~   wait   Call": column names may go on beside it */
        memset(line, ' ', strspn(line, "~"));
        if (!is_blank(line))
            g_ptr_array_add(reader->above, line);
    } else if (g_str_has_prefix(line, "->")) {
        g_ptr_array_set_size(reader->above, 0);
    } else if (reader->in_table) {
        if (reader->wanted && reader->is_paired)
            take_paired_line(reader, line);
        else if (reader->wanted)
            awr_fill_row(reader->fill, reader->cell, split(reader, line, false));
    } else {
        if (reader->above->len == HEADER_LINES_MAX)
            g_ptr_array_remove_index(reader->above, 0);
        g_ptr_array_add(reader->above, line);
        const char *trimmed = line + strspn(line, " ");
        if ((*trimmed == 'W' || *trimmed == 'S') && awr_fill_title(reader->fill, trimmed) && !reader->heading)
            reader->heading = g_strndup(trimmed, TITLE_MAX);
    }
}

bool
awr_text_read(struct awr_fill *fill, char *text, size_t len, uint64_t first_line)
{
    struct awr_text_lines lines = {.rest = len ? text : NULL, .number = first_line - 1};
    g_autofree struct reader *reader = g_new0(struct reader, 1);
    reader->fill = fill;
    reader->text = g_string_new(NULL);
    reader->above = g_ptr_array_new();
    reader->group = g_ptr_array_new_with_free_func(g_free);
    reader->names = g_ptr_array_new_with_free_func(g_free);
    reader->first_row = g_ptr_array_new_with_free_func(g_free);
    bool ended = false, is_miner = false;
    char *line = awr_text_line(&lines);
    while (line) {
        reader->line = lines.number;
        char *next = awr_text_line(&lines);
        awr_fill_line(fill, reader->line);
        take_line(reader, line, next, lines.rest);
        ended |= strstr(line, "End of Report") != NULL;
        is_miner |= reader->miner_open;
        line = next;
    }
    close_table(reader);
    ended |= is_miner && !reader->miner_open;
    g_string_free(reader->text, TRUE);
    g_ptr_array_unref(reader->above);
    g_ptr_array_unref(reader->group);
    g_ptr_array_unref(reader->names);
    g_ptr_array_unref(reader->first_row);
    g_free(reader->heading);
    return ended;
}
