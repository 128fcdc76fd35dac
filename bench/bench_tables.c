/* Speed of the tables games on one core: ends of all turns of all throws from positions
 * of random games, listed and also written as boards; turns judged and applied by a
 * match. The work is the same every time. `bench_tables GAME...` measures those games
 * alone. */
#include "bench.h"

#include <alea/alea.h>

#include <stdio.h>
#include <stdlib.h>

enum { POSITIONS = 1000, RUNS = 5 };

typedef struct work {
    alea_tables_rules rules;
    alea_tables_board board[POSITIONS];
    alea_tables_turns turns;
    long long total;
    unsigned sum; /* of the boards, so that they are written */
} work;

/* Positions of games played at random, so that every phase is there. */
static void fill(work *w)
{
    uint64_t state = 1;
    int throws = 0;
    alea_tables_dice dice;
    alea_tables_board board = alea_tables_start(&w->rules);
    while (alea_tables_throw(&w->rules, throws, &dice)) throws++;
    for (int i = 0; i < POSITIONS; i++) {
        w->board[i] = board;
        alea_tables_throw(&w->rules, (int)bench_random(&state, (uint32_t)throws),
                          &dice);
        alea_tables_turns_list(&w->rules, &board, dice, false, &w->turns);
        board = alea_tables_turns_board(
            &w->turns, (int)bench_random(&state, (uint32_t)w->turns.count));
        board = alea_tables_result(&w->rules, &board, NULL)
                    ? alea_tables_start(&w->rules)
                    : alea_tables_swap(&board);
    }
}

static void ends_listed(void *context)
{
    work *w = context;
    alea_tables_dice dice;
    for (int i = 0; i < POSITIONS; i++)
        for (int t = 0; alea_tables_throw(&w->rules, t, &dice); t++) {
            alea_tables_turns_list(&w->rules, &w->board[i], dice, false, &w->turns);
            w->total += w->turns.count;
        }
}

static void ends_written(void *context)
{
    work *w = context;
    alea_tables_dice dice;
    for (int i = 0; i < POSITIONS; i++)
        for (int t = 0; alea_tables_throw(&w->rules, t, &dice); t++) {
            alea_tables_turns_list(&w->rules, &w->board[i], dice, false, &w->turns);
            for (int k = 0; k < w->turns.count; k++)
                w->sum += alea_tables_turns_board(&w->turns, k).count[0][1];
            w->total += w->turns.count;
        }
}

/* Parts of turns that a match accepts. */
static void match_events(void *context)
{
    work *w = context;
    uint64_t state = 2;
    alea_tables_series series = {.games = 1, .game = {w->rules}};
    alea_tables_match m;
    series.game[0].match_target = 30000;
    alea_tables_match_start(&m, &series);
    for (int events = 0; events < 20 * POSITIONS; events++) {
        alea_tables_event e = {.type = ALEA_TABLES_EVENT_ROLL, .by = m.to_act};
        for (int d = 0; d < ALEA_TABLES_MAX_DICE; d++)
            e.die[d] = (uint8_t)(w->rules.dice == 1 ? bench_random(&state, 5)
                                                    : 1 + bench_random(&state, 6));
        if (m.phase == ALEA_TABLES_PHASE_OPENING) e.type = ALEA_TABLES_EVENT_OPENING;
        if (m.phase == ALEA_TABLES_PHASE_GAME_OVER) e.type = ALEA_TABLES_EVENT_NEXT;
        if (m.phase == ALEA_TABLES_PHASE_TO_NAME) e.type = ALEA_TABLES_EVENT_NAME;
        if (m.phase == ALEA_TABLES_PHASE_TO_PLAY) {
            const alea_tables_board board = alea_tables_match_board(&m, m.turn);
            alea_tables_turns_list(&w->rules, &board, m.dice,
                                   alea_tables_match_first(&m), &w->turns);
            e.type = ALEA_TABLES_EVENT_PLAY;
            e.moves = (uint8_t)alea_tables_turns_moves(
                &w->turns, (int)bench_random(&state, (uint32_t)w->turns.count), e.move);
        }
        w->total +=
            alea_tables_match_apply(&m, &e, &w->turns, NULL) == ALEA_TABLES_ACCEPTED;
    }
}

static void report(const char *what, work *w, bench_run *run)
{
    char name[64];
    w->total = 0;
    run(w);
    long long expected = w->total;
    w->total = 0;
    double best, seconds = bench_median(run, w, RUNS, &best);
    if (w->total != expected * RUNS) {
        fprintf(stderr, "%s: the runs differ\n", what);
        exit(1);
    }
    snprintf(name, sizeof name, "%s, %s", w->rules.name, what);
    printf("%-44s %11lld in %7.4f s  %6.2f M/s (best %.2f)\n", name, expected, seconds,
           (double)expected / seconds / 1e6, (double)expected / best / 1e6);
}

static void measure(work *w, const char *game)
{
    alea_error error = {0};
    if (alea_tables_find(game, &w->rules, &error) != ALEA_OK) {
        fprintf(stderr, "%s\n", error.reason);
        exit(2);
    }
    fill(w);
    report("ends listed", w, ends_listed);
    report("ends written", w, ends_written);
    report("events of matches", w, match_events);
}

int main(int argc, char **argv)
{
    work *w = calloc(1, sizeof *w);
    if (!w) return 3;
    bench_machine();
    /* bench/run gives the folder of the build first. */
    if (argc > 1 && alea_tables_find(argv[1], &w->rules, NULL) == ALEA_OK) {
        for (int i = 1; i < argc; i++) measure(w, argv[i]);
    } else {
        measure(w, "plakoto");
        measure(w, "fevga");
    }
    free(w);
    return 0;
}
