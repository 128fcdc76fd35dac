/* Tables as bytes: the header, files, and the standard ones. */
#include "table.h"
#include "base/error.h"
#include "make.h"

#include "base/hash.h"
#include "base/text.h"
#include "embedded.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Writes the reason, if there is a place for it, and returns `status`. */
static alea_status bearoff_fail(alea_error *error, alea_status status,
                                const char *reason)
{
    return alea_error_fill(error, status, 0, 0, "%s", reason);
}

enum { MOST_TWO_FOR = 6 /* checkers of a two-sided table of other throws */ };

static const char magic[8] = {'A', 'L', 'E', 'A', 'B', 'E', 'A', 'R'};

void bearoff_header_seal(bearoff_header *header)
{
    header->header_sum = alea_checksum(header, offsetof(bearoff_header, header_sum));
}

void bearoff_header_start(bearoff_header *header, const bearoff_index *index,
                          alea_bearoff_kind kind, uint64_t data_size)
{
    memset(header, 0, sizeof *header);
    memcpy(header->magic, magic, sizeof magic);
    header->version = BEAROFF_VERSION;
    header->kind = (uint32_t)kind;
    header->points = (uint32_t)index->points;
    header->checkers = (uint32_t)index->checkers;
    header->positions = index->positions;
    header->data_size = data_size;
    bearoff_header_seal(header);
}

/* Smallest and exact data sizes by kind. */
static bool data_size_fits(const bearoff_header *h)
{
    if (h->kind == ALEA_BEAROFF_TWO_SIDED)
        return h->data_size ==
               h->positions * h->positions * sizeof(alea_bearoff_equity);
    uint64_t entries = h->positions * sizeof(bearoff_entry);
    return h->data_size > entries && (h->data_size - entries) % sizeof(float) == 0;
}

alea_status bearoff_header_check(const bearoff_header *h, uint64_t size,
                                 bearoff_index *index, alea_error *error)
{
    if (size < sizeof *h || memcmp(h->magic, magic, sizeof magic) != 0)
        return bearoff_fail(error, ALEA_ERROR_SYNTAX, "not a bear-off table");
    if (h->version != BEAROFF_VERSION)
        return bearoff_fail(error, ALEA_ERROR_VERSION,
                            "bear-off table of another version: make it again");
    if (h->header_sum != alea_checksum(h, offsetof(bearoff_header, header_sum)))
        return bearoff_fail(error, ALEA_ERROR_CHECKSUM,
                            "bear-off table: damaged header");
    bool two = h->kind == ALEA_BEAROFF_TWO_SIDED;
    if ((!two && h->kind != ALEA_BEAROFF_ONE_SIDED) || h->points < 6 ||
        h->points > (two ? 6 : ALEA_BEAROFF_MAX_POINTS) ||
        h->checkers > (two ? ALEA_BEAROFF_MAX_TWO : ALEA_CHECKERS) ||
        !bearoff_index_start(index, (int)h->points, (int)h->checkers) ||
        h->positions != index->positions || !data_size_fits(h))
        return bearoff_fail(error, ALEA_ERROR_SYNTAX,
                            "bear-off table: sizes in the header do not fit together");
    if (h->data_size != size - sizeof *h)
        return bearoff_fail(
            error, ALEA_ERROR_SYNTAX,
            "bear-off table: cut short, or longer than its header says");
    return ALEA_OK;
}

static alea_status open_bytes(const void *data, size_t size, bool verify,
                              bearoff_memory memory, alea_bearoff **out,
                              alea_error *error)
{
    alea_bearoff *table = calloc(1, sizeof *table);
    if (!table) return alea_error_no_memory(error);
    if (size >= sizeof table->header)
        memcpy(&table->header, data, sizeof table->header);
    alea_status status =
        bearoff_header_check(&table->header, size, &table->index, error);
    const bearoff_header *h = &table->header;
    if (status == ALEA_OK && h->done != h->positions)
        status = bearoff_fail(error, ALEA_ERROR_SYNTAX, "bear-off table: not complete");
    if (status == ALEA_OK && verify &&
        h->data_sum != alea_checksum((const unsigned char *)data + sizeof *h,
                                     (size_t)h->data_size))
        status = bearoff_fail(error, ALEA_ERROR_CHECKSUM,
                              "bear-off table: damaged, its sum does not match");
    if (status != ALEA_OK) {
        free(table);
        return status;
    }
    table->bytes = data;
    table->size = size;
    table->memory = memory;
    table->throws = bearoff_backgammon;
    *out = table;
    return ALEA_OK;
}

