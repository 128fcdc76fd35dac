/* The options of UBGI 0.1 and the keys of 0.2. Answers go to standard output;
 * `at_start` holds the defaults that are announced. */
#ifndef ALEA_CLI_PROTOCOLS_UBGI_SETTINGS_H
#define ALEA_CLI_PROTOCOLS_UBGI_SETTINGS_H

#include "ubgi_answer.h"

/* The handshake, with the options. */
void ubgi_introduce(const ubgi_state *at_start);
void ubgi_list_keys(const ubgi_state *at_start);
/* Sets the option, or (`key`) the key, of that name; says nothing where that is
 * done. */
void ubgi_set(ubgi_state *state, const ubgi_state *at_start, const char *name, bool key,
              const char *value);
void ubgi_get(const ubgi_state *state, const char *key);

#endif
