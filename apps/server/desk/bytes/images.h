/* The images of desks in the storage, read and saved by any thread over a connection of
 * their own. The last used ones are kept in memory, each with its version, so that a
 * desk that nobody has changed is not read again. */
#ifndef ALEA_SERVER_DESK_BYTES_IMAGES_H
#define ALEA_SERVER_DESK_BYTES_IMAGES_H

#include "image.h"

typedef struct desk_images desk_images;

/* NULL without memory. The storage must outlive it. */
desk_images *desk_images_open(storage *store);
/* After the last thread that uses it. NULL is allowed. */
void desk_images_close(desk_images *all);

/* The present image, the caller's to free: NULL where the person has no desk. The
 * desk's version is for desk_images_save. ALEA_ERROR_FILE: the storage could not be
 * read in time, and nothing is known; ALEA_ERROR_CHECKSUM: the desk is damaged;
 * ALEA_ERROR_REFUSED: others have the memory for desks. */
alea_status desk_images_take(desk_images *all, const char *person, image **out,
                             storage_desk *desk);
/* Stores what has changed of an image and packs it. ALEA_ERROR_REFUSED: somebody else
 * has changed the desk since; else as storage_desk_save. */
alea_status desk_images_save(desk_images *all, const char *person, image *m,
                             storage_desk *desk);
/* Returns an image that is no longer used; `stored` as desk_images_take set it. */
void desk_images_leave(desk_images *all, int64_t stored);

/* Serialises changes of a desk: takes the right to change it; false: not free for a
 * long time. Readers do not wait for it. */
bool desk_images_begin(desk_images *all, const char *person);
void desk_images_end(desk_images *all, const char *person);

/* Removes any image of the person from memory. */
void desk_images_forget(desk_images *all, const char *person);

#endif