alea_status alea_bearoff_open_memory(const void *data, size_t size, bool verify,
                                     alea_bearoff **out, alea_error *error)
{
    if ((uintptr_t)data % 8 != 0)
        return bearoff_fail(error, ALEA_ERROR_ARGUMENT,
                            "bear-off table: memory not aligned to 8 bytes");
    return open_bytes(data, size, verify, BEAROFF_BORROWED, out, error);
}

alea_status alea_bearoff_open_file(const char *path, bool verify, alea_bearoff **out,
                                   alea_error *error)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat info;
    if (fd < 0 || fstat(fd, &info) != 0) {
        alea_status status = bearoff_fail(error, ALEA_ERROR_FILE, strerror(errno));
        if (fd >= 0) close(fd);
        return status;
    }
    size_t size = info.st_size > 0 ? (size_t)info.st_size : 0;
    void *data = MAP_FAILED;
    if (S_ISREG(info.st_mode) && size >= sizeof(bearoff_header))
        data = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (data == MAP_FAILED)
        return bearoff_fail(error, ALEA_ERROR_SYNTAX, "not a bear-off table");
    alea_status status = open_bytes(data, size, verify, BEAROFF_MAPPED, out, error);
    if (status != ALEA_OK) munmap(data, size);
    return status;
}

alea_status alea_bearoff_open_standard(alea_bearoff_kind kind, alea_bearoff **out,
                                       alea_error *error)
{
    bool two = kind == ALEA_BEAROFF_TWO_SIDED;
    if (!two && kind != ALEA_BEAROFF_ONE_SIDED) {
        alea_error_set(error, 0, 0, "no such kind of table");
        return ALEA_ERROR_ARGUMENT;
    }
    alea_embedded bytes = two ? alea_embedded_two_sided() : alea_embedded_one_sided();
    if (bytes.size > 0) {
        const alea_status status =
            alea_bearoff_open_memory(bytes.data, bytes.size, false, out, error);
        if (status == ALEA_OK) (*out)->row = bytes.row;
        return status;
    }
    alea_bearoff_job job = {.kind = kind, .points = 6, .threads = 1};
    job.checkers = two ? 6 : ALEA_CHECKERS;
    return alea_bearoff_make(&job, out, error);
}

void alea_bearoff_close(alea_bearoff *table)
{
    if (!table) return;
    union {
        const unsigned char *read;
        void *owned;
    } bytes = {.read = table->bytes};
    if (table->memory == BEAROFF_HEAP) free(bytes.owned);
    if (table->memory == BEAROFF_MAPPED) munmap(bytes.owned, table->size);
    free(table->after_double);
    free(table);
}

static alea_status job_check(const alea_bearoff_job *job, bearoff_index *index,
                             alea_error *error)
{
    bool two = job->kind == ALEA_BEAROFF_TWO_SIDED;
    if (!two && job->kind != ALEA_BEAROFF_ONE_SIDED)
        return bearoff_fail(error, ALEA_ERROR_ARGUMENT, "no such kind of table");
    if (job->points < 6 || job->points > (two ? 6 : ALEA_BEAROFF_MAX_POINTS))
        return bearoff_fail(error, ALEA_ERROR_ARGUMENT,
                            two ? "a two-sided table has 6 points"
                                : "a one-sided table has 6 to 12 points");
    if (job->checkers < 1 ||
        job->checkers > (two ? ALEA_BEAROFF_MAX_TWO : ALEA_CHECKERS))
        return bearoff_fail(error, ALEA_ERROR_ARGUMENT,
                            two ? "a two-sided table has 1 to 12 checkers per side"
                                : "a one-sided table has 1 to 15 checkers");
    if (job->threads < 1 || job->threads > 64)
        return bearoff_fail(error, ALEA_ERROR_ARGUMENT, "threads must be 1 to 64");
    bearoff_index_start(index, job->points, job->checkers);
    return ALEA_OK;
}

/* Puts the finished header in front of the data. */
static void finish(unsigned char *bytes, size_t size, const bearoff_index *index,
                   alea_bearoff_kind kind)
{
    bearoff_header header;
    bearoff_header_start(&header, index, kind, size - sizeof header);
    header.done = header.positions;
    header.data_sum = alea_checksum(bytes + sizeof header, size - sizeof header);
    bearoff_header_seal(&header);
    memcpy(bytes, &header, sizeof header);
}

