/* HTML reports, made table by table. */
#include "awr_pages.h"
#include "awr_read.h"
#include "error.h"
#include "inspect.h"
#include "note.h"

#include <string.h>

static void
add_front(GString *html)
{
    add_table(html, "", "This table displays database instance information", 1,
        "DB Name|DB Id|Unique Name|Role|Edition|Release|RAC|CDB\nSHOP|123|SHOP|PRIMARY|EE|19.0.0.0.0|NO|NO");
    add_table(html, "", "This table displays database instance information", 1,
        "Instance|Inst Num|Startup Time\nshop1|1|01-Mar-24 08:00");
    add_table(html, "", "This table displays host information", 1,
        "Host Name|Platform|CPUs|Cores|Sockets|Memory (GB)\ndb01|Linux x86 64-bit|16|8|2|62.5");
    add_table(html, "", "This table displays snapshot information", 1,
        "|Snap Id|Snap Time|Sessions|Cursors/Session\nBegin Snap:|10|01-Mar-24 10:00:00|55|1.3\n"
        "End Snap:|11|01-Mar-24 11:00:00|56|1.2\nElapsed:||60.00 (mins)||\nDB Time:||1,234.50 (mins)||");
}

static void
add_body(GString *html)
{
    g_string_append(html, "<h2 class=\"awr\">Report Summary</h2>");
    add_table(html, "<p />Load Profile<p />", "This table displays load profile", 1,
        "|Per Second|Per Transaction\nDB Time(s):|20.6|0.1\nDB CPU(s):|2.5|0.0\nRedo size (bytes):|1,000,000.0|5.0\n"
        "Logical read (blocks):|50,000.5|5.0\nPhysical read (blocks):|9,000.0|1\nRead IO requests:|7,990.1|1\n"
        "User calls:|100.0|1\nTransactions:|12.5|");
    add_table(html, "<p />Top 10 Foreground Events by Total Wait Time<p />",
        "This table displays top 10 wait events by total wait time", 1,
        "Event|Waits|Total Wait Time (sec)|Avg Wait|% DB time|Wait Class\n"
        "db file sequential read|20,500,000|16.0K|780.00us|22.2|User I/O\nDB CPU||9000||12.2|\n"
        "log file sync|100|.5|5.00ms|.1|Commit");
    add_table(html, "<p />Host CPU<p />", "This table displays system load statistics", 1,
        "CPUs|Cores|Sockets|Load Average Begin|Load Average End|%User|%System|%WIO|%Idle\n"
        "16|8|2|1.50|2.50|20.5|4.5|10.0|65.0");
    add_table(html, "<p />IO Profile<p />", "This table displays IO profile", 1,
        "|Read+Write Per Second|Read per Second|Write Per Second\nTotal Requests:|8,500.0|8,000.0|500.0\n"
        "Total (MB):|70.3|62.5|7.8");
    add_table(html, "<p />Cache Sizes<p />",
        "This table displays cache sizes and other statistics for\n      different types of cache", 1,
        "|Begin|End||\nBuffer Cache:|7,680M|7,680M|Std Block Size:|8K\nShared Pool Size:|354M|352M|Log Buffer:|7,692K");
    add_table(
        html, "<h3>Time Model Statistics</h3>", "", 1, "Statistic Name|Time (s)|% of DB Time\nDB CPU|9,000.25|12.15");
    add_table(html, "<h3>Foreground Wait Class</h3>", "This table displays foreground wait class statistics", 1,
        "Wait Class|Waits|%Time -outs|Total Wait Time (s)|Avg wait|%DB time\nUser "
        "I/O|21,700,000|0|16,500|760.37us|22.3");
    add_table(html, "<h3>Foreground Wait Events</h3>", "", 1,
        "Event|Waits|%Time -outs|Total Wait Time (s)|Avg wait|Waits /txn|% DB time\n"
        "db file sequential read|20,500,000|0|15,990|780.00us|2.83|22.15\n"
        "flashback log file sync|7|0|0|1.00ms|0.00|0.00");
    add_table(html, "<h3>Background Wait Events</h3>", "", 1,
        "Event|Waits|%Time -outs|Total Wait Time (s)|Avg wait|Waits /txn|% bg time\n"
        "log file parallel write|1,000|0|2|2.10ms|0.97|36.11");
}

