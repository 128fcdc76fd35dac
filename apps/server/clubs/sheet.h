/* Answers as CSV. */
#ifndef ALEA_SERVER_CLUBS_SHEET_H
#define ALEA_SERVER_CLUBS_SHEET_H

#include "parts.h"

#include <stdio.h>

/* Unix milliseconds as a date of ISO 8601, in UTC. */
void sheet_time(FILE *out, int64_t time);
/* Fills the reply with what `put` writes; it returns false if it cannot read it. */
void sheet_answer(club_request *c, const char *name,
                  bool (*put)(const club_request *c, FILE *out));

#endif
