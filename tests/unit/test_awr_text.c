/* Text reports, Statspack and AWR Miner. */
#include "awr_read.h"
#include "note.h"

#include <string.h>

static const char front[] = "WORKLOAD REPOSITORY report for\n\n"
                            "DB Name         DB Id    Instance     Inst Num Startup Time    Release     RAC\n"
                            "------------ ----------- ------------ -------- --------------- ----------- ---\n"
                            "SHOP          2718281828 shop1               1 01-Mar-24 08:33 11.2.0.3.0  NO\n\n"
                            "Host Name        Platform                         CPUs Cores Sockets Memory(GB)\n"
                            "---------------- -------------------------------- ---- ----- ------- ----------\n"
                            "db01.example.com Linux x86 64-bit                   16     8               7.50\n\n"
                            "              Snap Id      Snap Time      Sessions Curs/Sess\n"
                            "            --------- ------------------- -------- ---------\n"
                            "Begin Snap:        10 01-Mar-24 10:00:00        58       1.5\n"
                            "  End Snap:        11 01-Mar-24 10:15:02        59       1.5\n"
                            "   Elapsed:               15.03 (mins)\n"
                            "   DB Time:            1,106.74 (mins)\n\n"
                            "Cache Sizes                       Begin        End\n"
                            "~~~~~~~~~~~                  ---------- ----------\n"
                            "               Buffer Cache:     1,728M       728M  Std Block Size:        16K\n"
                            "           Shared Pool Size:       260M       260M      Log Buffer:     9,508K\n\n"
                            "Load Profile              Per Second    Per Transaction   Per Exec   Per Call\n"
                            "~~~~~~~~~~~~         ---------------    --------------- ---------- ----------\n"
                            "      DB Time(s):                7.1                0.0       0.01       0.00\n"
                            "       Redo size:          412,345.0            2,044.1\n"
                            "  Physical reads:              571.0                2.9\n"
                            "    Transactions:              198.7\n\n"
                            "Top 5 Timed Foreground Events\n"
                            "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n"
                            "                                                           Avg\n"
                            "                                                          wait   % DB\n"
                            "Event                                 Waits     Time(s)   (ms)   time Wait Class\n"
                            "------------------------------ ------------ ----------- ------ ------ ----------\n"
                            "log file switch (checkpoint in      175,204          91      1    1.5 Configurat\n"
                            "DB CPU                                            1,655          25.9\n"
                            "Host CPU (CPUs:   16 Cores:    8 Sockets:    2)\n"
                            "~~~~~~~~         Load Average\n"
                            "               Begin       End     %User   %System      %WIO     %Idle\n"
                            "           --------- --------- --------- --------- --------- ---------\n"
                            "                5.81      6.12      31.4       0.9      18.7      67.4\n\n";

static const char sections[] = "\fForeground Wait Events           DB/Inst: SHOP/shop1  Snaps: 10-11\n"
                               "-> Only events with Total Wait Time (s) >= .001 are shown\n\n"
                               "                                                             Avg\n"
                               "                                        %Time Total Wait    wait    Waits   % DB\n"
                               "Event                             Waits -outs   Time (s)    (ms)     /txn   time\n"
                               "-------------------------- ------------ ----- ---------- ------- -------- ------\n"
                               "log file switch (checkpoin      175,204     0         91       1      1.0    1.5\n"
                               "SQL*Net message from clien    1,302,117     0     15,003      11      7.7\n"
                               "          -------------------------------------------------------------\n\n"
                               "Instance Activity Stats          DB/Inst: SHOP/shop1  Snaps: 10-11\n"
                               "-> Ordered by statistic name\n\n"
                               "Statistic                                     Total     per Second     per Trans\n"
                               "-------------------------------- ------------------ -------------- -------------\n"
                               "physical read total IO requests             523,044          580.0           2.9\n"
                               "physical read total bytes             4,509,000,000    5,000,000.0 1.3941455E+09\n"
                               "          -------------------------------------------------------------\n\n"
                               "Instance Activity Stats          DB/Inst: SHOP/shop1  Snaps: 10-11\n\n"
                               "Statistic                                     Total     per Second     per Trans\n"
                               "-------------------------------- ------------------ -------------- -------------\n"
                               "redo size                               371,848,663      412,340.5           0.0\n"
                               "          -------------------------------------------------------------\n\n"
                               "Instance Activity Stats - Thread ActivityDB/Inst: SHOP/shop1  Snaps: 18\n\n"
                               "Statistic                                     Total  per Hour\n"
                               "-------------------------------- ------------------ ---------\n"
                               "log switches (derived)                           11     43.92\n"
                               "          -------------------------------------------------------------\n\n"
                               "init.ora Parameters              DB/Inst: SHOP/shop1  Snaps: 10-11\n\n"
                               "                                                                End value\n"
                               "Parameter Name                Begin value                       (if different)\n"
                               "----------------------------- --------------------------------- --------------\n"
                               "control_files                 /oradata_1/db2/db_pay/ora_control\n"
                               "                              _01.ctl\n"
                               "db_domain\n"
                               "filesystemio_options          SETALL                            NONE\n"
                               "          -------------------------------------------------------------\n\n"
                               "End of Report\n";

