#include "place.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Folders above the file that may hold the concurrency: higher up, names speak of other things. */
#define FOLDERS_SEARCHED 2
#define DIGITS_MAX 6

/* Whole names that are years, not concurrencies. */
#define YEAR_MIN 1990
#define YEAR_MAX 2039

/* Words right before the digits ("qd8", "threads=64") and right after them ("32u", "128th", "8_users"). The singular
 * "user" and "session" number one of many, they do not count. */
static const char *const word_before[] = {"qd", "iodepth", "depth", "threads", "thread", "thr", "th", "users",
    "sessions", "sess", "concurrency", "conc", "clients", "vu", NULL};
static const char *const word_after[] = {
    "u", "th", "thr", "thread", "threads", "user", "users", "session", "sessions", "sess", "qd", "clients", "vu", NULL};

/* "slob_32" is a concurrency, "slob2" and "slob_2.5" are versions of the program. */
#define PROGRAM_WORD "slob"

/* A run of several under one concurrency: "run2". */
static const char *const repeat_word[] = {"run", "rep", "repeat", "iter", "pass", "try", NULL};

/* Endings and words that tell the kind of file, not the run; after the first ones a number counts rotations. */
static const char *const text_ending[] = {"log", "txt", "out", NULL};
static const char *const kind_word[] = {"iostat", "awr", "awrrpt", "fio", "vmstat", "mpstat", "sar", "slob", "log",
    "logs", "txt", "out", "html", "htm", "json", "csv", "gz", "xz", "zst", "bz2", "lst", "conf", "xml", NULL};

static bool
is_word_of(const char *const *words, const char *text, size_t len)
{
    for (; *words; words++)
        if (strlen(*words) == len && g_ascii_strncasecmp(*words, text, len) == 0)
            return true;
    return false;
}

static bool
is_separator(char c)
{
    return c == '_' || c == '-' || c == '.' || c == '=' || c == ' ';
}

/* Where the digits end. */
static size_t
digits_end(const char *name, size_t at)
{
    while (g_ascii_isdigit(name[at]))
        at++;
    return at;
}

/* Where the letters start that end right before `end`. */
static size_t
letters_start(const char *name, size_t end)
{
    while (end > 0 && g_ascii_isalpha(name[end - 1]))
        end--;
    return end;
}

static size_t
letters_end(const char *name, size_t at)
{
    while (g_ascii_isalpha(name[at]))
        at++;
    return at;
}

/* A word of the list ends right before `at`, or one separator before it. */
static bool
word_stands_before(const char *name, size_t at)
{
    bool apart = at > 0 && is_separator(name[at - 1]);
    size_t end = at - (apart ? 1 : 0), start = letters_start(name, end);
    if (is_word_of(word_before, name + start, end - start))
        return true;
    size_t after = digits_end(name, at);
    bool version = name[after] == '.' && g_ascii_isdigit(name[after + 1]);
    static const char *const program[] = {PROGRAM_WORD, NULL};
    return apart && !version && is_word_of(program, name + start, end - start);
}

/* Where the word of the list ends that stands right after the digits or one '_', '-' or '=' after them; `at` without
 * one. */
static size_t
word_after_end(const char *name, size_t at)
{
    for (size_t start = at; start <= at + 1; start++) {
        size_t end = letters_end(name, start);
        if (is_word_of(word_after, name + start, end - start) && !g_ascii_isdigit(name[end]))
            return end;
        if (name[at] == '\0' || !strchr("_-=", name[at]))
            break;
    }
    return at;
}

/* The whole name is digits. */
static bool
is_bare(const char *name)
{
    return *name != '\0' && name[digits_end(name, 0)] == '\0';
}

double
place_concurrency(const char *name, size_t *out_start, size_t *out_end)
{
    size_t len = strlen(name);
    for (size_t start = 0; start < len; start++) {
        if (!g_ascii_isdigit(name[start]) || (start > 0 && g_ascii_isdigit(name[start - 1])))
            continue;
        size_t end = digits_end(name, start);
        if (end - start > DIGITS_MAX)
            continue;
        double value = (double)g_ascii_strtoull(name + start, NULL, 10);
        bool whole = is_bare(name) && !(value >= YEAR_MIN && value <= YEAR_MAX);
        bool at_boundary = start == 0 || is_separator(name[start - 1]);
        bool told = word_stands_before(name, start) || (at_boundary && word_after_end(name, end) > end);
        if (value <= 0 || !(whole || told))
            continue;
        *out_start = start;
        *out_end = end;
        return value;
    }
    return NAN;
}

