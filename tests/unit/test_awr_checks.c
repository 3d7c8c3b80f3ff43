/* What a report says twice must agree; what does not is noted, and the trustworthy side is used. And sizes, each kind
 * of column in its own base. */
#include "awr_pages.h"
#include "awr_read.h"
#include "note.h"

#include <string.h>

/* The tables of a sound report, by name, so that a test can put one of them wrong. */
struct page {
    const char *elapsed, *end, *top, *events, *profile, *statistics, *functions;
};

static const struct page sound = {
    .elapsed = "60.00 (mins)",
    .end = "01-Mar-24 11:00:00",
    .top = "db file sequential read|36.0M|14.4K|400.00us|90.0|User I/O",
    .events = "db file sequential read|36,000,000|0|14,400|400.00us|1.0|90.0",
    .profile = "Total Requests:|11,000.0|10,000.0|1,000.0\nTotal (MB):|85.9|78.1|7.8",
    .statistics = "physical read total IO requests|36,000,000|10,000.00|1\n"
                  "physical write total IO requests|3,600,000|1,000.00|1\n"
                  "physical read total bytes|294,912,000,000|81,920,000.00|1",
    .functions = "Buffer Cache Reads|274G|9900.00|77.6M|0M|0.00|0M|35M|400.00us\n"
                 "TOTAL:|275G|10000.00|78.1M|28G|1000.00|7.8M|35M|400.00us",
};

static GString *
made(const struct page *page)
{
    GString *html = report_begin("AWR Report for DB: A", "WORKLOAD REPOSITORY report for");
    g_autofree char *snapshots = g_strdup_printf("|Snap Id|Snap Time|Sessions\nBegin Snap:|10|01-Mar-24 10:00:00|5\n"
                                                 "End Snap:|11|%s|5\nElapsed:||%s|\nDB Time:||300.00 (mins)|",
        page->end, page->elapsed);
    add_table(html, "", "This table displays snapshot information", 1, snapshots);
    g_autofree char *top =
        g_strconcat("Event|Waits|Total Wait Time (sec)|Avg Wait|% DB time|Wait Class\n", page->top, NULL);
    add_table(html, "<p />Top 10 Foreground Events by Total Wait Time<p />", "", 1, top);
    g_autofree char *profile =
        g_strconcat("|Read+Write Per Second|Read per Second|Write Per Second\n", page->profile, NULL);
    add_table(html, "<p />IO Profile<p />", "", 1, profile);
    g_autofree char *events =
        g_strconcat("Event|Waits|%Time -outs|Total Wait Time (s)|Avg wait|Waits /txn|% DB time\n", page->events, NULL);
    add_table(html, "<h3>Foreground Wait Events</h3>", "", 1, events);
    g_autofree char *statistics = g_strconcat("Statistic|Total|per Second|per Trans\n", page->statistics, NULL);
    add_table(html, "<h3>Instance Activity Stats</h3>", "", 1, statistics);
    g_autofree char *functions =
        g_strconcat("Function Name|Reads: Data|Reqs per sec|Data per sec|Writes: Data|Reqs per sec|Data per sec|Waits: "
                    "Count|Avg Time\n",
            page->functions, NULL);
    add_table(html, "<h3>IOStat by Function summary</h3>", "", 1, functions);
    g_string_append(html, "End of Report</body></html>\n");
    return html;
}

