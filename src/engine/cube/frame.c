#include "frame.h"

#include <assert.h>
#include <math.h>

/* Gammon shares of the games won and lost; with a winning chance they determine the
 * value. */
typedef struct shares {
    float p; /* winning chance of the side */
    float win_gammon, win_backgammon, lose_gammon, lose_backgammon; /* of those games */
} shares;

static float ratio(float part, float whole)
{
    if (whole < 1e-7F) return 0;
    float r = part / whole;
    return r > 1 ? 1 : r;
}

static shares shares_of(const alea_probs *probs)
{
    float lose = 1 - probs->win;
    return (shares){probs->win, ratio(probs->win_gammon, probs->win),
                    ratio(probs->win_backgammon, probs->win),
                    ratio(probs->lose_gammon, lose),
                    ratio(probs->lose_backgammon, lose)};
}

static shares swapped(const shares *s)
{
    return (shares){1 - s->p, s->lose_gammon, s->lose_backgammon, s->win_gammon,
                    s->win_backgammon};
}

/* Read from the lower score's row, so that both sides get the same bits. */
static float match_unit(const alea_met *met, const alea_cube *cube, int mine,
                        int theirs)
{
    bool post = cube->post_crawford || cube->crawford_game;
    int away = cube->away[0] - mine, away_other = cube->away[1] - theirs;
    if (away > away_other) return 1 - 2 * alea_met_chance(met, away_other, away, post);
    return 2 * alea_met_chance(met, away, away_other, post) - 1;
}

static void fill_match(cube_frame *frame, const alea_cube *cube, const alea_met *met)
{
    int limit = cube->cube_limit_log2 == ALEA_UNLIMITED ? 30 : cube->cube_limit_log2;
    frame->cubes = 0;
    for (int cube_log2 = 0; cube_log2 < CUBE_VALUES; cube_log2++) {
        int value = 1 << (cube->cube_log2 + cube_log2);
        /* One value beyond the last that matters, because an imagined double needs a
         * value even at double match point. */
        if (cube_log2 > 1 && value / 2 >= cube->away[0] && value / 2 >= cube->away[1])
            break;
        for (int kind = 0; kind < 3; kind++) {
            int points = value * (kind + 1);
            float win = match_unit(met, cube, points, 0);
            float lose = match_unit(met, cube, 0, points);
            frame->win[0][cube_log2][kind] = win;
            frame->win[1][cube_log2][kind] = -lose;
            frame->lose[0][cube_log2][kind] = lose;
            frame->lose[1][cube_log2][kind] = -win;
        }
        frame->cubes = cube_log2 + 1;
        for (int side = 0; side < 2; side++) {
            bool allowed = cube->in_use && !cube->crawford_game &&
                           cube->cube_log2 + cube_log2 < limit &&
                           cube_log2 + 1 < CUBE_VALUES;
            frame->may[side][cube_log2] = allowed && cube->away[side] > value;
            /* The other side wins the match with this cube in any case. */
            frame->free[side][cube_log2] =
                frame->may[side][cube_log2] && cube->away[1 - side] <= value;
        }
    }
}

static void fill_money(cube_frame *frame, const alea_cube *cube)
{
    int limit = cube->cube_limit_log2;
    frame->cubes = CUBE_VALUES;
    frame->endless = limit == ALEA_UNLIMITED && cube->in_use;
    for (int cube_log2 = 0; cube_log2 < CUBE_VALUES; cube_log2++)
        for (int side = 0; side < 2; side++) {
            for (int kind = 0; kind < 3; kind++) {
                frame->win[side][cube_log2][kind] =
                    (float)((1 << cube_log2) * (kind + 1));
                frame->lose[side][cube_log2][kind] =
                    -(float)((1 << cube_log2) * (kind + 1));
            }
            frame->may[side][cube_log2] =
                cube->in_use && cube_log2 + 1 < CUBE_VALUES &&
                (frame->endless || cube->cube_log2 + cube_log2 < limit);
            frame->free[side][cube_log2] = false;
        }
}

void cube_frame_build(cube_frame *frame, const alea_cube *cube, const alea_met *met)
{
    *frame = (cube_frame){0};
    frame->money = cube->match_length == 0;
    frame->jacoby = frame->money && cube->jacoby && cube->in_use;
    frame->beavers = frame->money && cube->beavers;
    frame->base_log2 = cube->cube_log2;
    frame->start_holder = cube->owner == ALEA_CUBE_MINE     ? HOLDER_ROOT
                          : cube->owner == ALEA_CUBE_THEIRS ? HOLDER_OTHER
                                                            : HOLDER_NONE;
    if (frame->money) {
        fill_money(frame, cube);
    } else {
        assert(met);
        fill_match(frame, cube, met);
    }
}

