/* The levels and named players against `expert`: how well each plays, judged by a
 * search, and what its style looks like.
 *
 * judge_levels GAMES PLIES SEED [every:N] NAME...: each NAME plays GAMES money games
 * (cube, Jacoby rule, no beavers) against expert. A NAME is a level, or "noise:0.05"
 * for a level without style. PLIES is the depth of the judge; every:N judges one
 * decision in N, chosen by the seed. Prints one line for each player, so that a run can
 * go on by player: the PR, its standard error over games, points won for each game,
 * hits for each game, blots left for each play, doubles for each game, takes of all
 * answers. */
#include <alea/alea.h>

#include "base/rng.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CACHE = 16 << 20, MOST_EVENTS = 4000 };

typedef struct figures {
    double loss, play_loss, points, games;
    int decisions;
    double loss_squares, loss_decisions, decision_squares; /* by game */
    int plays, hits, blots, doubles, offers, takes;
} figures;

typedef struct run {
    alea_engine *engine, *judge;
    alea_search_settings settings;
    alea_level_info level;
    uint64_t seed;
    int every;
    alea_random dice, sample;
    figures f;
    double game_loss;
    int game_decisions;
} run;

static void fail(const char *what)
{
    fprintf(stderr, "judge_levels: %s\n", what);
    exit(1);
}

static void judge(run *r, const alea_match *m, const alea_event *event)
{
    alea_judgement j;
    if (alea_random_below(&r->sample, (uint32_t)r->every) != 0 ||
        alea_judge_decision(r->judge, m, event, &r->settings, &j, NULL) != ALEA_OK ||
        !alea_judgement_counts(&j))
        return;
    r->game_decisions++;
    r->game_loss += (double)j.loss;
    if (event->type == ALEA_EVENT_PLAY) r->f.play_loss += (double)j.loss;
}

static int blots_of(const alea_board *b)
{
    int count = 0, behind = 0;
    for (int p = 0; p <= 24; p++) {
        if (b->point[p] < 0) behind++;
        count += b->point[p] == 1 && behind > 0;
    }
    return count;
}

static alea_roll roll_of(run *r)
{
    return (alea_roll){{(uint8_t)(1 + alea_random_below(&r->dice, 6)),
                        (uint8_t)(1 + alea_random_below(&r->dice, 6))}};
}

static bool wants_double(run *r, const alea_match *m, const alea_level_info *level,
                         uint64_t seed)
{
    const alea_decision d = alea_decision_of_match(m);
    bool doubles = false, takes, beavers;
    if (!alea_match_may_double(m, m->turn)) return false;
    if (alea_choose_cube(r->engine, &d, level, seed, 0, &doubles, &takes, &beavers,
                         NULL) != ALEA_OK)
        fail("no cube decision");
    return doubles;
}

static bool wants_take(run *r, const alea_match *m, const alea_level_info *level,
                       uint64_t seed)
{
    const alea_decision d = alea_decision_of_match(m);
    bool doubles, takes = true, beavers;
    if (alea_choose_cube(r->engine, &d, level, seed, 0, &doubles, &takes, &beavers,
                         NULL) != ALEA_OK)
        fail("no answer");
    return takes;
}

static alea_event play_of(run *r, const alea_match *m, const alea_level_info *level,
                          uint64_t seed, alea_board *after)
{
    const alea_decision d = alea_decision_of_match(m);
    alea_event event = {.type = ALEA_EVENT_PLAY, .by = m->turn};
    alea_candidate chosen;
    if (alea_choose_play(r->engine, &d, level, seed, 0, &chosen, NULL) != ALEA_OK)
        fail("no play");
    event.moves = chosen.play.count;
    memcpy(event.move, chosen.play.move, sizeof event.move);
    *after = chosen.play.board;
    return event;
}

/* The next event; the measured player is A. */
static alea_event next_event(run *r, const alea_match *m, uint64_t seed)
{
    const alea_level_info *expert = alea_level_get(ALEA_LEVEL_EXPERT);
    const bool mine = m->to_act == ALEA_A;
    const alea_level_info *level = mine ? &r->level : expert;
    alea_event event = {.by = m->to_act};
    alea_board after;
    figures *f = &r->f;
    switch (m->phase) {
    case ALEA_MATCH_OPENING:
        event.roll = roll_of(r);
        event.type = ALEA_EVENT_OPENING;
        while (event.roll.die[0] == event.roll.die[1]) event.roll = roll_of(r);
        break;
    case ALEA_MATCH_TO_ROLL:
        event.type =
            wants_double(r, m, level, seed) ? ALEA_EVENT_DOUBLE : ALEA_EVENT_ROLL;
        if (mine) f->doubles += event.type == ALEA_EVENT_DOUBLE;
        if (mine && alea_match_may_double(m, ALEA_A)) judge(r, m, &event);
        if (event.type == ALEA_EVENT_ROLL) event.roll = roll_of(r);
        break;
    case ALEA_MATCH_TO_PLAY:
        event = play_of(r, m, level, seed, &after);
        if (!mine) break;
        judge(r, m, &event);
        f->plays++;
        f->blots += blots_of(&after);
        for (int i = 0; i < event.moves; i++) f->hits += event.move[i].hit;
        break;
    case ALEA_MATCH_DOUBLE_OFFERED:
        event.type = wants_take(r, m, level, seed) ? ALEA_EVENT_TAKE : ALEA_EVENT_DROP;
        if (!mine) break;
        judge(r, m, &event);
        f->offers++;
        f->takes += event.type == ALEA_EVENT_TAKE;
        break;
    case ALEA_MATCH_BEAVER_OFFERED:
    case ALEA_MATCH_RESIGN_OFFERED:
    case ALEA_MATCH_GAME_OVER:
    case ALEA_MATCH_MATCH_OVER: fail("unexpected phase");
    }
    return event;
}