static struct awr *
read_page(const struct page *page)
{
    g_autoptr(GString) html = made(page);
    g_autoptr(GPtrArray) reports = g_ptr_array_new_with_free_func((GDestroyNotify)awr_free);
    g_autoptr(GError) error = NULL;
    struct stream *stream = stream_new_memory("page", html->str, html->len);
    g_assert_true(awr_parse(stream, KIND_AWR_HTML, reports, &error));
    g_assert_no_error(error);
    stream_free(stream);
    g_assert_cmpuint(reports->len, ==, 1);
    return g_ptr_array_steal_index(reports, 0);
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

static const char *const codes[] = {"rate-total-mismatch", "io-profile-mismatch", "iostat-total-mismatch",
    "iostat-overflow", "top-events-mismatch", "elapsed-mismatch"};

/* Just this check fails, at a line of the file where it is about a row, and the rates are those of the statistics. */
static void
assert_only(const struct page *page, const char *code, bool has_line)
{
    g_autoptr(Awr) awr = read_page(page);
    for (size_t i = 0; i < G_N_ELEMENTS(codes); i++)
        g_assert_cmpint(note_of(awr, codes[i]) != NULL, ==, g_strcmp0(codes[i], code) == 0);
    if (code) {
        g_assert_cmpint(note_of(awr, code)->level, ==, NOTE_WARNING);
        g_assert_cmpint(note_of(awr, code)->line > 0, ==, has_line);
    }
    g_assert_cmpfloat(awr->rates.read_requests_per_s, ==, 10000);
    g_assert_cmpfloat(awr->rates.write_requests_per_s, ==, 1000);
}

static void
test_sound(void)
{
    assert_only(&sound, NULL, false);
}

static void
test_totals(void)
{
    struct page page = sound;
    page.statistics = "physical read total IO requests|26,000,000|10,000.00|1\n"
                      "physical write total IO requests|3,600,000|1,000.00|1";
    assert_only(&page, "rate-total-mismatch", true);
}

static void
test_profile(void)
{
    struct page page = sound;
    page.profile = "Total Requests:|9,000.0|8,000.0|1,000.0\nTotal (MB):|85.9|78.1|7.8";
    assert_only(&page, "io-profile-mismatch", true);
    page.profile = "Total Requests:|11,000.0|10,000.0|1,000.0\nTotal (MB):|85.9|70.1|7.8";
    assert_only(&page, "io-profile-mismatch", true);
}

static void
test_functions(void)
{
    struct page page = sound;
    page.functions = "TOTAL:|275G|7000.00|78.1M|28G|1000.00|7.8M|35M|400.00us";
    assert_only(&page, "iostat-total-mismatch", true);
    page.functions = "Buffer Cache Reads|275G|298914443.00|78.1M|28G|1.00|7.8M|35M|400.00us";
    assert_only(&page, "iostat-overflow", true);
    g_autoptr(Awr) awr = read_page(&page);
    g_assert_true(isnan(((struct awr_io_line *)awr->io_functions->pdata[0])->read_requests_per_s));
}

/* An overflowed table is no figure where there is nothing to hold it against either. */
static void
test_overflow_alone(void)
{
    struct page page = sound;
    page.statistics = "user calls|1|1.00|1";
    page.profile = "Database Requests:|1.0|1.0|0.0";
    page.functions = "Total|275G|298914443.00|78.1M|28G|1.00|7.8M|35M|400.00us";
    g_autoptr(Awr) awr = read_page(&page);
    g_assert_nonnull(note_of(awr, "iostat-overflow"));
    g_assert_true(isnan(((struct awr_io_line *)awr->io_functions->pdata[0])->read_requests_per_s));
    g_assert_true(isnan(awr->rates.read_requests_per_s));
}

static void
test_top(void)
{
    struct page page = sound;
    page.top = "db file sequential read|30.0M|14.4K|400.00us|90.0|User I/O";
    assert_only(&page, "top-events-mismatch", true);
    page.top = "db file sequential read|36.0M|10.4K|400.00us|90.0|User I/O";
    assert_only(&page, "top-events-mismatch", true);
    g_autoptr(Awr) awr = read_page(&page);
    g_assert_cmpfloat(awr_event_named(awr->events, "db file sequential read")->time_s, ==, 14400);
}

static void
test_times(void)
{
    struct page page = sound;
    page.end = "01-Mar-24 12:00:00";
    assert_only(&page, "elapsed-mismatch", false);
}

/* Sub-millisecond waits of 11.2, printed as whole milliseconds, are computed from time and waits. */
static void
test_whole_milliseconds(void)
{
    static const char *const printed[] = {"0", "1"};
    for (size_t i = 0; i < G_N_ELEMENTS(printed); i++) {
        g_autofree char *row = g_strdup_printf("db file sequential read|36,000,000|0|14,400|%s|1.0|90.0", printed[i]);
        struct page page = sound;
        page.events = row;
        page.top = "log file sync|1|1|1|.1|Commit";
        g_autoptr(Awr) awr = read_page(&page);
        g_assert_cmpfloat(awr_event_named(awr->events, "db file sequential read")->avg_wait_ms, ==, 0.4);
    }
}

/* Data of IOStat is in powers of 1024, counts and times in powers of 1000; MB of the IO profile are MiB. */
static void
test_bases(void)
{
    static const struct {
        const char *data;
        double bytes;
    } sizes[] = {{"1M", 0x1p20}, {"4.5G", 4.5 * 0x1p30}, {"29.1T", 29.1 * 0x1p40}, {"2P", 2 * 0x1p50},
        {"12K", 12 * 1024}, {"0M", 0}};
    for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++) {
        g_autofree char *row = g_strdup_printf("DBWR|%s|1.00|1M|0M|0.00|0M|52.5K|1.25ms", sizes[i].data);
        struct page page = sound;
        page.functions = row;
        g_autoptr(Awr) awr = read_page(&page);
        const struct awr_io_line *line = awr->io_functions->pdata[0];
        g_assert_cmpfloat(line->read_bytes, ==, sizes[i].bytes);
        g_assert_cmpfloat(line->wait_count, ==, 52500);
        g_assert_cmpfloat(line->avg_wait_ms, ==, 1.25);
    }
    struct page page = sound;
    page.statistics = "user calls|1|1.00|1";
    page.top = "direct path read|6.9M|26.4K|3.82ms|32.1|User I/O";
    g_autoptr(Awr) awr = read_page(&page);
    g_assert_cmpfloat(awr->rates.read_bytes_per_s, ==, 78.1 * 0x1p20);
    g_assert_cmpstr(awr_origin_of(awr, offsetof(struct awr, rates.read_bytes_per_s))->section, ==, "IO Profile");
    const struct awr_event *event = awr->top_events->pdata[0];
    g_assert_cmpfloat(event->waits, ==, 6900000);
    g_assert_cmpfloat(event->time_s, ==, 26400);
}

