#include <alea/play.h>

alea_play_rules alea_play_rules_standard(void)
{
    return (alea_play_rules){ALEA_DICE_MAX_THEN_HIGHER, ALEA_BEAROFF_HIGHEST, 4};
}

const char *alea_play_error_text(alea_play_error error)
{
    switch (error) {
    case ALEA_PLAY_LEGAL: return "The play is legal.";
    case ALEA_PLAY_NO_CHECKER: return "You have no checker there to move.";
    case ALEA_PLAY_WRONG_DIRECTION:
        return "Checkers move forward only, from higher to lower points.";
    case ALEA_PLAY_ON_BAR:
        return "You have a checker on the bar; it must enter before "
               "any other checker moves.";
    case ALEA_PLAY_BLOCKED:
        return "The way is blocked: two or more enemy checkers hold the point.";
    case ALEA_PLAY_NOT_A_DIE: return "No die or sum of dice moves a checker that far.";
    case ALEA_PLAY_NOT_ALL_HOME:
        return "You may bear off only when all your checkers are in your home board.";
    case ALEA_PLAY_CHECKER_HIGHER:
        return "The die is higher than the point, and a checker stands further back.";
    case ALEA_PLAY_EXACT_ONLY:
        return "By these rules only the exact number bears a checker off.";
    case ALEA_PLAY_TOO_MANY: return "That is more than the dice allow.";
    case ALEA_PLAY_TOO_MANY_DOUBLE: return "That is more than the double allows.";
    case ALEA_PLAY_MUST_USE_BOTH:
        return "You must use as many of the dice as you can, and more can be used.";
    case ALEA_PLAY_MUST_USE_HIGHER:
        return "If only one die is played, it must be the higher one.";
    case ALEA_PLAY_CANNOT_PASS: return "You cannot pass: the roll can be played.";
    }
    return "The play is not legal.";
}

/* Written first: the move from further back; from one point the shorter; of equal ones
 * the one that hits, as it was played. */
static bool goes_first(const alea_move *a, const alea_move *b)
{
    if (a->from != b->from) return a->from > b->from;
    if (a->to != b->to) return a->to > b->to;
    return a->hit && !b->hit;
}

void alea_play_canonical(const alea_board *before, const alea_play *play,
                         alea_move out[ALEA_MAX_MOVES], int *count)
{
    (void)before; /* the hits are in the play; a later form may need the board */
    alea_move move[ALEA_MAX_MOVES];
    int left = play->count, n = 0;
    for (int i = 0; i < left; i++) {
        int at = i;
        for (; at > 0 && goes_first(&play->move[i], &move[at - 1]); at--)
            move[at] = move[at - 1];
        move[at] = play->move[i];
    }
    for (int i = 0; i < left; i++) {
        if (move[i].from == 0) continue; /* joined to an earlier one */
        /* Follow this checker; a hit ends a written move, not the checker's way. Its
         * next move starts nearer home, so it stands further down the list. */
        out[n] = move[i];
        for (int j = i + 1; j < left; j++) {
            if (out[n].to == ALEA_OFF || move[j].from != out[n].to) continue;
            if (out[n].hit)
                out[++n] = move[j];
            else
                out[n] = (alea_move){out[n].from, move[j].to, move[j].hit};
            move[j].from = 0;
        }
        n++;
    }
    *count = n;
}
