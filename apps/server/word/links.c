#include "links.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

void link_hash(const char *text, uint8_t hash[WORD_HASH])
{
    crypto_generichash(hash, WORD_HASH, (const uint8_t *)text, strlen(text), NULL, 0);
}

alea_status link_make(word *w, word_purpose purpose, const char *person,
                      const char *address, int64_t life_ms, char text[LINK_TEXT])
{
    uint8_t secret[32];
    storage_token token = {.purpose = purpose, .until = server_now() + life_ms};
    randombytes_buf(secret, sizeof secret);
    sodium_bin2base64(text, LINK_TEXT, secret, sizeof secret,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(secret, sizeof secret);
    link_hash(text, token.hash);
    snprintf(token.person, sizeof token.person, "%s", person);
    snprintf(token.address, sizeof token.address, "%s", address);
    return word_token_put(w->parts.store, &token, WORD_TOKENS_MOST);
}
