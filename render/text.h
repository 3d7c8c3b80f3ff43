/* Fonts and text: one private fontconfig (Inter, DejaVu Sans Mono), so that widths and glyphs are the same on every
 * machine.
 *
 *     g_autoptr(Fonts) fonts = fonts_new(NULL, &error);
 *     double width = fonts_text_width(fonts, &font, "IOPS");
 *
 * One `struct fonts` belongs to one thread.
 */
#pragma once

#include "canvas.h"

#include <pango/pangocairo.h>

struct language; /* language.h */

/* Families to name in a font description. */
#define FONTS_TEXT_FAMILY "Inter"
#define FONTS_CODE_FAMILY "DejaVu Sans Mono"

/* OpenType features. Inter's contextual alternates redraw "->" as an arrow and "8x2" with a multiplication sign: off,
 * since a report must show names as they are. Figures of tables and charts have one width. */
#define FONTS_TEXT_FEATURES "calt=0"
#define FONTS_FIGURE_FEATURES "calt=0, tnum=1"

typedef struct fonts Fonts;

/* Opens the fonts below `font_dir` (NULL: the folders of the build). NULL with IOSIZER_ERROR_OUTPUT that names the
 * package to install where a font is missing. */
struct fonts *fonts_new(const char *font_dir, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void fonts_free(struct fonts *fonts);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Fonts, fonts_free)

/* Advance width in points with tabular figures. 0 for NULL and "". */
double fonts_text_width(struct fonts *fonts, const struct canvas_font *font, const char *utf8);

/* A layout of one line as canvas text is drawn and measured: cleaned text, tabular figures. Colour is the caller's.
 * Texts with missing glyphs are counted. Free with g_object_unref. */
PangoLayout *fonts_layout(struct fonts *fonts, const struct canvas_font *font, const char *utf8);

/* A Pango context for layout in points (72 dpi, no hinting, unrounded positions). Free with g_object_unref. */
PangoContext *fonts_context(struct fonts *fonts);

/* A copy that can be laid out and stored: invalid UTF-8 and control characters become U+FFFD, line breaks and tabs
 * become a space (`keep_lines`: '\n' is kept and a tab is four spaces), bidirectional overrides, which could make a
 * name read as another, are taken out. NULL gives "". Free with g_free. */
char *text_clean(const char *utf8, bool keep_lines);

/* Characters of UTF-8; wide ones, which lines may be broken between, count twice. */
glong text_columns(const char *utf8, size_t length);

/* Opens all fonts in a folder and below, to be looked into for what the others lack. False with IOSIZER_ERROR_USAGE
 * where there is none. Before any text is laid out. */
bool fonts_add_folder(struct fonts *fonts, const char *folder, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Opens what a language's file asks for by @fonts (names of font files without their ending, by spaces; the first that
 * is found), and prefers its forms. True where it asks for none. False with IOSIZER_ERROR_OUTPUT that names the package
 * of @package where none is found. Before any text is laid out. */
bool fonts_speak(struct fonts *fonts, const struct language *language, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Counts the layout's text as one with missing glyphs, where it has such. */
void fonts_count_missing(struct fonts *fonts, PangoLayout *layout);

/* Distinct texts whose glyphs no font had, counted so far (at most 10,000). */
guint fonts_missing_glyphs(const struct fonts *fonts);

/* The signs themselves, the first ten of them in order: "U+65E5 U+672C and 3 more"; NULL: none. Free with g_free. */
char *fonts_missing_text(const struct fonts *fonts);

/* Begins to count anew. */
void fonts_forget_missing(struct fonts *fonts);

/* "Inter 3.019, DejaVu Sans Mono 2.37, DejaVu Sans 2.37": family names with versions, for the disclosure. Borrowed. */
const char *fonts_describe(const struct fonts *fonts);