static void
add_tail(GString *html)
{
    add_table(html, "<h3>Operating System Statistics</h3>", "", 1,
        "Statistic|Value|End Value\nBUSY_TIME|176,851|\nNUM_CPUS|16|");
    add_table(html, "<h3>Key Instance Activity Stats</h3>", "", 1,
        "Statistic|Total|per Second|per Trans\nredo size|3,600,000,000|1,000,000.00|5");
    add_table(html, "<h3>Instance Activity Stats</h3>", "", 1,
        "Statistic|Total|per Second|per Trans\nphysical read total IO requests|28,800,000|8,000.00|1\n"
        "physical read total bytes|235,929,600,000|65,536,000.00|1\nphysical write total IO "
        "requests|1,800,000|500.00|1\n"
        "physical write total bytes|29,491,200,000|8,192,000.00|1\nredo size|3,600,000,000|1,000,000.00|5");
    add_table(html, "<h3>Instance Activity Stats - Absolute Values</h3>", "", 1,
        "Statistic|Begin Value|End Value\nlogons current|55|56");
    add_table(html, "<h3>IOStat by Function summary</h3>", "", 1,
        "Function Name|Reads: Data|Reqs per sec|Data per sec|Writes: Data|Reqs per sec|Data per sec|Waits: Count|Avg "
        "Time\n"
        "Buffer Cache "
        "Reads|4G|7990.00|4.531M|0M|0.00|0M|521.8K|760.10us\nLGWR|5M|0.40|.005M|811M|399.00|.899M|179.4K|");
    add_table(html, "<h3>Modified Parameters</h3>", "", 1,
        "Parameter Name|Begin value|End value (if different)\nfilesystemio_options|setall|\nsga_target|8589934592|0");
    add_table(html, "<h3>Modified Multi-Valued Parameters</h3>", "", 1,
        "Parameter Name|Begin value|End value (if different)\ncontrol_files|/a/control01.ctl|");
}

static GString *
whole_report(void)
{
    GString *html =
        report_begin("AWR Report for DB: SHOP, Inst: shop1, Snaps: 10-11", "WORKLOAD REPOSITORY report for");
    add_front(html);
    add_body(html);
    add_tail(html);
    g_string_append(html, "</body></html>\nReport written to awrrpt_1_10_11.html\nSQL> exit\n");
    return html;
}

/* Parses; the caller owns the list. NULL where the reader refuses, which must then have an error. */
static GPtrArray *
parsed(const char *text, size_t len)
{
    struct stream *stream = stream_new_memory("awr.html", text, len);
    GPtrArray *reports = g_ptr_array_new_with_free_func((GDestroyNotify)awr_free);
    g_autoptr(GError) error = NULL;
    bool ok = awr_parse(stream, KIND_AWR_HTML, reports, &error);
    stream_free(stream);
    g_assert_true(ok == (error == NULL));
    g_assert_true(ok == (reports->len > 0));
    if (ok)
        return reports;
    g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT);
    g_assert_nonnull(strstr(error->message, "awr.html"));
    g_ptr_array_unref(reports);
    return NULL;
}

static bool
has_note(const struct awr *awr, const char *code)
{
    for (guint i = 0; i < awr->notes->len; i++)
        if (strcmp(((struct note *)g_ptr_array_index(awr->notes, i))->code, code) == 0)
            return true;
    return false;
}

static void
check_whole_report(const struct awr *awr)
{
    g_assert_cmpint(awr->report, ==, AWR_INSTANCE);
    g_assert_cmpstr(awr->db_name, ==, "SHOP");
    g_assert_cmpstr(awr->release, ==, "19.0.0.0.0");
    g_assert_cmpstr(awr->edition, ==, "EE");
    g_assert_cmpstr(awr->platform, ==, "Linux x86 64-bit");
    g_assert_cmpuint(awr->instances->len, ==, 1);
    g_assert_cmpstr(awr->instances->pdata[0], ==, "shop1");
    g_assert_cmpstr(awr->hosts->pdata[0], ==, "db01");
    g_assert_false(awr->is_rac);
    g_assert_cmpint(awr->cpus, ==, 16);
    g_assert_cmpint(awr->cores, ==, 8);
    g_assert_cmpint(awr->sockets, ==, 2);
    g_assert_cmpfloat(awr->memory_bytes, ==, 62.5 * 0x1p30);
    g_assert_cmpstr(awr->begin, ==, "2024-03-01T10:00:00");
    g_assert_cmpstr(awr->end, ==, "2024-03-01T11:00:00");
    g_assert_cmpfloat(awr->elapsed_min, ==, 60);
    g_assert_cmpfloat(awr->db_time_min, ==, 1234.5);
    g_assert_cmpfloat(awr->buffer_cache_bytes, ==, 7680.0 * 0x1p20);
    g_assert_cmpfloat(awr->block_size_bytes, ==, 8192);
    g_assert_cmpfloat(awr->rates.read_requests_per_s, ==, 8000);
    g_assert_cmpfloat(awr->rates.write_requests_per_s, ==, 500);
    g_assert_cmpfloat(awr->rates.read_bytes_per_s, ==, 65536000);
    g_assert_cmpfloat(awr->rates.write_bytes_per_s, ==, 8192000);
    g_assert_cmpfloat(awr->rates.redo_bytes_per_s, ==, 1000000);
    g_assert_cmpfloat(awr->load.logical_reads, ==, 50000.5);
    g_assert_cmpfloat(awr->load.physical_reads_blocks, ==, 9000);
    g_assert_cmpfloat(awr->load.read_io_requests, ==, 7990.1);
    g_assert_true(isnan(awr->load.physical_writes_blocks));
    g_assert_cmpfloat(awr->load.transactions, ==, 12.5);
    g_assert_cmpfloat(awr->host_cpu.user_pct, ==, 20.5);
    g_assert_cmpfloat(awr->host_cpu.iowait_pct, ==, 10);
    g_assert_cmpfloat(awr->host_cpu.load_average_end, ==, 2.5);
    g_assert_cmpfloat(awr->db_cpu_time_s, ==, 9000.25);
    g_assert_cmpfloat(*(double *)g_hash_table_lookup(awr->os_statistics, "BUSY_TIME"), ==, 176851);
    g_assert_cmpuint(g_hash_table_size(awr->parameters), ==, 2);
    g_assert_cmpstr(g_hash_table_lookup(awr->parameters, "filesystemio_options"), ==, "setall");
    g_assert_cmpuint(awr->statistics->len, ==, 5);
    g_assert_cmpfloat(awr_statistic_named(awr, "redo size")->total, ==, 3.6e9);
    g_assert_null(awr_statistic_named(awr, "logons current"));
    g_assert_cmpuint(awr->notes->len, ==, 0);
}

