/* Sealed dice: rolls that follow from a seed which was fixed before the first throw.
 * Everything a verifier needs is in this file and in docs/dice.md. */
#include "dice_secret.h"

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
                           secret->game_id, secret->stir, index, block);
    return n > 0 && (size_t)n < size ? (size_t)n : 0;
}

alea_roll dice_secret_roll(const dice_secret *secret, uint64_t index)
{
    alea_roll roll = {{0, 0}};
    int found = 0;
    /* One block of 32 bytes is enough but for one roll in about 10^60. */
    for (unsigned block = 0; found < 2; block++) {
        char message[DICE_STIR_SIZE + DICE_ID_SIZE + 64];
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
