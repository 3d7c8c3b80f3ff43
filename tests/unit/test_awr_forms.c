/* The generator's report in every form, against the figures it was made of: one truth, nine ways to write it. */
#include "awr_figures.h"
#include "awr_form.h"
#include "awr_read.h"
#include "note.h"

#include <string.h>

static const struct {
    const char *name;
    enum awr_format format;
    const char *release;
    double rate_step; /* how exactly rates are printed */
} forms[AWR_FORMS] = {
    [AWR_FORM_HTML19] = {"html19", AWR_HTML, "19.0.0.0.0", 0.005},
    [AWR_FORM_HTML12] = {"html12", AWR_HTML, "12.2.0.1.0", 0.005},
    [AWR_FORM_HTML11] = {"html11", AWR_HTML, "11.2.0.4.0", 0.005},
    [AWR_FORM_TEXT] = {"text", AWR_TEXT, "19.0.0.0.0", 0.005},
    [AWR_FORM_XHTML] = {"xhtml", AWR_XML, "19.0.0.0.0", 0.005},
    [AWR_FORM_ACTIVE] = {"active", AWR_XML, "19.0.0.0.0", 0.005},
    [AWR_FORM_XMLGEN] = {"xmlgen", AWR_XML, NULL, 0.02}, /* counters are whole numbers */
    [AWR_FORM_SQLDEV] = {"sqldev", AWR_XML, NULL, 0.02},
    [AWR_FORM_CSV] = {"csv", AWR_CSV, NULL, 0.02},
};

static struct slob_run *
a_run(struct model *model)
{
    struct slob_plan plan = {.sessions = 32, .seconds = 240, .start_s = 1770710400, .snap_id = 211, .seed = 1};
    g_assert_true(model_solve(model, &model_workloads[1]));
    return slob_run_new(model, &plan);
}

static GPtrArray *
parsed(const char *text, size_t len, GError **error)
{
    GPtrArray *reports = g_ptr_array_new_with_free_func((GDestroyNotify)awr_free);
    struct stream *stream = stream_new_memory("awr", text, len);
    bool ok = awr_parse(stream, kind_recognise(text, len, "awr").kind, reports, error);
    g_assert_cmpint(ok, ==, reports->len > 0);
    stream_free(stream);
    return reports;
}

static bool
has_note(const struct awr *awr, const char *code)
{
    for (guint i = 0; i < awr->notes->len; i++)
        if (strcmp(((struct note *)awr->notes->pdata[i])->code, code) == 0)
            return true;
    return false;
}

static void
check_report(const struct awr *awr, const struct awr_figures *f, int form)
{
    double step = forms[form].rate_step;
    g_assert_cmpint(awr->format, ==, forms[form].format);
    g_assert_cmpstr(awr->release, ==, forms[form].release);
    g_assert_cmpfloat_with_epsilon(awr->elapsed_min, f->elapsed_s / 60, 0.005);
    g_assert_cmpfloat_with_epsilon(awr->db_time_min, f->db_time_s / 60, 0.005);
    g_assert_cmpfloat_with_epsilon(awr->rates.read_requests_per_s, f->reads / f->elapsed_s, step + 1e-9);
    g_assert_cmpfloat_with_epsilon(awr->rates.write_requests_per_s, f->writes / f->elapsed_s, step + 1e-9);
    g_assert_cmpfloat_with_epsilon(awr->rates.read_bytes_per_s, f->read_bytes / f->elapsed_s, step + 1e-9);
    g_assert_cmpfloat_with_epsilon(awr->rates.redo_bytes_per_s, f->redo_bytes / f->elapsed_s, step + 1e-9);
    const struct awr_wait *wait = &g_array_index(f->foreground, struct awr_wait, 0);
    const struct awr_event *top = awr->top_events->pdata[0], *event = awr_event_named(awr->events, wait->name);
    g_assert_cmpstr(top->name, ==, wait->name);
    g_assert_cmpfloat_with_epsilon(event->waits, wait->waits, 1.5);
    g_assert_cmpfloat_with_epsilon(event->time_s, wait->time_s, 0.5);
    g_assert_cmpfloat_with_epsilon(event->avg_wait_ms * 1e3, awr_wait_average_us(wait), 0.06);
    g_assert_cmpfloat_with_epsilon(top->time_s, wait->time_s, 0.5);
    g_assert_cmpint(awr->cpus, ==, SLOB_CPUS);
    g_assert_cmpfloat(awr->memory_bytes, ==, AWR_HOST_MEMORY_MIB * 0x1p20);
    g_assert_cmpfloat_with_epsilon(awr->host_cpu.iowait_pct, f->device.iowait_pct, 0.06);
    g_assert_cmpstr(g_hash_table_lookup(awr->parameters, "filesystemio_options"), ==, "SETALL");
    g_assert_cmpuint(notes_count(awr->notes, NOTE_WARNING), ==, 0);
}

