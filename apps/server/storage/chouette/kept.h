/* Chouettes: a row of facts for lists, and the events out of which each is made
 * (server/chouette/model.h). An event has its number once: of two servers that append
 * to the same chouette one is refused, reads what is new, and tries again. */
#ifndef ALEA_SERVER_STORAGE_CHOUETTE_KEPT_H
#define ALEA_SERVER_STORAGE_CHOUETTE_KEPT_H

#include "server/storage/interface.h"

enum { CHOUETTE_HEAD_SIZE = 4096 };

typedef struct storage_chouette {
    char id[ID_SIZE];
    char name[132];
    char maker[ID_SIZE];           /* "" = the account is gone */
    char head[CHOUETTE_HEAD_SIZE]; /* a JSON object; of lists: "" */
    bool listed;                   /* for everybody to find */
    int stage;                     /* server/chouette/model.h */
    int players, seats;            /* who sit there now; at most */
    int games;                     /* that have begun */
    int64_t created, changed;
    int64_t last; /* the number of the last event */
    int64_t due;  /* when the server goes on with it; 0 = it is over */
} storage_chouette;

typedef struct storage_chouette_event {
    int64_t seq, time;
    const char *actor; /* the account that did it; "" = the server, or it is gone */
    /* Of who takes a seat: his account ("" = a machine player, or deleted) and name,
     * which becomes "somebody" with the deletion; else "". */
    const char *person, *name;
    const char *said; /* a message; else "" */
    const char *text;
} storage_chouette_event;

/* A new one with its events, from number 1 on. */
alea_status storage_chouette_make(storage *s, const storage_chouette *row,
                                  const storage_chouette_event *event, int events);
storage_answer storage_chouette_get(storage *s, const char *id, storage_chouette *out);
/* Appends event number row->last and sets stage, players, games, time and when it is
 * due as in `row`, in one transaction. ALEA_ERROR_REFUSED, with nothing changed:
 * another event has that number. */
alea_status storage_chouette_append(storage *s, const storage_chouette *row,
                                    const storage_chouette_event *e);
/* Calls `each` for the events after `after`, in order, until it returns false. `each`
 * must not use the storage. */
typedef bool storage_chouette_fn(void *context, const storage_chouette_event *e);
alea_status storage_chouette_events(storage *s, const char *id, int64_t after,
                                    storage_chouette_fn *each, void *context);
/* Those that are listed and not over, the last changed first. Returns how many were
 * written; -1 = could not be read. */
int storage_chouettes_open(storage *s, storage_chouette *out, int capacity);
/* Those in which the person has ever had a seat, the same way. */
int storage_chouettes_of(storage *s, const char *person, storage_chouette *out,
                         int capacity);
/* The identifiers of those that are due by `time`, the first due first, without the
 * first `skip`. */
int storage_chouettes_due(storage *s, int64_t time, int skip, char (*out)[ID_SIZE],
                          int capacity);
/* How many that are not over the person has made; -1 = could not be read. */
int64_t storage_chouettes_made(storage *s, const char *person);

#endif
