#include "machine.h"

#include "base/hash.h"
#include "tables.h"

#include <alea/answers.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ADVICE_PLIES = 2, MOST_ADVICE = 16, CACHE_BYTES = 8 << 20, MOST_THREADS = 8 };

/* Default time of the strongest level for each decision. */
enum { STRONGEST_MS = 1500 };

struct machine {
    alea_evaluator *own_evaluator; /* NULL: the engine is the caller's */
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
    if (status == ALEA_OK) tables_attach(m->own_evaluator);
    if (status == ALEA_OK)
        status = alea_engine_open(&m->engine, m->own_evaluator, NULL, &options, error);
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

alea_engine *machine_engine(machine *m)
{
    return m->engine;
}

void machine_set_time(machine *m, long long time_ms)
{
    m->time_ms = time_ms;
}

/* A number that follows from the state alone, so that a game resumed after a crash goes
 * on as it would have: FNV-1a over what both players see. */
static unsigned long long number_of(const alea_match *match)
{
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
    return alea_hash_bytes(ALEA_HASH_START, seen, sizeof seen);
}

int machine_plays(machine *m, const alea_match *match, machine_play *best, int most)
{
    const alea_decision d = alea_decision_of_match(match);
    alea_search_settings settings = alea_search_settings_default(ADVICE_PLIES);
    settings.full = most < 5 ? most : 5; /* compared in a list */
    alea_candidate found[MOST_ADVICE];
    int count = 0;
    if (most > MOST_ADVICE) most = MOST_ADVICE;
    if (alea_search_play(m->engine, &d, &settings, found, most, &count, NULL) !=
        ALEA_OK)
        return 0;
    for (int i = 0; i < count; i++)
        best[i] = (machine_play){found[i].play, found[i].equity, found[i].probs};
    return count;
}

alea_level_info machine_level(machine *m, alea_level level, const alea_record *record,
                              alea_player me, const alea_form *earlier)
{
    alea_form form = earlier ? *earlier : (alea_form){0};
    if (level != ALEA_LEVEL_ECHO) return *alea_level_get(level);
    if (record) alea_form_add(m->engine, record, alea_opponent(me), &form);
    return alea_level_echo(&form);
}

bool machine_chooses(machine *m, const alea_match *match, const alea_level_info *level,
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

bool machine_doubles(machine *m, const alea_match *match, const alea_level_info *level)
{
    const alea_decision d = alea_decision_of_match(match);
    bool doubles = false, takes, beavers;
    if (alea_choose_cube(m->engine, &d, level, number_of(match), m->time_ms, &doubles,
                         &takes, &beavers, NULL) != ALEA_OK)
        return false;
    return doubles;
}

static void explain(machine *m, const alea_decision *d, const alea_cube_result *r,
                    bool answer, char out[ALEA_EXPLAIN_SIZE])
{
    alea_roll_outlook rolls[ALEA_ROLLS];
    alea_explain_double what = {.board = &d->board,
                                .cube = &d->cube,
                                .met = alea_engine_met(m->engine),
                                .verdict = &r->verdict,
                                .probs = &r->probs,
                                .answer = answer};
    if (!answer)
        what.market_known = alea_search_outlook(m->engine, d, rolls, &what.market_lost,
                                                NULL) == ALEA_OK;
    alea_explain_cube(&what, out);
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
    explain(m, &d, &r, false, cube->why);
    return true;
}

bool machine_costs(machine *m, const alea_match *match, const alea_event *event,
                   machine_cost *cost)
{
    const alea_search_settings settings = alea_search_settings_default(ADVICE_PLIES);
    alea_judgement j;
    *cost = (machine_cost){0};
    if (alea_judge_decision(m->engine, match, event, &settings, &j, NULL) != ALEA_OK)
        return false;
    cost->loss = j.loss;
    cost->mark = alea_mark_of_loss(j.loss, NULL);
    if (j.kind == ALEA_JUDGED_PLAY) {
        const alea_candidate *best = &j.candidate[0], *made = &j.made_candidate;
        cost->best = (machine_play){best->play, best->equity, best->probs};
        cost->made = (machine_play){made->play, made->equity, made->probs};
    } else if (match->phase != ALEA_MATCH_BEAVER_OFFERED) {
        explain(m, &j.decision, &j.cube, j.kind == ALEA_JUDGED_TAKE, cost->why);
    }
    return true;
}

bool machine_evaluates(machine *m, const alea_match *match, alea_probs *probs,
                       float *equity)
{
    const alea_search_settings settings = alea_search_settings_default(ADVICE_PLIES);
    const alea_decision d = alea_decision_of_match(match);
    machine_play best;
    alea_cube_result r;
    if (match->phase == ALEA_MATCH_TO_PLAY) {
        if (machine_plays(m, match, &best, 1) != 1) return false;
        *probs = best.probs;
        *equity = best.equity;
        return true;
    }
    if (match->phase != ALEA_MATCH_TO_ROLL ||
        alea_search_cube(m->engine, &d, &settings, &r, NULL) != ALEA_OK)
        return false;
    *probs = r.probs;
    *equity = r.verdict.equity.no_double;
    return true;
}

/* ---- offers ---- */

/* The answer of a search without look-ahead. Without an answer: take or accept, because
 * the game must go on. */
static alea_event_type plain_answer(machine *m, const alea_match *match,
                                    alea_event_type otherwise)
{
    const alea_search_settings settings = alea_search_settings_default(0);
    alea_offer offer;
    alea_answer answer;
    if (!alea_offer_of_match(match, &offer) ||
        alea_answer_offer(m->engine, &offer, &settings, &answer, NULL) != ALEA_OK)
        return otherwise;
    return answer.best;
}

alea_event_type machine_answers(machine *m, const alea_match *match,
                                const alea_level_info *level)
{
    const alea_event beaver = {.type = ALEA_EVENT_BEAVER, .by = match->to_act};
    const bool usual = match->phase == ALEA_MATCH_DOUBLE_OFFERED &&
                       match->to_act != match->turn && !match->roll.die[0];
    bool doubles, takes, beavers;
    if (!usual) return plain_answer(m, match, ALEA_EVENT_TAKE);
    const alea_decision d = alea_decision_of_match(match);
    if (alea_choose_cube(m->engine, &d, level, number_of(match), m->time_ms, &doubles,
                         &takes, &beavers, NULL) != ALEA_OK)
        return plain_answer(m, match, ALEA_EVENT_TAKE);
    if (takes && beavers && alea_match_would(match, &beaver) == ALEA_ACCEPTED)
        return ALEA_EVENT_BEAVER;
    return takes ? ALEA_EVENT_TAKE : ALEA_EVENT_DROP;
}

int machine_resigns(machine *m, const alea_match *match, alea_player by)
{
    const alea_search_settings settings = alea_search_settings_default(0);
    const alea_decision d = alea_decision_of_match(match);
    int level = 0;
    if (match->has_result || match->turn == ALEA_NOBODY ||
        alea_resignation_to_offer(m->engine, &d, by != match->turn, &settings, &level,
                                  NULL) != ALEA_OK)
        return 0;
    const alea_event offer = {
        .type = ALEA_EVENT_RESIGN, .by = by, .win_class = (uint8_t)level};
    return level > 0 && alea_match_would(match, &offer) == ALEA_ACCEPTED ? level : 0;
}

bool machine_accepts(machine *m, const alea_match *match)
{
    return plain_answer(m, match, ALEA_EVENT_REJECT_RESIGN) == ALEA_EVENT_ACCEPT_RESIGN;
}
