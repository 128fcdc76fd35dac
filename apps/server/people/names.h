/* Names that could be taken for another name. Any thread. */
#ifndef ALEA_SERVER_NAMES_H
#define ALEA_SERVER_NAMES_H

#include <stdbool.h>

/* Does the name look like no other: every character visible, no form of another
 * character, letters of one script only? `name` is valid UTF-8. */
bool name_is_plain(const char *name);
/* Does the server use the name itself: for the machine, for deleted accounts, for
 * unknown players? */
bool name_is_reserved(const char *name);

#endif
