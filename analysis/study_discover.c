#include "study_parts.h"

#include "align.h"
#include "note.h"
#include "place.h"

#include <math.h>
#include <string.h>

/* Log and report must share this much of the shorter one to be taken for one run by their times alone. */
#define OVERLAP_SHARE_MIN 0.5

/* A run while it is put together: where it was found beside what it holds. */
struct found {
    struct run *run;
    char *workload_key, *folder, *label;
    struct found *next; /* of the same place, for another host; NULL: the last */
};

struct discovery {
    GHashTable *by_key;    /* run_key -> first struct found *, borrowed */
    GHashTable *fio_count; /* run_key -> number of fio reports */
    GPtrArray *found;      /* struct found *, in order */
    GTimeZone *timezone; /* of the reports' times, borrowed; NULL: that of the logs */
    GPtrArray *notes;
};

static void
found_free(void *data)
{
    struct found *found = data;
    g_free(found->workload_key);
    g_free(found->folder);
    g_free(found->label);
    g_free(found);
}

static struct found *
found_new(struct discovery *discovery, const char *path, const struct place *place)
{
    struct found *found = g_new0(struct found, 1);
    found->run = run_new(path);
    found->run->concurrency = place->concurrency;
    found->run->concurrency_source = isnan(place->concurrency) ? NULL : "name";
    found->workload_key = g_strdup(place->workload_key);
    found->folder = g_strdup(place->folder);
    found->label = g_strdup(place->label);
    g_ptr_array_add(discovery->found, found);
    return found;
}

static struct found *
found_of(struct discovery *discovery, const char *path, const struct place *place)
{
    struct found *found = g_hash_table_lookup(discovery->by_key, place->run_key);
    if (!found) {
        found = found_new(discovery, path, place);
        g_hash_table_insert(discovery->by_key, g_strdup(place->run_key), found);
    }
    return found;
}

static const char *
host_of(const struct run *run)
{
    return run->captures->len > 0 ? ((const struct capture *)g_ptr_array_index(run->captures, 0))->host : NULL;
}

/* The run of this place and host. On a ladder a place is one run, whatever the hosts; a load is one host's. */
static struct found *
found_for_host(struct discovery *discovery, const char *path, const struct place *place, const char *host)
{
    struct found *found = found_of(discovery, path, place);
    if (place->concurrency > 0)
        return found;
    while (found->run->captures->len > 0 && g_strcmp0(host_of(found->run), host) != 0) {
        if (!found->next)
            found->next = found_new(discovery, path, place);
        found = found->next;
    }
    return found;
}

static void
take_fio(struct discovery *discovery, const struct input *input, const struct place *place)
{
    const struct fio_run *fio = input->fio;
    struct found *found;
    if (GPOINTER_TO_UINT(g_hash_table_lookup(discovery->fio_count, place->run_key)) > 1) {
        /* Several reports in one place are runs of their own; those of one access pattern are one workload. */
        const char *pattern = fio->rw ? fio->rw : "fio";
        found = found_new(discovery, input->path, place);
        g_autofree char *key = found->workload_key, *label = found->label;
        found->workload_key = g_strdup_printf("%s/%s", key, pattern);
        found->label = g_strconcat(label, *label ? "_" : "", pattern, NULL);
    } else {
        found = found_of(discovery, input->path, place);
    }
    struct run *run = found->run;
    run->fio = fio;
    if (!(fio->concurrency > 0))
        return;
    if (run->concurrency > 0 && run->concurrency != fio->concurrency)
        study_note(discovery->notes, NOTE_WARNING, "concurrency-differs",
            "%s: fio kept %.0f I/Os outstanding, the name says %.0f; fio's own figure is used", fio->path,
            fio->concurrency, run->concurrency);
    run->concurrency = fio->concurrency;
    run->concurrency_source = "fio";
}

/* First and last stamp of a run's logs; false without stamps. */
static bool
run_span(const struct run *run, int64_t *out_first, int64_t *out_last)
{
    *out_first = INT64_MAX;
    *out_last = INT64_MIN;
    for (guint c = 0; c < run->captures->len; c++) {
        const struct capture *capture = g_ptr_array_index(run->captures, c);
        for (guint i = 0; i < capture->reports->len; i++) {
            int64_t time_s = g_array_index(capture->reports, struct capture_report, i).time_s;
            if (time_s == CAPTURE_NO_TIME)
                continue;
            *out_first = MIN(*out_first, time_s);
            *out_last = MAX(*out_last, time_s);
        }
    }
    return *out_first <= *out_last;
}

