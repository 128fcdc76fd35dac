/* What is read of a club's ladder; it is changed by storage_club_commit. */
#ifndef ALEA_SERVER_STORAGE_CLUBS_LADDER_H
#define ALEA_SERVER_STORAGE_CLUBS_LADDER_H

#include "clubs.h"

/* The members on it, the first first. */
int storage_ladder_of(storage *s, const char *id, storage_club_member *out,
                      int capacity);
/* Open or other matches, the newest first. */
int storage_ladder_matches(storage *s, const char *id, bool is_open,
                           storage_club_match *out, int capacity);
storage_answer storage_ladder_match(storage *s, const char *id, int number,
                                    storage_club_match *out);

/* A game whose result an open match waits for, and which is over. */
typedef struct storage_ladder_game {
    char club[ID_SIZE], game[ID_SIZE];
    int number; /* of the match */
    int winner; /* seat; -1 = nobody */
    int score[2];
} storage_ladder_game;

/* Clubs whose ladder time has changed: an open match without a game began before
 * `late`, or a player of one is off the ladder, or somebody on it has not played for
 * the club's idle_days. By identifier, those after `after`; some may turn out to have
 * nothing. */
int storage_ladders_due(storage *s, int64_t now, int64_t late, const char *after,
                        char out[][ID_SIZE], int capacity);

int storage_ladder_games_over(storage *s, storage_ladder_game *out, int capacity);

#endif