static void
test_whole_report(void)
{
    g_autoptr(GString) html = whole_report();
    g_autoptr(GPtrArray) reports = parsed(html->str, html->len);
    g_assert_cmpuint(reports->len, ==, 1);
    check_whole_report(reports->pdata[0]);
}

static void
test_events(void)
{
    g_autoptr(GString) html = whole_report();
    g_autoptr(GPtrArray) reports = parsed(html->str, html->len);
    const struct awr *awr = reports->pdata[0];
    g_assert_cmpuint(awr->top_events->len, ==, 3);
    const struct awr_event *read = awr->top_events->pdata[0];
    g_assert_cmpstr(read->name, ==, "db file sequential read");
    g_assert_cmpstr(read->wait_class, ==, "User I/O");
    g_assert_cmpfloat(read->waits, ==, 20500000);
    g_assert_cmpfloat(read->time_s, ==, 15990); /* the exacter figure of the foreground table, not 16.0K */
    g_assert_cmpfloat(read->db_time_pct, ==, 22.2);
    g_assert_cmpfloat_with_epsilon(read->avg_wait_ms, 0.78, 5e-5);
    const struct awr_event *cpu = awr->top_events->pdata[1];
    g_assert_cmpstr(cpu->name, ==, "DB CPU");
    g_assert_true(isnan(cpu->waits) && isnan(cpu->avg_wait_ms));
    g_assert_null(cpu->wait_class);
    /* log file sync is in the top list only; CPU is no wait event */
    g_assert_cmpuint(awr->events->len, ==, 3);
    g_assert_cmpfloat(awr_event_named(awr->events, "log file sync")->avg_wait_ms, ==, 5);
    g_assert_cmpfloat(awr_event_named(awr->events, "flashback log file sync")->waits, ==, 7);
    g_assert_cmpstr(awr_event_named(awr->events, "db file sequential read")->wait_class, ==, "User I/O");
    g_assert_null(awr_event_named(awr->events, "DB CPU"));
    g_assert_cmpfloat(awr_event_named(awr->background_events, "log file parallel write")->avg_wait_ms, ==, 2.1);
    g_assert_cmpfloat(awr_event_named(awr->wait_classes, "User I/O")->db_time_pct, ==, 22.3);
}

static void
test_io_functions(void)
{
    g_autoptr(GString) html = whole_report();
    g_autoptr(GPtrArray) reports = parsed(html->str, html->len);
    const struct awr *awr = reports->pdata[0];
    g_assert_cmpuint(awr->io_functions->len, ==, 2);
    const struct awr_io_line *cache = awr->io_functions->pdata[0];
    g_assert_cmpfloat(cache->read_bytes, ==, 4 * 0x1p30);
    g_assert_cmpfloat(cache->read_requests_per_s, ==, 7990);
    g_assert_cmpfloat(cache->write_requests_per_s, ==, 0);
    g_assert_cmpfloat_with_epsilon(cache->wait_count, 521800, 1e-6);
    g_assert_cmpfloat_with_epsilon(cache->avg_wait_ms, 0.7601, 1e-9);
    const struct awr_io_line *lgwr = awr->io_functions->pdata[1];
    g_assert_cmpfloat(lgwr->write_bytes, ==, 811 * 0x1p20);
    g_assert_cmpfloat(lgwr->write_requests_per_s, ==, 399);
    g_assert_true(isnan(lgwr->avg_wait_ms));
}

