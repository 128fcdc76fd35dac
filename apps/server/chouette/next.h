/* What the server does next in a chouette by itself, and when. */
#ifndef ALEA_SERVER_CHOUETTE_NEXT_H
#define ALEA_SERVER_CHOUETTE_NEXT_H

#include "model.h"

typedef enum step_kind {
    STEP_NONE = 0,
    STEP_DICE,  /* places or the opening are thrown for */
    STEP_EVENT, /* `event` */
    STEP_ASK,   /* the machine is asked */
    STEP_CLOSE
} step_kind;

typedef struct step {
    step_kind kind;
    int64_t at; /* not before */
    alea_chouette_event event;
} step;

/* The level by which a seat is decided, -1 = by a person: of a machine player, and of
 * who has left his seat to one. */
void crew_levels(const crew *t, int level[ALEA_CHOUETTE_SEATS]);
step crew_next(const crew *t);
/* When the server is to go on, Unix ms; 0 = it waits for somebody. */
int64_t crew_due(const crew *t);

#endif
