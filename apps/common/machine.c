#include "machine.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ADVICE_PLIES = 2, MOST_ADVICE = 16, CACHE_BYTES = 8 << 20, MOST_THREADS = 8 };

/* What the strongest level may think for each decision, unless told otherwise. */
enum { STRONGEST_MS = 1500 };

/* Two ways whose worth differs by no more than this, in points per cube or in chances,
 * are the same. */
static const float indifferent = 0.001F;

/* Nobody resigns while the net sees this much hope. */
static const float hopeless = 0.005F;

struct machine {
    alea_evaluator *own_evaluator; /* NULL: the engine is the caller's */
    const alea_evaluator *evaluator;
    alea_engine *engine;
    long long time_ms; /* for a decision at the strongest level */
};

alea_status machine_open(machine **out, alea_error *error)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const alea_engine_options options = {.threads = cores < 1 ? 1
                                                    : cores > MOST_THREADS
                                                        ? MOST_THREADS
                                                        : (int)cores,
                                         .cache_bytes = CACHE_BYTES};
    machine *m = calloc(1, sizeof *m);
    if (!m) return ALEA_ERROR_MEMORY;
    alea_status status = alea_evaluator_open(&m->own_evaluator, error);
    m->evaluator = m->own_evaluator;
    if (status == ALEA_OK)
        status = alea_engine_open(&m->engine, m->evaluator, NULL, &options, error);
    if (status != ALEA_OK) {
        machine_close(m);
        return status;
    }
    m->time_ms = STRONGEST_MS;
    *out = m;
    return ALEA_OK;
}

alea_status machine_over(machine **out, alea_engine *engine)
{
    machine *m = calloc(1, sizeof *m);
    if (!m) return ALEA_ERROR_MEMORY;
    m->engine = engine;
    m->evaluator = alea_engine_evaluator(engine);
    m->time_ms = STRONGEST_MS;
    *out = m;
    return ALEA_OK;
}

void machine_close(machine *m)
{
    if (!m) return;
    if (m->own_evaluator) alea_engine_close(m->engine);
    alea_evaluator_close(m->own_evaluator);
    free(m);
}

void machine_set_time(machine *m, long long time_ms)
{
    m->time_ms = time_ms;
}

/* A number that follows from the state alone, so that a game resumed after a crash goes
 * on as it would have: FNV-1a over what both players see. */
static unsigned long long number_of(const alea_match *match)
{
    unsigned long long hash = 14695981039346656037ULL;
    unsigned char seen[26 + 8];
    for (int i = 0; i < 26; i++) seen[i] = (unsigned char)match->board.point[i];
    seen[26] = match->roll.die[0];
    seen[27] = match->roll.die[1];
    seen[28] = (unsigned char)match->game;
    seen[29] = (unsigned char)match->score[0];
    seen[30] = (unsigned char)match->score[1];
    seen[31] = (unsigned char)match->cube_log2;
    seen[32] = (unsigned char)match->turn;
    seen[33] = (unsigned char)match->phase;
    for (size_t i = 0; i < sizeof seen; i++) hash = (hash ^ seen[i]) * 1099511628211ULL;
    return hash;
}

int machine_plays(machine *m, const alea_match *match, machine_play *best, int most)
{
    const alea_decision d = alea_decision_of_match(match);
    const alea_search_settings settings = alea_search_settings_default(ADVICE_PLIES);
    alea_candidate found[MOST_ADVICE];
    int count = 0;
    if (most > MOST_ADVICE) most = MOST_ADVICE;
    if (alea_search_play(m->engine, &d, &settings, found, most, &count, NULL) !=
        ALEA_OK)
        return 0;
    if (count > most) count = most;
    for (int i = 0; i < count; i++)
        best[i] = (machine_play){found[i].play, found[i].equity};
    return count;
}

bool machine_chooses(machine *m, const alea_match *match, alea_level level,
                     alea_play *play)
{
    const alea_decision d = alea_decision_of_match(match);
    alea_candidate chosen;
    if (alea_choose_play(m->engine, &d, level, number_of(match), m->time_ms, &chosen,
                         NULL) != ALEA_OK)
        return false;
    *play = chosen.play;
    return true;
}

bool machine_doubles(machine *m, const alea_match *match, alea_level level)
{
    const alea_decision d = alea_decision_of_match(match);
    bool doubles = false, takes, beavers;
    if (alea_choose_cube(m->engine, &d, level, number_of(match), m->time_ms, &doubles,
                         &takes, &beavers, NULL) != ALEA_OK)
        return false;
    return doubles;
}

bool machine_judges_cube(machine *m, const alea_match *match, machine_cube *cube)
{
    const alea_decision d = alea_decision_of_match(match);
    const alea_search_settings settings = alea_search_settings_default(ADVICE_PLIES);
    alea_cube_result r;
    if (alea_search_cube(m->engine, &d, &settings, &r, NULL) != ALEA_OK) return false;
    cube->verdict = alea_cube_verdict_text(&r.verdict);
    cube->chances = d.cube.match_length > 0;
    cube->no_double = cube->chances ? r.chance[0] : r.verdict.equity.no_double;
    cube->double_take = cube->chances ? r.chance[1] : r.verdict.equity.double_take;
    cube->double_drop = cube->chances ? r.chance[2] : r.verdict.equity.double_drop;
    return true;
}

/* ---- what a state is worth: points, or the chance to win the match ---- */

