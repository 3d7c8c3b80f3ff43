#include "kind_private.h"

#include "active_report.h"
#include "awr_views.h"
#include "ladder_csv.h"

#include <string.h>

#define HEAD_MAX ((size_t)65536)
#define UNPACKED_MAX ((size_t)262144) /* of a packed report: enough for its identity and first tables */
/* Lines that are looked at to tell lists of settings and of mounts. */
#define LIST_LINES_MAX 400u

static const struct kind_verdict verdict_empty = {KIND_EMPTY, "empty file", NULL};
static const struct kind_verdict verdict_text = {KIND_TEXT, "text", NULL};

/* The head as plain text: no NULs, no carriage returns, no terminal colours, no byte order mark. `out` has room for
 * `len` bytes and a NUL. Returns the length. */
static size_t
plain_text(char *out, const char *head, size_t len)
{
    size_t n = 0, i = len >= 3 && memcmp(head, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    while (i < len) {
        char c = head[i++];
        if (c == '\x1b' && i < len && head[i] == '[') {
            for (i++; i < len && (head[i] < '@' || head[i] > '~'); i++)
                ;
            i++;
        } else if (c == '\r') {
            out[n++] = '\n';
        } else if (c != '\0') {
            out[n++] = c;
        }
    }
    out[n] = '\0';
    return n;
}

static bool
has(const char *text, size_t len, const char *needle)
{
    return text && memmem(text, len, needle, strlen(needle));
}

/* True where the tag stands on a line that begins with a tag: prose that mentions one does not make a page. */
static bool
has_tag(const char *text, size_t len, const char *tag)
{
    const char *at = text, *end = text + len, *found;
    while ((found = memmem(at, (size_t)(end - at), tag, strlen(tag)))) {
        const char *line = memrchr(text, '\n', (size_t)(found - text));
        line = line ? line + 1 : text;
        while (line < found && g_ascii_isspace(*line))
            line++;
        if (*line == '<')
            return true;
        at = found + strlen(tag);
    }
    return false;
}

/* The first mark of the table whose needles are all in `lower`; NULL where none is. */
static const struct kind_verdict *
marked(const struct kind_mark *mark, const char *lower, size_t len)
{
    for (; mark->need[0]; mark++) {
        guint met = 0;
        while (met < G_N_ELEMENTS(mark->need) && mark->need[met] && has(lower, len, mark->need[met]))
            met++;
        if (met == G_N_ELEMENTS(mark->need) || !mark->need[met])
            return &mark->verdict;
    }
    return NULL;
}

static const struct kind_verdict *
magic(const char *head, size_t len)
{
    for (const struct kind_magic *m = kind_magics; m->bytes; m++)
        if (len >= m->at + m->len && memcmp(head + m->at, m->bytes, m->len) == 0)
            return &m->verdict;
    return NULL;
}

/* Office documents are zip files: the names of their members say which. */
static struct kind_verdict
zip_document(const char *head, size_t len)
{
    static const struct {
        const char *member, *what;
    } documents[] = {{"word/", "Word document (docx)"}, {"xl/", "Excel workbook (xlsx)"},
        {"ppt/", "PowerPoint document (pptx)"}, {"opendocument", "OpenDocument file"}, {"META-INF/", "Java archive"}};
    for (guint i = 0; i < G_N_ELEMENTS(documents); i++)
        if (has(head, len, documents[i].member))
            return (struct kind_verdict){KIND_UNKNOWN, documents[i].what, NULL};
    return (struct kind_verdict){KIND_UNKNOWN, "zip file", NULL};
}

/* UTF-16 without a mark: every other byte of Latin text is NUL. */
static bool
is_utf16(const char *head, size_t len)
{
    size_t nuls[2] = {0, 0};
    for (size_t i = 0; i < len; i++)
        nuls[i % 2] += head[i] == '\0';
    size_t half = len / 2;
    return half > 8 &&
           ((nuls[0] > half * 9 / 10 && nuls[1] < half / 10) || (nuls[1] > half * 9 / 10 && nuls[0] < half / 10));
}

/* More than one byte in ten is a control character that no log has. */
static bool
is_binary(const char *text, size_t len)
{
    size_t strange = 0;
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)text[i];
        strange += c < ' ' && !strchr("\t\n\f\b\a\v\x1b", c);
    }
    return strange > len / 10;
}

