#include "press.h"

#include "cli.h"
#include "config.h"
#include "names.h"
#include "press_language.h"
#include "resource.h"
#include "results.h"
#include "template.h"
#include "versions.h"
#include "writers.h"

#include <stdlib.h>
#include <string.h>

/* The date that documents carry: SOURCE_DATE_EPOCH where it is set, else the newest stamp of the inputs, never the
 * clock. */
static int64_t
document_date(const struct findings *findings)
{
    const char *epoch = g_getenv("SOURCE_DATE_EPOCH");
    gint64 value = 0;
    if (epoch && g_ascii_string_to_signed(epoch, 10, 0, 253402300799, &value, NULL))
        return value;
    return findings->date_s == CAPTURE_NO_TIME ? 0 : findings->date_s;
}

static bool
add_text(struct output *output, const char *name, const char *text, GError **error)
{
    return output_add(output, name, text, strlen(text), error);
}

bool
press_charts(struct output *output, const struct document *document, const struct theme *theme, struct fonts *fonts,
    GError **error)
{
    for (guint i = 0; i < document->blocks->len; i++) {
        const struct block *block = g_ptr_array_index(document->blocks, i);
        if (block->kind != BLOCK_CHART)
            continue;
        g_autofree char *svg = chart_svg(block->chart, theme, fonts);
        g_autofree char *name = g_strdup_printf("charts/%s.svg", block->chart->id);
        if (!add_text(output, name, svg, error))
            return false;
    }
    return true;
}

void
press_release(struct press *press)
{
    g_clear_pointer(&press->view, view_free);
    g_clear_pointer(&press->logo, logo_free);
    g_clear_pointer(&press->fonts, fonts_free);
    g_clear_pointer(&press->language, language_free);
}

/* A file that study.ini names: below the folder that study.ini is in, since it may come with files of somebody else.
 * Free with g_free. */
static char *
beside_study(const struct study_ini *ini, const char *key, const char *name, GError **error)
{
    g_autofree char *folder = g_path_get_dirname(ini->path), *path = g_build_filename(folder, name, NULL);
    g_autofree char *real_folder = realpath(folder, NULL), *real_path = realpath(path, NULL);
    if (!real_path || !real_folder) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "%s: %s = %s: no such file below %s", ini->path, key,
            name, folder);
        return NULL;
    }
    size_t length = strlen(real_folder);
    if (g_path_is_absolute(name) || strncmp(real_path, real_folder, length) != 0 ||
        (real_path[length] != G_DIR_SEPARATOR && length > 1)) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE,
            "%s: %s = %s: a file in the folder of study.ini or below was expected", ini->path, key, name);
        return NULL;
    }
    return g_steal_pointer(&path);
}

static bool
load_theme(struct press *press, GError **error)
{
    const char *path = press->own->theme_path;
    const struct study_ini *ini = press->findings->study->ini;
    g_autofree char *text = path ? option_text("--theme", path, NULL, error) : NULL;
    if ((path && !text) ||
        !theme_init_from(&press->theme, text, path ? path : "theme", ini ? ini->accent : NULL, error))
        return false;
    const char *paper = press->own->paper ? press->own->paper : ini ? ini->paper : NULL;
    if (paper && !page_size_parse(&press->theme.page_size, paper)) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "--paper must be a4 or letter, not \"%s\"", paper);
        return false;
    }
    if (!*press->theme.extra_fonts)
        return true;
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *fonts = g_path_is_absolute(press->theme.extra_fonts)
                                 ? g_strdup(press->theme.extra_fonts)
                                 : g_build_filename(folder, press->theme.extra_fonts, NULL);
    return fonts_add_folder(press->fonts, fonts, error);
}

static bool
load_logo(struct press *press, GError **error)
{
    const struct study_ini *ini = press->findings->study->ini;
    if (!ini || !ini->logo)
        return true;
    g_autofree char *path = beside_study(ini, "logo", ini->logo, error);
    press->logo = path ? logo_load(path, error) : NULL;
    return press->logo != NULL;
}

/* The option's, else that of study.ini, whose files are beside it. */
static bool
load_language(struct press *press, GError **error)
{
    const struct study_ini *ini = press->findings->study->ini;
    const char *typed = press->own->language, *named = ini ? ini->language : NULL;
    bool is_beside = !typed && named && press_language_is_file(named);
    g_autofree char *path = is_beside ? beside_study(ini, "language", named, error) : g_strdup(typed ? typed : named);
    if ((is_beside && !path) || !press_language(&press->language, path, error))
        return false;
    return *press->theme.extra_fonts || fonts_speak(press->fonts, press->language, error);
}

/* The code of the documents: that of the file, or a name of English such as en-GB. */
static const char *
document_language(const struct press *press)
{
    const struct study_ini *ini = press->findings->study->ini;
    const char *name = press->own->language ? press->own->language : ini ? ini->language : NULL;
    return name && g_str_has_prefix(name, "en-") ? name : language_code(press->language);
}

bool
press_init(struct press *press, const struct findings *findings, const struct press_options *own, const char *typed,
    GError **error)
{
    *press = (struct press){.mask = press->mask, .findings = findings, .own = own, .fonts = fonts_new(NULL, error)};
    if (!press->fonts || !load_theme(press, error) || !load_language(press, error) || !load_logo(press, error))
        return false;
    g_autofree char *libraries = versions_describe();
    struct report_context context = {.language = press->language,
        .generator = GENERATOR,
        .fonts = fonts_describe(press->fonts),
        .libraries = libraries,
        .options = typed};
    press->view = findings_view_new(findings, &context);
    return true;
}