float cube_frame_equity(const cube_frame *frame, float u)
{
    if (frame->money) return u;
    float win = frame->win[0][0][0], lose = frame->lose[0][0][0];
    return win > lose ? (2 * u - win - lose) / (win - lose) : 0;
}

float cube_frame_unit(const cube_frame *frame, float equity)
{
    if (frame->money) return equity;
    float win = frame->win[0][0][0], lose = frame->lose[0][0][0];
    return (equity * (win - lose) + win + lose) / 2;
}

/* Gammons of an undoubled Jacoby game count nothing. */
static bool gammons_void(const cube_frame *frame, cube_holder holder)
{
    return frame->jacoby && holder == HOLDER_NONE;
}

static float mean_win(const cube_frame *frame, int side, const shares *s, int cube_log2)
{
    const float *v = frame->win[side][cube_log2];
    return v[0] + s->win_gammon * (v[1] - v[0]) + s->win_backgammon * (v[2] - v[1]);
}

static float mean_loss(const cube_frame *frame, int side, const shares *s,
                       int cube_log2)
{
    const float *v = frame->lose[side][cube_log2];
    return v[0] + s->lose_gammon * (v[1] - v[0]) + s->lose_backgammon * (v[2] - v[1]);
}

static float between(float x, float x0, float y0, float x1, float y1)
{
    if (x1 - x0 < 1e-6F) return x <= x0 ? y0 : y1;
    return y0 + (x - x0) * (y1 - y0) / (x1 - x0);
}

/* Winning chance of `side` at which the other side is indifferent between dropping a
 * double from this cube value and owning the doubled cube. Live: the owner of the
 * doubled cube cashes at its own cash point, so the line ends there, and so on up to
 * the last cube value. */
static float cash_point(const cube_frame *frame, int side, const shares *s,
                        int cube_log2, bool live)
{
    if (frame->endless) {
        float w = mean_win(frame, side, s, 0), l = -mean_loss(frame, side, s, 0);
        return live ? (l + 1) / (w + l + 0.5F) : (l + 0.5F) / (w + l);
    }
    int next = cube_log2 + 1 < frame->cubes ? cube_log2 + 1 : cube_log2;
    float drop = frame->win[side][cube_log2][0];
    float low = 0, low_value = mean_loss(frame, side, s, next);
    if (live && frame->may[1 - side][next]) {
        shares other = swapped(s);
        low = 1 - cash_point(frame, 1 - side, &other, next, true);
        low_value = frame->lose[side][next][0];
    }
    float high_value = mean_win(frame, side, s, next);
    if (drop >= high_value) return 1;
    if (drop <= low_value) return low;
    return low + (1 - low) * (drop - low_value) / (high_value - low_value);
}

float cube_frame_cash_point(const cube_frame *frame, int side, const alea_probs *probs,
                            int cube_log2, bool live)
{
    shares s = shares_of(probs);
    return cash_point(frame, side, &s, cube_log2, live);
}

static float dead_value(const cube_frame *frame, int side, const shares *s,
                        int cube_log2, cube_holder holder)
{
    if (gammons_void(frame, holder))
        return s->p * frame->win[side][cube_log2][0] +
               (1 - s->p) * frame->lose[side][cube_log2][0];
    return s->p * mean_win(frame, side, s, cube_log2) +
           (1 - s->p) * mean_loss(frame, side, s, cube_log2);
}

float cube_frame_dead(const cube_frame *frame, int side, const alea_probs *probs,
                      int cube_log2, cube_holder holder)
{
    shares s = shares_of(probs);
    return dead_value(frame, side, &s, cube_log2, holder);
}

/* One who may turn the cube. */
typedef struct cube_access {
    bool may;
    float cash; /* winning chance from which the opponent drops, live cube */
} cube_access;

/* The live cube: straight lines between the ends and both cash points. */
static float live_value(const cube_frame *frame, int side, const shares *s,
                        int cube_log2, const cube_access *me, const cube_access *other,
                        bool flat)
{
    float left = 0, right = 1;
    float left_value =
        flat ? frame->lose[side][cube_log2][0] : mean_loss(frame, side, s, cube_log2);
    float right_value =
        flat ? frame->win[side][cube_log2][0] : mean_win(frame, side, s, cube_log2);
    if (s->p >= 1) return right_value;
    if (s->p <= 0) return left_value;
    if (me->may) {
        float value = frame->win[side][cube_log2][0];
        if (s->p >= me->cash) return between(s->p, me->cash, value, 1, right_value);
        right = me->cash;
        right_value = value;
    }
    if (other->may) {
        float cash = 1 - other->cash;
        float value = frame->lose[side][cube_log2][0];
        if (s->p <= cash) return between(s->p, 0, left_value, cash, value);
        left = cash;
        left_value = value;
    }
    return between(s->p, left, left_value, right, right_value);
}

