#include "press_language.h"

#include "cli.h"
#include "error.h"
#include "resource.h"

#include <string.h>

#define FOLDER "languages/"

bool
press_language_is_file(const char *name)
{
    return g_str_has_suffix(name, ".csv") || strchr(name, G_DIR_SEPARATOR);
}

/* "de", "en", "ja". Free with g_free. */
static char *
codes_listed(void)
{
    g_autoptr(GPtrArray) codes = g_ptr_array_new_with_free_func(g_free);
    g_auto(GStrv) names = resource_names(FOLDER);
    g_ptr_array_add(codes, g_strdup("en"));
    for (char **name = names; *name; name++)
        g_ptr_array_add(codes, g_strndup(*name, strcspn(*name, ".")));
    g_ptr_array_add(codes, NULL);
    return g_strjoinv(", ", (char **)codes->pdata);
}

/* The file of a code, else of the code without its region. */
static char *
text_of_code(const char *code)
{
    for (size_t i = 0; code[i]; i++)
        if (!g_ascii_isalnum(code[i]) && code[i] != '-')
            return NULL;
    g_autofree char *bare = g_strndup(code, strcspn(code, "-"));
    const char *tried[] = {code, bare};
    for (size_t i = 0; i < G_N_ELEMENTS(tried); i++) {
        g_autofree char *name = g_strconcat(FOLDER, tried[i], ".csv", NULL);
        char *text = resource_text_if_any(name);
        if (text)
            return text;
    }
    return NULL;
}

bool
press_language(struct language **language, const char *name, GError **error)
{
    if (!name || strcmp(name, "en") == 0 || g_str_has_prefix(name, "en-")) {
        *language = language_english();
        return true;
    }
    bool is_file = press_language_is_file(name);
    g_autofree char *text = is_file ? option_text("--language", name, NULL, error) : text_of_code(name);
    if (!text && !is_file) {
        g_autofree char *codes = codes_listed();
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE,
            "no language \"%s\": there are %s; or name a .csv of your own, which --list-texts begins", name, codes);
    }
    *language = text ? language_new(text, name, error) : NULL;
    return *language != NULL;
}
