/* --game NAME and its -o KEY=VALUE: reads the rules of a tables game from the command
 * line. */
#ifndef ALEA_CLI_TABLES_GAME_H
#define ALEA_CLI_TABLES_GAME_H

#include "cli/io/args.h"

#include <alea/tables_match.h>

/* Row of an option table; `target` is a const char *. */
#define TABLES_GAME_OPTION(target)                                                     \
    TEXT_OPTION("game", 'g', "NAME",                                                   \
                "another tables game, see docs/tables.md: portes, plakoto, fevga...",  \
                &(target))

/* The rules of a game with its options. False with a message on stderr that names
 * `command` and, for an unknown name, what is known. */
bool tables_game_read(const char *command, const char *game, const option_list *options,
                      alea_tables_rules *rules);
/* The same for a match: a game, or "tavli". */
bool tables_series_read(const char *command, const char *name,
                        const option_list *options, alea_tables_series *series);

#endif
