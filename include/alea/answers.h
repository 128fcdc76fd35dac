/* Answers to what the opponent offers: a double, a beaver, a raccoon, a resignation;
 * and whether to offer a resignation. */
#ifndef ALEA_ANSWERS_H
#define ALEA_ANSWERS_H

#include <alea/match.h>
#include <alea/position.h>
#include <alea/search.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A pending offer. Make one with alea_offer_of_match or alea_offer_of_position. */
typedef struct alea_offer {
    alea_decision decision; /* seen by the side on turn, the cube as before the offer */
    bool by_other;          /* the side that is not on turn doubled first, or resigns */
    int offers;        /* 1 = a double, 2 = a beaver on it, 3 = a raccoon ...; or 0 */
    int resign_class;  /* 1 single, 2 gammon, 3 backgammon; 0 = no resignation */
    bool may_redouble; /* the answer may be a beaver (or raccoon ...) */
} alea_offer;

/* False where nothing is offered; *out is then left alone. */
ALEA_API bool alea_offer_of_match(const alea_match *match, alea_offer *out);
ALEA_API bool alea_offer_of_position(const alea_position *position, alea_offer *out);

/* The best answer. Equities are to the side that answers, per unit of the cube before
 * the offer (in a match by way of match-winning chances). */
typedef struct alea_answer {
    /* TAKE, DROP, BEAVER, RACCOON; ACCEPT_RESIGN, REJECT_RESIGN */
    alea_event_type best;
    float accepted;  /* take; accept the resignation */
    float refused;   /* drop; play on */
    float redoubled; /* beaver or raccoon; = accepted where that is not possible */
} alea_answer;

/* Searches with `settings` and fills *out. A resignation is accepted where playing on
 * gains no more than ALEA_INDIFFERENT. Errors are those of alea_search_play and
 * alea_search_cube. One call at a time on an engine. */
#define ALEA_INDIFFERENT 0.001F
ALEA_API alea_status alea_answer_offer(alea_engine *engine, const alea_offer *offer,
                                       const alea_search_settings *settings,
                                       alea_answer *out, alea_error *error);

/* The class of resignation that loses nothing against playing on and gains nothing
 * (within ALEA_INDIFFERENT), for a side that wins less than 0.5% of such games: 1..3;
 * 0 = play on. `decision` is seen by the side on turn; by_other: the other side
 * asks. */
ALEA_API alea_status alea_resignation_to_offer(alea_engine *engine,
                                               const alea_decision *decision,
                                               bool by_other,
                                               const alea_search_settings *settings,
                                               int *win_class, alea_error *error);

#ifdef __cplusplus
}
#endif
#endif
