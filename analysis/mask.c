#include "mask_private.h"

#include "error.h"
#include "note.h"

#include <string.h>

/* Shorter words of a name are in any text by chance. */
enum { SECRET_CHARACTERS_MIN = 4 };

#define UNKNOWN_WORD "masked"

/* What a system writes into messages, kernel names and mount options, beside the words of the program's own texts. */
static const char *const system_words[] = {"no", "such", "file", "or", "directory", "permission", "denied", "input",
    "output", "error", "is", "a", "failed", "to", "open", "not", "device", "space", "left", "on", "too", "many",
    "links", "levels", "symbolic", "el", "uek", "x86", "aarch", "amd", "arm", "generic", "azure", "aws", "gcp",
    "oracle", "fc", "smp", "rt", "lowlatency", "default", "cloud", "virtual", "kvm", "debug", "amzn", "deb", "bpo",
    "lts", "hwe", "rc", "ppc", "le", "pve", UNKNOWN_WORD};

static void
known_name_free(void *data)
{
    struct known_name *known = data;
    g_free(known->text);
    g_free(known->mask);
    g_free(known);
}

static void
known_names_free(void *data)
{
    struct known_names *names = data;
    g_hash_table_unref(names->by_text);
    g_array_unref(names->lengths);
    g_free(names);
}

static struct known_names *
known_names_new(void)
{
    struct known_names *names = g_new(struct known_names, 1);
    names->by_text = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, known_name_free);
    names->lengths = g_array_new(FALSE, FALSE, sizeof(size_t));
    return names;
}

struct mask *
mask_new(const char *vocabulary)
{
    struct mask *mask = g_new0(struct mask, 1);
    mask->issued = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    mask->known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, known_names_free);
    mask->vocabulary = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    mask->secret = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    mask->neutral = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    mask_keep(mask, vocabulary);
    for (size_t i = 0; i < G_N_ELEMENTS(system_words); i++)
        mask_keep(mask, system_words[i]);
    return mask;
}

void
mask_free(struct mask *mask)
{
    if (!mask)
        return;
    g_hash_table_unref(mask->issued);
    g_hash_table_unref(mask->known);
    g_hash_table_unref(mask->vocabulary);
    g_hash_table_unref(mask->secret);
    g_hash_table_unref(mask->neutral);
    g_free(mask);
}

/* Words: runs of letters and digits. Everything else parts them, `_` and bytes that are no UTF-8 too. */

static size_t
word_character(const char *at, const char *end)
{
    if ((unsigned char)*at < 0x80)
        return g_ascii_isalnum(*at) ? 1 : 0;
    gunichar c = g_utf8_get_char_validated(at, end - at);
    if (c == (gunichar)-1 || c == (gunichar)-2 || !g_unichar_isalnum(c))
        return 0;
    return (size_t)(g_utf8_next_char(at) - at);
}

char *
mask_next_word(const char **at, const char *end, const char **out_start)
{
    size_t len = 0;
    while (*at < end && (len = word_character(*at, end)) == 0)
        ++*at;
    if (*at >= end)
        return NULL;
    *out_start = *at;
    for (; *at < end && (len = word_character(*at, end)) > 0; *at += len)
        ;
    return g_utf8_strdown(*out_start, *at - *out_start);
}

static void
add_words(GHashTable *words, const char *text)
{
    const char *at = text, *start, *end = text + strlen(text);
    for (char *word; (word = mask_next_word(&at, end, &start));)
        g_hash_table_add(words, word);
}

void
mask_keep(struct mask *mask, const char *text)
{
    if (text)
        add_words(mask->vocabulary, text);
}

static bool
is_digits(const char *word)
{
    return word[strspn(word, "0123456789")] == '\0';
}

/* Known names. */

static void
add_length(GArray *lengths, size_t len)
{
    guint at = 0;
    while (at < lengths->len && g_array_index(lengths, size_t, at) > len)
        at++;
    if (at == lengths->len || g_array_index(lengths, size_t, at) != len)
        g_array_insert_val(lengths, at, len);
}

static void
learn_secrets(struct mask *mask, const char *name)
{
    const char *at = name, *start, *end = name + strlen(name);
    for (char *word; (word = mask_next_word(&at, end, &start));) {
        if (g_utf8_strlen(word, -1) >= SECRET_CHARACTERS_MIN && !is_digits(word) && !mask_word_is_standard(word))
            g_hash_table_add(mask->secret, word);
        else
            g_free(word);
    }
}

void
mask_learn(struct mask *mask, const char *name, const char *neutral, bool is_secret)
{
    const char *at = name, *start = name;
    g_autofree char *first = mask_next_word(&at, name + strlen(name), &start);
    /* A name that is a mere number: replacing it would change figures. */
    if (!first || strcmp(name, neutral) == 0 || is_digits(name))
        return;
    add_words(mask->neutral, neutral);
    if (is_secret)
        learn_secrets(mask, name);
    struct known_names *names = g_hash_table_lookup(mask->known, first);
    if (!names) {
        names = known_names_new();
        g_hash_table_insert(mask->known, g_strdup(first), names);
    }
    char *lower = g_ascii_strdown(start, -1);
    if (g_hash_table_contains(names->by_text, lower)) {
        g_free(lower);
        return;
    }
    struct known_name *known = g_new(struct known_name, 1);
    add_length(names->lengths, strlen(start));
    while (start > name && *neutral == '/')
        neutral++;
    *known = (struct known_name){g_strdup(start), g_strdup(neutral)};
    g_hash_table_insert(names->by_text, lower, known);
}