/* Wide counts are rounded in the top list and exact in the foreground table. */
static void
test_exponents(void)
{
    g_autoptr(GString) html = report_begin("AWR Report for DB: A", "WORKLOAD REPOSITORY report for");
    add_front(html);
    add_table(html, "<p />Top 10 Foreground Events by Total Wait Time<p />", "", 1,
        "Event|Waits|Total Wait Time (sec)|Wait Avg(ms)|% DB time|Wait Class\ndirect path "
        "read|1.1E+08|130.2K|1|50|User I/O");
    add_table(html, "<h3>Foreground Wait Events</h3>", "", 1,
        "Event|Waits|%Time -outs|Total Wait Time (s)|Avg wait (ms)|Waits /txn|% DB time\n"
        "direct path read|108,500,000|0|130,200|1|1.0E+02|50");
    g_autoptr(GPtrArray) reports = parsed(html->str, html->len);
    const struct awr *awr = reports->pdata[0];
    const struct awr_event *lists[] = {awr->top_events->pdata[0], awr->events->pdata[0]};
    for (size_t i = 0; i < G_N_ELEMENTS(lists); i++) {
        g_assert_cmpfloat(lists[i]->waits, ==, 108500000);
        g_assert_cmpfloat(lists[i]->time_s, ==, 130200);
        g_assert_cmpfloat_with_epsilon(lists[i]->avg_wait_ms, 130200e3 / 108500000, 1e-9);
    }
}

/* 11.2 prints whole milliseconds: 0 and 1 where the figures of the same row tell 0.2 and 0.78. */
static void
test_whole_milliseconds(void)
{
    g_autoptr(GString) html = report_begin("AWR Report for DB: A", "WORKLOAD REPOSITORY report for");
    add_front(html);
    add_table(html, "<p />Top 5 Timed Foreground Events<p />", "Top 5 Timed Foreground Events", 1,
        "Event|Waits|Time(s)|Avg wait (ms)|% DB time|Wait Class\ndirect path read|20,500,000|15,990|1|22.15|User I/O\n"
        "log file sync|180,000|36|0|1.47|Commit\nenq: TX - contention|2|2|1001|0.01|Application");
    g_autoptr(GPtrArray) reports = parsed(html->str, html->len);
    const struct awr *awr = reports->pdata[0];
    g_assert_cmpfloat_with_epsilon(awr_event_named(awr->events, "direct path read")->avg_wait_ms, 0.78, 1e-4);
    g_assert_cmpfloat_with_epsilon(awr_event_named(awr->events, "log file sync")->avg_wait_ms, 0.2, 1e-4);
    g_assert_cmpfloat(awr_event_named(awr->events, "enq: TX - contention")->avg_wait_ms, ==, 1001); /* not 1000 */
    g_assert_cmpfloat(awr_event_named(awr->top_events, "log file sync")->db_time_pct, ==, 1.47);
}

static GString *
replaced(GString *text, const char *from, const char *to)
{
    g_string_replace(text, from, to, 0);
    return text;
}

static void
test_forms_of_html(void)
{
    g_autoptr(GString) upper =
        replaced(replaced(whole_report(), "</td>", ""), "<table border=\"0\"", "<TABLE class=tdiff");
    replaced(replaced(replaced(upper, "<tr>", "<TR>\r\n"), "</tr>", ""), "&#160;", "&nbsp;");
    g_autoptr(GPtrArray) saved = parsed(upper->str, upper->len);
    check_whole_report(saved->pdata[0]);

    g_autoptr(GString) crlf = replaced(whole_report(), "\n", "\r\n");
    g_autoptr(GPtrArray) lines = parsed(crlf->str, crlf->len);
    check_whole_report(lines->pdata[0]);

    g_autoptr(GString) doubled = replaced(whole_report(), "\"", "\"\"");
    g_autoptr(GPtrArray) exported = parsed(doubled->str, doubled->len);
    struct awr *awr = exported->pdata[0];
    g_assert_true(has_note(awr, "doubled-quotes"));
    g_ptr_array_set_size(awr->notes, 0);
    check_whole_report(awr);

    gsize len = 0;
    g_autoptr(GString) plain = whole_report();
    g_autofree char *wide = g_convert(plain->str, -1, "UTF-16", "UTF-8", NULL, &len, NULL);
    g_autoptr(GPtrArray) unicode = parsed(wide, len);
    check_whole_report(unicode->pdata[0]);
}

