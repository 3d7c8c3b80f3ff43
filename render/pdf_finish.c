#include "pdf_finish.h"

#include "error.h"
#include "pdf_artifact.h"
#include "pdf_attach.h"

#include <qpdf/qpdf-c.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define STRUCTURE_ELEMENTS_MAX 4000000
#define BOOKMARKS_FROM_PAGES 5 /* a longer report opens with its bookmarks beside it */

char *
pdf_date(int64_t unix_s)
{
    g_autoptr(GDateTime) date = g_date_time_new_from_unix_utc(unix_s);
    if (!date)
        return g_strdup("D:19700101000000Z");
    return g_strdup_printf("D:%04d%02d%02d%02d%02d%02dZ", g_date_time_get_year(date), g_date_time_get_month(date),
        g_date_time_get_day_of_month(date), g_date_time_get_hour(date), g_date_time_get_minute(date),
        g_date_time_get_second(date));
}

static bool
fails(qpdf_data pdf, GError **error)
{
    if (!qpdf_has_error(pdf))
        return false;
    qpdf_error fault = qpdf_get_error(pdf);
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_INTERNAL, "PDF: %s", qpdf_get_error_full_text(pdf, fault));
    return true;
}

/* Sets a key and lets the value's handle go. */
static void
key_set(qpdf_data pdf, qpdf_oh dictionary, const char *key, qpdf_oh value)
{
    qpdf_oh_replace_key(pdf, dictionary, key, value);
    qpdf_oh_release(pdf, value);
}

static void
key_set_name(qpdf_data pdf, qpdf_oh dictionary, const char *key, const char *name)
{
    key_set(pdf, dictionary, key, qpdf_oh_new_name(pdf, name));
}

static bool
has_type(qpdf_data pdf, qpdf_oh element, const char *name)
{
    qpdf_oh type = qpdf_oh_get_key(pdf, element, "/S");
    bool same = qpdf_oh_is_name_and_equals(pdf, type, name);
    qpdf_oh_release(pdf, type);
    return same;
}

/* The last cell of the row that a header cell stands in. */
static bool
row_ends_in_data(qpdf_data pdf, qpdf_oh cell)
{
    qpdf_oh row = qpdf_oh_get_key(pdf, cell, "/P"), kids = qpdf_oh_get_key(pdf, row, "/K");
    int n = qpdf_oh_is_array(pdf, kids) ? qpdf_oh_get_array_n_items(pdf, kids) : 0;
    bool ends_in_data = false;
    if (n > 0) {
        qpdf_oh last = qpdf_oh_get_array_item(pdf, kids, n - 1);
        ends_in_data = has_type(pdf, last, "/TD");
        qpdf_oh_release(pdf, last);
    }
    qpdf_oh_release(pdf, kids);
    qpdf_oh_release(pdf, row);
    return ends_in_data;
}

/* A header before data heads its row, one among headers its column. */
static void
scope_set(qpdf_data pdf, qpdf_oh element)
{
    qpdf_oh attributes = qpdf_oh_new_dictionary(pdf);
    key_set_name(pdf, attributes, "/O", "/Table");
    key_set_name(pdf, attributes, "/Scope", row_ends_in_data(pdf, element) ? "/Row" : "/Column");
    key_set(pdf, element, "/A", attributes);
}

/* Puts the kids of an element on the stack, last first, so that they are taken off in document order. */
static void
kids_push(qpdf_data pdf, qpdf_oh element, GArray *stack)
{
    qpdf_oh kids = qpdf_oh_get_key(pdf, element, "/K");
    if (qpdf_oh_is_array(pdf, kids)) {
        for (int i = qpdf_oh_get_array_n_items(pdf, kids) - 1; i >= 0; i--) {
            qpdf_oh kid = qpdf_oh_get_array_item(pdf, kids, i);
            g_array_append_val(stack, kid);
        }
        qpdf_oh_release(pdf, kids);
    } else {
        g_array_append_val(stack, kids);
    }
}

