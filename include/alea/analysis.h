/* Analysis of a game record, finished or not: the cost of every decision, the luck of
 * every roll, and figures for each player. Definitions: docs/analysis.md. */
#ifndef ALEA_ANALYSIS_H
#define ALEA_ANALYSIS_H

#include <alea/judge.h>
#include <alea/record.h>
#include <alea/search.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct alea_analysis_settings {
    int plies;          /* for plays and cube decisions, 0..ALEA_MAX_PLIES */
    alea_rolled rolled; /* then roll out what is close (alea_consider_play) */
    int luck_plies;     /* for the luck of rolls */
    /* plays of a decision at full depth, 0..5; 0: those near the best */
    int candidates;
    float threshold[3]; /* least loss that is doubtful, an error, a blunder */
    /* Decisions that the record's file has judged already, at least as deep as `plies`
     * and `rolled` would, are taken from there (alea_judge_filed), the luck of the
     * rolls that it states too. */
    bool use_filed;
    /* A record that is one position (alea_record_is_position) has its decision judged
     * as if the best choice had been made; its entry is the number of entries. */
    bool open;
    /* `unforced` has a cube left alone if doubling was at most this much worse, or
     * right; the PR does not depend on it */
    float close_cube;
    /* The entries of the record from `from` to before `to` (0: to the end) are judged;
     * alea_analysis_join puts parts together. */
    size_t from, to;
    /* Called after each event; returns false to stop. May be NULL. */
    bool (*progress)(void *context, size_t done, size_t all);
    void *context;
} alea_analysis_settings;

/* As `alea analyse` has them: 2 plies, 0-ply luck, 5 candidates; .020, .040, .080;
 * what the file has judged; .160. */
ALEA_API alea_analysis_settings alea_analysis_settings_default(void);

/* One roll. */
typedef struct alea_roll_luck {
    size_t entry;
    int game, turn;
    alea_player by;
    alea_roll roll;
    bool filed;   /* `luck` is the file's */
    float luck;   /* equity above the average of all rolls */
    float points; /* money: luck x cube */
    float chance; /* match: the same in match-winning chance */
} alea_roll_luck;

/* An entry that could not be judged, and why. */
typedef struct alea_unjudged {
    size_t entry;
    int game;
    char reason[160]; /* as in alea_error */
} alea_unjudged;

typedef struct alea_analysis {
    alea_analysis_settings settings;
    int match_length;
    alea_judgement *judgement; /* in the order of the record */
    size_t judgements;
    alea_roll_luck *roll;
    size_t rolls;
    alea_unjudged *unjudged;
    size_t unjudgeds;
    int games;
    /* Value of each game to A before its opening, and its result, in points (money) or
     * in match-winning chance; [games]. */
    float *result;
    float start_chance, end_chance; /* match: A's chance at the start and at the end */
    bool complete;                  /* false: stopped by `progress` */
} alea_analysis;

/* `record` must be valid; `settings` may be NULL: the default. On ALEA_ERROR_CANCELLED
 * *out holds what was judged so far; on any other error, ALEA_ERROR_MEMORY of the
 * engine included, *out is left alone. A position that the engine refuses is listed in
 * `unjudged` with the engine's reason. Free the analysis with alea_analysis_free. */
ALEA_API alea_status alea_analyse(alea_engine *engine, const alea_record *record,
                                  const alea_analysis_settings *settings,
                                  alea_analysis **out, alea_error *error);
/* Parts of an analysis of one record by the same settings, in the order of their
 * entries, put together: everything that part[0] judged, then what part[1] did ...;
 * `out` belongs to the caller as that of alea_analyse, the parts stay as they are.
 * ALEA_ERROR_ARGUMENT: no parts, they are of different matches, or overlap; then and on
 * ALEA_ERROR_MEMORY *out is left alone. */
ALEA_API alea_status alea_analysis_join(const alea_analysis *const *part, size_t parts,
                                        alea_analysis **out);