static void
test_decimal_comma(void)
{
    g_autoptr(GString) html = whole_report();
    for (char *p = strstr(html->str, "<table"); *p; p++) /* figures only: between '>' and '<' */
        if ((*p == '.' || *p == ',') && g_ascii_isdigit(p[1]) && (g_ascii_isdigit(p[-1]) || p[-1] == '>'))
            *p = *p == '.' ? ',' : '.';
    replaced(replaced(html, "19,0,0,0,0", "19.0.0.0.0"), "Mar-24", "M\xc3\xa4r-24");
    g_autoptr(GPtrArray) reports = parsed(html->str, html->len);
    struct awr *awr = reports->pdata[0];
    g_assert_true(has_note(awr, "decimal-comma"));
    g_ptr_array_set_size(awr->notes, 0);
    check_whole_report(awr);
}

static void
test_truncated(void)
{
    g_autoptr(GString) html = whole_report();
    size_t cut = (size_t)(strstr(html->str, "Key Instance Activity") - html->str);
    g_autoptr(GPtrArray) reports = parsed(html->str, cut);
    const struct awr *awr = reports->pdata[0];
    g_assert_true(has_note(awr, "truncated"));
    g_assert_cmpstr(awr->db_name, ==, "SHOP");
    /* the IO profile is all there is then */
    g_assert_true(has_note(awr, "rates-from-io-profile"));
    g_assert_cmpfloat(awr->rates.read_requests_per_s, ==, 8000);
    g_assert_cmpfloat(awr->rates.read_bytes_per_s, ==, 62.5 * 0x1p20);
    for (size_t len = 0; len <= html->len; len += 7) { /* any cut is read or refused */
        g_autoptr(GPtrArray) some = parsed(html->str, len);
        g_assert_true(!some || some->len == 1);
    }
}

static void
test_self_checks(void)
{
    static const struct {
        const char *from, *to, *note;
    } cases[] = {
        {"28,800,000", "38,800,000", "rate-total-mismatch"},
        {"60.00 (mins)", "30.00 (mins)", "elapsed-mismatch"},
        {">8,000.0<", ">9,000.0<", "io-profile-mismatch"},
        {">7990.00<", ">250000000.00<", "iostat-overflow"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GString) html = replaced(whole_report(), cases[i].from, cases[i].to);
        g_autoptr(GPtrArray) reports = parsed(html->str, html->len);
        g_assert_true(has_note(reports->pdata[0], cases[i].note));
        if (i == 3)
            g_assert_true(isnan(((struct awr_io_line *)((struct awr *)reports->pdata[0])->io_functions->pdata[0])
                                    ->read_requests_per_s));
    }
}

static void
test_refused(void)
{
    static const char *const texts[] = {"", "<", "plain words",
        ("<html><title>ASH Report - From</title><h1>ASH Report For X</h1><table summary=\"This table displays load "
         "profile\"><tr><th>Per Second</th></tr><tr><td>1</td></tr></table></html>"),
        "<html><title>AWR Report for DB: X</title><h1>WORKLOAD REPOSITORY report for</h1></html>"};
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
        g_assert_null(parsed(texts[i], strlen(texts[i])));
}

static void
test_hostile(void)
{
    static const struct {
        const char *unit;
        unsigned times;
    } cases[] = {{"<i>", 50000}, {"<table>", 20000}, {"<table><tr><td>", 20000}, {"<!--", 20000}, {"&", 20000},
        {"<table summary=\"", 20000}, {"<td colspan=999999999>1", 20000}, {"</b><b>", 20000}};
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GString) html = report_begin("AWR Report for DB: A", "WORKLOAD REPOSITORY report for");
        add_front(html);
        g_string_append(html, "<table summary=\"This table displays load profile\"><tr>");
        for (unsigned n = 0; n < cases[i].times; n++)
            g_string_append(html, cases[i].unit);
        g_autoptr(GPtrArray) reports = parsed(html->str, html->len);
        g_assert_cmpstr(((struct awr *)reports->pdata[0])->db_name, ==, "SHOP");
    }
    static const char bomb[] =
        "<!DOCTYPE html [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\"><!ENTITY x SYSTEM \"file:///etc/passwd\">]>"
        "<html><h1>WORKLOAD REPOSITORY report for</h1><table summary=\"This table displays host information\">"
        "<tr><th>Host Name</th><th>Platform</th></tr><tr><td>&x;</td><td>&b;</td></tr></table></html>";
    g_autoptr(GPtrArray) reports = parsed(bomb, sizeof bomb - 1);
    const struct awr *awr = reports->pdata[0];
    g_assert_cmpstr(awr->platform, ==, "&b;");
    g_assert_cmpstr(awr->hosts->pdata[0], ==, "&x;");
}

