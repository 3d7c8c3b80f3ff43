#include "canvas_cairo.h"

struct canvas_cairo {
    struct canvas canvas; /* first: the operations are given this */
    cairo_t *cr;
};

static struct canvas_cairo *
canvas_cairo_from(struct canvas *canvas)
{
    return (struct canvas_cairo *)canvas;
}

static void
source_color(cairo_t *cr, const struct color *color)
{
    if (color->alpha >= 1)
        cairo_set_source_rgb(cr, color->red, color->green, color->blue);
    else
        cairo_set_source_rgba(cr, color->red, color->green, color->blue, color->alpha);
}

static void
path_points(cairo_t *cr, const struct point *point, size_t n)
{
    cairo_new_path(cr);
    for (size_t i = 0; i < n; i++)
        cairo_line_to(cr, point[i].x, point[i].y);
}

static void
canvas_cairo_polyline(struct canvas *canvas, const struct point *point, size_t n, const struct canvas_stroke *stroke)
{
    cairo_t *cr = canvas_cairo_from(canvas)->cr;

    if (n < 2)
        return;
    cairo_save(cr);
    path_points(cr, point, n);
    source_color(cr, &stroke->color);
    cairo_set_line_width(cr, stroke->width);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_BUTT);
    cairo_set_dash(cr, stroke->dash, stroke->dash ? (int)stroke->dash_count : 0, 0);
    cairo_stroke(cr);
    cairo_restore(cr);
}

static void
canvas_cairo_polygon(struct canvas *canvas, const struct point *point, size_t n, const struct color *fill)
{
    cairo_t *cr = canvas_cairo_from(canvas)->cr;

    if (n < 3)
        return;
    cairo_save(cr);
    path_points(cr, point, n);
    cairo_close_path(cr);
    source_color(cr, fill);
    cairo_fill(cr);
    cairo_restore(cr);
}

static void
canvas_cairo_rect(struct canvas *canvas, double x, double y, double width, double height, const struct color *fill)
{
    cairo_t *cr = canvas_cairo_from(canvas)->cr;

    cairo_save(cr);
    cairo_new_path(cr);
    cairo_rectangle(cr, x, y, width, height);
    source_color(cr, fill);
    cairo_fill(cr);
    cairo_restore(cr);
}

static void
canvas_cairo_rects(struct canvas *canvas, const struct canvas_rect *rect, size_t n, const struct color *fill)
{
    cairo_t *cr = canvas_cairo_from(canvas)->cr;

    cairo_save(cr);
    cairo_new_path(cr);
    for (size_t i = 0; i < n; i++)
        cairo_rectangle(cr, rect[i].x, rect[i].y, rect[i].width, rect[i].height);
    source_color(cr, fill);
    cairo_fill(cr);
    cairo_restore(cr);
}

/* Many plain dots as one path of no length, drawn by its round ends: a fraction of a PDF with a circle for each. */
static void
plain_dots(cairo_t *cr, const struct point *point, size_t n, double radius, const struct color *fill)
{
    cairo_new_path(cr);
    for (size_t i = 0; i < n; i++) {
        cairo_move_to(cr, point[i].x, point[i].y);
        cairo_line_to(cr, point[i].x, point[i].y);
    }
    source_color(cr, fill);
    cairo_set_line_width(cr, 2 * radius);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    cairo_stroke(cr);
}

static void
canvas_cairo_dots(struct canvas *canvas, const struct point *point, size_t n, double radius, const struct color *fill,
    const struct color *border)
{
    cairo_t *cr = canvas_cairo_from(canvas)->cr;

    cairo_save(cr);
    cairo_set_line_width(cr, CANVAS_DOT_BORDER);
    if (fill && !border)
        plain_dots(cr, point, n, radius, fill);
    for (size_t i = 0; border && i < n; i++) {
        cairo_new_path(cr);
        cairo_arc(cr, point[i].x, point[i].y, radius, 0, 2 * G_PI);
        if (fill) {
            source_color(cr, fill);
            cairo_fill_preserve(cr);
        }
        source_color(cr, border);
        cairo_stroke(cr);
    }
    cairo_restore(cr);
}

static void
canvas_cairo_text(struct canvas *canvas, double x, double baseline_y, enum canvas_anchor anchor,
    const struct canvas_font *font, const char *utf8)
{
    cairo_t *cr = canvas_cairo_from(canvas)->cr;
    g_autoptr(PangoLayout) layout = fonts_layout(canvas->fonts, font, utf8);
    PangoLayoutLine *line = pango_layout_get_line_readonly(layout, 0);
    PangoRectangle extents;

    if (!line)
        return;
    pango_layout_line_get_extents(line, NULL, &extents);
    double width = (double)extents.width / PANGO_SCALE;
    double left = anchor == ANCHOR_START ? x : anchor == ANCHOR_END ? x - width : x - width / 2;
    cairo_save(cr);
    source_color(cr, &font->color);
    cairo_move_to(cr, left, baseline_y);
    pango_cairo_show_layout_line(cr, line);
    cairo_restore(cr);
}

static void
canvas_cairo_clip_begin(struct canvas *canvas, double x, double y, double width, double height)
{
    cairo_t *cr = canvas_cairo_from(canvas)->cr;

    cairo_save(cr);
    cairo_new_path(cr);
    cairo_rectangle(cr, x, y, width, height);
    cairo_clip(cr);
}

static void
canvas_cairo_clip_end(struct canvas *canvas)
{
    cairo_restore(canvas_cairo_from(canvas)->cr);
}

/* Paper cannot be pointed at. */
static void
canvas_cairo_group_begin(struct canvas *canvas, const char *kind, const char *label)
{
    (void)canvas, (void)kind, (void)label;
}

static void
canvas_cairo_group_end(struct canvas *canvas)
{
    (void)canvas;
}

static void
canvas_cairo_spot(struct canvas *canvas, const struct canvas_spot *spot)
{
    (void)canvas, (void)spot;
}

static const struct canvas_ops canvas_cairo_ops = {
    .polyline = canvas_cairo_polyline,
    .polygon = canvas_cairo_polygon,
    .rect = canvas_cairo_rect,
    .rects = canvas_cairo_rects,
    .dots = canvas_cairo_dots,
    .text = canvas_cairo_text,
    .clip_begin = canvas_cairo_clip_begin,
    .clip_end = canvas_cairo_clip_end,
    .group_begin = canvas_cairo_group_begin,
    .group_end = canvas_cairo_group_end,
    .spot = canvas_cairo_spot,
};

struct canvas *
canvas_cairo_new(cairo_t *cr, double width, double height, struct fonts *fonts)
{
    struct canvas_cairo *self = g_new0(struct canvas_cairo, 1);

    self->canvas = (struct canvas){.ops = &canvas_cairo_ops, .width = width, .height = height, .fonts = fonts};
    self->cr = cairo_reference(cr);
    return &self->canvas;
}

void
canvas_cairo_free(struct canvas *canvas)
{
    struct canvas_cairo *self = canvas_cairo_from(canvas);

    if (!self)
        return;
    cairo_destroy(self->cr);
    g_free(self);
}
