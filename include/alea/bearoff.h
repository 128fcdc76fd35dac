/* Exact endings. A one-sided table knows, for one player's checkers alone, the
 * distribution of rolls to bear all of them off and to bear the first one off. A
 * two-sided table knows the exact money equities of both players' bear-off against each
 * other, cube included. Tables are read-only once open: any threads may share one. */
#ifndef ALEA_BEAROFF_H
#define ALEA_BEAROFF_H

#include <alea/eval.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum alea_bearoff_kind {
    ALEA_BEAROFF_ONE_SIDED = 1,
    ALEA_BEAROFF_TWO_SIDED = 2
} alea_bearoff_kind;

enum {
    ALEA_BEAROFF_MAX_POINTS = 12, /* one-sided; two-sided tables have 6 points */
    ALEA_BEAROFF_MAX_TWO = 12,    /* checkers per side in a two-sided table */
    ALEA_BEAROFF_MAX_ROLLS = 64   /* length of a distribution */
};

/* Money equities of the player on roll before his roll, in units of the cube as it
 * stands, no double offered this turn; both sides play and double perfectly from then
 * on; no beavers, and no gammon is possible. */
typedef struct alea_bearoff_equity {
    float cubeless; /* no cube at all */
    float owned;    /* the player on roll owns the cube */
    float centred;
    float opponent; /* the opponent owns it */
} alea_bearoff_equity;

typedef struct alea_bearoff alea_bearoff;

/* Called now and then with the fraction done, 0..1; false stops the work. */
typedef bool alea_bearoff_progress(void *context, double fraction);

typedef struct alea_bearoff_job {
    alea_bearoff_kind kind;
    int points;                      /* 6..12 one-sided; 6 two-sided */
    int checkers;                    /* 1..15 one-sided; 1..12 two-sided */
    int threads;                     /* 1 to 64; one-sided tables use one */
    alea_bearoff_progress *progress; /* may be NULL */
    void *context;
} alea_bearoff_job;

/* The standard table of a kind: 15 checkers on 6 points; 6 checkers per side on 6
 * points. */
ALEA_API alea_status alea_bearoff_open_standard(alea_bearoff_kind kind,
                                                alea_bearoff **out, alea_error *error);
/* A table file, mapped into memory. `verify` reads all of it to check its sum. */
ALEA_API alea_status alea_bearoff_open_file(const char *path, bool verify,
                                            alea_bearoff **out, alea_error *error);
/* A table in the caller's memory, aligned to 8 bytes, which must outlive it. */
ALEA_API alea_status alea_bearoff_open_memory(const void *data, size_t size,
                                              bool verify, alea_bearoff **out,
                                              alea_error *error);
/* Computes a table in memory. ALEA_ERROR_CANCELLED when the progress function stops
 * it. */
ALEA_API alea_status alea_bearoff_make(const alea_bearoff_job *job, alea_bearoff **out,
                                       alea_error *error);
/* Computes a table into a file. Work in progress is kept in "PATH.part": stopped or
 * killed, the same call goes on from the last checkpoint; PATH appears when it is
 * complete. */
ALEA_API alea_status alea_bearoff_make_file(const alea_bearoff_job *job,
                                            const char *path, alea_error *error);
/* NULL is allowed. */
ALEA_API void alea_bearoff_close(alea_bearoff *table);

/* How the throws of two dice are played: those of backgammon are {4, false}. */
typedef struct alea_bearoff_throws {
    int double_steps; /* moves of a double: 2 or 4 */
    bool chained;     /* as many of each higher number follow */
} alea_bearoff_throws;

/* Computes in memory a table of six points for a game with other throws: of 15 checkers
 * one-sided, of `checkers`, 1 to 6, two-sided. No file holds such a table. */
ALEA_API alea_status alea_bearoff_make_for(alea_bearoff_throws throws,
                                           alea_bearoff_kind kind, int checkers,
                                           alea_bearoff **out, alea_error *error);
ALEA_API alea_bearoff_throws alea_bearoff_table_throws(const alea_bearoff *table);
/* Where doubles are chained: plays what follows after the moves of a double of `die`
 * for the side that made them, board->point > 0, so that the mean of its further throws
 * is least. False, and nothing is changed, where nothing follows, the table has no such
 * throws, or it does not reach. */
ALEA_API bool alea_bearoff_play_chain(const alea_bearoff *one_sided, alea_board *board,
                                      int die);

/* The kind of a table, the points it covers, its checkers per side. */
ALEA_API alea_bearoff_kind alea_bearoff_table_kind(const alea_bearoff *table);
ALEA_API int alea_bearoff_table_points(const alea_bearoff *table);
ALEA_API int alea_bearoff_table_checkers(const alea_bearoff *table);
/* Positions of one side, and the bytes of the whole table. */
ALEA_API size_t alea_bearoff_table_positions(const alea_bearoff *table);
ALEA_API size_t alea_bearoff_table_size(const alea_bearoff *table);
/* The table as bytes, as a file holds it. */
ALEA_API const void *alea_bearoff_table_bytes(const alea_bearoff *table);

/* Exact equities of a bear-off without contact. False where the table does not
 * reach. */
ALEA_API bool alea_bearoff_equities(const alea_bearoff *two_sided,
                                    const alea_board *board, alea_bearoff_equity *out);
/* out[k] = probability that this side (mine or the opponent's) bears its last checker
 * off in exactly k rolls, k = 0..*count-1; the sum is 1 within 1e-6. Played for the
 * fewest rolls on average. False where the table does not reach (contact is not looked
 * at). */
ALEA_API bool alea_bearoff_rolls(const alea_bearoff *one_sided, const alea_board *board,
                                 bool mine, float out[ALEA_BEAROFF_MAX_ROLLS],
                                 int *count);
/* The same for the first checker; certain at 0 when one is off already. Played for the
 * fewest rolls to that. Only the table's full number of checkers has none off. */
ALEA_API bool alea_bearoff_first_rolls(const alea_bearoff *one_sided,
                                       const alea_board *board, bool mine,
                                       float out[ALEA_BEAROFF_MAX_ROLLS], int *count);
/* Mean rolls to bear off; a negative number where the table does not reach. Times 49/6
 * it is the effective pip count. */
ALEA_API double alea_bearoff_mean_rolls(const alea_bearoff *one_sided,
                                        const alea_board *board, bool mine);
/* The six outcomes of a bear-off without contact: winning chances from the two-sided
 * table where it reaches, else from both distributions, as gammon chances always are.
 * Either table may be NULL. False where neither reaches, or where there is contact. */
ALEA_API bool alea_bearoff_probs(const alea_bearoff *one_sided,
                                 const alea_bearoff *two_sided, const alea_board *board,
                                 alea_probs *out);

/* Evaluates races within a one-sided table of more than 6 points by that table instead
 * of the net. The caller owns the table, which must outlive the evaluator; NULL (or a
 * two-sided table) restores the net. Not while another thread evaluates, and only
 * before an engine is opened on the evaluator, because the engine caches values. */
ALEA_API void alea_evaluator_set_bearoff(alea_evaluator *evaluator,
                                         const alea_bearoff *one_sided);

/* ---- hypergammon ---- */

/* Hypergammon solved: exact chances and equities of every position of three checkers a
 * side, contact included. The table is a file of 430 MB that alea_hypergammon_make_file
 * computes; it is mapped, not read. Tables are read-only once open: any threads may
 * share one. */

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
    /* the change that all further sweeps would add up to, at the rate of the last
     * two */
    double bound;
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
/* False for a finished game and for more than three checkers per side. */
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
