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
        return "A checker of yours is on the bar: it must enter before any other "
               "moves.";
    case ALEA_PLAY_BLOCKED:
        return "The way is blocked: two or more enemy checkers hold the point.";
    case ALEA_PLAY_NOT_A_DIE: return "No die that is left moves a checker that far.";
    case ALEA_PLAY_NOT_ALL_HOME:
        return "You may bear off only when all your checkers are in your home board.";
    case ALEA_PLAY_CHECKER_HIGHER:
        return "The die is higher than the point, and a checker stands further back.";
    case ALEA_PLAY_EXACT_ONLY:
        return "By these rules only the exact number bears a checker off.";
    case ALEA_PLAY_TOO_MANY: return "That is more than the dice allow.";
    case ALEA_PLAY_MUST_USE_BOTH:
        return "You must use as many of the dice as you can, and more can be used.";
    case ALEA_PLAY_MUST_USE_HIGHER:
        return "Only one die can be played, so it must be the higher one.";
    case ALEA_PLAY_CANNOT_PASS: return "You cannot pass: the roll can be played.";
    }
    return "The play is not legal.";
}

/* The unused move to go on with from `at`, or -1. */
static int find_next(const alea_play *play, const bool used[ALEA_MAX_MOVES], int at)
{
    int found = -1;
    for (int i = 0; i < play->count; i++) {
        if (used[i] || play->move[i].from != at) continue;
        if (found < 0) found = i;
        /* The shorter move first; of equal ones the one that hits, as it was played. */
        const alea_move *a = &play->move[i], *b = &play->move[found];
        if (a->to > b->to || (a->to == b->to && a->hit && !b->hit)) found = i;
    }
    return found;
}

void alea_play_canonical(const alea_board *before, const alea_play *play,
                         alea_move out[ALEA_MAX_MOVES], int *count)
{
    (void)before; /* the hits are in the play; a later form may need the board */
    bool used[ALEA_MAX_MOVES] = {false};
    int n = 0;
    for (int from = ALEA_BAR; from >= 1; from--) {
        for (int i; (i = find_next(play, used, from)) >= 0;) {
            /* Follow this checker; a hit ends a written move, not the checker's way. */
            out[n] = play->move[i];
            used[i] = true;
            while (out[n].to > ALEA_OFF &&
                   (i = find_next(play, used, out[n].to)) >= 0) {
                used[i] = true;
                if (out[n].hit)
                    out[++n] = play->move[i];
                else
                    out[n] =
                        (alea_move){out[n].from, play->move[i].to, play->move[i].hit};
            }
            n++;
        }
    }
    *count = n;
}
