#include "theme.h"

#include "error.h"

#include <string.h>

/* Every colour that a key file may set, in group [theme]. */
static const struct theme_key {
    const char *name;
    size_t offset;
    unsigned rgb;
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

static const struct theme_key *
theme_key_find(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(theme_keys); i++)
        if (strcmp(theme_keys[i].name, name) == 0)
            return &theme_keys[i];
    return NULL;
}

static bool
theme_read(struct theme *theme, GKeyFile *file, GError **error)
{
    g_auto(GStrv) names = g_key_file_get_keys(file, "theme", NULL, NULL);

    if (!names) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "theme: a group [theme] was expected, none was found");
        return false;
    }
    for (char **name = names; *name; name++) {
        const struct theme_key *key = theme_key_find(*name);
        g_autofree char *value = g_key_file_get_value(file, "theme", *name, NULL);
        if (!key) {
            g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE,
                "theme: unknown key \"%s\" (ink, muted, grid, paper, accent, band, good, bad, series1 to series8)",
                *name);
            return false;
        }
        if (!color_parse(theme_color(theme, key), value ? g_strstrip(value) : "")) {
            g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE,
                "theme: %s = \"%s\": a colour \"#rrggbb\" was expected", *name, value ? value : "");
            return false;
        }
    }
    return true;
}

bool
theme_init(struct theme *theme, const char *key_file_text, const char *accent, GError **error)
{
    for (size_t i = 0; i < G_N_ELEMENTS(theme_keys); i++)
        *theme_color(theme, &theme_keys[i]) = color_from_rgb(theme_keys[i].rgb);
    if (key_file_text) {
        g_autoptr(GKeyFile) file = g_key_file_new();
        g_autoptr(GError) fault = NULL;
        if (!g_key_file_load_from_data(file, key_file_text, strlen(key_file_text), G_KEY_FILE_NONE, &fault)) {
            g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "theme: not a key file: %s", fault->message);
            return false;
        }
        if (!theme_read(theme, file, error))
            return false;
    }
    if (accent && !color_parse(&theme->accent, accent)) {
        g_set_error(
            error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "accent \"%s\": a colour \"#rrggbb\" was expected", accent);
        return false;
    }
    return true;
}
