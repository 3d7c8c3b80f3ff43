#include "theme.h"

#include "error.h"
#include "nearest.h"

#include <string.h>

enum theme_kind { THEME_COLOR, THEME_PAGE_SIZE, THEME_FOLDER };

/* Every key of a theme, in group [theme]. */
static const struct theme_key {
    const char *name;
    size_t offset; /* of a colour */
    unsigned rgb;
    enum theme_kind kind;
} theme_keys[] = {
    {"ink", offsetof(struct theme, ink), 0x1b2733},
    {"muted", offsetof(struct theme, muted), 0x5a6671},
    {"grid", offsetof(struct theme, grid), 0xe1e5e9},
    {"paper", offsetof(struct theme, paper), 0xffffff},
    {"accent", offsetof(struct theme, accent), 0x0072b2},
    {"band", offsetof(struct theme, band), 0xe9eff5},
    {"good", offsetof(struct theme, good), 0x00775a},
    {"bad", offsetof(struct theme, bad), 0xb84a00},
    /* Blue and orange first: of the eight they differ most in grey print. */
    {"series1", offsetof(struct theme, series[0]), 0x0072b2},
    {"series2", offsetof(struct theme, series[1]), 0xe69f00},
    {"series3", offsetof(struct theme, series[2]), 0x009e73},
    {"series4", offsetof(struct theme, series[3]), 0xd55e00},
    {"series5", offsetof(struct theme, series[4]), 0x56b4e9},
    {"series6", offsetof(struct theme, series[5]), 0xcc79a7},
    {"series7", offsetof(struct theme, series[6]), 0x4d4d4d},
    {"series8", offsetof(struct theme, series[7]), 0xf0e442},
    {"paper_size", 0, 0, THEME_PAGE_SIZE},
    {"extra_fonts", 0, 0, THEME_FOLDER},
};

static struct color *
theme_color(struct theme *theme, const struct theme_key *key)
{
    return (struct color *)(void *)((char *)theme + key->offset);
}

static struct color
color_from_rgb(unsigned rgb)
{
    return (struct color){(rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0, 1};
}

/* "#rrggbb" and nothing else. */
static bool
color_parse(struct color *out, const char *text)
{
    unsigned rgb = 0;

    if (strlen(text) != 7 || text[0] != '#')
        return false;
    for (const char *at = text + 1; *at; at++) {
        if (!g_ascii_isxdigit(*at))
            return false;
        rgb = rgb << 4 | (unsigned)g_ascii_xdigit_value(*at);
    }
    *out = color_from_rgb(rgb);
    return true;
}

static const char *const page_size_names[] = {[PAGE_A4] = "a4", [PAGE_LETTER] = "letter"};

bool
page_size_parse(enum page_size *out, const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(page_size_names); i++)
        if (g_ascii_strcasecmp(page_size_names[i], name) == 0) {
            *out = (enum page_size)i;
            return true;
        }
    return false;
}

static bool
color_read(struct theme *theme, const struct theme_key *key, const char *value)
{
    return color_parse(theme_color(theme, key), value);
}

static bool
page_size_read(struct theme *theme, const struct theme_key *key, const char *value)
{
    return page_size_parse(&theme->page_size, value);
}

static bool
extra_fonts_read(struct theme *theme, const struct theme_key *key, const char *value)
{
    return *value && g_strlcpy(theme->extra_fonts, value, sizeof theme->extra_fonts) < sizeof theme->extra_fonts;
}

/* How each kind of value is read, and what is expected where it cannot be. */
static const struct {
    bool (*read)(struct theme *theme, const struct theme_key *key, const char *value);
    const char *expected;
} kinds[] = {
    [THEME_COLOR] = {color_read, "a colour \"#rrggbb\" was expected"},
    [THEME_PAGE_SIZE] = {page_size_read, "a4 or letter was expected"},
    [THEME_FOLDER] = {extra_fonts_read, "the path of a folder was expected"},
};

static const struct theme_key *
theme_key_find(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(theme_keys); i++)
        if (strcmp(theme_keys[i].name, name) == 0)
            return &theme_keys[i];
    return NULL;
}

/* The line on which a key stands: "key =", from 1. */
static unsigned
line_of(const char *text, const char *name)
{
    unsigned line = 1;
    for (const char *at = text; at; line++) {
        at += strspn(at, " \t");
        size_t length = strlen(name);
        if (strncmp(at, name, length) == 0 && strchr("= \t", at[length]) && at[length])
            return line;
        at = strchr(at, '\n');
        at = at ? at + 1 : NULL;
    }
    return 1;
}

static bool
theme_read(struct theme *theme, GKeyFile *file, const char *text, const char *path, GError **error)
{
    g_auto(GStrv) names = g_key_file_get_keys(file, "theme", NULL, NULL);

    if (!names) {
        g_set_error(
            error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "%s: a group [theme] was expected, none was found", path);
        return false;
    }
    for (char **name = names; *name; name++) {
        const struct theme_key *key = theme_key_find(*name);
        g_autofree char *value = g_key_file_get_value(file, "theme", *name, NULL);
        if (!key) {
            g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE,
                "%s:%u: unknown key \"%.60s\"; nearest known: \"%s\"", path, line_of(text, *name), *name,
                nearest_name(theme_keys, G_N_ELEMENTS(theme_keys), sizeof theme_keys[0], *name));
            return false;
        }
        if (!kinds[key->kind].read(theme, key, value ? g_strstrip(value) : "")) {
            g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "%s:%u: %s = \"%.60s\": %s", path,
                line_of(text, *name), *name, value ? value : "", kinds[key->kind].expected);
            return false;
        }
    }
    return true;
}

bool
theme_init_from(struct theme *theme, const char *key_file_text, const char *path, const char *accent, GError **error)
{
    memset(theme, 0, sizeof *theme);
    for (size_t i = 0; i < G_N_ELEMENTS(theme_keys); i++)
        if (theme_keys[i].kind == THEME_COLOR)
            *theme_color(theme, &theme_keys[i]) = color_from_rgb(theme_keys[i].rgb);
    if (key_file_text) {
        g_autoptr(GKeyFile) file = g_key_file_new();
        g_autoptr(GError) fault = NULL;
        if (!g_key_file_load_from_data(file, key_file_text, strlen(key_file_text), G_KEY_FILE_NONE, &fault)) {
            g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE,
                "%s: [theme] and lines of key = value were expected, it is not a key file: %s", path, fault->message);
            return false;
        }
        if (!theme_read(theme, file, key_file_text, path, error))
            return false;
    }
    if (accent && !color_parse(&theme->accent, accent)) {
        g_set_error(
            error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "accent \"%s\": a colour \"#rrggbb\" was expected", accent);
        return false;
    }
    return true;
}

bool
theme_init(struct theme *theme, const char *key_file_text, const char *accent, GError **error)
{
    return theme_init_from(theme, key_file_text, "theme", accent, error);
}
