#include "rules_words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void say(char *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void say(char *out, const char *format, ...)
{
    const size_t used = strlen(out);
    va_list list;
    va_start(list, format);
    vsnprintf(out + used, RULES_WORDS_SIZE - used, format, list);
    va_end(list);
}

static void say_length(const alea_rules *g, char *out)
{
    static const char *const setups[] = {
        [ALEA_SETUP_BACKGAMMON] = "the usual starting position",
        [ALEA_SETUP_NACKGAMMON] = "the starting position of Nackgammon",
        [ALEA_SETUP_HYPERGAMMON] = "three checkers per side",
        [ALEA_SETUP_LONGGAMMON] = "all fifteen checkers on the 24 point"};
    if (g->match_length == 0)
        say(out, "Games for points, without an end");
    else if (g->score_keeping == ALEA_SCORE_BOTH)
        say(out, "Games until somebody leads by %d", g->match_length);
    else
        say(out, "A match to %d point%s", g->match_length,
            g->match_length == 1 ? "" : "s");
    say(out, ", from %s.", setups[g->setup]);
    if (g->score_keeping == ALEA_SCORE_LOSER_PAYS)
        say(out, " The loser pays points, the winner gains none.");
}

static void say_cube(const alea_rules *g, char *out)
{
    if (!g->cube || g->match_length == 1) {
        say(out, " No doubling cube.");
        return;
    }
    say(out, " A doubling cube");
    if (g->cube_limit_log2 != ALEA_UNLIMITED)
        say(out, " up to %d", 1 << g->cube_limit_log2);
    say(out, g->cube_window == ALEA_WINDOW_ANY_TIME ? ", turned at any time" : "");
    if (g->beavers) say(out, ", with %s", g->beavers == 1 ? "beavers" : "raccoons");
    if (g->crawford && g->match_length > 1) say(out, ", and the Crawford rule");
    say(out, ".");
    if (g->auto_doubles) say(out, " A tie of the opening roll doubles it.");
    if (g->jacoby)
        say(out, g->jacoby_activation == ALEA_JACOBY_CUBE_TAKEN
                     ? " Gammons count once a double was taken (Jacoby)."
                     : " Gammons count once the stakes were raised (Jacoby).");
    if (g->dead_cube == ALEA_DEAD_CUBE_FORBID)
        say(out, " A double that cannot gain anything is not allowed.");
}

static void say_levels(const alea_rules *g, char *out)
{
    if (g->gammon_def == ALEA_GAMMON_NONE_OFF_OR_OUTSIDE_HOME)
        say(out, " A gammon also while a loser's checker is outside his home board.");
    if (g->gammon_def == ALEA_GAMMON_NEVER) say(out, " No gammons.");
    switch (g->backgammon_def) {
    case ALEA_BACKGAMMON_BAR_OR_WINNER_HOME:
        say(out, " A backgammon with a checker on the bar or in the winner's home "
                 "board, whether or not others are off.");
        break;
    case ALEA_BACKGAMMON_WINNER_HOME:
        say(out, " A backgammon with a checker in the winner's home board.");
        break;
    case ALEA_BACKGAMMON_NONE_OFF_AND_BAR:
        say(out, " A backgammon with a checker on the bar and none off.");
        break;
    case ALEA_BACKGAMMON_NEVER: say(out, " No backgammons."); break;
    case ALEA_BACKGAMMON_NONE_OFF_AND_BAR_OR_WINNER_HOME: break;
    }
}

static void say_plays(const alea_rules *g, char *out)
{
    if (g->opening == ALEA_OPENING_REROLL)
        say(out, " The winner of the opening roll rolls again.");
    if (g->play.dice_usage == ALEA_DICE_MAY_PLAY_HIGHER_ONLY)
        say(out, " The higher die alone may be played.");
    if (g->play.dice_usage == ALEA_DICE_MAX_ANY)
        say(out, " If one die only can be played, it may be either.");
    if (g->play.double_moves == 2) say(out, " Doubles are two moves.");
    if (g->play.bearoff_high == ALEA_BEAROFF_ANY_LOWER)
        say(out, " A die above every checker bears any of them off.");
    if (g->play.bearoff_high == ALEA_BEAROFF_EXACT_ONLY)
        say(out, " Only the exact number bears off.");
    if (g->illegal_play == ALEA_ILLEGAL_OPPONENT_OPTION)
        say(out, " Between two people an illegal play stands unless the opponent "
                 "contests it; against the computer every play is legal.");
    if (!g->resign) say(out, " No resignations.");
}

void rules_words(const alea_rules *rules, char out[RULES_WORDS_SIZE])
{
    out[0] = '\0';
    say_length(rules, out);
    say_cube(rules, out);
    say_levels(rules, out);
    say_plays(rules, out);
}
