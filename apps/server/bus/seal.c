#include "seal.h"

#include "base/error.h"
#include "base/file.h"
#include "server/support/system.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEY = crypto_aead_xchacha20poly1305_ietf_KEYBYTES,
    NONCE = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES,
    TAG = crypto_aead_xchacha20poly1305_ietf_ABYTES,
    HEAD =
        SEAL_SENDER + 8, /* before the text: the sender and its stamp, little endian */
    PLACE = 2 * 64 + 2,
    FILE_MOST = 200
};
static const int64_t fresh_us = (int64_t)60 * 1000 * 1000;

struct bus_seal {
    uint8_t key[KEY], sender[SEAL_SENDER];
    int64_t stamp; /* stamp of the last message: Unix microseconds, always increasing */
};

alea_status seal_open(bus_seal **out, const char *path, alea_error *error)
{
    char *text = NULL;
    const char *end = NULL;
    size_t length = 0, size = 0;
    bus_seal *seal = calloc(1, sizeof *seal);
    const alea_status status =
        seal ? alea_file_read(path, FILE_MOST, &text, &length, error)
             : ALEA_ERROR_MEMORY;
    if (status != ALEA_OK) {
        free(seal);
        return status;
    }
    const bool good =
        sodium_hex2bin(seal->key, KEY, text, length, NULL, &size, &end) == 0 &&
        size == KEY && end == text + 2 * KEY &&
        strspn(end, " \r\n") == length - 2 * KEY;
    sodium_memzero(text, length);
    free(text);
    if (!good) {
        *error = (alea_error){0};
        alea_error_set(error, 0, 0, "%.90s: a key of the bus has 64 hexadecimal digits",
                       path);
        seal_close(seal);
        return ALEA_ERROR_FILE;
    }
    randombytes_buf(seal->sender, sizeof seal->sender);
    *out = seal;
    return ALEA_OK;
}

void seal_close(bus_seal *seal)
{
    if (!seal) return;
    sodium_memzero(seal->key, sizeof seal->key);
    free(seal);
}

static void put_stamp(uint8_t *out, int64_t stamp)
{
    for (int i = 0; i < 8; i++) out[i] = (uint8_t)((uint64_t)stamp >> (8 * i));
}

static int64_t get_stamp(const uint8_t *in)
{
    uint64_t stamp = 0;
    for (int i = 0; i < 8; i++) stamp |= (uint64_t)in[i] << (8 * i);
    return (int64_t)stamp;
}

/* Writes the data that is authenticated with the message. */
static size_t write_place(char out[PLACE], const char *topic, const char *audience)
{
    const int n = snprintf(out, PLACE, "%s %s", topic, audience);
    return n < PLACE ? (size_t)n : PLACE - 1;
}

char *seal_message(bus_seal *seal, const char *topic, const char *audience,
                   const char *text, size_t size, size_t *sealed)
{
    char place[PLACE];
    const size_t place_size = write_place(place, topic, audience);
    uint8_t *plain = malloc(HEAD + size), *out = malloc(NONCE + HEAD + size + TAG);
    if (!plain || !out) {
        free(plain);
        free(out);
        return NULL;
    }
    const int64_t now = server_now() * 1000;
    seal->stamp = now > seal->stamp ? now : seal->stamp + 1;
    memcpy(plain, seal->sender, SEAL_SENDER);
    put_stamp(plain + SEAL_SENDER, seal->stamp);
    if (size) memcpy(plain + HEAD, text, size);
    randombytes_buf(out, NONCE);
    crypto_aead_xchacha20poly1305_ietf_encrypt(out + NONCE, NULL, plain, HEAD + size,
                                               (const uint8_t *)place, place_size, NULL,
                                               out, seal->key);
    sodium_memzero(plain, HEAD + size);
    free(plain);
    *sealed = NONCE + HEAD + size + TAG;
    return (char *)out;
}

/* The slot of the sender, else the slot of the sender that was silent for longest. */
static bool is_next(seal_senders *seen, const uint8_t *sender, int64_t stamp)
{
    size_t at = 0;
    for (size_t i = 0; i < SEAL_SENDERS; i++) {
        if (memcmp(seen->last[i].id, sender, SEAL_SENDER) == 0) {
            at = i;
            break;
        }
        if (seen->last[i].stamp < seen->last[at].stamp) at = i;
    }
    if (memcmp(seen->last[at].id, sender, SEAL_SENDER) == 0 &&
        stamp <= seen->last[at].stamp)
        return false;
    memcpy(seen->last[at].id, sender, SEAL_SENDER);
    seen->last[at].stamp = stamp;
    return true;
}

char *seal_read(const bus_seal *seal, seal_senders *seen, const char *topic,
                const char *audience, const char *sealed, size_t size, size_t *length)
{
    char place[PLACE];
    const uint8_t *in = (const uint8_t *)sealed;
    const size_t place_size = write_place(place, topic, audience);
    if (size < NONCE + HEAD + TAG) return NULL;
    uint8_t *plain = malloc(size - NONCE - TAG);
    bool good = plain && crypto_aead_xchacha20poly1305_ietf_decrypt(
                             plain, NULL, NULL, in + NONCE, size - NONCE,
                             (const uint8_t *)place, place_size, in, seal->key) == 0;
    if (good && seen) {
        const int64_t stamp = get_stamp(plain + SEAL_SENDER),
                      age = server_now() * 1000 - stamp;
        good = age < fresh_us && age > -fresh_us && is_next(seen, plain, stamp);
    }
    if (!good) {
        free(plain);
        return NULL;
    }
    *length = size - NONCE - TAG - HEAD;
    memmove(plain, plain + HEAD, *length);
    return (char *)plain;
}