/* Walks the structure: figures take their texts in order, header cells their scope. */
static bool
structure_complete(qpdf_data pdf, qpdf_oh tree, const GPtrArray *alts, GError **error)
{
    g_autoptr(GArray) stack = g_array_new(FALSE, FALSE, sizeof(qpdf_oh));
    kids_push(pdf, tree, stack);
    guint figures = 0, seen = 0;
    while (stack->len > 0 && seen++ < STRUCTURE_ELEMENTS_MAX) {
        qpdf_oh element = g_array_index(stack, qpdf_oh, stack->len - 1);
        g_array_set_size(stack, stack->len - 1);
        if (qpdf_oh_is_dictionary(pdf, element) && qpdf_oh_has_key(pdf, element, "/S")) {
            if (has_type(pdf, element, "/Figure") && figures++ < alts->len)
                key_set(pdf, element, "/Alt", qpdf_oh_new_unicode_string(pdf, g_ptr_array_index(alts, figures - 1)));
            else if (has_type(pdf, element, "/TH"))
                scope_set(pdf, element);
            kids_push(pdf, element, stack);
        }
        qpdf_oh_release(pdf, element);
    }
    if (figures == alts->len)
        return true;
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_INTERNAL, "PDF: %u figures in the structure, %u texts for them",
        figures, alts->len);
    return false;
}

/* One Document element between the root and what stood below it, as readers expect. */
static void
document_element_add(qpdf_data pdf, qpdf_oh tree)
{
    qpdf_oh document = qpdf_make_indirect_object(pdf, qpdf_oh_new_dictionary(pdf));
    key_set_name(pdf, document, "/Type", "/StructElem");
    key_set_name(pdf, document, "/S", "/Document");
    qpdf_oh_replace_key(pdf, document, "/P", tree);
    qpdf_oh kids = qpdf_oh_get_key(pdf, tree, "/K");
    int n = qpdf_oh_is_array(pdf, kids) ? qpdf_oh_get_array_n_items(pdf, kids) : 0;
    for (int i = 0; i < n; i++) {
        qpdf_oh kid = qpdf_oh_get_array_item(pdf, kids, i);
        qpdf_oh_replace_key(pdf, kid, "/P", document);
        qpdf_oh_release(pdf, kid);
    }
    if (n == 0 && qpdf_oh_is_dictionary(pdf, kids))
        qpdf_oh_replace_key(pdf, kids, "/P", document);
    key_set(pdf, document, "/K", kids);
    key_set(pdf, tree, "/K", document);
}

/* A dictionary of one true value. */
static qpdf_oh
wish_new(qpdf_data pdf, const char *key)
{
    qpdf_oh dictionary = qpdf_oh_new_dictionary(pdf);
    key_set(pdf, dictionary, key, qpdf_oh_new_bool(pdf, QPDF_TRUE));
    return dictionary;
}

/* Pages are called by the numbers printed on them. cairo leaves the list of plain numbers empty. */
static qpdf_oh
page_labels_new(qpdf_data pdf)
{
    qpdf_oh labels = qpdf_oh_new_dictionary(pdf), numbers = qpdf_oh_new_array(pdf);
    qpdf_oh first = qpdf_oh_new_integer(pdf, 0), form = qpdf_oh_new_dictionary(pdf);
    key_set_name(pdf, form, "/S", "/D");
    qpdf_oh_append_item(pdf, numbers, first);
    qpdf_oh_append_item(pdf, numbers, form);
    qpdf_oh_release(pdf, first);
    qpdf_oh_release(pdf, form);
    key_set(pdf, labels, "/Nums", numbers);
    return labels;
}

static void
catalog_complete(qpdf_data pdf, qpdf_oh root, const char *language)
{
    key_set(pdf, root, "/Lang", qpdf_oh_new_unicode_string(pdf, language && *language ? language : "en"));
    key_set(pdf, root, "/ViewerPreferences", wish_new(pdf, "/DisplayDocTitle"));
    key_set(pdf, root, "/MarkInfo", wish_new(pdf, "/Marked")); /* cairo forgets it in some documents */
    key_set(pdf, root, "/PageLabels", page_labels_new(pdf));
    if (qpdf_get_num_pages(pdf) >= BOOKMARKS_FROM_PAGES && qpdf_oh_has_key(pdf, root, "/Outlines"))
        key_set_name(pdf, root, "/PageMode", "/UseOutlines");
    for (int i = 0; i < qpdf_get_num_pages(pdf); i++) {
        qpdf_oh page = qpdf_get_page_n(pdf, (size_t)i);
        key_set_name(pdf, page, "/Tabs", "/S");
        qpdf_oh_release(pdf, page);
    }
}

