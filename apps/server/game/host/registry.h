/* The tables where people play: seats, clocks, dice, offers, chat. alea_record is the
 * only authority on the game; every event is stored before anybody is told. Loop's
 * thread only. */
#ifndef ALEA_SERVER_GAMES_H
#define ALEA_SERVER_GAMES_H

#include "server/http/request.h"
#include "server/socket/command.h"
#include "server/socket/connections.h"

#include <alea/record.h>

typedef struct games games;

alea_status games_open(games **out, server *s, alea_error *error);
/* NULL is allowed. Nothing needs to be saved. */
void games_close(games *all);
/* Clocks, absent players, the lobby, idle games: four times a second. `now` is
 * server_now(). */
void games_tick(games *all, int64_t now);

/* ---- from the hub ---- */
/* Does it, or fills in why not; never both. */
void games_command(games *all, const game_command *command, game_answer *answer);
/* After the answer to `watch` went out: what was missed, and the state. */
void games_send_missed(games *all, socket_id socket, const char *id, int64_t after);
/* A socket began or ceased to watch the game. */
void games_presence(games *all, const char *id);
/* The lobby as a message of its own; valid until the next call. */
const char *games_lobby(games *all, size_t *size);

/* ---- for others ---- */
/* The record of a game, loaded if need be; NULL if there is none. Borrowed until the
 * next call into games. */
const alea_record *games_record(games *all, const char *id);
/* The person's account is gone, from the storage too: his seats stay, under
 * "somebody". */
void games_forget_person(games *all, const char *user);
/* Events of the game could not be kept: memory is ahead of what is stored, and goes. */
void games_lost(games *all, const char *id);
/* For the figures. */
int games_loaded(const games *all);

/* May this person store about `kilobytes` more, now? Takes it from what the address and
 * the person have left. */
bool games_may_store(games *all, const char *address, const http_person *who,
                     double kilobytes, int *wait_s);

/* ---- HTTP ---- */
http_handler games_http_rules, games_http_levels;
http_handler games_http_make, games_http_list, games_http_join, games_http_withdraw;
http_handler games_http_state, games_http_file, games_http_dice, games_http_dice_table;

#endif
