#include "text.h"

#include "config.h"
#include "error.h"
#include "language.h"

#include <fontconfig/fontconfig.h>
#include <pango/pangofc-fontmap.h>
#include <string.h>

#define FOLDER_DEPTH_MAX 4
#define MISSING_MAX 10000
#define NAMED_MAX 10 /* missing signs */
#define EXTRA_FILES_MAX 256
#define EXTRA_DESCRIBED_MAX 16
#define WAIT_MAX_MS 2000
#define WIDTH_CACHE_MAX 8192 /* texts; then the cache starts anew */

/* Pango's font map starts a thread that loads the machine's own fontconfig, which nobody can free safely. Fontconfig
 * links its blocks by offsets, so LeakSanitizer takes parts of it for lost. What fonts_new makes is freed by
 * fonts_free. */
#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define WITH_LEAK_SANITIZER 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(WITH_LEAK_SANITIZER)
const char *__lsan_default_suppressions(void);
const char *
__lsan_default_suppressions(void)
{
    return "leak:libfontconfig.so\n";
}
#endif

struct fonts {
    FcConfig *config;
    PangoFontMap *map;
    PangoContext *context; /* for measuring */
    GHashTable *width;     /* "weight size text" -> double * */
    GString *key;          /* reused for look-ups */
    char *description;
    char *language;      /* of the texts: decides between forms of one sign */
    FcCharSet *lacking;  /* signs that no font has, as far as they were met */
    GHashTable *missing; /* char *: distinct texts with a glyph that no font has */
};

/* Files by the name before ".otf" or ".ttf". Only these are opened: reading all of a package's faces takes ten times as
 * long. DejaVu Sans has scripts and signs that the other two lack. */
static const struct face {
    const char *stem, *package;
    const char *described_as; /* family in fonts_describe; NULL: one of a family named before */
} faces[] = {
    {"Inter-Regular", "fonts-inter", FONTS_TEXT_FAMILY},
    {"Inter-Italic", "fonts-inter", NULL},
    {"Inter-SemiBold", "fonts-inter", NULL},
    {"Inter-Bold", "fonts-inter", NULL},
    {"DejaVuSansMono", "fonts-dejavu-core", FONTS_CODE_FAMILY},
    {"DejaVuSans", "fonts-dejavu-core", "DejaVu Sans"},
};

/* The path of a face below a folder, or NULL. Free with g_free. */
static char *
face_path(const char *folder, const char *stem, unsigned depth)
{
    static const char *const extensions[] = {".otf", ".ttf", ".ttc"};
    for (size_t i = 0; i < G_N_ELEMENTS(extensions); i++) {
        g_autofree char *name = g_strconcat(stem, extensions[i], NULL);
        g_autofree char *path = g_build_filename(folder, name, NULL);
        if (g_file_test(path, G_FILE_TEST_IS_REGULAR))
            return g_steal_pointer(&path);
    }
    if (depth >= FOLDER_DEPTH_MAX)
        return NULL;
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    char *found = NULL;
    for (const char *name = dir ? g_dir_read_name(dir) : NULL; name && !found; name = g_dir_read_name(dir)) {
        g_autofree char *below = g_build_filename(folder, name, NULL);
        if (g_file_test(below, G_FILE_TEST_IS_DIR))
            found = face_path(below, stem, depth + 1);
    }
    return found;
}

/* Fontconfig keeps a font's revision in 65536ths: 197853 is 3.019. */
static char *
version_text(int revision)
{
    int thousandths = (int)(((gint64)revision * 1000 + 32768) / 65536);
    char *text = g_strdup_printf("%d.%03d", thousandths / 1000, thousandths % 1000);
    for (size_t len = strlen(text); text[len - 1] == '0' && text[len - 2] != '.'; len--)
        text[len - 1] = '\0';
    return text;
}