static GPtrArray *
parsed_as(const char *text, enum kind kind)
{
    struct stream *stream = stream_new_memory("awr.txt", text, strlen(text));
    GPtrArray *reports = g_ptr_array_new_with_free_func((GDestroyNotify)awr_free);
    g_autoptr(GError) error = NULL;
    bool ok = awr_parse(stream, kind, reports, &error);
    stream_free(stream);
    g_assert_true(ok == (error == NULL));
    g_assert_cmpuint(reports->len, ==, ok ? 1 : 0);
    if (ok)
        return reports;
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
check_report(const struct awr *awr)
{
    g_assert_cmpint(awr->report, ==, AWR_INSTANCE);
    g_assert_cmpint(awr->format, ==, AWR_TEXT);
    g_assert_cmpstr(awr->db_name, ==, "SHOP");
    g_assert_cmpstr(awr->release, ==, "11.2.0.3.0");
    g_assert_cmpstr(awr->hosts->pdata[0], ==, "db01.example.com");
    g_assert_cmpstr(awr->platform, ==, "Linux x86 64-bit");
    g_assert_cmpint(awr->cpus, ==, 16);
    g_assert_cmpint(awr->cores, ==, 8);
    g_assert_cmpint(awr->sockets, ==, 0); /* the cell is empty */
    g_assert_cmpfloat(awr->memory_bytes, ==, 7.5 * 0x1p30);
    g_assert_cmpstr(awr->begin, ==, "2024-03-01T10:00:00");
    g_assert_cmpstr(awr->end, ==, "2024-03-01T10:15:02");
    g_assert_cmpfloat(awr->elapsed_min, ==, 15.03);
    g_assert_cmpfloat(awr->db_time_min, ==, 1106.74);
    g_assert_cmpfloat(awr->buffer_cache_bytes, ==, 1728 * 0x1p20);
    g_assert_cmpfloat(awr->block_size_bytes, ==, 16384);
    g_assert_cmpfloat(awr->load.db_time_s, ==, 7.1);
    g_assert_cmpfloat(awr->load.transactions, ==, 198.7);
    g_assert_cmpfloat(awr->host_cpu.iowait_pct, ==, 18.7);
    g_assert_cmpfloat(awr->host_cpu.load_average_begin, ==, 5.81);
    g_assert_cmpfloat(awr->rates.read_requests_per_s, ==, 580.0);
    g_assert_cmpfloat(awr->rates.read_bytes_per_s, ==, 5000000);
    g_assert_true(isnan(awr->rates.write_requests_per_s));
    g_assert_cmpfloat(awr->rates.redo_bytes_per_s, ==, 412340.5);
    g_assert_cmpuint(awr->statistics->len, ==, 3);
    g_assert_cmpuint(awr->top_events->len, ==, 2);
    g_assert_cmpuint(awr->events->len, ==, 2);
    /* the foreground table cuts the name to 26 characters, the top list to 30 */
    const struct awr_event *event = awr_event_named(awr->events, "log file switch (checkpoint in");
    g_assert_cmpfloat(event->waits, ==, 175204);
    g_assert_cmpfloat_with_epsilon(event->avg_wait_ms, 91e3 / 175204, 1e-9);
    g_assert_cmpstr(event->wait_class, ==, "Configurat");
    g_assert_cmpstr(g_hash_table_lookup(awr->parameters, "filesystemio_options"), ==, "SETALL");
    g_assert_cmpstr(
        g_hash_table_lookup(awr->parameters, "control_files"), ==, "/oradata_1/db2/db_pay/ora_control_01.ctl");
    g_assert_cmpuint(awr->notes->len, ==, 0);
}

static void
test_report(void)
{
    g_autofree char *text = g_strconcat(front, sections, NULL);
    g_autoptr(GPtrArray) reports = parsed_as(text, KIND_AWR_TEXT);
    check_report(reports->pdata[0]);
    g_autoptr(GString) crlf = g_string_new(text);
    g_string_replace(crlf, "\n", "\r\n", 0);
    g_autoptr(GPtrArray) windows = parsed_as(crlf->str, KIND_AWR_TEXT);
    check_report(windows->pdata[0]);
}

/* SQL*Plus with its default page size puts a blank line and its column heading even inside tables. */
static void
test_page_headings(void)
{
    g_autofree char *text = g_strconcat(front, sections, NULL);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    g_autoptr(GString) paged = g_string_new("SQL> select output from table(dbms_workload_repository...)\nOUTPUT\n");
    for (guint i = 0; lines[i]; i++) {
        bool before_blank = *lines[i] == '\0' || lines[i + 1] == NULL;
        g_string_append_printf(paged, "%s\n%s", lines[i], i % 5 == 4 && !before_blank ? "\nOUTPUT\n-----\n" : "");
    }
    g_autoptr(GPtrArray) reports = parsed_as(paged->str, KIND_AWR_TEXT);
    check_report(reports->pdata[0]);
}

static void
test_cut(void)
{
    g_autofree char *text = g_strconcat(front, sections, NULL);
    for (size_t len = strlen(text); len > 0; len -= MIN(len, 3)) {
        text[len] = '\0';
        g_autoptr(GPtrArray) reports = parsed_as(text, KIND_AWR_TEXT);
        if (len > sizeof front && len + 20 < sizeof front + sizeof sections)
            g_assert_true(has_note(reports->pdata[0], "truncated"));
    }
    g_assert_null(parsed_as("", KIND_AWR_TEXT));
    g_assert_null(parsed_as("a note about STATSPACK\n---- ----\n1 2\n", KIND_AWR_TEXT));
}

static void
test_figures_in_a_gap(void)
{
    static const char text[] = "WORKLOAD REPOSITORY report for\n\n"
                               "Instance Activity Stats          DB/Inst: SHOP/shop1  Snaps: 10-11\n\n"
                               "Statistic                   Total     per Second\n"
                               "---------------- ---------------- --------------\n"
                               "user calls       12345678901234567890       12.5\n"
                               "user commits              123,456           10.5\n";
    g_autoptr(GPtrArray) reports = parsed_as(text, KIND_AWR_TEXT);
    const struct awr *awr = reports->pdata[0];
    g_assert_true(isnan(awr_statistic_named(awr, "user calls")->total)); /* not 12345678901234567 */
    g_assert_cmpfloat(awr_statistic_named(awr, "user commits")->total, ==, 123456);
    g_assert_cmpfloat(awr_statistic_named(awr, "user commits")->per_s, ==, 10.5);
}

static const char compared[] =
    "WORKLOAD REPOSITORY COMPARE PERIOD REPORT (PDB snapshots)\n\n"
    "Snapshot Set    DB Id    Unique Name Release     Cluster Host         Std Block Size\n"
    "------------ ----------- ----------- ----------- ------- ------------ --------------\n"
    "First (1st)    123456789 ONE         19.0.0.0.0  NO      db-one                 8192\n"
    "Second (2nd)   123456789 TWO         19.0.0.0.0  NO      db-two                16384\n\n"
    "Snapshot Set  Begin Snap Id Begin Snap Time            End Snap Id End Snap Time              DB time (min)\n"
    "------------ -------------- ------------------------- ------------ ------------------------- --------------\n"
    "1st                      91 09-Dec-22 00:29:40 (Fri)           92 09-Dec-22 00:34:40 (Fri)             35.2\n"
    "2nd                      88 09-Dec-22 00:23:57 (Fri)           89 09-Dec-22 00:28:57 (Fri)             35.5\n"
    "                                                                   ~~~~~~~~~~~~~~~~~~~~~~~~~ ~~~~~~~~~~~~~~\n"
    "                                                                   %Diff:                              0.6%\n\n"
    "Workload Comparison\n"
    "~~~~~~~~~~~~~~~~~~~              1st Per Sec      2nd Per Sec    %Diff\n"
    "                             ---------------  ---------------   ------\n"
    "                   DB time:              7.0              7.1      0.6\n"
    "     Logical read (blocks):        480,123.5        470,987.4    -14.4\n\n"
    "Top Timed Events   First DB/Inst: ONE/one Snaps: 91-92,  Second DB/Inst: TWO/two Snaps: 88-89\n"
    "-> Events with a \"-\" did not make the Top list in this set of snapshots\n\n"
    "                       1st                                            2nd\n"
    "-----------------------------------------------   -----------------------------------------------\n"
    "Event                    Waits Time(s) Avg Time   Event                    Waits Time(s) Avg Time\n"
    "------------------- ---------- ------- --------   ------------------- ---------- ------- --------\n"
    " log file sync         301,234   645.2   2.14ms    WCR: capture file     255,001     8.3  32.55us\n"
    "-library cache: mut         74      .2   2.06ms   -                          N/A     N/A\n"
    "          ----------------------------------------------------------------------------------\n\n";

static void
test_compared(void)
{
    struct stream *stream = stream_new_memory("awr.txt", compared, sizeof compared - 1);
    g_autoptr(GPtrArray) reports = g_ptr_array_new_with_free_func((GDestroyNotify)awr_free);
    g_assert_true(awr_parse(stream, KIND_AWR_TEXT, reports, NULL));
    stream_free(stream);
    g_assert_cmpuint(reports->len, ==, 2);
    const struct awr *first = reports->pdata[0], *second = reports->pdata[1];
    g_assert_cmpstr(first->db_name, ==, "ONE");
    g_assert_cmpstr(second->db_name, ==, "TWO");
    g_assert_cmpfloat(second->block_size_bytes, ==, 16384);
    g_assert_cmpstr(first->begin, ==, "2022-12-09T00:29:40");
    g_assert_cmpstr(first->end, ==, "2022-12-09T00:34:40"); /* begins one column left of its dashes */
    g_assert_cmpstr(second->end, ==, "2022-12-09T00:28:57");
    g_assert_cmpfloat(second->db_time_min, ==, 35.5);
    g_assert_cmpfloat(first->load.logical_reads, ==, 480123.5);
    g_assert_cmpfloat(second->load.logical_reads, ==, 470987.4);
    g_assert_cmpuint(first->top_events->len, ==, 1);
    g_assert_cmpuint(second->top_events->len, ==, 1);
    const struct awr_event *event = first->top_events->pdata[0], *other = second->top_events->pdata[0];
    g_assert_cmpstr(event->name, ==, "log file sync");
    g_assert_cmpfloat(event->waits, ==, 301234);
    g_assert_cmpfloat_with_epsilon(event->avg_wait_ms, 645.2e3 / 301234, 1e-9);
    g_assert_cmpstr(other->name, ==, "WCR: capture file");
    g_assert_cmpfloat_with_epsilon(other->avg_wait_ms, 0.03255, 1e-12);
}

static const char old[] = "WORKLOAD REPOSITORY report for\n\n"
                          "DB Name         DB Id    Instance     Inst Num Release     RAC Host\n"
                          "------------ ----------- ------------ -------- ----------- --- ------------\n"
                          "OLD           2718281828 old1                1 10.2.0.4.0  NO  oldhost\n\n"
                          "Top 5 Timed Events                                         Avg %Total\n"
                          "~~~~~~~~~~~~~~~~~~                                        wait   Call\n"
                          "Event                                 Waits    Time (s)   (ms)   Time Wait Class\n"
                          "------------------------------ ------------ ----------- ------ ------ ----------\n"
                          "latch free                        2,046,910     511,204    250   69.4      Other\n"
                          "CPU time                                         44,000           5.2\n"
                          "          -------------------------------------------------------------\n\n"
                          "Wait Events                       DB/Inst: OLD/old1  Snaps: 1-2\n\n"
                          "                                                                   Avg\n"
                          "                                             %Time  Total Wait    wait     Waits\n"
                          "Event                                 Waits  -outs    Time (s)    (ms)      /txn\n"
                          "---------------------------- -------------- ------ ----------- ------- ---------\n"
                          "latch free                        2,046,910     .0     511,204     250       2.0\n"
                          "db file sequential read             100,000     .0         640       6       1.0\n"
                          "          -------------------------------------------------------------\n\n"
                          "End of Report\n";

static void
test_old_release(void)
{
    g_autoptr(GPtrArray) reports = parsed_as(old, KIND_AWR_TEXT);
    const struct awr *awr = reports->pdata[0];
    g_assert_cmpstr(awr->release, ==, "10.2.0.4.0");
    g_assert_cmpstr(awr->hosts->pdata[0], ==, "oldhost");
    const struct awr_event *latch = awr->top_events->pdata[0];
    g_assert_cmpfloat(latch->waits, ==, 2046910);
    g_assert_cmpfloat(latch->time_s, ==, 511204);
    g_assert_cmpfloat(latch->db_time_pct, ==, 69.4);
    g_assert_cmpfloat_with_epsilon(latch->avg_wait_ms, 249.744, 0.001);
    g_assert_cmpfloat_with_epsilon(awr_event_named(awr->events, "db file sequential read")->avg_wait_ms, 6.4, 1e-9);
    g_assert_true(has_note(awr, "mixed-events"));
}

static const char statspack[] = "\nSTATSPACK report for\n\n"
                                "Database    DB Id    Instance     Inst Num  Startup Time   Release     RAC\n"
                                "~~~~~~~~ ----------- ------------ -------- --------------- ----------- ---\n"
                                "          3141592653 pay                 1 15-Sep-16 08:45 11.2.0.4.0  NO\n\n"
                                "Host Name             Platform                CPUs Cores Sockets   Memory (G)\n"
                                "~~~~ ---------------- ---------------------- ----- ----- ------- ------------\n"
                                "     payroll-host-01  Linux x86 64-bit          12     6       1         31.3\n\n"
                                "Snapshot       Snap Id     Snap Time      Sessions Curs/Sess Comment\n"
                                "~~~~~~~~    ---------- ------------------ -------- --------- ------------------\n"
                                "Begin Snap:       5501 30-Jun-17 00:00:03      153       5.5\n"
                                "  End Snap:       5531 01-Jul-17 00:00:02      153       5.5\n"
                                "   Elapsed:   1,439.98 (mins) Av Act Sess:       0.0\n"
                                "   DB time:      12.40 (mins)      DB CPU:      21.56 (mins)\n\n"
                                "Cache Sizes            Begin        End\n"
                                "~~~~~~~~~~~       ---------- ----------\n"
                                "    Buffer Cache:        72M              Std Block Size:         8K\n\n"
                                "Top 5 Timed Events                                                    Avg %Total\n"
                                "~~~~~~~~~~~~~~~~~~                                                   wait   Call\n"
                                "Event                                            Waits    Time (s)   (ms)   Time\n"
                                "----------------------------------------- ------------ ----------- ------ ------\n"
                                "CPU time                                                       611          87.3\n"
                                "log file parallel write                         58,207          10      0    1.6\n"
                                "log file sync                                   31,072           6      0    1.1\n"
                                "          -------------------------------------------------------------\n"
                                "Foreground Wait Events  DB/Inst: PAY/pay  Snaps: 5501-5531\n\n"
                                "                                                             Avg          %Total\n"
                                "                                          %Tim Total Wait   wait    Waits   Call\n"
                                "Event                               Waits  out   Time (s)   (ms)     /txn   Time\n"
                                "---------------------------- ------------ ---- ---------- ------ -------- ------\n"
                                "log file sync                      31,044    0          6      0      0.5    1.1\n"
                                "          -------------------------------------------------------------\n"
                                "Background Wait Events  DB/Inst: PAY/pay  Snaps: 5501-5531\n\n"
                                "                                                             Avg          %Total\n"
                                "                                          %Tim Total Wait   wait    Waits   Call\n"
                                "Event                               Waits  out   Time (s)   (ms)     /txn   Time\n"
                                "---------------------------- ------------ ---- ---------- ------ -------- ------\n"
                                "log file parallel write            58,207    0         10      0      1.2    1.6\n"
                                "          -------------------------------------------------------------\n"
                                "End of Report\n";

static void
test_statspack(void)
{
    g_autoptr(GPtrArray) reports = parsed_as(statspack, KIND_STATSPACK);
    const struct awr *awr = reports->pdata[0];
    g_assert_cmpint(awr->report, ==, AWR_STATSPACK);
    g_assert_cmpstr(awr->db_name, ==, "PAY"); /* of the section heads: the header leaves it blank */
    g_assert_cmpstr(awr->hosts->pdata[0], ==, "payroll-host-01");
    g_assert_cmpint(awr->cpus, ==, 12);
    g_assert_cmpfloat(awr->elapsed_min, ==, 1439.98);
    g_assert_cmpfloat(awr->db_time_min, ==, 12.40);
    g_assert_cmpstr(awr->end, ==, "2017-07-01T00:00:02");
    g_assert_cmpfloat(awr->buffer_cache_bytes, ==, 72 * 0x1p20);
    g_assert_cmpfloat(awr->block_size_bytes, ==, 8192);
    g_assert_cmpuint(awr->top_events->len, ==, 3);
    g_assert_cmpfloat(((struct awr_event *)awr->top_events->pdata[0])->db_time_pct, ==, 87.3);
    g_assert_cmpfloat_with_epsilon(
        awr_event_named(awr->top_events, "log file parallel write")->avg_wait_ms, 10e3 / 58207, 1e-9);
    /* the top list mixes in background events: they are no foreground events, and its counts are not theirs */
    g_assert_cmpfloat(awr_event_named(awr->top_events, "log file sync")->waits, ==, 31072);
    g_assert_cmpfloat_with_epsilon(awr_event_named(awr->events, "log file sync")->avg_wait_ms, 6e3 / 31044, 1e-9);
    g_assert_cmpuint(awr->events->len, ==, 1);
    g_assert_true(has_note(awr, "share-of-call-time"));
}

static const char old_statspack[] = "STATSPACK report for\n\n"
                                    "Database    DB Id    Instance     Inst Num Startup Time    Release     RAC\n"
                                    "~~~~~~~~ ----------- ------------ -------- --------------- ----------- ---\n"
                                    "          1618033988 ten                 1 09-Nov-07 11:00 10.2.0.1.0  NO\n\n"
                                    "Host  Name:   db01             Num CPUs:    2        Phys Memory (MB):    2,047\n"
                                    "~~~~\n\n"
                                    "Snapshot       Snap Id     Snap Time      Sessions Curs/Sess Comment\n"
                                    "~~~~~~~~    ---------- ------------------ -------- --------- -------------------\n"
                                    "Begin Snap:          1 09-Nov-07 14:16:54       16       2.1\n"
                                    "  End Snap:          2 09-Nov-07 14:20:27       19       2.0\n"
                                    "   Elapsed:                3.55 (mins)\n\n"
                                    "Instance Activity Stats for DB: TEN  Instance: ten  Snaps: 1 -2\n\n"
                                    "Statistic                                      Total     per Second    per Trans\n"
                                    "--------------------------------- ------------------ -------------- ------------\n"
                                    "physical write total IO requests              21,300          100.0          1.0\n"
                                    "          -------------------------------------------------------------\n";

static void
test_old_statspack(void)
{
    g_autoptr(GPtrArray) reports = parsed_as(old_statspack, KIND_STATSPACK);
    const struct awr *awr = reports->pdata[0];
    g_assert_cmpstr(awr->db_name, ==, "TEN");
    g_assert_cmpstr(awr->instances->pdata[0], ==, "ten");
    g_assert_cmpuint(awr->hosts->len, ==, 1);
    g_assert_cmpstr(awr->hosts->pdata[0], ==, "db01");
    g_assert_cmpint(awr->cpus, ==, 2);
    g_assert_cmpfloat(awr->memory_bytes, ==, 2047.0 * 0x1p20);
    g_assert_cmpfloat(awr->elapsed_min, ==, 3.55);
    g_assert_cmpstr(awr->begin, ==, "2007-11-09T14:16:54");
    g_assert_cmpfloat(awr->rates.write_requests_per_s, ==, 100);
}

static const char miner[] =
    "~~BEGIN-OS-INFORMATION~~\n"
    "STAT_NAME            STAT_VALUE\n"
    "-------------------- --------------------\n"
    "NUM_CPUS             8\n"
    "PHYSICAL_MEMORY_GB   7,5\n"
    "VERSION              10.2.0.5.0\n"
    "DB_NAME              DB1\n"
    "HOSTS                mine01,mine02\n"
    "~~END-OS-INFORMATION~~\n\n"
    "~~BEGIN-MAIN-METRICS~~\n\n"
    "      snap      dur_m end                  inst  read_mb_s  read_iops write_mb_s write_iops  redo_mb_s\n"
    "---------- ---------- -------------- ---------- ---------- ---------- ---------- ---------- ----------\n"
    "     30001         30 13/04/11 23:59          1        ,5        100        1,5         10          0\n"
    "     30001         30 13/04/11 23:59          2        ,5        300        1,5         10          0\n"
    "     30002         90 13/04/12 01:29          1        ,5         20        1,5         50          0\n"
    "     30002         90 13/04/12 01:29          2        ,5         20        1,5         50          0\n\n"
    "~~END-MAIN-METRICS~~\n";

static void
test_miner(void)
{
    g_autoptr(GPtrArray) reports = parsed_as(miner, KIND_AWRMINER);
    const struct awr *awr = reports->pdata[0];
    g_assert_cmpint(awr->report, ==, AWR_AWRMINER);
    g_assert_cmpstr(awr->db_name, ==, "DB1");
    g_assert_cmpstr(awr->release, ==, "10.2.0.5.0");
    g_assert_cmpuint(awr->hosts->len, ==, 2);
    g_assert_cmpint(awr->cpus, ==, 8);
    g_assert_cmpfloat(awr->memory_bytes, ==, 7.5 * 0x1p30);
    g_assert_cmpstr(awr->begin, ==, "2013-04-11T23:59");
    g_assert_cmpstr(awr->end, ==, "2013-04-12T01:29");
    g_assert_cmpfloat(awr->elapsed_min, ==, 120);
    /* (400 x 30 + 40 x 90) / 120 over both instances */
    g_assert_cmpfloat(awr->rates.read_requests_per_s, ==, 130);
    g_assert_cmpfloat(awr->rates.write_requests_per_s, ==, 80);
    g_assert_cmpfloat(awr->rates.read_bytes_per_s, ==, 0x1p20);
    g_assert_cmpfloat(awr->rates.write_bytes_per_s, ==, 3 * 0x1p20);
    g_assert_true(has_note(awr, "decimal-comma"));
    g_assert_true(has_note(awr, "awrminer-mean"));
}

/* Rows of two lines, a name and its figures, with blank lines between them as in Statspack; names above the second
 * rule. The histogram's group rule, and its counts whose unit the column cut off. */
static void
test_paired_lines(void)
{
    static const char tail[] = "\fForeground Wait Events           DB/Inst: SHOP/shop1  Snaps: 10-11\n\n"
                               "                                        %Time Total Wait\n"
                               "Event                             Waits -outs   Time (s)\n"
                               "-------------------------- ------------ ----- ----------\n"
                               "db file sequential read         520,207     0      4,577\n"
                               "          -------------------------------------------------------------\n\n"
                               "\fWait Event Histogram             DB/Inst: SHOP/shop1  Snaps: 10-11\n"
                               "-> Units for Total Waits column: K is 1000, M is 1000000, G is 1000000000\n\n"
                               "                                                    % of Waits\n"
                               "                                 -----------------------------------------------\n"
                               "                           Total\n"
                               "Event                      Waits  <1ms  <2ms  <4ms  <8ms <16ms <32ms  <=1s   >1s\n"
                               "-------------------------- ----- ----- ----- ----- ----- ----- ----- ----- -----\n"
                               "db file sequential read    521.6  10.0         5.0  25.0  50.0   5.0   4.9    .1\n"
                               "          -------------------------------------------------------------\n\n"
                               "\fTablespace IO Stats              DB/Inst: SHOP/shop1  Snaps: 10-11\n"
                               "->ordered by IOs (Reads + Writes) desc\n\n"
                               "Tablespace\n"
                               "------------------------------\n"
                               "                 Av       Av     Av                       Av     Buffer  Av Buf\n"
                               "         Reads Reads/s  Rd(ms) Blks/Rd       Writes Writes/s      Waits  Wt(ms)\n"
                               "-------------- ------- ------- ------- ------------ -------- ---------- -------\n"
                               "USERS\n"
                               "       519,831     577     8.8     1.0      234,576      260      3,270     8.4\n\n"
                               "UNDOTBS1\n"
                               "            83       0     6.0     1.0        1,363        2         52     0.2\n"
                               "          -------------------------------------------------------------\n\n"
                               "\fFile IO Stats                    DB/Inst: SHOP/shop1  Snaps: 10-11\n\n"
                               "Tablespace               Filename\n"
                               "------------------------ ----------------------------------------------------\n"
                               "                        Av   Mx                                             Av\n"
                               "                 Av     Rd   Rd    Av                    Av        Buffer BufWt\n"
                               "         Reads Reads/s (ms)  Bkt Blks/Rd       Writes Writes/s      Waits  (ms)\n"
                               "-------------- ------- ----- --- ------- ------------ -------- ---------- ------\n"
                               "USERS                    /u02/shop/users01.dbf\n"
                               "       519,831     577   8.8 ###     1.0      234,576      260      3,270    8.5\n"
                               "          -------------------------------------------------------------\n\n"
                               "End of Report\n";
    g_autofree char *text = g_strconcat(front, tail, NULL);
    g_autoptr(GPtrArray) reports = parsed_as(text, KIND_AWR_TEXT);
    const struct awr *awr = reports->pdata[0];
    g_assert_cmpuint(awr->tablespace_io->len, ==, 2);
    const struct awr_file_io *users = awr->tablespace_io->pdata[0], *undo = awr->tablespace_io->pdata[1];
    g_assert_cmpstr(users->tablespace, ==, "USERS");
    g_assert_cmpfloat(users->reads, ==, 519831);
    g_assert_cmpfloat(users->reads_per_s, ==, 577);
    g_assert_cmpfloat(users->read_ms, ==, 8.8);
    g_assert_cmpfloat(users->writes, ==, 234576);
    g_assert_cmpstr(undo->tablespace, ==, "UNDOTBS1");
    g_assert_cmpfloat(undo->buffer_wait_ms, ==, 0.2);
    g_assert_cmpuint(awr->file_io->len, ==, 1);
    const struct awr_file_io *file = awr->file_io->pdata[0];
    g_assert_cmpstr(file->file, ==, "/u02/shop/users01.dbf");
    g_assert_cmpfloat(file->read_ms, ==, 8.8);
    g_assert_cmpfloat(file->writes_per_s, ==, 260);
    const struct awr_curve *curve = awr_curve_named(awr, "db file sequential read");
    g_assert_cmpfloat(curve->waits, ==, 521600);
    g_assert_cmpuint(curve->points->len, ==, 7);
    const struct awr_curve_point *third = &g_array_index(curve->points, struct awr_curve_point, 2);
    g_assert_cmpfloat(third->below_us, ==, 4000);
    g_assert_cmpfloat(third->waits_pct, ==, 15);
    const struct awr_origin *origin = awr_origin_of(awr, offsetof(struct awr, db_time_min));
    g_assert_cmpstr(origin->section, ==, "Snapshots");
    g_assert_cmpuint(origin->line, ==, 16);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/awr_text/columns_are_those_of_the_dashes", test_report);
    g_test_add_func("/awr_text/page_headings_of_sqlplus_are_dropped", test_page_headings);
    g_test_add_func("/awr_text/a_cut_report_gives_what_it_holds", test_cut);
    g_test_add_func("/awr_text/a_figure_that_fills_the_gap_is_no_figure", test_figures_in_a_gap);
    g_test_add_func("/awr_text/a_compare_report_is_two_reports", test_compared);
    g_test_add_func("/awr_text/release_10_has_one_table_of_waits", test_old_release);
    g_test_add_func("/awr_text/statspack", test_statspack);
    g_test_add_func("/awr_text/statspack_of_release_10", test_old_statspack);
    g_test_add_func("/awr_text/awrminer_rates_are_weighted_means", test_miner);
    g_test_add_func("/awr_text/rows_of_two_lines_and_cut_units", test_paired_lines);
    return g_test_run();
}
