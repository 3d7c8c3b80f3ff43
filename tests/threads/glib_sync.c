/* GLib's locks and thread pools on top of pthreads, for runs under ThreadSanitizer.
 *
 * GLib makes its locks of futexes that the sanitizer cannot see, so that all that they order looks like a race.
 * Preloaded, these take their place for the program and for the libraries above GLib; what GLib locks within itself
 * stays as it is.
 */
#include <glib.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

static void *
made(void **place, size_t size, int (*init)(void *))
{
    void *there = __atomic_load_n(place, __ATOMIC_ACQUIRE);
    if (there)
        return there;
    void *fresh = calloc(1, size);
    init(fresh);
    if (__atomic_compare_exchange_n(place, &there, fresh, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return fresh;
    free(fresh);
    return there;
}

static int
mutex_init(void *mutex)
{
    return pthread_mutex_init(mutex, NULL);
}

static int
cond_init(void *cond)
{
    return pthread_cond_init(cond, NULL);
}

static int
rec_init(void *mutex)
{
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    return pthread_mutex_init(mutex, &kind);
}

static int
rw_init(void *lock)
{
    return pthread_rwlock_init(lock, NULL);
}

#define MUTEX(mutex) ((pthread_mutex_t *)made((void **)(mutex), sizeof(pthread_mutex_t), mutex_init))
#define COND(cond) ((pthread_cond_t *)made((void **)(cond), sizeof(pthread_cond_t), cond_init))
#define REC(mutex) ((pthread_mutex_t *)made((void **)(mutex), sizeof(pthread_mutex_t), rec_init))
#define RW(lock) ((pthread_rwlock_t *)made((void **)(lock), sizeof(pthread_rwlock_t), rw_init))

void
g_mutex_init(GMutex *mutex)
{
    *(void **)mutex = NULL;
}

void
g_mutex_clear(GMutex *mutex)
{
    free(*(void **)mutex);
    *(void **)mutex = NULL;
}

void
g_mutex_lock(GMutex *mutex)
{
    pthread_mutex_lock(MUTEX(mutex));
}

void
g_mutex_unlock(GMutex *mutex)
{
    pthread_mutex_unlock(MUTEX(mutex));
}

gboolean
g_mutex_trylock(GMutex *mutex)
{
    return pthread_mutex_trylock(MUTEX(mutex)) == 0;
}

void
g_rec_mutex_lock(GRecMutex *mutex)
{
    pthread_mutex_lock(REC(&mutex->p));
}

void
g_rec_mutex_unlock(GRecMutex *mutex)
{
    pthread_mutex_unlock(REC(&mutex->p));
}

void
g_rw_lock_reader_lock(GRWLock *lock)
{
    pthread_rwlock_rdlock(RW(&lock->p));
}

void
g_rw_lock_reader_unlock(GRWLock *lock)
{
    pthread_rwlock_unlock(RW(&lock->p));
}

void
g_rw_lock_writer_lock(GRWLock *lock)
{
    pthread_rwlock_wrlock(RW(&lock->p));
}

void
g_rw_lock_writer_unlock(GRWLock *lock)
{
    pthread_rwlock_unlock(RW(&lock->p));
}

void
g_cond_init(GCond *cond)
{
    cond->p = NULL;
}

void
g_cond_clear(GCond *cond)
{
    free(cond->p);
    cond->p = NULL;
}

void
g_cond_wait(GCond *cond, GMutex *mutex)
{
    pthread_cond_wait(COND(&cond->p), MUTEX(mutex));
}

void
g_cond_signal(GCond *cond)
{
    pthread_cond_signal(COND(&cond->p));
}

void
g_cond_broadcast(GCond *cond)
{
    pthread_cond_broadcast(COND(&cond->p));
}

/* A pool that is fed, then freed with waiting: all that the program asks of one. */
struct pool {
    GFunc run;
    void *user_data;
    GPtrArray *queue;
    guint next;
    bool ended;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    gint threads;
    pthread_t thread[];
};

static void *
work(void *data)
{
    struct pool *pool = data;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (pool->next == pool->queue->len && !pool->ended)
            pthread_cond_wait(&pool->changed, &pool->lock);
        if (pool->next == pool->queue->len)
            break;
        void *task = g_ptr_array_index(pool->queue, pool->next++);
        pthread_mutex_unlock(&pool->lock);
        pool->run(task, pool->user_data);
        pthread_mutex_lock(&pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

GThreadPool *
g_thread_pool_new(GFunc run, void *user_data, gint threads, gboolean exclusive, GError **error)
{
    struct pool *pool = calloc(1, sizeof *pool + (size_t)threads * sizeof(pthread_t));
    pool->run = run;
    pool->user_data = user_data;
    pool->queue = g_ptr_array_new();
    pool->threads = threads;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->changed, NULL);
    for (gint i = 0; i < threads; i++)
        pthread_create(&pool->thread[i], NULL, work, pool);
    return (GThreadPool *)pool;
}

gboolean
g_thread_pool_push(GThreadPool *handle, void *task, GError **error)
{
    struct pool *pool = (struct pool *)handle;
    pthread_mutex_lock(&pool->lock);
    g_ptr_array_add(pool->queue, task);
    pthread_cond_signal(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
    return TRUE;
}

void
g_thread_pool_free(GThreadPool *handle, gboolean immediate, gboolean wait)
{
    struct pool *pool = (struct pool *)handle;
    pthread_mutex_lock(&pool->lock);
    pool->ended = true;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
    for (gint i = 0; i < pool->threads; i++)
        pthread_join(pool->thread[i], NULL);
    g_ptr_array_unref(pool->queue);
    free(pool);
}
