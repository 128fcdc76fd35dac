/* Links that were sent by e-mail: what they say is random and known to nobody else; the
 * storage has its hash. */
#ifndef ALEA_SERVER_WORD_LINKS_H
#define ALEA_SERVER_WORD_LINKS_H

#include "parts.h"

enum { LINK_TEXT = 44 }; /* 256 bits in base64url, with the NUL */

/* Stores a new link of that purpose and writes what it says. Statuses of
 * word_token_put. */
alea_status link_make(word *w, word_purpose purpose, const char *person,
                      const char *address, int64_t life_ms, char text[LINK_TEXT]);
/* The hash of what a link says. */
void link_hash(const char *text, uint8_t hash[WORD_HASH]);

#endif
