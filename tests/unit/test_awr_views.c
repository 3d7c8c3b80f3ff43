/* Rows of DBA_HIST views, typed after the column lists of Oracle Database Reference, in the forms of their exports. */
#include "awr_number.h"
#include "awr_read.h"
#include "error.h"
#include "note.h"

#include <string.h>

/* A view: names of columns, then rows, cells parted by '|'; a blank cell is null. */
static const char snapshot_view[] =
    "SNAP_ID|DBID|INSTANCE_NUMBER|STARTUP_TIME|BEGIN_INTERVAL_TIME|END_INTERVAL_TIME|FLUSH_ELAPSED|SNAP_LEVEL|"
    "ERROR_COUNT|SNAP_FLAG|SNAP_TIMEZONE|BEGIN_INTERVAL_TIME_TZ|END_INTERVAL_TIME_TZ|CON_ID\n"
    "100|777|1|01-MAR-24 08.00.00.000 AM|01-MAR-24 11.00.00.100 AM|01-MAR-24 12.00.10.500 PM|+00000 "
    "00:00:01.2|1|0|0|+00 00:00:00|||0\n"
    "101|777|1|01-MAR-24 08.00.00.000 AM|01-MAR-24 12.00.10.500 PM|01-MAR-24 01.00.10.500 PM|+00000 "
    "00:00:01.2|1|0|0|+00 00:00:00|||0\n"
    "100|777|2|01-MAR-24 08.00.05.000 AM|01-MAR-24 11.00.00.100 AM|01-MAR-24 12.00.10.500 PM|+00000 "
    "00:00:01.2|1|0|0|+00 00:00:00|||0\n"
    "101|777|2|01-MAR-24 08.00.05.000 AM|01-MAR-24 12.00.10.500 PM|01-MAR-24 01.00.10.500 PM|+00000 "
    "00:00:01.2|1|0|0|+00 00:00:00|||0\n";

static const char sysstat_view[] = "SNAP_ID|DBID|INSTANCE_NUMBER|STAT_ID|STAT_NAME|VALUE|CON_DBID|CON_ID\n"
                                   "100|777|1|1|physical read total IO requests|1000000|777|0\n"
                                   "101|777|1|1|physical read total IO requests|29800000|777|0\n"
                                   "100|777|1|2|physical read total bytes|8192000000|777|0\n"
                                   "101|777|1|2|physical read total bytes|244121600000|777|0\n"
                                   "100|777|1|3|physical write total IO requests|500|777|0\n"
                                   "101|777|1|3|physical write total IO requests|1800500|777|0\n"
                                   "100|777|1|4|redo size|1000|777|0\n"
                                   "101|777|1|4|redo size|3601000|777|0\n"
                                   "100|777|1|5|DB time|100|777|0\n"
                                   "101|777|1|5|DB time|360100|777|0\n"
                                   "100|777|1|6|logons current|50|777|0\n"
                                   "101|777|1|6|logons current|40|777|0\n"
                                   "100|777|2|1|physical read total IO requests|5000000|777|0\n"
                                   "101|777|2|1|physical read total IO requests|5036000|777|0\n";

static const char event_view[] =
    "SNAP_ID|DBID|INSTANCE_NUMBER|EVENT_ID|EVENT_NAME|WAIT_CLASS_ID|WAIT_CLASS|TOTAL_WAITS|TOTAL_TIMEOUTS|"
    "TIME_WAITED_MICRO|TOTAL_WAITS_FG|TOTAL_TIMEOUTS_FG|TIME_WAITED_MICRO_FG|CON_DBID|CON_ID\n"
    "100|777|1|1|db file sequential read|9|User I/O|1000|0|400000|900|0|360000|777|0\n"
    "101|777|1|1|db file sequential read|9|User I/O|28001000|0|11200400000|27000900|0|10800360000|777|0\n"
    "101|777|1|2|log file sync|8|Commit|500|0|1000000|500|0|1000000|777|0\n"
    "100|777|1|3|SQL*Net message from client|7|Idle|10|0|1|10|0|1|777|0\n"
    "101|777|1|3|SQL*Net message from client|7|Idle|900|0|99000000000|900|0|99000000000|777|0\n";

