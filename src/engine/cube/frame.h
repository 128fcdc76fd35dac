/* The stakes of one decision as tables, so that a leaf of a search costs a few
 * multiplications. Values are in one unit u for both kinds of play and change sign with
 * the side: money: points per unit of the cube at the root; match: 2 x MWC - 1. */
#ifndef ALEA_ENGINE_CUBE_FRAME_H
#define ALEA_ENGINE_CUBE_FRAME_H

#include <alea/bearoff.h>
#include <alea/cube.h>

enum { CUBE_VALUES = 12, SIDE_ROOT = 0, SIDE_OTHER = 1 };

/* The cube's owner in terms of the frame's sides. */
typedef enum cube_holder {
    HOLDER_ROOT = 0,
    HOLDER_OTHER = 1,
    HOLDER_NONE = 2
} cube_holder;

typedef struct cube_frame {
    bool money, jacoby, beavers;
    int cubes; /* cube values 1 << (base + 0 .. cubes - 1) */
    int base_log2;
    bool endless;     /* money without a cube limit: all cube values are alike */
    bool tables;      /* the exact two-sided table's equities hold; set by the caller */
    bool hypergammon; /* those of the hypergammon table do; set by the caller */
    /* the two-sided table gives the liveness of the cube; set by the caller */
    bool money_tables;
    /* The bear-off solved at this score (engine/search/at_score.h), or NULL; owned by
     * the caller. */
    const struct at_score *at_score;
    /* [side][exponent][kind]: to that side when it wins */
    float win[2][CUBE_VALUES][3];
    float lose[2][CUBE_VALUES][3]; /* ... when it loses; kind 0 plain, 1 gammon, 2 bg */
    bool may[2][CUBE_VALUES]; /* this side, with access, can gain by turning the cube */
    bool free[2][CUBE_VALUES]; /* ... and risks nothing by it: it does so at once */
    int start_cube_log2;       /* 0 */
    cube_holder start_holder;
} cube_frame;

/* `met` may be NULL for money. The cube must pass alea_cube_check. */
void cube_frame_build(cube_frame *frame, const alea_cube *cube, const alea_met *met);

/* Unit u <-> equity per unit of the root's cube, for the root's side. */
float cube_frame_equity(const cube_frame *frame, float u);
float cube_frame_unit(const cube_frame *frame, float equity);

/* Value of a position to `side`, whose outcomes `probs` are, at a cube value and owner.
 * `dead` ignores the cube. `decays`: the live cube is worth less near the cash point of
 * a side that wins gammons, as in a single position; false: the plain mixture, for a
 * whole game between equals. */
float cube_frame_dead(const cube_frame *frame, int side, const alea_probs *probs,
                      int cube_log2, cube_holder holder);
/* How alive the cube of an endless money game is, from the exact equities of a position
 * without gammons; members that it does not tell stay. */
void cube_efficiency_of_exact(const alea_bearoff_equity *exact,
                              alea_cube_efficiency *efficiency);
float cube_frame_leaf(const cube_frame *frame, int side, const alea_probs *probs,
                      int cube_log2, cube_holder holder,
                      const alea_cube_efficiency *efficiency, bool decays);
/* The winning chance of `side` from which the other side should drop a double at this
 * cube value. */
float cube_frame_cash_point(const cube_frame *frame, int side, const alea_probs *probs,
                            int cube_log2, bool live);

#endif
