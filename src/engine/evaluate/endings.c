#include "endings.h"

#include <math.h>
#include <string.h>

#include "evaluator.h"
#include "hyper_net.h"
#include "pips_race.h"
#include "small_race.h"

enum { MAX_ROLLS = ALEA_BEAROFF_MAX_ROLLS, HOME = 6, WINNER_HOME = 18 };

/* Of the backgammons that the net predicts in contact, the share with a checker on the
 * bar at the end, and with one in the winner's home board: 801 in 60,000 games of
 * self-play. */
static const float share_on_bar = 0.07F, share_in_home = 0.96F;

/* Without dice that fit, crossing a line costs some pips more than it is away. */
static const float waste_first = 1.2F, waste_more = 0.2F;

alea_endings alea_endings_of_rules(const alea_rules *rules)
{
    return (alea_endings){.gammon_def = rules->gammon_def,
                          .backgammon_def = rules->backgammon_def,
                          .setup = rules->setup,
                          .dice_usage = rules->play.dice_usage,
                          .bearoff_high = rules->play.bearoff_high,
                          .two_moves = rules->play.double_moves == 2};
}

static alea_play_rules plays_of(const alea_endings *endings)
{
    return (alea_play_rules){.dice_usage = endings->dice_usage,
                             .bearoff_high = endings->bearoff_high,
                             .double_moves = endings->two_moves ? 2 : 4};
}

static bool plays_are_usual(const alea_endings *endings)
{
    return endings->dice_usage == ALEA_DICE_MAX_THEN_HIGHER &&
           endings->bearoff_high == ALEA_BEAROFF_HIGHEST && !endings->two_moves;
}

bool endings_are_usual(const alea_endings *endings)
{
    return endings->gammon_def == ALEA_GAMMON_NONE_OFF &&
           endings->backgammon_def == ALEA_BACKGAMMON_NONE_OFF_AND_BAR_OR_WINNER_HOME;
}

bool alea_endings_are_standard(const alea_endings *endings)
{
    return endings_are_usual(endings) && endings->setup != ALEA_SETUP_HYPERGAMMON &&
           plays_are_usual(endings) && !endings->exact_races;
}

/* ---- a finished game ---- */

static void finished(const alea_endings *endings, const alea_board *board,
                     alea_probs *probs)
{
    alea_rules rules = alea_rules_default();
    rules.gammon_def = endings->gammon_def;
    rules.backgammon_def = endings->backgammon_def;
    rules.setup = endings->setup;
    const bool won = alea_board_checkers(board, true) == 0;
    const alea_board loser = won ? alea_board_swap(board) : *board;
    const int level = alea_win_class(&rules, &loser);
    const float gammon = level >= 2 ? 1.0F : 0.0F,
                backgammon = level >= 3 ? 1.0F : 0.0F;
    *probs = won ? (alea_probs){1, gammon, backgammon, 0, 0}
                 : (alea_probs){0, 0, 0, gammon, backgammon};
}

/* ---- races: when one side ends, and when the other has crossed a line ---- */

/* after[m] = the probability that more than m rolls are needed. */
typedef struct rolls_needed {
    float after[MAX_ROLLS];
} rolls_needed;

/* Exact for up to four checkers beyond `line`, under any rules of play. */
static bool from_small(const alea_evaluator *e, const alea_endings *endings,
                       const alea_board *board, int line, small_goal goal,
                       rolls_needed *out)
{
    float after[SMALL_ROLLS];
    const alea_play_rules rules = plays_of(endings);
    if (!small_race_rolls(e->small, &rules, board, line, goal, after)) return false;
    memset(out, 0, sizeof *out);
    memcpy(out->after, after, sizeof after);
    return true;
}

static bool from_table(const alea_bearoff *table, const alea_board *board,
                       rolls_needed *out)
{
    float exactly[MAX_ROLLS];
    int count;
    if (!table || !alea_bearoff_rolls(table, board, true, exactly, &count))
        return false;
    double left = 1;
    for (int m = 0; m < MAX_ROLLS; m++) {
        if (m < count) left -= (double)exactly[m];
        out->after[m] = left > 1e-7 ? (float)left : 0;
    }
    return true;
}

