/* Head and script of a page, and the colours of both. */
#include "html_parts.h"

#include <math.h>
#include <string.h>

void
html_append_escaped(GString *out, const char *text)
{
    g_autofree char *clean = text_clean(text, false);
    for (const char *at = g_strstrip(clean); *at; at++) {
        switch (*at) {
        case '&':
            g_string_append(out, "&amp;");
            break;
        case '<':
            g_string_append(out, "&lt;");
            break;
        case '>':
            g_string_append(out, "&gt;");
            break;
        case '"':
            g_string_append(out, "&quot;");
            break;
        default:
            g_string_append_c(out, *at);
        }
    }
}

void
html_append_within(GString *out, const char *before, const char *text, const char *after)
{
    g_string_append(out, before);
    html_append_escaped(out, text);
    g_string_append(out, after);
}

/* Colours. */

/* Against the paper: of text and of the parts of a chart (WCAG 2.2, 1.4.3 and 1.4.11), with a little to spare. */
#define CONTRAST_TEXT 5.0
#define CONTRAST_SHAPE 3.2

enum { LIGHTENING_STEPS = 40 };

/* A page that is read at night: the theme's own colours, lighter where they would be hard to see. */
static const struct color night_paper = {0x12 / 255.0, 0x18 / 255.0, 0x1f / 255.0, 1},
                          night_ink = {0xe6 / 255.0, 0xea / 255.0, 0xee / 255.0, 1},
                          night_muted = {0xa3 / 255.0, 0xaf / 255.0, 0xba / 255.0, 1},
                          night_line = {0x2e / 255.0, 0x39 / 255.0, 0x44 / 255.0, 1},
                          night_band = {0x1d / 255.0, 0x28 / 255.0, 0x33 / 255.0, 1};

static double
linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4);
}

static double
luminance(const struct color *color)
{
    return 0.2126 * linear(color->red) + 0.7152 * linear(color->green) + 0.0722 * linear(color->blue);
}

/* WCAG 2.2, "contrast ratio". */
static double
contrast(const struct color *one, const struct color *other)
{
    double light = luminance(one), dark = luminance(other);
    return (fmax(light, dark) + 0.05) / (fmin(light, dark) + 0.05);
}

/* The colour, moved towards `end` until it stands out from the paper. */
static struct color
readable(const struct color *color, const struct color *paper, const struct color *end, double least)
{
    struct color seen = *color;
    for (int i = 1; i <= LIGHTENING_STEPS && contrast(&seen, paper) < least; i++) {
        double part = (double)i / LIGHTENING_STEPS;
        seen = (struct color){color->red + (end->red - color->red) * part,
            color->green + (end->green - color->green) * part, color->blue + (end->blue - color->blue) * part, 1};
    }
    return seen;
}

static void
append_color(GString *out, const char *name, const struct color *color)
{
    g_string_append_printf(out, " --%s: #%02lx%02lx%02lx;", name, lround(color->red * 255), lround(color->green * 255),
        lround(color->blue * 255));
}

static void
append_day(GString *out, const struct theme *theme)
{
    struct color link = readable(&theme->accent, &theme->paper, &theme->ink, CONTRAST_TEXT);
    const struct {
        const char *name;
        const struct color *color;
    } variables[] = {{"ink", &theme->ink}, {"muted", &theme->muted}, {"line", &theme->grid}, {"grid", &theme->grid},
        {"paper", &theme->paper}, {"accent", &theme->accent}, {"link", &link}, {"band", &theme->band},
        {"warning", &theme->bad}, {"good", &theme->good}, {"bad", &theme->bad}};
    g_string_append(out, ":root {");
    for (size_t i = 0; i < G_N_ELEMENTS(variables); i++)
        append_color(out, variables[i].name, variables[i].color);
    for (int i = 0; i < THEME_SERIES_COLORS; i++) {
        g_autofree char *name = g_strdup_printf("s%d", i + 1);
        append_color(out, name, &theme->series[i]);
    }
    g_string_append(out, " }\n");
}