static bool
meets(const struct line_words *line, const struct kind_line_rule *rule)
{
    if (rule->start && !line_words_starts(line, rule->start))
        return false;
    for (guint i = 0; i < G_N_ELEMENTS(rule->need) && rule->need[i]; i++)
        if (line_words_find(line, 0, rule->need[i]) < 0)
            return false;
    return true;
}

/* What single lines show: iostat before all, then the first rule of the table that any line meets. */
static const struct kind_verdict *
by_lines(const char *text, size_t len)
{
    static const struct kind_verdict iostat = {KIND_IOSTAT_TEXT, "iostat text", NULL};
    guint best = G_MAXUINT;
    bool cpu_only = false;
    const char *at = text, *end = text + len;
    struct line_words line = {0};
    while (line_words_next(&line, &at, end)) {
        if (kind_line_is_iostat(&line))
            return &iostat;
        cpu_only =
            cpu_only || (line_words_find(&line, 0, "avg-cpu:") >= 0 && line_words_find(&line, 0, "%iowait") >= 0);
        for (guint i = 0; i < best && (kind_line_rules[i].start || kind_line_rules[i].need[0]); i++)
            if (meets(&line, &kind_line_rules[i]))
                best = i;
    }
    return best < G_MAXUINT ? &kind_line_rules[best].verdict : cpu_only ? &iostat : NULL;
}

/* NAME=value, the only thing on its line but for a comment and `export`. */
static bool
is_assignment(const struct line_words *line)
{
    size_t at = line_words_starts(line, "export ") ? strlen("export ") : 0, name = at;
    while (at < line->len && (g_ascii_isalnum(line->start[at]) || line->start[at] == '_'))
        at++;
    return at > name && at < line->len && line->start[at] == '=';
}

/* "DEVICE /point type options [0 0]" or "DEVICE on /point type xfs (options)". */
static bool
is_mount(const struct line_words *line)
{
    if (line->words >= 6 && line_words_find(line, 0, "on") >= 0 && line_words_find(line, 0, "type") >= 0)
        return line->start[line->len - 1] == ')';
    bool numbers = line->words < 6 || (line->word_len[4] == 1 && line->word_len[5] == 1 &&
                                          g_ascii_isdigit(line->word[4][0]) && g_ascii_isdigit(line->word[5][0]));
    return line->words >= 4 && line->words <= 6 && numbers &&
           (line->word[1][0] == '/' || line_words_find(line, 0, "swap") >= 0) && g_ascii_isalpha(line->word[2][0]) &&
           (line->words == 6 || line->word[0][0] == '/' || line_words_starts(line, "UUID=") ||
               line_words_starts(line, "LABEL="));
}

/* Files that are a list of one form: nearly all lines have it. */
static const struct kind_verdict *
by_list(const char *text, size_t len)
{
    static const struct kind_verdict slob = {KIND_SLOB_CONF, "slob.conf", NULL};
    static const struct kind_verdict mounts = {KIND_MOUNTS, "mounts", NULL};
    guint lines = 0, assignments = 0, mount_lines = 0;
    bool update_pct = false;
    const char *at = text, *end = text + len;
    struct line_words line = {0};
    while (lines < LIST_LINES_MAX && line_words_next(&line, &at, end)) {
        if (line.words == 0 || line.start[0] == '#')
            continue;
        lines++;
        assignments += is_assignment(&line);
        mount_lines += is_mount(&line);
        update_pct =
            update_pct || line_words_starts(&line, "UPDATE_PCT=") || line_words_starts(&line, "export UPDATE_PCT=");
    }
    if (update_pct && assignments * 10 >= lines * 8)
        return &slob;
    return mount_lines > 0 && mount_lines * 10 >= lines * 9 ? &mounts : NULL;
}

/* The names in a line of CSV, in double quotes or bare. */
static bool
has_csv_name(const char *name, void *user_data)
{
    const struct line_words *line = user_data;
    size_t len = strlen(name);
    for (const char *p = line->start, *end = line->start + line->len; p + len <= end; p++) {
        bool begins = p == line->start || strchr(",;\t\" ", p[-1]);
        bool ends = p + len == end || strchr(",;\t\" ", p[len]);
        if (begins && ends && g_ascii_strncasecmp(p, name, len) == 0)
            return true;
    }
    return false;
}

