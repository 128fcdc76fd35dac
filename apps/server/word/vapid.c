#include "vapid.h"

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = sodium_base64_VARIANT_URLSAFE_NO_PADDING, PART = 640 };

bool vapid_origin(const char *endpoint, char out[VAPID_ORIGIN])
{
    const char *host = strstr(endpoint, "://");
    if (!host) return false;
    const size_t length = (size_t)(host - endpoint) + 3 + strcspn(host + 3, "/?#");
    if (length >= VAPID_ORIGIN) return false;
    memcpy(out, endpoint, length);
    out[length] = '\0';
    return true;
}

void vapid_public_text(const uint8_t point[CURVE_POINT], char out[VAPID_PUBLIC_TEXT])
{
    sodium_bin2base64(out, VAPID_PUBLIC_TEXT, point, CURVE_POINT, TEXT);
}

/* The claims in base64url; false if they do not fit. */
static bool write_claims(const char *endpoint, const char *contact, int64_t expires,
                         char out[PART])
{
    char origin[VAPID_ORIGIN];
    if (!vapid_origin(endpoint, origin)) return false;
    json_t *claims = json_pack("{s:s,s:I}", "aud", origin, "exp", (json_int_t)expires);
    if (claims && *contact) json_object_set_new(claims, "sub", json_string(contact));
    char *text = claims ? json_dumps(claims, JSON_COMPACT) : NULL;
    const size_t size = text ? strlen(text) : 0;
    const bool fits = text && sodium_base64_encoded_len(size, TEXT) <= PART;
    if (fits) sodium_bin2base64(out, PART, (const uint8_t *)text, size, TEXT);
    free(text);
    json_decref(claims);
    return fits;
}

bool vapid_header(const uint8_t secret[CURVE_SECRET], const char *endpoint,
                  const char *contact, int64_t expires, char out[VAPID_HEADER])
{
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    char head_text[64], claims[PART], token[PART + 64], key[VAPID_PUBLIC_TEXT];
    char signed_by[sodium_base64_ENCODED_LEN(CURVE_SIGNATURE, TEXT)];
    uint8_t signature[CURVE_SIGNATURE], point[CURVE_POINT];
    sodium_bin2base64(head_text, sizeof head_text, (const uint8_t *)head,
                      sizeof head - 1, TEXT);
    if (!write_claims(endpoint, contact, expires, claims)) return false;
    const int size = snprintf(token, sizeof token, "%s.%s", head_text, claims);
    if (!curve_point(secret, point) ||
        !curve_sign(secret, token, (size_t)size, signature))
        return false;
    sodium_bin2base64(signed_by, sizeof signed_by, signature, sizeof signature, TEXT);
    vapid_public_text(point, key);
    return snprintf(out, VAPID_HEADER, "vapid t=%s.%s, k=%s", token, signed_by, key) <
           VAPID_HEADER;
}
