#include "db_size.h"

#include <string.h>

#define BYTES_PER_GIB 1073741824.0

const char *
db_size_source_name(enum db_size_source source)
{
    static const char *const name[] = {[DB_SIZE_UNKNOWN] = "unknown",
        [DB_SIZE_TYPED] = "typed",
        [DB_SIZE_TABLESPACES] = "tablespaces",
        [DB_SIZE_ASM] = "asm"};
    return name[source];
}

void
db_size_release(struct db_size *size)
{
    g_clear_pointer(&size->path, g_free);
}

double
db_size_copies(const char *redundancy)
{
    static const struct {
        const char *begin;
        double copies;
    } known[] = {{"EXTERN", 1}, {"UNPROT", 1}, {"NORMAL", 2}, {"HIGH", 3}};
    for (size_t i = 0; redundancy && i < G_N_ELEMENTS(known); i++)
        if (g_ascii_strncasecmp(redundancy, known[i].begin, strlen(known[i].begin)) == 0)
            return known[i].copies;
    return NAN;
}

/* The largest figure of each name, and where it stands. */
struct figure {
    const char *name;
    double bytes;
    const char *path;
    uint64_t line;
};

static void
keep_largest(GArray *figures, struct figure figure)
{
    for (guint i = 0; i < figures->len; i++) {
        struct figure *kept = &g_array_index(figures, struct figure, i);
        if (g_strcmp0(kept->name, figure.name) != 0)
            continue;
        if (figure.bytes > kept->bytes)
            *kept = figure;
        return;
    }
    g_array_append_val(figures, figure);
}

static struct db_size
added_up(const GArray *figures, enum db_size_source source)
{
    struct db_size size = {.source = source, .databases = figures->len};
    for (guint i = 0; i < figures->len; i++)
        size.gib += g_array_index(figures, struct figure, i).bytes / BYTES_PER_GIB;
    const struct figure *first = &g_array_index(figures, struct figure, 0);
    size.path = g_strdup(first->path);
    size.line = first->line;
    return size;
}

static void
collect_tablespaces(GArray *figures, const struct awr *awr)
{
    const struct awr_origin *origin = awr_origin_of(awr, offsetof(struct awr, database_bytes));
    if (awr->database_bytes > 0 && isfinite(awr->database_bytes))
        keep_largest(figures, (struct figure){awr->db_name, awr->database_bytes, awr->path, origin ? origin->line : 0});
}

/* Returns the groups whose copies are not known. */
static guint
collect_groups(GArray *figures, const struct awr *awr)
{
    guint unknown = 0;
    for (guint i = 0; i < awr->disk_groups->len; i++) {
        const struct awr_disk_group *group = g_ptr_array_index(awr->disk_groups, i);
        double copies = db_size_copies(group->redundancy);
        if (!(group->used_bytes > 0))
            continue;
        if (isfinite(copies))
            keep_largest(figures, (struct figure){group->name, group->used_bytes / copies, awr->path, group->line});
        else
            unknown++;
    }
    return unknown;
}

struct db_size
db_size_of(const GPtrArray *awrs, double typed_gib)
{
    if (isfinite(typed_gib))
        return (struct db_size){.source = DB_SIZE_TYPED, .gib = typed_gib, .databases = 1};
    g_autoptr(GArray) databases = g_array_new(FALSE, TRUE, sizeof(struct figure));
    g_autoptr(GArray) groups = g_array_new(FALSE, TRUE, sizeof(struct figure));
    guint unknown = 0;
    for (guint i = 0; i < awrs->len; i++) {
        collect_tablespaces(databases, g_ptr_array_index(awrs, i));
        unknown = MAX(unknown, collect_groups(groups, g_ptr_array_index(awrs, i)));
    }
    if (databases->len > 0)
        return added_up(databases, DB_SIZE_TABLESPACES);
    struct db_size size = {.source = DB_SIZE_UNKNOWN, .gib = NAN};
    if (groups->len > 0)
        size = added_up(groups, DB_SIZE_ASM);
    size.groups_unknown = unknown;
    return size;
}