static void from_pips(const alea_evaluator *e, const alea_endings *endings, int pips,
                      int checkers, float waste, rolls_needed *out)
{
    pips_race_rolls(e->pips, pips, checkers, waste, endings->two_moves, out->after);
}

static bool behind(const alea_board *board, int line)
{
    for (int p = line + 1; p <= ALEA_BAR; p++)
        if (board->point[p] > 0) return true;
    return false;
}

/* The four rearmost checkers alone need no more rolls than all of them. */
static void at_least_rearmost(const alea_evaluator *e, const alea_endings *endings,
                              const alea_board *board, int line, small_goal goal,
                              rolls_needed *out)
{
    rolls_needed few;
    alea_board rearmost = {0};
    int left = SMALL_CHECKERS;
    for (int p = ALEA_BAR; p > line && left > 0; p--) {
        const int here = board->point[p] > 0 ? board->point[p] : 0;
        rearmost.point[p] = (int8_t)(here < left ? here : left);
        left -= rearmost.point[p];
    }
    if (!from_small(e, endings, &rearmost, line, goal, &few)) return;
    for (int m = 0; m < MAX_ROLLS; m++)
        out->after[m] = fmaxf(out->after[m], few.after[m]);
}

/* Rolls until no checker of mine is further back than point `line`. */
static void until_crossed(const alea_evaluator *e, const alea_endings *endings,
                          const alea_board *board, int line, rolls_needed *out)
{
    const small_goal goal = line == HOME ? SMALL_HOME : SMALL_OUT;
    if (from_small(e, endings, board, line, goal, out)) return;
    alea_board moved = {0}; /* the way to go, as a bear-off from as many points */
    int pips = 0, checkers = 0, furthest = 0;
    for (int p = line + 1; p <= ALEA_BAR; p++) {
        const int here = board->point[p] > 0 ? board->point[p] : 0;
        if (here == 0) continue;
        moved.point[p - line] = (int8_t)here;
        furthest = p - line;
        checkers += here;
        pips += here * (p - line);
    }
    if (furthest <= 6 && from_table(e->one_sided, &moved, out)) return;
    from_pips(e, endings, pips, checkers,
              waste_first + waste_more * (float)(checkers - 1), out);
    at_least_rearmost(e, endings, board, line, goal, out);
}

/* Rolls until my last checker is off. */
static void until_off(const alea_evaluator *e, const alea_endings *endings,
                      const alea_board *board, rolls_needed *out)
{
    if (from_small(e, endings, board, 0, SMALL_OFF, out)) return;
    if (from_table(e->one_sided, board, out) || from_table(e->wide, board, out)) return;
    const int checkers = alea_board_checkers(board, true);
    from_pips(e, endings, alea_board_pips(board, true), checkers, 7.0F, out);
}

/* The probability that the winner is off while the loser still needs rolls. */
static float caught(const rolls_needed *winner, const rolls_needed *loser,
                    bool winner_on_roll)
{
    double sum = 0;
    for (int k = 1; k < MAX_ROLLS; k++) {
        const double exactly = (double)(winner->after[k - 1] - winner->after[k]);
        sum += exactly * (double)loser->after[winner_on_roll ? k - 1 : k];
    }
    return sum > 1 ? 1.0F : (float)sum;
}

/* ---- one side's losses ---- */

/* The side that may lose, and the other one. */
typedef struct losses {
    const alea_endings *endings;
    const alea_evaluator *evaluator;
    alea_board board; /* seen by the loser */
    bool on_roll;     /* the loser is */
    bool race, none_off;
    float lose, gammon, backgammon; /* in: by the standard; out: by `endings` */
} losses;