static const char os_view[] = "SNAP_ID|DBID|INSTANCE_NUMBER|STAT_ID|STAT_NAME|VALUE|CON_DBID|CON_ID\n"
                              "100|777|1|0|NUM_CPUS|16|777|0\n101|777|1|0|NUM_CPUS|16|777|0\n"
                              "100|777|1|1|IDLE_TIME|1000|777|0\n101|777|1|1|IDLE_TIME|3745000|777|0\n"
                              "100|777|1|2|BUSY_TIME|2000|777|0\n101|777|1|2|BUSY_TIME|2018000|777|0\n"
                              "100|777|1|3|USER_TIME|1000|777|0\n101|777|1|3|USER_TIME|1441000|777|0\n"
                              "100|777|1|5|IOWAIT_TIME|0|777|0\n101|777|1|5|IOWAIT_TIME|576000|777|0\n"
                              "100|777|1|15|LOAD|1.5|777|0\n101|777|1|15|LOAD|,75|777|0\n"
                              "100|777|1|1008|PHYSICAL_MEMORY_BYTES|68719476736|777|0\n";

static const char parameter_view[] =
    "SNAP_ID|DBID|INSTANCE_NUMBER|PARAMETER_HASH|PARAMETER_NAME|VALUE|ISDEFAULT|ISMODIFIED|CON_DBID|CON_ID\n"
    "100|777|1|1|filesystemio_options|SETALL|FALSE|FALSE|777|1\n"
    "100|777|1|1|filesystemio_options|none|TRUE|FALSE|888|3\n"
    "100|777|1|2|__db_cache_size|8589934592|FALSE|FALSE|777|1\n"
    "100|777|1|3|db_block_size|8192|FALSE|FALSE|777|1\n"
    "101|777|1|1|filesystemio_options|ASYNCH|FALSE|FALSE|777|1\n";

static const char function_view[] =
    "SNAP_ID|DBID|INSTANCE_NUMBER|FUNCTION_ID|FUNCTION_NAME|SMALL_READ_MEGABYTES|SMALL_WRITE_MEGABYTES|"
    "LARGE_READ_MEGABYTES|LARGE_WRITE_MEGABYTES|SMALL_READ_REQS|SMALL_WRITE_REQS|LARGE_READ_REQS|LARGE_WRITE_REQS|"
    "NUMBER_OF_WAITS|WAIT_TIME|CON_DBID|CON_ID\n"
    "100|777|1|1|DBWR|0|10|0|0|0|1000|0|0|0|0|777|0\n"
    "101|777|1|1|DBWR|100|1010|24|300|3600|37000|0|35000|200|500|777|0\n";

static const char instance_view[] =
    "DBID|INSTANCE_NUMBER|STARTUP_TIME|PARALLEL|VERSION|DB_NAME|INSTANCE_NAME|HOST_NAME|LAST_ASH_SAMPLE_ID|"
    "PLATFORM_NAME|CON_ID|CDB\n"
    "777|1|01-MAR-24 08.00.00.000 AM|YES|19.0.0.0.0|SHOP|SHOP1|node1|5|Linux x86 64-bit|0|NO\n"
    "777|2|01-MAR-24 08.00.05.000 AM|YES|19.0.0.0.0|SHOP|SHOP2|node2|5|Linux x86 64-bit|0|NO\n";

static const char space_view[] = "SNAP_ID|DBID|TABLESPACE_ID|TABLESPACE_SIZE|TABLESPACE_MAXSIZE|TABLESPACE_USEDSIZE|"
                                 "RTIME|CON_DBID|CON_ID\n"
                                 "101|777|0|1000|4194302|900|03/01/2024 13:00:10|777|0\n"
                                 "101|777|4|131072|4194302|100000|03/01/2024 13:00:10|777|0\n"
                                 "100|777|4|120000|4194302|100000|03/01/2024 12:00:10|777|0\n";

static const char *const all_views[] = {
    snapshot_view, sysstat_view, event_view, os_view, parameter_view, function_view, space_view, instance_view, NULL};

enum form { FORM_XMLGEN, FORM_SQL_DEVELOPER, FORM_CSV, FORMS };

