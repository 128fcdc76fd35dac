/* The passwords that anybody tries first. A list of its own making: words and patterns
 * that are common everywhere, of 8 characters and more once digits are added as people
 * add them; what is built by rule is found by rule. */
#ifndef ALEA_SERVER_PEOPLE_COMMON_PASSWORDS_H
#define ALEA_SERVER_PEOPLE_COMMON_PASSWORDS_H

#include "passwords.h"

/* One of those that are tried first, case aside, or made of the name. */
bool password_is_common(const char *password, const char *name);

#endif