static float caught_behind(const losses *l, int line)
{
    rolls_needed winner, loser;
    const alea_board other = alea_board_swap(&l->board);
    until_off(l->evaluator, l->endings, &other, &winner);
    until_crossed(l->evaluator, l->endings, &l->board, line, &loser);
    return caught(&winner, &loser, !l->on_roll);
}

/* Hypergammon: the loser has borne off none of three. The checkers outside come home
 * first, then the nearest one leaves. */
static float caught_with_all(const losses *l)
{
    rolls_needed winner, loser;
    const alea_board other = alea_board_swap(&l->board);
    int pips = 0, checkers = 1, nearest = HOME;
    for (int p = ALEA_BAR; p >= 1; p--) {
        if (l->board.point[p] <= 0) continue;
        if (p < nearest) nearest = p;
        if (p <= HOME) continue;
        checkers += l->board.point[p];
        pips += l->board.point[p] * (p - HOME);
    }
    until_off(l->evaluator, l->endings, &other, &winner);
    if (!from_small(l->evaluator, l->endings, &l->board, 0, SMALL_FIRST, &loser))
        from_pips(l->evaluator, l->endings, pips + nearest, checkers, waste_first,
                  &loser);
    return caught(&winner, &loser, !l->on_roll);
}

/* A side that has borne off has no standard gammon to lose. The chance to be caught
 * outside is that of a board with those checkers put back on its lowest free point. */
static void refill(losses *l)
{
    alea_board filled = l->board;
    const int missing = ALEA_CHECKERS - alea_board_checkers(&filled, true);
    int p = 1;
    while (p <= HOME && filled.point[p] < 0) p++;
    if (p > HOME) return;
    filled.point[p] = (int8_t)(filled.point[p] + missing);
    alea_probs probs;
    if (!l->on_roll) filled = alea_board_swap(&filled);
    alea_eval(l->evaluator, &filled, &probs);
    if (!l->on_roll) probs = alea_probs_flip(&probs);
    const float lose = 1 - probs.win;
    if (lose <= 0) return;
    l->gammon = l->lose * probs.lose_gammon / lose;
    l->backgammon = l->lose * probs.lose_backgammon / lose;
}

/* The chance that one roll bears no checker of mine off. */
static float none_off_by_one_roll(const alea_endings *endings, const alea_board *board)
{
    const alea_play_rules rules = plays_of(endings);
    const int checkers = alea_board_checkers(board, true);
    alea_board alone = *board, results[ALEA_MAX_PLAYS];
    int failures = 0;
    for (int p = 0; p <= ALEA_BAR; p++)
        if (alone.point[p] < 0) alone.point[p] = 0;
    alone.point[0] = -1; /* a game goes on while both sides have checkers */
    for (int r = 0; r < ALEA_ROLLS; r++) {
        const alea_roll roll = alea_roll_at(r);
        const int count = alea_positions_after(&alone, roll, &rules, results);
        int i = 0;
        while (i < count && alea_board_checkers(&results[i], true) == checkers) i++;
        if (i == count) failures += alea_roll_weight(roll);
    }
    return (float)failures / 36;
}

/* Where the loser has one roll at most, whether it bears a checker off is exact. */
static void last_roll_losses(losses *l)
{
    rolls_needed winner, loser = {{1}};
    const alea_board other = alea_board_swap(&l->board);
    until_off(l->evaluator, l->endings, &other, &winner);
    if (winner.after[l->on_roll ? 1 : 2] > 0) return;
    if (l->on_roll || winner.after[1] > 0)
        loser.after[1] = none_off_by_one_roll(l->endings, &l->board);
    l->gammon = caught(&winner, &loser, !l->on_roll);
}

/* No checker can be hit any more, so a side that bears off has all its checkers home
 * for good. */