static void
test_cluster(void)
{
    g_autoptr(GString) html = report_begin("AWR RAC Report for DB: C, Snaps: 1-2", "WORKLOAD REPOSITORY REPORT (RAC)");
    add_table(html, "<p />Database Summary<p />", "Database Summary", 2,
        "8*Database|2*Snapshot Ids|2*Number of Instances|2*Number of Hosts|2*Report Total (minutes)\n"
        "Id|Name|Unique Name|Role|Edition|RAC|CDB|Block Size|Begin|End|In Report|Total|In Report|Total|DB time|Elapsed "
        "time\n"
        "1|CLU|CLU|PRIMARY|EE|YES|NO|8192|1|2|2|2|2|2|240.00|60.02");
    add_table(html, "<p />Database Instances Included In Report<p />", "Database Instances Included In Report. . x", 1,
        "I#|Instance|Host|Startup|Begin Snap Time|End Snap Time|Release|Elapsed Time(min)|DB time(min)|Platform\n"
        "1|clu1|node1|11-Dec-22 04:22|15-Feb-23 00:00|15-Feb-23 01:00|19.0.0.0.0|60.00|100.00|Linux\n"
        "2|clu2|node2|11-Dec-22 04:22|15-Feb-23 00:00|15-Feb-23 01:00|19.0.0.0.0|60.00|140.00|Linux");
    g_string_append(html, "<h2>Report Summary</h2>");
    add_table(html, "<p />Cache Sizes<ul><li>All values are in Megabytes</li></ul>", "Cache Sizes. . All values", 2,
        "|2*Memory Target|2*DB Cache\nI#|Begin|End|Begin|End\n1||||1,000|\n2||||2,000|1,900\nAvg||||1,500|");
    g_string_replace(html, "||||", "", 0);
    add_table(html, "<p />OS Statistics By Instance<p />", "OS Statistics By Instance. . x", 2,
        "|3*CPU|2*Load\nI#|#CPUs|#Cores|#Sckts|Begin|End\n1|28|14|1|1.0|2.0\n2|28|14|1|1.0|2.0\nSum|||||");
    add_table(html, "<h3>Top Timed Foreground Events</h3>", "Top Timed Foreground Events. . x", 2,
        "|2*Wait|2*Event|3*Wait Time|2*Summary Avg Wait Time\nI#|Class|Event|Waits|%Timeouts|Total(s)|Avg Wait|%DB "
        "time|Avg|Min\n"
        "*||DB CPU|||9,000.00||62.50||\n*|User I/O|db file sequential "
        "read|1,000,000|0.00|500.00|500.00us|3.47|1.00ms|1.00ms\n"
        "1|User I/O|db file scattered read|1|0.00|500.00|500.00us|3.47||");
    add_table(html, "<h3>Foreground Wait Classes</h3>", "Foreground Wait Classes", 1,
        "I#|User I/O(s)|Sys I/O(s)|DB CPU (s)|DB "
        "time\n1|300.00|1.00|4,000.00|6,000.00\nSum|500.00|2.00|9,000.00|14,400.00");
    add_table(html, "<h3>System Statistics (Global)</h3>", "System Statistics (Global). . x", 2,
        "4*|4*per Second\nStatistic|Total|per Second|per Trans|Average|Std Dev|Min|Max\n"
        "physical read total IO requests|3,601,200|1,000.00|1|500.00|0|400.00|600.00");
    add_table(html, "<h3>IOStat by Function</h3>", "IOStat by Function", 2,
        "2*|4*Requests|4*MB|2*\n"
        "I#|Function Name|Total|IOs/s|Reads/s|Writes/s|Total|IO MB/s|Read MB/s|Write MB/s|Waits: Count|Avg Time\n"
        "*|Total|1,076,400,000,000|250,000,002.36|250,000,000.00|2.36|1|751.74|10.00|22.83|328.8M|566.85us\n"
        "1|Total|1|7|7|2.36|1|751.74|10.00|22.83|328.8M|566.85us");
    add_table(html, "<h3>init.ora Parameters</h3>", "", 1,
        "Parameter Name|I#|Begin value|End value (if different)\ndb_block_size|*|8192|\nx|1|first|\nx|2|second|");
    g_string_append(html, "</html>");
    g_autoptr(GPtrArray) reports = parsed(html->str, html->len);
    const struct awr *awr = reports->pdata[0];
    g_assert_cmpint(awr->report, ==, AWR_RAC);
    g_assert_true(awr->is_rac);
    g_assert_cmpstr(awr->db_name, ==, "CLU");
    g_assert_cmpuint(awr->instances->len, ==, 2);
    g_assert_cmpstr(awr->hosts->pdata[1], ==, "node2");
    g_assert_cmpfloat(awr->elapsed_min, ==, 60.02);
    g_assert_cmpfloat(awr->db_time_min, ==, 240);
    g_assert_cmpstr(awr->begin, ==, "2023-02-15T00:00");
    g_assert_cmpint(awr->cpus, ==, 56);
    g_assert_cmpfloat(awr->rates.read_requests_per_s, ==, 1000);
    g_assert_cmpuint(awr->top_events->len, ==, 2);
    g_assert_cmpfloat(awr_event_named(awr->top_events, "db file sequential read")->avg_wait_ms, ==, 0.5);
    g_assert_cmpfloat(awr_event_named(awr->wait_classes, "User I/O")->time_s, ==, 500);
    g_assert_cmpuint(awr->io_functions->len, ==, 1);
    const struct awr_io_line *total = awr->io_functions->pdata[0];
    g_assert_true(isnan(total->read_requests_per_s));
    g_assert_cmpfloat(total->write_requests_per_s, ==, 2.36);
    g_assert_cmpfloat_with_epsilon(total->read_bytes, 10 * 0x1p20 * 60.02 * 60, 1);
    g_assert_cmpstr(g_hash_table_lookup(awr->parameters, "x"), ==, "first");
}

