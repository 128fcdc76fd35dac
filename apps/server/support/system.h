/* The clock, identifiers and the log. Any thread. */
#ifndef ALEA_SERVER_SUPPORT_SYSTEM_H
#define ALEA_SERVER_SUPPORT_SYSTEM_H

#include "ids.h"

#include <stdbool.h>
#include <stdint.h>

/* Wall time in Unix milliseconds: for stamps only, because it may be set. */
int64_t server_now(void);
/* Milliseconds of the monotonic clock: for durations and timeouts. Never 0. */
int64_t server_ticks(void);
/* 12 random characters a-z2-7. */
void server_new_id(char out[ID_SIZE]);
/* One JSON line on standard error, {"time", "level", "event", ...}: pairs of key and
 * text, ended by NULL. Never a secret, never a password. */
void server_log(const char *level, const char *event, ...);
/* Sets whether lines of the level "info" are left out from now on; at first they are
 * written. */
void server_log_open(bool quiet);

/* Sets the text that server_log adds as "request" on this thread from now on; NULL =
 * none. The text stays the caller's. */
void server_log_about(const char *request);

#endif
