/* A command of the game protocol: its name, its fields, who may give it, what it does.
 * The table of all of them is in commands.c. */
#ifndef ALEA_SERVER_GAME_MODEL_COMMAND_H
#define ALEA_SERVER_GAME_MODEL_COMMAND_H

#include "answer.h"
#include "rights.h"

/* The actions come first, in the order in which a state lists them. */
typedef enum command_kind {
    COMMAND_CONTRIBUTE = 0,
    COMMAND_COMMIT,
    COMMAND_ROLL,
    COMMAND_DOUBLE,
    COMMAND_TAKE,
    COMMAND_DROP,
    COMMAND_BEAVER,
    COMMAND_RACCOON,
    COMMAND_PLAY,
    COMMAND_PLAY_AS_MADE,
    COMMAND_REQUIRE_LEGAL,
    COMMAND_RESIGN,
    COMMAND_ACCEPT_RESIGN,
    COMMAND_REJECT_RESIGN,
    COMMAND_NEXT_GAME,
    COMMAND_TAKEBACK,
    COMMAND_ACCEPT_TAKEBACK,
    COMMAND_REFUSE_TAKEBACK,
    COMMAND_AHEAD,
    COMMAND_REMATCH,
    COMMAND_ABORT,
    COMMAND_HINT,
    COMMAND_CHECK,
    COMMAND_SAY,
    COMMAND_WATCH,
    COMMAND_OUTLOOK,
    COMMAND_UNWATCH,
    COMMAND_LOBBY,
    COMMAND_TOURNAMENT,
    COMMAND_CLUB,
    COMMAND_TABLE,
    COMMAND_CHOUETTE,
    COMMAND_CANCEL,
    COMMAND_PING,
    COMMANDS
} command_kind;

/* The fields that a command may have beside `key` and `do`. */
enum {
    FIELD_GAME = 1 << 0,
    FIELD_AT = 1 << 1,
    FIELD_AFTER = 1 << 2,
    FIELD_ON = 1 << 3,
    FIELD_WORDS = 1 << 4,
    FIELD_MOVES = 1 << 5,
    FIELD_LEVEL = 1 << 6,
    FIELD_TEXT = 1 << 7,
    FIELD_ACTION = 1 << 8,
    FIELD_JOB = 1 << 9,
    FIELD_HASH = 1 << 10,
    FIELD_TOURNAMENT = 1 << 11,
    FIELD_DOUBLE = 1 << 12,
    FIELD_RESIGN = 1 << 13,
    FIELD_CLUB = 1 << 14,
    FIELD_TABLE = 1 << 15,
    FIELD_CHOUETTE = 1 << 16
};

typedef struct command_context command_context; /* host/context.h */
typedef void command_run(command_context *c);

enum {
    /* Only the rules of the game refuse it, with their own reason. */
    COMMAND_BY_RULES = 1 << 0,
    /* Refused in a rated game. */
    COMMAND_UNRATED = 1 << 1,
    /* Open to users without a seat. */
    COMMAND_OF_ALL = 1 << 2,
    /* A repeated command with the same key gets the first answer and is not run. */
    COMMAND_KEYED = 1 << 3,
    /* Not listed among the actions of a state. */
    COMMAND_UNLISTED = 1 << 4
};

typedef struct command {
    const char *name;
    unsigned fields, flags;
    game_right *may;       /* NULL: a state does not list it */
    alea_event_type event; /* the decision of the match, for `may` and `run` */
    command_run *run;
} command;

/* Whether `seat` (-1: a user without one) may do it now. */
bool command_may(const command *c, const game *g, int seat);

#endif
