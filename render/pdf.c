#include "writers.h"

#include "error.h"
#include "pdf_block.h"
#include "pdf_finish.h"
#include "pdf_flow.h"
#include "pdf_grid.h"

#include <cairo-pdf.h>
#include <string.h>

#define CONTENTS_FROM_PAGES 7 /* a shorter report has no table of contents */
#define CONTENTS_LEVEL_MAX 2
#define CONTENTS_INDENT 14.0
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
    GPtrArray *headings; /* struct flow_heading * */
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

static char *
byline_text(const struct document_info *info)
{
    g_autoptr(GDateTime) date = g_date_time_new_from_unix_utc(info->date_unix_s);
    g_autofree char *day = date ? g_strdup_printf("%04d-%02d-%02d", g_date_time_get_year(date),
                                      g_date_time_get_month(date), g_date_time_get_day_of_month(date))
                                : g_strdup("");
    bool has_author = info->author && *info->author;
    return g_strconcat(has_author ? info->author : "", has_author && *day ? "  ·  " : "", day, NULL);
}

static void
title_block_flow(struct flow *flow, const char *title, const char *anchor)
{
    flow_need(flow, 3 * pdf_styles[STYLE_TITLE].pitch);
    flow_heading(flow, 1, title, anchor);
    text_flow(flow, STYLE_TITLE, "H1", title, &flow->theme->ink);
    flow_space(flow, 5);
    if (flow->info->subject)
        text_flow(flow, STYLE_SUBJECT, "P", flow->info->subject, &flow->theme->muted);
    g_autofree char *byline = byline_text(flow->info);
    flow_space(flow, 5);
    text_flow(flow, STYLE_CAPTION, "P", byline, &flow->theme->muted);
    flow_space(flow, 9);
    flow_need(flow, 2);
    flow_rect(flow, flow->left, flow->y, flow->width, 1.5, &flow->theme->accent);
    flow_advance(flow, 2);
    flow_space(flow, 14);
}

static void
contents_line_flow(struct flow *flow, const struct flow_heading *heading, guint number, double indent)
{
    const struct text_style *style = &pdf_styles[STYLE_BODY];
    g_autofree char *page = g_strdup_printf("%u", heading->page);
    g_autoptr(PangoLayout) right = flow_layout(flow, style, page, NULL, 0);
    int width = 0;
    pango_layout_get_size(right, &width, NULL);
    double right_width = (double)width / PANGO_SCALE;

    flow_space(flow, 2);
    flow_need(flow, style->pitch);
    flow_tag_begin(flow, "TOCI");
    g_autoptr(PangoLayout) left =
        flow_layout(flow, style, heading->text, NULL, flow->width - indent - right_width - 20);
    pango_layout_set_height(left, -1);
    pango_layout_set_ellipsize(left, PANGO_ELLIPSIZE_END);
    double y = flow->y;
    flow_link_begin(flow, flow->left, y, flow->width, style->pitch, NULL, number);
    flow_draw_line(flow, style, pango_layout_get_line_readonly(left, 0), flow->left + indent, y, &flow->theme->ink);
    flow_draw_line(flow, style, pango_layout_get_line_readonly(right, 0), flow->left + flow->width - right_width, y,
        &flow->theme->muted);
    flow_link_end(flow);
    flow_tag_end(flow);
    flow_advance(flow, style->pitch);
    flow_rule(flow, flow->left + indent, flow->y + 1, flow->width - indent, 0.4, &flow->theme->grid);
}

/* The contents stand below the title; the text begins on the next page, unless a good part of this one is left. */
static void
contents_flow(struct flow *flow, const GPtrArray *headings)
{
    int top = CONTENTS_LEVEL_MAX;
    for (guint i = 1; i < headings->len; i++)
        top = MIN(top, ((const struct flow_heading *)g_ptr_array_index(headings, i))->level);
    text_flow(flow, STYLE_HEADING_3, "P", "Contents", &flow->theme->ink);
    flow_space(flow, 4);
    flow_tag_begin(flow, "TOC");
    for (guint i = 1; i < headings->len; i++) { /* the first is the title */
        const struct flow_heading *heading = g_ptr_array_index(headings, i);
        if (heading->level <= CONTENTS_LEVEL_MAX)
            contents_line_flow(flow, heading, i, heading->level > top ? CONTENTS_INDENT : 0);
    }
    flow_tag_end(flow);
    if (flow_room(flow) < flow_page_room(flow) * 0.4)
        flow_page_break(flow);
    else
        flow_space(flow, 22);
}

/* One pass over the whole document. Surface NULL: measure. */
static struct flow *
pass_run(const struct job *job, cairo_surface_t *surface, const struct pass *before)
{
    cmark_node *heading = title_heading(job->document);
    struct flow *flow = flow_new(surface, job->info, job->title, job->theme, job->fonts, job->grids);
    flow->page_count = before->pages;
    flow->known_headings = before->headings;
    title_block_flow(flow, job->title, heading ? document_slug(heading) : NULL);
    if (before->with_contents)
        contents_flow(flow, before->headings);
    blocks_flow(flow, job->document->root, heading);
    flow_finish(flow);
    return flow;
}

/* Measures once, and once more where that shows that contents are wanted: they move all pages. */
static struct pass
pages_measure(const struct job *job)
{
    struct pass pass = {0};
    for (bool settled = false; !settled;) {
        g_autoptr(Flow) flow = pass_run(job, NULL, &pass);
        settled = pass.with_contents || flow->page < CONTENTS_FROM_PAGES || flow->headings->len < 2;
        pass.with_contents |= !settled;
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
    struct pass pass = pages_measure(&job);

    g_autoptr(GByteArray) drawn = g_byte_array_new();
    cairo_surface_t *surface =
        cairo_pdf_surface_create_for_stream(bytes_append, drawn, FLOW_PAGE_WIDTH, FLOW_PAGE_HEIGHT);
    metadata_set(surface, info, title);
    struct flow *flow = pass_run(&job, surface, &pass);
    bool ok = surface_close(surface, flow, &pass, error);
    GByteArray *whole = ok ? pdf_finish(drawn, info->language, info->date_unix_s, flow->alts, error) : NULL;
    flow_free(flow);
    cairo_surface_destroy(surface);
    g_ptr_array_unref(pass.headings);
    return whole;
}
