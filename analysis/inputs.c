#include "inputs.h"

#include "awr_read.h"
#include "awr_views.h"
#include "error.h"
#include "fingerprint.h"
#include "note.h"
#include "sar.h"
#include "source.h"

#include <string.h>

/* Small files are read whole; a log of this size under such a name is no settings file. */
#define SMALL_FILE_MAX ((size_t)16 << 20)

/* Files of up to this size are read into memory, for another thread to parse. */
#define DETACHED_BYTES_MAX ((size_t)4 << 20)

struct reading {
    struct inputs *inputs;
    const struct inputs_options *options;
    GPtrArray *views;                        /* struct view_folder *; used by the caller's thread only */
    struct inputs_options options_of_thread; /* one of several: it starts no threads of its own */
    GThreadPool *pool;                       /* of struct task *; NULL: all is read by the caller */
    GMutex lock;
    GCond changed;
    unsigned waiting; /* tasks handed over and not done */
};

/* Exports of DBA_HIST views hold one view a file: those of one folder are read as one. */
struct view_folder {
    char *folder;
    struct awr_views *views;
    struct input *first; /* has the reports; borrowed */
};

static void
view_folder_free(void *data)
{
    struct view_folder *folder = data;
    g_free(folder->folder);
    awr_views_free(folder->views);
    g_free(folder);
}

static void
input_free(void *data)
{
    struct input *input = data;
    g_free(input->path);
    g_free(input->sha256);
    g_free(input->unread_sha256);
    g_ptr_array_unref(input->captures);
    g_ptr_array_unref(input->awrs);
    g_clear_pointer(&input->fio, fio_run_free);
    g_clear_pointer(&input->slob, slob_conf_free);
    g_clear_pointer(&input->csv, ladder_csv_free);
    g_free(input->load);
    g_free(input->text);
    g_ptr_array_unref(input->notes);
    g_free(input);
}

static struct input *
input_new(const char *path, struct kind_verdict verdict)
{
    struct input *input = g_new0(struct input, 1);
    input->path = g_strdup(path);
    input->kind = verdict.kind;
    input->what = verdict.what;
    input->reason = verdict.reason;
    input->captures = g_ptr_array_new_with_free_func((GDestroyNotify)capture_free);
    input->awrs = g_ptr_array_new_with_free_func((GDestroyNotify)awr_free);
    input->notes = notes_new();
    return input;
}

static bool
read_iostat(struct input *input, struct stream *stream, const struct reading *reading,
    const struct inputs_options *options, GError **error)
{
    return input->kind == KIND_IOSTAT_JSON ? iostat_json_parse(stream, &options->iostat, input->captures, error)
                                           : iostat_text_parse(stream, &options->iostat, input->captures, error);
}

static bool
read_sar(struct input *input, struct stream *stream, const struct reading *reading,
    const struct inputs_options *options, GError **error)
{
    size_t len = 0;
    const char *head = stream_peek(stream, &len);
    while (len > 0 && g_ascii_isspace(*head))
        head++, len--;
    if (len > 0 && *head == '{')
        return sar_json_parse(stream, &options->iostat, input->captures, error);
    struct load_log *load = g_new(struct load_log, 1);
    load_log_init(load);
    bool found = sar_text_parse(stream, &options->iostat, input->captures, load, error);
    if (load->samples > 0)
        input->load = g_steal_pointer(&load);
    g_free(load);
    return found;
}

static bool
read_awr(struct input *input, struct stream *stream, const struct reading *reading,
    const struct inputs_options *options, GError **error)
{
    return awr_parse(stream, input->kind, input->awrs, error);
}

static bool
read_views(struct input *input, struct stream *stream, const struct reading *reading,
    const struct inputs_options *options, GError **error)
{
    g_autofree char *name = g_path_get_dirname(input->path);
    struct view_folder *folder = NULL;
    for (guint i = 0; i < reading->views->len && !folder; i++) {
        struct view_folder *known = g_ptr_array_index(reading->views, i);
        folder = strcmp(known->folder, name) == 0 ? known : NULL;
    }
    if (!folder) {
        folder = g_new0(struct view_folder, 1);
        folder->folder = g_steal_pointer(&name);
        folder->views = awr_views_new();
        g_ptr_array_add(reading->views, folder);
    }
    if (!awr_views_read(folder->views, stream, error))
        return false;
    if (!folder->first) {
        folder->first = input;
    } else {
        input->is_joined = true;
        notes_add(input->notes, NOTE_INFO, "joined", 0, "its rows are part of the reports of %s", folder->first->path);
    }
    return true;
}

