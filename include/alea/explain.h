/* Explains in a few sentences why one decision is better than another, from
 * measured differences and counts over the 36 throws of the next roll only. Pure
 * functions: thread-safe, no allocation. */
#ifndef ALEA_EXPLAIN_H
#define ALEA_EXPLAIN_H

#include <alea/cube.h>
#include <alea/eval.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ALEA_EXPLAIN_SIZE = 1000 };

/* Facts about the board after a play, seen by the player who made it. */
typedef struct alea_play_facts {
    int shots; /* of the 36 throws, those that let the opponent hit a blot */
    /* Of the 36 throws, the number that let no checker of the opponent enter; 0 with
     * none on the bar. */
    int dances;
    int on_bar;      /* the opponent's checkers on the bar */
    int blots;       /* mine */
    int prime;       /* longest row of points made by me */
    int home_points; /* points made by me in my home board */
    int off;         /* mine borne off, of 15 */
    int pips, pips_opponent;
    /* Of the 36 throws of my next turn, if the opponent's checkers stay where they are:
     * those that can make one more point of my bar and home points, and those that can
     * bring a checker out of the opponent's home or in from the bar past it. */
    int builds, leaves;
    int leaves_opponent; /* the opponent's of the same, on the turn that comes */
    int at_home;         /* my checkers on my points 1 to 6 */
    /* Of the same throws of mine: those that can hit, and those that can bear off two
     * checkers or more. */
    int hits, bears_off;
    /* Of the same throws: those that can make one more anchor, and those that can leave
     * no blot that an opposing checker has still to pass. */
    int anchors, safe;
    int deep;    /* my checkers on my ace and deuce points */
    int back;    /* my checkers in the opponent's home and on the bar */
    int tallest; /* the most of mine on one point */
    bool race;   /* no contact any more; then of the throws only bears_off is counted */
    uint32_t points; /* bit p: I hold point p (two checkers or more) */
} alea_play_facts;

/* `after` as a play leaves it, still seen by the mover. */
ALEA_API void alea_play_facts_of(const alea_board *after, alea_play_facts *out);

/* One of two plays compared. */
typedef struct alea_explain_side {
    const char *text; /* the play as written, "8/5 6/5" */
    alea_board after; /* seen by the mover */
    alea_probs probs; /* to the mover */
    float equity;     /* as decided on: cubeful or not, to the mover */
} alea_explain_side;

/* Why `best` beats `made`: text into `out`; returns its length. */
ALEA_API size_t alea_explain_play(const alea_board *before,
                                  const alea_explain_side *best,
                                  const alea_explain_side *made,
                                  char out[ALEA_EXPLAIN_SIZE]);

/* A decision on a double to explain, all seen by the side on roll, who doubles. */
typedef struct alea_explain_double {
    const alea_board *board;
    const alea_cube *cube; /* as it stands */
    const alea_met *met;   /* may be NULL for money */
    const alea_cube_verdict *verdict;
    const alea_probs *probs; /* before the roll */
    bool answer;             /* explain the take, not the double */
    bool market_known;       /* somebody has looked: */
    float market_lost;       /* the share of alea_search_outlook */
} alea_explain_double;

/* The chances, what the verdict is worth, market losers, take points at this score and
 * for money, and what is at stake on the board: text into `out`; returns its length. */
ALEA_API size_t alea_explain_cube(const alea_explain_double *what,
                                  char out[ALEA_EXPLAIN_SIZE]);

#ifdef __cplusplus
}
#endif
#endif
