/* Does Echo keep the game even? Matches of Echo against levels and named players, with
 * the adaptation that the server has: the plays of the opponent's last five matches
 * against it and of this one, judged anew when a game begins.
 *
 * judge_echo MATCHES LENGTH SEED NAME...: each NAME plays MATCHES matches to LENGTH
 * points. The first ten count for no share, as Echo knows nobody yet. Prints one line
 * for each: the shares of matches and of games that Echo won with standard errors, the
 * PR it assumed of the other in the last game, and the PRs of both judged at 0-ply.
 */
#include <alea/alea.h>

#include "base/rng.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { CACHE = 16 << 20, PAST = 5, LEARNING = 10 };

typedef struct side {
    alea_level_info level;
    alea_form form; /* of all its decisions, for the PR printed */
} side;

typedef struct run {
    alea_engine *engine;
    alea_random dice;
    uint64_t seed;
    side echo, other; /* A and B */
    alea_record past[PAST];
    int known; /* matches played; the last PAST of them are in past, by number */
} run;

static void fail(const char *what)
{
    fprintf(stderr, "judge_echo: %s\n", what);
    exit(1);
}

static alea_event next_event(run *r, const alea_match *m, uint64_t seed)
{
    const alea_level_info *level =
        m->to_act == ALEA_A ? &r->echo.level : &r->other.level;
    const alea_decision d = alea_decision_of_match(m);
    alea_event event = {.by = m->to_act};
    alea_candidate chosen;
    bool doubles = false, takes = false, beavers = false;
    const alea_roll roll = {{(uint8_t)(1 + alea_random_below(&r->dice, 6)),
                             (uint8_t)(1 + alea_random_below(&r->dice, 6))}};
    switch (m->phase) {
    case ALEA_MATCH_OPENING:
        event.type = ALEA_EVENT_OPENING;
        event.roll = roll;
        while (event.roll.die[0] == event.roll.die[1])
            event.roll.die[1] = (uint8_t)(1 + alea_random_below(&r->dice, 6));
        return event;
    case ALEA_MATCH_TO_PLAY:
        if (alea_choose_play(r->engine, &d, level, seed, 0, &chosen, NULL) != ALEA_OK)
            fail("no play");
        event.type = ALEA_EVENT_PLAY;
        event.moves = chosen.play.count;
        for (int i = 0; i < event.moves; i++) event.move[i] = chosen.play.move[i];
        return event;
    case ALEA_MATCH_TO_ROLL:
        if (alea_match_may_double(m, m->turn) &&
            alea_choose_cube(r->engine, &d, level, seed, 0, &doubles, &takes, &beavers,
                             NULL) != ALEA_OK)
            fail("no cube decision");
        event.type = doubles ? ALEA_EVENT_DOUBLE : ALEA_EVENT_ROLL;
        if (!doubles) event.roll = roll;
        return event;
    case ALEA_MATCH_DOUBLE_OFFERED:
        if (alea_choose_cube(r->engine, &d, level, seed, 0, &doubles, &takes, &beavers,
                             NULL) != ALEA_OK)
            fail("no answer");
        event.type = takes ? ALEA_EVENT_TAKE : ALEA_EVENT_DROP;
        return event;
    case ALEA_MATCH_GAME_OVER: event.type = ALEA_EVENT_NEXT_GAME; return event;
    case ALEA_MATCH_BEAVER_OFFERED:
    case ALEA_MATCH_RESIGN_OFFERED:
    case ALEA_MATCH_MATCH_OVER: fail("unexpected phase");
    }
    return event;
}

/* Echo as it meets this game: what the last matches and the record so far say. */
static void adapt(run *r, const alea_record *now)
{
    alea_form form = {0};
    for (int i = 0; i < PAST && i < r->known; i++)
        alea_form_add(r->engine, &r->past[i], ALEA_B, &form);
    alea_form_add(r->engine, now, ALEA_B, &form);
    r->echo.level = alea_level_echo(&form);
}

/* 1 if Echo won; the games that each has won are added. */
static int play_match(run *r, int length, int number, int games[2])
{
    alea_rules rules = alea_rules_preset(ALEA_PRESET_TOURNAMENT);
    alea_record *record = &r->past[number % PAST], now;
    rules.match_length = length;
    alea_record_start(&now, &rules, alea_memory_heap());
    r->dice = alea_random_start(r->seed, (uint64_t)number);
    for (uint64_t i = 0; now.now.phase != ALEA_MATCH_MATCH_OVER; i++) {
        if (now.now.phase == ALEA_MATCH_OPENING) adapt(r, &now);
        const alea_event event =
            next_event(r, &now.now, alea_mix(r->seed + ((uint64_t)number << 20) + i));
        if (alea_record_append(&now, &event, NULL, NULL) != ALEA_OK) fail("refused");
        if (now.now.phase == ALEA_MATCH_GAME_OVER ||
            now.now.phase == ALEA_MATCH_MATCH_OVER)
            games[now.now.result.winner]++;
    }
    alea_form_add(r->engine, &now, ALEA_A, &r->echo.form);
    alea_form_add(r->engine, &now, ALEA_B, &r->other.form);
    const int won = now.now.score[ALEA_A] > now.now.score[ALEA_B];
    alea_record_clear(record);
    *record = now;
    r->known++;
    return won;
}

static double pr(const alea_form *form)
{
    return form->decisions ? 500 * form->loss / form->decisions : 0;
}

static void meet(run *r, const char *name, int matches, int length)
{
    int won = 0, learning[2] = {0}, games[2] = {0};
    const int found = alea_level_find(name);
    if (found < 0 || found == ALEA_LEVEL_ECHO) fail("unknown level");
    r->other = (side){.level = *alea_level_get((alea_level)found)};
    r->echo = (side){0};
    r->known = 0;
    for (int i = 0; i < matches; i++) {
        const int one = play_match(r, length, i, i < LEARNING ? learning : games);
        if (i >= LEARNING) won += one;
    }
    const double n = matches - LEARNING, all = games[0] + games[1];
    const double share = won / n, part = games[0] / all;
    printf("%-12s matches %.1f +- %.1f %%  games %.1f +- %.1f %%  assumes %.1f  "
           "PR of Echo %.2f  of the other %.2f\n",
           name, 100 * share, 100 * sqrt(share * (1 - share) / n), 100 * part,
           100 * sqrt(part * (1 - part) / all), (double)r->echo.level.pr,
           pr(&r->echo.form), pr(&r->other.form));
    fflush(stdout);
    for (int i = 0; i < PAST; i++) {
        alea_record_clear(&r->past[i]);
        r->past[i] = (alea_record){0};
    }
}

int main(int argc, char **argv)
{
    if (argc < 5) {
        fputs("usage: judge_echo MATCHES LENGTH SEED NAME...\n", stderr);
        return 2;
    }
    const int matches = atoi(argv[1]), length = atoi(argv[2]);
    if (matches <= LEARNING || length < 1) fail("bad number");
    run r = {.seed = strtoull(argv[3], NULL, 10)};
    alea_evaluator *evaluator;
    const alea_engine_options options = {.threads = 1, .cache_bytes = CACHE};
    if (alea_evaluator_open(&evaluator, NULL) != ALEA_OK ||
        alea_engine_open(&r.engine, evaluator, NULL, &options, NULL) != ALEA_OK)
        fail("the engine cannot be opened");
    for (int i = 4; i < argc; i++) meet(&r, argv[i], matches, length);
    alea_engine_close(r.engine);
    alea_evaluator_close(evaluator);
    return 0;
}