/* CSV: the first line that is neither blank nor a comment names the columns. */
static const struct kind_verdict *
by_csv_header(const char *text, size_t len)
{
    static const struct kind_verdict ladder = {KIND_LADDER_CSV, "ladder CSV", NULL};
    static const struct kind_verdict series = {KIND_SERIES_CSV, "series CSV", NULL};
    static const struct kind_verdict runs = {KIND_RUNS_CSV, "runs.csv", NULL};
    static const struct kind_verdict views = {KIND_AWR_VIEWS, "DBA_HIST rows (CSV)", NULL};
    const char *at = text, *end = text + len;
    struct line_words line = {0};
    while (line_words_next(&line, &at, end)) {
        if (line.words == 0 || line.start[0] == '#')
            continue;
        if (memchr(line.start, ',', line.len) || memchr(line.start, ';', line.len) ||
            memchr(line.start, '\t', line.len))
            if (awr_views_know(has_csv_name, &line))
                return &views;
        switch (ladder_csv_columns(line.start, line.len)) {
        case LADDER_CSV_LADDER:
            return &ladder;
        case LADDER_CSV_SERIES:
            return &series;
        case LADDER_CSV_RUNS:
            return &runs;
        case LADDER_CSV_OTHER:
            break;
        }
        break;
    }
    return NULL;
}

/* An active report: the component that made it decides, unless it holds tables of AWR. NULL where it is none. */
static const struct kind_verdict *
active_report(const char *text, size_t len)
{
    static const struct kind_verdict holds_awr = {KIND_AWR_XML, "AWR report (active)", NULL};
    char component[ACTIVE_COMPONENT_MAX];
    size_t inner_len = 0;
    bool whole;
    g_autofree char *inner = active_report_unpack(text, len, UNPACKED_MAX, &inner_len, &whole);
    if (!inner && !active_report_find(text, len))
        return NULL;
    const char *content = inner ? inner : text;
    size_t content_len = inner ? inner_len : len;
    if (!active_report_component(content, content_len, component))
        active_report_component(text, len, component);
    if (has(content, content_len, "WORKLOAD REPOSITORY") &&
        (has(content, content_len, "<table") || has(content, content_len, "<TABLE") ||
            has(content, content_len, "&lt;table")))
        return &holds_awr;
    const struct kind_component *known = kind_components;
    while (known->name && strcmp(known->name, component) != 0)
        known++;
    return &known->verdict;
}

struct tags {
    const char *text;
    size_t len;
};

/* Whether the column is in an exported XML: as a tag of DBMS_XMLGEN, or as NAME of SQL Developer's COLUMN. */
static bool
has_column_tag(const char *name, void *user_data)
{
    const struct tags *tags = user_data;
    g_autofree char *tag = g_strdup_printf("<%s>", name), *attribute = g_strdup_printf("NAME=\"%s\"", name);
    return has(tags->text, tags->len, tag) || has(tags->text, tags->len, attribute);
}

static const struct kind_verdict *
exported_xml(const char *text, size_t len)
{
    static const struct kind_verdict views = {KIND_AWR_VIEWS, "DBA_HIST rows (XML)", NULL};
    struct tags tags = {text, len};
    if (!has(text, len, "<ROWSET") && !has(text, len, "<RESULTS"))
        return NULL;
    return awr_views_know(has_column_tag, &tags) ? &views : NULL;
}

/* The page's title decides where it is one of ours or a known look-alike; else the body. */
static struct kind_verdict
html(const char *lower, size_t len)
{
    const char *title = memmem(lower, len, "<title", strlen("<title"));
    const struct kind_verdict *verdict = NULL;
    if (title) {
        size_t left = len - (size_t)(title - lower);
        const char *stop = memmem(title, left, "</title", strlen("</title"));
        verdict = marked(kind_titles, title, stop ? (size_t)(stop - title) : MIN(left, 400));
    }
    if (!verdict)
        verdict = marked(kind_html_marks, lower, len);
    return verdict ? *verdict : (struct kind_verdict){KIND_UNKNOWN, "HTML page", NULL};
}

