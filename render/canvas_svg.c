#include "canvas_svg.h"

#include "canvas_number.h"
#include "text.h"

#include <string.h>

#define SPOT_REACH 7.0 /* a finger or a pointer is no needle: wider than the dot that is seen */

struct canvas_svg {
    struct canvas canvas;      /* first: the operations are given this */
    const struct theme *theme; /* NULL: colours are written as they are */
    GString *body;
    char *id, *title, *alt;
    unsigned clips;
};

static struct canvas_svg *
canvas_svg_from(struct canvas *canvas)
{
    return (struct canvas_svg *)canvas;
}

/* Text that XML 1.0 can hold: characters that it cannot were replaced by text_clean. */
static void
append_escaped(GString *out, const char *utf8)
{
    g_autofree char *clean = text_clean(utf8, false);

    for (const char *at = clean; *at; at = g_utf8_next_char(at)) {
        gunichar c = g_utf8_get_char(at);
        if (c == '&')
            g_string_append(out, "&amp;");
        else if (c == '<')
            g_string_append(out, "&lt;");
        else if (c == '>')
            g_string_append(out, "&gt;");
        else if (c == '"')
            g_string_append(out, "&quot;");
        else if (c == 0xfffe || c == 0xffff)
            g_string_append_unichar(out, 0xfffd);
        else
            g_string_append_unichar(out, c);
    }
}

static void
append_attribute(GString *out, const char *name, double length)
{
    g_string_append_printf(out, " %s=\"", name);
    canvas_append_length(out, length);
    g_string_append_c(out, '"');
}

/* The style sheet's name of a colour of the theme; NULL: it is not one of them. */
static const char *
variable_of(const struct theme *theme, const struct color *color)
{
    static const char *const series[] = {"s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"};
    const struct {
        const char *name;
        const struct color *color;
    } own[] = {{"ink", &theme->ink}, {"muted", &theme->muted}, {"grid", &theme->grid}, {"paper", &theme->paper},
        {"band", &theme->band}, {"bad", &theme->bad}, {"good", &theme->good}};

    G_STATIC_ASSERT(G_N_ELEMENTS(series) == THEME_SERIES_COLORS);
    for (size_t i = 0; i < G_N_ELEMENTS(own); i++)
        if (memcmp(own[i].color, color, sizeof *color) == 0)
            return own[i].name;
    for (size_t i = 0; i < G_N_ELEMENTS(series); i++)
        if (memcmp(&theme->series[i], color, sizeof *color) == 0)
            return series[i];
    return NULL;
}

static void append_paint(GString *out, const char *name, const struct color *color);

/* Fill and stroke of an element (either may be NULL: "none"; `stroked` false: no stroke is said). Colours of the theme
 * are variables of the page's style sheet, so that the page may turn dark; the colour itself stands in where the page
 * has none. */
static void
append_paints(
    const struct canvas_svg *self, GString *out, const struct color *fill, const struct color *stroke, bool stroked)
{
    const struct color *paint[] = {fill, stroke};
    const char *names[] = {"fill", "stroke"};
    bool open = false;

    for (size_t i = 0; i < (stroked ? 2u : 1u); i++)
        if (!self->theme || !paint[i] || !variable_of(self->theme, paint[i]))
            append_paint(out, names[i], paint[i]);
    for (size_t i = 0; i < (stroked ? 2u : 1u); i++) {
        const char *variable = self->theme && paint[i] ? variable_of(self->theme, paint[i]) : NULL;
        if (!variable)
            continue;
        g_string_append_printf(out, "%s%s:var(--%s,", open ? ";" : " style=\"", names[i], variable);
        canvas_append_rgb(out, paint[i]);
        g_string_append_c(out, ')');
        open = true;
    }
    if (open)
        g_string_append_c(out, '"');
}

/* ` fill="#rrggbb"`, and the opacity where below 1. */
static void
append_paint(GString *out, const char *name, const struct color *color)
{
    g_string_append_printf(out, " %s=\"", name);
    if (!color) {
        g_string_append(out, "none\"");
        return;
    }
    canvas_append_rgb(out, color);
    g_string_append_c(out, '"');
    if (color->alpha < 1) {
        g_autofree char *opacity = g_strconcat(name, "-opacity", NULL);
        append_attribute(out, opacity, color->alpha);
    }
}

