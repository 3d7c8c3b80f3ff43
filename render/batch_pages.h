/* The pages of a batch's index: the template index.md filled; private to batch_index.c. */
#pragma once

#include "batch_index.h"

enum batch_page { BATCH_PAGE_MD, BATCH_PAGE_HTML };

/* Free with g_free. NULL with an error of the template. */
char *batch_page(const GPtrArray *studies, const struct batch_context *context, enum batch_page page, GError **error);
