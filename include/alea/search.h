/* Decisions n rolls ahead: the best play, the cube action, the value of a position. An
 * engine bundles an evaluator, a match equity table, a cache and a pool of threads. One
 * call at a time on an engine; results never depend on the number of threads. */
#ifndef ALEA_SEARCH_H
#define ALEA_SEARCH_H

#include <alea/cube.h>
#include <alea/endings.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ALEA_MAX_PLIES = 4, ALEA_DEFAULT_PLIES = 2 };

typedef struct alea_engine alea_engine;

typedef struct alea_engine_options {
    int threads;        /* 1..256 */
    size_t cache_bytes; /* 0 = no cache; rounded down to a power of two */
} alea_engine_options;

/* As the commands have them: a thread for each core, 64 at most, and 64 MB. */
ALEA_API alea_engine_options alea_engine_options_default(void);
/* `evaluator` must outlive the engine; `met` (may be NULL: the default) is copied;
 * `options` may be NULL: the default. */
ALEA_API alea_status alea_engine_open(alea_engine **out,
                                      const alea_evaluator *evaluator,
                                      const alea_met *met,
                                      const alea_engine_options *options,
                                      alea_error *error);
/* NULL is allowed. */
ALEA_API void alea_engine_close(alea_engine *engine);
ALEA_API const alea_met *alea_engine_met(const alea_engine *engine);
ALEA_API const alea_evaluator *alea_engine_evaluator(const alea_engine *engine);
ALEA_API int alea_engine_threads(const alea_engine *engine);
/* Clears the cache (so that measurements start from the same state). */
ALEA_API void alea_engine_clear(alea_engine *engine);

/* One plies's share of candidates: go deeper with at most `most`, and of those with the
 * ones at most `within` equity behind the best. */
typedef struct alea_filter {
    int most;
    float within;
} alea_filter;

/* A rollout behind a search, of what the search finds close (alea_consider_play). */
typedef enum alea_rolled {
    ALEA_ROLLED_NOT = 0,
    ALEA_ROLLED_SHORT, /* 360 trials of 7 turns, 1-ply for two turns, then 0-ply */
    ALEA_ROLLED_LONG   /* 1296 trials of 11 turns, 1-ply */
} alea_rolled;

/* In place of plies in an answer: rolled out. */
enum { ALEA_ROLLED_OUT = -1 };

/* How to look. A value; start from alea_search_settings_default(plies). In place of a
 * pointer to one NULL stands for alea_search_settings_default(ALEA_DEFAULT_PLIES). */
typedef struct alea_search_settings {
    int plies; /* 0..ALEA_MAX_PLIES: rolls looked ahead */
    /* [n]: which candidates are searched from n plies to n + 1 */
    alea_filter filter[ALEA_MAX_PLIES];
    /* A result (as alea_positions_after gives it) looked at as deep as the best; or
     * NULL. At most 64 candidates go deeper. */
    const alea_board *include;
    /* 0..16; at inner nodes: at most this many, those near the small net's best, by the
     * net; 0 = every one by the net */
    int replies;
    /* 0..16: at least so many of the best plays are searched at full depth, whatever
     * the filters; for lists that people compare */
    int full;
    /* for alea_consider_*, alea_judge_decision and alea_analyse; alea_search_* does not
     * look at it */
    alea_rolled rolled;
    bool cubeful;      /* rank plays by cubeful equity */
    long long time_ms; /* 0 = no limit; else the deepest look finished in time */
    /* Polled during the search, by several threads at once; returns true to stop. */
    bool (*cancelled)(void *context);
    void *context;
} alea_search_settings;

/* The settings that a caller changes from. */
ALEA_API alea_search_settings alea_search_settings_default(int plies);

/* A position and its stakes, seen by the side whose decision it is. */
typedef struct alea_decision {
    alea_board board;
    alea_roll roll; /* for a play; {0, 0} for the cube */
    alea_cube cube;
    alea_play_rules rules;
    alea_endings endings; /* what makes a gammon; all zero = standard */
} alea_decision;

/* The decision in a position or match state, for the side to act, before any pending
 * double (the cube decision is then the doubler's, with its answer in `take`). */
ALEA_API alea_decision alea_decision_of_position(const alea_position *position);
ALEA_API alea_decision alea_decision_of_match(const alea_match *match);
/* The same decision under these rules: plays, endings, the cube and its limit, Jacoby
 * and beavers. The match length and the score stay. ALEA_ERROR_POSITION: more checkers
 * than the set-up has. */
ALEA_API alea_status alea_decision_set_rules(alea_decision *decision,
                                             const alea_rules *rules,
                                             alea_error *error);
/* A sentence about what is approximate in answers to this decision because of its
 * rules, beyond what the nets and the cube model are under the standard rules
 * (docs/evaluation.md); NULL: nothing. Static storage. */
ALEA_API const char *alea_decision_approximate(const alea_engine *engine,
                                               const alea_decision *decision);

typedef struct alea_candidate {
    alea_play play;
    alea_probs probs; /* after it, to the side that played */
    float cubeless;   /* money equity of the probabilities; matches: with a dead cube */
    float equity;     /* with the cube, if settings.cubeful; else = cubeless */
    int plies;        /* how deep it was looked at */
} alea_candidate;

/* Candidates, best first: by depth, then by equity. *count is how many were written, at
 * most `capacity`; ALEA_MAX_PLAYS is room for all. A roll that cannot be played gives
 * one with no moves.
 * ALEA_ERROR_CANCELLED only if nothing at all was found; a search cut short by time or
 * `cancelled` answers with the depth it reached. ALEA_ERROR_ARGUMENT: bad settings,
 * roll or stakes; ALEA_ERROR_POSITION: a board that cannot be. */
ALEA_API alea_status alea_search_play(alea_engine *engine,
                                      const alea_decision *decision,
                                      const alea_search_settings *settings,
                                      alea_candidate *out, int capacity, int *count,
                                      alea_error *error);

typedef struct alea_cube_result {
    alea_cube_verdict verdict;
    alea_probs probs; /* before the roll, no double */
    float cubeless;   /* as in alea_candidate */
    float chance[3];  /* matches: MWC of no double, double/take, double/drop; else 0 */
    int plies;
} alea_cube_result;

/* The cube decision of the side on roll. Where it may not double, the equities are
 * those of an imagined double, and the verdict's action is ALEA_CUBE_NOT_AVAILABLE. */
ALEA_API alea_status alea_search_cube(alea_engine *engine,
                                      const alea_decision *decision,
                                      const alea_search_settings *settings,
                                      alea_cube_result *out, alea_error *error);

/* The outlook of one of the 21 rolls. */
typedef struct alea_roll_outlook {
    float equity; /* after my best play, cubeful */
    /* After the opponent's best reply I would double and the opponent would drop; only
     * while I may double now. */
    bool market_lost;
} alea_roll_outlook;

/* Fills the outlook of each roll by 0-ply replies (21 entries in the order of
 * alea_roll_at) and the share of all two-roll sequences after which the double has
 * become a drop. */
ALEA_API alea_status alea_search_outlook(alea_engine *engine,
                                         const alea_decision *decision,
                                         alea_roll_outlook out[ALEA_ROLLS],
                                         float *market_lost, alea_error *error);

#ifdef __cplusplus
}
#endif
#endif
