/* A history as what templates/history.md speaks of, as text, as JSON and as a gate.
 *
 *     struct view *view = history_view_new(history, "iosizer 1.0.0");
 */
#pragma once

#include "document.h"
#include "gate.h"
#include "history.h"

/* Free with view_free. Charts: of the points, and of every rung whose level changed. */
struct view *history_view_new(const struct history *history, const char *generator);

/* Each new: free with g_free. */
char *history_text(const struct history *history);
char *history_json(const struct history *history, const char *generator);

/* A case a figure: GATE_NOT_MET where its newest level is worse than the one before. */
struct gate *history_gate(const struct history *history);