static void
append_row(GString *out, enum form form, char **names, char **cells)
{
    g_string_append(out, form == FORM_CSV ? "" : form == FORM_XMLGEN ? " <ROW>\n" : "\t<ROW>\n");
    for (guint c = 0; names[c]; c++) {
        const char *text = cells[c] ? cells[c] : "";
        if (form == FORM_CSV)
            g_string_append_printf(out, "%s\"%s\"", c ? "," : "", text);
        else if (form == FORM_XMLGEN && *text) /* nulls have no tag */
            g_string_append_printf(out, "  <%s>%s</%s>\n", names[c], text, names[c]);
        else if (form == FORM_SQL_DEVELOPER)
            g_string_append_printf(out, "\t\t<COLUMN NAME=\"%s\"><![CDATA[%s]]></COLUMN>\n", names[c], text);
    }
    g_string_append(out, form == FORM_CSV ? "\n" : form == FORM_XMLGEN ? " </ROW>\n" : "\t</ROW>\n");
}

static void
append_view(GString *out, enum form form, const char *view)
{
    static const char *const begin[] = {
        "<?xml version=\"1.0\"?>\n<ROWSET>\n", "<?xml version='1.0'  encoding='UTF8' ?>\n<RESULTS>\n", ""};
    static const char *const end[] = {"</ROWSET>\n", "</RESULTS>\n", ""};
    g_auto(GStrv) lines = g_strsplit(view, "\n", -1);
    g_auto(GStrv) names = g_strsplit(lines[0], "|", -1);
    g_string_append(out, begin[form]);
    for (guint r = form == FORM_CSV ? 0 : 1; lines[r] && *lines[r]; r++) {
        g_auto(GStrv) cells = g_strsplit(lines[r], "|", -1);
        append_row(out, form, names, cells);
    }
    g_string_append(out, end[form]);
}

static GString *
exported(enum form form, const char *const *views)
{
    GString *out = g_string_new(NULL);
    for (; *views; views++)
        append_view(out, form, *views);
    return out;
}

static GPtrArray *
parsed(const char *text, size_t len, GError **error)
{
    struct kind_verdict verdict = kind_recognise(text, len, "views");
    g_assert_cmpint(verdict.kind, ==, KIND_AWR_VIEWS);
    struct stream *stream = stream_new_memory("views", text, len);
    GPtrArray *reports = g_ptr_array_new_with_free_func((GDestroyNotify)awr_free);
    bool ok = awr_parse(stream, verdict.kind, reports, error);
    g_assert_cmpint(ok, ==, reports->len > 0);
    stream_free(stream);
    return reports;
}

static const struct note *
note_of(const struct awr *awr, const char *code)
{
    for (guint i = 0; i < awr->notes->len; i++) {
        const struct note *note = g_ptr_array_index(awr->notes, i);
        if (strcmp(note->code, code) == 0)
            return note;
    }
    return NULL;
}

