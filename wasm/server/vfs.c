/* The files of SQLite over the few calls of WASI that a host offers (wasm/wasi.mjs):
 * reads and writes at a place, length, sync, removal. One module has a file, so locks
 * and the index of the log, which connections share, are kept in its memory. */
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { NAME_MOST = 512, REGIONS_MOST = 256 };

/* The index of a log, for every connection to the file. */
typedef struct shared_index {
    int users, regions;
    void *region[REGIONS_MOST];
} shared_index;

typedef struct open_file open_file;
struct open_file {
    sqlite3_file base;
    open_file *next;
    int fd, lock;
    bool goes; /* removed when it is closed */
    shared_index *index;
    unsigned reads, writes; /* its locks on the index, one bit each */
    char name[NAME_MOST];
};

static open_file *all;

static open_file *of(sqlite3_file *base)
{
    return (open_file *)base;
}

/* ---- a file ---- */

static int close_file(sqlite3_file *base)
{
    open_file *f = of(base), **at = &all;
    while (*at != f) at = &(*at)->next;
    *at = f->next;
    close(f->fd);
    if (f->goes) unlink(f->name);
    return SQLITE_OK;
}

static int read_file(sqlite3_file *base, void *out, int size, sqlite3_int64 from)
{
    int done = 0;
    while (done < size) {
        const ssize_t n =
            pread(of(base)->fd, (char *)out + done, (size_t)(size - done), from + done);
        if (n < 0) return SQLITE_IOERR_READ;
        if (n == 0) break;
        done += (int)n;
    }
    if (done == size) return SQLITE_OK;
    memset((char *)out + done, 0, (size_t)(size - done));
    return SQLITE_IOERR_SHORT_READ;
}

static int write_file(sqlite3_file *base, const void *bytes, int size, sqlite3_int64 to)
{
    for (int done = 0; done < size;) {
        const ssize_t n = pwrite(of(base)->fd, (const char *)bytes + done,
                                 (size_t)(size - done), to + done);
        if (n <= 0)
            return errno == ENOSPC || errno == EDQUOT ? SQLITE_FULL
                                                      : SQLITE_IOERR_WRITE;
        done += (int)n;
    }
    return SQLITE_OK;
}

static int truncate_file(sqlite3_file *base, sqlite3_int64 size)
{
    return ftruncate(of(base)->fd, size) == 0 ? SQLITE_OK : SQLITE_IOERR_TRUNCATE;
}

static int sync_file(sqlite3_file *base, int flags)
{
    (void)flags;
    return fsync(of(base)->fd) == 0 ? SQLITE_OK : SQLITE_IOERR_FSYNC;
}

static int size_of_file(sqlite3_file *base, sqlite3_int64 *size)
{
    struct stat about;
    if (fstat(of(base)->fd, &about) != 0) return SQLITE_IOERR_FSTAT;
    *size = about.st_size;
    return SQLITE_OK;
}

/* The strongest lock that another connection has on the file. */
static int lock_of_others(const open_file *f)
{
    int most = SQLITE_LOCK_NONE;
    for (const open_file *other = all; other; other = other->next)
        if (other != f && strcmp(other->name, f->name) == 0 && other->lock > most)
            most = other->lock;
    return most;
}

static int lock_file(sqlite3_file *base, int lock)
{
    open_file *f = of(base);
    const int others = lock_of_others(f);
    const int most = lock == SQLITE_LOCK_EXCLUSIVE  ? SQLITE_LOCK_NONE
                     : lock == SQLITE_LOCK_RESERVED ? SQLITE_LOCK_SHARED
                                                    : SQLITE_LOCK_RESERVED;
    if (f->lock >= lock) return SQLITE_OK;
    if (others > most) {
        /* Readers that are there may end, no more may come. */
        if (lock == SQLITE_LOCK_EXCLUSIVE && others == SQLITE_LOCK_SHARED)
            f->lock = SQLITE_LOCK_PENDING;
        return SQLITE_BUSY;
    }
    f->lock = lock;
    return SQLITE_OK;
}

static int unlock_file(sqlite3_file *base, int lock)
{
    if (of(base)->lock > lock) of(base)->lock = lock;
    return SQLITE_OK;
}

static int is_reserved(sqlite3_file *base, int *out)
{
    const open_file *f = of(base);
    *out = f->lock >= SQLITE_LOCK_RESERVED || lock_of_others(f) >= SQLITE_LOCK_RESERVED;
    return SQLITE_OK;
}

static int control(sqlite3_file *base, int operation, void *argument)
{
    (void)base, (void)operation, (void)argument;
    return SQLITE_NOTFOUND;
}

static int sector_size(sqlite3_file *base)
{
    (void)base;
    return 4096;
}

