/* Hypergammon solved: exact chances and equities of every position of three checkers a
 * side, contact included. The table is a file of 430 MB that alea_hypergammon_make_file
 * computes; it is mapped, not read. Tables are read-only once open: any threads may
 * share one. */
#ifndef ALEA_HYPERGAMMON_H
#define ALEA_HYPERGAMMON_H

#include <alea/eval.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Values for the player on roll before the roll, no double offered this turn, in units
 * of the cube as it stands. Money, no cube limit, no beavers; a gammon is lost with no
 * checker off, a backgammon with one of them on the bar or in the winner's home as
 * well. */
typedef struct alea_hypergammon_value {
    alea_probs probs; /* of play for the best cubeless equity */
    float cubeless;   /* no cube at all */
    float owned;      /* the player on roll owns the cube */
    float centred;
    float opponent; /* the opponent owns it */
    float jacoby;   /* centred, and gammons count only once it has been turned */
} alea_hypergammon_value;

typedef struct alea_hypergammon alea_hypergammon;

typedef struct alea_hypergammon_facts {
    int sweeps;     /* of the value iteration */
    double change;  /* largest change of an equity in the last sweep */
    double chances; /* ... of a chance: equally good plays may alternate */
    double bound;   /* the change that all further sweeps would add up to, at the rate
                        of the last two */
    const char *made_by; /* program and method; lives as long as the table */
} alea_hypergammon_facts;

/* How far the computation is: `sweeps` complete, `fraction` of the next one, and the
 * largest change in the last complete sweep (0 before the first). */
typedef struct alea_hypergammon_progress {
    int sweeps;
    double fraction, change;
} alea_hypergammon_progress;

typedef struct alea_hypergammon_job {
    int threads; /* 1 to 64; the result does not depend on it */
    /* Called some times a second; false stops the work. May be NULL. */
    bool (*progress)(void *context, const alea_hypergammon_progress *progress);
    void *context;
} alea_hypergammon_job;

/* Computes the table into a file. It uses 0.9 GB of memory. Work in progress is kept in
 * "PATH.part", after each sweep and when the progress function stops it
 * (ALEA_ERROR_CANCELLED): the same call goes on from there. */
ALEA_API alea_status alea_hypergammon_make_file(const alea_hypergammon_job *job,
                                                const char *path, alea_error *error);
/* Maps a table. `verify` reads all of it to check its sum. */
ALEA_API alea_status alea_hypergammon_open_file(const char *path, bool verify,
                                                alea_hypergammon **out,
                                                alea_error *error);
/* NULL is allowed. */
ALEA_API void alea_hypergammon_close(alea_hypergammon *table);
ALEA_API alea_hypergammon_facts
alea_hypergammon_facts_of(const alea_hypergammon *table);
/* False for a finished game and for more than three checkers a side. */
ALEA_API bool alea_hypergammon_find(const alea_hypergammon *table,
                                    const alea_board *board,
                                    alea_hypergammon_value *out);
/* Computes `count` positions, chosen by `seed`, from what the table says of the
 * positions after each roll, by alea_positions_after. Returns the largest difference of
 * an equity or a chance from the table's. */
ALEA_API double alea_hypergammon_residual(const alea_hypergammon *table, int count,
                                          uint64_t seed);

/* Judges hypergammon (alea_endings.setup) by this table instead of the net. The caller
 * owns the table, which must outlive the evaluator; NULL restores the net. Under the
 * conditions of alea_evaluator_set_bearoff. */
ALEA_API void alea_evaluator_set_hypergammon(alea_evaluator *evaluator,
                                             const alea_hypergammon *table);

#ifdef __cplusplus
}
#endif
#endif