/* Whether the record is one position with a decision to make, and nothing played. */
ALEA_API bool alea_record_is_position(const alea_record *record);
/* NULL is allowed. */
ALEA_API void alea_analysis_free(alea_analysis *analysis);

/* Sums over one player's decisions, of one game or (game = 0) all. */
typedef struct alea_totals {
    int decisions[ALEA_JUDGED_KINDS];         /* counted ones */
    int marks[ALEA_JUDGED_KINDS][ALEA_MARKS]; /* counted ones, by mark */
    double loss[ALEA_JUDGED_KINDS];
    double chance_loss;
    int all_decisions; /* counted, of every kind */
    double all_loss;
    double error_rate; /* 1000 x loss / counted decisions; 0 without any */
    double pr;         /* 500 x loss / counted decisions */
    int unforced;      /* the wider count, and the PR by it */
    double unforced_pr;
    int filed;  /* how many of `all_decisions` the file judged */
    int hinted; /* not counted because of a hint */
    int rolls;
    double luck;        /* sum of equities */
    double luck_points; /* money */
    double luck_chance; /* match */
} alea_totals;

/* Computes a player's totals. */
ALEA_API void alea_analysis_totals(const alea_analysis *analysis, alea_player player,
                                   int game, alea_totals *out);
/* A's result less A's net luck: points (money) or match-winning chance above the start
 * (matches). */
ALEA_API double alea_analysis_adjusted(const alea_analysis *analysis, int game);
/* A's result itself, in the same unit. */
ALEA_API double alea_analysis_result(const alea_analysis *analysis, int game);
/* "world class" ... "beginner", by PR; "-" for a player without decisions. Static. */
ALEA_API const char *alea_rating_text(double pr, int decisions);

/* The luck of a roll: equity with it and the best play, less the average of all rolls
 * that could have come (opening: of either player's fifteen). `state` is the match just
 * before the roll (or opening) event. False where it cannot be measured. */
ALEA_API bool alea_luck_of_roll(alea_engine *engine, const alea_match *state,
                                const alea_event *event, int plies, float *luck);

/* ---- another program's analysis, read from a file, as judgements ---- */

/* Levels of programs on one scale: 0..4 are rolls looked ahead, as alea counts them
 * (eXtreme Gammon's 3-ply is 2). */
enum {
    ALEA_FILED_SHORT_ROLLOUT =
        4,                 /* "XG Roller+", "XG Roller++"; a plain "XG Roller": 3 */
    ALEA_FILED_ROLLOUT = 5 /* rollouts and rolled out openings ("book") */
};

/* The depth of an analysis by its program and level; -1: the level is not known. */
ALEA_API int alea_filed_depth(const alea_filed *filed);
/* The depth of alea's own analysis at these settings. */
ALEA_API int alea_filed_depth_of_settings(int plies, alea_rolled rolled);
/* Returns the deepest analysis of the decision at `entry` of at least `depth`, or NULL.
 * The answer to a double uses the analysis of the double if the file has none for the
 * answer. Valid until something is added to the record. */
ALEA_API const alea_filed *alea_filed_of(const alea_record *record, size_t entry,
                                         int depth);
/* Converts it into a judgement of the event at `entry`; `state` is the match before
 * that event. The decision that the record ends with (`entry` is their number) is
 * judged as if the best choice had been made. What alea_analyse fills is left 0, except
 * `filed`. Equities in match winning chances are converted by `met`. A play whose
 * chances the file does not have gets those of the best one. False: it does not cover
 * the decision (no equities, a candidate that is not legal there, an unknown play).
 * Pure. */
ALEA_API bool alea_judge_filed(const alea_record *record, const alea_filed *filed,
                               size_t entry, const alea_match *state,
                               const alea_met *met, alea_judgement *out);

#ifdef __cplusplus
}
#endif
#endif
