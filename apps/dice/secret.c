/* Sealed dice: rolls that follow from a seed which was fixed before the first throw.
 * Everything a verifier needs is in this file and in docs/dice.md. */
#include "secret.h"

#include <sodium.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* 252 = 42 x 6: below it every face has the same share of byte values. */
enum { DICE_BYTE_LIMIT = 252 };

void dice_secret_draw(dice_secret *secret)
{
    uint8_t id[(DICE_ID_SIZE - 1) / 2];
    randombytes_buf(secret->seed, sizeof secret->seed);
    randombytes_buf(id, sizeof id);
    sodium_bin2hex(secret->game_id, sizeof secret->game_id, id, sizeof id);
}

/* The message of block `block` of roll `index`: the three fields and the two counters,
 * each ended by a newline, so that no two different inputs give the same bytes (neither
 * the identifier nor the stirred words can hold a newline). */
static size_t write_message(const dice_secret *secret, uint64_t index, unsigned block,
                            char *out, size_t size)
{
    const int n = snprintf(out, size, "alea-dice-1\n%s\n%s\n%" PRIu64 "\n%u\n",
                           secret->game_id, secret->player_entropy, index, block);
    return n > 0 && (size_t)n < size ? (size_t)n : 0;
}

alea_roll dice_secret_roll(const dice_secret *secret, uint64_t index)
{
    alea_roll roll = {{0, 0}};
    int found = 0;
    /* One block of 32 bytes is enough, except for one roll in about 10^60. */
    for (unsigned block = 0; found < 2; block++) {
        char message[DICE_ENTROPY_SIZE + DICE_ID_SIZE + 64];
        uint8_t bytes[crypto_auth_hmacsha256_BYTES];
        const size_t length =
            write_message(secret, index, block, message, sizeof message);
        crypto_auth_hmacsha256(bytes, (const uint8_t *)message, length, secret->seed);
        for (size_t i = 0; i < sizeof bytes && found < 2; i++)
            if (bytes[i] < DICE_BYTE_LIMIT)
                roll.die[found++] = (uint8_t)(bytes[i] % 6 + 1);
    }
    return roll;
}

void dice_secret_commitment(const dice_secret *secret, char out[DICE_SEED_HEX])
{
    uint8_t hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(hash, secret->seed, sizeof secret->seed);
    sodium_bin2hex(out, DICE_SEED_HEX, hash, sizeof hash);
}

void dice_secret_hex(const dice_secret *secret, char out[DICE_SEED_HEX])
{
    sodium_bin2hex(out, DICE_SEED_HEX, secret->seed, sizeof secret->seed);
}

bool dice_secret_read_hex(dice_secret *secret, const char *hex)
{
    uint8_t seed[DICE_SEED_BYTES];
    size_t length = 0;
    if (strlen(hex) != DICE_SEED_HEX - 1) return false;
    if (sodium_hex2bin(seed, sizeof seed, hex, DICE_SEED_HEX - 1, NULL, &length, NULL))
        return false;
    if (length != sizeof seed) return false;
    memcpy(secret->seed, seed, sizeof seed);
    return true;
}

void dice_words_hash(const char *game_id, const char *words, char out[DICE_HASH_HEX])
{
    uint8_t hash[crypto_hash_sha256_BYTES];
    char text[DICE_ENTROPY_SIZE + DICE_ID_SIZE + 32];
    const int n = snprintf(text, sizeof text, "alea-words-1\n%s\n%s\n", game_id, words);
    crypto_hash_sha256(hash, (const uint8_t *)text,
                       n > 0 && (size_t)n < sizeof text ? (unsigned long long)n : 0);
    sodium_bin2hex(out, DICE_HASH_HEX, hash, sizeof hash);
}

static size_t seal_text(const char *game_id, const char *commitment, int64_t time,
                        char *out, size_t size)
{
    const int n = snprintf(out, size, "alea-seal-1\n%s\n%s\n%" PRId64 "\n", game_id,
                           commitment, time);
    return n > 0 && (size_t)n < size ? (size_t)n : 0;
}

void dice_seal_sign(const uint8_t *secret_key, const char *game_id,
                    const char *commitment, int64_t time, char out[DICE_SIGNATURE_HEX])
{
    char text[200];
    uint8_t signature[crypto_sign_BYTES];
    const size_t size = seal_text(game_id, commitment, time, text, sizeof text);
    crypto_sign_detached(signature, NULL, (const uint8_t *)text, size, secret_key);
    sodium_bin2hex(out, DICE_SIGNATURE_HEX, signature, sizeof signature);
}

static bool read_hex(const char *hex, uint8_t *out, size_t size)
{
    size_t length = 0;
    return strlen(hex) == 2 * size &&
           sodium_hex2bin(out, size, hex, 2 * size, NULL, &length, NULL) == 0 &&
           length == size;
}

bool dice_seal_verify(const char *key_hex, const char *game_id, const char *commitment,
                      int64_t time, const char *signature_hex)
{
    char text[200];
    uint8_t key[crypto_sign_PUBLICKEYBYTES], signature[crypto_sign_BYTES];
    const size_t size = seal_text(game_id, commitment, time, text, sizeof text);
    return size && read_hex(key_hex, key, sizeof key) &&
           read_hex(signature_hex, signature, sizeof signature) &&
           crypto_sign_verify_detached(signature, (const uint8_t *)text, size, key) ==
               0;
}