static void
describe_newest(struct fonts *fonts, const char *family, GString *description)
{
    const FcFontSet *set = FcConfigGetFonts(fonts->config, FcSetApplication);
    int revision = 0;
    if (set && set->nfont > 0)
        FcPatternGetInteger(set->fonts[set->nfont - 1], FC_FONTVERSION, 0, &revision);
    g_autofree char *version = version_text(revision);
    g_string_append_printf(description, "%s%s %s", description->len > 0 ? ", " : "", family, version);
}

static int
fonts_opened(const struct fonts *fonts)
{
    const FcFontSet *set = FcConfigGetFonts(fonts->config, FcSetApplication);
    return set ? set->nfont : 0;
}

static bool
face_open(struct fonts *fonts, const struct face *face, char **folders, GError **error)
{
    g_autofree char *path = NULL;
    for (char **folder = folders; *folder && !path; folder++)
        path = face_path(*folder, face->stem, 0);
    if (!path) {
        g_autofree char *looked_in = g_strjoinv(", ", folders);
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_OUTPUT,
            "font %s not found in %s: install the package %s (on Debian: apt-get install %s)", face->stem, looked_in,
            face->package, face->package);
        return false;
    }
    int before = fonts_opened(fonts);
    if (!FcConfigAppFontAddFile(fonts->config, (const FcChar8 *)path) || fonts_opened(fonts) == before) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_OUTPUT, "%s: not a readable font: install the package %s again",
            path, face->package);
        return false;
    }
    return true;
}

struct fonts *
fonts_new(const char *font_dir, GError **error)
{
    g_autoptr(Fonts) fonts = g_new0(struct fonts, 1);
    fonts->config = FcConfigCreate();
    /* One folder is taken whole, even with a colon in its name. */
    g_auto(GStrv) folders =
        font_dir ? g_strsplit(font_dir, "\n", 1) : g_strsplit(IOSIZER_FONT_DIRS, G_SEARCHPATH_SEPARATOR_S, -1);
    g_autoptr(GString) description = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(faces); i++) {
        if (!face_open(fonts, &faces[i], folders, error))
            return NULL;
        if (faces[i].described_as)
            describe_newest(fonts, faces[i].described_as, description);
    }
    fonts->description = g_strdup(description->str);
    fonts->map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);
    pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(fonts->map), fonts->config);
    fonts->context = fonts_context(fonts);
    fonts->width = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    fonts->missing = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    fonts->lacking = FcCharSetCreate();
    fonts->key = g_string_new(NULL);
    return g_steal_pointer(&fonts);
}

/* Whether a thread of Pango's runs. They have its name before that of what they do. */
static bool
pango_works(void)
{
    g_autoptr(GDir) tasks = g_dir_open("/proc/self/task", 0, NULL);
    for (const char *task = tasks ? g_dir_read_name(tasks) : NULL; task; task = g_dir_read_name(tasks)) {
        g_autofree char *path = g_strdup_printf("/proc/self/task/%s/comm", task), *name = NULL;
        if (g_file_get_contents(path, &name, NULL, NULL) && g_str_has_prefix(name, "[pango]"))
            return true;
    }
    return false;
}

/* Pango 1.50 sorts fonts in threads that look into the font map once more when they end, be it freed by then or not:
 * the heap of a batch was damaged so. */
static void
await_pango(void)
{
    for (unsigned i = 0; i < WAIT_MAX_MS && pango_works(); i++)
        g_usleep(1000);
}

void
fonts_free(struct fonts *fonts)
{
    if (!fonts)
        return;
    if (fonts->map)
        await_pango();
    g_clear_object(&fonts->context);
    if (fonts->map) /* Pango 1.50 never gives back the reference it takes on a configuration, unless another is set */
        pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(fonts->map), NULL);
    g_clear_object(&fonts->map);
    if (fonts->lacking)
        FcCharSetDestroy(fonts->lacking);
    if (fonts->config)
        FcConfigDestroy(fonts->config);
    g_clear_pointer(&fonts->width, g_hash_table_unref);
    g_clear_pointer(&fonts->missing, g_hash_table_unref);
    if (fonts->key)
        g_string_free(fonts->key, TRUE);
    g_free(fonts->description);
    g_free(fonts->language);
    g_free(fonts);
}

