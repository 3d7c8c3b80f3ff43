#include "pdf_flow.h"

#include "language.h"

#include <cairo-pdf.h>

/* From the foot of the page. */
#define FOOT_BASELINE 32.0
#define FOOT_RULE 46.0
#define COLUMN_BOTTOM 62.0
/* From its top. */
#define HEAD_BASELINE 34.0
#define HEAD_RULE 41.0
#define BANNER_TOP 26.0
#define BANNER_TOP_BELOW_HEAD 48.0
#define COLUMN_TOP_BELOW_HEAD 64.0
#define BANNER_GAP 18.0 /* to the text below */
#define BANNER_PAD 4.0
#define BANNER_SIZE_MIN 7.0 /* smaller type, down to this, rather than a second line */
#define FLOAT_GAP 16.0
#define BANNER_LINES_MAX 4
#define BAR_WIDTH 2.0

/* The sizes of enum page_size, upright: ISO 216 A4 and ANSI A. */
static const struct {
    double width, height;
} page_sizes[] = {[PAGE_A4] = {595.276, 841.89}, [PAGE_LETTER] = {612, 792}};

void
flow_page_size(const struct theme *theme, double *width, double *height)
{
    *width = page_sizes[theme->page_size].width;
    *height = page_sizes[theme->page_size].height;
}

double
flow_text_width(const struct flow *flow)
{
    return flow->page_width - 2 * FLOW_MARGIN;
}

struct flow_float {
    double height;
    flow_draw draw;
    gconstpointer data;
};

struct flow_bar {
    double x, from_y;
};

static void
heading_free(gpointer data)
{
    struct flow_heading *heading = data;
    g_free(heading->text);
    g_free(heading);
}

/* The banner's layout, or NULL where there is none. */
static PangoLayout *
banner_layout(struct flow *flow, struct text_style *style)
{
    if (!flow->info->banner || !*flow->info->banner)
        return NULL;
    g_autofree char *clean = text_clean(flow->info->banner, false);
    double width = flow_text_width(flow) - 5 * BANNER_PAD;
    PangoLayout *layout = flow_layout(flow, style, clean, NULL, width);
    /* On later pages one line of smaller type, if that holds it all. */
    for (double size = style->size; flow->page > 1 && size >= BANNER_SIZE_MIN; size -= 0.5) {
        struct text_style smaller = *style;
        smaller.size = size;
        g_autoptr(PangoLayout) one_line = flow_layout(flow, &smaller, clean, NULL, width);
        if (pango_layout_get_line_count(one_line) > 1)
            continue;
        *style = smaller;
        g_object_unref(layout);
        layout = g_steal_pointer(&one_line);
        break;
    }
    pango_layout_set_height(layout, -BANNER_LINES_MAX);
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
    return layout;
}

/* The warning on top of a page, outside of all tags: drawn, or only measured. Returns where the text may begin. */
static double
banner_place(struct flow *flow, bool draws)
{
    struct text_style style = pdf_styles[STYLE_BANNER];
    g_autoptr(PangoLayout) banner = banner_layout(flow, &style);
    if (!banner)
        return 0;
    int lines = pango_layout_get_line_count(banner);
    double top = flow->page == 1 ? BANNER_TOP : BANNER_TOP_BELOW_HEAD, height = lines * style.pitch + 2 * BANNER_PAD;
    struct color tint = flow_tint(flow, &flow->theme->bad, 0.14);
    if (!draws)
        return top + height + BANNER_GAP;
    flow_rect(flow, FLOW_MARGIN, top, flow_text_width(flow), height, &tint);
    flow_rect(flow, FLOW_MARGIN, top, 3, height, &flow->theme->bad);
    for (int i = 0; i < lines; i++)
        flow_draw_line(flow, &style, pango_layout_get_line_readonly(banner, i), FLOW_MARGIN + 3 * BANNER_PAD,
            top + BANNER_PAD + i * style.pitch, &flow->theme->ink);
    return top + height + BANNER_GAP;
}

/* Nothing is drawn yet: an empty page may still be turned. */
static void
page_begin(struct flow *flow)
{
    flow->page++;
    flow->top = MAX(flow->page == 1 ? FLOW_MARGIN : COLUMN_TOP_BELOW_HEAD, banner_place(flow, false));
    flow->bottom = flow->page_height - COLUMN_BOTTOM;
    flow->y = flow->top;
    flow->space = 0;
    flow->page_is_empty = true;
    flow->page_section = flow->section;
}

