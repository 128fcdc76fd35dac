/* Notes in the storage about unfinished analyses, so that a stop or crash of the server
 * loses none. */
#ifndef ALEA_SERVER_STUDY_NOTES_H
#define ALEA_SERVER_STUDY_NOTES_H

#include "server/http/request.h"
#include "server/storage/interface.h"

#include <alea/rollout.h>

typedef struct note {
    alea_effort level;
    int tries; /* servers that began the analysis and did not end it */
    char user[ID_SIZE], also[ID_SIZE];
} note;

alea_status note_put(storage *store, const char *match, const note *n);
/* Unless found, the note is empty. */
storage_answer note_get(storage *store, const char *match, note *n);
/* Notes that this analysis is to be made; the match must be stored. `also` may be
 * NULL. */
alea_status note_want(storage *store, const char *match, alea_effort level,
                      const char *user, const char *also);
/* Sets the tries back to 0, because the server stopped during the analysis. */
alea_status note_renew(storage *store, const char *match);
/* Once the analysis is made, given up, or impossible. */
void note_remove(storage *store, const char *match);

#endif
