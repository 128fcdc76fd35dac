/* Names that could be taken for another name. Any thread. */
#ifndef ALEA_SERVER_PEOPLE_NAMES_H
#define ALEA_SERVER_PEOPLE_NAMES_H

#include <stdbool.h>

/* Whether the name resembles no other name: every character visible, no form of another
 * character, letters of one script only, or of Latin beside Chinese, Japanese or
 * Korean. `name` is valid UTF-8. */
bool name_is_plain(const char *name);
enum { NAME_SKELETON_SIZE = 268 };
/* Writes what the name looks like (data/looks.md): letters of any case and alphabet,
 * digits and signs that are easily taken for each other become one. Two names with one
 * skeleton look alike. `name` is valid UTF-8 of up to 131 bytes. */
void name_skeleton(const char *name, char out[NAME_SKELETON_SIZE]);
/* Whether the server uses the name itself: for the machine, for deleted accounts, for
 * unknown players. */
bool name_is_reserved(const char *name);

#endif
