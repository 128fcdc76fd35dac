#include "images.h"
#include "whole.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    KEPT = 256,       /* images in memory */
    GATE_MS = 5000,   /* a worker waits for another's use of the storage */
    CHANGE_MS = 30000 /* ... for another change of the same desk */
};
static const int64_t kept_bytes = (int64_t)64 << 20, used_bytes = (int64_t)256 << 20;

typedef struct kept {
    char person[ID_SIZE];
    image *image; /* packed; NULL: a free place */
    storage_desk desk;
    uint64_t used;
} kept;

typedef struct writer writer;
struct writer {
    writer *next;
    char person[ID_SIZE];
};

struct desk_images {
    storage *store;
    storage *own; /* NULL: not connected */
    pthread_mutex_t mutex;
    pthread_cond_t free;
    bool is_used; /* `own` is, by a thread */
    writer *writers;
    kept kept[KEPT];
    int64_t bytes;  /* of the images in `kept` */
    int64_t in_use; /* ... of connections that were taken and not returned */
    uint64_t clock;
};

/* ---- life ---- */

desk_images *desk_images_open(storage *store)
{
    desk_images *all = calloc(1, sizeof *all);
    pthread_condattr_t monotonic;
    if (!all) return NULL;
    all->store = store;
    pthread_mutex_init(&all->mutex, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&all->free, &monotonic);
    pthread_condattr_destroy(&monotonic);
    return all;
}

void desk_images_close(desk_images *all)
{
    if (!all) return;
    for (int i = 0; i < KEPT; i++) image_free(all->kept[i].image);
    storage_desks_disconnect(all->own);
    pthread_cond_destroy(&all->free);
    pthread_mutex_destroy(&all->mutex);
    free(all);
}

/* ---- waiting ---- */

static struct timespec in_ms(int ms)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_sec += ms / 1000;
    t.tv_nsec += ms % 1000 * 1000000L;
    t.tv_sec += t.tv_nsec / 1000000000L;
    t.tv_nsec %= 1000000000L;
    return t;
}

/* Reserves the connection for this thread; false: not in time. */
static bool enter(desk_images *all)
{
    const struct timespec until = in_ms(GATE_MS);
    int code = 0;
    pthread_mutex_lock(&all->mutex);
    while (all->is_used && code == 0)
        code = pthread_cond_timedwait(&all->free, &all->mutex, &until);
    const bool mine = !all->is_used;
    if (mine) all->is_used = true;
    pthread_mutex_unlock(&all->mutex);
    return mine;
}

static void leave(desk_images *all)
{
    pthread_mutex_lock(&all->mutex);
    all->is_used = false;
    pthread_cond_broadcast(&all->free);
    pthread_mutex_unlock(&all->mutex);
}

/* Takes the connection, to be returned later; NULL after setting *status. */
static storage *enter_connected(desk_images *all, alea_status *status)
{
    *status = ALEA_ERROR_FILE;
    if (!enter(all)) return NULL;
    if (!all->own) all->own = storage_desks_connect(all->store);
    if (!all->own) {
        leave(all);
        return NULL;
    }
    *status = ALEA_OK;
    return all->own;
}

static writer **writer_of(desk_images *all, const char *person)
{
    writer **at = &all->writers;
    while (*at && strcmp((*at)->person, person) != 0) at = &(*at)->next;
    return at;
}

bool desk_images_begin(desk_images *all, const char *person)
{
    const struct timespec until = in_ms(CHANGE_MS);
    int code = 0;
    writer *mine = calloc(1, sizeof *mine);
    if (!mine) return false;
    snprintf(mine->person, ID_SIZE, "%s", person);
    pthread_mutex_lock(&all->mutex);
    while (*writer_of(all, person) && code == 0)
        code = pthread_cond_timedwait(&all->free, &all->mutex, &until);
    const bool had = !*writer_of(all, person);
    if (had) {
        mine->next = all->writers;
        all->writers = mine;
    }
    pthread_mutex_unlock(&all->mutex);
    if (!had) free(mine);
    return had;
}

void desk_images_end(desk_images *all, const char *person)
{
    pthread_mutex_lock(&all->mutex);
    writer **at = writer_of(all, person), *gone = *at;
    if (gone) *at = gone->next;
    pthread_cond_broadcast(&all->free);
    pthread_mutex_unlock(&all->mutex);
    free(gone);
}

/* ---- images in memory; under the mutex ---- */

static void drop(desk_images *all, kept *k)
{
    image_free(k->image);
    all->bytes -= k->desk.stored;
    *k = (kept){.image = NULL};
}

