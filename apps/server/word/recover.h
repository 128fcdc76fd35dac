/* An account whose owner has forgotten the password and gave an address before. */
#ifndef ALEA_SERVER_WORD_RECOVER_H
#define ALEA_SERVER_WORD_RECOVER_H

#include "parts.h"

/* Sends the links that were asked for: after the answers, which are the same for all
 * names. */
void recover_asked(word *w);

#endif