static void
finish_views(const struct reading *reading)
{
    for (guint i = 0; i < reading->views->len; i++) {
        struct view_folder *folder = g_ptr_array_index(reading->views, i);
        g_autoptr(GError) error = NULL;
        if (folder->first && !awr_views_finish(folder->views, folder->first->path, folder->first->awrs, &error))
            notes_add(folder->first->notes, NOTE_ERROR, "unusable", 0, "%s", error->message);
    }
}

/* The small files: their text is read whole, then handed to one parser. */
static bool
read_small(struct input *input, struct stream *stream, const struct reading *reading,
    const struct inputs_options *options, GError **error)
{
    size_t len = 0;
    g_autofree char *text = stream_read_all(stream, SMALL_FILE_MAX, &len, error);
    if (!text)
        return false;
    struct host *host = reading->inputs->host;
    guint added = 0;
    switch (input->kind) {
    case KIND_FIO_JSON:
        return (input->fio = fio_json_parse(text, len, input->path, error)) != NULL;
    case KIND_SLOB_CONF:
        return (input->slob = slob_conf_parse(text, len, input->path, error)) != NULL;
    case KIND_LADDER_CSV:
    case KIND_SERIES_CSV:
        return (input->csv = ladder_csv_parse(text, len, input->path, error)) != NULL;
    case KIND_MULTIPATH:
    case KIND_MOUNTS:
    case KIND_ISCSI:
    case KIND_LSBLK:
        /* People paste several outputs into one file: each reader takes the lines of its own form. */
        added = host_read_multipath(host, text, len, input->path) + host_read_mounts(host, text, len, input->path) +
                host_read_iscsi(host, text, len, input->path) + host_read_lsblk(host, text, len, input->path);
        break;
    default:
        input->text = g_steal_pointer(&text);
        input->text_len = len;
        return true;
    }
    input->is_host_file = added > 0;
    if (added == 0)
        notes_add(
            input->notes, NOTE_INFO, "nothing-found", 0, "looked like %s, but no entry could be read", input->what);
    return true;
}

/* `reading` is shared by all threads, `options` are the thread's. */
typedef bool (*read_model)(
    struct input *, struct stream *, const struct reading *, const struct inputs_options *, GError **);

/* How each kind is read; kinds without a reader are listed as inputs and not used. */
static const read_model reader_of_kind[] = {
    [KIND_IOSTAT_TEXT] = read_iostat,
    [KIND_IOSTAT_JSON] = read_iostat,
    [KIND_AWR_HTML] = read_awr,
    [KIND_AWR_TEXT] = read_awr,
    [KIND_AWR_XML] = read_awr,
    [KIND_AWR_VIEWS] = read_views,
    [KIND_STATSPACK] = read_awr,
    [KIND_AWRMINER] = read_awr,
    [KIND_FIO_JSON] = read_small,
    [KIND_SLOB_CONF] = read_small,
    [KIND_MULTIPATH] = read_small,
    [KIND_MOUNTS] = read_small,
    [KIND_ISCSI] = read_small,
    [KIND_LSBLK] = read_small,
    [KIND_LADDER_CSV] = read_small,
    [KIND_SERIES_CSV] = read_small,
    [KIND_RUNS_CSV] = read_small,
    [KIND_STUDY_INI] = read_small,
    [KIND_SAR] = read_sar,
    [KIND_MPSTAT] = read_sar,
    [KIND_VMSTAT] = read_sar,
    [KIND_TEXT] = NULL,
};

bool
input_kind_is_read(enum kind kind)
{
    return (size_t)kind < G_N_ELEMENTS(reader_of_kind) && reader_of_kind[kind];
}