static void
test_two_periods(void)
{
    g_autoptr(GString) html =
        report_begin("AWR Compare Period Report for (1) DB: A", "WORKLOAD REPOSITORY COMPARE PERIOD REPORT");
    add_table(html, "", "This table displays database and instance information", 1,
        "Snapshot Set|DB Name|DB Id|Instance|Inst num|Release|Cluster|Host|Std Block Size\n"
        "First (1st)|AAA|1|a1|1|11.2.0.3.0|NO|h1|8192\nSecond (2nd)|BBB|2|b1|1|19.0.0.0.0|YES|h2|16384");
    add_table(html, "", "This table displays snapshot information", 1,
        "Snapshot Set|Begin Snap Id|Begin Snap Time|End Snap Id|End Snap Time|Elapsed Time (min)|DB time (min)\n"
        "1st|1|23-Apr-14 18:30:05 (Wed)|2|23-Apr-14 18:45:06 (Wed)|15.0|106.7\n"
        "2nd|5|23-Apr-14 19:30:10 (Wed)|6|23-Apr-14 19:45:13 (Wed)|15.1|210.2");
    add_table(html, "<p />Host Configuration Comparison<p />", "This table displays host configuration comparisons.", 1,
        "|1st|2nd|Diff|%Diff\nNumber of CPUs:|8|16|8|100.0\nPhysical Memory:|1024M|2048M|1024M|100.0");
    add_table(html, "<p />Load Profile<p />", "This table displays load profile comparisons", 1,
        "|1st per sec|2nd per sec|%Diff|1st per txn|2nd per txn|%Diff\nLogical reads:|400.5|600.5|50|1|2|3\n"
        "Redo size:|10.0|20.0|100|1|2|3");
    add_table(html, "<h3>Top Timed Events</h3>", "This table displays top timed events in comparing data.", 2,
        "6*1st|6*2nd\nEvent|Wait Class|Waits|Time(s)|Avg Time(ms)|%DB time|Event|Wait Class|Waits|Time(s)|Avg "
        "Time(ms)|%DB time\n"
        "db file sequential read|User I/O|1,000|4.00|4.00|71.43|log file sync|Commit|500|1.00|2.00|10.00\n"
        "-log file sync|Commit|1|1|1|1|-|||||");
    add_table(html, "<h3>Key Instance Activity Stats</h3>", "", 2,
        "|3*Value|3*per Second (DB time)|3*per Second (Elapsed "
        "Time)\nStatistic|1st|2nd|%Diff|1st|2nd|%Diff|1st|2nd|%Diff\n"
        "physical read total IO requests|9,000|18,120|101|1.40|1.44|2|10.00|20.00|100");
    g_string_append(html, "</html>");
    g_autoptr(GPtrArray) reports = parsed(html->str, html->len);
    g_assert_cmpuint(reports->len, ==, 2);
    const struct awr *first = reports->pdata[0], *second = reports->pdata[1];
    g_assert_cmpint(second->report, ==, AWR_DIFF);
    g_assert_cmpstr(first->db_name, ==, "AAA");
    g_assert_cmpstr(second->db_name, ==, "BBB");
    g_assert_cmpfloat(second->block_size_bytes, ==, 16384);
    g_assert_false(first->is_rac);
    g_assert_true(second->is_rac);
    g_assert_cmpstr(first->begin, ==, "2014-04-23T18:30:05");
    g_assert_cmpstr(second->end, ==, "2014-04-23T19:45:13");
    g_assert_cmpfloat(second->db_time_min, ==, 210.2);
    g_assert_cmpint(first->cpus, ==, 8);
    g_assert_cmpint(second->cpus, ==, 16);
    g_assert_cmpfloat(second->memory_bytes, ==, 2 * 0x1p30);
    g_assert_cmpfloat(first->load.logical_reads, ==, 400.5);
    g_assert_cmpfloat(second->load.logical_reads, ==, 600.5);
    g_assert_cmpfloat(first->rates.read_requests_per_s, ==, 10);
    g_assert_cmpfloat(second->rates.read_requests_per_s, ==, 20);
    g_assert_cmpfloat(second->rates.redo_bytes_per_s, ==, 20);
    g_assert_cmpstr(((struct awr_event *)second->top_events->pdata[0])->name, ==, "log file sync");
    g_assert_cmpfloat(((struct awr_event *)second->top_events->pdata[0])->avg_wait_ms, ==, 2);
}

