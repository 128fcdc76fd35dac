/* Seasons of leagues: a list of tournaments, its divisions, the first first. */
#ifndef ALEA_SERVER_STORAGE_CLUBS_SEASONS_H
#define ALEA_SERVER_STORAGE_CLUBS_SEASONS_H

#include "server/storage/tournaments.h"

enum { STORAGE_DIVISIONS = 8 };

typedef struct storage_season {
    char id[ID_SIZE];
    char name[132];
    char club[ID_SIZE];     /* "" = nobody's */
    int moves;              /* up and down between two divisions */
    char previous[ID_SIZE]; /* "" = none */
    char next[ID_SIZE];     /* the one that has this as its previous; "" = none */
    int64_t created;
    int divisions; /* of lists: 0 */
    char division[STORAGE_DIVISIONS][ID_SIZE];
} storage_season;

/* A new one with its tournaments, all or nothing. `next` is ignored; `division` are
 * those of the rows. ALEA_ERROR_REFUSED, with nothing changed: another follows
 * `previous`. */
alea_status storage_season_make(storage *s, const storage_season *season,
                                const storage_new_tournament *division);
storage_answer storage_season_get(storage *s, const char *id, storage_season *out);
/* The season whose division the tournament is. */
storage_answer storage_season_of(storage *s, const char *tournament, char out[ID_SIZE]);
/* Those of a club ("" = all) of which a division is not removed, the newest first.
 * Returns how many were written; -1 = could not be read. */
int storage_seasons_in(storage *s, const char *club, storage_season *out, int capacity);

#endif
