/* The cube: stakes of a decision, conversions, and the verdict from equities. */
#include <alea/cube.h>

#include <assert.h>
#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "frame.h"

alea_cube alea_cube_money(void)
{
    return (alea_cube){.in_use = true, .cube_limit_log2 = ALEA_UNLIMITED};
}

static int owner_for(alea_player owner, alea_player me)
{
    if (owner == ALEA_NOBODY) return ALEA_CUBE_CENTRED;
    return owner == me ? ALEA_CUBE_MINE : ALEA_CUBE_THEIRS;
}

/* Clamps away scores beyond the table to its size; the effect on decisions is
 * negligible. */
static int table_points(int points)
{
    return points > ALEA_MET_SIZE ? ALEA_MET_SIZE : points;
}

alea_cube alea_cube_of_position(const alea_position *position, alea_player me)
{
    alea_cube cube = alea_cube_money();
    cube.match_length = position->match_length;
    if (cube.match_length > 0) {
        cube.match_length = table_points(position->match_length);
        for (int i = 0; i < 2; i++)
            cube.away[i] = table_points(position->match_length -
                                        position->score[i == 0 ? me : 1 - me]);
        cube.crawford_game = position->crawford_game;
        cube.post_crawford =
            !cube.crawford_game && (cube.away[0] == 1 || cube.away[1] == 1);
    } else {
        cube.jacoby = position->jacoby;
        cube.beavers = position->beavers;
    }
    cube.cube_log2 = position->cube_log2;
    cube.owner = owner_for(position->cube_owner, me);
    cube.in_use = position->cube && cube.match_length != 1;
    cube.cube_limit_log2 = position->cube_limit_log2;
    return cube;
}

alea_cube alea_cube_of_match(const alea_match *match, alea_player me)
{
    const alea_rules *rules = &match->rules;
    alea_cube cube = alea_cube_money();
    cube.match_length = rules->match_length;
    if (cube.match_length > 0) {
        /* The score may be kept as the loser's debts; alea_match_away converts it. */
        cube.match_length = table_points(rules->match_length);
        for (int i = 0; i < 2; i++) {
            int away = alea_match_away(match, i == 0 ? me : alea_opponent(me));
            cube.away[i] = table_points(away);
            /* Where the loser pays, a player may need more points than the match
             * length. */
            if (cube.away[i] > cube.match_length) cube.match_length = cube.away[i];
        }
        cube.crawford_game = match->crawford_game;
        cube.post_crawford =
            !cube.crawford_game && (cube.away[0] == 1 || cube.away[1] == 1);
    } else {
        /* Automatic doubles may be stakes raised: gammons then count for good. */
        cube.jacoby =
            rules->jacoby && !(rules->jacoby_activation == ALEA_JACOBY_STAKES_RAISED &&
                               match->cube_log2 > 0);
        cube.beavers =
            rules->beavers != 0 && (rules->cube_limit_log2 == ALEA_UNLIMITED ||
                                    match->cube_log2 + 2 <= rules->cube_limit_log2);
    }
    cube.cube_log2 = match->cube_log2;
    cube.owner = owner_for(match->cube_owner, me);
    cube.in_use = rules->cube && rules->match_length != 1;
    cube.cube_limit_log2 = rules->cube_limit_log2;
    return cube;
}

alea_cube alea_cube_flip(const alea_cube *cube)
{
    alea_cube other = *cube;
    other.away[0] = cube->away[1];
    other.away[1] = cube->away[0];
    other.owner = -cube->owner;
    return other;
}

static alea_status fail(alea_error *error, alea_status status, const char *reason)
{
    return alea_error_fill(error, status, 0, 0, "%s", reason);
}

alea_status alea_cube_check(const alea_cube *cube, const alea_met *met,
                            alea_error *error)
{
    if (cube->cube_log2 < 0 || cube->cube_log2 > ALEA_MAX_CUBE_LOG2)
        return fail(error, ALEA_ERROR_ARGUMENT, "the cube's value is out of range");
    if (cube->owner < -1 || cube->owner > 1)
        return fail(error, ALEA_ERROR_ARGUMENT, "the cube has no such owner");
    if (cube->match_length == 0) return ALEA_OK;
    if (cube->match_length < 0)
        return fail(error, ALEA_ERROR_ARGUMENT, "a match has at least one point");
    for (int side = 0; side < 2; side++) {
        if (cube->away[side] < 1 || cube->away[side] > cube->match_length)
            return fail(error, ALEA_ERROR_ARGUMENT,
                        "the score does not fit the match length");
        if (!met || cube->away[side] > met->size)
            return fail(error, ALEA_ERROR_UNSUPPORTED,
                        "somebody needs more points than the match "
                        "equity table covers (64)");
    }
    if (cube->crawford_game && cube->away[0] != 1 && cube->away[1] != 1)
        return fail(error, ALEA_ERROR_ARGUMENT,
                    "a Crawford game needs a player one point from winning");
    return ALEA_OK;
}

