/* An image as SQLite's file: a VFS with that one file, for one connection, without
 * locks, journals (they stay in memory) and syncs. */
#ifndef ALEA_SERVER_DESK_BYTES_IMAGE_FILE_H
#define ALEA_SERVER_DESK_BYTES_IMAGE_FILE_H

#include "image.h"

typedef struct image_file image_file;

/* The image must outlive it. NULL without memory. */
image_file *image_file_open(image *m);
/* The name of its VFS, for sqlite3_open_v2. */
const char *image_file_vfs(const image_file *f);
/* After the connection is closed. NULL is allowed. */
void image_file_close(image_file *f);

#endif