PangoContext *
fonts_context(struct fonts *fonts)
{
    PangoContext *context = pango_font_map_create_context(fonts->map);
    pango_cairo_context_set_resolution(context, 72);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    pango_cairo_context_set_font_options(context, options);
    cairo_font_options_destroy(options);
    pango_context_set_round_glyph_positions(context, FALSE);
    /* The default language comes from the environment and takes part in the choice of a fallback font. */
    pango_context_set_language(context, pango_language_from_string(fonts->language ? fonts->language : "en"));
    pango_context_set_base_dir(context, PANGO_DIRECTION_LTR);
    return context;
}

static bool
is_bidi_override(gunichar c)
{
    return (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

char *
text_clean(const char *utf8, bool keep_lines)
{
    g_autofree char *valid = g_utf8_make_valid(utf8 ? utf8 : "", -1);
    g_autoptr(GString) clean = g_string_sized_new(strlen(valid));
    for (const char *at = valid; *at; at = g_utf8_next_char(at)) {
        gunichar c = g_utf8_get_char(at);
        if (c == '\n' && keep_lines)
            g_string_append_c(clean, '\n');
        else if (c == '\t' && keep_lines)
            g_string_append(clean, "    ");
        else if (c == '\n' || c == '\t' || c == '\r' || c == 0x2028 || c == 0x2029)
            g_string_append_c(clean, ' ');
        else if (g_unichar_iscntrl(c))
            g_string_append_unichar(clean, 0xfffd);
        else if (!is_bidi_override(c))
            g_string_append_unichar(clean, c);
    }
    return g_string_free(g_steal_pointer(&clean), FALSE);
}

glong
text_columns(const char *utf8, size_t length)
{
    glong columns = 0;
    for (const char *at = utf8; at < utf8 + length; at = g_utf8_next_char(at))
        columns += g_unichar_iswide(g_utf8_get_char(at)) ? 2 : 1;
    return columns;
}

PangoLayout *
fonts_layout(struct fonts *fonts, const struct canvas_font *font, const char *utf8)
{
    PangoLayout *layout = pango_layout_new(fonts->context);
    PangoFontDescription *description = pango_font_description_new();
    pango_font_description_set_family_static(description, FONTS_TEXT_FAMILY);
    pango_font_description_set_weight(
        description, font->weight == WEIGHT_SEMIBOLD ? PANGO_WEIGHT_SEMIBOLD : PANGO_WEIGHT_NORMAL);
    pango_font_description_set_absolute_size(description, font->size * PANGO_SCALE);
    pango_layout_set_font_description(layout, description);
    pango_font_description_free(description);
    PangoAttrList *attributes = pango_attr_list_new();
    pango_attr_list_insert(attributes, pango_attr_font_features_new(FONTS_FIGURE_FEATURES));
    pango_layout_set_attributes(layout, attributes);
    pango_attr_list_unref(attributes);
    pango_layout_set_single_paragraph_mode(layout, TRUE);
    g_autofree char *clean = text_clean(utf8, false);
    pango_layout_set_text(layout, clean, -1);
    fonts_count_missing(fonts, layout);
    return layout;
}

double
fonts_text_width(struct fonts *fonts, const struct canvas_font *font, const char *utf8)
{
    if (!utf8 || !*utf8)
        return 0;
    /* The size goes into the key as thousandths of a point: printing it as a decimal would take the locale's sign. */
    g_string_printf(fonts->key, "%d %ld ", (int)font->weight, (long)(font->size * 1000));
    g_string_append(fonts->key, utf8);
    const double *known = g_hash_table_lookup(fonts->width, fonts->key->str);
    if (known)
        return *known;
    g_autoptr(PangoLayout) layout = fonts_layout(fonts, font, utf8);
    int width = 0;
    pango_layout_get_size(layout, &width, NULL);
    if (g_hash_table_size(fonts->width) >= WIDTH_CACHE_MAX)
        g_hash_table_remove_all(fonts->width);
    double *stored = g_new(double, 1);
    *stored = (double)width / PANGO_SCALE;
    g_hash_table_insert(fonts->width, g_strdup(fonts->key->str), stored);
    return *stored;
}

static gint
by_text(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Font files in a folder and below, by path. Fontconfig's own walk would look for a cache to write. */
static void
font_files_find(GPtrArray *paths, const char *folder, unsigned depth)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    for (const char *name = dir ? g_dir_read_name(dir) : NULL; name; name = g_dir_read_name(dir)) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        const char *dot = strrchr(name, '.');
        bool is_font = dot && (g_ascii_strcasecmp(dot, ".ttf") == 0 || g_ascii_strcasecmp(dot, ".otf") == 0 ||
                                  g_ascii_strcasecmp(dot, ".ttc") == 0);
        if (paths->len >= EXTRA_FILES_MAX)
            return;
        if (is_font && g_file_test(path, G_FILE_TEST_IS_REGULAR))
            g_ptr_array_add(paths, g_steal_pointer(&path));
        else if (depth < FOLDER_DEPTH_MAX && g_file_test(path, G_FILE_TEST_IS_DIR))
            font_files_find(paths, path, depth + 1);
    }
}

/* Names the fonts opened since, with their versions, for the disclosure. */
static void
describe_since(struct fonts *fonts, int before)
{
    const FcFontSet *set = FcConfigGetFonts(fonts->config, FcSetApplication);
    g_autoptr(GString) description = g_string_new(fonts->description);
    for (int i = before; i < set->nfont && i < before + EXTRA_DESCRIBED_MAX; i++) {
        FcChar8 *family = NULL;
        int revision = 0;
        FcPatternGetInteger(set->fonts[i], FC_FONTVERSION, 0, &revision);
        if (FcPatternGetString(set->fonts[i], FC_FAMILY, 0, &family) != FcResultMatch)
            continue;
        g_autofree char *version = version_text(revision);
        g_autofree char *name = text_clean((const char *)family, false);
        g_string_append_printf(description, ", %s %s", name, version);
    }
    g_free(fonts->description);
    fonts->description = g_strdup(description->str);
}

bool
fonts_add_folder(struct fonts *fonts, const char *folder, GError **error)
{
    int before = fonts_opened(fonts);
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
    font_files_find(paths, folder, 0);
    g_ptr_array_sort(paths, by_text);
    for (guint i = 0; i < paths->len; i++)
        FcConfigAppFontAddFile(fonts->config, g_ptr_array_index(paths, i));
    if (fonts_opened(fonts) == before) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE,
            "extra_fonts: no font (.ttf, .otf, .ttc) was found in %s", folder);
        return false;
    }
    describe_since(fonts, before);
    pango_fc_font_map_config_changed(PANGO_FC_FONT_MAP(fonts->map));
    return true;
}

