#include "writers.h"

#include "error.h"
#include "language.h"
#include "pdf_block.h"
#include "pdf_cover.h"
#include "pdf_finish.h"
#include "pdf_flow.h"
#include "pdf_grid.h"

#include <cairo-pdf.h>
#include <string.h>

#define CONTENTS_FROM_PAGES 5 /* a shorter report has no table of contents */
#define SUMMARY_PAGES 2
#define PDF_BYTES_MAX (512u << 20)

struct job {
    const struct document *document;
    const struct document_info *info;
    const char *title;
    const struct theme *theme;
    struct fonts *fonts;
    GHashTable *grids;
};

/* What one pass learns for the next. */
struct pass {
    unsigned pages;
    bool with_contents;
    bool contents_follow; /* the first section, where that is short: a summary stays on the first page */
    GPtrArray *headings;  /* struct flow_heading * */
};

static cairo_status_t
bytes_append(void *closure, const unsigned char *data, unsigned length)
{
    GByteArray *bytes = closure;
    if (length > PDF_BYTES_MAX - bytes->len)
        return CAIRO_STATUS_WRITE_ERROR;
    g_byte_array_append(bytes, data, length);
    return CAIRO_STATUS_SUCCESS;
}

/* The heading that the title block takes the place of: the first block, where it is of level 1. */
static cmark_node *
title_heading(const struct document *document)
{
    cmark_node *first = cmark_node_first_child(document->root);
    bool is_title =
        first && cmark_node_get_type(first) == CMARK_NODE_HEADING && cmark_node_get_heading_level(first) == 1;
    return is_title ? first : NULL;
}

static char *
title_text(const struct document *document, const struct document_info *info)
{
    const char *own = title_heading(document) ? document->title : NULL;
    return text_clean(own && *own ? own : info->title, false);
}

/* The first heading below the title: the contents stand before it. */
static cmark_node *
first_section(cmark_node *from)
{
    while (from && cmark_node_get_type(from) != CMARK_NODE_HEADING)
        from = cmark_node_next(from);
    return from;
}

/* The heading of the section behind the one that begins at `from`; NULL: none. */
static cmark_node *
next_section(cmark_node *from)
{
    int level = from ? cmark_node_get_heading_level(from) : 0;
    cmark_node *node = from ? cmark_node_next(from) : NULL;
    while (node && (cmark_node_get_type(node) != CMARK_NODE_HEADING || cmark_node_get_heading_level(node) > level))
        node = cmark_node_next(node);
    return node;
}

/* Whether the second section begins on the first or second page: the first one is a summary then. */
static bool
first_section_is_short(const GPtrArray *headings)
{
    guint first = 1; /* behind the title */
    for (guint i = first + 1; i < headings->len; i++) {
        const struct flow_heading *heading = g_ptr_array_index(headings, i);
        if (heading->level <= ((const struct flow_heading *)g_ptr_array_index(headings, first))->level)
            return heading->page <= SUMMARY_PAGES;
    }
    return false;
}

/* What readers would otherwise take for a fault of the text. */
static void
missing_note_flow(struct flow *flow)
{
    g_autofree char *signs = fonts_missing_text(flow->fonts);
    if (!signs)
        return;
    g_autofree char *text = g_strdup_printf(
        language_text(flow->info->words, "Shown as boxes, since no font of this report has them: %s. A "
                                         "folder of fonts that do is named by extra_fonts in the theme."),
        signs);
    flow_space(flow, 18);
    text_flow(flow, STYLE_NOTE, "P", text, &flow->theme->muted);
}

/* One pass over the whole document. Surface NULL: measure. */
static struct flow *
pass_run(const struct job *job, cairo_surface_t *surface, const struct pass *before)
{
    cmark_node *heading = title_heading(job->document);
    struct flow *flow = flow_new(surface, job->info, job->title, job->theme, job->fonts, job->grids);
    flow->page_count = before->pages;
    flow->known_headings = before->headings;
    cover_flow(flow, job->title, heading ? document_slug(heading) : NULL);
    cmark_node *first = heading ? cmark_node_next(heading) : cmark_node_first_child(job->document->root);
    cmark_node *section = first_section(first);
    if (before->contents_follow)
        section = next_section(section);
    blocks_flow(flow, first, section);
    if (before->with_contents)
        contents_flow(flow, before->headings);
    blocks_flow(flow, section, NULL);
    flow_floats_place(flow);
    missing_note_flow(flow);
    flow_finish(flow);
    return flow;
}

