/* The file that a stored match was read from, kept packed, and how it was read. */
#ifndef ALEA_DESK_SOURCE_H
#define ALEA_DESK_SOURCE_H

#include "store.h"

#include <alea/file.h>

#include <stddef.h>
#include <stdint.h>

enum { SOURCE_OPTIONS = 64 };

typedef struct source {
    char options[SOURCE_OPTIONS]; /* source_options */
    size_t size;                  /* of the file */
    uint8_t *packed;              /* free() */
    size_t packed_size;
} source;

/* Import options that change the result, as text: "length jacoby beavers crawford
 * strict", and the format unless it is recognised by content. */
void source_options(const alea_import_options *o, char out[SOURCE_OPTIONS]);
/* Packs a file; the options of `s` are unchanged. */
alea_status source_pack(source *s, const void *bytes, size_t size, alea_error *error);
/* Inside a transaction: makes this the source of the match. */
alea_status source_put(desk *d, int64_t match, const source *s, alea_error *error);

/* The file of a stored match, to free(), and how it was read. */
alea_status desk_source(desk *d, int64_t match, char **bytes, size_t *size,
                        alea_import_options *options, alea_error *error);
/* Reads the record of a stored match from its source; clear it afterwards. */
alea_status desk_record(desk *d, int64_t match, alea_record *record, alea_error *error);

#endif
