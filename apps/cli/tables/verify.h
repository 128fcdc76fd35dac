/* `alea verify-dice FILE` with a save of a tables game. */
#ifndef ALEA_CLI_TABLES_VERIFY_H
#define ALEA_CLI_TABLES_VERIFY_H

/* Says whether the dice follow from the seed in the save; `commitment`: the one that
 * was shown before the first throw, or NULL. Returns the exit status. */
int tables_verify_dice(const char *path, const char *commitment);

#endif
