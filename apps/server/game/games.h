/* The games of the server, for the rest of it. alea_record is the only authority on a
 * game; every event is stored before it is sent. Loop's thread only. */
#ifndef ALEA_SERVER_GAME_GAMES_H
#define ALEA_SERVER_GAME_GAMES_H

#include "server/game/host/registry.h"

#include <alea/status.h>

alea_status games_open(games **out, const games_parts *parts, alea_error *error);
/* NULL is allowed. Nothing needs to be saved. */
void games_close(games *all);
/* Updates clocks, presence and the lobby, and frees idle games. Call it four times a
 * second. */
void games_tick(games *all);
/* Called when the server stops: no further decision of the machine is started. */
void games_stop(games *all);

/* One message of a socket; `body` is borrowed, NULL = no JSON that may be read. */
void games_receive(games *all, socket_id socket, json_t *body);
/* A socket is opened for that game. */
void games_wanted(games *all, const char *id);
/* This server may have lost its games to another: forgets every game. Watchers connect
 * again, to the server that has the game. */
void games_lose_all(games *all);
/* Another server announces that open games have changed, or asks for a game of ours. */
void games_lobby_elsewhere(games *all);
void games_asked_for(games *all);
/* The vacation of the account has changed, here or at another server: sends the state
 * of its games over days to those who watch them. */
void games_vacation(games *all, const char *user);
/* A socket has begun or stopped watching the game. */
void games_presence(games *all, const char *id);

/* The account is deleted, from the storage too: its seats stay, as "somebody". */
void games_forget_person(games *all, const char *user);
/* Ends the game without a winner if storage_game_end has ordered that; does nothing if
 * another server holds the game. */
void games_end_ordered(games *all, const char *id);
/* The writer could not store events of the game: memory is ahead of the storage. */
void games_lost(games *all, const char *id);
/* Whether the board, seen from either side, is that of a rated game the user plays
 * now. */
bool games_is_rated_board(const games *all, const char *user, const alea_board *board);
/* With several servers: hands over games, looks at games of dead servers, asks for
 * games of others. */
typedef struct games_figures {
    int64_t given, taken_over, sent_on;
} games_figures;
games_figures games_moved(const games *all);
/* The number of games in memory. */
int games_loaded(const games *all);

/* The server's key of the data file (host/server_key.h); made if there is none. Refused
 * with the reason if games that are not over need another one, unless `new_key`. */
alea_status games_key_open(server_key **out, storage *store, const char *data,
                           bool new_key, alea_error *error);
/* A key for hashes of the addresses that sessions come from. */
void games_key_origin(const server_key *key, uint8_t out[32]);
void games_key_close(server_key *key); /* NULL is allowed */

#endif
