#define _XOPEN_SOURCE 700 /* realpath */
#include "server_key.h"

#include "base/error.h"
#include "base/file.h"

#include <sodium.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROOT_BYTES = 32, FILE_MOST = 200 };

static const char first_line[] = "alea-server-key-1";

static alea_status fail(alea_error *error, const char *path, const char *why)
{
    *error = (alea_error){0};
    return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0, "%.90s: %.64s", path, why);
}

/* Two independent keys out of one secret. */
static void derive(server_key *key, const uint8_t root[ROOT_BYTES])
{
    uint8_t seed[crypto_sign_SEEDBYTES], public_key[crypto_sign_PUBLICKEYBYTES];
    static const char sign[] = "alea-sign-1", seal[] = "alea-seal-key-1";
    crypto_generichash(seed, sizeof seed, (const uint8_t *)sign, sizeof sign - 1, root,
                       ROOT_BYTES);
    crypto_generichash(key->seal, sizeof key->seal, (const uint8_t *)seal,
                       sizeof seal - 1, root, ROOT_BYTES);
    crypto_sign_seed_keypair(public_key, key->sign, seed);
    sodium_bin2hex(key->public_hex, sizeof key->public_hex, public_key,
                   sizeof public_key);
    sodium_memzero(seed, sizeof seed);
}

static alea_status make(const char *path, uint8_t root[ROOT_BYTES], alea_error *error)
{
    char text[FILE_MOST], hex[2 * ROOT_BYTES + 1];
    randombytes_buf(root, ROOT_BYTES);
    sodium_bin2hex(hex, sizeof hex, root, ROOT_BYTES);
    const int n = snprintf(text, sizeof text, "%s\n%s\n", first_line, hex);
    const alea_status status = alea_file_replace(path, text, (size_t)n, 0600, error);
    sodium_memzero(text, sizeof text);
    sodium_memzero(hex, sizeof hex);
    return status;
}

static alea_status read_root(const char *path, uint8_t root[ROOT_BYTES],
                             alea_error *error)
{
    char *text = NULL;
    size_t length = 0, size = 0;
    const size_t head = sizeof first_line - 1;
    const alea_status status = alea_file_read(path, FILE_MOST, &text, &length, error);
    if (status != ALEA_OK) return status;
    const bool good = length >= head + 1 + 2 * ROOT_BYTES &&
                      memcmp(text, first_line, head) == 0 && text[head] == '\n' &&
                      sodium_hex2bin(root, ROOT_BYTES, text + head + 1, 2 * ROOT_BYTES,
                                     NULL, &size, NULL) == 0 &&
                      size == ROOT_BYTES;
    sodium_memzero(text, length);
    free(text);
    return good ? ALEA_OK
                : fail(error, path, "not a server key; restore it, or remove it");
}

alea_status server_key_place(const char *data, char out[SERVER_KEY_PATH],
                             alea_error *error)
{
    char *real = realpath(data, NULL);
    if (!real && errno == ENOENT) real = strdup(data); /* the data is in a database */
    if (!real) return fail(error, data, strerror(errno));
    const int length = snprintf(out, SERVER_KEY_PATH, "%s.key", real);
    free(real);
    return length < 0 || length >= SERVER_KEY_PATH
               ? fail(error, data, "the name is too long")
               : ALEA_OK;
}

static alea_status take(server_key *key, alea_status status, uint8_t root[ROOT_BYTES])
{
    if (status == ALEA_OK) derive(key, root);
    sodium_memzero(root, ROOT_BYTES);
    return status;
}

alea_status server_key_read(server_key *key, const char *path, alea_error *error)
{
    uint8_t root[ROOT_BYTES];
    return take(key, read_root(path, root, error), root);
}

alea_status server_key_make(server_key *key, const char *path, alea_error *error)
{
    uint8_t root[ROOT_BYTES];
    if (strcmp(path, ":memory:") != 0) return take(key, make(path, root, error), root);
    randombytes_buf(root, sizeof root);
    return take(key, ALEA_OK, root);
}

void server_key_seal(const server_key *key, const dice_secret *secret,
                     char out[SERVER_KEY_SEALED])
{
    enum { NONCE = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES };
    uint8_t sealed[NONCE + DICE_SEED_BYTES + crypto_aead_xchacha20poly1305_ietf_ABYTES];
    randombytes_buf(sealed, NONCE);
    crypto_aead_xchacha20poly1305_ietf_encrypt(
        sealed + NONCE, NULL, secret->seed, sizeof secret->seed,
        (const uint8_t *)secret->game_id, strlen(secret->game_id), NULL, sealed,
        key->seal);
    sodium_bin2hex(out, SERVER_KEY_SEALED, sealed, sizeof sealed);
}

bool server_key_unseal(const server_key *key, const char *text, dice_secret *secret)
{
    enum { NONCE = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES };
    uint8_t sealed[NONCE + DICE_SEED_BYTES + crypto_aead_xchacha20poly1305_ietf_ABYTES];
    size_t size = 0;
    return sodium_hex2bin(sealed, sizeof sealed, text, strlen(text), NULL, &size,
                          NULL) == 0 &&
           size == sizeof sealed &&
           crypto_aead_xchacha20poly1305_ietf_decrypt(
               secret->seed, NULL, NULL, sealed + NONCE, sizeof sealed - NONCE,
               (const uint8_t *)secret->game_id, strlen(secret->game_id), sealed,
               key->seal) == 0;
}