static int device(sqlite3_file *base)
{
    (void)base;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

/* ---- the index of the log ---- */

/* Joins the index of another connection, or makes one; NULL without memory. */
static shared_index *join_index(open_file *f)
{
    for (const open_file *other = all; other && !f->index; other = other->next)
        if (strcmp(other->name, f->name) == 0) f->index = other->index;
    if (!f->index) f->index = calloc(1, sizeof *f->index);
    if (f->index) f->index->users++;
    return f->index;
}

static int map_index(sqlite3_file *base, int region, int size, int extend,
                     void volatile **out)
{
    open_file *f = of(base);
    *out = NULL;
    if (!f->index && !join_index(f)) return SQLITE_NOMEM;
    if (region >= REGIONS_MOST) return SQLITE_FULL;
    if (!f->index->region[region] && extend)
        f->index->region[region] = calloc(1, (size_t)size);
    if (!f->index->region[region] && extend) return SQLITE_NOMEM;
    if (region >= f->index->regions && f->index->region[region])
        f->index->regions = region + 1;
    *out = f->index->region[region];
    return SQLITE_OK;
}

static int lock_index(sqlite3_file *base, int first, int count, int flags)
{
    open_file *f = of(base);
    const unsigned mask = ((1u << count) - 1) << first;
    unsigned reads = 0, writes = 0; /* of others */
    for (const open_file *other = all; other; other = other->next) {
        if (other == f || other->index != f->index) continue;
        reads |= other->reads;
        writes |= other->writes;
    }
    if (flags & SQLITE_SHM_UNLOCK) {
        f->reads &= ~mask;
        f->writes &= ~mask;
    } else if (flags & SQLITE_SHM_SHARED) {
        if (writes & mask) return SQLITE_BUSY;
        f->reads |= mask;
    } else {
        if ((reads | writes) & mask) return SQLITE_BUSY;
        f->writes |= mask;
    }
    return SQLITE_OK;
}

static void index_barrier(sqlite3_file *base)
{
    (void)base; /* there is one thread */
}

static int unmap_index(sqlite3_file *base, int remove)
{
    open_file *f = of(base);
    shared_index *index = f->index;
    (void)remove; /* it is never on a disk */
    f->index = NULL;
    f->reads = f->writes = 0;
    if (!index || --index->users > 0) return SQLITE_OK;
    for (int i = 0; i < index->regions; i++) free(index->region[i]);
    free(index);
    return SQLITE_OK;
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = size_of_file,
    .xLock = lock_file,
    .xUnlock = unlock_file,
    .xCheckReservedLock = is_reserved,
    .xFileControl = control,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = device,
    .xShmMap = map_index,
    .xShmLock = lock_index,
    .xShmBarrier = index_barrier,
    .xShmUnmap = unmap_index,
};

/* ---- the folder ---- */

static int open_one(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags,
                    int *out_flags)
{
    static unsigned number;
    open_file *f = of(base);
    (void)vfs;
    *f = (open_file){.fd = -1, .goes = flags & SQLITE_OPEN_DELETEONCLOSE};
    if (name ? strlen(name) >= sizeof f->name : false) return SQLITE_CANTOPEN;
    if (name)
        snprintf(f->name, sizeof f->name, "%s", name);
    else
        snprintf(f->name, sizeof f->name, "/passing-%u", ++number);
    int how = flags & SQLITE_OPEN_READONLY ? O_RDONLY : O_RDWR;
    if (flags & SQLITE_OPEN_CREATE) how |= O_CREAT;
    f->fd = open(f->name, how, 0600);
    if (f->fd < 0) return SQLITE_CANTOPEN;
    if (out_flags) *out_flags = flags;
    f->base.pMethods = &methods;
    f->next = all;
    all = f;
    return SQLITE_OK;
}

static int remove_one(sqlite3_vfs *vfs, const char *name, int sync)
{
    (void)vfs, (void)sync;
    if (unlink(name) == 0) return SQLITE_OK;
    return errno == ENOENT ? SQLITE_IOERR_DELETE_NOENT : SQLITE_IOERR_DELETE;
}

static int is_there(sqlite3_vfs *vfs, const char *name, int flags, int *out)
{
    struct stat about;
    (void)vfs;
    *out = stat(name, &about) == 0 && (flags != SQLITE_ACCESS_EXISTS || about.st_size);
    return SQLITE_OK;
}

static int full_name(sqlite3_vfs *vfs, const char *name, int size, char *out)
{
    (void)vfs;
    const int n = snprintf(out, (size_t)size, "%s%s", *name == '/' ? "" : "/", name);
    return n > 0 && n < size ? SQLITE_OK : SQLITE_CANTOPEN;
}

static int random_bytes(sqlite3_vfs *vfs, int size, char *out)
{
    (void)vfs;
    return getentropy(out, size < 256 ? (size_t)size : 256) == 0 ? size : 0;
}

/* Nobody else could end what is waited for. */
static int wait_us(sqlite3_vfs *vfs, int us)
{
    (void)vfs;
    return us;
}

static int now_ms(sqlite3_vfs *vfs, sqlite3_int64 *out)
{
    struct timespec now;
    (void)vfs;
    clock_gettime(CLOCK_REALTIME, &now);
    *out = 210866760000000 + (sqlite3_int64)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    return SQLITE_OK;
}

static int now_days(sqlite3_vfs *vfs, double *out)
{
    sqlite3_int64 ms = 0;
    now_ms(vfs, &ms);
    *out = (double)ms / 86400000.0;
    return SQLITE_OK;
}

static int last_error(sqlite3_vfs *vfs, int size, char *out)
{
    (void)vfs;
    if (size > 0) snprintf(out, (size_t)size, "%s", strerror(errno));
    return errno;
}

int sqlite3_os_init(void)
{
    static sqlite3_vfs vfs = {
        .iVersion = 2,
        .szOsFile = sizeof(open_file),
        .mxPathname = NAME_MOST,
        .zName = "host",
        .xOpen = open_one,
        .xDelete = remove_one,
        .xAccess = is_there,
        .xFullPathname = full_name,
        .xRandomness = random_bytes,
        .xSleep = wait_us,
        .xCurrentTime = now_days,
        .xGetLastError = last_error,
        .xCurrentTimeInt64 = now_ms,
    };
    return sqlite3_vfs_register(&vfs, 1);
}

int sqlite3_os_end(void)
{
    return SQLITE_OK;
}
