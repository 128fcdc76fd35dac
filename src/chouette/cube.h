/* Cubes, answers, extras and proposals of the pairs. */
#ifndef ALEA_CHOUETTE_CUBE_H
#define ALEA_CHOUETTE_CUBE_H

#include <alea/chouette.h>

/* Where a game's refusal goes. */
typedef struct chouette_why {
    alea_refusal by_game;
    alea_play_error play_error;
} chouette_why;

/* DOUBLE, TAKE, DROP, BEAVER, RACCOON. */
alea_chouette_refusal cube_event(alea_chouette *c, const alea_chouette_event *e,
                                 chouette_why *why);
alea_chouette_refusal cube_extra(alea_chouette *c, const alea_chouette_event *e);
/* RESIGN, SETTLE, ACCEPT, REJECT. */
alea_chouette_refusal cube_proposal(alea_chouette *c, const alea_chouette_event *e,
                                    chouette_why *why);
/* Applies one event to every pair still in the game; all accept or all refuse. */
alea_chouette_refusal cube_everywhere(alea_chouette *c, const alea_event *event,
                                      chouette_why *why);
/* Doubles every cube for a tie of the opening throw, up to the limit. */
void cube_automatic(alea_chouette *c);
/* Writes down what the pairs that have just ended pay. */
void cube_settle(alea_chouette *c);
void cube_enter(alea_chouette *c, int from, int to, int points,
                alea_chouette_reason reason);

#endif
