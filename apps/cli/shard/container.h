/* Shard, result and job files: a few header lines, then bytes, sealed with SHA-256.
 *
 *     alea-shard 1              (or alea-result 1, alea-job 1)
 *     NAME VALUE                any number of lines
 *     sha256 HEX                of all lines above and the payload
 *     bytes N
 *                               an empty line, then N bytes of payload */
#ifndef ALEA_CLI_SHARD_CONTAINER_H
#define ALEA_CLI_SHARD_CONTAINER_H

#include <stdbool.h>
#include <stddef.h>

#include <alea/status.h>

enum {
    CONTAINER_FIELDS = 24,
    CONTAINER_VALUE = 512,
    CONTAINER_HASH = 65,        /* 64 hexadecimal digits and the NUL */
    CONTAINER_MOST = 512 << 20, /* bytes of a file */
};

typedef enum container_kind {
    CONTAINER_SHARD = 0,
    CONTAINER_RESULT,
    CONTAINER_JOB
} container_kind;
enum { CONTAINER_KINDS = 3 };

typedef struct container_field {
    char name[24];
    char value[CONTAINER_VALUE];
} container_field;

typedef struct container {
    container_kind kind;
    int fields;
    container_field field[CONTAINER_FIELDS];
    char hash[CONTAINER_HASH]; /* set by reading and writing */
    char *payload;             /* allocated, NUL-terminated behind its last byte */
    size_t length;
} container;

/* Empties it and gives its payload back. */
void container_finish(container *c);
/* Sets a field, or replaces it. False if there is no room or the value has a control
 * character or is too long. */
bool container_set(container *c, const char *name, const char *value);
/* The value of a field, or NULL. */
const char *container_get(const container *c, const char *name);
/* Takes over `payload` (from malloc, `length` bytes). */
void container_set_payload(container *c, char *payload, size_t length);

/* Reads and checks a file of any kind. On failure *c is empty and *error says why,
 * with the line of the header where there is one. */
alea_status container_read(const char *path, container *c, alea_error *error);
/* Replaces the file at `path` atomically; sets c->hash. */
alea_status container_write(const char *path, container *c, alea_error *error);

/* SHA-256 as lower-case hexadecimal digits. */
void container_hash_bytes(const void *bytes, size_t length, char out[CONTAINER_HASH]);

#endif