/* Path data, first point absolute, the rest as steps in hundredths of a point: short, and without drift. */
static void
append_path(GString *out, const struct point *point, size_t n)
{
    int x = 0, y = 0;

    g_string_append(out, "<path d=\"");
    for (size_t i = 0; i < n; i++) {
        int next_x = canvas_hundredths(point[i].x), next_y = canvas_hundredths(point[i].y);
        int step_y = next_y - y;
        if (i < 2)
            g_string_append_c(out, i == 0 ? 'M' : 'l');
        else if (next_x >= x)
            g_string_append_c(out, ' '); /* a minus sign parts numbers as well */
        canvas_append_hundredths(out, next_x - x, true);
        if (step_y >= 0)
            g_string_append_c(out, ' ');
        canvas_append_hundredths(out, step_y, true);
        x = next_x;
        y = next_y;
    }
}

static void
svg_polyline(struct canvas *canvas, const struct point *point, size_t n, const struct canvas_stroke *stroke)
{
    GString *out = canvas_svg_from(canvas)->body;

    if (n < 2)
        return;
    append_path(out, point, n);
    g_string_append_c(out, '"');
    append_paints(canvas_svg_from(canvas), out, NULL, &stroke->color, true);
    append_attribute(out, "stroke-width", stroke->width);
    if (n > 2)
        g_string_append(out, " stroke-linejoin=\"round\"");
    if (stroke->dash && stroke->dash_count > 0) {
        g_string_append(out, " stroke-dasharray=\"");
        for (size_t i = 0; i < stroke->dash_count; i++) {
            if (i > 0)
                g_string_append_c(out, ' ');
            canvas_append_length(out, stroke->dash[i]);
        }
        g_string_append_c(out, '"');
    }
    g_string_append(out, "/>\n");
}

static void
svg_polygon(struct canvas *canvas, const struct point *point, size_t n, const struct color *fill)
{
    GString *out = canvas_svg_from(canvas)->body;

    if (n < 3)
        return;
    append_path(out, point, n);
    g_string_append(out, "z\"");
    append_paints(canvas_svg_from(canvas), out, fill, NULL, false);
    g_string_append(out, "/>\n");
}

static void
svg_rect(struct canvas *canvas, double x, double y, double width, double height, const struct color *fill)
{
    GString *out = canvas_svg_from(canvas)->body;

    g_string_append(out, "<rect");
    append_attribute(out, "x", x);
    append_attribute(out, "y", y);
    append_attribute(out, "width", width);
    append_attribute(out, "height", height);
    append_paints(canvas_svg_from(canvas), out, fill, NULL, false);
    g_string_append(out, "/>\n");
}

/* One path for all of them: a heat map has thousands. */
static void
svg_rects(struct canvas *canvas, const struct canvas_rect *rect, size_t n, const struct color *fill)
{
    GString *out = canvas_svg_from(canvas)->body;

    if (n == 0)
        return;
    g_string_append(out, "<path d=\"");
    for (size_t i = 0; i < n; i++) {
        /* Corners are rounded, not widths: neighbours meet. */
        int left = canvas_hundredths(rect[i].x), top = canvas_hundredths(rect[i].y);
        int right = canvas_hundredths(rect[i].x + rect[i].width),
            bottom = canvas_hundredths(rect[i].y + rect[i].height);
        const int step[] = {left, top, right - left, bottom - top, left - right};
        static const char letter[] = "M hvh";
        for (size_t k = 0; k < G_N_ELEMENTS(step); k++) {
            g_string_append_c(out, letter[k]);
            canvas_append_hundredths(out, step[k], true);
        }
        g_string_append_c(out, 'z');
    }
    g_string_append_c(out, '"');
    append_paints(canvas_svg_from(canvas), out, fill, NULL, false);
    g_string_append(out, "/>\n");
}

