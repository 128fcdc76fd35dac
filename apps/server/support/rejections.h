/* What is turned away: counted, and logged while there is not too much of it. */
#ifndef ALEA_SERVER_REJECTIONS_H
#define ALEA_SERVER_REJECTIONS_H

#include "metrics.h"
#include "system.h"

/* Something is turned away: counted, and told in the log, of each reason a few lines at
 * once and then one a second; "untold" is how many were left out before. `code` is what
 * the answer said; `about` (a name, a path, a game: whatever the asker sent) is cut
 * short and made harmless. NULL or "" where there is none. */
void server_refused(server *s, metrics_refusal why, const char *address,
                    const char *user, const char *code, const char *about);
/* "rate" ... */
const char *refusal_name(metrics_refusal why);

#endif