/* Other columns: GB of the host and of ASM, M of caches and advisories, thousands, k of redo. */
static void
test_other_bases(void)
{
    g_autoptr(GString) html = made(&sound);
    g_string_truncate(html, html->len - strlen("End of Report</body></html>\n"));
    add_table(html, "", "This table displays host information", 1,
        "Host Name|Platform|CPUs|Cores|Sockets|Memory (GB)\nh|Linux|16|8|2|62.50");
    add_table(html, "<p />Cache Sizes<p />", "", 1, "|Begin|End||\nBuffer Cache:|7,680M|7,680M|Std Block Size:|8K");
    add_table(html, "<h3>Buffer Pool Advisory</h3>", "", 1,
        "P|Size for Est (M)|Size Factor|Buffers (thousands)|Est Phys Read Factor|Estimated Phys Reads (thousands)\n"
        "D|768|0.10|95|1.02|1,573,046\nD|7,680|1.00|945|1.00|1,540,000");
    add_table(html, "<h3>ASM Diskgroups</h3>", "This table displays ASM Diskgroups", 1,
        "Disk Group|Size (GB)|Used (GB)|# Griddisks|Redundancy|State\nDATA|36,864.00|33,834.50|36|HIGH|CONNECTED");
    add_table(html, "<h3>IOStat by Filetype summary</h3>", "", 1,
        "Filetype Name|Reads: Data|Reqs per sec|Data per sec|Writes: Data|Reqs per sec|Data per sec|Small Read|Large "
        "Read\nData File|638.4G|8029.17|499.4M|18M|0.99|.014M|15.51ms|1.20s");
    add_table(html, "<h3>Tablespace IO Stats</h3>", "", 1,
        "Tablespace|Reads|Av Rds/s|Av Rd(ms)|Av Blks/Rd|Writes|Writes avg/s|Buffer Waits|Av Buf Wt(ms)|PDB Name\n"
        "SOE|519,831|577|8.78|1.00|234,576|260|3,270|8.39|PDB1");
    g_string_append(html, "End of Report</body></html>\n");
    g_autoptr(GPtrArray) reports = g_ptr_array_new_with_free_func((GDestroyNotify)awr_free);
    struct stream *stream = stream_new_memory("page", html->str, html->len);
    g_assert_true(awr_parse(stream, KIND_AWR_HTML, reports, NULL));
    stream_free(stream);
    const struct awr *awr = reports->pdata[0];
    g_assert_cmpfloat(awr->memory_bytes, ==, 62.5 * 0x1p30);
    g_assert_cmpfloat(awr->buffer_cache_bytes, ==, 7680 * 0x1p20);
    g_assert_cmpfloat(awr->block_size_bytes, ==, 8192);
    const struct awr_advice *advice = awr->cache_advice->pdata[0];
    g_assert_cmpstr(advice->pool, ==, "D");
    g_assert_cmpfloat(advice->size_bytes, ==, 768 * 0x1p20);
    g_assert_cmpfloat(advice->size_factor, ==, 0.1);
    g_assert_cmpfloat(advice->read_factor, ==, 1.02);
    g_assert_cmpfloat(advice->read_count, ==, 1573046000);
    const struct awr_disk_group *group = awr->disk_groups->pdata[0];
    g_assert_cmpstr(group->redundancy, ==, "HIGH");
    g_assert_cmpfloat(group->size_bytes, ==, 36864 * 0x1p30);
    g_assert_cmpfloat(group->used_bytes, ==, 33834.5 * 0x1p30);
    const struct awr_io_line *file = awr->io_filetypes->pdata[0];
    g_assert_cmpfloat(file->read_bytes, ==, 638.4 * 0x1p30);
    g_assert_cmpfloat(file->small_read_ms, ==, 15.51);
    g_assert_cmpfloat(file->large_read_ms, ==, 1200);
    const struct awr_file_io *space = awr->tablespace_io->pdata[0];
    g_assert_cmpstr(space->tablespace, ==, "SOE");
    g_assert_cmpstr(space->container, ==, "PDB1");
    g_assert_null(space->file);
    g_assert_cmpfloat(space->reads, ==, 519831);
    g_assert_cmpfloat(space->read_ms, ==, 8.78);
    g_assert_cmpfloat(space->buffer_wait_ms, ==, 8.39);
    g_assert_true(isnan(space->write_ms));
}

