/* `alea-train cubes`: compares cube actions at a score with GNU Backgammon's. A
 * decision counts if our MWC of the two actions differs by more than 0.5%. */
#include "command.h"
#include "trainer/games/decisions.h"
#include "trainer/games/gnubg_socket.h"

#include <alea/notation.h>
#include <alea/search.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const float MATTERS = 0.005F;

typedef struct tally {
    int asked, agreed, close; /* close: not counted, the actions are near each other */
    int turned; /* counted decisions where doubling or dropping is right */
} tally;

typedef struct comparison {
    alea_engine *engine;
    gnubg_socket *gnubg;
    alea_search_settings look;
    tally doubling, taking;
} comparison;

/* `theirs`: 1 if GNU Backgammon answers yes. stake: our MWC of yes less that of no. */
static void compare(tally *t, const alea_board *board, const alea_cube *cube,
                    const char *what, int theirs, float stake)
{
    if (fabsf(stake) <= MATTERS) {
        t->close++;
        return;
    }
    t->asked++;
    t->turned += stake > 0;
    if (theirs == (stake > 0)) {
        t->agreed++;
        return;
    }
    char id[ALEA_POSITION_ID_SIZE];
    alea_position_id_write(board, id);
    printf("  %d-away %d-away  %s  %s: we say %s, by %.2f %%\n", cube->away[0],
           cube->away[1], id, what, stake > 0 ? "yes" : "no",
           100 * fabs((double)stake));
}

/* The doubler's decision, and the opponent's answer to a double. */
static int compare_position(comparison *c, const alea_board *board,
                            const alea_cube *cube, char *reason, size_t size)
{
    alea_error error = {0};
    alea_decision d = {
        .board = *board, .cube = *cube, .rules = alea_play_rules_standard()};
    alea_cube_result found;
    if (alea_search_cube(c->engine, &d, &c->look, &found, &error) != ALEA_OK) {
        snprintf(reason, size, "the search failed: %s", error.reason);
        return -1;
    }
    int doubles = gnubg_socket_doubles(c->gnubg, board, cube, reason, size);
    if (doubles < 0) return -1;
    int takes = gnubg_socket_takes(c->gnubg, board, cube, reason, size);
    if (takes < 0) return -1;
    float twice = fminf(found.chance[1], found.chance[2]);
    compare(&c->doubling, board, cube, "double", doubles, twice - found.chance[0]);
    compare(&c->taking, board, cube, "take", takes, found.chance[2] - found.chance[1]);
    return 0;
}

static int compare_all(comparison *c, const decision_list *list, const long away[2],
                       long positions, char *reason, size_t size)
{
    int longest = (int)(away[0] > away[1] ? away[0] : away[1]) + 2;
    size_t every =
        list->count / (size_t)positions ? list->count / (size_t)positions : 1;
    for (size_t i = 0; i < list->count; i += every)
        for (int k = 0; k < 2; k++) {
            alea_cube cube = alea_cube_money();
            cube.match_length = longest;
            cube.away[0] = (int)away[k];
            cube.away[1] = (int)away[1 - k];
            if (compare_position(c, &list->item[i].board, &cube, reason, size) != 0)
                return -1;
        }
    return 0;
}

static void print_tally(const char *what, const tally *t)
{
    printf("%-7s %d of %d as GNU Backgammon (%.1f %%), %d of them yes; %d too close "
           "to count\n",
           what, t->agreed, t->asked, t->asked ? 100.0 * t->agreed / t->asked : 0.0,
           t->turned, t->close);
}

static int run(const char *file, const char *net, const char *address, int port,
               const long away[2], long positions, char *reason, size_t size)
{
    decision_list list = {NULL, 0, 0};
    alea_error error = {0};
    alea_evaluator *evaluator = NULL;
    const alea_engine_options options = {1, (size_t)64 << 20};
    comparison c = {.look = alea_search_settings_default(2)};
    int status = -1;
    if (decisions_read(file, &list, reason, size) != 0) goto done;
    if (alea_evaluator_open_file(&evaluator, net, &error) != ALEA_OK ||
        alea_engine_open(&c.engine, evaluator, NULL, &options, &error) != ALEA_OK) {
        snprintf(reason, size, "%s: %s", net, error.reason);
        goto done;
    }
    c.gnubg = gnubg_socket_open(address, port, reason, size);
    if (!c.gnubg) goto done;
    status = compare_all(&c, &list, away, positions, reason, size);
    if (status == 0) {
        print_tally("double", &c.doubling);
        print_tally("take", &c.taking);
    }
done:
    if (c.gnubg) gnubg_socket_close(c.gnubg);
    alea_engine_close(c.engine);
    alea_evaluator_close(evaluator);
    decisions_free(&list);
    return status;
}

int command_cubes(int argc, char **argv)
{
    char reason[512] = "", host[200];
    long port, away[2] = {3, 5}, positions = 200;
    const char *colon = argc > 3 ? strrchr(argv[3], ':') : NULL;
    if (argc < 4 || argc > 7 || argc == 5 || strncmp(argv[3], "gnubg:", 6) != 0 ||
        colon - argv[3] < 7 || colon - argv[3] - 6 >= (long)sizeof host) {
        fprintf(stderr, "usage: alea-train cubes DECISIONS NET gnubg:HOST:PORT "
                        "[AWAY AWAY [POSITIONS]]\n");
        return STATUS_USAGE;
    }
    if (read_count(colon + 1, 1, 65535, "PORT", &port) != 0 ||
        (argc > 5 && (read_count(argv[4], 2, 25, "AWAY", &away[0]) != 0 ||
                      read_count(argv[5], 2, 25, "AWAY", &away[1]) != 0)) ||
        (argc > 6 && read_count(argv[6], 1, 1000000, "POSITIONS", &positions) != 0))
        return STATUS_USAGE;
    snprintf(host, sizeof host, "%.*s", (int)(colon - argv[3] - 6), argv[3] + 6);
    if (run(argv[1], argv[2], host, (int)port, away, positions, reason,
            sizeof reason) == 0)
        return STATUS_DONE;
    train_say("%s", reason);
    return STATUS_BAD_INPUT;
}