/* A font of one weight is drawn bolder where bold is asked for. */
static const char rule_of_bold[] = "<?xml version=\"1.0\"?><fontconfig><match target=\"font\">"
                                   "<test name=\"weight\" compare=\"less_eq\"><const>medium</const></test>"
                                   "<test target=\"pattern\" name=\"weight\" compare=\"more\">"
                                   "<const>medium</const></test>"
                                   "<edit name=\"embolden\" mode=\"assign\"><bool>true</bool></edit>"
                                   "</match></fontconfig>";

bool
fonts_speak(struct fonts *fonts, const struct language *language, GError **error)
{
    const char *asked = language_fonts(language);
    if (!*asked)
        return true;
    g_auto(GStrv) stems = g_strsplit(asked, " ", -1), folders = g_strsplit(IOSIZER_LANGUAGE_FONT_DIRS, ":", -1);
    g_autofree char *path = NULL;
    for (char **stem = stems; *stem && !path; stem++)
        for (char **folder = folders; *folder && !path; folder++)
            path = **stem ? face_path(*folder, *stem, 0) : NULL;
    int before = fonts_opened(fonts);
    if (path)
        FcConfigAppFontAddFile(fonts->config, (const FcChar8 *)path);
    if (fonts_opened(fonts) == before) {
        g_autofree char *named = g_strjoinv(" nor ", stems), *looked_in = g_strjoinv(", ", folders);
        const char *package = language_package(language);
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_OUTPUT,
            "language %s: no font of its script was found (no %s in %s): install the package %s (on Debian: apt-get "
            "install %s), or name a folder with extra_fonts in a --theme",
            language_code(language), named, looked_in, package, package);
        return false;
    }
    describe_since(fonts, before);
    pango_fc_font_map_config_changed(PANGO_FC_FONT_MAP(fonts->map));
    FcConfigParseAndLoadFromMemory(fonts->config, (const FcChar8 *)rule_of_bold, FcFalse);
    fonts->language = g_strdup(language_code(language));
    pango_context_set_language(fonts->context, pango_language_from_string(fonts->language));
    return true;
}

