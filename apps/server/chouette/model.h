/* A chouette on the server as a value that follows from its stored events. Each event
 * is a line of text:
 *
 *     sit B            somebody takes seat B, a person or, "sit B expert", a machine
 *                      player; once it plays he joins the line
 *     stand B          gives the seat up again, before the start; later seats move up
 *     start            everybody throws for his place from now on
 *     say B crew KEY   a message; "all": for everybody at once. KEY, which may be
 *                      missing, is its sender's: of one seat it counts once
 *     pass BC          they turn no cube before this throw
 *     close SEED       it is over, and the seed of its dice is shown
 *
 * and all others as in <alea/chouette_text.h>; alea_chouette_apply judges them. */
#ifndef ALEA_SERVER_CHOUETTE_MODEL_H
#define ALEA_SERVER_CHOUETTE_MODEL_H

#include "server/storage/chouette/kept.h"

#include <alea/chouette_text.h>
#include <alea/levels.h>

enum {
    CREW_SEATS_MOST = 8, /* who play at once */
    CREW_LEAST = 3,
    CREW_SAID_KEPT = 50,
    CREW_SAID_MOST = 300, /* characters of a message */
    CREW_SAID_SIZE = 4 * CREW_SAID_MOST + 1,
    CREW_KEY_SIZE = 41,
    CREW_TEXT_SIZE = ALEA_CHOUETTE_TEXT_SIZE,
    CREW_MOMENT_MS = 3000, /* to turn a cube before another throws for the team */
    CREW_MISSING_MS = 5 * 60 * 1000 /* then others may name his proxy */
};

/* The code with which crew_apply refuses a message that is there already. */
#define CREW_SAID_BEFORE "said_before"

typedef enum crew_stage { CREW_GATHERING = 0, CREW_PLAYING, CREW_OVER } crew_stage;

typedef struct crew_seat {
    char name[132];
    char user[ID_SIZE]; /* "" = a machine player, or the account is gone */
    int level;          /* alea_level; -1 = a person */
} crew_seat;

typedef struct crew_said {
    int64_t seq, time;
    int seat;
    int game;                /* that was played then */
    bool for_crew;           /* by one of the team, while a game was played */
    char key[CREW_KEY_SIZE]; /* "" = none */
    char text[CREW_SAID_SIZE];
} crew_said;

/* What was paid in a game. */
typedef struct crew_game {
    int points[ALEA_CHOUETTE_SEATS]; /* sum 0 */
} crew_game;

typedef struct crew {
    alea_chouette_rules rules;
    crew_stage stage;
    int seats; /* that have ever been taken; before the start: are taken */
    crew_seat seat[ALEA_CHOUETTE_SEATS];
    alea_chouette c; /* from the start on */
    int64_t seq, time;
    int64_t moved;    /* the number of the last event of the play */
    int64_t moved_at; /* its time */
    int64_t begun;    /* the number of the event that began the last game */
    int rolls;        /* of the secret used so far */
    unsigned passed;  /* seats, a bit each */
    char seed[80];    /* hexadecimal digits; "" = not shown yet */
    int said;         /* messages kept, the oldest first */
    crew_said words[CREW_SAID_KEPT];
    int games; /* that are over */
    crew_game *game;
} crew;

typedef struct crew_refusal {
    const char *code;
    char text[200];
} crew_refusal;

/* Starts with the rules. NULL without memory. */
crew *crew_new(const alea_chouette_rules *rules);
void crew_free(crew *t); /* NULL is allowed */
/* Applies an event; `why` may be NULL. ALEA_ERROR_REFUSED: nothing has changed.
 * ALEA_ERROR_MEMORY: the same. */
alea_status crew_apply(crew *t, const storage_chouette_event *e, crew_refusal *why);

/* ---- looking ---- */

/* The seat of an account; -1 = none. */
int crew_seat_of(const crew *t, const char *user);
/* Whether somebody is in the line, box's partner, or waits to join; before the start:
 * has a seat. */
bool crew_is_in(const crew *t, int seat);
int crew_count_in(const crew *t);
bool crew_is_machine(const crew *t, int seat);
/* Is a game played, in which the seat is of the team? */
bool crew_is_team(const crew *t, int seat);
bool crew_is_running(const crew *t);
/* May the seat's account read the message now? Seat -1: a spectator. */
bool crew_may_read(const crew *t, const crew_said *m, int seat);
/* Whether the seat has a message with that key among those kept. "": never. */
bool crew_has_said(const crew *t, int seat, const char *key);
/* Whether an event's text is that of a message of the crew. */
bool crew_is_secret(const char *text);
/* Seats, a bit each, that may turn a cube before this throw, or before the first answer
 * to one that was turned, and have not passed; but not who throws. */
unsigned crew_may_double(const crew *t);
/* Whether a throw or an answer would come before others could turn their cubes: machine
 * players are asked, persons have a moment. */
bool crew_must_wait(const crew *t, int64_t now);
/* How many rolls of the secret an event takes that comes next. */
int crew_rolls_of(const crew *t, alea_chouette_type type);
/* Whether the event would be accepted now. */
bool crew_would(const crew *t, const alea_chouette_event *e);
/* Fills the refusal; NULL is allowed. */
void crew_refuse(crew_refusal *why, const char *code, const char *text);

#endif
