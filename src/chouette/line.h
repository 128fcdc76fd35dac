/* The places: box, captain, partner and queue. */
#ifndef ALEA_CHOUETTE_LINE_H
#define ALEA_CHOUETTE_LINE_H

#include <alea/chouette.h>

/* The place of a seat in the line, or -1. */
int line_place(const alea_chouette *c, int seat);
/* Whether the seat plays here: in the line, or as partner. */
bool line_has(const alea_chouette *c, int seat);
void line_put(alea_chouette *c, int place, int seat);
void line_remove(alea_chouette *c, int seat);
/* THROW, JOIN, ADMIT, LEAVE. */
alea_chouette_refusal line_throw(alea_chouette *c, const alea_chouette_event *e);
alea_chouette_refusal line_join(alea_chouette *c, int seat);
alea_chouette_refusal line_admit(alea_chouette *c, const alea_chouette_event *e);
alea_chouette_refusal line_leave(alea_chouette *c, int seat);
/* After a game: the places change, those who leave go, those admitted come in. */
void line_rotate(alea_chouette *c, bool captain_won, int new_box);
void line_between(alea_chouette *c);
/* Asks for a partner if the rules want one; false: there is nobody to ask (any more),
 * the game can begin. */
bool line_ask_partner(alea_chouette *c);
alea_chouette_refusal line_partner_answer(alea_chouette *c, bool yes, bool *asking);

#endif
