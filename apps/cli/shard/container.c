#include "container.h"
#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/io/args.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER_MOST = CONTAINER_FIELDS * (CONTAINER_VALUE + 32) + 256 };

static const char *const magic[CONTAINER_KINDS] = {"alea-shard 1", "alea-result 1",
                                                   "alea-job 1"};

void container_finish(container *c)
{
    free(c->payload);
    memset(c, 0, sizeof *c);
}

static bool is_plain(const char *text, bool spaces)
{
    for (; *text; text++)
        if ((unsigned char)*text < (spaces ? 0x20 : 0x21) || *text == 0x7f)
            return false;
    return true;
}

bool container_set(container *c, const char *name, const char *value)
{
    if (strlen(name) >= sizeof c->field[0].name || strlen(value) >= CONTAINER_VALUE ||
        !*name || !is_plain(name, false) || !is_plain(value, true))
        return false;
    int i = 0;
    while (i < c->fields && strcmp(c->field[i].name, name) != 0) i++;
    if (i == CONTAINER_FIELDS) return false;
    if (i == c->fields) c->fields++;
    strcpy(c->field[i].name, name);
    strcpy(c->field[i].value, value);
    return true;
}

const char *container_get(const container *c, const char *name)
{
    for (int i = 0; i < c->fields; i++)
        if (strcmp(c->field[i].name, name) == 0) return c->field[i].value;
    return NULL;
}

void container_set_payload(container *c, char *payload, size_t length)
{
    free(c->payload);
    c->payload = payload;
    c->length = length;
}

static void to_hex(const unsigned char digest[32], char out[CONTAINER_HASH])
{
    sodium_bin2hex(out, CONTAINER_HASH, digest, 32);
}

void container_hash_bytes(const void *bytes, size_t length, char out[CONTAINER_HASH])
{
    unsigned char digest[32];
    crypto_hash_sha256(digest, bytes, length);
    to_hex(digest, out);
}

/* The lines that the seal covers. */
static void write_fields(const container *c, alea_text *out)
{
    alea_text_put(out, magic[c->kind]);
    alea_text_char(out, '\n');
    for (int i = 0; i < c->fields; i++)
        alea_text_format(out, "%s %s\n", c->field[i].name, c->field[i].value);
}

static alea_status seal(container *c, char out[CONTAINER_HASH])
{
    alea_text text = alea_text_growing(HEADER_MOST);
    write_fields(c, &text);
    crypto_hash_sha256_state state;
    unsigned char digest[32];
    crypto_hash_sha256_init(&state);
    crypto_hash_sha256_update(&state, (const unsigned char *)text.start, text.length);
    crypto_hash_sha256_update(&state, (const unsigned char *)c->payload, c->length);
    crypto_hash_sha256_final(&state, digest);
    to_hex(digest, out);
    alea_status status = alea_text_status(&text);
    alea_text_free(&text);
    return status;
}

alea_status container_write(const char *path, container *c, alea_error *error)
{
    alea_text text = alea_text_growing((size_t)CONTAINER_MOST + HEADER_MOST);
    alea_status status = seal(c, c->hash);
    write_fields(c, &text);
    alea_text_format(&text, "sha256 %s\nbytes %zu\n\n", c->hash, c->length);
    alea_text_bytes(&text, c->payload, c->length);
    if (status == ALEA_OK) status = alea_text_status(&text);
    if (status != ALEA_OK)
        alea_error_set(error, 0, 0, "too large, or out of memory");
    else
        status = alea_file_replace(path, text.start, text.length, 0666, error);
    alea_text_free(&text);
    return status;
}

/* One header line; 1 at the empty line that ends the header. */
static int read_line(container *c, char *line, char hash[CONTAINER_HASH],
                     long long *bytes)
{
    if (!*line) return *bytes >= 0 && *hash ? 1 : -1;
    char *space = strchr(line, ' ');
    if (!space) return -1;
    *space = '\0';
    const char *value = space + 1;
    if (strcmp(line, "sha256") == 0) {
        if (strlen(value) != CONTAINER_HASH - 1 || *hash) return -1;
        strcpy(hash, value);
        return 0;
    }
    if (strcmp(line, "bytes") == 0)
        return *hash && args_integer(value, 0, CONTAINER_MOST, bytes) ? 0 : -1;
    return !*hash && !container_get(c, line) && container_set(c, line, value) ? 0 : -1;
}

static alea_status parse(container *c, char *text, size_t length, alea_error *error)
{
    char hash[CONTAINER_HASH] = "", sealed[CONTAINER_HASH];
    long long bytes = -1;
    size_t at = 0;
    int end = 0;
    for (size_t line = 1; end == 0; line++) {
        char *start = text + at, *newline = memchr(start, '\n', length - at);
        if (!newline || newline - start >= HEADER_MOST) {
            alea_error_set(error, line, 0, "the file is cut off in its header");
            return ALEA_ERROR_SYNTAX;
        }
        *newline = '\0';
        at = (size_t)(newline - text) + 1;
        if (strlen(start) != (size_t)(newline - start)) end = -1;
        if (line == 1) {
            int kind = 0;
            while (kind < CONTAINER_KINDS && strcmp(start, magic[kind]) != 0) kind++;
            c->kind = (container_kind)kind;
            if (kind == CONTAINER_KINDS) {
                alea_error_set(error, 1, 0,
                               "not a shard, result or job of this version");
                return ALEA_ERROR_VERSION;
            }
        } else if (end == 0) {
            end = read_line(c, start, hash, &bytes);
        }
        if (end < 0) {
            alea_error_set(error, line, 0, "a damaged header line");
            return ALEA_ERROR_SYNTAX;
        }
    }
    if ((size_t)bytes != length - at) {
        alea_error_set(error, 0, 0, "%lld bytes of content are promised, %zu are there",
                       bytes, length - at);
        return ALEA_ERROR_SYNTAX;
    }
    char *payload = malloc((size_t)bytes + 1);
    if (!payload) return alea_error_no_memory(error);
    memcpy(payload, text + at, (size_t)bytes);
    payload[bytes] = '\0';
    container_set_payload(c, payload, (size_t)bytes);
    if (seal(c, sealed) != ALEA_OK || strcmp(sealed, hash) != 0) {
        alea_error_set(error, 0, 0, "damaged: its SHA-256 does not match");
        return ALEA_ERROR_CHECKSUM;
    }
    strcpy(c->hash, hash);
    return ALEA_OK;
}

alea_status container_read(const char *path, container *c, alea_error *error)
{
    char *text;
    size_t length;
    memset(c, 0, sizeof *c);
    alea_status status = alea_file_read(path, (size_t)CONTAINER_MOST + HEADER_MOST,
                                        &text, &length, error);
    if (status != ALEA_OK) return status;
    status = parse(c, text, length, error);
    free(text);
    if (status != ALEA_OK) container_finish(c);
    return status;
}