static void
test_every_form(void)
{
    struct model model;
    g_autoptr(SlobRun) run = a_run(&model);
    g_autoptr(AwrFigures) figures = awr_figures_new(run);
    for (int form = 0; form < AWR_FORMS; form++) {
        enum awr_form named = AWR_FORMS;
        g_assert_true(awr_form_named(forms[form].name, &named));
        g_assert_cmpint((int)named, ==, form);
        g_autoptr(GString) text = awr_form_report(run, (enum awr_form)form);
        g_autoptr(GError) error = NULL;
        g_autoptr(GPtrArray) reports = parsed(text->str, text->len, &error);
        g_assert_no_error(error);
        g_assert_cmpuint(reports->len, ==, 1);
        check_report(reports->pdata[0], figures, form);
    }
    enum awr_form none;
    g_assert_false(awr_form_named("html", &none));
}

/* What is cut is said to be cut, or refused; never taken for a whole report. A CSV may end after any row. */
static void
test_cut_forms(void)
{
    struct model model;
    g_autoptr(SlobRun) run = a_run(&model);
    for (int form = 0; form < AWR_FORMS; form++) {
        g_autoptr(GString) text = awr_form_report(run, (enum awr_form)form);
        for (size_t tenth = 1; tenth < 10; tenth++) {
            size_t len = text->len * tenth / 10;
            g_autoptr(GError) error = NULL;
            g_autoptr(GPtrArray) reports = parsed(text->str, len, &error);
            bool at_row_end = text->str[len - 1] == '\n';
            if (reports->len && !at_row_end)
                g_assert_true(has_note(reports->pdata[0], "truncated"));
        }
    }
}

/* Text names are cut to their column; the latencies of both forms are one curve. */
static void
test_curves(void)
{
    struct model model;
    g_autoptr(SlobRun) run = a_run(&model);
    g_autoptr(GPtrArray) both = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
    static const enum awr_form pair[] = {AWR_FORM_HTML19, AWR_FORM_TEXT};
    for (size_t i = 0; i < G_N_ELEMENTS(pair); i++) {
        g_autoptr(GString) text = awr_form_report(run, pair[i]);
        g_ptr_array_add(both, parsed(text->str, text->len, NULL));
    }
    const struct awr *html = ((GPtrArray *)both->pdata[0])->pdata[0], *plain = ((GPtrArray *)both->pdata[1])->pdata[0];
    const struct awr_curve *a = awr_curve_named(html, "db file sequential read");
    const struct awr_curve *b = awr_curve_named(plain, "db file sequential read");
    g_assert_cmpfloat(a->waits, ==, b->waits);
    g_assert_cmpuint(a->points->len, ==, 13); /* 8 us to 32 ms */
    g_assert_cmpuint(b->points->len, ==, 13);
    for (guint i = 0; i < a->points->len; i++)
        g_assert_cmpfloat(g_array_index(a->points, struct awr_curve_point, i).waits_pct, ==,
            g_array_index(b->points, struct awr_curve_point, i).waits_pct);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/awr_forms/every_form_tells_the_same_figures", test_every_form);
    g_test_add_func("/awr_forms/a_cut_report_is_never_whole", test_cut_forms);
    g_test_add_func("/awr_forms/text_has_the_curves_of_html", test_curves);
    return g_test_run();
}