/* Many plain dots as one path: of no length each, drawn by their round ends. A third of the bytes of circles. */
static void
append_plain_dots(const struct canvas_svg *self, GString *out, const struct point *point, size_t n, double radius,
    const struct color *fill)
{
    int x = 0, y = 0;

    g_string_append(out, "<path d=\"");
    for (size_t i = 0; i < n; i++) {
        int next_x = canvas_hundredths(point[i].x), next_y = canvas_hundredths(point[i].y);
        g_string_append_c(out, 'm');
        canvas_append_hundredths(out, next_x - x, true);
        if (next_y >= y)
            g_string_append_c(out, ' ');
        canvas_append_hundredths(out, next_y - y, true);
        g_string_append(out, "h0");
        x = next_x;
        y = next_y;
    }
    g_string_append(out, "\" stroke-linecap=\"round\"");
    append_paints(self, out, NULL, fill, true);
    append_attribute(out, "stroke-width", 2 * radius);
    g_string_append(out, "/>\n");
}

static void
svg_dots(struct canvas *canvas, const struct point *point, size_t n, double radius, const struct color *fill,
    const struct color *border)
{
    GString *out = canvas_svg_from(canvas)->body;

    if (n == 0)
        return;
    if (n > 1 && fill && !border) {
        append_plain_dots(canvas_svg_from(canvas), out, point, n, radius, fill);
        return;
    }
    g_string_append(out, "<g");
    append_paints(canvas_svg_from(canvas), out, fill, border, border != NULL);
    if (border)
        append_attribute(out, "stroke-width", CANVAS_DOT_BORDER);
    g_string_append(out, ">");
    for (size_t i = 0; i < n; i++) {
        g_string_append(out, "<circle");
        append_attribute(out, "cx", point[i].x);
        append_attribute(out, "cy", point[i].y);
        append_attribute(out, "r", radius);
        g_string_append(out, "/>");
    }
    g_string_append(out, "</g>\n");
}

static void
svg_text(struct canvas *canvas, double x, double baseline_y, enum canvas_anchor anchor, const struct canvas_font *font,
    const char *utf8)
{
    static const char *const anchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
    GString *out = canvas_svg_from(canvas)->body;

    g_string_append(out, "<text");
    append_attribute(out, "x", x);
    append_attribute(out, "y", baseline_y);
    append_attribute(out, "font-size", font->size);
    if (font->weight == WEIGHT_SEMIBOLD)
        g_string_append(out, " font-weight=\"600\"");
    append_paints(canvas_svg_from(canvas), out, &font->color, NULL, false);
    g_string_append_printf(out, "%s>", anchors[anchor]);
    append_escaped(out, utf8);
    g_string_append(out, "</text>\n");
}

static const char *
svg_id(const struct canvas_svg *self)
{
    return self->id ? self->id : "chart";
}

static void
svg_clip_begin(struct canvas *canvas, double x, double y, double width, double height)
{
    struct canvas_svg *self = canvas_svg_from(canvas);

    self->clips++;
    g_string_append_printf(self->body, "<clipPath id=\"%s-clip%u\"><rect", svg_id(self), self->clips);
    append_attribute(self->body, "x", x);
    append_attribute(self->body, "y", y);
    append_attribute(self->body, "width", width);
    append_attribute(self->body, "height", height);
    g_string_append_printf(self->body, "/></clipPath>\n<g clip-path=\"url(#%s-clip%u)\">\n", svg_id(self), self->clips);
}

static void
svg_clip_end(struct canvas *canvas)
{
    g_string_append(canvas_svg_from(canvas)->body, "</g>\n");
}

static void
svg_group_begin(struct canvas *canvas, const char *kind, const char *label)
{
    GString *out = canvas_svg_from(canvas)->body;

    g_string_append_printf(out, "<g class=\"%s\"", kind);
    if (*label) {
        g_string_append(out, " role=\"group\" aria-label=\"");
        append_escaped(out, label);
        g_string_append_c(out, '"');
    }
    g_string_append(out, ">\n");
}

static void
svg_group_end(struct canvas *canvas)
{
    g_string_append(canvas_svg_from(canvas)->body, "</g>\n");
}

