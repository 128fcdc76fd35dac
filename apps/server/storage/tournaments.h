/* Tournaments: a row of facts for lists, and the events out of which each is made
 * (tournament/event.h). An event has its number once: of two servers that append to the
 * same tournament one is refused, reads what is new, and tries again. */
#ifndef ALEA_SERVER_STORAGE_TOURNAMENTS_H
#define ALEA_SERVER_STORAGE_TOURNAMENTS_H

#include "interface.h"

enum { TOURNAMENT_TEXT_SIZE = 8004 };

typedef struct storage_tournament {
    char id[ID_SIZE];
    char name[132];
    char text[TOURNAMENT_TEXT_SIZE]; /* of lists: "" */
    char maker[ID_SIZE];             /* "" = the account is gone */
    char kind[16];
    int64_t starts;  /* as announced; 0 = not said */
    int64_t removed; /* when; 0 = it is not */
    int stage, players, players_most, round, rounds;
    int64_t created, changed;
    int64_t last;       /* the number of the last event */
    int64_t due;        /* when the server goes on with it; 0 = it waits for somebody */
    char club[ID_SIZE]; /* whose directors direct it; "" = nobody's */
    bool members_only;  /* of that club may enter */
} storage_tournament;

typedef struct storage_tournament_event {
    int64_t seq, time;
    const char *actor; /* the account that did it; "" = nobody, or it is gone */
    /* The entrant's account ("" = none, or deleted) and name; else "". They are not in
     * `json`, so that they can be deleted with the account: then the name is "somebody
     * N", the same for all entries of that person. */
    const char *person, *name;
    const char *json;
} storage_tournament_event;

/* A new one with its events, from number 1 on. */
typedef struct storage_new_tournament {
    const storage_tournament *row;
    const storage_tournament_event *event;
    int events;
} storage_new_tournament;

/* Stores it with its maker as director. */
alea_status storage_tournament_make(storage *s, const storage_new_tournament *t);
/* The same within a transaction of the caller's. */
alea_status storage_tournament_put(storage *s, const storage_new_tournament *t);
storage_answer storage_tournament_get(storage *s, const char *id,
                                      storage_tournament *out);
/* What is stored beside an event; may be all zero. */
typedef struct storage_beside {
    const char *game; /* its result is awaited from now on; NULL = none */
    const char *done; /* that of this one no longer; NULL = none */
    const storage_word *word;
    int words;
} storage_beside;

/* Appends event number t->last and sets stage, players, rounds, time and when it is due
 * as in `t`, in one transaction. ALEA_ERROR_REFUSED, with nothing changed: another
 * event has that number. */
alea_status storage_tournament_append(storage *s, const storage_tournament *t,
                                      const storage_tournament_event *e,
                                      const storage_beside *beside);
alea_status storage_tournament_describe(storage *s, const char *id, const char *text,
                                        int64_t starts, int64_t due);
/* Out of the lists; 0 puts it back. */
alea_status storage_tournament_remove(storage *s, const char *id, int64_t time);
/* Calls `each` for the events after `after`, in order, until it returns false. `each`
 * must not use the storage. */
typedef bool storage_tournament_fn(void *context, const storage_tournament_event *e);
alea_status storage_tournament_events(storage *s, const char *id, int64_t after,
                                      storage_tournament_fn *each, void *context);

/* Those of the stages from `least` to `most` that are not removed, the last changed
 * first. Returns how many were written. */
int storage_tournaments_in(storage *s, int least, int most, storage_tournament *out,
                           int capacity);
/* Those of a club that are not removed, the same way. */
int storage_tournaments_of_club(storage *s, const char *club, storage_tournament *out,
                                int capacity);
/* The identifiers of those that are due by `time`, the first due first. */
int storage_tournaments_due(storage *s, int64_t time, char (*out)[ID_SIZE],
                            int capacity);
/* Those that the person directs or has ever entered. */
int storage_tournaments_of(storage *s, const char *person, storage_tournament *out,
                           int capacity);

typedef struct storage_director {
    char id[ID_SIZE], name[132];
} storage_director;

/* Makes the account a director, or no longer. ALEA_ERROR_ARGUMENT: there is no such
 * account or tournament. */
alea_status storage_tournament_direct(storage *s, const char *id, const char *person,
                                      bool is_director);
/* In the order in which they became directors. */
int storage_tournament_directors(storage *s, const char *id, storage_director *out,
                                 int capacity);
/* How many tournaments that are not over the person directs, the divisions of a season
 * being one; -1 = could not be read. */
int64_t storage_tournaments_directed(storage *s, const char *person);

/* A game whose result a tournament waits for, and which is over. */
typedef struct storage_tournament_game {
    char game[ID_SIZE], tournament[ID_SIZE];
    int winner; /* seat; -1 = nobody */
    int score[2];
} storage_tournament_game;

int storage_tournament_games_over(storage *s, storage_tournament_game *out,
                                  int capacity);
/* The tournament that waits for the result of the game. */
storage_answer storage_tournament_of_game(storage *s, const char *game,
                                          char out[ID_SIZE]);
/* Nobody waits for it any more. */
alea_status storage_tournament_game_done(storage *s, const char *game);

#endif
