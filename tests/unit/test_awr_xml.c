/* XML forms of reports: XHTML, tables in other documents, and active reports. */
#include "active_report.h"
#include "awr_read.h"
#include "error.h"
#include "note.h"

#include <string.h>
#include <zlib.h>

#define TABLES                                                                                                         \
    "<h1>WORKLOAD REPOSITORY report for</h1>"                                                                          \
    "<table summary=\"This table displays snapshot information\"><tr><th/><th>Snap Id</th><th>Snap Time</th></tr>"     \
    "<tr><td>Begin Snap:</td><td>10</td><td>01-Mar-24 10:00:00</td></tr>"                                              \
    "<tr><td>End Snap:</td><td>11</td><td>01-Mar-24 11:00:00</td></tr>"                                                \
    "<tr><td>Elapsed:</td><td/><td>60.00 (mins)</td></tr></table>"                                                     \
    "<h3>Instance Activity Stats</h3><table summary=\"\"><tr><th>Statistic</th><th>Total</th><th>per Second</th></tr>" \
    "<tr><td>physical read total IO requests</td><td>3,600</td><td>1.00</td></tr></table>"

static const char page[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 "
                           "Strict//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd\">\n"
                           "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>AWR Report for DB: A</title>"
                           "</head><body>" TABLES "</body></html>\n";

/* An active page; the report in it packed where `packed`. */
static char *
active(const char *component, const char *content, bool packed)
{
    g_autofree char *report =
        g_strdup_printf("<report db_version=\"19.0.0.0.0\"><report_id><![CDATA[/orarep/%s/main?type=x]]></report_id>"
                        "<body><![CDATA[%s]]></body></report>",
            component, content);
    if (!packed)
        return g_strdup_printf(
            "<html><body><script type=\"text/xml\"><!--FXTMODEL-->\n%s\n</script></body></html>", report);
    uLongf size = compressBound(strlen(report));
    g_autofree guchar *bytes = g_malloc(size);
    g_assert_cmpint(compress2(bytes, &size, (const Bytef *)report, strlen(report), 9), ==, Z_OK);
    g_autofree char *base64 = g_base64_encode(bytes, size);
    return g_strdup_printf(
        "<html><body><script id=\"fxtmodel\" type=\"text/xml\"><!--FXTMODEL-->\n<report "
        "db_version=\"19.0.0.0.0\" encode=\"base64\" compress=\"zlib\">%s</report>\n</script></body></html>",
        base64);
}

static GPtrArray *
parsed(const char *text, size_t len, GError **error)
{
    struct stream *stream = stream_new_memory("report.xml", text, len);
    GPtrArray *reports = g_ptr_array_new_with_free_func((GDestroyNotify)awr_free);
    bool ok = awr_parse(stream, KIND_AWR_XML, reports, error);
    g_assert_cmpint(ok, ==, reports->len > 0);
    stream_free(stream);
    return reports;
}

static bool
is_cut(const struct awr *awr)
{
    for (guint i = 0; i < awr->notes->len; i++)
        if (strcmp(((struct note *)awr->notes->pdata[i])->code, "truncated") == 0)
            return true;
    return false;
}

static void
check_report(const char *text, size_t len, bool cut)
{
    g_autoptr(GError) error = NULL;
    g_assert_cmpint(kind_recognise(text, len, NULL).kind, ==, KIND_AWR_XML);
    g_autoptr(GPtrArray) reports = parsed(text, len, &error);
    g_assert_no_error(error);
    const struct awr *awr = reports->pdata[0];
    g_assert_cmpint(awr->format, ==, AWR_XML);
    g_assert_cmpfloat(awr->rates.read_requests_per_s, ==, 1);
    g_assert_cmpfloat(awr->elapsed_min, ==, 60);
    g_assert_cmpint(is_cut(awr), ==, cut);
}

static void
test_xhtml(void)
{
    check_report(page, strlen(page), false);
    check_report(page, strlen(page) - strlen("</body></html>\n"), true);
    check_report(page, strlen(page) - strlen("ml>\n"), true);
}

static void
test_active(void)
{
    for (int packed = 0; packed < 2; packed++) {
        g_autofree char *text = active("awr", TABLES, packed);
        check_report(text, strlen(text), false);
    }
    g_autofree char *escaped = g_markup_escape_text(TABLES, -1);
    g_autofree char *inside = active("perfhub", escaped, true); /* whatever made it: the tables are there */
    check_report(inside, strlen(inside), false);
}

static void
test_cut_stream(void)
{
    g_autoptr(GString) filler = g_string_new(TABLES);
    for (int i = 0; i < 2000; i++)
        g_string_append_printf(filler, "<p>%d</p>", i * 7919);
    g_autofree char *text = active("awr", filler->str, true);
    size_t stream = (size_t)(strstr(text, "\">eJ") ? strstr(text, "\">eJ") - text : strstr(text, "\">eN") - text);
    for (int quarter = 2; quarter < 4; quarter++) /* the tables come first and are read */
        check_report(text, stream + (strlen(text) - stream) * (size_t)quarter / 4, true);
}

/* The component is named, and what to give instead. */
static void
test_components(void)
{
    static const struct {
        const char *component, *what;
    } components[] = {{"sqlmonitor", "Oracle SQL Monitor active report"},
        {"perfhub", "Oracle Performance Hub active report"}, {"ash", "Oracle ASH active report"},
        {"addm", "Oracle ADDM active report"}, {"sql_detail", "Oracle SQL Details active report"},
        {"unheard_of", "Oracle active report"}};
    for (size_t i = 0; i < G_N_ELEMENTS(components); i++)
        for (int packed = 0; packed < 2; packed++) {
            g_autofree char *text = active(components[i].component, "<x>1</x>", packed);
            struct kind_verdict verdict = kind_recognise(text, strlen(text), NULL);
            g_assert_cmpint(verdict.kind, ==, KIND_REFUSED);
            g_assert_cmpstr(verdict.what, ==, components[i].what);
            g_assert_nonnull(strstr(verdict.reason, "awrrpt.sql"));
            g_autoptr(GError) error = NULL;
            g_autoptr(GPtrArray) none = parsed(text, strlen(text), &error);
            g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT);
            g_assert_cmpuint(none->len, ==, 0);
            g_assert_nonnull(strstr(error->message, components[i].component));
        }
}

