/* Names of accounts: their form, and whether one is free. */
#ifndef ALEA_SERVER_PEOPLE_ACCOUNT_NAMES_H
#define ALEA_SERVER_PEOPLE_ACCOUNT_NAMES_H

#include "parts.h"

/* Normalises a name: trims and collapses white space. False unless it has 1 to 32
 * characters, none of them a control character. */
bool account_clean_name(const char *text, char out[132]);
/* The field "name" of `body` as a name that an account may have; false after filling
 * the reply. */
bool account_name_read(const json_t *body, char out[132], http_reply *reply);
/* Whether no account other than `id` has the name, or one that is easily mistaken for
 * it; false after filling the reply. */
bool account_name_is_free(people *s, const char *name, const char *id,
                          http_reply *reply);
/* Adds the skeletons of their names to accounts of an older data file. */
void accounts_prepare(people *s);

#endif