static struct document_info
document_info_of(const struct press *press)
{
    const struct study_ini *ini = press->findings->study->ini;
    return (struct document_info){
        .title = findings_title(press->findings, press->language),
        .author = ini ? ini->author : NULL,
        .customer = ini ? ini->customer : NULL,
        .logo = press->logo,
        .language = document_language(press),
        .words = press->language,
        .generator = GENERATOR,
        .banner = ini ? ini->notice : NULL,
        .date_unix_s = document_date(press->findings),
    };
}

static bool
write_documents(
    struct output *output, struct press *press, const struct document *document, unsigned formats, GError **error)
{
    g_autofree char *subject = findings_subject(press->findings, press->language), *style = resource_text("style.css"),
                    *script = resource_text("report.js");
    struct document_info info = document_info_of(press);
    info.subject = subject;
    info.script = script;
    if (formats & FORMAT_MD) {
        g_autofree char *text = markdown_write(document, &info, &press->theme);
        if (!add_text(output, "report.md", text, error) ||
            !press_charts(output, document, &press->theme, press->fonts, error))
            return false;
    }
    if (formats & FORMAT_HTML) {
        g_autofree char *text = html_write(document, &info, &press->theme, style, press->fonts);
        if (!add_text(output, "report.html", text, error))
            return false;
    }
    if (formats & FORMAT_PDF) {
        g_autofree char *results = results_json(press->findings, GENERATOR);
        const struct attachment attachment = {.name = "results.json",
            .mime = "application/json",
            .description = language_text(press->language, "Every figure of this report"),
            .bytes = results,
            .len = strlen(results)};
        info.attachment = &attachment;
        info.attachment_count = 1;
        g_autoptr(GByteArray) bytes = pdf_write(document, &info, &press->theme, press->fonts, error);
        return bytes && output_add(output, "report.pdf", bytes->data, bytes->len, error);
    }
    return true;
}

/* A PDF cannot be searched: its text is looked at as Markdown. Words of the user's own template are no secrets. */
static bool
mask_allows(const struct press *press, const char *text_of_template, const struct document *document, GError **error)
{
    if (!press->mask)
        return true;
    const struct document_info info = {.title = findings_title(press->findings, press->language)};
    g_autofree char *text = markdown_write(document, &info, &press->theme);
    if (press->own->template_path)
        mask_keep(press->mask, text_of_template);
    return mask_check(press->mask, "the document", text, strlen(text), error);
}

/* A template compiled in goes by its bare name. */
static bool
is_bare(const char *name)
{
    return !strpbrk(name, "./");
}

/* The template asked for: a path, a bare name, or NULL for the one of a report. False: study.ini names one that cannot
 * be had. */
static bool
template_choose(char **out, const struct press *press, GError **error)
{
    const struct study_ini *ini = press->findings->study->ini;
    const char *typed = press->own->template_path, *named = ini ? ini->template : NULL;
    bool is_path = !typed && named && !is_bare(named);
    *out = is_path ? beside_study(ini, "template", named, error) : g_strdup(typed ? typed : named);
    return !is_path || *out;
}

/* The template's text: the user's own file, or one compiled in. */
static char *
template_text(struct template_source *source, const char *path, GError **error)
{
    static const char *const compiled_in[] = {"study", "ci", NULL};
    const char *name = path ? path : "study";
    g_autofree char *inside = g_strconcat(name, ".md", NULL);
    source->name = path ? path : "study.md";
    if (g_strv_contains(compiled_in, name))
        return resource_text(inside);
    if (!is_bare(path) || g_file_test(path, G_FILE_TEST_EXISTS))
        return option_text("--template", path, NULL, error);
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE,
        "--template %s: there is no such file, and the templates compiled in are study and ci", path);
    return NULL;
}

/* The template of the report, filled. `names` is the caller's to keep. */
static struct document *
fill_template(struct press *press, const struct names *names, char **text, GError **error)
{
    g_autofree char *path = NULL;
    if (!template_choose(&path, press, error))
        return NULL;
    struct template_source source = {.names = names, .language = press->language};
    *text = template_text(&source, path, error);
    g_autofree char *folder = path && !is_bare(path) ? g_path_get_dirname(path) : NULL;
    source.text = *text;
    source.folder = folder;
    return *text ? document_of(&source, press->view, error) : NULL;
}

bool
press_documents(struct press *press, struct output *output, unsigned formats, GError **error)
{
    g_autoptr(Names) names = names_new();
    g_autofree char *text = NULL;
    g_autoptr(Document) document = fill_template(press, names, &text, error);
    return document && mask_allows(press, text, document, error) &&
           write_documents(output, press, document, formats, error);
}

char *
press_texts(struct press *press, GError **error)
{
    g_autoptr(Names) names = names_new();
    g_autofree char *text = NULL;
    g_autoptr(Document) document = fill_template(press, names, &text, error);
    if (!document)
        return NULL;
    struct document_info info = document_info_of(press);
    g_autofree char *style = resource_text("style.css"), *script = resource_text("report.js");
    info.script = script;
    /* Written for the texts that the writers ask for. */
    g_free(markdown_write(document, &info, &press->theme));
    g_free(html_write(document, &info, &press->theme, style, press->fonts));
    g_autoptr(GByteArray) pdf = pdf_write(document, &info, &press->theme, press->fonts, error);
    return pdf ? language_used(press->language) : NULL;
}