static void
append_night(GString *out, const struct theme *theme)
{
    const struct {
        const char *name;
        const struct color *color;
        double contrast; /* 0: as it is */
    } variables[] = {{"ink", &night_ink, 0}, {"muted", &night_muted, 0}, {"line", &night_line, 0},
        {"grid", &night_line, 0}, {"paper", &night_paper, 0}, {"accent", &theme->accent, CONTRAST_TEXT},
        {"link", &theme->accent, CONTRAST_TEXT}, {"band", &night_band, 0}, {"warning", &theme->bad, CONTRAST_TEXT},
        {"good", &theme->good, CONTRAST_TEXT}, {"bad", &theme->bad, CONTRAST_TEXT}};
    g_string_append(out, "{ color-scheme: dark;");
    for (size_t i = 0; i < G_N_ELEMENTS(variables); i++) {
        struct color seen = readable(variables[i].color, &night_paper, &night_ink, variables[i].contrast);
        append_color(out, variables[i].name, &seen);
    }
    for (int i = 0; i < THEME_SERIES_COLORS; i++) {
        g_autofree char *name = g_strdup_printf("s%d", i + 1);
        struct color seen = readable(&theme->series[i], &night_paper, &night_ink, CONTRAST_SHAPE);
        append_color(out, name, &seen);
    }
    g_string_append(out, " }");
}

/* Paper is light whatever the screen was. */
static void
append_style(GString *out, const struct theme *theme, const char *style_sheet)
{
    g_autoptr(GString) style = g_string_new(style_sheet);
    g_string_replace(style, "</", "<\\/", 0); /* nothing in it may end the element */
    g_string_append(out, "<style>\n");
    g_string_append(out, style->str);
    append_day(out, theme);
    g_string_append(out, "@media screen and (prefers-color-scheme: dark) { :root:not([data-theme=\"light\"]) ");
    append_night(out, theme);
    g_string_append(out, " }\n@media screen { :root[data-theme=\"dark\"] ");
    append_night(out, theme);
    g_string_append(out, " }\n</style>\n");
}

/* The script. */

/* Comments of the script that hide its text from an XML parser. */
static char *
script_text(const struct document_info *info)
{
    return g_strconcat("//<![CDATA[\n", info->script, "//]]>\n", NULL);
}

/* A second wall behind the escaping: nothing is fetched, and nothing is run but what has this hash, whatever is in the
 * page. */
static void
append_policy(GString *out, const struct document_info *info)
{
    g_string_append(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                         "style-src 'unsafe-inline'; img-src data:; ");
    if (info->script) {
        g_autofree char *text = script_text(info);
        g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
        guint8 digest[32];
        gsize len = sizeof digest;
        g_checksum_update(checksum, (const guchar *)text, -1);
        g_checksum_get_digest(checksum, digest, &len);
        g_autofree char *hash = g_base64_encode(digest, len);
        g_string_append_printf(out, "script-src 'sha256-%s'; ", hash);
    }
    g_string_append(out, "base-uri 'none'; form-action 'none'\" />\n");
}

void
html_append_script(GString *out, const struct document_info *info)
{
    if (!info->script)
        return;
    g_autofree char *text = script_text(info);
    g_string_append_printf(out, "<script>%s</script>\n", text);
}

/* The head. */

static void
append_meta(GString *out, const char *name, const char *content)
{
    if (!content || !*content)
        return;
    g_string_append_printf(out, "<meta name=\"%s\" content=\"", name);
    html_append_within(out, "", content, "\" />\n");
}

void
html_append_head(GString *out, const struct document_info *info, const struct theme *theme, const char *style_sheet)
{
    html_append_within(out, "<!doctype html>\n<html lang=\"", info->language ? info->language : "en", "\">\n<head>\n");
    g_string_append(out, "<meta charset=\"utf-8\" />\n");
    append_policy(out, info);
    g_string_append(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n"
                         "<meta name=\"color-scheme\" content=\"light dark\" />\n");
    html_append_within(out, "<title>", info->title, "</title>\n");
    append_meta(out, "description", info->subject);
    append_meta(out, "author", info->author);
    append_meta(out, "generator", info->generator);
    append_style(out, theme, style_sheet);
    g_string_append(out, "</head>\n");
}
