/* The doubling cube: its value, when to double, when to take. Pure functions over
 * values: thread-safe, no allocation. */
#ifndef ALEA_CUBE_H
#define ALEA_CUBE_H

#include <alea/eval.h>
#include <alea/match.h>
#include <alea/met.h>
#include <alea/position.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ALEA_CUBE_MINE = 1, ALEA_CUBE_CENTRED = 0, ALEA_CUBE_THEIRS = -1 };

/* Stakes of the game, seen by one side ("me": the side on roll, unless said). A
 * value. */
typedef struct alea_cube {
    int match_length;   /* 0 = money */
    int away[2];        /* points I need, the opponent needs; matches only */
    bool crawford_game; /* no cube in this game */
    bool post_crawford; /* the Crawford game is over (or never comes): after[] counts */
    int cube_log2;      /* value 1 << this */
    int owner;          /* ALEA_CUBE_MINE, _CENTRED, _THEIRS */
    bool in_use;        /* false: played without a cube */
    bool jacoby, beavers; /* money only */
    int cube_limit_log2;  /* ALEA_UNLIMITED */
} alea_cube;

/* Money with a centred cube at 1, no Jacoby, no beavers, no limit. */
ALEA_API alea_cube alea_cube_money(void);
/* The stakes of a position or match state as `me` sees them, before any pending double.
 * Away scores beyond the match equity table are clamped to its size. */
ALEA_API alea_cube alea_cube_of_position(const alea_position *position, alea_player me);
ALEA_API alea_cube alea_cube_of_match(const alea_match *match, alea_player me);
/* The same seen by the other side. */
ALEA_API alea_cube alea_cube_flip(const alea_cube *cube);
/* Possible at all, and covered by the table (`met` may be NULL for money). */
ALEA_API alea_status alea_cube_check(const alea_cube *cube, const alea_met *met,
                                     alea_error *error);
/* May I double now by the rules of the stakes: access, Crawford, limit? */
ALEA_API bool alea_cube_may_double(const alea_cube *cube);
/* Turning it can gain me nothing: I win the match with the cube as it is. */
ALEA_API bool alea_cube_is_dead(const alea_cube *cube);

/* Converts match-winning chance <-> equity. Equity: points per unit of the cube at its
 * present value; in a match the straight line through losing (-1) and winning (+1) the
 * cube's value. Money: the chance is not defined, and both return their input. */
ALEA_API float alea_cube_equity_of_chance(const alea_cube *cube, const alea_met *met,
                                          float chance);
ALEA_API float alea_cube_chance_of_equity(const alea_cube *cube, const alea_met *met,
                                          float equity);

/* How alive the cube is taken to be where the look-ahead ends, 0 dead .. 1 live. */
typedef struct alea_cube_efficiency {
    float mine, theirs; /* by the owner of the cube, seen by the side on roll */
    float centred;      /* nobody owns it, and it helps the side on roll */
    float against;      /* nobody owns it, and it helps the other side */
} alea_cube_efficiency;

/* The efficiency used for a position, by phase and race length (docs/cube.md). */
ALEA_API alea_cube_efficiency alea_cube_efficiency_of(const alea_board *board);

/* Equity with the cube at these stakes and no look-ahead: Janowski's mixture of the
 * dead and the live cube, less of it live near the cash point of a side that wins
 * gammons (docs/cube.md), per unit of the cube at its present value; in matches by the
 * match equity table. */
ALEA_API float alea_cube_leaf_equity(const alea_cube *cube, const alea_met *met,
                                     const alea_probs *probs,
                                     const alea_cube_efficiency *efficiency);
/* The same with a dead cube: the value of the outcomes alone at these stakes. */
ALEA_API float alea_cube_dead_equity(const alea_cube *cube, const alea_met *met,
                                     const alea_probs *probs);

typedef enum alea_cube_action {
    ALEA_CUBE_NO_DOUBLE = 0, /* and the opponent would take */
    ALEA_CUBE_DOUBLE_TAKE,
    ALEA_CUBE_DOUBLE_DROP,
    ALEA_CUBE_TOO_GOOD, /* no double, though the opponent would drop */
    ALEA_CUBE_NOT_AVAILABLE
} alea_cube_action;

/* Equities to the side on roll per unit of the cube before any double. */
typedef struct alea_cube_equities {
    float no_double, double_take, double_drop;
    float double_beaver; /* = double_take where beavers are off */
} alea_cube_equities;

typedef struct alea_cube_verdict {
    alea_cube_action action;
    bool redouble; /* I own the cube */
    bool dead;     /* doubling gains me nothing */
    bool optional; /* doubling and not doubling are worth the same (within 1e-4) */
    bool take;     /* were it doubled, the opponent should take ... */
    bool beaver;   /* ... and turn it again at once */
    float best;    /* equity with best play by both */
    alea_cube_equities equity;
} alea_cube_verdict;

/* Computes the verdict from the equities. Between actions of equal value: no double,
 * unless doubling risks nothing. */
ALEA_API void alea_cube_decide(const alea_cube *cube,
                               const alea_cube_equities *equities,
                               alea_cube_verdict *out);
/* "no_double", "double_take", "double_drop", "too_good", "not_available". Static
 * storage. */
ALEA_API const char *alea_cube_action_name(alea_cube_action action);
/* "No double, take", "Redouble, drop", "Too good to double, drop" ... Static
 * storage. */
ALEA_API const char *alea_cube_verdict_text(const alea_cube_verdict *verdict);

/* Winning chances at which decisions turn, with the gammon rates of a position. */
typedef struct alea_cube_points {
    float take_dead, take_live; /* the opponent's chance needed to take my double */
    float cash_dead,
        cash_live; /* my winning chance from which the opponent should drop */
    float my_take_dead,
        my_take_live; /* the chance I need to take the opponent's double */
    float gammon_value_mine, gammon_value_theirs; /* worth of a gammon, 0.5 in money */
} alea_cube_points;
ALEA_API void alea_cube_points_of(const alea_cube *cube, const alea_met *met,
                                  const alea_probs *probs, alea_cube_points *out);

#ifdef __cplusplus
}
#endif
#endif