bool alea_cube_may_double(const alea_cube *cube)
{
    return cube->in_use && cube->owner != ALEA_CUBE_THEIRS && !cube->crawford_game &&
           cube->cube_log2 < ALEA_MAX_CUBE_LOG2 &&
           (cube->cube_limit_log2 == ALEA_UNLIMITED ||
            cube->cube_log2 < cube->cube_limit_log2);
}

bool alea_cube_is_dead(const alea_cube *cube)
{
    if (!cube->in_use || cube->crawford_game) return true;
    return cube->match_length > 0 && cube->away[0] <= 1 << cube->cube_log2;
}

float alea_cube_equity_of_chance(const alea_cube *cube, const alea_met *met,
                                 float chance)
{
    if (cube->match_length == 0) return chance;
    cube_frame frame;
    cube_frame_build(&frame, cube, met);
    return cube_frame_equity(&frame, 2 * chance - 1);
}

float alea_cube_chance_of_equity(const alea_cube *cube, const alea_met *met,
                                 float equity)
{
    if (cube->match_length == 0) return equity;
    cube_frame frame;
    cube_frame_build(&frame, cube, met);
    return (cube_frame_unit(&frame, equity) + 1) / 2;
}

/* Cube efficiency by the mean pips of both sides, one entry every 2 pips up to 28.
 * Below the caps: a least-squares fit to the exact two-sided table (230,000 random
 * bear-offs of 1 to 6 checkers per side); the cube is worth less in very short races
 * because one roll swings them too far. The caps 0.60, 0.64 and 0.50 lose least in
 * verdicts on 2,000 bear-offs of 7 and 8 checkers, compared with an exact table of that
 * size. Longer races approach the usual values at 100 pips. */
static alea_cube_efficiency race_efficiency(float pips)
{
    enum { STEPS = 14 };
    static const float mine[STEPS] = {0,     0,     0.03F, 0.18F, 0.28F, 0.39F, 0.48F,
                                      0.51F, 0.55F, 0.60F, 0.60F, 0.60F, 0.60F, 0.60F};
    static const float centred[STEPS] = {0,     0,      0.06F,  0.30F, 0.32F,
                                         0.49F, 0.565F, 0.605F, 0.64F, 0.64F,
                                         0.64F, 0.64F,  0.64F,  0.64F};
    static const float theirs[STEPS] = {0.01F, 0.15F, 0.50F, 0.50F, 0.50F,
                                        0.50F, 0.50F, 0.50F, 0.50F, 0.50F,
                                        0.50F, 0.50F, 0.50F, 0.50F};
    float at = pips / 2 - 1;
    int step = at <= 0 ? 0 : at >= STEPS - 1 ? STEPS - 2 : (int)at;
    float part = fminf(fmaxf(at - (float)step, 0), 1);
    float longer = fminf(fmaxf((pips - 40) / 60, 0), 1);
    alea_cube_efficiency x;
    x.mine = mine[step] + part * (mine[step + 1] - mine[step]);
    x.centred = centred[step] + part * (centred[step + 1] - centred[step]);
    x.theirs = theirs[step] + part * (theirs[step + 1] - theirs[step]);
    x.mine += longer * (0.66F - x.mine);
    x.centred += longer * (0.66F - x.centred);
    x.theirs += longer * (0.64F - x.theirs);
    x.against = x.centred;
    return x;
}

/* Contact: fitted to cubeful rollouts (docs/cube.md). */
alea_cube_efficiency alea_cube_efficiency_of(const alea_board *board)
{
    if (alea_board_phase(board) == ALEA_PHASE_CONTACT)
        return (alea_cube_efficiency){
            .mine = .745F, .centred = .75F, .against = .815F, .theirs = .743F};
    int both = alea_board_pips(board, true) + alea_board_pips(board, false);
    return race_efficiency((float)both / 2);
}

float alea_cube_leaf_equity(const alea_cube *cube, const alea_met *met,
                            const alea_probs *probs,
                            const alea_cube_efficiency *efficiency)
{
    cube_frame frame;
    cube_frame_build(&frame, cube, met);
    return cube_frame_equity(&frame,
                             cube_frame_leaf(&frame, SIDE_ROOT, probs, 0,
                                             frame.start_holder, efficiency, true));
}

float alea_cube_dead_equity(const alea_cube *cube, const alea_met *met,
                            const alea_probs *probs)
{
    cube_frame frame;
    cube_frame_build(&frame, cube, met);
    return cube_frame_equity(
        &frame, cube_frame_dead(&frame, SIDE_ROOT, probs, 0, frame.start_holder));
}