/* One line across the page: a text from the left margin, cut where it must be, and one up to the right. */
static void
margin_line_draw(struct flow *flow, double baseline, const char *left_text, const char *right_text)
{
    const struct text_style *style = &pdf_styles[STYLE_MARGIN];
    double y = baseline - text_style_baseline(style), width = flow_text_width(flow);
    g_autoptr(PangoLayout) right = flow_layout(flow, style, right_text, NULL, 0);
    pango_layout_set_ellipsize(right, PANGO_ELLIPSIZE_END);
    int right_width = 0;
    pango_layout_get_size(right, &right_width, NULL);
    if (right_width > width * 0.62 * PANGO_SCALE) {
        pango_layout_set_width(right, (int)(width * 0.62 * PANGO_SCALE));
        pango_layout_set_height(right, -1);
        pango_layout_get_size(right, &right_width, NULL);
    }
    double right_points = (double)right_width / PANGO_SCALE;
    flow_draw_line(flow, style, pango_layout_get_line_readonly(right, 0), FLOW_MARGIN + width - right_points, y,
        &flow->theme->muted);
    g_autoptr(PangoLayout) left = flow_layout(flow, style, left_text, NULL, width - right_points - 24);
    pango_layout_set_height(left, -1);
    pango_layout_set_ellipsize(left, PANGO_ELLIPSIZE_END);
    flow_draw_line(flow, style, pango_layout_get_line_readonly(left, 0), FLOW_MARGIN, y, &flow->theme->muted);
}

static void
head_draw(struct flow *flow)
{
    margin_line_draw(flow, HEAD_BASELINE, flow->page_section ? flow->page_section : "", flow->title);
    flow_rule(flow, FLOW_MARGIN, HEAD_RULE, flow_text_width(flow), 0.5, &flow->theme->grid);
}

static void
foot_draw(struct flow *flow)
{
    flow_rule(flow, FLOW_MARGIN, flow->page_height - FOOT_RULE, flow_text_width(flow), 0.5, &flow->theme->grid);
    g_autofree char *number =
        flow->page_count > 0
            ? g_strdup_printf(language_text(flow->info->words, "Page %u of %u"), flow->page, flow->page_count)
            : g_strdup_printf(language_text(flow->info->words, "Page %u"), flow->page);
    margin_line_draw(flow, flow->page_height - FOOT_BASELINE, flow->foot, number);
}

static void
bars_draw(struct flow *flow)
{
    for (guint i = 0; i < flow->bars->len; i++) {
        struct flow_bar *bar = &g_array_index(flow->bars, struct flow_bar, i);
        if (flow->y > bar->from_y)
            flow_rect(flow, bar->x, bar->from_y, BAR_WIDTH, flow->y - bar->from_y, &flow->theme->grid);
    }
}

static void
page_end(struct flow *flow)
{
    bars_draw(flow);
    for (guint i = flow->tags->len; i > 0 && flow->cr; i--)
        cairo_tag_end(flow->cr, g_ptr_array_index(flow->tags, i - 1));
    if (!flow->cr)
        return;
    banner_place(flow, true);
    if (flow->page > 1) /* on the first the title stands there */
        head_draw(flow);
    foot_draw(flow);
    cairo_show_page(flow->cr);
}

char *
document_day(const struct document_info *info)
{
    g_autoptr(GDateTime) date = info->date_unix_s != 0 ? g_date_time_new_from_unix_utc(info->date_unix_s) : NULL;
    if (!date)
        return g_strdup("");
    g_autofree char *day = g_strdup_printf(
        "%04d-%02d-%02d", g_date_time_get_year(date), g_date_time_get_month(date), g_date_time_get_day_of_month(date));
    return language_date(info->words, day);
}

/* Who made it for whom, and when. */
static char *
foot_text(const struct document_info *info)
{
    g_autofree char *date = document_day(info);
    const char *part[] = {info->customer, info->author, date};
    g_autoptr(GString) text = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(part); i++)
        if (part[i] && *part[i])
            g_string_append_printf(text, "%s%s", text->len > 0 ? "  ·  " : "", part[i]);
    return text_clean(text->str, false);
}

struct flow *
flow_new(cairo_surface_t *surface, const struct document_info *info, const char *title, const struct theme *theme,
    struct fonts *fonts, GHashTable *grids)
{
    struct flow *flow = g_new0(struct flow, 1);
    flow->surface = surface;
    flow->cr = surface ? cairo_create(surface) : NULL;
    flow->fonts = fonts;
    flow->context = fonts_context(fonts);
    flow->theme = theme;
    flow->info = info;
    flow->grids = grids;
    flow->title = title;
    flow_page_size(theme, &flow->page_width, &flow->page_height);
    flow->left = FLOW_MARGIN;
    flow->width = flow_text_width(flow);
    flow->waiting = g_ptr_array_new_with_free_func(g_free);
    flow->foot = foot_text(info);
    flow->tags = g_ptr_array_new();
    flow->bars = g_array_new(FALSE, FALSE, sizeof(struct flow_bar));
    flow->headings = g_ptr_array_new_with_free_func(heading_free);
    flow->alts = g_ptr_array_new_with_free_func(g_free);
    flow->outline = g_array_new(FALSE, TRUE, sizeof(int));
    g_array_set_size(flow->outline, 8);
    page_begin(flow);
    return flow;
}

void
flow_finish(struct flow *flow)
{
    flow_floats_place(flow);
    page_end(flow);
}