static const struct awr_curve_point *
point(const struct awr_curve *curve, guint i)
{
    return &g_array_index(curve->points, struct awr_curve_point, i);
}

/* The tables of one event become one curve; their bounds overlap by one. */
static void
test_curves(void)
{
    static const char summary[] =
        "This table displays total number of waits, and information about total wait time, for each wait event";
    g_autoptr(GString) html = made(&sound);
    g_string_truncate(html, html->len - strlen("End of Report</body></html>\n"));
    add_table(html, "<h3>Wait Event Histogram</h3>", summary, 2,
        "|2*x\nEvent|Total Waits|<8us|<16us|<32us|<64us|<128us|<256us|<512us|>=512us\n"
        "db file sequential read|36.0M|||||1.0|30.0|60.0|9.0\nfree buffer waits|10|||||||| 100.0");
    add_table(html, "<h3>Wait Event Histogram (up to 32 ms)</h3>", summary, 2,
        "|2*x\nEvent|Waits 1ms to 32ms|<512us|<1ms|<2ms|<4ms|<8ms|<16ms|<32ms|>=32ms\n"
        "db file sequential read|3.2M|91.0|6.0|2.0|.5|.0|||.5");
    add_table(html, "<h3>Wait Event Histogram (up to 2 sec)</h3>", summary, 2,
        "|2*x\nEvent|Waits 64ms to 2s|<32ms|<64ms|<1/8s|<1/4s|<1/2s|<1s|<2s|>=2s\n"
        "db file sequential read|180K|99.5|.25|.15|.05||||.05");
    g_string_append(html, "End of Report</body></html>\n");
    g_autoptr(GPtrArray) reports = g_ptr_array_new_with_free_func((GDestroyNotify)awr_free);
    struct stream *stream = stream_new_memory("page", html->str, html->len);
    g_assert_true(awr_parse(stream, KIND_AWR_HTML, reports, NULL));
    stream_free(stream);
    const struct awr_curve *curve = awr_curve_named(reports->pdata[0], "db file sequential read");
    g_assert_cmpfloat(curve->waits, ==, 36000000);
    static const struct {
        double below_us, pct;
    } want[] = {{8, 0}, {16, 0}, {32, 0}, {64, 0}, {128, 1}, {256, 31}, {512, 91}, {1024, 97}, {2048, 99}, {4096, 99.5},
        {8192, 99.5}, {16384, 99.5}, {32768, 99.5}, {65536, 99.75}, {0x1p17, 99.9}, {0x1p18, 99.95}, {0x1p19, 99.95},
        {0x1p20, 99.95}, {0x1p21, 99.95}};
    g_assert_cmpuint(curve->points->len, ==, G_N_ELEMENTS(want));
    for (guint i = 0; i < G_N_ELEMENTS(want); i++) {
        g_assert_cmpfloat(point(curve, i)->below_us, ==, want[i].below_us);
        g_assert_cmpfloat_with_epsilon(point(curve, i)->waits_pct, want[i].pct, 1e-9);
    }
    g_assert_cmpfloat(point(awr_curve_named(reports->pdata[0], "free buffer waits"), 6)->waits_pct, ==, 0);
}