const struct known_name *
mask_known_at(const struct mask *mask, const char *text, const char *end)
{
    const char *at = text, *start;
    g_autofree char *first = mask_next_word(&at, end, &start);
    const struct known_names *names = first ? g_hash_table_lookup(mask->known, first) : NULL;
    for (guint i = 0; names && i < names->lengths->len; i++) {
        size_t len = g_array_index(names->lengths, size_t, i);
        if (len > (size_t)(end - text))
            continue;
        g_autofree char *lower = g_ascii_strdown(text, (gssize)len);
        const struct known_name *known = g_hash_table_lookup(names->by_text, lower);
        if (known && (text + len == end || word_character(text + len, end) == 0 ||
                         word_character(known->text + len - 1, known->text + len) == 0))
            return known;
    }
    return NULL;
}

char *
mask_issue(
    struct mask *mask, const char *family, const char *name, const char *prefix, guint *count, const char *suffix)
{
    g_autofree char *lower = g_utf8_strdown(name, -1), *key = g_strdup_printf("%s/%s", family, lower);
    const char *issued = g_hash_table_lookup(mask->issued, key);
    if (!issued) {
        char *made = g_strdup_printf("%s%u%s", prefix, ++*count, suffix);
        g_hash_table_insert(mask->issued, g_steal_pointer(&key), made);
        mask_learn(mask, name, made, true);
        issued = made;
    }
    return g_strdup(issued);
}

/* Free text. */

/* Letters between digits: "12th", "8KiB", "x86". */
static bool
word_stays(const struct mask *mask, const char *word)
{
    if (g_hash_table_contains(mask->vocabulary, word) || g_hash_table_contains(mask->neutral, word))
        return true;
    for (const char *at = word; *at;) {
        size_t digits = strspn(at, "0123456789"), letters = strcspn(at + digits, "0123456789");
        g_autofree char *part = g_strndup(at + digits, letters);
        if (letters > 1 && !g_hash_table_contains(mask->vocabulary, part))
            return false;
        at += digits + letters;
    }
    return true;
}

/* Oracle's releases have the form of addresses: 11.2.0.4, 19.8.0.0. Behind "=" or "@" stands a host. */
static bool
is_release(const unsigned part[4], char before)
{
    return part[0] >= 9 && part[0] <= 26 && part[2] == 0 && part[1] <= 30 && before != '=' && before != '@';
}

/* The bytes of an IPv4 address that starts here; 0: none. Its numbers would stay in free text as numbers do. */
static size_t
address_at(const char *text, const char *start)
{
    unsigned part[4];
    const char *at = start;
    if (start > text && (start[-1] == '.' || start[-1] == '-'))
        return 0;
    for (int i = 0; i < 4; i++) {
        size_t digits = strspn(at, "0123456789");
        if (digits == 0 || digits > 3 || (i < 3 && at[digits] != '.'))
            return 0;
        part[i] = (unsigned)g_ascii_strtoull(at, NULL, 10);
        if (part[i] > 255)
            return 0;
        at += digits + (i < 3 ? 1 : 0);
    }
    if (g_ascii_isalnum(*at) || (*at == '.' && g_ascii_isdigit(at[1])))
        return 0;
    return is_release(part, start > text ? start[-1] : ' ') ? 0 : (size_t)(at - start);
}

char *
mask_text(struct mask *mask, const char *text)
{
    if (!text)
        return NULL;
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    const char *at = valid, *end = valid + strlen(valid), *written = valid, *start;
    GString *out = g_string_new(NULL);
    for (char *word; (word = mask_next_word(&at, end, &start)); g_free(word)) {
        g_string_append_len(out, written, start - written);
        const struct known_name *known = mask_known_at(mask, start, end);
        size_t address = known ? 0 : address_at(valid, start);
        if (known) {
            g_string_append(out, known->mask);
            at = start + strlen(known->text);
        } else if (address > 0) {
            g_autofree char *name = g_strndup(start, address), *neutral = mask_name(mask, MASK_ADDRESS, name);
            g_string_append(out, neutral);
            at = start + address;
        } else if (word_stays(mask, word)) {
            g_string_append_len(out, start, at - start);
        } else {
            g_string_append(out, UNKNOWN_WORD);
        }
        written = at;
    }
    g_string_append(out, written);
    return g_string_free(out, FALSE);
}

void
mask_error(struct mask *mask, GError *error)
{
    if (!mask || !error)
        return;
    char *message = mask_text(mask, error->message);
    g_free(error->message);
    error->message = message;
}

/* The last look. */

bool
mask_check(const struct mask *mask, const char *output, const void *bytes, size_t len, GError **error)
{
    const char *text = bytes, *at = text, *end = text + len, *start;
    uint64_t line = 1;
    for (char *word; (word = mask_next_word(&at, end, &start)); g_free(word)) {
        if (!g_hash_table_contains(mask->secret, word) || g_hash_table_contains(mask->vocabulary, word) ||
            g_hash_table_contains(mask->neutral, word))
            continue;
        for (const char *newline = text; newline < start; newline++)
            line += *newline == '\n' ? 1 : 0;
        g_free(word);
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_INTERNAL,
            "%s:%" G_GUINT64_FORMAT
            ": a name that --mask hides is still in it; nothing was written: please report this",
            output, line);
        return false;
    }
    return true;
}
