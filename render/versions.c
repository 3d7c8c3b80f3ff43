#include "versions.h"

#include <archive.h>
#include <cairo.h>
#include <cmark.h>
#include <csv.h>
#include <fontconfig/fontconfig.h>
#include <glib.h>
#include <jansson.h>
#include <libxml/xmlversion.h>
#include <pango/pango.h>
#include <qpdf/qpdf-c.h>

char *
versions_describe(void)
{
    int font = FcGetVersion();
    return g_strdup_printf(
        "GLib %u.%u.%u, libxml2 " LIBXML_DOTTED_VERSION
        ", libcsv %d.%d.%d, %s, cairo %s, Pango %s, fontconfig %d.%d.%d, cmark %s, jansson %s, qpdf %s",
        glib_major_version, glib_minor_version, glib_micro_version, CSV_MAJOR, CSV_MINOR, CSV_RELEASE,
        archive_version_string(), cairo_version_string(), pango_version_string(), font / 10000, font / 100 % 100,
        font % 100, cmark_version_string(), jansson_version_str(), qpdf_get_qpdf_version());
}
