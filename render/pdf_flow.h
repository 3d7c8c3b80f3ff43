/* The flow of a PDF: a column of pages that blocks are put into from top to bottom, in points, y downwards.
 *
 * The same calls measure and draw: without a cairo context nothing is drawn, but pages, headings and positions come out
 * the same, so that a first pass can count pages for the second.
 *
 *     flow_space(flow, 8);                  // at least 8 pt to the block above
 *     flow_need(flow, 2 * style->pitch);    // breaks the page where two lines would not fit
 *     flow_tag_begin(flow, "P");
 *     flow_line(flow, style, line, flow->left, &theme->ink);
 *     flow_tag_end(flow);
 *
 * cairo marks only what is drawn in the innermost tags: text is drawn in a tag that has no others inside.
 * Structure tags that are open at a page break are closed and opened again, so that the running foot, which is no part
 * of the text, stays outside of them.
 */
#pragma once

#include "text.h"
#include "theme.h"
#include "writers.h"

#define FLOW_MARGIN 56.0

/* How a run of lines looks. `pitch`: from one baseline to the next, points. */
struct text_style {
    const char *family;
    double size, pitch;
    PangoWeight weight;
    const char *features;
};

enum style_name {
    STYLE_BODY,
    STYLE_TITLE,
    STYLE_SUBJECT,
    STYLE_HEADING_1,
    STYLE_HEADING_2,
    STYLE_HEADING_3,
    STYLE_HEADING_4,
    STYLE_CODE,
    STYLE_CAPTION,
    STYLE_NOTE,
    STYLE_CONTENTS,
    STYLE_MARGIN, /* running head and foot */
    STYLE_BANNER,
    STYLE_COUNT
};
extern const struct text_style pdf_styles[STYLE_COUNT];

struct flow_heading {
    int level;
    char *text;         /* plain */
    const char *anchor; /* what a link "#anchor" asks for: borrowed from the document; NULL: none */
    unsigned page;
};

struct flow {
    cairo_t *cr; /* NULL: measure only */
    cairo_surface_t *surface;
    struct fonts *fonts;
    PangoContext *context;
    const struct theme *theme;
    const struct document_info *info;
    const char *title;
    char *foot;

    double page_width, page_height; /* of the page at this place */
    double left, width;             /* the column at this place: lists and quotes narrow it */
    double y, space;                /* the next free y; space owed before the next block */
    double top, bottom;             /* of the column on each page */
    bool page_is_empty;
    unsigned page, page_count; /* page_count: of the pass before, 0 in the first */

    GHashTable *grids;        /* grid_cache_new: tables are laid out once for all passes; borrowed */
    GPtrArray *tags;          /* const char *: open structure tags, outermost first */
    GArray *bars;             /* struct flow_bar: quotes that are open */
    GPtrArray *headings;      /* struct flow_heading * of this pass */
    const char *section;      /* the heading of level 1 or 2 that holds at this place; NULL: none yet. Borrowed */
    const char *page_section; /* the one that the running head of this page names */
    GPtrArray *waiting;       /* struct flow_float *: figures that a page had no room for */
    const GPtrArray *known_headings; /* of the pass before; NULL in the first */
    GPtrArray *alts;                 /* char *: text alternatives of the figures drawn, in order */
    GArray *outline;                 /* int: outline ids by heading level */
};

typedef struct flow Flow;

/* The document's date, "2026-02-10", as its language writes it; "" where no calendar shows it, and for 0: inputs
 * without stamps have no day. Free with g_free. */
char *document_day(const struct document_info *info);

/* Draws what waits at the flow's place. */
typedef void (*flow_draw)(struct flow *flow, gconstpointer data, double height);

/* The theme's page, upright. */
void flow_page_size(const struct theme *theme, double *width, double *height);

/* Between the margins of the page at this place. */
double flow_text_width(const struct flow *flow);

/* Begins the first page. `surface` NULL: measure. `grids` is kept by the caller for all passes over one
 * document. */
struct flow *flow_new(cairo_surface_t *surface, const struct document_info *info, const char *title,
    const struct theme *theme, struct fonts *fonts, GHashTable *grids);
void flow_free(struct flow *flow);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Flow, flow_free)

/* Ends the last page: its foot is drawn. */
void flow_finish(struct flow *flow);

/* At least this much space between what stands above and what comes; none at the top of a page. */
void flow_space(struct flow *flow, double points);

/* What is left on this page below the owed space. */
double flow_room(const struct flow *flow);

/* The height of a whole empty page. */
double flow_page_room(const struct flow *flow);

/* Breaks the page where `height` does not fit, unless the page is empty, and pays the owed space. True: a break was
 * made. */
bool flow_need(struct flow *flow, double height);
void flow_page_break(struct flow *flow);

/* Ends the page, unless it is empty, and goes on with pages that lie on their side, or stand again. Outside of lists
 * and quotes. */
void flow_turn(struct flow *flow, bool sideways);

/* A figure of `height` that is to stand at the top of the next page, or before what floats_place is called for; text
 * goes on meanwhile. `data` is borrowed until it is drawn. */
void flow_float(struct flow *flow, double height, flow_draw draw, gconstpointer data);

/* Places what still waits: what comes next does not belong to it. */
void flow_floats_place(struct flow *flow);

void flow_advance(struct flow *flow, double height);

void flow_tag_begin(struct flow *flow, const char *name);
void flow_tag_end(struct flow *flow);

/* Text of one paragraph laid out in a width (points; 0 or less: one line). `attributes` may be NULL. Free with
 * g_object_unref. */
PangoLayout *flow_layout(
    struct flow *flow, const struct text_style *style, const char *utf8, PangoAttrList *attributes, double width);

/* Where the baseline stands below the top of a line. */
double text_style_baseline(const struct text_style *style);

/* Draws one run of a line, in its own colour where it has one. Returns its width in points. */
double flow_draw_run(struct flow *flow, PangoLayoutLine *line, PangoGlyphItem *run, double x, double baseline,
    const struct color *color);

/* Draws one line at x with its top at y. */
void flow_draw_line(struct flow *flow, const struct text_style *style, PangoLayoutLine *line, double x, double y,
    const struct color *color);

/* Draws one line at the flow's place and goes on by its pitch. */
void flow_line(
    struct flow *flow, const struct text_style *style, PangoLayoutLine *line, double x, const struct color *color);

/* The lines that must stand together at the head of a block of n lines: no line is left alone at a page's end or begin.
 */
int flow_head_lines(int n);

void flow_rect(struct flow *flow, double x, double y, double width, double height, const struct color *fill);
void flow_rule(struct flow *flow, double x, double y, double width, double thickness, const struct color *color);

/* A vertical bar beside all that is placed until the end. */
void flow_bar_begin(struct flow *flow, double x);
void flow_bar_end(struct flow *flow);

/* A link over a rectangle, to a web address or (uri NULL) to the n-th heading; what is drawn until its end is its text.
 * On one page. */
void flow_link_begin(
    struct flow *flow, double x, double y, double width, double height, const char *uri, guint heading);
void flow_link_end(struct flow *flow);

/* Marks a heading at this place: destination, outline, list of headings. `text` is copied; `anchor` is borrowed. */
void flow_heading(struct flow *flow, int level, const char *text, const char *anchor);

/* The heading that "#anchor" means, or -1. */
int flow_heading_find(const struct flow *flow, const char *anchor);

/* Opaque mix: `part` of `over` on the paper. Opaque, since transparency would make viewers and printers blend pages. */
struct color flow_tint(const struct flow *flow, const struct color *over, double part);