/* Names of one host: equal up to the domain. Unknown names could be any host's. */
static bool
may_be_host(const struct awr *awr, const char *host)
{
    if (!host || awr->hosts->len == 0)
        return true;
    size_t len = strcspn(host, ".");
    for (guint i = 0; i < awr->hosts->len; i++) {
        const char *name = g_ptr_array_index(awr->hosts, i);
        if (strcspn(name, ".") == len && g_ascii_strncasecmp(name, host, len) == 0)
            return true;
    }
    return false;
}

/* The run whose log overlaps the report's interval longest; NULL where none overlaps it well. A log of the report's own
 * host goes before one of another, longer as that may be: hosts can have several names. */
static struct run *
run_at_time_of(const struct discovery *discovery, const struct awr *awr)
{
    int64_t begin = study_time_s(awr->begin), end = study_time_s(awr->end), longest = 0;
    struct run *at = NULL;
    bool at_host = false;
    for (guint i = 0; i < discovery->found->len && begin != CAPTURE_NO_TIME && end != CAPTURE_NO_TIME; i++) {
        struct run *run = ((struct found *)g_ptr_array_index(discovery->found, i))->run;
        int64_t first, last;
        if (!run_span(run, &first, &last))
            continue;
        const struct capture *log = g_ptr_array_index(run->captures, 0);
        int64_t moved = align_zone_difference_s(awr, log->has_zone, log->utc_offset_s, discovery->timezone);
        int64_t overlap = MIN(last, end + moved) - MAX(first, begin + moved),
                shorter = MIN(last - first, end - begin);
        bool same_host = may_be_host(awr, host_of(run));
        if (overlap <= 0 || (double)overlap < OVERLAP_SHARE_MIN * (double)shorter)
            continue;
        if (!at || (same_host && !at_host) || (same_host == at_host && overlap > longest)) {
            longest = overlap;
            at = run;
            at_host = same_host;
        }
    }
    return at;
}

/* An AWR report goes to the run of its place, else to the one of its time, else it is a run of its own. The number of a
 * report named for nothing else counts reports: it makes no rung. */
static void
take_awr(struct discovery *discovery, const struct input *input, struct awr *awr)
{
    g_autoptr(Place) named = place_of(input->path), folder = place_of_folder(input->path);
    struct found *found = g_hash_table_lookup(discovery->by_key, named->run_key);
    struct run *run = found && !found->next ? found->run : run_at_time_of(discovery, awr);
    if (!run)
        run = found_of(discovery, input->path, named->bare && !found ? folder : named)->run;
    g_ptr_array_add(run->awrs, awr);
}

static bool
folder_has_other_label(const struct discovery *discovery, const struct found *found)
{
    for (guint i = 0; i < discovery->found->len; i++) {
        const struct found *other = g_ptr_array_index(discovery->found, i);
        if (strcmp(other->folder, found->folder) == 0 && strcmp(other->workload_key, found->workload_key) != 0 &&
            other->run->concurrency > 0)
            return true;
    }
    return false;
}

static struct workload *
workload_for(const struct discovery *discovery, const struct found *found)
{
    const char *slash = strrchr(found->folder, '/');
    const char *folder = slash ? slash + 1 : found->folder;
    bool by_label = *found->label && (*folder == '\0' || folder_has_other_label(discovery, found));
    g_autofree char *name = g_strdup(by_label ? found->label : folder);
    static const char *const archive_end[] = {".tar.gz", ".tgz", ".tar.xz", ".tar.zst", ".tar.bz2", ".tar", ".zip"};
    for (size_t i = 0; i < G_N_ELEMENTS(archive_end); i++)
        if (g_str_has_suffix(name, archive_end[i]))
            name[strlen(name) - strlen(archive_end[i])] = '\0';
    bool given = strspn(name, ".") != strlen(name) && strcmp(name, "-") != 0;
    return workload_new(study_clean_name(given ? name : "workload"), given);
}

