#include "canvas_record.h"

#include "canvas_number.h"
#include "text.h"

struct canvas_record {
    struct canvas canvas; /* first: the operations are given this */
    GPtrArray *lines;
    GArray *texts;
};

static void
record_line(struct canvas *canvas, GString *line)
{
    g_ptr_array_add(((struct canvas_record *)canvas)->lines, g_string_free(line, FALSE));
}

static void
append_lengths(GString *line, const double *length, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        g_string_append_c(line, ' ');
        canvas_append_length(line, length[i]);
    }
}

static GString *
line_of_points(const char *name, const struct point *point, size_t n)
{
    GString *line = g_string_new(name);

    for (size_t i = 0; i < n; i++)
        append_lengths(line, (double[]){point[i].x, point[i].y}, 2);
    g_string_append(line, " |");
    return line;
}

static void
append_color(GString *line, const struct color *color)
{
    g_string_append_c(line, ' ');
    if (!color) {
        g_string_append(line, "none");
        return;
    }
    canvas_append_rgb(line, color);
    if (color->alpha < 1) {
        g_string_append_c(line, '/');
        canvas_append_length(line, color->alpha);
    }
}

static void
record_polyline(struct canvas *canvas, const struct point *point, size_t n, const struct canvas_stroke *stroke)
{
    GString *line = line_of_points("polyline", point, n);

    append_color(line, &stroke->color);
    append_lengths(line, &stroke->width, 1);
    if (stroke->dash) {
        g_string_append(line, " dash");
        append_lengths(line, stroke->dash, stroke->dash_count);
    }
    record_line(canvas, line);
}

static void
record_polygon(struct canvas *canvas, const struct point *point, size_t n, const struct color *fill)
{
    GString *line = line_of_points("polygon", point, n);

    append_color(line, fill);
    record_line(canvas, line);
}

static void
record_rect(struct canvas *canvas, double x, double y, double width, double height, const struct color *fill)
{
    GString *line = g_string_new("rect");

    append_lengths(line, (double[]){x, y, width, height}, 4);
    append_color(line, fill);
    record_line(canvas, line);
}

static void
record_rects(struct canvas *canvas, const struct canvas_rect *rect, size_t n, const struct color *fill)
{
    GString *line = g_string_new("rects");

    for (size_t i = 0; i < n; i++)
        append_lengths(line, (double[]){rect[i].x, rect[i].y, rect[i].width, rect[i].height}, 4);
    g_string_append(line, " |");
    append_color(line, fill);
    record_line(canvas, line);
}

static void
record_group_begin(struct canvas *canvas, const char *kind, const char *label)
{
    GString *line = g_string_new(NULL);

    g_string_printf(line, "group %s | %s", kind, label);
    record_line(canvas, line);
}

static void
record_group_end(struct canvas *canvas)
{
    record_line(canvas, g_string_new("ungroup"));
}

static void
record_spot(struct canvas *canvas, const struct canvas_spot *spot)
{
    GString *line = g_string_new("spot");

    append_lengths(line, (double[]){spot->x, spot->y, spot->width, spot->height}, 4);
    g_string_append(line, " | ");
    canvas_append_figure(line, spot->data_x);
    g_string_append_c(line, ' ');
    canvas_append_figure(line, spot->data_y);
    g_string_append_printf(line, " | %s", spot->title);
    record_line(canvas, line);
}

static void
record_dots(struct canvas *canvas, const struct point *point, size_t n, double radius, const struct color *fill,
    const struct color *border)
{
    GString *line = line_of_points("dots", point, n);

    append_lengths(line, &radius, 1);
    append_color(line, fill);
    append_color(line, border);
    record_line(canvas, line);
}

static void
record_text(struct canvas *canvas, double x, double baseline_y, enum canvas_anchor anchor,
    const struct canvas_font *font, const char *utf8)
{
    static const char *const anchors[] = {" start", " middle", " end"};
    GString *line = g_string_new("text");
    double width = fonts_text_width(canvas->fonts, font, utf8);
    double left = x - width * (int)anchor / 2;
    struct record_text text = {
        left, baseline_y - 0.75 * font->size, left + width, baseline_y + 0.25 * font->size, g_strdup(utf8)};

    g_string_append(line, anchors[anchor]);
    append_lengths(line, (double[]){x, baseline_y, font->size}, 3);
    g_string_append(line, font->weight == WEIGHT_SEMIBOLD ? " semibold" : " normal");
    append_color(line, &font->color);
    g_string_append_printf(line, " | %s", utf8);
    record_line(canvas, line);
    g_array_append_val(((struct canvas_record *)canvas)->texts, text);
}

static void
record_clip_begin(struct canvas *canvas, double x, double y, double width, double height)
{
    GString *line = g_string_new("clip");

    append_lengths(line, (double[]){x, y, width, height}, 4);
    record_line(canvas, line);
}

static void
record_clip_end(struct canvas *canvas)
{
    record_line(canvas, g_string_new("unclip"));
}

static const struct canvas_ops canvas_record_ops = {
    .polyline = record_polyline,
    .polygon = record_polygon,
    .rect = record_rect,
    .rects = record_rects,
    .dots = record_dots,
    .text = record_text,
    .clip_begin = record_clip_begin,
    .clip_end = record_clip_end,
    .group_begin = record_group_begin,
    .group_end = record_group_end,
    .spot = record_spot,
};

static void
record_text_clear(void *text)
{
    g_free(((struct record_text *)text)->text);
}

struct canvas *
canvas_record_new(double width, double height, struct fonts *fonts)
{
    struct canvas_record *self = g_new0(struct canvas_record, 1);

    self->canvas = (struct canvas){.ops = &canvas_record_ops, .width = width, .height = height, .fonts = fonts};
    self->lines = g_ptr_array_new_with_free_func(g_free);
    self->texts = g_array_new(FALSE, FALSE, sizeof(struct record_text));
    g_array_set_clear_func(self->texts, record_text_clear);
    return &self->canvas;
}

void
canvas_record_free(struct canvas *canvas)
{
    struct canvas_record *self = (struct canvas_record *)canvas;

    if (!self)
        return;
    g_ptr_array_unref(self->lines);
    g_array_unref(self->texts);
    g_free(self);
}

const GPtrArray *
canvas_record_lines(const struct canvas *canvas)
{
    return ((const struct canvas_record *)canvas)->lines;
}

const GArray *
canvas_record_texts(const struct canvas *canvas)
{
    return ((const struct canvas_record *)canvas)->texts;
}
