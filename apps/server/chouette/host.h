/* Chouettes by their identifier, and the one way to change them: an event is applied,
 * stored and told. */
#ifndef ALEA_SERVER_CHOUETTE_HOST_H
#define ALEA_SERVER_CHOUETTE_HOST_H

#include "parts.h"

/* The chouette as it is stored now. Valid until the next call but chouettes_commit's.
 * Unless *answer is ANSWER_FOUND, NULL. */
live_chouette *chouettes_fetch(chouettes *all, const char *id, storage_answer *answer);
/* A new one: its row needs name, maker, listed and seats; the events (numbers and times
 * are filled in) seat the first players. The options stand in row->head by the rules.
 * ALEA_ERROR_FILE: it could not be stored. ALEA_ERROR_REFUSED: an event is wrong. */
alea_status chouettes_make(chouettes *all, const alea_chouette_rules *rules,
                           storage_chouette *row, storage_chouette_event *event,
                           int events);
/* ALEA_ERROR_REFUSED: nothing has changed, `refusal` has the reason. ALEA_ERROR_FILE:
 * it could not be stored, and `live` is to be fetched again. Number and time of the
 * event are filled in. It is refused where the play has moved on from event `at`; 0 =
 * from the last one of `live`. */
alea_status chouettes_commit(chouettes *all, live_chouette *live,
                             storage_chouette_event *e, int64_t at,
                             crew_refusal *refusal);
/* The next roll of the dice, `ahead` rolls on. False: the seed cannot be read here. */
bool chouettes_roll(const live_chouette *live, int ahead, alea_roll *out);
/* Those who watch the chouette on this server learn that event `seq` is the last. */
void chouettes_tell_here(const chouettes *all, const char *id, int64_t seq);
/* Nothing that was read before counts any more. */
void chouettes_drop(chouettes *all);

#endif
