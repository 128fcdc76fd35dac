/* The deck as an Anki package (.apkg, collection schema 11). */
#ifndef ALEA_DESK_ANKI_WRITE_H
#define ALEA_DESK_ANKI_WRITE_H

#include "desk/deck.h"

/* Writes all cards with their schedules and reviews; *out is the caller's to free(). */
alea_status package_write(desk *d, void **out, size_t *size, int64_t *cards,
                          alea_error *error);

#endif
