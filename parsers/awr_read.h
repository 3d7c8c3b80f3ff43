/* Reads Oracle AWR and Statspack reports of every form into struct awr, through one table of sections and fields.
 *
 *     g_autoptr(GPtrArray) reports = g_ptr_array_new_with_free_func((GDestroyNotify)awr_free);
 *     if (!awr_parse(stream, KIND_AWR_HTML, reports, &error)) ...
 *
 * A compare report gives two reports, first period first. A truncated file gives what it holds, with a note of level
 * warning that names what is missing. False with IOSIZER_ERROR_NO_INPUT where nothing of a report is there.
 */
#pragma once

#include "awr.h"
#include "kind.h"
#include "source.h"

bool awr_parse(struct stream *stream, enum kind kind, GPtrArray *reports, GError **error) G_GNUC_WARN_UNUSED_RESULT;
