/* How the server says to a push service who it is: RFC 8292. Any thread. */
#ifndef ALEA_SERVER_WORD_VAPID_H
#define ALEA_SERVER_WORD_VAPID_H

#include "curve.h"

enum {
    VAPID_LIFE_S = 12 * 3600, /* of a token; RFC 8292 allows 24 hours */
    VAPID_HEADER = 1024,
    VAPID_CONTACT = 256,
    VAPID_ORIGIN = 300,
    VAPID_PUBLIC_TEXT = 88 /* of the public key in base64url, with its NUL */
};

/* "https://HOST[:PORT]" of the endpoint; false if it has no scheme or does not fit. */
bool vapid_origin(const char *endpoint, char out[VAPID_ORIGIN]);
/* The public key as browsers take it (applicationServerKey). */
void vapid_public_text(const uint8_t point[CURVE_POINT], char out[VAPID_PUBLIC_TEXT]);
/* The value of the field Authorization, "vapid t=..., k=...", for messages to
 * `endpoint` until `expires` (Unix seconds). `contact`: "mailto:..." or "https:..." of
 * whoever runs the server, "" = none. False: it does not fit, or cannot be signed. */
bool vapid_header(const uint8_t secret[CURVE_SECRET], const char *endpoint,
                  const char *contact, int64_t expires, char out[VAPID_HEADER]);

#endif
