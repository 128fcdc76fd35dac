#include "image_file.h"

#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_MOST = 64 };

struct image_file {
    sqlite3_vfs vfs;
    char name[32];
    image *image;
};

/* What SQLite allocates. */
typedef struct handle {
    sqlite3_file base;
    image_file *of;
} handle;

/* ---- the file ---- */

static int code_of(alea_status status, int otherwise)
{
    if (status == ALEA_OK) return SQLITE_OK;
    if (status == ALEA_ERROR_MEMORY) return SQLITE_IOERR_NOMEM;
    return status == ALEA_ERROR_CHECKSUM ? SQLITE_CORRUPT : otherwise;
}

static int close_file(sqlite3_file *file)
{
    (void)file;
    return SQLITE_OK;
}

static int read_file(sqlite3_file *file, void *out, int size, sqlite3_int64 from)
{
    image_file *f = ((handle *)file)->of;
    const alea_status status = image_read(f->image, out, (size_t)size, from);
    if (status != ALEA_OK) return code_of(status, SQLITE_IOERR_READ);
    return from + size > image_size(f->image) ? SQLITE_IOERR_SHORT_READ : SQLITE_OK;
}

static int write_file(sqlite3_file *file, const void *bytes, int size,
                      sqlite3_int64 from)
{
    image_file *f = ((handle *)file)->of;
    return code_of(image_write(f->image, bytes, (size_t)size, from),
                   SQLITE_IOERR_WRITE);
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size)
{
    image_file *f = ((handle *)file)->of;
    return code_of(image_cut(f->image, size), SQLITE_IOERR_TRUNCATE);
}

static int sync_file(sqlite3_file *file, int flags)
{
    (void)file, (void)flags;
    return SQLITE_OK;
}

static int size_of_file(sqlite3_file *file, sqlite3_int64 *size)
{
    *size = image_size(((handle *)file)->of->image);
    return SQLITE_OK;
}

static int lock_file(sqlite3_file *file, int lock)
{
    (void)file, (void)lock;
    return SQLITE_OK;
}

static int is_locked(sqlite3_file *file, int *out)
{
    (void)file;
    *out = 0;
    return SQLITE_OK;
}

static int control_file(sqlite3_file *file, int what, void *argument)
{
    (void)file, (void)what, (void)argument;
    return SQLITE_NOTFOUND;
}

static int sector_size(sqlite3_file *file)
{
    (void)file;
    return 4096;
}

static int traits(sqlite3_file *file)
{
    (void)file;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = size_of_file,
    .xLock = lock_file,
    .xUnlock = lock_file,
    .xCheckReservedLock = is_locked,
    .xFileControl = control_file,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = traits,
};

/* ---- the file system ---- */

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                     int *out)
{
    handle *h = (handle *)file;
    (void)name;
    file->pMethods = NULL;
    if (!(flags & SQLITE_OPEN_MAIN_DB)) return SQLITE_CANTOPEN;
    h->of = vfs->pAppData;
    file->pMethods = &methods;
    if (out) *out = flags;
    return SQLITE_OK;
}

static int remove_nothing(sqlite3_vfs *vfs, const char *name, int sync)
{
    (void)vfs, (void)name, (void)sync;
    return SQLITE_OK;
}

static int is_there(sqlite3_vfs *vfs, const char *name, int flags, int *out)
{
    (void)vfs, (void)name, (void)flags;
    *out = 0; /* journals are not */
    return SQLITE_OK;
}

static int full_name(sqlite3_vfs *vfs, const char *name, int size, char *out)
{
    (void)vfs;
    return snprintf(out, (size_t)size, "%s", name) < size ? SQLITE_OK : SQLITE_CANTOPEN;
}

image_file *image_file_open(image *m)
{
    static atomic_uint_fast64_t number;
    const sqlite3_vfs *usual = sqlite3_vfs_find(NULL);
    image_file *f = usual ? calloc(1, sizeof *f) : NULL;
    if (!f) return NULL;
    snprintf(f->name, sizeof f->name, "alea-%llu",
             (unsigned long long)atomic_fetch_add(&number, 1));
    f->image = m;
    f->vfs = *usual; /* its clock and its random numbers */
    f->vfs.iVersion = usual->iVersion < 2 ? usual->iVersion : 2;
    f->vfs.szOsFile = sizeof(handle);
    f->vfs.mxPathname = PATH_MOST;
    f->vfs.pNext = NULL;
    f->vfs.zName = f->name;
    f->vfs.pAppData = f;
    f->vfs.xOpen = open_file;
    f->vfs.xDelete = remove_nothing;
    f->vfs.xAccess = is_there;
    f->vfs.xFullPathname = full_name;
    if (sqlite3_vfs_register(&f->vfs, 0) == SQLITE_OK) return f;
    free(f);
    return NULL;
}

const char *image_file_vfs(const image_file *f)
{
    return f->name;
}

void image_file_close(image_file *f)
{
    if (!f) return;
    sqlite3_vfs_unregister(&f->vfs);
    free(f);
}