/* Milliseconds are 1000 us where no table counts microseconds; a count in brackets is one too small for a share. */
static void
test_other_curves(void)
{
    g_autoptr(GString) html = report_begin("AWR RAC Report for DB: A", "WORKLOAD REPOSITORY REPORT (RAC)");
    add_table(html, "<h3>Wait Event Histogram (Global)</h3>", "", 1,
        "Event|Waits|<1us|<512us|<1ms|<1s|>=1s\na read|10K|1.5|50.0|0.0(6)||.5");
    g_string_append(html, "</html>");
    g_autoptr(GString) old = report_begin("AWR Report for DB: A", "WORKLOAD REPOSITORY report for");
    add_table(old, "<h3>Wait Event Histogram</h3>", "", 1,
        "Event|Total Waits|<1ms|<2ms|<4ms|<8ms|<16ms|<32ms|<=1s|>1s\na read|16|75.0|||12.5|6.25||6.25|");
    g_string_append(old, "</html>");
    const GString *const pages[] = {html, old};
    for (size_t i = 0; i < G_N_ELEMENTS(pages); i++) {
        g_autoptr(GPtrArray) reports = g_ptr_array_new_with_free_func((GDestroyNotify)awr_free);
        struct stream *stream = stream_new_memory("page", pages[i]->str, pages[i]->len);
        g_assert_true(awr_parse(stream, KIND_AWR_HTML, reports, NULL));
        stream_free(stream);
        const struct awr_curve *curve = awr_curve_named(reports->pdata[0], "a read");
        if (i == 0) {
            g_assert_cmpuint(curve->points->len, ==, 4);
            g_assert_cmpfloat(point(curve, 2)->below_us, ==, 1024);
            g_assert_cmpfloat_with_epsilon(point(curve, 2)->waits_pct, 51.56, 1e-9);
            g_assert_cmpfloat(point(curve, 3)->below_us, ==, 0x1p20);
        } else {
            g_assert_cmpuint(curve->points->len, ==, 7);
            g_assert_cmpfloat(point(curve, 0)->below_us, ==, 1000);
            g_assert_cmpfloat(point(curve, 0)->waits_pct, ==, 75);
            g_assert_cmpfloat(point(curve, 6)->below_us, ==, 1024000);
            g_assert_cmpfloat(point(curve, 6)->waits_pct, ==, 100);
        }
    }
}

