/* Opinions about the tables games: a small net for each game, learnt by playing
 * against itself (docs/training.md), and the choice of a turn by it. Pure functions
 * over values: thread-safe, no allocation. */
#ifndef ALEA_TABLES_NET_H
#define ALEA_TABLES_NET_H

#include <alea/bearoff.h>
#include <alea/tables.h>
#include <alea/tables_ur.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A net's bytes, checked. */
typedef struct alea_tables_net alea_tables_net;

/* Chances of the player who throws next; each 0..1, together 1. "More" is all that the
 * game's scoring gives beyond one point; where a win brings a point for each checker
 * left, the share of what lies between one point and the most. */
typedef struct alea_tables_chances {
    float won_one, won_more, lost_one, lost_more, drawn;
} alea_tables_chances;

/* The net within the `size` bytes of a file, which must stay in place, aligned to 8, as
 * long as the net is used. NULL unless they are such a file, undamaged. */
ALEA_API const alea_tables_net *alea_tables_net_in(const void *bytes, size_t size);
/* Whether a net can judge a game: its inputs are the points and marks of these
 * rules. */
ALEA_API bool alea_tables_net_fits(const alea_tables_net *net,
                                   const alea_tables_rules *rules);
/* The net built in for a game; NULL if there is none. Static storage. */
ALEA_API const alea_tables_net *alea_tables_net_for(const alea_tables_rules *rules);

/* Chances at a board seen by [0], who throws next; the game has not ended. The net must
 * fit the rules. */
ALEA_API void alea_tables_net_chances(const alea_tables_net *net,
                                      const alea_tables_rules *rules,
                                      const alea_tables_board *board,
                                      alea_tables_chances *out);
/* Points that "more" stands for: 2; where checkers left are points, all of a side. */
ALEA_API int alea_tables_more_points(const alea_tables_rules *rules);
/* Points that the chances are worth, at most "more" of them for either side. */
ALEA_API float alea_tables_chances_points(const alea_tables_rules *rules,
                                          const alea_tables_chances *chances);
/* The chances of who has won `points` (lost: negative; drawn: 0). Between one point and
 * "more" a win is so much of the one and so much of the other that it is worth its
 * points; beyond "more" it is that. */
ALEA_API alea_tables_chances alea_tables_chances_of(const alea_tables_rules *rules,
                                                    int points);

/* What a board after a turn of [0] is worth to him, in pips, by pips, blots and points
 * held: for games without a net. */
ALEA_API int alea_tables_worth(const alea_tables_rules *rules,
                               const alea_tables_board *board);

/* What the mover may expect of turn `index`, in points: of the end of the game, or of
 * the board after it by the net. `turns` is the list of `dice`. */
ALEA_API float alea_tables_turn_points(const alea_tables_net *net,
                                       const alea_tables_rules *rules,
                                       alea_tables_dice dice,
                                       const alea_tables_turns *turns, int index);

/* A turn and what it is worth. */
typedef struct alea_tables_choice_of {
    int index;
    float points;
} alea_tables_choice_of;

enum { ALEA_TABLES_MOST_CHOICES = 8 };

/* The `most` best turns, at most ALEA_TABLES_MOST_CHOICES, best first; of equal ones
 * the first in the list. Returns how many. With `room`, a list of turns that is
 * written, those found best are judged again by the mean of all throws that may follow,
 * each answered by its best turn; NULL = by the net alone. */
ALEA_API int
alea_tables_turns_best(const alea_tables_net *net, const alea_tables_rules *rules,
                       alea_tables_dice dice, const alea_tables_turns *turns, int most,
                       alea_tables_turns *room, alea_tables_choice_of *best);

/* Tables that know positions; each may be NULL. */
typedef struct alea_tables_exact {
    const alea_ur *ur;
    const alea_bearoff *one_sided, *two_sided; /* of six points */
} alea_tables_exact;

/* Fifteen men at home on both sides move alike in every game of two dice with the same
 * throws: where doubles are four steps and nothing more, by the tables of backgammon
 * (alea_bearoff_open_standard), else by those of alea_bearoff_make_for. False if a game
 * is none of them. */
ALEA_API bool alea_tables_throws(const alea_tables_rules *rules,
                                 alea_bearoff_throws *out);

/* What judges a game: where a table has the position, the table, else the net, else
 * (NULL) pips, blots and points held. Tables that do not fit the rules are NULL. */
typedef struct alea_tables_evaluator {
    const alea_tables_net *net;
    alea_tables_exact exact;
} alea_tables_evaluator;

/* The net built in for a game, and those of the tables (NULL: none) that fit its
 * rules: bear-off tables of its throws. */
ALEA_API alea_tables_evaluator alea_tables_evaluator_for(
    const alea_tables_rules *rules, const alea_tables_exact *tables);
/* A turn with what the mover may expect of it. */
typedef struct alea_tables_opinion {
    int index;
    bool exact; /* by a table that is so, or the game has ended */
    bool rough; /* by pips: every win counts one point */
    int plies;  /* 0: by the board after it; 1: by the mean of all throws that follow */
    float points;
    alea_tables_chances chances; /* of the mover */
} alea_tables_opinion;

/* All turns into out[turns->count], best first; of equal ones the first in the list.
 * The `deep` best are judged one ply deeper, exact ones aside, and stand before the
 * others; `room` is a list of turns that is written for it, and may be
 * NULL if `deep` is 0. */
ALEA_API void alea_tables_turns_judge(const alea_tables_evaluator *evaluator,
                                      const alea_tables_rules *rules,
                                      alea_tables_dice dice,
                                      const alea_tables_turns *turns, int deep,
                                      alea_tables_turns *room,
                                      alea_tables_opinion *out);
/* The `most` best turns by the boards after them, at most ALEA_TABLES_MOST_CHOICES, as
 * alea_tables_turns_best without `room`. */
ALEA_API int alea_tables_turns_pick(const alea_tables_evaluator *evaluator,
                                    const alea_tables_rules *rules,
                                    alea_tables_dice dice,
                                    const alea_tables_turns *turns, int most,
                                    alea_tables_choice_of *best);

#ifdef __cplusplus
}
#endif
#endif
