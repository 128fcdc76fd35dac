/* The body of a Web Push message, which only the browser of a subscription can read:
 * RFC 8291 with the content coding aes128gcm of RFC 8188, one record. Any thread. */
#ifndef ALEA_SERVER_WORD_SEALED_H
#define ALEA_SERVER_WORD_SEALED_H

#include "curve.h"

enum {
    SEALED_AUTH = 16,
    SEALED_SALT = 16,
    SEALED_RECORD = 4096,                            /* rs */
    SEALED_HEAD = SEALED_SALT + 4 + 1 + CURVE_POINT, /* before the record */
    SEALED_TAG = 16,
    SEALED_MOST = SEALED_RECORD - SEALED_HEAD - SEALED_TAG - 1 /* of a text */
};

/* What a browser gives with a subscription. */
typedef struct sealed_reader {
    uint8_t point[CURVE_POINT]; /* "p256dh" */
    uint8_t auth[SEALED_AUTH];  /* "auth" */
} sealed_reader;

/* Seals the text, filled up to `length` bytes with what the reader takes off again, so
 * that its size tells nothing. Returns the bytes written to `out`, SEALED_HEAD + length
 * + 1 + SEALED_TAG; 0: the reader's key is no point, the text is longer than `length`,
 * that than SEALED_MOST, or memory is short. */
size_t sealed_write(const sealed_reader *reader, const void *text, size_t size,
                    size_t length, uint8_t out[SEALED_RECORD]);
/* The same with the key and salt of the message given, which must never be used
 * twice. */
size_t sealed_write_with(const sealed_reader *reader,
                         const uint8_t secret[CURVE_SECRET],
                         const uint8_t salt[SEALED_SALT], const void *text, size_t size,
                         size_t length, uint8_t out[SEALED_RECORD]);

#endif