/* Each instance of a cluster beside the sums; the host's CPU is weighted by what each host has. */
static void
test_nodes(void)
{
    g_autoptr(GString) html = report_begin("AWR RAC Report for DB: A", "WORKLOAD REPOSITORY REPORT (RAC)");
    add_table(html, "", "Database Instances Included In Report. . x", 1,
        "I#|Instance|Host|Startup|Begin Snap Time|End Snap Time|Release|Elapsed Time(min)|DB time(min)|Platform\n"
        "1|clu1|node1|11-Dec-22 04:22|15-Feb-23 00:00|15-Feb-23 01:00|19.0.0.0.0|60.00|100.00|Linux\n"
        "2|clu2|node2|11-Dec-22 04:22|15-Feb-23 00:00|15-Feb-23 01:00|19.0.0.0.0|59.98|140.00|Linux");
    add_table(html, "<h3>OS Statistics By Instance</h3>", "OS Statistics By Instance. . x", 2,
        "|3*CPU|2*Load|5*% CPU|3*Time (s)|1*Memory|4*End Values\n"
        "I#|#CPUs|#Cores|#Sckts|Begin|End|% Busy|% Usr|% Sys|% WIO|% Idl|Busy|Idle|Total|MB|#CPUs|#Cores|#Sckts|Memory "
        "(M)\n"
        "1|28|14|1|2.38|9.85|20.00|16.00|4.00|1.00|80.00|20,000.00|80,000.00|100,000.00|1,024.00||||\n"
        "2|56|28|2|4.62|4.77|50.00|40.00|10.00|4.00|50.00|150,000.00|150,000.00|300,000.00|2,048.00||||\n"
        "Sum|||||||||||170,000.00|230,000.00|400,000.00|||||");
    add_table(html, "<h3>Cache Sizes</h3>", "Cache Sizes. . x", 2,
        "|2*Sga Target|2*DB Cache\nI#|Begin|End|Begin|End\n1|9|9|1,000|\n2|9|9|2,000|1,900\nAvg|9|9|1,500|");
    add_table(html, "<h3>Time Model</h3>", "Time Model", 1,
        "I#|DB time (s)|DB CPU (s)|SQL Exec Ela "
        "(s)\n1|6,000.00|1,500.50|1\n2|8,400.00|2,500.50|1\nSum|14,400.00|4,001.00|2");
    add_table(html, "<h3>System Statistics - Per Second</h3>", "System Statistics - Per Second", 1,
        "I#|Logical Reads/s|Physical Reads/s|Physical Writes/s|Redo Size (k)/s\n1|100.00|40.00|4.00|2.00\n"
        "2|200.00|60.00|6.00|3.00\nSum|300.00|100.00|10.00|5.00");
    g_string_append(html, "</html>");
    g_autoptr(GPtrArray) reports = g_ptr_array_new_with_free_func((GDestroyNotify)awr_free);
    struct stream *stream = stream_new_memory("page", html->str, html->len);
    g_assert_true(awr_parse(stream, KIND_AWR_HTML, reports, NULL));
    stream_free(stream);
    const struct awr *awr = reports->pdata[0];
    g_assert_cmpuint(awr->nodes->len, ==, 2);
    const struct awr_node *node = awr->nodes->pdata[1];
    g_assert_cmpint(node->number, ==, 2);
    g_assert_cmpstr(node->name, ==, "clu2");
    g_assert_cmpstr(node->host, ==, "node2");
    g_assert_cmpstr(node->end, ==, "2023-02-15T01:00");
    g_assert_cmpfloat(node->elapsed_min, ==, 59.98);
    g_assert_cmpfloat(node->db_time_min, ==, 140);
    g_assert_cmpfloat(node->db_cpu_time_s, ==, 2500.5);
    g_assert_cmpint(node->cpus, ==, 56);
    g_assert_cmpfloat(node->memory_bytes, ==, 2048 * 0x1p20);
    g_assert_cmpfloat(node->buffer_cache_bytes, ==, 2000 * 0x1p20);
    g_assert_cmpfloat(node->host_cpu.load_average_begin, ==, 4.62);
    g_assert_cmpfloat(node->host_cpu.load_average_end, ==, 4.77);
    g_assert_cmpfloat(node->host_cpu.iowait_pct, ==, 4);
    g_assert_cmpfloat(node->busy_s, ==, 150000);
    g_assert_cmpfloat(node->load.physical_reads_blocks, ==, 60);
    g_assert_cmpfloat(node->redo_bytes_per_s, ==, 3072);
    g_assert_cmpint(awr->cpus, ==, 84);
    g_assert_cmpfloat(awr->load.physical_reads_blocks, ==, 100);
    g_assert_cmpfloat(awr->buffer_cache_bytes, ==, 3000 * 0x1p20);
    g_assert_cmpfloat(awr->host_cpu.user_pct, ==, 34); /* (16 x 100,000 + 40 x 300,000) / 400,000 */
    g_assert_cmpfloat(awr->host_cpu.iowait_pct, ==, 3.25);
    g_assert_cmpfloat(awr->host_cpu.idle_pct, ==, 57.5);
    g_assert_cmpfloat(*(double *)g_hash_table_lookup(awr->os_statistics, "BUSY_TIME"), ==, 17000000);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/awr_checks/a_sound_report_has_no_doubts", test_sound);
    g_test_add_func("/awr_checks/rate_times_elapsed_is_the_total", test_totals);
    g_test_add_func("/awr_checks/io_profile_against_activity", test_profile);
    g_test_add_func("/awr_checks/functions_against_activity", test_functions);
    g_test_add_func("/awr_checks/overflow_without_another_source", test_overflow_alone);
    g_test_add_func("/awr_checks/top_events_against_the_wait_table", test_top);
    g_test_add_func("/awr_checks/begin_and_end_against_elapsed", test_times);
    g_test_add_func("/awr_checks/sub_millisecond_waits_are_computed", test_whole_milliseconds);
    g_test_add_func("/awr_checks/data_counts_and_profile_have_their_bases", test_bases);
    g_test_add_func("/awr_checks/other_columns_have_their_bases", test_other_bases);
    g_test_add_func("/awr_checks/histograms_join_to_one_curve", test_curves);
    g_test_add_func("/awr_checks/curves_of_clusters_and_of_old_releases", test_other_curves);
    g_test_add_func("/awr_checks/instances_of_a_cluster_beside_its_sums", test_nodes);
    return g_test_run();
}
