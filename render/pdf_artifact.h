/* Marks what a page shows outside of all structure (running heads, rules, tints) as /Artifact, so that a reader aloud
 * passes it over: cairo 1.16 leaves such content unmarked.
 *
 *     g_autoptr(GString) marked = artifacts_mark(content, len);
 *
 * In a content stream each stretch that stands between no BDC and EMC and that paints is put between "/Artifact BMC"
 * and "EMC", apart for each text object (ISO 32000-1, 14.6.1: a pair stands wholly inside or outside of one).
 */
#pragma once

#include <glib.h>

/* The content with its marks; NULL where it is not the content of a page as cairo writes it: marks that do not pair, a
 * string left open, an inline image. */
GString *artifacts_mark(const char *content, gsize len) G_GNUC_WARN_UNUSED_RESULT;
