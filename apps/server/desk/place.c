#include "place.h"
#include "server/desk/bytes/image_file.h"

#include "base/clock.h"
#include "base/error.h"
#include "desk/collection.h"

#include <sodium.h>
#include <string.h>
#include <time.h>

enum { TRIES = 6, PAUSE_MS = 20 };

const int64_t desk_bytes_account = (int64_t)512 << 20;
const int64_t desk_bytes_guest = (int64_t)64 << 20;

/* One try. */
typedef struct place {
    desk desk;
    image *image; /* NULL: no desk */
    image_file *file;
    storage_desk at; /* what the image is of */
    int64_t held;    /* bytes of desk_images_take */
} place;

static alea_status fail(desk_visit *v, desk_fault fault, alea_status status,
                        const char *text, alea_error *error)
{
    v->fault = fault;
    return alea_error_fill(error, status, 0, 0, "%s", text);
}

static const char lost[] = "The server cannot read or write its data just now.";
static const char busy[] = "The desk is being changed elsewhere: try again.";
static const char no_memory[] = "The server is out of memory. Try again.";
static const char broken[] = "the desk is damaged";

static alea_status storage_failed(desk_visit *v, alea_status status, alea_error *error)
{
    if (status == ALEA_ERROR_REFUSED) return fail(v, DESK_BUSY, status, busy, error);
    if (status == ALEA_ERROR_CHECKSUM)
        return fail(v, DESK_BROKEN, status, broken, error);
    if (status == ALEA_ERROR_MEMORY)
        return fail(v, DESK_BROKEN, status, no_memory, error);
    if (status == ALEA_ERROR_ARGUMENT)
        return fail(v, DESK_WRONG, status, "the account is no longer there", error);
    return fail(v, DESK_LOST, status, lost, error);
}

/* Notes the error of the step or of the opening of the desk. */
static void note_fault(desk_visit *v, const place *p, alea_status status)
{
    v->fault = status == ALEA_OK               ? DESK_FINE
               : status == ALEA_ERROR_ARGUMENT ? DESK_WRONG
               : p->desk.full                  ? DESK_FULL
                                               : DESK_BROKEN;
}

static alea_status open_place(desk_visit *v, place *p, alea_error *error)
{
    alea_status status = desk_images_take(v->images, v->user, &p->image, &p->at);
    if (status != ALEA_OK) return storage_failed(v, status, error);
    p->held = p->image ? p->at.stored : 0;
    if (!p->image && !v->make) return ALEA_OK;
    if (!p->image) p->image = image_new();
    p->file = p->image ? image_file_open(p->image) : NULL;
    if (!p->file) return storage_failed(v, ALEA_ERROR_MEMORY, error);
    status = desk_open_own(&p->desk, image_file_vfs(p->file), "your desk", error);
    if (status == ALEA_OK)
        status = desk_bound(&p->desk, v->guest ? desk_bytes_guest : desk_bytes_account,
                            error);
    if (status == ALEA_OK)
        status = collection_expire_bin(&p->desk, alea_wall_clock_ms(), error);
    note_fault(v, p, status);
    return status;
}

static void close_place(desk_visit *v, place *p)
{
    desk_close(&p->desk);
    image_file_close(p->file);
    image_free(p->image);
    if (p->held) desk_images_leave(v->images, p->held);
}

/* Stores the changes of the step even if its request was wrong, but not after a failure
 * of the desk itself. */
static alea_status save_place(desk_visit *v, place *p, alea_status status,
                              alea_error *error)
{
    const bool whole =
        v->fault == DESK_FINE || v->fault == DESK_WRONG || v->fault == DESK_FULL;
    if (!p->image || !whole || !image_has_changed(p->image)) return status;
    const int64_t before = p->at.stored;
    const alea_status saved = desk_images_save(v->images, v->user, p->image, &p->at);
    if (saved != ALEA_OK) return storage_failed(v, saved, error);
    v->grew = p->at.stored - before;
    return status;
}

static alea_status visit_once(desk_visit *v, alea_error *error)
{
    place p = {.image = NULL};
    *error = (alea_error){0};
    v->fault = DESK_FINE;
    alea_status status = open_place(v, &p, error);
    if (status == ALEA_OK) {
        status = v->step(p.image ? &p.desk : NULL, v->context, error);
        note_fault(v, &p, status);
        status = save_place(v, &p, status, error);
    }
    close_place(v, &p);
    return status;
}

alea_status desk_visit_run(desk_visit *v, alea_error *error)
{
    alea_status status;
    v->grew = 0;
    if (v->writes && !desk_images_begin(v->images, v->user))
        return fail(v, DESK_BUSY, ALEA_ERROR_REFUSED, busy, error);
    for (int i = 0; i < TRIES; i++) {
        status = visit_once(v, error);
        if (v->fault != DESK_BUSY) break;
        const long pause = PAUSE_MS + randombytes_uniform((uint32_t)PAUSE_MS << i);
        nanosleep(&(struct timespec){0, pause * 1000000L}, NULL);
    }
    if (v->writes) desk_images_end(v->images, v->user);
    return status;
}

int64_t desk_bytes(desk *d)
{
    int64_t bytes = 0;
    sqlite3_stmt *st = NULL;
    if (sqlite3_prepare_v2(d->db,
                           "SELECT page_count * page_size"
                           " FROM pragma_page_count, pragma_page_size",
                           -1, &st, NULL) == SQLITE_OK &&
        sqlite3_step(st) == SQLITE_ROW)
        bytes = sqlite3_column_int64(st, 0);
    sqlite3_finalize(st);
    return bytes;
}

alea_status desk_setting(desk *d, const char *name, char out[DESK_SETTING],
                         alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    *out = '\0';
    sqlite3_stmt *st =
        desk_prepare(d, "SELECT value FROM settings WHERE name=?", error);
    if (!st) return status;
    desk_bind(st, "t", name);
    while (desk_next(d, st, &status, error))
        snprintf(out, DESK_SETTING, "%s", desk_text(st, 0));
    return status;
}

alea_status desk_set_setting(desk *d, const char *name, const char *value,
                             alea_error *error)
{
    alea_status status = desk_begin(d, error);
    if (status != ALEA_OK) return status;
    sqlite3_stmt *st = desk_prepare(
        d, "INSERT OR REPLACE INTO settings(name, value) VALUES(?,?)", error);
    if (st) desk_bind(st, "tt", name, value);
    status = st ? desk_run(d, st, error) : ALEA_ERROR_FILE;
    return desk_end(d, status, error);
}