void alea_cube_decide(const alea_cube *cube, const alea_cube_equities *equities,
                      alea_cube_verdict *out)
{
    *out = (alea_cube_verdict){.equity = *equities};
    out->redouble = cube->owner == ALEA_CUBE_MINE;
    out->dead = cube->in_use && !cube->crawford_game && alea_cube_is_dead(cube);
    float take = equities->double_take;
    out->beaver =
        cube->beavers && cube->match_length == 0 && equities->double_beaver < take;
    if (out->beaver) take = equities->double_beaver;
    float drop = equities->double_drop;
    out->take = take <= drop;
    float doubled = out->take ? take : drop;
    if (!alea_cube_may_double(cube)) {
        out->action = ALEA_CUBE_NOT_AVAILABLE;
        out->best = equities->no_double;
        return;
    }
    out->optional = fabsf(doubled - equities->no_double) < 1e-4F;
    out->best = fmaxf(doubled, equities->no_double);
    /* Losing the cube's value loses the match in any case: a double risks nothing, and
     * waiting may miss a turn. */
    int value = 1 << cube->cube_log2;
    bool free =
        cube->match_length > 0 && cube->away[1] <= value && cube->away[0] > value;
    bool cashes = !out->take && out->optional; /* too good has to gain something */
    if (!out->dead &&
        (doubled > equities->no_double || cashes || (free && out->optional)))
        out->action = out->take ? ALEA_CUBE_DOUBLE_TAKE : ALEA_CUBE_DOUBLE_DROP;
    else
        out->action = out->take ? ALEA_CUBE_NO_DOUBLE : ALEA_CUBE_TOO_GOOD;
}

const char *alea_cube_action_name(alea_cube_action action)
{
    switch (action) {
    case ALEA_CUBE_NO_DOUBLE: return "no_double";
    case ALEA_CUBE_DOUBLE_TAKE: return "double_take";
    case ALEA_CUBE_DOUBLE_DROP: return "double_drop";
    case ALEA_CUBE_TOO_GOOD: return "too_good";
    case ALEA_CUBE_NOT_AVAILABLE: break;
    }
    return "not_available";
}

const char *alea_cube_verdict_text(const alea_cube_verdict *verdict)
{
    bool re = verdict->redouble;
    switch (verdict->action) {
    case ALEA_CUBE_NO_DOUBLE:
        if (verdict->beaver) return re ? "No redouble, beaver" : "No double, beaver";
        return re ? "No redouble, take" : "No double, take";
    case ALEA_CUBE_DOUBLE_TAKE:
        if (verdict->beaver) return re ? "Redouble, beaver" : "Double, beaver";
        if (verdict->optional)
            return re ? "Optional redouble, take" : "Optional double, take";
        return re ? "Redouble, take" : "Double, take";
    case ALEA_CUBE_DOUBLE_DROP: return re ? "Redouble, drop" : "Double, drop";
    case ALEA_CUBE_TOO_GOOD:
        return re ? "Too good to redouble, drop" : "Too good to double, drop";
    case ALEA_CUBE_NOT_AVAILABLE: break;
    }
    return verdict->dead ? "No cube decision: the cube is dead" : "No cube decision";
}

/* The value of a gammon relative to the value of winning the game. */
static float gammon_value(const float win[3], const float lose[3])
{
    float swing = win[0] - lose[0];
    return swing > 0 ? (win[1] - win[0]) / swing : 0;
}

void alea_cube_points_of(const alea_cube *cube, const alea_met *met,
                         const alea_probs *probs, alea_cube_points *out)
{
    cube_frame frame;
    cube_frame_build(&frame, cube, met);
    alea_probs other = {1 - probs->win, probs->lose_gammon, probs->lose_backgammon,
                        probs->win_gammon, probs->win_backgammon};
    out->cash_dead = cube_frame_cash_point(&frame, SIDE_ROOT, probs, 0, false);
    out->cash_live = cube_frame_cash_point(&frame, SIDE_ROOT, probs, 0, true);
    out->take_dead = 1 - out->cash_dead;
    out->take_live = 1 - out->cash_live;
    out->my_take_dead = 1 - cube_frame_cash_point(&frame, SIDE_OTHER, &other, 0, false);
    out->my_take_live = 1 - cube_frame_cash_point(&frame, SIDE_OTHER, &other, 0, true);
    out->gammon_value_mine = gammon_value(frame.win[0][0], frame.lose[0][0]);
    out->gammon_value_theirs = gammon_value(frame.win[1][0], frame.lose[1][0]);
}
