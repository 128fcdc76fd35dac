/* The image of a desk: the bytes of a small database in chunks, which are packed one by
 * one, as the storage keeps them. A chunk is unpacked when it is read, and packed again
 * after it was written. Copies share what neither of them changes. One thread at a time
 * uses an image; its copies may be used by others. */
#ifndef ALEA_SERVER_DESK_BYTES_IMAGE_H
#define ALEA_SERVER_DESK_BYTES_IMAGE_H

#include "server/storage/desks.h"

typedef struct image image;

/* Empty; NULL without memory, as for the copy. */
image *image_new(void);
image *image_copy(const image *of);
void image_free(image *m); /* NULL is allowed */

/* Fills it from the storage: each chunk as it was packed, then the size. False without
 * memory, or for a number out of bounds; image_end: a chunk is missing. */
bool image_put(image *m, const storage_chunk *chunk);
bool image_end(image *m, int64_t size);

int64_t image_size(const image *m);
/* ALEA_ERROR_CHECKSUM: a chunk is damaged. Bytes behind the end read as 0. */
alea_status image_read(image *m, void *out, size_t size, int64_t from);
/* Bytes between the old end and `from` become 0. */
alea_status image_write(image *m, const void *bytes, size_t size, int64_t from);
alea_status image_cut(image *m, int64_t size);

bool image_has_changed(const image *m); /* since image_end or image_keep */
/* Packs what was written. */
alea_status image_pack(image *m);
/* The chunks that have changed, packed; *count may be 0. The list is the caller's to
 * free, its bytes are the image's. NULL without memory. */
storage_chunk *image_changes(const image *m, size_t *count);
int64_t image_stored(const image *m); /* bytes of all chunks as packed */
/* They are stored. */
void image_keep(image *m);
/* Whether both have the same bytes; ALEA_ERROR_CHECKSUM as for image_read. */
alea_status image_compare(image *a, image *b, bool *same);

#endif
