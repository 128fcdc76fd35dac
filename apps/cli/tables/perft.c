#include "commands.h"

#include "cli/io/args.h"
#include "cli/io/command.h"
#include "cli/io/fail.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 9 };

typedef struct perft {
    const alea_tables_rules *rules;
    int depth, start; /* start: plies played before, 2 if nobody's turn is the first */
    uint64_t nodes[DEEPEST], unmoved[DEEPEST], finished[DEEPEST];
    alea_tables_turns *turns; /* one for each ply */
} perft;

static void count_paths(perft *p, const alea_tables_board *board, int ply);

/* All results of one throw. */
static void count_throw(perft *p, const alea_tables_board *board, alea_tables_dice dice,
                        int ply)
{
    alea_tables_turns *turns = &p->turns[ply];
    alea_tables_turns_list(p->rules, board, dice, p->start + ply < 2, turns);
    if (alea_tables_turns_moves(turns, 0,
                                (alea_tables_move[ALEA_TABLES_MAX_STEPS]){0}) == 0)
        p->unmoved[ply]++;
    p->nodes[ply] += (uint64_t)turns->count;
    for (int i = 0; i < turns->count; i++) {
        alea_tables_board after = alea_tables_turns_board(turns, i);
        if (alea_tables_result(p->rules, &after, NULL)) {
            p->finished[ply]++;
            /* A finished game stays one path in all further plies. */
            for (int k = ply + 1; k < p->depth; k++) p->nodes[k]++;
        } else if (ply + 1 < p->depth) {
            after = alea_tables_swap(&after);
            count_paths(p, &after, ply + 1);
        }
    }
}

static void count_paths(perft *p, const alea_tables_board *board, int ply)
{
    alea_tables_dice dice;
    for (int i = 0; alea_tables_throw(p->rules, i, &dice); i++)
        count_throw(p, board, dice, ply);
}

static void print_json(const perft *p, const char *position)
{
    printf("{\"game\": \"%s\", \"position\": \"%s\", \"plies\": [", p->rules->name,
           position);
    for (int i = 0; i < p->depth; i++)
        printf("%s{\"ply\": %d, \"nodes\": %" PRIu64 ", \"unmoved\": %" PRIu64
               ", \"finished\": %" PRIu64 "}",
               i ? ", " : "", i + 1, p->nodes[i], p->unmoved[i], p->finished[i]);
    puts("]}");
}

static void print_text(const perft *p, const char *position)
{
    printf("game %s\nposition %s\n%4s %16s %14s %14s\n", p->rules->name, position,
           "ply", "nodes", "unmoved", "finished");
    for (int i = 0; i < p->depth; i++)
        printf("%4d %16" PRIu64 " %14" PRIu64 " %14" PRIu64 "\n", i + 1, p->nodes[i],
               p->unmoved[i], p->finished[i]);
}

int tables_perft_run(const alea_tables_rules *rules, const char *position, int depth,
                     bool json)
{
    perft p = {.rules = rules, .depth = depth};
    alea_tables_board board = alea_tables_start(rules);
    char text[ALEA_TABLES_TEXT_SIZE];
    alea_error error = {0};
    if (position) {
        if (alea_tables_text_read(rules, position, strlen(position), &board, NULL, NULL,
                                  &error) != ALEA_OK)
            return args_refuse("perft", "--position \"%.60s\": %s", position,
                               error.reason);
        p.start = 2;
    }
    p.turns = malloc((size_t)depth * sizeof *p.turns);
    if (!p.turns) return command_fail_memory("perft");
    if (alea_tables_result(rules, &board, NULL) == ALEA_TABLES_PLAYING)
        count_paths(&p, &board, 0);
    free(p.turns);
    alea_tables_text_write(rules, &board, text);
    (json ? print_json : print_text)(&p, text);
    return EXIT_DONE;
}
