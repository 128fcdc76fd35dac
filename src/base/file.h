/* Whole files in and out: bounded reading, and writing that either happens or does
 * not. */
#ifndef ALEA_BASE_FILE_H
#define ALEA_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include <alea/status.h>

/* Reads all of `path` (a pipe works too), at most `cap` bytes. *bytes is allocated, has
 * a NUL behind its last byte and is the caller's to free(). ALEA_ERROR_FILE with the
 * system's reason; ALEA_ERROR_ARGUMENT when the file is longer than `cap`;
 * ALEA_ERROR_MEMORY. */
alea_status alea_file_read(const char *path, size_t cap, char **bytes, size_t *length,
                           alea_error *error);
/* Whether the file begins with these `size` bytes; false too where it cannot be
 * read. */
bool alea_file_begins(const char *path, const void *bytes, size_t size);
/* Whether the file has exactly `size` bytes, which are then in `out`; else `out` holds
 * anything. */
bool alea_file_fill(const char *path, void *out, size_t size);
/* Makes an empty file, or leaves one that is there: finds out before long work whether
 * its result could be written. ALEA_ERROR_FILE with the system's reason. */
alea_status alea_file_touch(const char *path, alea_error *error);
/* Replaces `path` by these bytes so that, whatever stops the program or the machine,
 * the file is afterwards the old one whole or the new one whole: a temporary file
 * beside it is written, synced and renamed, then the directory is synced. Keeps the
 * permissions of a file that was there, else `mode` (less the umask). A symbolic link
 * is followed. */
alea_status alea_file_replace(const char *path, const void *bytes, size_t length,
                              unsigned mode, alea_error *error);

#endif