static void
check_first_instance(const struct awr *awr)
{
    g_assert_cmpint(awr->report, ==, AWR_INSTANCE);
    g_assert_cmpstr(awr->db_name, ==, "SHOP");
    g_assert_cmpstr(awr->instances->pdata[0], ==, "SHOP1");
    g_assert_cmpstr(awr->hosts->pdata[0], ==, "node1");
    g_assert_cmpstr(awr->release, ==, "19.0.0.0.0");
    g_assert_true(awr->is_rac);
    g_assert_cmpstr(awr->begin, ==, "2024-03-01T12:00:10");
    g_assert_cmpstr(awr->end, ==, "2024-03-01T13:00:10");
    g_assert_cmpfloat(awr->elapsed_min, ==, 60);
    g_assert_cmpfloat(awr->db_time_min, ==, 60); /* 360,000 hundredths of a second */
    g_assert_cmpfloat(awr->rates.read_requests_per_s, ==, 8000);
    g_assert_cmpfloat(awr->rates.write_requests_per_s, ==, 500);
    g_assert_cmpfloat(awr->rates.read_bytes_per_s, ==, 235929600000.0 / 3600);
    g_assert_cmpfloat(awr->rates.redo_bytes_per_s, ==, 1000);
    g_assert_true(isnan(awr->rates.write_bytes_per_s));
    g_assert_null(awr_statistic_named(awr, "logons current")); /* fell: no counter */
    g_assert_cmpfloat(awr_statistic_named(awr, "redo size")->total, ==, 3600000);
    const struct awr_event *read = awr_event_named(awr->events, "db file sequential read");
    g_assert_cmpfloat(read->waits, ==, 27000000);
    g_assert_cmpfloat(read->time_s, ==, 10800);
    g_assert_cmpfloat(read->avg_wait_ms, ==, 0.4);
    g_assert_cmpfloat(read->db_time_pct, ==, 300);
    g_assert_cmpfloat(awr_event_named(awr->background_events, "db file sequential read")->waits, ==, 1000000);
    g_assert_cmpfloat(awr_event_named(awr->events, "log file sync")->avg_wait_ms, ==, 2); /* none before: all of it */
    g_assert_cmpuint(awr->top_events->len, ==, 2);
    g_assert_null(awr_event_named(awr->top_events, "SQL*Net message from client")); /* idle */
    g_assert_cmpint(awr->cpus, ==, 16);
    g_assert_cmpfloat(awr->memory_bytes, ==, 64 * 0x1p30);
    g_assert_cmpfloat(awr->host_cpu.user_pct, ==, 25); /* 1,440,000 of 5,760,000 */
    g_assert_cmpfloat(awr->host_cpu.iowait_pct, ==, 10);
    g_assert_cmpfloat(awr->host_cpu.idle_pct, ==, 65);
    g_assert_cmpfloat(awr->host_cpu.load_average_begin, ==, 1.5);
    g_assert_cmpfloat(awr->host_cpu.load_average_end, ==, 0.75);
    g_assert_cmpstr(g_hash_table_lookup(awr->parameters, "filesystemio_options"), ==, "SETALL");
    g_assert_cmpfloat(awr->buffer_cache_bytes, ==, 8 * 0x1p30);
    g_assert_cmpfloat(awr->database_bytes, ==, 132072.0 * 8192); /* at the end */
    const struct awr_io_line *dbwr = awr->io_functions->pdata[0];
    g_assert_cmpfloat(dbwr->read_bytes, ==, 124 * 0x1p20);
    g_assert_cmpfloat(dbwr->write_bytes, ==, 1300 * 0x1p20);
    g_assert_cmpfloat(dbwr->read_requests_per_s, ==, 1);
    g_assert_cmpfloat_with_epsilon(dbwr->write_requests_per_s, 71000 / 3600., 1e-9);
    g_assert_cmpfloat(dbwr->avg_wait_ms, ==, 2.5);
}

static void
test_forms(void)
{
    static const enum awr_format format[FORMS] = {AWR_XML, AWR_XML, AWR_CSV};
    for (int form = 0; form < FORMS; form++) {
        g_autoptr(GString) text = exported((enum form)form, all_views);
        g_autoptr(GError) error = NULL;
        g_autoptr(GPtrArray) reports = parsed(text->str, text->len, &error);
        g_assert_no_error(error);
        g_assert_cmpuint(reports->len, ==, 2);
        const struct awr *first = reports->pdata[0], *second = reports->pdata[1];
        g_assert_cmpint(first->format, ==, format[form]);
        check_first_instance(first);
        g_assert_cmpstr(second->instances->pdata[0], ==, "SHOP2");
        g_assert_cmpfloat(second->rates.read_requests_per_s, ==, 10);
        g_assert_null(note_of(first, "truncated"));
    }
}

/* A file of one view alone says which one lacks. */
static void
test_alone(void)
{
    static const char *const only_counters[] = {sysstat_view, NULL}, *const only_times[] = {snapshot_view, NULL};
    g_autoptr(GString) counters = exported(FORM_CSV, only_counters);
    g_autoptr(GString) times = exported(FORM_XMLGEN, only_times);
    g_autoptr(GError) no_times = NULL;
    g_autoptr(GError) no_counters = NULL;
    g_autoptr(GPtrArray) none = parsed(counters->str, counters->len, &no_times);
    g_autoptr(GPtrArray) neither = parsed(times->str, times->len, &no_counters);
    g_assert_cmpuint(none->len + neither->len, ==, 0);
    g_assert_error(no_times, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT);
    g_assert_nonnull(strstr(no_times->message, "DBA_HIST_SNAPSHOT"));
    g_assert_error(no_counters, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT);
    g_assert_nonnull(strstr(no_counters->message, "DBA_HIST_SYSSTAT"));
}

