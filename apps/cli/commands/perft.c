/* `alea perft`: counts the paths of rolls and plays from a position, the check of every
 * move generator. Conventions in the help text below and in docs/perft.md. */
#include "base/clock.h"
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "cli/io/lines.h"
#include "cli/question/position_set.h"
#include "cli/question/rules_options.h"
#include "cli/tables/commands.h"
#include "cli/tables/game.h"
#include "list.h"

#include <alea/alea.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEEPEST = 9, DEFAULT_DEPTH = 3, DEFAULT_MEMORY_MB = 1024 };

typedef struct ply_counts {
    uint64_t nodes, unmoved, finished, distinct;
} ply_counts;

typedef struct perft {
    alea_play_rules rules;
    int depth;
    bool show_progress, json, wants_distinct;
    size_t memory; /* bytes for the sets of positions */
    ply_counts ply[DEEPEST];
} perft;

static void show_progress(const perft *p, int ply, size_t done, size_t all)
{
    if (p->show_progress)
        fprintf(stderr, "\rply %d: %3zu %%", ply, all ? 100 * done / all : 100);
}

static void end_progress(const perft *p)
{
    if (p->show_progress) fprintf(stderr, "\r%24s\r", "");
}

/* The last ply: nothing is written, only counted. */
static void count_last(perft *p, const alea_board *board, ply_counts *c)
{
    /* The last of more than four checkers is not borne off in one play. */
    bool may_finish = alea_board_checkers(board, true) <= ALEA_MAX_MOVES;
    alea_board out[ALEA_MAX_PLAYS];
    for (int r = 0; r < ALEA_ROLLS; r++) {
        alea_roll roll = alea_roll_at(r);
        int n = may_finish ? alea_results(board, roll, &p->rules, out)
                           : alea_results_count(board, roll, &p->rules);
        c->nodes += (uint64_t)n;
        if (n == 1 && alea_play_most_dice(board, roll, &p->rules, NULL) == 0)
            c->unmoved++;
        for (int i = 0; may_finish && i < n; i++)
            c->finished += alea_board_checkers(&out[i], true) == 0;
    }
}

static void count_paths(perft *p, const alea_board *board, int ply)
{
    ply_counts *c = &p->ply[ply];
    if (alea_board_phase(board) == ALEA_PHASE_OVER) return;
    if (ply + 1 == p->depth) {
        count_last(p, board, c);
        return;
    }
    alea_board out[ALEA_MAX_PLAYS];
    for (int r = 0; r < ALEA_ROLLS; r++) {
        if (ply == 0) show_progress(p, p->depth, (size_t)r, ALEA_ROLLS);
        int n = alea_results(board, alea_roll_at(r), &p->rules, out);
        for (int i = 0; i < n; i++) {
            c->nodes++;
            c->unmoved += alea_board_equal(board, &out[i]);
            c->finished += alea_board_checkers(&out[i], true) == 0;
            alea_board next = alea_board_swap(&out[i]);
            count_paths(p, &next, ply + 1);
        }
    }
}

/* One ply from each position of `from`, which stands for `paths` paths; the positions
 * after it into `to`. False: out of memory. */
static bool expand(perft *p, const alea_board *from, uint64_t paths, ply_counts *c,
                   position_set *to)
{
    alea_board out[ALEA_MAX_PLAYS];
    if (alea_board_phase(from) == ALEA_PHASE_OVER) return true;
    for (int r = 0; r < ALEA_ROLLS; r++) {
        int n = alea_results(from, alea_roll_at(r), &p->rules, out);
        for (int i = 0; i < n; i++) {
            c->nodes += paths;
            c->unmoved += alea_board_equal(from, &out[i]) ? paths : 0;
            c->finished += alea_board_checkers(&out[i], true) == 0 ? paths : 0;
            alea_board next = alea_board_swap(&out[i]);
            if (!position_set_add(to, &next, paths)) return false;
        }
    }
    return true;
}

/* Ply by ply, each distinct position expanded once with the number of its paths.
 * Returns the number of plies done. */
static int count_distinct(perft *p, const alea_board *start)
{
    position_set from, to;
    int ply = 0;
    position_set_start(&from, p->memory, true);
    bool fits = position_set_add(&from, start, 1);
    for (; fits && ply < p->depth; ply++) {
        ply_counts *c = &p->ply[ply];
        position_set_start(&to, p->memory - position_set_bytes(&from),
                           ply + 1 < p->depth);
        size_t slot = 0, done = 0;
        alea_board board;
        for (uint64_t paths; fits && position_set_next(&from, &slot, &board, &paths);) {
            if (done++ % 1024 == 0) show_progress(p, ply + 1, done, from.count);
            fits = expand(p, &board, paths, c, &to);
        }
        c->distinct = to.count;
        position_set_finish(&from);
        from = to;
        if (!fits) break;
    }
    position_set_finish(&from);
    return ply;
}

