#include "chart_labels.h"

#include "text.h"

#include <math.h>
#include <string.h>

#define WIDTH_SLACK 1.1
/* Of Inter, as a part of the font size: room above and below the baseline. */
#define ABOVE_BASELINE 0.78
#define BELOW_BASELINE 0.25
#define LABEL_MOST 500  /* characters: longer texts are cut before anything is measured */
#define EDGE_SLACK 0.05 /* points: what rounding may put a text that fits beyond the edge */

struct board {
    struct canvas *canvas;
    GArray *boxes; /* struct box */
};

struct board *
board_new(struct canvas *canvas)
{
    struct board *board = g_new0(struct board, 1);

    board->canvas = canvas;
    board->boxes = g_array_new(FALSE, FALSE, sizeof(struct box));
    return board;
}

void
board_free(struct board *board)
{
    if (!board)
        return;
    g_array_unref(board->boxes);
    g_free(board);
}

struct box
board_box(const struct board *board, const struct canvas_font *font, double x, double baseline_y,
    enum canvas_anchor anchor, const char *utf8)
{
    double width = label_width(board->canvas, font, utf8), left = x - width * (int)anchor / 2;

    return (struct box){
        left, baseline_y - ABOVE_BASELINE * font->size, left + width, baseline_y + BELOW_BASELINE * font->size};
}

bool
box_overlaps(const struct box *a, const struct box *b)
{
    return a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom;
}

bool
board_is_inside(const struct board *board, const struct box *box)
{
    return box->left >= 0 && box->top >= 0 && box->right <= board->canvas->width &&
           box->bottom <= board->canvas->height;
}

bool
board_is_free(const struct board *board, const struct box *box)
{
    if (!board_is_inside(board, box))
        return false;
    for (guint i = 0; i < board->boxes->len; i++)
        if (box_overlaps(&g_array_index(board->boxes, struct box, i), box))
            return false;
    return true;
}

bool
board_line_is_free(const struct board *board, struct point a, struct point b)
{
    for (guint i = 0; i < board->boxes->len; i++)
        if (box_crossed(&g_array_index(board->boxes, struct box, i), a, b))
            return false;
    return true;
}

void
board_take(struct board *board, const struct box *box)
{
    g_array_append_vals(board->boxes, box, 1);
}

bool
board_text(struct board *board, const struct canvas_font *font, double x, double baseline_y, enum canvas_anchor anchor,
    const char *utf8)
{
    struct box box = board_box(board, font, x, baseline_y, anchor, utf8);

    if (!*utf8 || !board_is_free(board, &box))
        return false;
    board_take(board, &box);
    board->canvas->ops->text(board->canvas, x, baseline_y, anchor, font, utf8);
    return true;
}

/* Liang and Barsky's clipping: the part of the line inside all four sides is not empty. */
bool
box_crossed(const struct box *box, struct point a, struct point b)
{
    double from = 0, to = 1;
    const double run[] = {a.x - b.x, b.x - a.x, a.y - b.y, b.y - a.y};
    const double room[] = {a.x - box->left, box->right - a.x, a.y - box->top, box->bottom - a.y};

    for (size_t i = 0; i < G_N_ELEMENTS(run); i++) {
        if (run[i] == 0) {
            if (room[i] < 0)
                return false;
            continue;
        }
        double at = room[i] / run[i];
        if (run[i] < 0)
            from = fmax(from, at);
        else
            to = fmin(to, at);
    }
    return from <= to;
}

double
label_width(struct canvas *canvas, const struct canvas_font *font, const char *utf8)
{
    return WIDTH_SLACK * fonts_text_width(canvas->fonts, font, utf8);
}

/* text_clean of at most LABEL_MOST characters. Free with g_free. */
static char *
label_clean(const char *utf8)
{
    g_autofree char *clean = text_clean(utf8, false);

    if (g_utf8_strlen(clean, -1) <= LABEL_MOST)
        return g_steal_pointer(&clean);
    g_autofree char *head = g_utf8_substring(clean, 0, LABEL_MOST);
    return g_strconcat(head, "…", NULL);
}

char *
label_fit(struct canvas *canvas, const struct canvas_font *font, const char *utf8, double width)
{
    g_autofree char *clean = label_clean(utf8);
    glong low = 0, high = g_utf8_strlen(clean, -1);

    if (label_width(canvas, font, clean) <= width)
        return g_steal_pointer(&clean);
    while (low < high) { /* the most characters that fit with the ellipsis */
        glong middle = (low + high + 1) / 2;
        g_autofree char *head = g_utf8_substring(clean, 0, middle);
        g_autofree char *cut = g_strconcat(head, "…", NULL);
        if (label_width(canvas, font, cut) <= width)
            low = middle;
        else
            high = middle - 1;
    }
    g_autofree char *head = g_utf8_substring(clean, 0, low);
    return g_strconcat(g_strchomp(head), "…", NULL);
}

char **
label_wrap(struct canvas *canvas, const struct canvas_font *font, const char *utf8, double width, size_t most)
{
    g_autofree char *clean = label_clean(utf8);
    GPtrArray *lines = g_ptr_array_new();
    char *rest = g_strstrip(clean);

    while (*rest && lines->len < most) {
        char *fits = NULL; /* the last space up to which the line fits */
        if (lines->len + 1 < most && label_width(canvas, font, rest) > width)
            for (char *space = strchr(rest, ' '); space; space = strchr(space + 1, ' ')) {
                g_autofree char *line = g_strndup(rest, (gsize)(space - rest));
                if (label_width(canvas, font, line) > width)
                    break;
                fits = space;
            }
        g_autofree char *line = fits ? g_strndup(rest, (gsize)(fits - rest)) : g_strdup(rest);
        g_ptr_array_add(lines, label_fit(canvas, font, line, width));
        rest = fits ? g_strchug(fits + 1) : rest + strlen(rest);
    }
    g_ptr_array_add(lines, NULL);
    return (char **)g_ptr_array_free(lines, FALSE);
}

/* Least squares under place[i + 1] - place[i] >= gap: with i x gap taken off it is isotonic regression, which pooling
 * adjacent violators solves (Ayer et al. 1955); clamping its result solves the bounded problem. */
void
labels_spread(double *place, size_t n, double gap, double low, double high)
{
    g_autofree double *mean = g_new(double, n + 1);
    g_autofree size_t *size = g_new(size_t, n + 1);
    size_t pools = 0, next = 0;

    if (n > 1 && (double)(n - 1) * gap > high - low)
        gap = fmax(0, (high - low) / (double)(n - 1));
    for (size_t i = 0; i < n; i++) {
        mean[pools] = place[i] - (double)i * gap;
        size[pools++] = 1;
        for (; pools > 1 && mean[pools - 2] > mean[pools - 1]; pools--) {
            double weight = (double)size[pools - 1] / (double)(size[pools - 2] + size[pools - 1]);
            mean[pools - 2] += weight * (mean[pools - 1] - mean[pools - 2]);
            size[pools - 2] += size[pools - 1];
        }
    }
    double most = n > 0 ? fmax(low, high - (double)(n - 1) * gap) : low;
    for (size_t pool = 0; pool < pools; pool++)
        for (size_t i = 0; i < size[pool]; i++, next++)
            place[next] = CLAMP(mean[pool], low, most) + (double)next * gap;
}