static void
test_unpack_is_bounded(void)
{
    g_autoptr(GString) zeros = g_string_new(NULL);
    for (int i = 0; i < 100000; i++)
        g_string_append(zeros, "<tr><td>0</td></tr>");
    g_autofree char *text = active("awr", zeros->str, true);
    size_t len = 0;
    bool whole = true;
    g_autofree char *inner = active_report_unpack(text, strlen(text), 65536, &len, &whole);
    g_assert_nonnull(inner);
    g_assert_cmpuint(len, ==, 65536);
    g_assert_false(whole);
    g_assert_cmpint(inner[len], ==, '\0');
    g_autofree char *all = active_report_unpack(text, strlen(text), ACTIVE_BYTES_MAX, &len, &whole);
    g_assert_true(whole);
    g_assert_cmpint(all[len], ==, '\0');
    g_assert_cmpuint(len, >, 1900000);
    g_assert_null(active_report_unpack("<report encode=\"base64\" compress=\"zlib\">", 41, 100, &len, &whole));
    g_assert_null(
        active_report_unpack("<report encode=\"base64\" compress=\"zlib\">////</report>", 54, 100, &len, &whole));
}

/* Entities of a document type are not expanded, and nothing outside is asked for. */
static void
test_entities(void)
{
    static const char bomb[] = "<?xml version=\"1.0\"?><!DOCTYPE report [<!ENTITY a \"<h1>aaaaaaaaaaaaaaaa</h1>\">"
                               "<!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;\">"
                               "<!ENTITY x SYSTEM \"file:///etc/hostname\">]>"
                               "<report><report_id>/orarep/awr/x</report_id>&c;&x;" TABLES "</report>";
    check_report(bomb, strlen(bomb), false);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/awr_xml/xhtml_is_read_and_cut_xhtml_said", test_xhtml);
    g_test_add_func("/awr_xml/tables_in_active_reports_are_read", test_active);
    g_test_add_func("/awr_xml/a_cut_stream_is_never_whole", test_cut_stream);
    g_test_add_func("/awr_xml/other_components_are_named_and_refused", test_components);
    g_test_add_func("/awr_xml/unpacking_is_bounded", test_unpack_is_bounded);
    g_test_add_func("/awr_xml/entities_are_not_expanded", test_entities);
    return g_test_run();
}
