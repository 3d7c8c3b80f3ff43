#include "interrupt.h"

#include "cli.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

struct interrupt {
    struct output_group *group;
    GThread *thread;
    sigset_t taken, before;
    int signals, end; /* file descriptors to wait for */
};

static void
say(const char *text)
{
    ssize_t written = write(STDERR_FILENO, text, strlen(text)); /* stdio may be locked by a thread that is cut off */
    (void)written;
}

static void *
watch(void *data)
{
    struct interrupt *interrupt = data;
    struct pollfd waited[] = {{.fd = interrupt->signals, .events = POLLIN}, {.fd = interrupt->end, .events = POLLIN}};
    while (poll(waited, G_N_ELEMENTS(waited), -1) < 0 && errno == EINTR)
        ;
    if (!(waited[0].revents & POLLIN))
        return NULL;
    output_group_abandon(interrupt->group);
    say(isatty(STDERR_FILENO) ? "\r\033[K" : "");
    say("iosizer: interrupted; every report that is there is whole\n");
    _exit(EXIT_INTERRUPTED);
}

struct interrupt *
interrupt_begin(struct output_group *group)
{
    static const int taken[] = {SIGINT, SIGTERM, SIGHUP};
    struct interrupt *interrupt = g_new0(struct interrupt, 1);
    interrupt->group = group;
    sigemptyset(&interrupt->taken);
    for (size_t i = 0; i < G_N_ELEMENTS(taken); i++) {
        struct sigaction action;
        /* Blocked, a signal that nohup or a shell ignores would arrive all the same. */
        if (sigaction(taken[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(&interrupt->taken, taken[i]);
    }
    pthread_sigmask(SIG_BLOCK, &interrupt->taken, &interrupt->before);
    interrupt->signals = signalfd(-1, &interrupt->taken, SFD_CLOEXEC);
    interrupt->end = eventfd(0, EFD_CLOEXEC);
    if (interrupt->signals >= 0 && interrupt->end >= 0)
        interrupt->thread = g_thread_new("interrupt", watch, interrupt);
    else /* no descriptors left: signals end the program as usual */
        pthread_sigmask(SIG_SETMASK, &interrupt->before, NULL);
    return interrupt;
}

void
interrupt_end(struct interrupt *interrupt)
{
    if (interrupt->thread) {
        eventfd_write(interrupt->end, 1);
        g_thread_join(interrupt->thread);
        pthread_sigmask(SIG_SETMASK, &interrupt->before, NULL);
    }
    if (interrupt->signals >= 0)
        close(interrupt->signals);
    if (interrupt->end >= 0)
        close(interrupt->end);
    g_free(interrupt);
}