static void race_losses(losses *l)
{
    const alea_backgammon_def def = l->endings->backgammon_def;
    const bool hypergammon = l->endings->setup == ALEA_SETUP_HYPERGAMMON;
    const bool outside = behind(&l->board, HOME), far = behind(&l->board, WINNER_HOME);
    if (!l->none_off || hypergammon) {
        const bool counts =
            l->endings->gammon_def == ALEA_GAMMON_NONE_OFF_OR_OUTSIDE_HOME;
        const bool far_counts = l->none_off
                                    ? def != ALEA_BACKGAMMON_NONE_OFF_AND_BAR
                                    : def == ALEA_BACKGAMMON_BAR_OR_WINNER_HOME ||
                                          def == ALEA_BACKGAMMON_WINNER_HOME;
        l->gammon = 0;
        if (hypergammon && l->none_off)
            l->gammon = caught_with_all(l);
        else if (counts && outside)
            l->gammon = caught_behind(l, HOME);
        l->backgammon = far_counts && far ? caught_behind(l, WINNER_HOME) : 0;
    } else {
        last_roll_losses(l);
        /* A side that is not home has borne off nothing. */
        if (outside) l->gammon = fmaxf(l->gammon, caught_behind(l, HOME));
        l->backgammon = def != ALEA_BACKGAMMON_NONE_OFF_AND_BAR && far
                            ? caught_behind(l, WINNER_HOME)
                            : 0;
    }
}

static void contact_losses(losses *l)
{
    const alea_backgammon_def def = l->endings->backgammon_def;
    if (l->endings->setup == ALEA_SETUP_HYPERGAMMON) return;
    const bool any_off = l->endings->gammon_def == ALEA_GAMMON_NONE_OFF_OR_OUTSIDE_HOME;
    const bool any_far =
        def == ALEA_BACKGAMMON_BAR_OR_WINNER_HOME || def == ALEA_BACKGAMMON_WINNER_HOME;
    if (!l->none_off && (any_off || any_far)) {
        refill(l);
        if (!any_far) l->backgammon = 0;
        if (!any_off) l->gammon = l->backgammon;
    }
    if (def == ALEA_BACKGAMMON_NONE_OFF_AND_BAR) l->backgammon *= share_on_bar;
    if (def == ALEA_BACKGAMMON_WINNER_HOME) l->backgammon *= share_in_home;
}

static void judge_losses(losses *l)
{
    l->none_off =
        alea_board_checkers(&l->board, true) >= alea_setup_checkers(l->endings->setup);
    if (l->lose <= 0) {
        l->gammon = l->backgammon = 0;
        return;
    }
    if (l->race)
        race_losses(l);
    else
        contact_losses(l);
    if (l->endings->backgammon_def == ALEA_BACKGAMMON_NEVER) l->backgammon = 0;
    if (l->endings->gammon_def == ALEA_GAMMON_NEVER) l->gammon = l->backgammon;
    if (l->gammon > l->lose) l->gammon = l->lose;
    if (l->backgammon > l->lose) l->backgammon = l->lose;
    /* A backgammon by a definition that is no gammon by the other counts three. */
    if (l->gammon < l->backgammon) l->gammon = l->backgammon;
}

/* The net has seen few races of so few checkers. */
static void win_small_race(const alea_endings *endings, const alea_evaluator *evaluator,
                           const alea_board *board, alea_probs *probs)
{
    rolls_needed mine, theirs;
    const alea_board other = alea_board_swap(board);
    if (!from_small(evaluator, endings, board, 0, SMALL_OFF, &mine) ||
        !from_small(evaluator, endings, &other, 0, SMALL_OFF, &theirs))
        return;
    probs->win = caught(&mine, &theirs, true);
    if (endings->setup == ALEA_SETUP_HYPERGAMMON) return;
    probs->win_gammon = probs->win_backgammon = 0;
    probs->lose_gammon = probs->lose_backgammon = 0;
}

/* The most that the side which sees `board` can win: the number of rolls that its four
 * rearmost checkers need, all of them with the best dice, against the exact
 * distribution of the other side. */