typedef struct reporting {
    const alea_bearoff_job *job;
    uint64_t positions;
    int fd; /* the part file, or -1 */
    unsigned char *bytes;
    size_t size;
    uint64_t saved; /* rounds at the last checkpoint */
    bool failed;
} reporting;

/* Rounds get cheaper: after n of N, 1 - (1 - n/N)^2 of the pairs are done. */
static double fraction(uint64_t done, uint64_t positions)
{
    double left = 1 - (double)done / (double)positions;
    return 1 - left * left;
}

/* The data first, then the header that vouches for it. */
static bool checkpoint(reporting *r, uint64_t done)
{
    bearoff_header header;
    if (msync(r->bytes, r->size, MS_SYNC) != 0) return false;
    memcpy(&header, r->bytes, sizeof header);
    header.done = done;
    bearoff_header_seal(&header);
    memcpy(r->bytes, &header, sizeof header);
    r->saved = done;
    return msync(r->bytes, sizeof header, MS_SYNC) == 0;
}

static bool after_round(void *context, uint64_t done)
{
    reporting *r = context;
    double now = fraction(done, r->positions);
    bool more = !r->job->progress || r->job->progress(r->job->context, now);
    bool due = now - fraction(r->saved, r->positions) >= 0.02;
    if (r->fd >= 0 && (due || !more) && !checkpoint(r, done)) r->failed = true;
    return more && !r->failed;
}

static alea_status make_in_memory(const alea_bearoff_job *job,
                                  alea_bearoff_throws throws, alea_bearoff **out,
                                  alea_error *error)
{
    bearoff_index index;
    unsigned char *bytes = NULL;
    uint32_t *after_double = NULL;
    size_t size = 0;
    alea_status status = job_check(job, &index, error);
    if (status != ALEA_OK) return status;
    if (job->kind == ALEA_BEAROFF_ONE_SIDED) {
        status = bearoff_make_one_sided(job, throws, &bytes, &size, &after_double);
    } else {
        size_t pairs = (size_t)index.positions * index.positions;
        size = sizeof(bearoff_header) + pairs * sizeof(alea_bearoff_equity);
        bytes = malloc(size);
        reporting r = {.job = job, .positions = index.positions, .fd = -1};
        status =
            bytes ? bearoff_make_two_sided(&index, throws, job->threads, 0, after_round,
                                           &r, (void *)(bytes + sizeof(bearoff_header)))
                  : ALEA_ERROR_MEMORY;
    }
    if (status != ALEA_OK) {
        free(bytes);
        return bearoff_fail(error, status, alea_status_text(status));
    }
    finish(bytes, size, &index, job->kind);
    status = open_bytes(bytes, size, false, BEAROFF_HEAP, out, error);
    if (status != ALEA_OK) {
        free(bytes);
        free(after_double);
        return status;
    }
    (*out)->throws = throws;
    (*out)->after_double = after_double;
    return ALEA_OK;
}

alea_status alea_bearoff_make(const alea_bearoff_job *job, alea_bearoff **out,
                              alea_error *error)
{
    return make_in_memory(job, bearoff_backgammon, out, error);
}

alea_status alea_bearoff_make_for(alea_bearoff_throws throws, alea_bearoff_kind kind,
                                  int checkers, alea_bearoff **out, alea_error *error)
{
    const bool two = kind == ALEA_BEAROFF_TWO_SIDED;
    const alea_bearoff_job job = {
        .kind = kind, .points = 6, .checkers = checkers, .threads = 1};
    if (throws.double_steps != 2 && throws.double_steps != 4)
        return bearoff_fail(error, ALEA_ERROR_ARGUMENT, "a double has 2 or 4 moves");
    if (two ? checkers > MOST_TWO_FOR : checkers != ALEA_CHECKERS)
        return bearoff_fail(error, ALEA_ERROR_ARGUMENT,
                            "a table of other throws has 15 checkers, or up to 6 per "
                            "side where it is two-sided");
    return make_in_memory(&job, throws, out, error);
}

static alea_status file_error(alea_error *error, const char *path)
{
    char reason[160];
    snprintf(reason, sizeof reason, "%.100s: %s", path, strerror(errno));
    return bearoff_fail(error, ALEA_ERROR_FILE, reason);
}

static bool write_all(int fd, const unsigned char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t n = write(fd, bytes, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        bytes += n;
        size -= (size_t)n;
    }
    return true;
}

