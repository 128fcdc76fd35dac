#include "journal.h"
#include "base/error.h"

#include <alea/file.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static alea_status fail(alea_error *error, alea_status status, const char *what,
                        const char *path)
{
    if (error) {
        const int code = errno;
        *error = (alea_error){0};
        alea_error_set(error, 0, 0, "%.60s %.60s%s%.30s", what, path,
                       status == ALEA_ERROR_FILE ? ": " : "",
                       status == ALEA_ERROR_FILE ? strerror(code) : "");
    }
    return status;
}

void play_save_none(play_save *save)
{
    *save = (play_save){.fd = -1};
}

void play_save_close(play_save *save)
{
    if (save->fd >= 0) close(save->fd);
    play_save_none(save);
}

static alea_status append(play_save *save, const char *bytes, size_t size,
                          alea_error *error)
{
    return save_append(save->fd, &save->length, bytes, size, true)
               ? ALEA_OK
               : fail(error, ALEA_ERROR_FILE, "cannot write", save->path);
}

/* Appends a line that was made with `check`, and frees it. */
static alea_status append_line(play_save *save, alea_status made, char *line,
                               size_t size, uint32_t check, alea_error *error)
{
    if (made != ALEA_OK) return fail(error, made, "no memory to save to", save->path);
    const alea_status status = append(save, line, size, error);
    if (status == ALEA_OK) save->check = check;
    free(line);
    return status;
}

alea_status play_save_entry(play_save *save, const alea_record *record, size_t index,
                            alea_error *error)
{
    char *line = NULL;
    size_t size = 0;
    uint32_t check = save->check;
    if (save->fd < 0) return ALEA_OK;
    const alea_status made = alea_journal_entry(record, index, &check, &line, &size);
    return append_line(save, made, line, size, check, error);
}

alea_status play_save_tag(play_save *save, const char *key, const char *value,
                          alea_error *error)
{
    char *line = NULL;
    size_t size = 0;
    uint32_t check = save->check;
    if (save->fd < 0) return ALEA_OK;
    const alea_status made = alea_journal_tag(key, value, &check, &line, &size);
    return append_line(save, made, line, size, check, error);
}

alea_status play_save_back(play_save *save, size_t count, alea_error *error)
{
    char *line = NULL;
    size_t size = 0;
    uint32_t check = save->check;
    if (save->fd < 0) return ALEA_OK;
    const alea_status made = alea_journal_back(count, &check, &line, &size);
    return append_line(save, made, line, size, check, error);
}

static alea_status write_whole(play_save *save, const alea_record *record,
                               alea_error *error)
{
    char *line = NULL;
    size_t size = 0;
    alea_status status = alea_journal_header(record, &save->check, &line, &size);
    if (status != ALEA_OK)
        return fail(error, status, "no memory to save to", save->path);
    status = append(save, line, size, error);
    free(line);
    for (size_t i = 0; status == ALEA_OK && i < record->entries; i++)
        status = play_save_entry(save, record, i, error);
    return status;
}

alea_status play_save_create(play_save *save, const char *path,
                             const alea_record *record, const char *seed,
                             alea_error *error)
{
    play_save_none(save);
    const int fd = save_make(path);
    if (fd < 0 && errno == EEXIST)
        return fail(error, ALEA_ERROR_ARGUMENT,
                    "there is a file already, and it is not written over:", path);
    if (fd < 0) return fail(error, ALEA_ERROR_FILE, "cannot make the save", path);
    save->fd = fd;
    snprintf(save->path, sizeof save->path, "%s", path);
    alea_status status = write_whole(save, record, error);
    if (status != ALEA_OK)
        save_unmake(path);
    else if (!save_made(path, seed))
        status = fail(error, ALEA_ERROR_FILE, "cannot make the save", path);
    if (status != ALEA_OK) play_save_close(save);
    return status;
}

/* All bytes of an open file, at most what a reader takes; NULL with errno. */
static char *read_all(int fd, size_t *size)
{
    struct stat info;
    if (fstat(fd, &info) != 0) return NULL;
    if (!S_ISREG(info.st_mode) || info.st_size > ALEA_FILE_MAX_BYTES) {
        errno = S_ISREG(info.st_mode) ? EFBIG : EINVAL;
        return NULL;
    }
    char *bytes = malloc((size_t)info.st_size + 1);
    size_t done = 0;
    while (bytes && done < (size_t)info.st_size) {
        const ssize_t n = read(fd, bytes + done, (size_t)info.st_size - done);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) {
            free(bytes);
            return NULL;
        }
        if (n == 0) break;
        done += (size_t)n;
    }
    if (bytes) bytes[done] = '\0';
    *size = done;
    return bytes;
}

static alea_status read_record(int fd, const char *path, alea_record *record,
                               alea_import_report *report, bool *cut, alea_error *error)
{
    const alea_import_options options = {.format = ALEA_FORMAT_JOURNAL, .resume = true};
    size_t size = 0;
    char *bytes = read_all(fd, &size);
    if (!bytes) return fail(error, ALEA_ERROR_FILE, "cannot read", path);
    const alea_status status =
        alea_import(bytes, size, &options, record, report, error);
    *cut = status == ALEA_OK && report->good_bytes < size;
    free(bytes);
    return status;
}

alea_status play_save_open(play_save *save, const char *path, alea_record *record,
                           bool *cut, alea_error *error)
{
    alea_import_report report = {0};
    play_save_none(save);
    if (strlen(path) >= sizeof save->path - 8) {
        errno = ENAMETOOLONG;
        return fail(error, ALEA_ERROR_FILE, "cannot open", path);
    }
    const int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0) return fail(error, ALEA_ERROR_FILE, "cannot open", path);
    if (!save_lock(fd)) {
        close(fd);
        return fail(error, ALEA_ERROR_REFUSED,
                    "this game is open in another window:", path);
    }
    const alea_status status = read_record(fd, path, record, &report, cut, error);
    if (status != ALEA_OK) {
        close(fd);
        return status;
    }
    save->fd = fd;
    save->check = report.check;
    save->length = (off_t)report.good_bytes;
    snprintf(save->path, sizeof save->path, "%s", path);
    if (*cut && ftruncate(fd, save->length) != 0) {
        const alea_status failed = fail(error, ALEA_ERROR_FILE, "cannot write", path);
        play_save_close(save);
        alea_record_clear(record);
        return failed;
    }
    return ALEA_OK;
}

alea_status play_save_read(const char *path, alea_record *record, bool *cut,
                           alea_error *error)
{
    alea_import_report report = {0};
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return fail(error, ALEA_ERROR_FILE, "cannot open", path);
    const alea_status status = read_record(fd, path, record, &report, cut, error);
    close(fd);
    return status;
}

bool play_save_is_finished(const alea_record *record)
{
    const bool is_decided = record->now.phase == ALEA_MATCH_MATCH_OVER &&
                            (!record->now.contestable ||
                             alea_record_tag_value(record, "x-accepted") != NULL);
    return is_decided || alea_record_tag_value(record, "x-given-up") != NULL;
}