/* Liveness, 0..1, of the cube to a side with access, near its cash point and beyond.
 * The straight line to winning every game assumes that the position returns exactly to
 * the cash point and is cashed there; a position on its way to a gammon returns with a
 * jump. The loss grows with the value of the gammons. Fitted to rollouts of 532
 * positions (docs/cube.md). */
static float liveness(const cube_frame *frame, int side, const shares *s, int cube_log2,
                      float cash, bool centred)
{
    static const float decay_from = 0.6F, decayed_at = 1.5F; /* 1 = the cash point */
    static const float all_gammons = 0.7F; /* in units of half the swing of the game */
    if (s->p <= decay_from * cash) return 1;
    const float *win = frame->win[side][cube_log2];
    float gammons = mean_win(frame, side, s, cube_log2) - win[0];
    if (gammons <= 0) return 1;
    float all = all_gammons * (win[0] - frame->lose[side][cube_log2][0]) / 2;
    float at = s->p < cash ? s->p / cash : 1 + between(s->p, cash, 0, 1, 1);
    float near = fminf((at - decay_from) / (decayed_at - decay_from), 1);
    float most = centred ? 0.70F : 0.25F;
    return 1 - most * near * fminf(gammons / all, 1);
}

float cube_frame_leaf(const cube_frame *frame, int side, const alea_probs *probs,
                      int cube_log2, cube_holder holder,
                      const alea_cube_efficiency *efficiency, bool decays)
{
    shares s = shares_of(probs);
    float dead = dead_value(frame, side, &s, cube_log2, holder);
    bool mine = (int)holder == side || holder == HOLDER_NONE;
    bool theirs = (int)holder == 1 - side || holder == HOLDER_NONE;
    cube_access me = {mine && frame->may[side][cube_log2], 1};
    cube_access other = {theirs && frame->may[1 - side][cube_log2], 1};
    if (!me.may && !other.may) return dead;
    shares seen = swapped(&s); /* by the other side */
    if (me.may) me.cash = cash_point(frame, side, &s, cube_log2, true);
    if (other.may) other.cash = cash_point(frame, 1 - side, &seen, cube_log2, true);
    bool flat = gammons_void(frame, holder), centred = holder == HOLDER_NONE;
    float live = live_value(frame, side, &s, cube_log2, &me, &other, flat);
    float x = mine ? efficiency->mine : efficiency->theirs;
    if (centred) x = live < dead ? efficiency->against : efficiency->centred;
    /* A cube whose owner risks nothing by doubling is doubled at once: fully live up to
     * the cash point; beyond it, cashed or kept for the gammon. The straight line of
     * the mixture would overstate its value. */
    if (me.may && !other.may && frame->free[side][cube_log2]) x = 1;
    if (other.may && !me.may && frame->free[1 - side][cube_log2]) x = 1;
    if (me.may != other.may && x >= 1) {
        int turns = me.may ? side : 1 - side;
        const shares *his = me.may ? &s : &seen;
        if (his->p >= (me.may ? me.cash : other.cash)) {
            float kept = dead_value(frame, turns, his, cube_log2, holder);
            float cashed = frame->win[turns][cube_log2][0];
            float best = kept > cashed ? kept : cashed;
            return me.may ? best : -best;
        }
    }
    decays = decays && !flat;
    if (me.may && decays) x *= liveness(frame, side, &s, cube_log2, me.cash, centred);
    if (other.may && decays)
        x *= liveness(frame, 1 - side, &seen, cube_log2, other.cash, centred);
    return dead + x * (live - dead);
}

/* Where the cube lies between dead and live; the line from (from, -1) to (to, 1). */
static void share_of(float exact, float p, float from, float to, float *share)
{
    const float dead = 2 * p - 1;
    const float live = p <= from ? -1 : p >= to ? 1 : between(p, from, -1, to, 1);
    if (fabsf(live - dead) < .02F) return;
    *share = fminf(fmaxf((exact - dead) / (live - dead), 0), 1);
}

void cube_efficiency_of_exact(const alea_bearoff_equity *exact,
                              alea_cube_efficiency *efficiency)
{
    const float p = (exact->cubeless + 1) / 2;
    share_of(exact->owned, p, 0, .8F, &efficiency->mine);
    share_of(exact->opponent, p, .2F, 1, &efficiency->theirs);
    share_of(exact->centred, p, .2F, .8F, &efficiency->centred);
    efficiency->against = efficiency->centred;
}
