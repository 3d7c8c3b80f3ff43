/* A PDF written from a template in memory, and what is asked of it. */
#pragma once

#include "writers.h"

#include <qpdf/qpdf-c.h>
#include <string.h>

static const struct document_info plain_info = {
    .title = "Sizing study", .language = "en", .generator = "iosizer 1.0.0", .date_unix_s = 1700000000};

/* `theme_text`, `info`: NULL for the plain ones. */
G_GNUC_UNUSED static GByteArray *
pdf_of_theme(
    const char *template_text, const struct view *view, const struct document_info *info, const char *theme_text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Document) document = document_new(template_text, "t.md", view, &error);
    g_assert_no_error(error);
    g_autoptr(Fonts) fonts = fonts_new(NULL, &error);
    g_assert_no_error(error);
    struct theme theme;
    g_assert_true(theme_init(&theme, theme_text, NULL, &error));
    GByteArray *pdf = pdf_write(document, info ? info : &plain_info, &theme, fonts, &error);
    g_assert_no_error(error);
    g_assert_nonnull(pdf);
    return pdf;
}

G_GNUC_UNUSED static GByteArray *
pdf_of(const char *template_text, const struct view *view, const struct document_info *info)
{
    return pdf_of_theme(template_text, view, info, NULL);
}

G_GNUC_UNUSED static qpdf_data
pdf_open(const GByteArray *bytes)
{
    qpdf_data pdf = qpdf_init();
    qpdf_set_attempt_recovery(pdf, QPDF_FALSE);
    g_assert_cmpint(qpdf_read_memory(pdf, "test.pdf", (const char *)bytes->data, bytes->len, NULL), ==, QPDF_SUCCESS);
    g_assert_cmpint(qpdf_check_pdf(pdf), ==, QPDF_SUCCESS);
    return pdf;
}

/* The names of all structure elements, in document order, each in brackets with its kids: "(Document(H1)(P))". */
G_GNUC_UNUSED static void
structure_append(qpdf_data pdf, qpdf_oh element, GString *out)
{
    if (qpdf_oh_is_array(pdf, element)) {
        for (int i = 0; i < qpdf_oh_get_array_n_items(pdf, element); i++)
            structure_append(pdf, qpdf_oh_get_array_item(pdf, element, i), out);
    } else if (qpdf_oh_is_dictionary(pdf, element) && qpdf_oh_has_key(pdf, element, "/S")) {
        g_string_append_printf(out, "(%s", qpdf_oh_get_name(pdf, qpdf_oh_get_key(pdf, element, "/S")) + 1);
        structure_append(pdf, qpdf_oh_get_key(pdf, element, "/K"), out);
        g_string_append_c(out, ')');
    }
}

G_GNUC_UNUSED static char *
structure_of(qpdf_data pdf)
{
    GString *out = g_string_new(NULL);
    qpdf_oh tree = qpdf_oh_get_key(pdf, qpdf_get_root(pdf), "/StructTreeRoot");
    structure_append(pdf, qpdf_oh_get_key(pdf, tree, "/K"), out);
    return g_string_free(out, FALSE);
}

G_GNUC_UNUSED static unsigned
occurrences(const char *text, const char *what)
{
    unsigned n = 0;
    for (const char *at = strstr(text, what); at; at = strstr(at + 1, what))
        n++;
    return n;
}

G_GNUC_UNUSED static char *
structure_written(const char *template_text, const struct view *view, int *pages)
{
    g_autoptr(GByteArray) bytes = pdf_of(template_text, view, NULL);
    qpdf_data pdf = pdf_open(bytes);
    char *structure = structure_of(pdf);
    if (pages)
        *pages = qpdf_get_num_pages(pdf);
    qpdf_cleanup(&pdf);
    return structure;
}

G_GNUC_UNUSED static struct table *
table_of_rows(guint rows, guint columns)
{
    struct table *table = table_new("samples", "Samples");
    g_autofree const char **cell = g_new0(const char *, columns);
    for (guint i = 0; i < columns; i++) {
        table_add_column(table, i == 0 ? "Device" : "r/s", i == 0 ? TABLE_TEXT : TABLE_NUMBER);
        cell[i] = i == 0 ? "dm-0" : "12345.67";
    }
    for (guint i = 0; i < rows; i++)
        table_add_row_v(table, cell);
    return table;
}
