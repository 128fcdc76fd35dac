/* A desk as a whole, straight from the storage: for checks, copies and exports. On one
 * thread with its storage. */
#ifndef ALEA_SERVER_DESK_BYTES_WHOLE_H
#define ALEA_SERVER_DESK_BYTES_WHOLE_H

#include "image.h"

/* The image, the caller's to free; NULL with ALEA_OK: the person has no desk.
 * ALEA_ERROR_FILE, ALEA_ERROR_REFUSED: it could not be read, or not between two
 * changes, and nothing is known; ALEA_ERROR_CHECKSUM: pieces of it are missing. */
alea_status desk_whole_read(storage *s, const char *person, image **out,
                            storage_desk *desk);
/* Checks every piece, and the database in them. ALEA_ERROR_CHECKSUM: damaged, with the
 * reason in `error`; ALEA_ERROR_MEMORY: nothing is known. */
alea_status desk_whole_check(image *m, alea_error *error);
/* Makes the file of `alea study` from it, readable by its owner alone. */
alea_status desk_whole_write(image *m, const char *path, alea_error *error);

#endif