/* Measures once, and once more where that shows that contents or a note on missing signs are wanted: they move all
 * pages. */
static struct pass
pages_measure(const struct job *job)
{
    struct pass pass = {0};
    for (bool settled = false; !settled;) {
        guint missing = fonts_missing_glyphs(job->fonts);
        g_autoptr(Flow) flow = pass_run(job, NULL, &pass);
        bool wants_contents = flow->page >= CONTENTS_FROM_PAGES && flow->headings->len >= 2;
        settled = (pass.with_contents || !wants_contents) && fonts_missing_glyphs(job->fonts) == missing;
        pass.contents_follow =
            pass.contents_follow || (wants_contents && !pass.with_contents && first_section_is_short(flow->headings));
        pass.with_contents |= wants_contents;
        g_clear_pointer(&pass.headings, g_ptr_array_unref);
        pass.headings = g_ptr_array_ref(flow->headings);
        pass.pages = flow->page;
    }
    return pass;
}

static void
metadata_set(cairo_surface_t *surface, const struct document_info *info, const char *title)
{
    const struct {
        cairo_pdf_metadata_t key;
        const char *value;
    } entries[] = {
        {CAIRO_PDF_METADATA_TITLE, title},
        {CAIRO_PDF_METADATA_SUBJECT, info->subject},
        {CAIRO_PDF_METADATA_AUTHOR, info->author},
        {CAIRO_PDF_METADATA_CREATOR, info->generator},
        /* Any fixed date keeps the clock out; pdf_finish writes the true one in the right form. */
        {CAIRO_PDF_METADATA_CREATE_DATE, "1970-01-01T00:00:00Z"},
        {CAIRO_PDF_METADATA_MOD_DATE, "1970-01-01T00:00:00Z"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(entries); i++) {
        g_autofree char *clean = text_clean(entries[i].value, false);
        if (*clean)
            cairo_pdf_surface_set_metadata(surface, entries[i].key, clean);
    }
}

/* Finishes the surface and tells what went wrong at any time since it was made. */
static bool
surface_close(cairo_surface_t *surface, const struct flow *flow, const struct pass *pass, GError **error)
{
    cairo_status_t status = cairo_status(flow->cr);
    cairo_surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(surface);
    if (status != CAIRO_STATUS_SUCCESS) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_INTERNAL, "PDF: %s", cairo_status_to_string(status));
        return false;
    }
    if (flow->page != pass->pages) {
        g_set_error(
            error, IOSIZER_ERROR, IOSIZER_ERROR_INTERNAL, "PDF: %u pages measured, %u drawn", pass->pages, flow->page);
        return false;
    }
    return true;
}

GByteArray *
pdf_write(const struct document *document, const struct document_info *info, const struct theme *theme,
    struct fonts *fonts, GError **error)
{
    g_autofree char *title = title_text(document, info);
    g_autoptr(GHashTable) grids = grid_cache_new();
    struct job job = {document, info, title, theme, fonts, grids};
    fonts_forget_missing(fonts);
    struct pass pass = pages_measure(&job);

    g_autoptr(GByteArray) drawn = g_byte_array_new();
    double width, height;
    flow_page_size(theme, &width, &height);
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(bytes_append, drawn, width, height);
    metadata_set(surface, info, title);
    struct flow *flow = pass_run(&job, surface, &pass);
    bool ok = surface_close(surface, flow, &pass, error);
    GByteArray *whole = ok ? pdf_finish(drawn, info, flow->alts, error) : NULL;
    flow_free(flow);
    cairo_surface_destroy(surface);
    g_ptr_array_unref(pass.headings);
    return whole;
}
