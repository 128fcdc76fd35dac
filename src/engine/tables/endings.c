#include "endings.h"

enum { HOME = 6, PATH = 24 };

/* Nobody can have brought all men home within the turns whose doubles do not run on.
 * Steps that an opponent left come later: his doubles run on no sooner. */
static bool runs_on(const alea_tables_rules *rules)
{
    int way = 0;
    for (int r = HOME + 1; r <= ALEA_TABLES_BAR; r++)
        way += (r - HOME) * rules->start[r];
    return rules->double_extra == ALEA_TABLES_EXTRA_CASCADE &&
           rules->plain_turns * 6 * rules->double_steps < way;
}

bool alea_tables_throws(const alea_tables_rules *rules, alea_bearoff_throws *out)
{
    *out = (alea_bearoff_throws){rules->double_steps, runs_on(rules)};
    return rules->path == PATH && rules->dice == 2 && !rules->single &&
           !rules->shared &&
           /* on one path both homes are the same points */
           rules->relation != ALEA_TABLES_SAME &&
           (rules->double_extra == ALEA_TABLES_EXTRA_NONE || out->chained) &&
           rules->throw_again == ALEA_TABLES_AGAIN_NONE && !rules->acey &&
           rules->bearoff == ALEA_TABLES_BEAROFF_STANDARD &&
           rules->end == ALEA_TABLES_END_ALL_OFF && !rules->last_turn &&
           rules->score != ALEA_TABLES_SCORE_CHECKERS_LEFT &&
           alea_tables_men(rules) == ALEA_CHECKERS;
}

bool tables_endings_fit(const alea_tables_rules *rules, const alea_bearoff *table)
{
    alea_bearoff_throws wanted, has;
    if (!table || !alea_tables_throws(rules, &wanted)) return false;
    has = alea_bearoff_table_throws(table);
    return has.double_steps == wanted.double_steps && has.chained == wanted.chained;
}

/* The men at home of a side, or -1 if some are elsewhere. */
static int at_home(const alea_tables_board *board, int side)
{
    int men = 0;
    for (int r = 1; r <= HOME; r++) men += board->count[side][r];
    return men + board->count[side][ALEA_TABLES_OFF] == ALEA_CHECKERS ? men : -1;
}

/* False unless all men are at home, and some of both sides on the board. */
static bool as_backgammon(const alea_tables_board *board, alea_board *out)
{
    if (at_home(board, 0) <= 0 || at_home(board, 1) <= 0) return false;
    *out = (alea_board){0};
    for (int r = 1; r <= HOME; r++) {
        out->point[r] = (int8_t)board->count[0][r];
        out->point[ALEA_BAR - r] = (int8_t)-board->count[1][r];
    }
    return true;
}

bool tables_endings_run_on(const alea_tables_exact *tables, alea_tables_dice dice,
                           alea_tables_board *board)
{
    alea_board same;
    int men = 0;
    if (dice.count != 2 || dice.die[0] != dice.die[1] || !as_backgammon(board, &same) ||
        !alea_bearoff_play_chain(tables->one_sided, &same, dice.die[0]))
        return false;
    for (int r = 1; r <= HOME; r++) {
        board->count[0][r] = (uint8_t)same.point[r];
        men += same.point[r];
    }
    board->count[0][ALEA_TABLES_OFF] = (uint8_t)(ALEA_CHECKERS - men);
    return true;
}

bool tables_endings_find(const alea_tables_exact *tables,
                         const alea_tables_rules *rules, const alea_tables_board *board,
                         alea_tables_chances *out, bool *exact)
{
    const int mine = at_home(board, 0), his = at_home(board, 1);
    alea_board same;
    alea_probs p;
    if ((!tables->one_sided && !tables->two_sided) || !as_backgammon(board, &same) ||
        !alea_bearoff_probs(tables->one_sided, tables->two_sided, &same, &p))
        return false;
    const bool more = rules->score != ALEA_TABLES_SCORE_ONE;
    const float won_more = more ? p.win_gammon : 0,
                lost_more = more ? p.lose_gammon : 0;
    const int reach =
        tables->two_sided ? alea_bearoff_table_checkers(tables->two_sided) : 0;
    *exact = mine <= reach && his <= reach;
    *out = (alea_tables_chances){.won_one = p.win - won_more,
                                 .won_more = won_more,
                                 .lost_one = 1 - p.win - lost_more,
                                 .lost_more = lost_more};
    return true;
}