static alea_status make_one_sided_file(const alea_bearoff_job *job, const char *part,
                                       alea_error *error)
{
    alea_bearoff *table;
    alea_status status = alea_bearoff_make(job, &table, error);
    if (status != ALEA_OK) return status;
    int fd = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool ok = fd >= 0 && write_all(fd, table->bytes, table->size) && fsync(fd) == 0;
    if (!ok) status = file_error(error, part);
    if (fd >= 0) close(fd);
    alea_bearoff_close(table);
    return status;
}

/* Resumes from the part file if it belongs to the same job, else starts anew. */
static alea_status make_two_sided_file(const alea_bearoff_job *job,
                                       const bearoff_index *index, const char *part,
                                       alea_error *error)
{
    bearoff_header header;
    bearoff_index other;
    size_t pairs = (size_t)index->positions * index->positions;
    size_t size = sizeof header + pairs * sizeof(alea_bearoff_equity);
    reporting r = {.job = job, .positions = index->positions, .size = size};
    r.fd = open(part, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (r.fd < 0) return file_error(error, part);
    bool resume = pread(r.fd, &header, sizeof header, 0) == (ssize_t)sizeof header &&
                  bearoff_header_check(&header, size, &other, NULL) == ALEA_OK &&
                  (int)header.checkers == job->checkers &&
                  header.kind == ALEA_BEAROFF_TWO_SIDED &&
                  header.done <= header.positions;
    if (!resume) bearoff_header_start(&header, index, job->kind, size - sizeof header);
    /* Real blocks, so that a full disk is an error here and not a signal later. */
    int full = posix_fallocate(r.fd, 0, (off_t)size);
    r.bytes = MAP_FAILED;
    if (full == 0 && ftruncate(r.fd, (off_t)size) == 0)
        r.bytes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, r.fd, 0);
    else if (full != 0)
        errno = full;
    if (r.bytes == MAP_FAILED) {
        alea_status status = file_error(error, part);
        close(r.fd);
        return status;
    }
    memcpy(r.bytes, &header, sizeof header);
    r.saved = header.done;
    alea_status status =
        bearoff_make_two_sided(index, bearoff_backgammon, job->threads, header.done,
                               after_round, &r, (void *)(r.bytes + sizeof header));
    if (status == ALEA_OK) finish(r.bytes, size, index, job->kind);
    if (r.failed || (status == ALEA_OK && msync(r.bytes, size, MS_SYNC) != 0))
        status = file_error(error, part);
    else if (status != ALEA_OK)
        bearoff_fail(error, status, alea_status_text(status));
    munmap(r.bytes, size);
    close(r.fd);
    return status;
}

alea_status alea_bearoff_make_file(const alea_bearoff_job *job, const char *path,
                                   alea_error *error)
{
    bearoff_index index;
    alea_status status = job_check(job, &index, error);
    if (status != ALEA_OK) return status;
    struct stat old;
    if (stat(path, &old) == 0 && !S_ISREG(old.st_mode))
        return bearoff_fail(error, ALEA_ERROR_FILE,
                            "it exists and is not a regular file");
    size_t length = strlen(path) + sizeof ".part";
    char *part = malloc(length);
    if (!part) return alea_error_no_memory(error);
    snprintf(part, length, "%s.part", path);
    status = job->kind == ALEA_BEAROFF_ONE_SIDED
                 ? make_one_sided_file(job, part, error)
                 : make_two_sided_file(job, &index, part, error);
    if (status == ALEA_OK && rename(part, path) != 0) status = file_error(error, path);
    free(part);
    return status;
}

alea_bearoff_throws alea_bearoff_table_throws(const alea_bearoff *table)
{
    return table->throws;
}

alea_bearoff_kind alea_bearoff_table_kind(const alea_bearoff *table)
{
    return (alea_bearoff_kind)table->header.kind;
}

int alea_bearoff_table_points(const alea_bearoff *table)
{
    return table->index.points;
}

int alea_bearoff_table_checkers(const alea_bearoff *table)
{
    return table->index.checkers;
}

size_t alea_bearoff_table_positions(const alea_bearoff *table)
{
    return table->index.positions;
}

size_t alea_bearoff_table_size(const alea_bearoff *table)
{
    return table->size;
}

const void *alea_bearoff_table_bytes(const alea_bearoff *table)
{
    return table->bytes;
}
