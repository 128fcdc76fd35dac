/* Passwords that are guessed first: published lists (data/common_passwords.md), words
 * with the digits and signs that people add to them, keyboard walks, patterns. */
#ifndef ALEA_SERVER_PEOPLE_COMMON_PASSWORDS_H
#define ALEA_SERVER_PEOPLE_COMMON_PASSWORDS_H

#include "passwords.h"

/* True for a common password, case aside, and for one made of the name. */
bool password_is_common(const char *password, const char *name);

#endif
