/* A save file that grows at its end by whole lines only. */
#ifndef ALEA_CLI_SAVE_GROWING_H
#define ALEA_CLI_SAVE_GROWING_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { SAVE_PATH_SIZE = 4096 };

/* One writer for each save: false if another program has it. The lock goes with the
 * process, whatever ends it. */
bool save_lock(int fd);
/* Writes all of it behind `*length` good bytes, which grow, and with `synced` waits for
 * the disk; or leaves the file as it was, returns false and sets errno. */
bool save_append(int fd, off_t *length, const char *bytes, size_t size, bool synced);
/* A new name is safe only when its directory is on disk, too. */
void save_sync_name(const char *path);

#endif