/* An element that nobody sees and every pointer finds, with what it stands for. */
static void
svg_spot(struct canvas *canvas, const struct canvas_spot *spot)
{
    GString *out = canvas_svg_from(canvas)->body;
    bool box = spot->width > 0;

    g_string_append_printf(out, "<%s class=\"pt\"", box ? "rect" : "circle");
    append_attribute(out, box ? "x" : "cx", spot->x);
    append_attribute(out, box ? "y" : "cy", spot->y);
    if (box) {
        append_attribute(out, "width", spot->width);
        append_attribute(out, "height", spot->height);
    } else {
        append_attribute(out, "r", SPOT_REACH);
    }
    g_string_append(out, " data-x=\"");
    canvas_append_figure(out, spot->data_x);
    g_string_append(out, "\" data-y=\"");
    canvas_append_figure(out, spot->data_y);
    g_string_append(out, "\" fill-opacity=\"0\"><title>");
    append_escaped(out, spot->title);
    g_string_append_printf(out, "</title></%s>\n", box ? "rect" : "circle");
}

static const struct canvas_ops canvas_svg_ops = {
    .polyline = svg_polyline,
    .polygon = svg_polygon,
    .rect = svg_rect,
    .rects = svg_rects,
    .dots = svg_dots,
    .text = svg_text,
    .clip_begin = svg_clip_begin,
    .clip_end = svg_clip_end,
    .group_begin = svg_group_begin,
    .group_end = svg_group_end,
    .spot = svg_spot,
};

struct canvas *
canvas_svg_new(double width, double height, struct fonts *fonts)
{
    struct canvas_svg *self = g_new0(struct canvas_svg, 1);

    self->canvas = (struct canvas){.ops = &canvas_svg_ops, .width = width, .height = height, .fonts = fonts};
    self->body = g_string_new(NULL);
    return &self->canvas;
}

void
canvas_svg_follow_page(struct canvas *canvas, const struct theme *theme)
{
    canvas_svg_from(canvas)->theme = theme;
    canvas->transparent = true;
}

void
canvas_svg_describe(struct canvas *canvas, const char *id, const char *title, const char *alt)
{
    struct canvas_svg *self = canvas_svg_from(canvas);
    GString *clean = g_string_new(NULL);

    for (const char *at = id ? id : ""; *at; at++)
        if (g_ascii_isalnum(*at) || *at == '-' || *at == '_')
            g_string_append_c(clean, *at);
    /* An XML name does not begin with a digit or a hyphen. */
    if (clean->len > 0 && !g_ascii_isalpha(clean->str[0]))
        g_string_prepend(clean, "chart-");
    g_free(self->id);
    g_free(self->title);
    g_free(self->alt);
    self->id = clean->len > 0 ? g_strdup(clean->str) : NULL;
    self->title = title && *title ? g_strdup(title) : NULL;
    self->alt = alt && *alt ? g_strdup(alt) : NULL;
    g_string_free(clean, TRUE);
}

static void
append_described(const struct canvas_svg *self, GString *out, const char *element, const char *text)
{
    if (!text)
        return;
    g_string_append_printf(out, "<%s id=\"%s-%s\">", element, svg_id(self), element);
    append_escaped(out, text);
    g_string_append_printf(out, "</%s>\n", element);
}

char *
canvas_svg_finish(struct canvas *canvas)
{
    struct canvas_svg *self = canvas_svg_from(canvas);
    GString *out = g_string_new("<svg class=\"chart\" xmlns=\"http://www.w3.org/2000/svg\"");
    const char *id = svg_id(self);

    append_attribute(out, "width", canvas->width);
    append_attribute(out, "height", canvas->height);
    g_string_append(out, " viewBox=\"0 0 ");
    canvas_append_length(out, canvas->width);
    g_string_append_c(out, ' ');
    canvas_append_length(out, canvas->height);
    g_string_append(out, "\" role=\"img\"");
    if (self->title)
        g_string_append_printf(out, " aria-labelledby=\"%s-title\"", id);
    if (self->alt)
        g_string_append_printf(out, " aria-describedby=\"%s-desc\"", id);
    g_string_append(
        out, " font-family=\"Inter, system-ui, sans-serif\" style=\"font-variant-numeric:tabular-nums\">\n");
    append_described(self, out, "title", self->title);
    append_described(self, out, "desc", self->alt);
    g_string_append_len(out, self->body->str, (gssize)self->body->len);
    g_string_append(out, "</svg>\n");
    g_string_free(self->body, TRUE);
    g_free(self->id);
    g_free(self->title);
    g_free(self->alt);
    g_free(self);
    return g_string_free(out, FALSE);
}
