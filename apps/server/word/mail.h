/* The e-mails of the server: plain text in ASCII, nothing of which a stranger has
 * chosen. Loop's thread. */
#ifndef ALEA_SERVER_WORD_MAIL_H
#define ALEA_SERVER_WORD_MAIL_H

#include "parts.h"

/* Of the page that a word of this kind leads to, before the identifier: "/g/" ... */
const char *mail_place(word_kind kind);
/* All are false if the e-mail could not be queued. `wishes` has the address, and what
 * its link to end the e-mail says; `blank` how long it lives, and what it is about. */
bool mail_word(word *w, const storage_wishes *wishes, const word_due *d,
               const letter *blank);
/* `token` goes into the link. */
bool mail_confirm(word *w, const char *address, const char *token);
bool mail_recover(word *w, const char *address, const char *token);

#endif