static int
by_first_stamp(const void *a, const void *b)
{
    const struct capture *pair[] = {*(struct capture *const *)a, *(struct capture *const *)b};
    int64_t first[2];
    for (int i = 0; i < 2; i++)
        first[i] = pair[i]->reports->len > 0 ? g_array_index(pair[i]->reports, struct capture_report, 0).time_s
                                             : CAPTURE_NO_TIME;
    if (first[0] != first[1])
        return first[0] < first[1] ? -1 : 1;
    return strcmp(pair[0]->path, pair[1]->path);
}

static void
sort_into_workloads(struct study *study, const struct discovery *discovery)
{
    g_autoptr(GHashTable) by_key = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GPtrArray) workloads = g_ptr_array_new();
    for (guint i = 0; i < discovery->found->len; i++) {
        const struct found *found = g_ptr_array_index(discovery->found, i);
        struct workload *workload = g_hash_table_lookup(by_key, found->workload_key);
        if (!workload) {
            workload = workload_for(discovery, found);
            g_hash_table_insert(by_key, found->workload_key, workload);
            g_ptr_array_add(workloads, workload);
        }
        g_ptr_array_sort(found->run->captures, by_first_stamp);
        const char *host = host_of(found->run),
                   *first = workload->runs->len > 0 ? host_of(g_ptr_array_index(workload->runs, 0)) : NULL;
        if (host && first && found->run->concurrency > 0 && strcmp(host, first) != 0)
            study_note(discovery->notes, NOTE_WARNING, "hosts-differ",
                "%s: is of host %s, other runs of workload %s are of host %s", found->run->label, host, workload->name,
                first);
        g_ptr_array_add(workload->runs, found->run);
    }
    for (guint i = 0; i < workloads->len; i++)
        study_file_workload(study, g_ptr_array_index(workloads, i));
}

static void
take_logs_and_fio(struct discovery *discovery, const struct input *input)
{
    if (input->captures->len == 0 && !input->fio)
        return;
    g_autoptr(Place) place = place_of(input->path);
    for (guint i = 0; i < input->captures->len; i++) {
        struct capture *capture = g_ptr_array_index(input->captures, i);
        run_take_capture(found_for_host(discovery, input->path, place, capture->host)->run, capture, discovery->notes);
    }
    if (input->fio)
        take_fio(discovery, input, place);
}

/* A slob.conf of a whole workload must not open a run of its own. */
static void
take_slob(const struct discovery *discovery, const struct input *input)
{
    g_autoptr(Place) place = place_of(input->path);
    for (struct found *found = g_hash_table_lookup(discovery->by_key, place->run_key); found; found = found->next)
        found->run->slob = input->slob;
}

void
study_discover(struct study *study, GPtrArray *notes)
{
    const GPtrArray *list = study->inputs->input;
    struct discovery discovery = {
        .by_key = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
        .fio_count = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
        .found = g_ptr_array_new_with_free_func(found_free),
        .timezone = study->inputs->timezone,
        .notes = notes,
    };
    for (guint i = 0; i < list->len; i++) {
        const struct input *input = g_ptr_array_index(list, i);
        if (!input->fio)
            continue;
        g_autoptr(Place) place = place_of(input->path);
        guint before = GPOINTER_TO_UINT(g_hash_table_lookup(discovery.fio_count, place->run_key));
        g_hash_table_insert(discovery.fio_count, g_strdup(place->run_key), GUINT_TO_POINTER(before + 1));
    }
    /* Logs and fio reports open the runs; AWR reports and slob.conf then find theirs. */
    for (guint i = 0; i < list->len; i++)
        take_logs_and_fio(&discovery, g_ptr_array_index(list, i));
    for (guint i = 0; i < list->len; i++) {
        const struct input *input = g_ptr_array_index(list, i);
        for (guint k = 0; k < input->awrs->len; k++)
            take_awr(&discovery, input, g_ptr_array_index(input->awrs, k));
    }
    for (guint i = 0; i < list->len; i++) {
        const struct input *input = g_ptr_array_index(list, i);
        if (input->slob)
            take_slob(&discovery, input);
    }
    sort_into_workloads(study, &discovery);
    g_hash_table_unref(discovery.by_key);
    g_hash_table_unref(discovery.fio_count);
    g_ptr_array_unref(discovery.found);
}