/* Reads one input with the reader of its kind; several threads may do this at once, each with its own input. */
static void
read_input(
    struct input *input, struct stream *stream, const struct reading *reading, const struct inputs_options *options)
{
    read_model reader = reader_of_kind[input->kind];
    if (options->with_hash)
        stream_hash_start(stream);
    g_autoptr(GError) fault = NULL;
    if (!reader(input, stream, reading, options, &fault))
        notes_add(input->notes, NOTE_ERROR, "unusable", 0, "%s", fault->message);
    input->sha256 = stream_sha256(stream);
    input->bytes = stream_bytes(stream);
}

/* A file in memory that waits for a thread. */
struct task {
    struct input *input;
    struct stream *stream;
};

static void
run_task(void *data, void *user_data)
{
    struct task *task = data;
    struct reading *reading = user_data;
    read_input(task->input, task->stream, reading, &reading->options_of_thread);
    stream_free(task->stream);
    g_free(task);
    g_mutex_lock(&reading->lock);
    reading->waiting--;
    g_cond_signal(&reading->changed);
    g_mutex_unlock(&reading->lock);
}

/* Hands a log or report of moderate size to another thread. False where it is to be read here: it is too long, or small
 * and part of what all files add to. */
static bool
hand_over(struct reading *reading, struct input *input, struct stream *stream)
{
    read_model reader = reader_of_kind[input->kind];
    if (!reading->pool || (reader != read_iostat && reader != read_awr))
        return false;
    struct stream *detached = stream_detach(stream, DETACHED_BYTES_MAX);
    if (!detached)
        return false;
    struct task *task = g_new(struct task, 1);
    *task = (struct task){input, detached};
    g_mutex_lock(&reading->lock);
    while (reading->waiting > reading->options->jobs)
        g_cond_wait(&reading->changed, &reading->lock);
    reading->waiting++;
    g_mutex_unlock(&reading->lock);
    g_thread_pool_push(reading->pool, task, NULL);
    return true;
}

static bool
read_leaf(struct stream *stream, void *user_data, GError **error)
{
    struct reading *reading = user_data;
    size_t len = 0;
    const char *head = stream_peek(stream, &len);
    struct input *input = input_new(stream_path(stream), kind_recognise(head, len, stream_path(stream)));
    g_ptr_array_add(reading->inputs->input, input);
    bool is_read = input_kind_is_read(input->kind);
    if (is_read && !hand_over(reading, input, stream))
        read_input(input, stream, reading, reading->options);
    if (input->kind == KIND_REFUSED)
        notes_add(input->notes, NOTE_WARNING, "refused", 0, "%s: %s", input->what, input->reason);
    if (!is_read) {
        input->bytes = stream_bytes(stream);
        input->unread_sha256 = reading->options->with_hash ? fingerprint_of_unread(stream) : NULL;
    }
    return true;
}

static bool
is_sar(const struct capture *capture)
{
    return strcmp(capture->tool, "sar") == 0;
}

/* An iostat log of the host; one that does not name its host may be of any. NULL: none. */
static const struct capture *
iostat_log_of(const struct inputs *inputs, const char *host)
{
    for (guint i = 0; i < inputs->input->len; i++) {
        const struct input *input = g_ptr_array_index(inputs->input, i);
        for (guint c = 0; c < input->captures->len; c++) {
            const struct capture *capture = g_ptr_array_index(input->captures, c);
            if (!is_sar(capture) && (!host || !capture->host || strcmp(host, capture->host) == 0))
                return capture;
        }
    }
    return NULL;
}

/* The same I/O would count twice. */
static void
leave_out_sar(const struct inputs *inputs)
{
    for (guint i = 0; i < inputs->input->len; i++) {
        struct input *input = g_ptr_array_index(inputs->input, i);
        for (guint c = input->captures->len; c > 0; c--) {
            const struct capture *capture = g_ptr_array_index(input->captures, c - 1);
            const struct capture *better = is_sar(capture) ? iostat_log_of(inputs, capture->host) : NULL;
            if (!better)
                continue;
            notes_add(input->notes, NOTE_INFO, "sar-beside-iostat", 0,
                "disk figures of sar are not used: %s is iostat's log of the same host", better->path);
            g_ptr_array_remove_index(input->captures, c - 1);
        }
    }
}