static void play_game(run *r, uint64_t game)
{
    alea_rules rules = alea_rules_preset(ALEA_PRESET_MONEY);
    alea_match m;
    rules.beavers = 0;
    alea_match_start(&m, &rules);
    r->dice = alea_random_start(r->seed, 2 * game);
    r->sample = alea_random_start(r->seed, 2 * game + 1);
    r->game_loss = 0;
    r->game_decisions = 0;
    for (uint64_t i = 0; !m.has_result; i++) {
        if (i == MOST_EVENTS) fail("a game does not end");
        const alea_event event =
            next_event(r, &m, alea_mix(r->seed + (game << 20) + i));
        if (alea_match_apply(&m, &event, NULL) != ALEA_ACCEPTED) fail("refused");
    }
    r->f.games++;
    r->f.points += m.result.winner == ALEA_A ? m.result.points : -m.result.points;
    r->f.loss += r->game_loss;
    r->f.decisions += r->game_decisions;
    r->f.loss_squares += r->game_loss * r->game_loss;
    r->f.loss_decisions += r->game_loss * r->game_decisions;
    r->f.decision_squares += (double)r->game_decisions * r->game_decisions;
}

/* Ratio estimator: losses and decisions vary together from game to game. */
static double standard_error(const figures *f)
{
    const double rate = f->loss / f->decisions;
    const double squares = f->loss_squares - 2 * rate * f->loss_decisions +
                           rate * rate * f->decision_squares;
    return 500 * sqrt(squares > 0 ? squares : 0) / f->decisions;
}

static alea_level_info level_named(const char *name)
{
    alea_level_info level = *alea_level_get(ALEA_LEVEL_EXPERT);
    if (strncmp(name, "noise:", 6) == 0) {
        level.noise = strtof(name + 6, NULL);
        return level;
    }
    const int found = alea_level_find(name);
    if (found < 0) fail("unknown level");
    return *alea_level_get((alea_level)found);
}

static void print(const char *name, const figures *f)
{
    printf(
        "%-12s PR %5.2f +- %.2f  (plays %4.1f)  points %+.3f  hits %.2f  blots %.2f  "
        "doubles %.2f  takes %.2f  games %.0f  decisions %d\n",
        name, 500 * f->loss / f->decisions, standard_error(f),
        500 * f->play_loss / f->decisions, f->points / f->games, f->hits / f->games,
        (double)f->blots / f->plays, f->doubles / f->games,
        f->offers ? (double)f->takes / f->offers : 0, f->games, f->decisions);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    if (argc < 5) {
        fputs("usage: judge_levels GAMES PLIES SEED [every:N] NAME...\n", stderr);
        return 2;
    }
    const int games = atoi(argv[1]), plies = atoi(argv[2]);
    if (games < 1 || plies < 0 || plies > ALEA_MAX_PLIES) fail("bad number");
    run r = {.settings = alea_search_settings_default(plies),
             .seed = strtoull(argv[3], NULL, 10),
             .every = 1};
    alea_evaluator *evaluator;
    const alea_engine_options options = {.threads = 1, .cache_bytes = CACHE};
    if (alea_evaluator_open(&evaluator, NULL) != ALEA_OK ||
        alea_engine_open(&r.engine, evaluator, NULL, &options, NULL) != ALEA_OK ||
        alea_engine_open(&r.judge, evaluator, NULL, &options, NULL) != ALEA_OK)
        fail("the engine cannot be opened");
    for (int i = 4; i < argc; i++) {
        if (strncmp(argv[i], "every:", 6) == 0) {
            r.every = atoi(argv[i] + 6);
            if (r.every < 1) fail("bad share");
            continue;
        }
        r.level = level_named(argv[i]);
        r.f = (figures){0};
        for (int g = 0; g < games; g++) play_game(&r, (uint64_t)g);
        print(argv[i], &r.f);
    }
    alea_engine_close(r.judge);
    alea_engine_close(r.engine);
    alea_evaluator_close(evaluator);
    return 0;
}
