#include "output_private.h"

#include "output_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* A name taken apart: `.TARGET.iosizer-[old-]PID-N`. */
struct temporary {
    char *target;
    bool aside;
    pid_t process;
};

static bool
is_number(const char *text, char end)
{
    size_t digits = strspn(text, "0123456789");
    return digits > 0 && digits < 10 && text[digits] == end;
}

static bool
parse_name(const char *name, struct temporary *temporary)
{
    const char *infix = name[0] == '.' ? g_strrstr(name, OUTPUT_INFIX) : NULL;
    if (!infix || infix == name)
        return false;
    const char *at = infix + strlen(OUTPUT_INFIX);
    temporary->aside = g_str_has_prefix(at, OUTPUT_ASIDE);
    at += temporary->aside ? strlen(OUTPUT_ASIDE) : 0;
    const char *dash = strchr(at, '-');
    if (!is_number(at, '-') || !is_number(dash + 1, '\0'))
        return false;
    temporary->process = (pid_t)g_ascii_strtoll(at, NULL, 10);
    temporary->target = g_strndup(name + 1, (size_t)(infix - name - 1));
    return true;
}

/* The name of a process as its system keeps it; NULL where that is not known. Free with g_free. */
static char *
process_name(pid_t process)
{
    g_autofree char *path = g_strdup_printf("/proc/%ld/comm", (long)process);
    char *name = NULL;
    return g_file_get_contents(path, &name, NULL, NULL) ? name : NULL;
}

/* Whether a process that may be a writer has the number. In a container numbers come round soon: this process itself,
 * which writes nothing yet, may have that of one that was killed, or a shell may. */
static bool
is_writer(pid_t process)
{
    if (process == getpid() || (kill(process, 0) != 0 && errno == ESRCH))
        return false;
    g_autofree char *name = process_name(process), *own = process_name(getpid());
    return !name || !own || strcmp(name, own) == 0;
}

/* A process may be one of another machine that shares the folder: the lock that a writer holds on its folder tells. */
static bool
is_abandoned(int parent, const char *name, pid_t process)
{
    if (is_writer(process))
        return false;
    int fd = openat(parent, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool free = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0;
    if (fd >= 0)
        close(fd);
    return free;
}

static void
clear_entry(int parent, const char *name, const struct temporary *temporary)
{
    bool is_missing = faccessat(parent, temporary->target, F_OK, AT_SYMLINK_NOFOLLOW) != 0 && errno == ENOENT;
    if (temporary->aside && is_missing && strlen(temporary->target) < OUTPUT_MAX_STEM)
        renameat(parent, name, parent, temporary->target);
    else if (temporary->aside)
        output_folder_remove_ours(parent, name);
    else if (!output_folder_remove_all(parent, name))
        unlinkat(parent, name, 0); /* a file of an index, half-written */
}

void
output_remove_stale(const char *parent_path, const char *name)
{
    g_autofree char *stem = name ? g_strndup(name, OUTPUT_MAX_STEM) : NULL;
    int parent = open(parent_path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    GList *entries = NULL;
    if (parent < 0 || !output_folder_list(parent, &entries)) {
        if (parent >= 0)
            close(parent);
        return;
    }
    for (const GList *at = entries; at; at = at->next) {
        struct temporary temporary = {0};
        if (parse_name(at->data, &temporary) && (!stem || strcmp(stem, temporary.target) == 0) &&
            is_abandoned(parent, at->data, temporary.process))
            clear_entry(parent, at->data, &temporary);
        g_free(temporary.target);
    }
    g_list_free_full(entries, g_free);
    close(parent);
}
