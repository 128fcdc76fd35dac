/* Opponents: levels of strength, named players with a style, and Echo, who plays at the
 * opponent's level. A level is a value: net or search, a random error of a stated size,
 * and a style, which is a bias on the equities that are compared. */
#ifndef ALEA_LEVELS_H
#define ALEA_LEVELS_H

#include <alea/record.h>
#include <alea/search.h>
#include <alea/tables_net.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The numbers are stored: new levels go to the end. */
typedef enum alea_level {
    ALEA_LEVEL_BEGINNER = 0,
    ALEA_LEVEL_CASUAL,
    ALEA_LEVEL_INTERMEDIATE,
    ALEA_LEVEL_ADVANCED,
    ALEA_LEVEL_EXPERT,
    ALEA_LEVEL_STRONGEST,
    ALEA_LEVEL_POPPY, /* the named players, weakest first */
    ALEA_LEVEL_BRUNO,
    ALEA_LEVEL_OTTO,
    ALEA_LEVEL_NORA,
    ALEA_LEVEL_DARIO,
    ALEA_LEVEL_CARLA,
    ALEA_LEVEL_VIKTOR,
    ALEA_LEVEL_AURELIA,
    ALEA_LEVEL_ECHO,
    ALEA_LEVELS
} alea_level;

/* Equity, in points per unit of the cube, that a player adds to a play for each
 * occurrence of a feature in the position after it; only while there is contact. */
typedef struct alea_style {
    float hit;     /* an opposing checker on the bar */
    float blot;    /* an own blot that can be hit; half of it beyond 6 pips */
    float point;   /* an own point made, from the 3 point to the bar point */
    float prime;   /* a point of the longest own row of points */
    float stack;   /* an own checker beyond the third on a point */
    float back;    /* an own checker in the opponent's home board or on the bar */
    float anchor;  /* an own point made in the opponent's home board */
    float doubles; /* taken from the equity of no double; > 0: doubles early */
    float takes;   /* taken from the doubler's equity; > 0: takes more */
    float reach;   /* a play may be that much worse than the best for the style */
} alea_style;

/* `noise`: the standard deviation, in points per unit of the cube, of the error added
 * to every equity that is compared. A play more than 3 * noise + style.reach behind the
 * best is never made. */
typedef struct alea_level_info {
    const char *name;  /* "beginner" ..., "poppy" ... */
    const char *title; /* "Poppy"; NULL: a level of strength without a face */
    const char *about; /* a line for players */
    int plies;
    float noise;
    alea_style style;
    float pr; /* measured by bench/judge_levels (docs/search.md); Echo: 0 */
} alea_level_info;

/* Static storage; NULL for no level. */
ALEA_API const alea_level_info *alea_level_get(alea_level level);
/* The level with that name, in letters of either case, or -1. */
ALEA_API int alea_level_find(const char *name);
/* The bias that a level with a style adds to a position in place of a random error,
 * seen by the player who moved into it. 0 without contact. */
ALEA_API float alea_style_bias(const alea_style *style, const alea_board *after);

/* One choice at a level; `seed` makes the noise (the same seed, the same choice),
 * `time_ms` bounds levels that look ahead (0 = no limit). */
ALEA_API alea_status alea_choose_play(alea_engine *engine,
                                      const alea_decision *decision,
                                      const alea_level_info *level,
                                      unsigned long long seed, long long time_ms,
                                      alea_candidate *out, alea_error *error);
/* Does it double (*doubles), and would it take if doubled (*takes, *beavers): the
 * decision is always given from the doubler's side. */
ALEA_API alea_status alea_choose_cube(alea_engine *engine,
                                      const alea_decision *decision,
                                      const alea_level_info *level,
                                      unsigned long long seed, long long time_ms,
                                      bool *doubles, bool *takes, bool *beavers,
                                      alea_error *error);

/* ---- the other tables games ---- */

/* Whether that level plays them: those of strength do, which have no style. */
ALEA_API bool alea_level_plays_tables(alea_level level);
/* The number of the turn that a level plays: by the boards after the turns, or of a
 * level that looks ahead by the mean of all throws that follow its best ones; with an
 * error as in backgammon. The arguments are those of
 * alea_tables_turns_judge, `opinion` has room for turns->count; the same `seed`, the
 * same choice. */
ALEA_API int alea_choose_turn(const alea_tables_evaluator *evaluator,
                              const alea_tables_rules *rules, alea_tables_dice dice,
                              const alea_tables_turns *turns,
                              const alea_level_info *level, unsigned long long seed,
                              alea_tables_turns *room, alea_tables_opinion *opinion);

/* ---- Echo ---- */

/* The known form of a player: counted decisions and the equity they lost. */
typedef struct alea_form {
    int decisions;
    double loss;
} alea_form;

/* Adds the decisions of `player` in the record, at most the last 200, judged by the net
 * alone. A function of the record: the same plays, the same form. Errors are those of
 * alea_record_state. */
ALEA_API alea_status alea_form_add(alea_engine *engine, const alea_record *record,
                                   alea_player player, alea_form *form);
/* The PR that Echo plays at: that of the form, and of 30 decisions at PR 15 before it,
 * which fade as real ones come. */
ALEA_API double alea_form_pr(const alea_form *form);
/* Echo against a player of that form: a level without style whose error fits the PR. */
ALEA_API alea_level_info alea_level_echo(const alea_form *form);

#ifdef __cplusplus
}
#endif
#endif
