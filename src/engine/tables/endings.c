#include "endings.h"

enum { HOME = 6, PATH = 24 };

bool tables_endings_fit(const alea_tables_rules *rules)
{
    return rules->path == PATH && rules->dice == 2 && rules->double_steps == 4 &&
           !rules->single && !rules->shared &&
           /* on one path both homes are the same points */
           rules->relation != ALEA_TABLES_SAME &&
           rules->double_extra == ALEA_TABLES_EXTRA_NONE &&
           rules->throw_again == ALEA_TABLES_AGAIN_NONE && !rules->acey &&
           rules->bearoff == ALEA_TABLES_BEAROFF_STANDARD &&
           rules->end == ALEA_TABLES_END_ALL_OFF && !rules->last_turn &&
           rules->score != ALEA_TABLES_SCORE_CHECKERS_LEFT &&
           alea_tables_men(rules) == ALEA_CHECKERS;
}

/* The men at home of a side, or -1 if some are elsewhere. */
static int at_home(const alea_tables_board *board, int side)
{
    int men = 0;
    for (int r = 1; r <= HOME; r++) men += board->count[side][r];
    return men + board->count[side][ALEA_TABLES_OFF] == ALEA_CHECKERS ? men : -1;
}

bool tables_endings_find(const alea_tables_exact *tables,
                         const alea_tables_rules *rules, const alea_tables_board *board,
                         alea_tables_chances *out, bool *exact)
{
    const int mine = at_home(board, 0), his = at_home(board, 1);
    alea_board same = {0};
    alea_probs p;
    if ((!tables->one_sided && !tables->two_sided) || mine <= 0 || his <= 0)
        return false;
    for (int r = 1; r <= HOME; r++) {
        same.point[r] = (int8_t)board->count[0][r];
        same.point[ALEA_BAR - r] = (int8_t)-board->count[1][r];
    }
    if (!alea_bearoff_probs(tables->one_sided, tables->two_sided, &same, &p))
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
