/* Commands of alea for tables games. Those that return int return the exit status. */
#ifndef ALEA_CLI_TABLES_COMMANDS_H
#define ALEA_CLI_TABLES_COMMANDS_H

#include <alea/levels.h>
#include <alea/tables.h>
#include <alea/tables_match.h>
#include <stdbool.h>

/* `alea plays --game NAME`: answers each position of standard input, one per line, with
 * one JSON line. */
int tables_plays_run(const alea_tables_rules *rules);

enum { TABLES_MOVE_DEEP = 16 };
typedef struct tables_move_wish {
    const alea_tables_rules *rules;
    int ply;  /* 0 or 1, of TABLES_MOVE_DEEP plays at most */
    int most; /* plays to list; 0 = all */
    bool json;
} tables_move_wish;

/* `alea move --game NAME`: lists the plays of the position in the arguments, or of each
 * line of standard input, best first by the game's net. */
int tables_move_run(const tables_move_wish *wish, int operands, char **argv);

/* `alea perft --game NAME`: counts `depth` plies from `position` in the plain form
 * (NULL: the start) and prints them. */
int tables_perft_run(const alea_tables_rules *rules, const char *position, int depth,
                     bool json);

/* `alea tables referee`: applies the events of standard input, one per line, to a match
 * and answers each with one JSON line. */
int tables_referee_run(const alea_tables_series *series);
/* `alea tables check`: replays the record in `path` ("-": standard input) and prints
 * the state at its end. */
int tables_check_run(const char *path, bool json);

typedef struct tables_seats {
    const char *name[2];
    bool person[2]; /* else the machine */
    alea_level level[2];
} tables_seats;

/* `alea tables random`: plays `count` games of each of the series with random dice and
 * plays; game i depends on (seed, i) alone. Prints figures, or the first game with a
 * refused event, an unsound board or no end. */
int tables_games_run(const alea_tables_series *series, long long count, long long seed);

/* `alea learn NAME`: the exercises of each game of the series, judged line by line. */
int tables_learn_run(const alea_tables_series *series, const char *name);

/* `alea rules --game NAME`: prints every game of the series in plain words, made from
 * its switches, so that they hold for every choice of options; lines of at most 80
 * columns. */
void tables_rules_print(const alea_tables_series *series);

#endif