#define JOINED "SNAP_ID|DBID|INSTANCE_NUMBER|STARTUP_TIME|END_INTERVAL_TIME|STAT_NAME|VALUE\n"
#define OLD_START "2024-03-01 08:00:00"

/* A query that joins the times to the counters; the instance is started anew once with the time of it told, once
 * without. */
static void
test_restarts(void)
{
    static const char told[] = JOINED "1|7|1|" OLD_START "|2024-03-01 10:00:00|redo size|100\n"
                                      "2|7|1|" OLD_START "|2024-03-01 11:00:00|redo size|3700\n"
                                      "3|7|1|2024-03-01 11:30:00|2024-03-01 12:00:00|redo size|5000\n"
                                      "4|7|1|2024-03-01 11:30:00|2024-03-01 13:00:00|redo size|12200\n";
    static const char counted[] = JOINED "1|7|1||2024-03-01T10:00:00|redo size|100\n"
                                         "2|7|1||2024-03-01T11:00:00|redo size|3700\n"
                                         "3|7|1||2024-03-01T12:00:00|redo size|200\n"
                                         "4|7|1||2024-03-01T13:00:00|redo size|7400\n";
    static const char *const texts[] = {told, counted};
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        const char *const views[] = {texts[i], NULL};
        g_autoptr(GString) text = exported(FORM_CSV, views);
        g_autoptr(GError) error = NULL;
        g_autoptr(GPtrArray) reports = parsed(text->str, text->len, &error);
        g_assert_no_error(error);
        g_assert_cmpuint(reports->len, ==, 2);
        const struct awr *before = reports->pdata[0], *after = reports->pdata[1];
        g_assert_cmpfloat(before->rates.redo_bytes_per_s, ==, 1);
        g_assert_cmpfloat(after->rates.redo_bytes_per_s, ==, 2);
        g_assert_cmpstr(after->begin, ==, "2024-03-01T12:00:00");
        const struct note *note = note_of(before, "instance-restart");
        g_assert_nonnull(note);
        g_assert_nonnull(strstr(note->text, "between snapshots 2 and 3"));
    }
}

/* The time model has the columns of the statistics, and microseconds. */
static void
test_time_model(void)
{
    static const char model[] = "SNAP_ID|DBID|INSTANCE_NUMBER|STAT_ID|STAT_NAME|VALUE\n"
                                "100|777|1|1|DB time|1000000\n101|777|1|1|DB time|7201000000\n"
                                "100|777|1|2|DB CPU|1000000\n101|777|1|2|DB CPU|1801000000\n";
    static const char *const views[] = {snapshot_view, sysstat_view, model, NULL};
    g_autoptr(GString) text = exported(FORM_XMLGEN, views);
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) reports = parsed(text->str, text->len, &error);
    g_assert_no_error(error);
    const struct awr *awr = reports->pdata[0];
    g_assert_cmpfloat(awr->db_time_min, ==, 120);
    g_assert_cmpfloat(awr->db_cpu_time_s, ==, 1800);
    g_assert_cmpfloat(awr->load.db_time_s, ==, 2);
    g_assert_cmpfloat(((struct awr_event *)awr->top_events->pdata[0])->time_s, ==, 1800);
}

