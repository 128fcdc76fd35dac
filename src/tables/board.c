/* Boards of the tables games: start, the other side's view, what makes one possible,
 * and whether the game on it has ended. */
#include <alea/tables.h>

#include "base/error.h"

enum { START = 24, ON_POINTS = 0x1fffffe };

int alea_tables_mirror(alea_tables_relation relation, int r)
{
    if (relation == ALEA_TABLES_CONTRARY) return 25 - r;
    if (relation == ALEA_TABLES_HALF_TURN) return r > 12 ? r - 12 : r + 12;
    return r;
}

static int men_of(const uint8_t side[ALEA_TABLES_POINTS])
{
    int men = 0;
    for (int r = 0; r < ALEA_TABLES_POINTS; r++) men += side[r];
    return men;
}

int alea_tables_men(const alea_tables_rules *rules)
{
    return rules->pieces ? rules->pieces : men_of(rules->start);
}

int alea_tables_waiting(const alea_tables_rules *rules, const alea_tables_board *board,
                        int side)
{
    return rules->path == ALEA_TABLES_LONG ? 0 : board->count[side][ALEA_TABLES_BAR];
}

alea_tables_board alea_tables_start(const alea_tables_rules *rules)
{
    alea_tables_board board = {0};
    for (int i = 0; i < rules->pieces; i++) {
        board.count[1][rules->path - 2 * i] = 1;
        board.count[0][rules->path - 2 * i - 1] = 1;
    }
    if (rules->pieces) return board;
    for (int r = 0; r < ALEA_TABLES_POINTS; r++)
        board.count[0][r] = board.count[1][r] = rules->start[r];
    return board;
}

alea_tables_board alea_tables_swap(const alea_tables_board *board)
{
    alea_tables_board other = {0};
    for (int r = 0; r < ALEA_TABLES_POINTS; r++) {
        other.count[0][r] = board->count[1][r];
        other.count[1][r] = board->count[0][r];
    }
    other.pinned[0] = board->pinned[1];
    other.pinned[1] = board->pinned[0];
    other.hit[0] = board->hit[1];
    other.hit[1] = board->hit[0];
    return other;
}

static alea_status refuse(alea_error *error, const char *reason, int point)
{
    return alea_error_fill(error, ALEA_ERROR_POSITION, 0, 0, "%s on point %d", reason,
                           point);
}

static alea_status check_point(const alea_tables_rules *rules,
                               const alea_tables_board *board, int r, alea_error *error)
{
    int other = alea_tables_mirror(rules->relation, r);
    int mine = board->count[0][r], his = board->count[1][other];
    bool me_pinned = board->pinned[0] >> r & 1;
    bool he_pinned = board->pinned[1] >> other & 1;
    if (me_pinned && he_pinned) return refuse(error, "both checkers are pinned", r);
    if (me_pinned && (mine != 1 || !his))
        return refuse(error, "no single checker of the player to move is pinned", r);
    if (he_pinned && (his != 1 || !mine))
        return refuse(error,
                      "no single checker of the opponent is pinned, by his numbers,",
                      other);
    if (rules->shared && !(rules->shared >> r & 1)) return ALEA_OK;
    if (mine && his && !me_pinned && !he_pinned)
        return refuse(error,
                      rules->landing == ALEA_TABLES_PIN
                          ? "none is pinned where both sides have checkers,"
                          : "both sides have checkers",
                      r);
    return ALEA_OK;
}

static alea_status check_side(const alea_tables_rules *rules,
                              const alea_tables_board *board, int side,
                              alea_error *error)
{
    int men = men_of(board->count[side]), wanted = alea_tables_men(rules);
    if (men != wanted)
        return alea_error_fill(
            error, ALEA_ERROR_POSITION, 0, 0, "%s has %d checkers; %s has %d a side",
            side ? "the opponent" : "the player to move", men, rules->name, wanted);
    if (board->pinned[side] && rules->landing != ALEA_TABLES_PIN)
        return alea_error_fill(error, ALEA_ERROR_POSITION, 0, 0,
                               "no checker is pinned in %s", rules->name);
    if (board->pinned[side] & ~(uint32_t)ON_POINTS)
        return alea_error_fill(error, ALEA_ERROR_POSITION, 0, 0,
                               "pinned checkers stand on points 1 to 24");
    if (alea_tables_waiting(rules, board, side) && rules->landing != ALEA_TABLES_HIT &&
        !rules->start[ALEA_TABLES_BAR])
        return alea_error_fill(error, ALEA_ERROR_POSITION, 0, 0,
                               "%s has no bar: count 25 must be 0", rules->name);
    if (board->hit[side] > board->count[side][ALEA_TABLES_BAR])
        return alea_error_fill(error, ALEA_ERROR_POSITION, 0, 0,
                               "more checkers were hit than are off the board");
    if (board->hit[side] && rules->entry != ALEA_TABLES_ENTER_HIT)
        return alea_error_fill(error, ALEA_ERROR_POSITION, 0, 0,
                               "%s does not ask which checkers were hit", rules->name);
    for (int r = 1; r < ALEA_TABLES_POINTS; r++) {
        if (r == ALEA_TABLES_BAR && rules->path != ALEA_TABLES_LONG) continue;
        if (r > rules->path && board->count[side][r])
            return alea_error_fill(error, ALEA_ERROR_POSITION, 0, 0, "%s has %d points",
                                   rules->name, rules->path);
        if (rules->single && board->count[side][r] > 1)
            return refuse(error, "more than one checker of a side", r);
    }
    return ALEA_OK;
}

