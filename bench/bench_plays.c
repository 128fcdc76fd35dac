/* Speed of the move generator on one core: results and plays of every roll from
 * positions spread over a game, and paths of three plies from the opening, by counting
 * and by writing out every result. Medians of the runs; the work is the same every
 * time. */
#include "bench.h"

#include <alea/alea.h>

#include <stdio.h>
#include <stdlib.h>

enum { POSITIONS = 4000, RUNS = 9 };

typedef struct work {
    alea_board board[POSITIONS];
    alea_board out[ALEA_MAX_PLAYS];
    alea_play_list list;
    long long total;
} work;

/* Positions of games played at random, so that every phase is there. */
static void fill(work *w)
{
    const alea_play_rules rules = alea_play_rules_standard();
    uint64_t state = 1;
    alea_board board = alea_board_start(ALEA_SETUP_BACKGAMMON);
    for (int i = 0; i < POSITIONS; i++) {
        w->board[i] = board;
        int n = alea_positions_after(
            &board, alea_roll_at((int)bench_random(&state, ALEA_ROLLS)), &rules,
            w->out);
        board = alea_board_swap(&w->out[bench_random(&state, (uint32_t)n)]);
        if (alea_board_phase(&board) == ALEA_PHASE_OVER)
            board = alea_board_start(ALEA_SETUP_BACKGAMMON);
    }
}

static void all_results(void *context)
{
    work *w = context;
    const alea_play_rules rules = alea_play_rules_standard();
    for (int i = 0; i < POSITIONS; i++)
        for (int r = 0; r < ALEA_ROLLS; r++)
            w->total +=
                alea_positions_after(&w->board[i], alea_roll_at(r), &rules, w->out);
}

static void all_counts(void *context)
{
    work *w = context;
    const alea_play_rules rules = alea_play_rules_standard();
    for (int i = 0; i < POSITIONS; i++)
        for (int r = 0; r < ALEA_ROLLS; r++)
            w->total +=
                alea_positions_after_count(&w->board[i], alea_roll_at(r), &rules);
}

static void all_plays(void *context)
{
    work *w = context;
    const alea_play_rules rules = alea_play_rules_standard();
    for (int i = 0; i < POSITIONS; i++)
        for (int r = 0; r < ALEA_ROLLS; r++) {
            alea_plays(&w->board[i], alea_roll_at(r), &rules, &w->list);
            w->total += w->list.count;
        }
}

static long long paths(const alea_board *board, int plies, bool counting)
{
    const alea_play_rules rules = alea_play_rules_standard();
    alea_board out[ALEA_MAX_PLAYS];
    long long sum = 0;
    for (int r = 0; r < ALEA_ROLLS; r++) {
        if (plies == 1 && counting) {
            sum += alea_positions_after_count(board, alea_roll_at(r), &rules);
            continue;
        }
        int n = alea_positions_after(board, alea_roll_at(r), &rules, out);
        if (plies == 1) {
            sum += n;
            continue;
        }
        for (int i = 0; i < n; i++) {
            alea_board next = alea_board_swap(&out[i]);
            sum += paths(&next, plies - 1, counting);
        }
    }
    return sum;
}

static void paths_counted(void *context)
{
    work *w = context;
    alea_board board = alea_board_start(ALEA_SETUP_BACKGAMMON);
    w->total += paths(&board, 3, true);
}

static void paths_written(void *context)
{
    work *w = context;
    alea_board board = alea_board_start(ALEA_SETUP_BACKGAMMON);
    w->total += paths(&board, 3, false);
}

static void report(const char *what, work *w, bench_run *run)
{
    w->total = 0;
    run(w);
    long long expected = w->total;
    w->total = 0;
    double best, seconds = bench_median(run, w, RUNS, &best);
    if (w->total != expected * RUNS) {
        fprintf(stderr, "%s: the runs differ\n", what);
        exit(1);
    }
    printf("%-44s %11lld in %7.4f s  %6.1f M/s (best %.1f)\n", what, expected, seconds,
           (double)expected / seconds / 1e6, (double)expected / best / 1e6);
}

int main(void)
{
    work *w = malloc(sizeof *w);
    if (!w) return 3;
    fill(w);
    bench_machine();
    report("results written, random games", w, all_results);
    report("results counted, random games", w, all_counts);
    report("plays written, random games", w, all_plays);
    report("perft 3 from the opening, last ply counted", w, paths_counted);
    report("perft 3 from the opening, all written", w, paths_written);
    free(w);
    return 0;
}