/* Cut within a document, an export is never taken for a whole one; what precedes the cut is read. */
static void
test_cut(void)
{
    static const char *const views[] = {
        snapshot_view, event_view, os_view, parameter_view, function_view, instance_view, sysstat_view, NULL};
    for (int form = 0; form < FORMS; form++) {
        g_autoptr(GString) text = exported((enum form)form, views);
        size_t from = (size_t)(strstr(text->str, "physical write total") - text->str);
        for (size_t len = from; len < text->len; len++) {
            g_autoptr(GError) error = NULL;
            g_autoptr(GPtrArray) reports = parsed(text->str, len, &error);
            g_assert_no_error(error);
            const struct awr *awr = reports->pdata[0];
            g_assert_cmpfloat(awr->rates.read_requests_per_s, ==, 8000);
            bool row_ends = form == FORM_CSV && text->str[len - 1] == '\n'; /* a CSV has no other end */
            bool only_blank_missing = form != FORM_CSV && len + 1 == text->len;
            g_assert_cmpint(note_of(awr, "truncated") == NULL, ==, row_ends || only_blank_missing);
        }
    }
}

static void
test_hostile(void)
{
    g_autoptr(GString) deep = g_string_new("<ROWSET><ROW><SNAP_ID>1</SNAP_ID><STAT_NAME>x</STAT_NAME><VALUE>1</VALUE>");
    for (int i = 0; i < 100000; i++)
        g_string_append(deep, "<a>");
    const char *const texts[] = {
        "<?xml version=\"1.0\"?><!DOCTYPE ROWSET [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">"
        "<!ENTITY c SYSTEM \"file:///etc/passwd\">]><ROWSET><ROW><SNAP_ID>1</SNAP_ID><STAT_NAME>&b;</STAT_NAME>"
        "<VALUE>&c;</VALUE></ROW></ROWSET>",
        deep->str,
        "SNAP_ID,STAT_NAME,VALUE\n1,\"never closed,5\n",
        "SNAP_ID,STAT_NAME,VALUE\n-5,x,1\n1e300,x,1\nnan,x,1\n1,x,inf\n",
        "<ROWSET><ROW><SNAP_ID>1</SNAP_ID><STAT_NAME>\xff\xfe</STAT_NAME><VALUE>9</VALUE></ROW></ROWSET>",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(GPtrArray) reports = parsed(texts[i], strlen(texts[i]), &error);
        g_assert_cmpuint(reports->len, ==, 0);
        g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT);
    }
}

static void
test_times(void)
{
    const struct {
        const char *text, *iso;
    } times[] = {
        {"01-MAR-24 12.00.10.500 PM", "2024-03-01T12:00:10"},
        {"01-MAR-24 12.00.10.500000000 AM", "2024-03-01T00:00:10"},
        {"1-M\xc3\xa4r-2024 13:05:06,5", "2024-03-01T13:05:06"},
        {"01.03.24 13:05:06,123", "2024-03-01T13:05:06"},
        {"2024-03-01 13:05:06.123 +02:00", "2024-03-01T13:05:06"},
        {"2024-03-01T13:05:06", "2024-03-01T13:05:06"},
        {"2024/03/01 13:05:06", "2024-03-01T13:05:06"},
        {"31/03/24 13:05:06", "2024-03-31T13:05:06"},
        {"03/31/24 01:05:06 PM", "2024-03-31T13:05:06"},
        {"03/04/24 13:05:06", NULL}, /* March or April */
        {"01-MAR-24", NULL},         /* no time */
        {"01-MAR-24 13.00.00 PM", NULL},
        {"30-FEB-24 12.00.00.0", NULL},
        {"", NULL},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(times); i++) {
        g_autofree char *iso = awr_timestamp_text(awr_timestamp_s(times[i].text));
        g_assert_cmpstr(iso, ==, times[i].iso);
    }
    g_assert_cmpfloat_with_epsilon(awr_timestamp_s("1970-01-02 00:00:01.25"), 86401.25, 1e-6);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/awr_views/every_form_of_export_gives_the_same_reports", test_forms);
    g_test_add_func("/awr_views/a_view_alone_says_which_lacks", test_alone);
    g_test_add_func("/awr_views/time_over_a_restart_is_left_out", test_restarts);
    g_test_add_func("/awr_views/time_model_counts_microseconds", test_time_model);
    g_test_add_func("/awr_views/a_cut_export_is_never_whole", test_cut);
    g_test_add_func("/awr_views/hostile_exports_are_refused", test_hostile);
    g_test_add_func("/awr_views/times_that_could_be_two_are_none", test_times);
    return g_test_run();
}
