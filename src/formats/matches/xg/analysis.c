#include "reader.h"

#include <math.h>
#include <stdio.h>

#include "formats/matches/filed.h"

static const char program[] = "eXtreme Gammon";

/* Names a level as eXtreme Gammon shows it. */
static void name_level(char out[20], int32_t level)
{
    static const struct {
        int32_t level;
        const char *name;
    } names[] = {{12, "3-ply red"},    {100, "rollout"},    {998, "book 2"},
                 {999, "book 1"},      {1000, "XG Roller"}, {1001, "XG Roller+"},
                 {1002, "XG Roller++"}};
    out[0] = '\0';
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].level == level) filed_name(out, 20, names[i].name);
    if (!out[0] && level >= 0 && level < 12)
        snprintf(out, 20, "%d-ply", (int)level + 1);
    if (!out[0]) snprintf(out, 20, "level %d", (int)(level % 100000));
}

static float finite_or_nan(float value)
{
    return isfinite(value) && fabsf(value) < 1000 ? value : NAN;
}

/* Seven numbers: lose a backgammon, a gammon, any; win any, a gammon, a backgammon; the
 * equity. */
static void read_chances(const uint8_t *p, float chance[5])
{
    static const int from[5] = {3, 4, 5, 1, 0};
    for (int i = 0; i < 5; i++) {
        float value = xg_f32(p + 4 * from[i]);
        chance[i] = value >= -0.01F && value <= 1.01F ? fminf(fmaxf(value, 0), 1) : NAN;
    }
}

/* Reads the loss of a decision: signed in the file, -1000 if not analysed. */
static bool read_loss(const uint8_t *p, float *loss)
{
    double value = xg_f64(p);
    if (!(value > XG_NOT_ANALYSED + 1) || !(value < 1000)) return false;
    *loss = (float)fabs(value);
    return true;
}

static const uint8_t *find_rollout(const xg_reader *r, int32_t index)
{
    if (index < 0 || (size_t)index >= r->rollouts_size / XG_ROLLOUT) return NULL;
    return r->rollouts + (size_t)index * XG_ROLLOUT;
}

/* Pairs from, to as in the move list of the record, one byte each. */
static bool read_moves(const uint8_t *p, alea_filed_candidate *c)
{
    for (int i = 0; i < ALEA_MAX_MOVES; i++) {
        int from = p[2 * i] < 128 ? p[2 * i] : p[2 * i] - 256;
        int to = p[2 * i + 1] < 128 ? p[2 * i + 1] : p[2 * i + 1] - 256;
        if (from < 0) break;
        if (from > 24 || to > 23 || to >= from) return false;
        c->move[c->moves++] =
            (alea_move){(int8_t)(from + 1), (int8_t)(to < 0 ? 0 : to + 1), false};
    }
    return true;
}

static bool read_candidate(const xg_reader *r, int i, alea_filed_candidate *c)
{
    const uint8_t *p = r->record;
    *c = filed_candidate_start();
    if (!read_moves(p + XG_MOVE_CANDIDATE_MOVES + 8 * i, c)) return false;
    const uint8_t *chances = p + XG_MOVE_CANDIDATE_CHANCES + 28 * i;
    read_chances(chances, c->chance);
    c->equity = finite_or_nan(xg_f32(chances + 24));
    const uint8_t *level = p + XG_MOVE_CANDIDATE_LEVEL + 4 * i;
    name_level(c->level, level[0] | level[1] << 8);
    const uint8_t *rollout = find_rollout(r, xg_i32(p + XG_MOVE_ROLLOUT + 4 * i));
    if (rollout) {
        c->trials = xg_i32(rollout + XG_ROLLOUT_GAMES);
        c->interval = finite_or_nan(xg_f32(rollout + XG_ROLLOUT_INTERVAL));
    }
    return !isnan(c->equity);
}

alea_status xg_keep_play(xg_reader *r, alea_player player, const alea_board *before)
{
    const uint8_t *p = r->record;
    alea_filed filed = filed_start(ALEA_FILED_PLAY, player, program);
    alea_filed_candidate candidate[XG_MOST_CANDIDATES];
    int32_t count = xg_i32(p + XG_MOVE_CANDIDATES);
    bool judged = read_loss(p + XG_MOVE_ERROR, &filed.loss);
    double luck = xg_f64(p + XG_MOVE_LUCK);
    if (luck > XG_NOT_ANALYSED + 1 && luck < 1000) filed.luck = (float)luck;
    if (!judged || count < 0 || count > XG_MOST_CANDIDATES) return ALEA_OK;
    for (int i = 0; i < count; i++)
        if (read_candidate(r, i, &candidate[filed.candidates])) filed.candidates++;
    name_level(filed.level, xg_i32(p + XG_MOVE_LEVEL));
    filed.flagged = p[XG_MOVE_FLAGGED] != 0;
    return filed_keep_play(r->in, &filed, candidate, before);
}

static alea_filed read_cube(const xg_reader *r, const uint8_t *p, alea_player by)
{
    alea_filed filed = filed_start(ALEA_FILED_CUBE, by, program);
    name_level(filed.level, xg_i32(p + XG_CUBE_LEVEL));
    filed.flagged = p[XG_CUBE_FLAGGED] != 0;
    filed.no_double = finite_or_nan(xg_f32(p + XG_CUBE_EQUITIES));
    filed.double_take = finite_or_nan(xg_f32(p + XG_CUBE_EQUITIES + 4));
    filed.double_drop = finite_or_nan(xg_f32(p + XG_CUBE_EQUITIES + 8));
    read_chances(p + XG_CUBE_CHANCES, filed.chance[0]);
    read_chances(p + XG_CUBE_DOUBLE_CHANCES, filed.chance[1]);
    const uint8_t *rollout = find_rollout(r, xg_i32(p + XG_CUBE_ROLLOUT));
    if (rollout) {
        filed.trials = xg_i32(rollout + XG_ROLLOUT_GAMES);
        filed.interval[0] = finite_or_nan(xg_f32(rollout + XG_ROLLOUT_INTERVAL));
        filed.interval[1] = finite_or_nan(xg_f32(rollout + XG_ROLLOUT_DOUBLE_INTERVAL));
    }
    return filed;
}

alea_status xg_keep_double(xg_reader *r, const uint8_t *record, alea_player player,
                           size_t entry)
{
    alea_filed filed = read_cube(r, record, player);
    return read_loss(record + XG_CUBE_ERROR, &filed.loss)
               ? filed_keep_cube(r->in, &filed, entry)
               : ALEA_OK;
}

alea_status xg_keep_answer(xg_reader *r, const uint8_t *record, alea_player player,
                           size_t entry)
{
    alea_filed filed = read_cube(r, record, alea_opponent(player));
    return read_loss(record + XG_CUBE_TAKE_ERROR, &filed.loss)
               ? filed_keep_cube(r->in, &filed, entry)
               : ALEA_OK;
}