/* Files whose content has no mark of its own: the name decides. */
static const struct kind_verdict *
by_name(const char *path)
{
    static const struct {
        const char *name;
        struct kind_verdict verdict;
    } names[] = {
        {"study.ini", {KIND_STUDY_INI, "study.ini", NULL}},
        {"runs.csv", {KIND_RUNS_CSV, "runs.csv", NULL}},
        {"slob.conf", {KIND_SLOB_CONF, "slob.conf", NULL}},
        {"fstab", {KIND_MOUNTS, "fstab", NULL}},
        {"iscsid.conf", {KIND_ISCSI, "iSCSI settings", NULL}},
    };
    const char *slash = path ? strrchr(path, '/') : NULL, *base = slash ? slash + 1 : path;
    for (guint i = 0; base && i < G_N_ELEMENTS(names); i++)
        if (g_ascii_strcasecmp(base, names[i].name) == 0)
            return &names[i].verdict;
    return NULL;
}

/* Programs and their documents quote what they read and write: the marks in them say nothing. */
static bool
is_program_text(const char *path)
{
    static const char *const ending[] = {
        ".c", ".h", ".cc", ".cpp", ".py", ".pl", ".sh", ".go", ".rs", ".java", ".js", ".md", ".build"};
    for (guint i = 0; path && i < G_N_ELEMENTS(ending); i++)
        if (g_str_has_suffix(path, ending[i]))
            return true;
    return false;
}

static bool
is_blank(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (!g_ascii_isspace(text[i]))
            return false;
    return true;
}

/* Readable text, cleaned; `lower` is the same in lower case. */
static struct kind_verdict
readable(const char *text, const char *lower, size_t len, const char *path)
{
    if (is_program_text(path))
        return verdict_text;
    const struct kind_verdict *verdict = active_report(text, len);
    if (verdict)
        return *verdict;
    bool is_xml = has(lower, len, "<?xml");
    if ((verdict = exported_xml(text, len)) != NULL)
        return *verdict;
    if (is_xml && has_tag(lower, len, "<html")) {
        struct kind_verdict page = html(lower, len);
        return page.kind == KIND_AWR_HTML ? (struct kind_verdict){KIND_AWR_XML, "AWR report (XHTML)", NULL} : page;
    }
    if (has_tag(lower, len, "<html") || has_tag(lower, len, "<title") || has_tag(lower, len, "<table"))
        return html(lower, len);
    if (has(lower, len, "\":") || has(lower, len, "\" :"))
        verdict = marked(kind_json_marks, lower, len);
    if (!verdict && (has(lower, len, "<?xml") || text[0] == '<'))
        verdict = marked(kind_xml_marks, lower, len);
    if (!verdict)
        verdict = by_lines(text, len);
    if (!verdict)
        verdict = marked(kind_text_marks, lower, len);
    if (!verdict)
        verdict = by_csv_header(text, len);
    if (!verdict)
        verdict = by_list(text, len);
    if (!verdict)
        verdict = by_name(path);
    return verdict ? *verdict : verdict_text;
}

struct kind_verdict
kind_recognise(const char *head, size_t len, const char *path)
{
    len = MIN(len, HEAD_MAX);
    const struct kind_verdict *verdict = magic(head, len);
    if (verdict)
        return memcmp(head, "PK", 2) == 0 ? zip_document(head, len) : *verdict;
    if (is_utf16(head, len))
        return kind_magics[0].verdict;
    g_autofree char *text = g_malloc(len + 1), *lower = NULL;
    size_t n = plain_text(text, head, len);
    if (is_blank(text, n) && n + (len > 2 ? 3 : 0) >= len)
        return verdict_empty;
    if (n == 0 || is_blank(text, n))
        return (struct kind_verdict){KIND_UNKNOWN, "NUL bytes only", NULL};
    if (is_binary(text, n))
        return (struct kind_verdict){KIND_UNKNOWN, "binary data", NULL};
    lower = g_ascii_strdown(text, (gssize)n);
    return readable(text, lower, n, path);
}
