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
/* A new save is made beside its path and gets its name, with the secret of its dice on
 * disk before, only when it is whole: no kill leaves one that cannot be resumed.
 * Opens the file to write to, locked; -1 with errno: EEXIST where there is a file of
 * that path, EBUSY where another program makes one. */
int save_make(const char *path);
/* Ends that. `seed` (NULL: none) goes into the file that save_seed_path names, readable
 * by its owner only. False with errno: there is no save, and no seed. */
bool save_made(const char *path, const char *seed);
/* Gives up what save_make began. */
void save_unmake(const char *path);
/* "PATH.seed". */
void save_seed_path(const char *path, char out[SAVE_PATH_SIZE]);
/* A new name is safe only when its directory is on disk, too. */
void save_sync_name(const char *path);

#endif