/* The file name without the words that tell its kind: "Tier2G_RW_16th.iostat.txt" -> "Tier2G_RW_16th". */
static char *
stem_of(const char *name)
{
    g_autoptr(GString) stem = g_string_new(NULL);
    bool after_ending = false;
    for (const char *at = name; *at;) {
        size_t len = strcspn(at, "._-");
        bool leads_number =
            is_word_of((const char *const[]){PROGRAM_WORD, NULL}, at, len) && at[len] && g_ascii_isdigit(at[len + 1]);
        bool rotation = after_ending && len > 0 && digits_end(at, 0) == len;
        if (!rotation && (leads_number || !is_word_of(kind_word, at, len))) {
            if (stem->len > 0)
                g_string_append_c(stem, at[-1]);
            g_string_append_len(stem, at, (gssize)len);
        }
        after_ending = is_word_of(text_ending, at, len) && at[len] == '.';
        at += len + (at[len] ? 1 : 0);
    }
    return g_string_free(g_steal_pointer(&stem), FALSE);
}

static char *
join(char *const *parts, size_t n)
{
    g_autoptr(GString) path = g_string_new(NULL);
    for (size_t i = 0; i < n; i++) {
        if (i > 0)
            g_string_append_c(path, '/');
        g_string_append(path, parts[i]);
    }
    return g_string_free(g_steal_pointer(&path), FALSE);
}

/* The words of text[0..len) without those that number a repeat and without separators at the ends. */
static char *
without_repeats(const char *text, size_t len)
{
    g_autoptr(GString) kept = g_string_new(NULL);
    for (size_t at = 0; at < len;) {
        size_t word = at;
        while (word < len && is_separator(text[word]))
            word++;
        size_t end = word;
        while (end < len && !is_separator(text[end]))
            end++;
        size_t letters = letters_end(text, word);
        bool repeat =
            letters < end && digits_end(text, letters) == end && is_word_of(repeat_word, text + word, letters - word);
        if (!repeat && end > word) {
            if (kept->len > 0)
                g_string_append_c(kept, text[word - 1]);
            g_string_append_len(kept, text + word, (gssize)(end - word));
        }
        at = end;
    }
    return g_string_free(g_steal_pointer(&kept), FALSE);
}

/* What the name says beside the concurrency at [start, end) and its word. */
static char *
label_of(const char *name, size_t start, size_t end)
{
    size_t before = start;
    if (word_stands_before(name, start)) {
        before -= is_separator(name[start - 1]) ? 1 : 0;
        before = letters_start(name, before);
    }
    size_t after = word_after_end(name, end);
    g_autofree char *left = without_repeats(name, before), *right = without_repeats(name + after, strlen(name + after));
    return g_strconcat(left, *left && *right ? "_" : "", right, NULL);
}

/* The concurrency is in `name`, `up` folders above the file's own name. */
static void
fill_place(struct place *place, char *const *part, size_t n, size_t up, const char *name, size_t start, size_t end)
{
    place->folder = join(part, n - 1 - up);
    place->label = label_of(name, start, end);
    g_autofree char *left = without_repeats(name, start), *right = without_repeats(name + end, strlen(name + end));
    place->workload_key = g_strdup_printf("%s/%s#%s", place->folder, left, right);
    g_autoptr(GString) key = g_string_new(NULL);
    g_string_printf(key, "%s/%.*s#%s/%.0f", place->folder, (int)start, name, name + end, place->concurrency);
    for (size_t i = n - up; i + 1 < n; i++) {
        g_autofree char *between = stem_of(part[i]);
        if (*between)
            g_string_append_printf(key, "/%s", between);
    }
    place->run_key = g_string_free(g_steal_pointer(&key), FALSE);
}

static struct place *
place_at(const char *path, bool with_name)
{
    struct place *place = g_new0(struct place, 1);
    g_auto(GStrv) part = g_strsplit(path, "/", -1);
    size_t n = g_strv_length(part);
    g_autofree char *stem = n > 0 ? stem_of(part[n - 1]) : g_strdup("");
    place->concurrency = NAN;
    for (size_t up = with_name ? 0 : 1; up <= FOLDERS_SEARCHED && up < n; up++) {
        const char *name = up == 0 ? stem : part[n - 1 - up];
        bool of_date = up > 0 && up + 1 < n && is_bare(name) && is_bare(part[n - 2 - up]);
        size_t start = 0, end = 0;
        double concurrency = of_date ? NAN : place_concurrency(name, &start, &end);
        if (isnan(concurrency))
            continue;
        place->concurrency = concurrency;
        place->bare = up == 0 && is_bare(name);
        fill_place(place, part, n, up, name, start, end);
        return place;
    }
    /* Files of one folder without a number are one run; runs in sibling folders are one workload. */
    place->run_key = join(part, n > 0 ? n - 1 : 0);
    place->folder = join(part, n > 1 ? n - 2 : 0);
    place->workload_key = g_strdup(place->folder);
    place->label = g_strdup("");
    return place;
}

struct place *
place_of(const char *path)
{
    return place_at(path, true);
}

struct place *
place_of_folder(const char *path)
{
    return place_at(path, false);
}

void
place_free(struct place *place)
{
    g_free(place->run_key);
    g_free(place->workload_key);
    g_free(place->folder);
    g_free(place->label);
    g_free(place);
}
