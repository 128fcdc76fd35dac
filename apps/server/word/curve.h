/* The curve P-256 as Web Push uses it: keys of messages, and the signature of the
 * server that sends them. Any thread. */
#ifndef ALEA_SERVER_WORD_CURVE_H
#define ALEA_SERVER_WORD_CURVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CURVE_SECRET = 32,
    CURVE_POINT = 65, /* uncompressed: 4, x, y */
    CURVE_SHARED = 32,
    CURVE_SIGNATURE = 64 /* r and s of ES256 */
};

/* A new pair of keys. False: no memory or no random numbers. */
bool curve_make(uint8_t secret[CURVE_SECRET], uint8_t point[CURVE_POINT]);
/* The public key of a secret one; false if it is none. */
bool curve_point(const uint8_t secret[CURVE_SECRET], uint8_t point[CURVE_POINT]);
/* Whether the bytes are a point of the curve. */
bool curve_is_point(const uint8_t point[CURVE_POINT]);
/* What the owners of the two keys share (ECDH); false if `other` is no point. */
bool curve_agree(const uint8_t secret[CURVE_SECRET], const uint8_t other[CURVE_POINT],
                 uint8_t shared[CURVE_SHARED]);
/* Signs as ES256 does: ECDSA of the SHA-256. */
bool curve_sign(const uint8_t secret[CURVE_SECRET], const void *text, size_t size,
                uint8_t signature[CURVE_SIGNATURE]);

#endif
