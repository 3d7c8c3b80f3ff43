/* Files inside a PDF: in the list of attachments that viewers show, and as data that the document is made of (/AF, ISO
 * 32000-2, 7.11.4 and 14.13). */
#pragma once

#include "writers.h"

#include <qpdf/qpdf-c.h>

/* Adds the info's attachments; `date` is that of the PDF ("D:..."). */
void attachments_add(qpdf_data pdf, const struct document_info *info, const char *date);
