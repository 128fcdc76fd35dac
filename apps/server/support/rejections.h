/* Rejected requests, commands and connections: counted, and logged at a bounded
 * rate. */
#ifndef ALEA_SERVER_SUPPORT_REJECTIONS_H
#define ALEA_SERVER_SUPPORT_REJECTIONS_H

#include "metrics.h"
#include "system.h"

/* Counts a rejection and logs it: twenty lines per reason at once, then one a second;
 * "untold" counts the lines left out before. `code` is the code of the answer. `about`
 * (a name, path or game as the client sent it) is truncated and escaped. Both may be
 * NULL or "". */
void server_refused(metrics *count, metrics_refusal why, const char *address,
                    const char *user, const char *code, const char *about);
/* "rate" ... */
const char *refusal_name(metrics_refusal why);

#endif