static float most_wins(const alea_endings *endings, const alea_evaluator *e,
                       const alea_board *board, bool on_roll)
{
    rolls_needed mine = {{0}}, theirs;
    const alea_board other = alea_board_swap(board);
    const int moves = endings->two_moves ? 2 : 4;
    const int pips = alea_board_pips(board, true);
    const int checkers = alea_board_checkers(board, true);
    if (!from_small(e, endings, &other, 0, SMALL_OFF, &theirs) &&
        !(plays_are_usual(endings) && from_table(e->one_sided, &other, &theirs)))
        return 1;
    at_least_rearmost(e, endings, board, 0, SMALL_OFF, &mine);
    for (int m = 0; m < MAX_ROLLS; m++)
        if (checkers > moves * m || pips > 6 * moves * m) mine.after[m] = 1;
    return caught(&mine, &theirs, on_roll);
}

static void bound_win(const alea_endings *endings, const alea_evaluator *evaluator,
                      const alea_board *board, alea_probs *probs)
{
    const alea_board other = alea_board_swap(board);
    const float most = most_wins(endings, evaluator, board, true);
    const float least = 1 - most_wins(endings, evaluator, &other, false);
    if (probs->win > most) probs->win = most;
    if (probs->win < least) probs->win = least;
    probs->win_gammon = fminf(probs->win_gammon, probs->win);
    probs->lose_gammon = fminf(probs->lose_gammon, 1 - probs->win);
}

/* Hypergammon by its table, or contact by the small net: final under the standard
 * definitions; under others the winning chance is kept. */
static bool solved(const alea_endings *endings, const alea_evaluator *evaluator,
                   const alea_board *board, alea_phase phase, alea_probs *probs)
{
    alea_hypergammon_value value;
    int active[HYPER_NET_ACTIVE];
    if (endings->setup != ALEA_SETUP_HYPERGAMMON) return false;
    if (alea_hypergammon_find(evaluator->hypergammon, board, &value))
        *probs = value.probs;
    else if (phase == ALEA_PHASE_CONTACT && evaluator->hyper_net &&
             hyper_net_inputs(board, active))
        hyper_net_eval(evaluator->hyper_net, active, probs);
    else
        return false;
    return endings_are_usual(endings);
}

void alea_endings_apply(const alea_endings *endings, const alea_evaluator *evaluator,
                        const alea_board *board, alea_probs *probs)
{
    if (alea_endings_are_standard(endings)) return;
    const alea_phase phase = alea_board_phase(board);
    if (phase == ALEA_PHASE_OVER) {
        finished(endings, board, probs);
        return;
    }
    if (phase != ALEA_PHASE_CONTACT) {
        win_small_race(endings, evaluator, board, probs);
        bound_win(endings, evaluator, board, probs);
    }
    if (solved(endings, evaluator, board, phase, probs)) return;
    losses mine = {.endings = endings,
                   .evaluator = evaluator,
                   .board = *board,
                   .on_roll = true,
                   .race = phase != ALEA_PHASE_CONTACT,
                   .lose = 1 - probs->win,
                   .gammon = probs->lose_gammon,
                   .backgammon = probs->lose_backgammon};
    losses theirs = mine;
    theirs.board = alea_board_swap(board);
    theirs.on_roll = false;
    theirs.lose = probs->win;
    theirs.gammon = probs->win_gammon;
    theirs.backgammon = probs->win_backgammon;
    judge_losses(&mine);
    judge_losses(&theirs);
    probs->lose_gammon = mine.gammon;
    probs->lose_backgammon = mine.backgammon;
    probs->win_gammon = theirs.gammon;
    probs->win_backgammon = theirs.backgammon;
}

void endings_apply_results(const alea_endings *endings, const alea_evaluator *evaluator,
                           const alea_board *boards, int count, alea_probs *probs)
{
    if (alea_endings_are_standard(endings)) return;
    for (int i = 0; i < count; i++) {
        const alea_board next = alea_board_swap(&boards[i]);
        alea_probs theirs = alea_probs_flip(&probs[i]);
        alea_endings_apply(endings, evaluator, &next, &theirs);
        probs[i] = alea_probs_flip(&theirs);
    }
}