static kept *find(desk_images *all, const char *person)
{
    for (int i = 0; i < KEPT; i++)
        if (all->kept[i].image && strcmp(all->kept[i].person, person) == 0)
            return &all->kept[i];
    return NULL;
}

static kept *oldest(desk_images *all)
{
    kept *found = NULL;
    for (int i = 0; i < KEPT; i++)
        if (all->kept[i].image && (!found || all->kept[i].used < found->used))
            found = &all->kept[i];
    return found;
}

/* A free place with room for that many bytes. */
static kept *make_place(desk_images *all, int64_t bytes)
{
    for (;;) {
        int i = 0;
        while (i < KEPT && all->kept[i].image) i++;
        if (i < KEPT && all->bytes + bytes <= kept_bytes) return &all->kept[i];
        drop(all, oldest(all));
    }
}

static void keep(desk_images *all, const char *person, const image *m,
                 const storage_desk *desk)
{
    image *copy = desk->stored <= kept_bytes / 2 ? image_copy(m) : NULL;
    pthread_mutex_lock(&all->mutex);
    kept *k = find(all, person);
    if (k) drop(all, k);
    if (copy) {
        k = make_place(all, desk->stored);
        *k = (kept){.image = copy, .desk = *desk, .used = ++all->clock};
        snprintf(k->person, ID_SIZE, "%s", person);
        all->bytes += desk->stored;
    }
    pthread_mutex_unlock(&all->mutex);
}

void desk_images_forget(desk_images *all, const char *person)
{
    pthread_mutex_lock(&all->mutex);
    kept *k = find(all, person);
    if (k) drop(all, k);
    pthread_mutex_unlock(&all->mutex);
}

static image *kept_copy(desk_images *all, const char *person, int64_t version)
{
    image *copy = NULL;
    pthread_mutex_lock(&all->mutex);
    kept *k = find(all, person);
    if (k && k->desk.version == version) {
        copy = image_copy(k->image);
        k->used = ++all->clock;
    }
    pthread_mutex_unlock(&all->mutex);
    return copy;
}

/* ---- reading ---- */

/* The memory that all images in use may have; a single image of any size is always
 * allowed. */
static bool enter_memory(desk_images *all, int64_t bytes)
{
    pthread_mutex_lock(&all->mutex);
    const bool fits = all->in_use == 0 || all->in_use + bytes <= used_bytes;
    if (fits) all->in_use += bytes;
    pthread_mutex_unlock(&all->mutex);
    return fits;
}

static alea_status take(desk_images *all, storage *s, const char *person, image **out,
                        storage_desk *desk)
{
    const storage_answer answer = storage_desk_head(s, person, desk);
    if (answer != ANSWER_FOUND)
        return answer == ANSWER_ABSENT ? ALEA_OK : ALEA_ERROR_FILE;
    *out = kept_copy(all, person, desk->version);
    if (*out) return ALEA_OK;
    const alea_status status = desk_whole_read(s, person, out, desk);
    if (*out) keep(all, person, *out, desk);
    return status;
}

alea_status desk_images_take(desk_images *all, const char *person, image **out,
                             storage_desk *desk)
{
    alea_status status;
    *out = NULL;
    *desk = (storage_desk){.version = 0};
    storage *s = enter_connected(all, &status);
    if (!s) return status;
    status = take(all, s, person, out, desk);
    leave(all);
    if (!*out || enter_memory(all, desk->stored)) return status;
    image_free(*out);
    *out = NULL;
    return ALEA_ERROR_REFUSED;
}

void desk_images_leave(desk_images *all, int64_t stored)
{
    pthread_mutex_lock(&all->mutex);
    all->in_use -= stored;
    pthread_mutex_unlock(&all->mutex);
}

/* ---- saving ---- */

alea_status desk_images_save(desk_images *all, const char *person, image *m,
                             storage_desk *desk)
{
    size_t count;
    storage_desk next = *desk;
    alea_status status = image_pack(m);
    storage_chunk *list = status == ALEA_OK ? image_changes(m, &count) : NULL;
    if (!list) return ALEA_ERROR_MEMORY;
    next.size = image_size(m);
    next.stored = image_stored(m);
    next.changed = server_now();
    storage *s = enter_connected(all, &status);
    if (s) {
        status = storage_desk_save(s, person, &next, list, count);
        leave(all);
    }
    free(list);
    if (status != ALEA_OK) return status;
    image_keep(m);
    keep(all, person, m, &next);
    *desk = next;
    return ALEA_OK;
}