static bool
any_font_has(const struct fonts *fonts, gunichar c)
{
    const FcFontSet *set = FcConfigGetFonts(fonts->config, FcSetApplication);
    for (int i = 0; set && i < set->nfont; i++) {
        FcCharSet *has = NULL;
        if (FcPatternGetCharSet(set->fonts[i], FC_CHARSET, 0, &has) == FcResultMatch && FcCharSetHasChar(has, c))
            return true;
    }
    return false;
}

void
fonts_count_missing(struct fonts *fonts, PangoLayout *layout)
{
    if (pango_layout_get_unknown_glyphs_count(layout) == 0 || g_hash_table_size(fonts->missing) >= MISSING_MAX)
        return;
    const char *text = pango_layout_get_text(layout);
    if (!g_hash_table_add(fonts->missing, g_strdup(text)))
        return;
    for (const char *at = text; *at; at = g_utf8_next_char(at))
        if (!g_unichar_iszerowidth(g_utf8_get_char(at)) && !any_font_has(fonts, g_utf8_get_char(at)))
            FcCharSetAddChar(fonts->lacking, g_utf8_get_char(at));
}

char *
fonts_missing_text(const struct fonts *fonts)
{
    FcChar32 map[FC_CHARSET_MAP_SIZE], next;
    g_autoptr(GString) text = g_string_new(NULL);
    guint total = FcCharSetCount(fonts->lacking), named = 0;
    for (FcChar32 base = FcCharSetFirstPage(fonts->lacking, map, &next); base != FC_CHARSET_DONE && named < NAMED_MAX;
         base = FcCharSetNextPage(fonts->lacking, map, &next))
        for (guint bit = 0; bit < 32 * FC_CHARSET_MAP_SIZE && named < NAMED_MAX; bit++)
            if (map[bit / 32] >> (bit % 32) & 1)
                g_string_append_printf(text, "%sU+%04X", named++ > 0 ? " " : "", base + bit);
    if (total > named)
        g_string_append_printf(text, " and %u more", total - named);
    return total > 0 ? g_string_free(g_steal_pointer(&text), FALSE) : NULL;
}

void
fonts_forget_missing(struct fonts *fonts)
{
    g_hash_table_remove_all(fonts->missing);
    FcCharSetDestroy(fonts->lacking);
    fonts->lacking = FcCharSetCreate();
}

guint
fonts_missing_glyphs(const struct fonts *fonts)
{
    return g_hash_table_size(fonts->missing);
}

const char *
fonts_describe(const struct fonts *fonts)
{
    return fonts->description;
}
