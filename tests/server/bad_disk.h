/* A disk under SQLite that fails when the test says so: a VFS in front of the default
 * one. */
#ifndef ALEA_TESTS_SERVER_BAD_DISK_H
#define ALEA_TESTS_SERVER_BAD_DISK_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdlib.h>

typedef enum disk_failure {
    DISK_READ = 0, /* reading fails */
    DISK_FULL,     /* writing fails: no space */
    DISK_WRITE,    /* writing and syncing fail */
    DISK_BUSY,     /* somebody else has the lock */
    DISK_FAILURES
} disk_failure;

static struct {
    sqlite3_vfs own;
    sqlite3_vfs *real;
    sqlite3_io_methods methods;
    disk_failure how;
    int at, count; /* the call number `at` and all after it; 0 = none */
    bool hit;
} disk;

typedef struct bad_file {
    sqlite3_file base;
    sqlite3_file *real;
} bad_file;

static inline void disk_fail_at(disk_failure how, int at)
{
    disk.how = how;
    disk.at = at;
    disk.count = 0;
    disk.hit = false;
}

static inline bool disk_fails(disk_failure how)
{
    if (!disk.at || disk.how != how || ++disk.count < disk.at) return false;
    disk.hit = true;
    return true;
}

static inline sqlite3_file *real_of(sqlite3_file *f)
{
    return ((bad_file *)f)->real;
}

static inline int bad_close(sqlite3_file *f)
{
    sqlite3_file *real = real_of(f);
    const int code = real->pMethods ? real->pMethods->xClose(real) : SQLITE_OK;
    free(real);
    return code;
}

static inline int bad_read(sqlite3_file *f, void *to, int size, sqlite3_int64 at)
{
    if (disk_fails(DISK_READ)) return SQLITE_IOERR_READ;
    return real_of(f)->pMethods->xRead(real_of(f), to, size, at);
}

static inline int bad_write(sqlite3_file *f, const void *from, int size,
                            sqlite3_int64 at)
{
    if (disk_fails(DISK_FULL)) return SQLITE_FULL;
    if (disk_fails(DISK_WRITE)) return SQLITE_IOERR_WRITE;
    return real_of(f)->pMethods->xWrite(real_of(f), from, size, at);
}

static inline int bad_truncate(sqlite3_file *f, sqlite3_int64 size)
{
    return real_of(f)->pMethods->xTruncate(real_of(f), size);
}

static inline int bad_sync(sqlite3_file *f, int flags)
{
    if (disk_fails(DISK_WRITE)) return SQLITE_IOERR_FSYNC;
    return real_of(f)->pMethods->xSync(real_of(f), flags);
}

static inline int bad_size(sqlite3_file *f, sqlite3_int64 *size)
{
    return real_of(f)->pMethods->xFileSize(real_of(f), size);
}

static inline int bad_lock(sqlite3_file *f, int lock)
{
    if (disk_fails(DISK_BUSY)) return SQLITE_BUSY;
    return real_of(f)->pMethods->xLock(real_of(f), lock);
}

static inline int bad_unlock(sqlite3_file *f, int lock)
{
    return real_of(f)->pMethods->xUnlock(real_of(f), lock);
}

static inline int bad_reserved(sqlite3_file *f, int *out)
{
    return real_of(f)->pMethods->xCheckReservedLock(real_of(f), out);
}

static inline int bad_control(sqlite3_file *f, int what, void *argument)
{
    return real_of(f)->pMethods->xFileControl(real_of(f), what, argument);
}

static inline int bad_sector(sqlite3_file *f)
{
    return real_of(f)->pMethods->xSectorSize(real_of(f));
}

static inline int bad_device(sqlite3_file *f)
{
    return real_of(f)->pMethods->xDeviceCharacteristics(real_of(f));
}

static inline int bad_map(sqlite3_file *f, int page, int size, int extend,
                          void volatile **out)
{
    return real_of(f)->pMethods->xShmMap(real_of(f), page, size, extend, out);
}

static inline int bad_shared_lock(sqlite3_file *f, int offset, int count, int flags)
{
    if ((flags & SQLITE_SHM_LOCK) && disk_fails(DISK_BUSY)) return SQLITE_BUSY;
    return real_of(f)->pMethods->xShmLock(real_of(f), offset, count, flags);
}

static inline void bad_barrier(sqlite3_file *f)
{
    real_of(f)->pMethods->xShmBarrier(real_of(f));
}

static inline int bad_unmap(sqlite3_file *f, int remove)
{
    return real_of(f)->pMethods->xShmUnmap(real_of(f), remove);
}

static inline int bad_open(sqlite3_vfs *v, sqlite3_filename name, sqlite3_file *f,
                           int flags, int *out)
{
    bad_file *file = (bad_file *)f;
    (void)v;
    file->base.pMethods = NULL;
    file->real = calloc(1, (size_t)disk.real->szOsFile);
    if (!file->real) return SQLITE_NOMEM;
    const int code = disk.real->xOpen(disk.real, name, file->real, flags, out);
    if (code == SQLITE_OK)
        file->base.pMethods = &disk.methods;
    else
        free(file->real);
    return code;
}

/* From now on files are opened through it. */
static inline int use_bad_disk(void)
{
    disk.real = sqlite3_vfs_find(NULL);
    disk.own = *disk.real;
    disk.own.zName = "bad";
    disk.own.szOsFile = sizeof(bad_file);
    disk.own.xOpen = bad_open;
    disk.methods = (sqlite3_io_methods){.iVersion = 2,
                                        .xClose = bad_close,
                                        .xRead = bad_read,
                                        .xWrite = bad_write,
                                        .xTruncate = bad_truncate,
                                        .xSync = bad_sync,
                                        .xFileSize = bad_size,
                                        .xLock = bad_lock,
                                        .xUnlock = bad_unlock,
                                        .xCheckReservedLock = bad_reserved,
                                        .xFileControl = bad_control,
                                        .xSectorSize = bad_sector,
                                        .xDeviceCharacteristics = bad_device,
                                        .xShmMap = bad_map,
                                        .xShmLock = bad_shared_lock,
                                        .xShmBarrier = bad_barrier,
                                        .xShmUnmap = bad_unmap};
    return sqlite3_vfs_register(&disk.own, 1);
}

#endif
