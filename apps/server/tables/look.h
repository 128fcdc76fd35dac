/* Tables of the family's games as JSON (docs/api.md). */
#ifndef ALEA_SERVER_TABLES_LOOK_H
#define ALEA_SERVER_TABLES_LOOK_H

#include "parts.h"

#include "family/words.h"

#include <jansson.h>

/* Bit s: seat s belongs to the account. */
unsigned family_seats_of(const storage_family *row, const char *user);
/* For which seat the account acts now: the one that has to, or one of its own; -1 =
 * it has none. */
int family_seat_to_act(const live_family *live, const char *user);
/* The whole of it, as that account sees it ("" = nobody's); NULL: no memory. */
json_t *family_state_json(families *all, const live_family *live, const char *user);
/* Its facts, for lists, a damaged level as none. NULL, with an entry in the log:
 * nothing can be said of it. */
json_t *family_row_json(const storage_family *row, const char *user);
/* Of one that anybody may join also its rules, as far as they are not the game's own,
 * and whether its maker is here. The row has its head. */
json_t *family_offer_json(families *all, const storage_family *row, const char *user);
/* The games with their titles, and the values of options. */
json_t *family_games_json(void);
json_t *family_options_json(void);
/* A board, side 0 first. */
json_t *family_board_json(const alea_tables_rules *rules,
                          const alea_tables_board *board);
/* The steps of a throw that is to be played; null: more than have room. */
json_t *family_steps_json(families *all, const alea_tables_rules *rules,
                          const alea_tables_board *board, alea_tables_dice dice,
                          bool first);
json_t *family_dice_json(const alea_tables_dice *dice);
/* Of equal dice: how often each is played; 0: others. */
int family_double_steps(const alea_tables_rules *rules, const alea_tables_dice *dice);
/* What the game of that name is called. */
const char *family_called(const char *game, char out[TABLES_WORDS_SIZE]);
/* The rules of each game of the series in plain words. */
json_t *family_rules_json(const alea_tables_series *series);

#endif