void
flow_free(struct flow *flow)
{
    if (!flow)
        return;
    if (flow->cr)
        cairo_destroy(flow->cr);
    g_object_unref(flow->context);
    g_ptr_array_unref(flow->tags);
    g_array_unref(flow->bars);
    g_ptr_array_unref(flow->headings);
    g_ptr_array_unref(flow->alts);
    g_ptr_array_unref(flow->waiting);
    g_free(flow->foot);
    g_array_unref(flow->outline);
    g_free(flow);
}

void
flow_space(struct flow *flow, double points)
{
    flow->space = MAX(flow->space, points);
}

double
flow_room(const struct flow *flow)
{
    return flow->bottom - flow->y - (flow->page_is_empty ? 0 : flow->space);
}

double
flow_page_room(const struct flow *flow)
{
    return flow->bottom - flow->top;
}

/* The first figure that waits, at the flow's place, which has room for it. */
static void
float_draw(struct flow *flow)
{
    struct flow_float *next = g_ptr_array_steal_index(flow->waiting, 0);
    double left = flow->left, width = flow->width;
    flow->left = FLOW_MARGIN;
    flow->width = flow_text_width(flow);
    next->draw(flow, next->data, MIN(next->height, flow_page_room(flow)));
    flow->left = left;
    flow->width = width;
    flow_space(flow, FLOAT_GAP);
    g_free(next);
}

void
flow_float(struct flow *flow, double height, flow_draw draw, gconstpointer data)
{
    struct flow_float *wait = g_new(struct flow_float, 1);
    *wait = (struct flow_float){height, draw, data};
    g_ptr_array_add(flow->waiting, wait);
}

/* A page begins with the figures that waited for it, as far as there is room for text too. */
static void
waiting_place(struct flow *flow)
{
    while (flow->waiting->len > 0) {
        const struct flow_float *next = g_ptr_array_index(flow->waiting, 0);
        if (!flow->page_is_empty && next->height > flow_room(flow))
            return;
        if (!flow->page_is_empty)
            flow->y += flow->space;
        flow->space = 0;
        float_draw(flow);
    }
}

void
flow_floats_place(struct flow *flow)
{
    while (flow->waiting->len > 0) {
        const struct flow_float *next = g_ptr_array_index(flow->waiting, 0);
        flow_space(flow, FLOAT_GAP);
        if (!flow->page_is_empty && next->height > flow_room(flow)) {
            flow_page_break(flow); /* begins with what waits */
        } else {
            flow->y += flow->page_is_empty ? 0 : flow->space;
            flow->space = 0;
            float_draw(flow);
        }
    }
}

static void
page_follow(struct flow *flow)
{
    page_begin(flow);
    GPtrArray *tags = flow->tags;
    flow->tags = g_ptr_array_new(); /* a figure is no part of the text that it stands in */
    waiting_place(flow);
    g_ptr_array_unref(flow->tags);
    flow->tags = tags;
    for (guint i = 0; i < flow->bars->len; i++)
        g_array_index(flow->bars, struct flow_bar, i).from_y = flow->y + flow->space;
    for (guint i = 0; i < flow->tags->len && flow->cr; i++)
        cairo_tag_begin(flow->cr, g_ptr_array_index(flow->tags, i), NULL);
}

void
flow_page_break(struct flow *flow)
{
    page_end(flow);
    page_follow(flow);
}

void
flow_turn(struct flow *flow, bool sideways)
{
    if ((flow->page_width > flow->page_height) == sideways)
        return;
    flow_floats_place(flow);
    bool breaks = !flow->page_is_empty;
    if (breaks)
        page_end(flow);
    double width = flow->page_width;
    flow->page_width = flow->page_height;
    flow->page_height = width;
    flow->width = flow_text_width(flow);
    if (flow->cr)
        cairo_pdf_surface_set_size(flow->surface, flow->page_width, flow->page_height);
    if (breaks) {
        page_follow(flow);
    } else {
        flow->page--; /* nothing stands on it yet */
        page_begin(flow);
    }
}

bool
flow_need(struct flow *flow, double height)
{
    /* A hundredth of a point for the rounding of sums. */
    bool breaks = !flow->page_is_empty && height > flow_room(flow) + 0.01;
    if (breaks)
        flow_page_break(flow);
    if (!flow->page_is_empty) {
        if (breaks && height > flow_room(flow) + 0.01) /* below a figure that waited */
            return flow_need(flow, height);
        flow->y += flow->space;
    }
    flow->space = 0;
    return breaks;
}

void
flow_advance(struct flow *flow, double height)
{
    flow->y += height;
    flow->page_is_empty = false;
}

void
flow_bar_begin(struct flow *flow, double x)
{
    struct flow_bar bar = {x, flow->y};
    g_array_append_val(flow->bars, bar);
}

void
flow_bar_end(struct flow *flow)
{
    bars_draw(flow);
    g_array_set_size(flow->bars, flow->bars->len - 1);
}
