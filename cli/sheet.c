#include "sheet.h"

#include "config.h"
#include "press.h"
#include "resource.h"
#include "writers.h"

#include <string.h>

static int64_t
date_of(const struct sheet *sheet)
{
    const char *epoch = g_getenv("SOURCE_DATE_EPOCH");
    gint64 value = 0;
    return epoch && g_ascii_string_to_signed(epoch, 10, 0, 253402300799, &value, NULL) ? value : sheet->date_unix_s;
}

static struct document *
document_of_sheet(const struct sheet *sheet, GError **error)
{
    g_autofree char *template = resource_text(sheet->template_name);
    return document_new(template, sheet->template_name, sheet->view, error);
}

static bool
add_text(struct output *output, const struct sheet *sheet, const char *ending, const char *text, GError **error)
{
    g_autofree char *name = g_strconcat(sheet->file_name, ending, NULL);
    return output_add(output, name, text, strlen(text), error);
}

static struct document_info
info_of(const struct sheet *sheet)
{
    return (struct document_info){
        .title = sheet->title, .language = "en", .generator = GENERATOR, .date_unix_s = date_of(sheet)};
}

bool
sheet_write(const struct sheet *sheet, struct output *output, unsigned formats, GError **error)
{
    struct theme theme;
    g_autoptr(Fonts) fonts = fonts_new(NULL, error);
    g_autoptr(Document) document = fonts ? document_of_sheet(sheet, error) : NULL;
    if (!document || !theme_init(&theme, NULL, NULL, error))
        return false;
    struct document_info info = info_of(sheet);
    if (formats & FORMAT_MD) {
        g_autofree char *text = markdown_write(document, &info, &theme);
        if (!add_text(output, sheet, ".md", text, error) || !press_charts(output, document, &theme, fonts, error))
            return false;
    }
    if (formats & FORMAT_HTML) {
        g_autofree char *style = resource_text("style.css");
        g_autofree char *text = html_write(document, &info, &theme, style, fonts);
        if (!add_text(output, sheet, ".html", text, error))
            return false;
    }
    if (formats & FORMAT_PDF) {
        g_autoptr(GByteArray) bytes = pdf_write(document, &info, &theme, fonts, error);
        g_autofree char *name = g_strconcat(sheet->file_name, ".pdf", NULL);
        return bytes && output_add(output, name, bytes->data, bytes->len, error);
    }
    return true;
}

char *
sheet_markdown(const struct sheet *sheet, GError **error)
{
    struct theme theme;
    g_autoptr(Document) document = document_of_sheet(sheet, error);
    if (!document || !theme_init(&theme, NULL, NULL, error))
        return NULL;
    struct document_info info = info_of(sheet);
    return markdown_write(document, &info, &theme);
}
