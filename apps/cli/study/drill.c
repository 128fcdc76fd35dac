/* alea study drill: pip counts, take points and bear-offs against the clock. */
#include "base/clock.h"
#include "base/rng.h"
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "cli/io/lines.h"
#include "desk/shelves/score_values.h"
#include "list.h"

#include <alea/bearoff.h>
#include <alea/cube.h>
#include <alea/diagram.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct drill {
    alea_random random;
    alea_bearoff *table;
    alea_met met;
} drill;

/* Prints a question; false if no question can be made of this position. */
typedef bool put_question(drill *d, double *answer);

static void print_board(const alea_board *board)
{
    char text[ALEA_DIAGRAM_TEXT_SIZE];
    const alea_position p = {
        .board = *board, .cube_owner = ALEA_NOBODY, .checkers = 15};
    const alea_diagram look = {.view = ALEA_A};
    alea_diagram_text(&p, &look, text, sizeof text);
    printf("\n%s\n", text);
}

/* Fifteen checkers of A, most of them in groups and near home. */
static bool ask_pips(drill *d, double *answer)
{
    alea_board board = {{0}};
    for (int left = ALEA_CHECKERS; left > 0;) {
        const uint32_t a = alea_random_below(&d->random, 24);
        const uint32_t b = alea_random_below(&d->random, 24);
        int group = 1 + (int)alea_random_below(&d->random, 4);
        if (group > left) group = left;
        board.point[1 + (a < b ? a : b)] += (int8_t)group;
        left -= group;
    }
    print_board(&board);
    printf("Pip count of X? ");
    *answer = alea_board_pips(&board, true);
    return true;
}

static bool ask_take_point(drill *d, double *answer)
{
    const int away = 2 + (int)alea_random_below(&d->random, 10);
    const int other = 2 + (int)alea_random_below(&d->random, 10);
    const int cube = 1 << alea_random_below(&d->random, 2);
    double x;
    if (!score_take_point(&d->met, away, other, cube, &x)) return false;
    printf("\nYou need %d points, your opponent %d; he doubles from %d to %d.\n"
           "Take point of a dead cube without gammons, percent? ",
           away, other, cube, 2 * cube);
    *answer = 100 * x;
    return true;
}

static bool ask_bearoff(drill *d, double *answer)
{
    alea_board board = {{0}};
    const int checkers = 2 + (int)alea_random_below(&d->random, 9);
    for (int i = 0; i < checkers; i++)
        board.point[1 + alea_random_below(&d->random, 6)]++;
    const double rolls = alea_bearoff_mean_rolls(d->table, &board, true);
    if (rolls < 0) return false;
    print_board(&board);
    printf("Effective pip count of X? ");
    *answer = rolls * 49 / 6;
    return true;
}

static const struct kind {
    const char *name;
    put_question *put;
    double tolerance;
} kinds[] = {{"pips", ask_pips, 0},
             {"take-points", ask_take_point, 2},
             {"bear-off", ask_bearoff, 1}};

static void run_drill(drill *d, const struct kind *k, long long count)
{
    line_reader in;
    line_reader_start(&in, STDIN_FILENO, 256);
    int asked = 0, right = 0;
    double seconds = 0;
    while (asked < count) {
        double answer, given;
        if (!k->put(d, &answer)) continue;
        fflush(stdout);
        const double begin = alea_clock_seconds();
        const line_result result = line_reader_next(&in);
        if (result != LINE_READ || strcmp(in.line, "q") == 0) break;
        const double took = alea_clock_seconds() - begin;
        const bool good =
            args_number(in.line, &given) && fabs(given - answer) <= k->tolerance + 1e-9;
        asked++;
        right += good;
        seconds += took;
        printf("%s %.*f (%.1f s)\n", good ? "Right:" : "No:", k->tolerance > 0 ? 1 : 0,
               answer, took);
    }
    line_reader_finish(&in);
    printf("\n%d of %d right", right, asked);
    if (asked) printf(", %.1f s each", seconds / asked);
    printf("\n");
}

int verb_drill(int argc, char **argv)
{
    long long count = 10, seed = -1;
    const option_spec options[] = {
        INTEGER_OPTION("count", 'n', "N", "questions (default 10)", &count, 1, 1000),
        INTEGER_OPTION("seed", 0, "N", "the same questions again", &seed, 0, INT32_MAX),
        {0}};
    const args_spec spec = {.operands = "pips|take-points|bear-off",
                            .about =
                                "Questions against the clock; q ends.\n"
                                "  pips         the pip count, exactly\n"
                                "  take-points  at a match score, within 2 percent\n"
                                "  bear-off     the effective pip count, within 1",
                            .options = options,
                            .least = 1,
                            .most = 1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    const struct kind *kind = NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(argv[1], kinds[i].name) == 0) kind = &kinds[i];
    if (!kind)
        return args_refuse(
            "study drill",
            "\"%.40s\" is no drill; there are: pips, take-points, bear-off", argv[1]);
    drill *d = calloc(1, sizeof *d);
    alea_error error = {0};
    status = EXIT_SYSTEM;
    if (!d) {
        command_fail_memory("study");
    } else if (alea_bearoff_open_standard(ALEA_BEAROFF_ONE_SIDED, &d->table, &error) !=
               ALEA_OK) {
        command_say("study", "%s", error.reason);
    } else {
        alea_met_default(&d->met);
        d->random = alea_random_start(
            seed >= 0 ? (uint64_t)seed : (uint64_t)alea_wall_clock_ms(), 0);
        run_drill(d, kind, count);
        status = EXIT_DONE;
    }
    if (d) alea_bearoff_close(d->table);
    free(d);
    return status;
}