/* The configuration stands before all inputs: the first study.ini is the one used. */
static bool
add_config(struct inputs *inputs, const char *path, GError **error)
{
    g_autofree char *text = NULL;
    gsize len = 0;
    g_autoptr(GError) fault = NULL;
    if (!g_file_get_contents(path, &text, &len, &fault)) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "--config: %s", fault->message);
        return false;
    }
    struct input *input = input_new(path, (struct kind_verdict){KIND_STUDY_INI, "study.ini", NULL});
    input->sha256 = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)text, len);
    input->bytes = len;
    input->text = g_steal_pointer(&text);
    input->text_len = len;
    g_ptr_array_insert(inputs->input, 0, input);
    return true;
}

struct inputs *
inputs_read(const char *const *paths, const struct inputs_options *options, GError **error)
{
    struct inputs *inputs = g_new0(struct inputs, 1);
    inputs->input = g_ptr_array_new_with_free_func(input_free);
    inputs->host = host_new();
    inputs->notes = notes_new();
    if (options->iostat.timezone)
        inputs->timezone = g_time_zone_ref(options->iostat.timezone);
    g_autoptr(GPtrArray) views = g_ptr_array_new_with_free_func(view_folder_free);
    struct reading reading = {.inputs = inputs, .options = options, .options_of_thread = *options, .views = views};
    reading.options_of_thread.iostat.jobs = 1;
    g_mutex_init(&reading.lock);
    g_cond_init(&reading.changed);
    if (options->jobs > 1)
        reading.pool = g_thread_pool_new(run_task, &reading, (gint)options->jobs, FALSE, NULL);
    bool good = source_walk(paths, inputs->notes, read_leaf, &reading, error);
    if (reading.pool)
        g_thread_pool_free(reading.pool, FALSE, TRUE);
    g_mutex_clear(&reading.lock);
    g_cond_clear(&reading.changed);
    if (good)
        finish_views(&reading);
    if (good && options->prefer_iostat)
        leave_out_sar(inputs);
    if (!good || (options->config_path && !add_config(inputs, options->config_path, error)))
        g_clear_pointer(&inputs, inputs_free);
    return inputs;
}

void
inputs_free(struct inputs *inputs)
{
    g_ptr_array_unref(inputs->input);
    host_free(inputs->host);
    g_ptr_array_unref(inputs->notes);
    g_clear_pointer(&inputs->timezone, g_time_zone_unref);
    g_free(inputs);
}

bool
input_is_used(const struct input *input)
{
    return input->captures->len > 0 || input->awrs->len > 0 || input->fio || input->slob || input->csv || input->load ||
           input->text || input->is_host_file || input->is_joined;
}

const char *
input_kind_name(const struct input *input)
{
    static const char *const name[] = {
        [KIND_REFUSED] = "refused",
        [KIND_IOSTAT_TEXT] = "iostat",
        [KIND_IOSTAT_JSON] = "iostat",
        [KIND_AWR_HTML] = "awr",
        [KIND_AWR_TEXT] = "awr",
        [KIND_AWR_XML] = "awr",
        [KIND_AWR_VIEWS] = "awr",
        [KIND_STATSPACK] = "awr",
        [KIND_AWRMINER] = "awr",
        [KIND_FIO_JSON] = "fio",
        [KIND_SLOB_CONF] = "slob",
        [KIND_MULTIPATH] = "host",
        [KIND_MOUNTS] = "host",
        [KIND_ISCSI] = "host",
        [KIND_LSBLK] = "host",
        [KIND_LADDER_CSV] = "ladder",
        [KIND_SERIES_CSV] = "series",
        [KIND_RUNS_CSV] = "runs",
        [KIND_STUDY_INI] = "study",
        [KIND_VMSTAT] = "vmstat",
        [KIND_MPSTAT] = "mpstat",
        [KIND_SAR] = "sar",
    };
    const char *found = (size_t)input->kind < G_N_ELEMENTS(name) ? name[input->kind] : NULL;
    return found ? found : "other";
}