static float worth_of_result(const machine *m, const alea_match *match, alea_player by)
{
    const alea_event next = {.type = ALEA_EVENT_NEXT_GAME};
    const float points = (float)match->result.points;
    alea_match after = *match;
    int away[2];
    if (match->rules.match_length == 0)
        return match->result.winner == by ? points : -points;
    if (match->match_winner != ALEA_NOBODY) return match->match_winner == by ? 1 : 0;
    alea_match_apply(&after, &next, NULL);
    for (int i = 0; i < 2; i++)
        away[i] = alea_match_away(&after, i == 0 ? by : alea_opponent(by));
    const bool post = !after.crawford_game && (away[0] == 1 || away[1] == 1);
    return alea_met_chance(alea_engine_met(m->engine), away[0], away[1], post);
}

static bool worth(machine *m, const alea_match *match, alea_player by, float *out)
{
    const alea_search_settings settings = alea_search_settings_default(0);
    const alea_decision d = alea_decision_of_match(match);
    float equity;
    if (match->has_result) {
        *out = worth_of_result(m, match, by);
        return true;
    }
    if (match->roll.die[0]) {
        alea_candidate best;
        int count = 0;
        if (alea_search_play(m->engine, &d, &settings, &best, 1, &count, NULL) !=
            ALEA_OK)
            return false;
        equity = best.equity;
    } else {
        alea_cube_result r;
        if (alea_search_cube(m->engine, &d, &settings, &r, NULL) != ALEA_OK)
            return false;
        equity = alea_match_may_double(match, match->turn) ? r.verdict.best
                                                           : r.verdict.equity.no_double;
    }
    if (d.cube.match_length == 0) {
        equity *= (float)(1 << match->cube_log2);
        *out = match->turn == by ? equity : -equity;
    } else {
        const float chance =
            alea_cube_chance_of_equity(&d.cube, alea_engine_met(m->engine), equity);
        *out = match->turn == by ? chance : 1 - chance;
    }
    return true;
}

/* What `by` has after an event; false where the rules or the search refuse. */
static bool worth_after(machine *m, const alea_match *match, alea_event_type type,
                        alea_player by, float *out)
{
    const alea_event event = {.type = type, .by = by};
    alea_match after = *match;
    return alea_match_apply(&after, &event, NULL) == ALEA_ACCEPTED &&
           worth(m, &after, by, out);
}

/* In points or chances, for the cube as it stands. */
static float tolerance(const alea_match *match)
{
    return match->rules.match_length ? indifferent
                                     : indifferent * (float)(1 << match->cube_log2);
}

/* Answers that the search does not know: to a beaver, and to a double out of turn. */
static alea_event_type weigh_answers(machine *m, const alea_match *match)
{
    float take = 0, drop = 0;
    if (!worth_after(m, match, ALEA_EVENT_DROP, match->to_act, &drop))
        return ALEA_EVENT_TAKE;
    if (!worth_after(m, match, ALEA_EVENT_TAKE, match->to_act, &take))
        return ALEA_EVENT_DROP;
    return take >= drop ? ALEA_EVENT_TAKE : ALEA_EVENT_DROP;
}

alea_event_type machine_answers(machine *m, const alea_match *match, alea_level level)
{
    const alea_event beaver = {.type = ALEA_EVENT_BEAVER, .by = match->to_act};
    const bool usual = match->phase == ALEA_MATCH_DOUBLE_OFFERED &&
                       match->to_act != match->turn && !match->roll.die[0];
    bool doubles, takes, beavers;
    if (!usual) return weigh_answers(m, match);
    const alea_decision d = alea_decision_of_match(match);
    if (alea_choose_cube(m->engine, &d, level, number_of(match), m->time_ms, &doubles,
                         &takes, &beavers, NULL) != ALEA_OK)
        return weigh_answers(m, match);
    if (takes && beavers && alea_match_would(match, &beaver) == ALEA_ACCEPTED)
        return ALEA_EVENT_BEAVER;
    return takes ? ALEA_EVENT_TAKE : ALEA_EVENT_DROP;
}

int machine_resigns(machine *m, const alea_match *match, alea_player by)
{
    const alea_board board = alea_match_board(match, by);
    const alea_event accept = {.type = ALEA_EVENT_ACCEPT_RESIGN,
                               .by = alea_opponent(by)};
    alea_probs probs;
    float going_on;
    alea_eval(m->evaluator, &board, &probs);
    if (probs.win > hopeless || !worth(m, match, by, &going_on)) return 0;
    for (int level = 1; level <= 3; level++) {
        const alea_event offer = {
            .type = ALEA_EVENT_RESIGN, .by = by, .level = (uint8_t)level};
        alea_match after = *match;
        float resigned;
        if (alea_match_apply(&after, &offer, NULL) != ALEA_ACCEPTED ||
            alea_match_apply(&after, &accept, NULL) != ALEA_ACCEPTED ||
            !worth(m, &after, by, &resigned))
            return 0;
        const float loss = going_on - resigned;
        if (loss <= tolerance(match) && loss >= -tolerance(match)) return level;
    }
    return 0;
}

bool machine_accepts(machine *m, const alea_match *match)
{
    float accepted = 0, rejected = 0;
    if (!worth_after(m, match, ALEA_EVENT_ACCEPT_RESIGN, match->to_act, &accepted))
        return false;
    if (!worth_after(m, match, ALEA_EVENT_REJECT_RESIGN, match->to_act, &rejected))
        return true;
    return accepted >= rejected - tolerance(match);
}