/* Two reports in one file, the first cut or whole: each is read as if it were alone. */
static void
test_several_reports(void)
{
    g_autoptr(GString) html = whole_report();
    g_autoptr(GString) other = replaced(whole_report(), "SHOP", "OTHER");
    size_t first_len = html->len;
    g_string_append(html, other->str);
    g_autoptr(GPtrArray) reports = parsed(html->str, html->len);
    g_assert_cmpuint(reports->len, ==, 2);
    struct awr *first = reports->pdata[0], *second = reports->pdata[1];
    g_assert_cmpstr(second->db_name, ==, "OTHER");
    g_assert_true(has_note(second, "one-of-several"));
    g_assert_false(has_note(first, "truncated"));
    guint64 first_line = awr_origin_of(first, offsetof(struct awr, elapsed_min))->line;
    guint64 second_line = awr_origin_of(second, offsetof(struct awr, elapsed_min))->line;
    guint64 lines = 0;
    for (size_t i = 0; i < first_len; i++)
        lines += html->str[i] == '\n';
    g_assert_cmpuint(second_line, ==, first_line + lines);
    g_ptr_array_set_size(first->notes, 0);
    check_whole_report(first);
    g_autoptr(GString) cut = g_string_new_len(html->str, (gssize)first_len / 2);
    g_string_append(cut, other->str);
    g_autoptr(GPtrArray) both = parsed(cut->str, cut->len);
    g_assert_cmpuint(both->len, ==, 2);
    g_assert_true(has_note(both->pdata[0], "truncated"));
    g_assert_false(has_note(both->pdata[1], "truncated"));
}

static void
test_inspect(void)
{
    g_autoptr(GString) html = whole_report();
    g_autoptr(GPtrArray) reports = parsed(html->str, html->len);
    json_t *object = inspect_awr_json(reports->pdata[0]);
    g_assert_cmpstr(json_string_value(json_object_get(object, "kind")), ==, "awr");
    g_assert_cmpstr(json_string_value(json_object_get(object, "report")), ==, "instance");
    json_t *rates = json_object_get(object, "rates");
    g_assert_cmpfloat(json_number_value(json_object_get(rates, "read_requests_per_s")), ==, 8000);
    json_t *cpu = json_array_get(json_object_get(object, "top_events"), 1);
    g_assert_null(json_object_get(cpu, "waits")); /* absent, not 0 */
    g_assert_null(json_object_get(cpu, "wait_class"));
    json_t *read = json_object_get(json_object_get(object, "events"), "db file sequential read");
    g_assert_cmpint(json_integer_value(json_object_get(read, "waits")), ==, 20500000);
    g_assert_cmpint(json_integer_value(json_object_get(object, "cpus")), ==, 16);
    json_decref(object);
    g_autoptr(GString) text = g_string_new(NULL);
    inspect_awr_text(reports->pdata[0], text);
    g_assert_nonnull(strstr(text->str, "1,234.50 min"));
    g_assert_nonnull(strstr(text->str, "20,500,000"));
    g_assert_nonnull(strstr(text->str, "8,192,000.00 bytes/s"));
    g_assert_cmpint(text->str[text->len - 1], ==, '\n');
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/awr_html/every_figure_of_a_report_is_read", test_whole_report);
    g_test_add_func("/awr_html/events_take_the_exacter_of_two_tables", test_events);
    g_test_add_func("/awr_html/io_functions_are_addressed_by_position", test_io_functions);
    g_test_add_func("/awr_html/wide_counts_are_taken_from_the_exact_table", test_exponents);
    g_test_add_func("/awr_html/whole_milliseconds_are_computed_anew", test_whole_milliseconds);
    g_test_add_func("/awr_html/saved_exported_and_recoded_files_read_the_same", test_forms_of_html);
    g_test_add_func("/awr_html/decimal_comma_and_german_months", test_decimal_comma);
    g_test_add_func("/awr_html/a_cut_report_gives_what_it_holds", test_truncated);
    g_test_add_func("/awr_html/contradictions_become_notes", test_self_checks);
    g_test_add_func("/awr_html/what_is_no_report_is_refused", test_refused);
    g_test_add_func("/awr_html/hostile_markup_ends_well", test_hostile);
    g_test_add_func("/awr_html/cluster_figures_are_sums", test_cluster);
    g_test_add_func("/awr_html/a_compare_report_is_two_reports", test_two_periods);
    g_test_add_func("/awr_html/several_reports_in_one_file_are_all_read", test_several_reports);
    g_test_add_func("/awr_inspect/absent_figures_have_no_key", test_inspect);
    return g_test_run();
}
