/* Where texts go: a board that remembers which places are taken, so that no label overlaps another.
 *
 *     struct board *board = board_new(canvas);
 *     struct box box = board_box(board, &font, x, baseline, ANCHOR_START, "knee");
 *     if (board_is_free(board, &box)) board_take(board, &box);
 *     board_free(board);
 *
 * Boxes have 10% more width than measured: a reader of the SVG may see another font.
 */
#pragma once

#include "canvas.h"

struct box {
    double left, top, right, bottom;
};

struct board;

struct board *board_new(struct canvas *canvas);
void board_free(struct board *board);

/* The box of a line of text as it would be drawn. */
struct box board_box(const struct board *board, const struct canvas_font *font, double x, double baseline_y,
    enum canvas_anchor anchor, const char *utf8);

/* Inside the picture and touching no box taken. */
bool board_is_free(const struct board *board, const struct box *box);
bool board_is_inside(const struct board *board, const struct box *box);
/* Whether the line touches no box taken. */
bool board_line_is_free(const struct board *board, struct point a, struct point b);
void board_take(struct board *board, const struct box *box);

/* Draws the text and takes its box. False, and nothing is drawn, where it is empty or its place is not free: two texts
 * on one place cannot be read. */
bool board_text(struct board *board, const struct canvas_font *font, double x, double baseline_y,
    enum canvas_anchor anchor, const char *utf8);

bool box_overlaps(const struct box *a, const struct box *b);

/* Whether any of the line from a to b lies in the box. */
bool box_crossed(const struct box *box, struct point a, struct point b);

/* Width with the 10% slack. */
double label_width(struct canvas *canvas, const struct canvas_font *font, const char *utf8);

/* The text, cut with "…" where it is wider than `width` (slack included). Free with g_free. */
char *label_fit(struct canvas *canvas, const struct canvas_font *font, const char *utf8, double width);

/* The text in at most `most` lines no wider than `width`, broken at spaces, the last one cut. Free with g_strfreev. */
char **label_wrap(struct canvas *canvas, const struct canvas_font *font, const char *utf8, double width, size_t most);

/* Moves places (rising) apart to at least `gap`, within low..high, by the least sum of squared moves. With more places
 * than fit, the gap shrinks. */
void labels_spread(double *place, size_t n, double gap, double low, double high);
