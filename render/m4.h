/* Reduction of a long line to what a print can show: of each column of the picture the first, lowest, highest and last
 * point, in their order. No peak is lost, and drawn at that resolution the line is the same (M4: Jugel, Jerzak,
 * Hackenbroich, Markl, PVLDB 7(10) 2014).
 *
 *     g_autoptr(GArray) line = m4_reduce(points, n, 0.5);
 */
#pragma once

#include "canvas.h"

/* Points in canvas units. A point with NAN in it breaks the line; breaks are kept, each as one point of NANs between
 * two runs. Where x falls anywhere, or column_width is 0, the points are given back as they are (with breaks made one).
 * Free with g_array_unref. */
GArray *m4_reduce(const struct point *point, size_t n, double column_width);