alea_status alea_tables_board_check(const alea_tables_rules *rules,
                                    const alea_tables_board *board, alea_error *error)
{
    alea_status status = ALEA_OK;
    for (int side = 0; side < 2 && status == ALEA_OK; side++)
        status = check_side(rules, board, side, error);
    const int last = rules->path == ALEA_TABLES_LONG ? ALEA_TABLES_LONG : START;
    for (int r = 1; r <= last && status == ALEA_OK; r++)
        status = check_point(rules, board, r, error);
    return status;
}

/* A checker has not left the first quarter of its path. */
static bool is_behind(const uint8_t side[ALEA_TABLES_POINTS])
{
    for (int r = 19; r <= ALEA_TABLES_BAR; r++)
        if (side[r]) return true;
    return false;
}

static int points_for(const alea_tables_rules *rules, const uint8_t *loser)
{
    switch (rules->score) {
    case ALEA_TABLES_SCORE_ONE: return 1;
    case ALEA_TABLES_SCORE_ONE_TWO: return loser[ALEA_TABLES_OFF] ? 1 : 2;
    case ALEA_TABLES_SCORE_ONE_TWO_THREE:
        return loser[ALEA_TABLES_OFF] ? 1 : 2 + is_behind(loser);
    case ALEA_TABLES_SCORE_CHECKERS_LEFT: return men_of(loser) - loser[ALEA_TABLES_OFF];
    }
    return 1;
}

/* The mother of `side` is pinned on its own start point. */
static bool mother_pinned(const alea_tables_board *board, int side)
{
    return board->pinned[side] >> START & 1;
}

static bool mother_wins(const alea_tables_rules *rules, const alea_tables_board *board,
                        int side)
{
    if (!mother_pinned(board, !side)) return false;
    if (rules->mother == ALEA_TABLES_MOTHER_IMMEDIATE) return true;
    return rules->mother == ALEA_TABLES_MOTHER_START_EMPTY &&
           !board->count[side][START];
}

static bool has_ended(const alea_tables_rules *rules,
                      const uint8_t side[ALEA_TABLES_POINTS])
{
    int done = side[ALEA_TABLES_OFF];
    if (rules->end == ALEA_TABLES_END_ALL_HOME)
        for (int r = 1; r <= 6; r++) done += side[r];
    return done && done == alea_tables_men(rules);
}

static bool closes_out(const alea_tables_board *board, int side)
{
    for (int r = 1; r <= 6; r++)
        if (board->count[side][r] < 2) return false;
    return board->count[!side][ALEA_TABLES_BAR];
}

static alea_tables_outcome won_by(int side)
{
    return side ? ALEA_TABLES_OTHER_WON : ALEA_TABLES_MOVER_WON;
}

alea_tables_outcome alea_tables_result(const alea_tables_rules *rules,
                                       const alea_tables_board *board, int *points)
{
    int unused;
    if (!points) points = &unused;
    *points = 0;
    for (int side = 0; side < 2 && rules->close_out; side++)
        if (closes_out(board, side)) {
            *points = 2;
            return won_by(side);
        }
    for (int side = 0; side < 2; side++)
        if (has_ended(rules, board->count[side])) {
            *points = points_for(rules, board->count[!side]);
            return won_by(side);
        }
    if (mother_pinned(board, 0) && mother_pinned(board, 1)) {
        *points = rules->draw_value == ALEA_TABLES_DRAW_ONE_EACH;
        return ALEA_TABLES_DRAWN;
    }
    for (int side = 0; side < 2; side++)
        if (mother_wins(rules, board, side)) {
            *points = 2;
            return won_by(side);
        }
    return ALEA_TABLES_PLAYING;
}
