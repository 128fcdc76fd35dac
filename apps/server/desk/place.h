/* A visit to the desk of an account: it is read from the storage, used, and stored
 * again if it has changed. On a worker. */
#ifndef ALEA_SERVER_DESK_PLACE_H
#define ALEA_SERVER_DESK_PLACE_H

#include "desk/store.h"
#include "server/desk/bytes/images.h"

enum { DESK_SETTING = 256 };

/* The sizes that a desk may grow to. */
extern const int64_t desk_bytes_account, desk_bytes_guest;

/* Why a visit has failed. */
typedef enum desk_fault {
    DESK_FINE = 0,
    DESK_WRONG, /* a bad request */
    DESK_FULL,  /* the desk has reached its limit */
    DESK_BUSY,  /* other requests kept changing the desk */
    DESK_LOST,  /* the storage could not be read or written: nothing was changed */
    DESK_BROKEN /* the desk is damaged or of a newer version, or memory ran out */
} desk_fault;

/* `d` is NULL if there is no desk and none is made. It may be called again, with a
 * fresh desk, if another request has changed the desk meanwhile. */
typedef alea_status desk_step(desk *d, void *context, alea_error *error);

typedef struct desk_visit {
    desk_images *images;
    const char *user;
    bool guest;
    bool make;   /* makes a desk if the person has none */
    bool writes; /* waits for other requests that will change the desk */
    desk_step *step;
    void *context;
    /* Made by the visit. */
    desk_fault fault;
    int64_t grew; /* growth of the storage in bytes */
} desk_visit;

/* Runs the step and stores the desk, also if the step ends with ALEA_ERROR_ARGUMENT or
 * the desk is full: what was stored before in the same request stays. ALEA_OK: all of
 * it is stored. */
alea_status desk_visit_run(desk_visit *v, alea_error *error);

/* Bytes of the desk that count against its limit. */
int64_t desk_bytes(desk *d);
/* A text of the desk's settings, "" if it is not set. */
alea_status desk_setting(desk *d, const char *name, char out[DESK_SETTING],
                         alea_error *error);
/* Sets it; one transaction. */
alea_status desk_set_setting(desk *d, const char *name, const char *value,
                             alea_error *error);

#endif