/* Running heads, rules and tints are no part of the text. */
static bool
page_artifacts_mark(qpdf_data pdf, qpdf_oh page)
{
    qpdf_oh stream = qpdf_oh_get_key(pdf, page, "/Contents");
    unsigned char *content = NULL;
    size_t len = 0;
    QPDF_BOOL filtered = QPDF_FALSE;
    bool good = qpdf_oh_is_stream(pdf, stream) &&
                !(qpdf_oh_get_stream_data(pdf, stream, qpdf_dl_generalized, &filtered, &content, &len) & QPDF_ERRORS);
    GString *marked = good && filtered ? artifacts_mark((const char *)content, len) : NULL;
    if (marked) {
        qpdf_oh none = qpdf_oh_new_null(pdf);
        qpdf_oh_replace_stream_data(pdf, stream, (const unsigned char *)marked->str, marked->len, none, none);
        qpdf_oh_release(pdf, none);
        g_string_free(marked, TRUE);
    }
    free(content);
    qpdf_oh_release(pdf, stream);
    return marked != NULL;
}

static bool
artifacts_complete(qpdf_data pdf, GError **error)
{
    for (int i = 0; i < qpdf_get_num_pages(pdf); i++) {
        qpdf_oh page = qpdf_get_page_n(pdf, (size_t)i);
        bool good = page_artifacts_mark(pdf, page);
        qpdf_oh_release(pdf, page);
        if (!good) {
            g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_INTERNAL,
                "PDF: the content of page %d is not as it was expected from cairo", i + 1);
            return false;
        }
    }
    return true;
}

static bool
objects_complete(
    qpdf_data pdf, const struct document_info *info, const char *date, const GPtrArray *alts, GError **error)
{
    qpdf_oh root = qpdf_get_root(pdf);
    catalog_complete(pdf, root, info->language);
    qpdf_oh tree = qpdf_oh_get_key(pdf, root, "/StructTreeRoot");
    bool ok = true;
    if (qpdf_oh_is_dictionary(pdf, tree)) {
        ok = structure_complete(pdf, tree, alts, error);
        document_element_add(pdf, tree);
        ok = ok && artifacts_complete(pdf, error);
    }
    attachments_add(pdf, info, date);
    qpdf_set_info_key(pdf, "/CreationDate", date);
    qpdf_set_info_key(pdf, "/ModDate", date);
    qpdf_oh_release_all(pdf);
    return ok && !fails(pdf, error);
}

static GByteArray *
bytes_written(qpdf_data pdf, GError **error)
{
    if (qpdf_init_write_memory(pdf) & QPDF_ERRORS) {
        fails(pdf, error);
        return NULL;
    }
    qpdf_set_minimum_pdf_version(pdf, "1.7"); /* attachments with a relationship */
    qpdf_set_deterministic_ID(pdf, QPDF_TRUE);
    /* The structure is thousands of small objects: packed, it takes a tenth of the room. */
    qpdf_set_object_stream_mode(pdf, qpdf_o_generate);
    if (qpdf_write(pdf) & QPDF_ERRORS) {
        fails(pdf, error);
        return NULL;
    }
    GByteArray *bytes = g_byte_array_new();
    g_byte_array_append(bytes, qpdf_get_buffer(pdf), (guint)qpdf_get_buffer_length(pdf));
    return bytes;
}

GByteArray *
pdf_finish(const GByteArray *drawn, const struct document_info *info, const GPtrArray *alts, GError **error)
{
    g_autofree char *date = pdf_date(info->date_unix_s);
    qpdf_data pdf = qpdf_init();
    qpdf_silence_errors(pdf);
    qpdf_set_suppress_warnings(pdf, QPDF_TRUE);
    qpdf_set_attempt_recovery(pdf, QPDF_FALSE);
    GByteArray *whole = NULL;
    if (qpdf_read_memory(pdf, "report.pdf", (const char *)drawn->data, drawn->len, NULL) & QPDF_ERRORS)
        fails(pdf, error);
    else if (objects_complete(pdf, info, date, alts, error))
        whole = bytes_written(pdf, error);
    qpdf_cleanup(&pdf);
    return whole;
}