static void print_text(const perft *p, const char *id)
{
    printf("position %s\n%4s %16s", id, "ply", "nodes");
    if (p->wants_distinct) printf(" %14s", "distinct");
    printf(" %14s %14s\n", "unmoved", "finished");
    for (int i = 0; i < p->depth; i++) {
        const ply_counts *c = &p->ply[i];
        printf("%4d %16" PRIu64, i + 1, c->nodes);
        if (p->wants_distinct) printf(" %14" PRIu64, c->distinct);
        printf(" %14" PRIu64 " %14" PRIu64 "\n", c->unmoved, c->finished);
    }
}

static void print_json(const perft *p, const char *id)
{
    printf("{\"position\": \"%s\", \"plies\": [", id);
    for (int i = 0; i < p->depth; i++) {
        const ply_counts *c = &p->ply[i];
        printf("%s{\"ply\": %d, \"nodes\": %" PRIu64, i ? ", " : "", i + 1, c->nodes);
        if (p->wants_distinct) printf(", \"distinct\": %" PRIu64, c->distinct);
        printf(", \"unmoved\": %" PRIu64 ", \"finished\": %" PRIu64 "}", c->unmoved,
               c->finished);
    }
    printf("]}\n");
}

static int run(perft *p, const alea_board *board)
{
    const double start = alea_clock_seconds();
    int done = p->depth;
    if (p->wants_distinct)
        done = count_distinct(p, board);
    else
        count_paths(p, board, 0);
    const double seconds = alea_clock_seconds() - start;
    end_progress(p);
    if (done < p->depth)
        return command_fail("perft",
                            "the distinct positions of ply %d need more than %zu MiB; "
                            "give more with --memory or leave out --distinct",
                            done + 1, p->memory >> 20);
    char id[ALEA_POSITION_ID_SIZE];
    alea_position_id_write(board, id);
    (p->json ? print_json : print_text)(p, id);
    double paths = (double)p->ply[p->depth - 1].nodes;
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "%.3f s, %.1f million paths a second\n", seconds,
                seconds > 0 ? paths / seconds / 1e6 : 0.0);
    return EXIT_DONE;
}

/* The position as the player on roll sees it. */
static int read_start(const char *text, alea_setup setup, alea_board *board)
{
    alea_position position;
    alea_error error = {0};
    if (!text) {
        *board = alea_board_start(setup);
        return ARGS_RUN;
    }
    if (alea_position_read(text, strlen(text), &position, &error) != ALEA_OK)
        return args_refuse("perft", "--position \"%.60s\": %s", text, error.reason);
    *board =
        position.on_roll == ALEA_A ? position.board : alea_board_swap(&position.board);
    return ARGS_RUN;
}

int cmd_perft(int argc, char **argv)
{
    const char *position = NULL, *game = NULL;
    long long depth = DEFAULT_DEPTH, memory = DEFAULT_MEMORY_MB;
    rules_options given = {0};
    perft p = {0};
    const option_spec options[] = {
        TEXT_OPTION("position", 'p', "ID",
                    "where to start (default: the start of the game)", &position),
        INTEGER_OPTION("depth", 'd', "N", "plies, 1..9 (default 3)", &depth, 1,
                       DEEPEST),
        FLAG_OPTION("distinct", 0, "count distinct positions too", &p.wants_distinct),
        INTEGER_OPTION("memory", 0, "MIB",
                       "at most so much for --distinct (default 1024)", &memory, 1,
                       1 << 24),
        FLAG_OPTION("json", 0, "one JSON object instead of a table", &p.json),
        RULES_OPTIONS(given),
        TABLES_GAME_OPTION(game),
        {0},
    };
    const args_spec spec = {
        .operands = "",
        .about =
            "Counts what can happen in N plies. A ply is one of the 21 distinct rolls,\n"
            "each taken once, and one distinct result of it; a roll that cannot be\n"
            "played has one, the position unchanged; a finished game has no more plies.\n"
            "nodes: paths of so many plies; unmoved: those whose last roll could not be\n"
            "played; finished: those whose last play won; distinct: positions at their\n"
            "ends, seen by the player on roll. Any identifier with a board will do; its\n"
            "dice, cube and score play no part.\n"
            "With --game the position is in that game's plain form (docs/tables.md), and\n"
            "a finished game stays one path in all further plies.",
        .options = options,
    };
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    if (game) {
        alea_tables_rules tables;
        if (given.json || given.preset)
            return args_refuse("perft", "--game and --rules exclude each other");
        if (p.wants_distinct)
            return args_refuse("perft", "--game and --distinct exclude each other");
        if (!tables_game_read("perft", game, &given.single, &tables)) return EXIT_USAGE;
        return tables_perft_run(&tables, position, (int)depth, p.json);
    }
    alea_rules rules;
    if (!rules_options_read("perft", &given, &rules)) return EXIT_USAGE;
    p.rules = rules.play;
    alea_board board;
    status = read_start(position, rules.setup, &board);
    if (status != ARGS_RUN) return status;
    p.depth = (int)depth;
    p.memory = (size_t)memory << 20;
    p.show_progress = isatty(STDERR_FILENO);
    return run(&p, &board);
}
