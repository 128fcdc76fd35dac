/* A table where two play, and what its parts share:
 *
 *   games.c         which rooms there are; the clock of the house
 *   room.c          one thing happens: applied, written down, told
 *   room_apply.c    what it does to the room; the same when it is read back
 *   room_events.c   what happens, as JSON and back
 *   room_store.c    head, list fields, journal; loading
 *   room_state.c    the state message
 *   room_clock.c    clocks and disconnect budgets
 *   room_commands.c what players ask for
 *   room_machine.c  the machine's decisions
 *   room_advice.c   hints and the tutor
 *   room_http.c     the HTTP side; room_make.c new rooms; lobby.c lists of them
 *
 * Loop's thread only. */
#ifndef ALEA_SERVER_ROOM_H
#define ALEA_SERVER_ROOM_H

#include "common/dice_secret.h"
#include "server/game/host/registry.h"
#include "server/support/json_out.h"
#include "server/server.h"
#include "server/support/id_map.h"

#include <alea/play_tree.h>
#include <alea/record.h>
#include <alea/search.h>

enum {
    WORDS_MOST = 64,
    CHAT_MOST = 300,   /* characters */
    CHATS_MOST = 1000, /* of each player, and of all others together, in a game */
    AWAY_BUDGET_MS = 90 * 1000,
    CONTRIBUTE_MS = 20 * 1000, /* then nothing is put in for who is there but silent */
    INTERRUPT_MS =
        2500, /* how long the machine waits where a double may interrupt it */
    IDLE_MS = 10 * 60 * 1000, /* unwatched rooms leave memory */
    REFUSED_KEPT = 8
};

typedef enum seat_kind { SEAT_FREE = 0, SEAT_PERSON, SEAT_MACHINE } seat_kind;
typedef enum room_opponent {
    OPPONENT_MACHINE = 0,
    OPPONENT_LINK,
    OPPONENT_OPEN
} room_opponent;
typedef enum clock_kind { CLOCK_NONE = 0, CLOCK_DELAY, CLOCK_FISCHER } clock_kind;
typedef enum room_ended {
    ENDED_NOT = 0,
    ENDED_TIMEOUT,
    ENDED_ABORTED
} room_ended; /* otherwise than by the match */

typedef struct room_seat {
    seat_kind kind;
    char user[ID_SIZE]; /* "" = no person */
    char name[132];
    alea_level level;
    bool contributed;
    char words[WORDS_MOST + 1];
    bool ready; /* for the next game */
    bool online;
    int64_t reserve_ms, budget_ms;
} room_seat;

/* What a room is from the beginning to the end. */
typedef struct room_plan {
    alea_rules rules;
    room_opponent opponent;
    bool rated, tutor, spectators;
    clock_kind clock;
    int64_t reserve_ms, step_ms;
} room_plan;

typedef struct last_play {
    bool is_there;
    alea_player by;
    alea_roll roll;
    alea_move move[ALEA_MAX_MOVES];
    uint8_t count;
    char text[ALEA_PLAY_TEXT_SIZE];
} last_play;

/* A refusal that is repeated if its key comes again. */
typedef struct refused_key {
    char user[ID_SIZE], key[COMMAND_KEY_SIZE], code[32], text[240];
    const char *note;
} refused_key;

typedef struct room {
    char id[ID_SIZE]; /* first: table.h */
    room_plan plan;
    room_seat seat[2];
    char host[ID_SIZE];
    storage_stage stage;
    int64_t created, changed; /* changed: of the last event */
    alea_record record;
    int64_t seq, play_seq; /* the last event; the last that changed the game */
    int said[3];           /* by seat 0, seat 1, others */
    bool has_played[2];    /* a play was made (a forced pass is none) */

    dice_secret secret;
    char commitment[DICE_SEED_HEX];
    bool opened;

    int takeback_by, rematch_by; /* -1: nobody asks */
    char next[ID_SIZE];
    room_ended ended;
    int winner;       /* -1: nobody; of a session that ended otherwise */
    int ended_points; /* money: what the timeout cost */
    last_play last;

    int running;           /* whose time it is, -1: nobody's */
    int64_t turn_left_ms;  /* of the delay */
    int64_t accounted;     /* until when the time has been charged */
    int64_t waiting_since; /* both are there, words are missing; 0 = not */

    bool dirty_presence;
    bool is_thinking;
    uint64_t thought; /* which of the machine's jobs counts; never used again */
    int64_t think_after;
    int64_t touched;
    refused_key *refused; /* [REFUSED_KEPT], or NULL */
    int refused_next;
} room;

typedef enum happening_kind {
    HAPPENED_MATCH = 0, /* an event of the match */
    HAPPENED_JOINED,
    HAPPENED_CONTRIBUTED,
    HAPPENED_READY,
    HAPPENED_TAKEBACK_ASKED,
    HAPPENED_TAKEBACK,
    HAPPENED_TAKEBACK_REFUSED,
    HAPPENED_REMATCH_ASKED,
    HAPPENED_REMATCH,
    HAPPENED_ABORTED,
    HAPPENED_TIMEOUT,
    HAPPENED_SAID,
    HAPPENED_DICE_OPENED,
    HAPPENINGS
} happening_kind;

/* One numbered event of a room. */
typedef struct happening {
    happening_kind kind;
    int by;           /* seat; -1 nobody, or a spectator who speaks */
    alea_event match; /* HAPPENED_MATCH; a play's moves as they are judged */
    int entries;      /* TAKEBACK: of the record, taken back */
    int winner;       /* ABORTED, TIMEOUT */
    int points;       /* TIMEOUT */
    const char *text; /* SAID: what; CONTRIBUTED: the words; DICE_OPENED: the seed */
    const char *name; /* SAID, JOINED */
    const char *user; /* JOINED; kept in the head, not in the event */
    const char *next; /* REMATCH */
    bool has_times;   /* read back: how the times stood after it */
    int64_t clock_ms[2], away_ms[2];
    int64_t time;
    char play_text[ALEA_PLAY_TEXT_SIZE]; /* of a play, filled by room_apply */
} happening;

struct games {
    server *server;
    table rooms;
    uint64_t thoughts;   /* of all rooms, also of those that were forgotten */
    json_out out, event; /* of the message being sent */
    alea_play_tree *tree;
    table asked; /* room_asked.h */
    json_out lobby;
    bool lobby_changed, lobby_to_tell;
    int64_t lobby_sent;
    char (*to_load)[ID_SIZE]; /* games with a clock that were running at the start */
    int to_load_count;
    size_t sweep;
};

/* ---- games.c ---- */
/* The room, loaded if need be; NULL if there is none or it cannot be read. */
room *games_room(games *g, const char *id);
/* Forgets it: what is stored stays. */
void games_forget(games *g, room *r);
bool games_keep(games *g, room *r);

/* ---- room.c ---- */
room *room_new(const char *id);
void room_free(room *r);
int room_seat_of(const room *r, const char *user); /* -1: none */
/* Applies, stores and tells. `user` and `key` of the command behind it, or "". Refused:
 * nothing changed, *refusal and *play_error (may be NULL) tell why. A failure to store
 * forgets the room: *r is not to be used after ALEA_ERROR_FILE. */
alea_status room_do(games *g, room *r, happening *h, const char *user, const char *key,
                    alea_refusal *refusal, alea_play_error *play_error);
/* The state to all who watch, as each may see it: when what may be done has changed
 * without an event. */
void room_tell_state(games *g, room *r);
/* What now follows of itself: the opening, passes, the next game, the end, the machine.
 * False: the room had to be forgotten. */
bool room_advance(games *g, room *r);
bool room_is_machine_game(const room *r);
/* May that seat (-1: a person without one) see the game? Without spectators a stranger
 * sees it while a seat is free, which he may take, and when it is over. */
bool room_may_watch(const room *r, int seat);
alea_match_phase room_phase(const room *r);
/* Who is to act in the match, -1: nobody, or not a running game. */
int room_to_act(const room *r);

/* ---- room_apply.c ---- */
alea_status room_apply(room *r, happening *h, alea_refusal *refusal,
                       alea_play_error *play_error);
/* How many entries a takeback by `seat` would take back; 0: there is nothing. */
size_t room_takeback_size(const room *r, int seat);
uint64_t room_rolls(const room *r);

/* ---- room_events.c ---- */
void event_write(json_out *o, const room *r, const happening *h);
/* Text in `h` is borrowed from `event`. */
bool event_read(const json_t *event, happening *h);

/* ---- room_store.c ---- */
/* The head, malloc'd; NULL without memory. */
char *room_head(const room *r);
void room_list_fields(const room *r, storage_game *out);
/* Puts a new room into the storage. */
alea_status room_put(games *g, const room *r);
room *room_load(games *g, const char *id);
/* Without its events: for lists. The caller's to free. */
room *room_load_head(games *g, const char *id);
/* The journal with every header fact; *bytes is the caller's to free. */
alea_status room_journal(room *r, char **bytes, size_t *size);
void room_tag(room *r);

/* ---- room_state.c ---- */
/* `,"state":{...}` is out_key + this: in two parts, the second for each audience. */
void state_begin(json_out *o, const room *r);
/* `seat` 0, 1, or -1; finishes the object. */
void state_end(games *g, json_out *o, const room *r, int seat);
void state_write(games *g, json_out *o, const room *r, int seat);
/* "clock" and "away_budget_ms", as they stood when time was last accounted for. */
void state_write_clock(json_out *o, const room *r);
void state_write_rules(json_out *o, const alea_rules *rules);
void state_write_tree(json_out *o, const alea_play_tree *tree);
/* May that be done by that seat now? The names of docs/api.md. */
bool room_may(const room *r, int seat, const char *action);

/* ---- room_clock.c ---- */
/* Charges the time since the last call. */
void clock_account(room *r, int64_t now);
/* After something happened at `now`: whose time it is. */
void clock_after(room *r, const happening *h, int64_t now);
/* Whose time is up, -1: nobody's. */
int clock_expired(const room *r);

/* ---- room_machine.c ---- */
/* Asks the machine, if it is to act and is not at it already. */
void machine_think(games *g, room *r);

/* ---- room_advice.c ---- */
void advice_hint(games *g, room *r, int seat, const game_command *command,
                 game_answer *answer);
void advice_check(games *g, room *r, int seat, const game_command *command,
                  game_answer *answer);

/* ---- room_make.c ---- */
/* A new room after `plan`; `seats` as they are taken. NULL, with *status: memory or
 * storage. */
room *room_make(games *g, const room_plan *plan, const room_seat seats[2],
                const char *host, alea_status *status);

/* ---- room_commands.c ---- */
bool room_read_moves(const json_t *value, alea_event *event);
__attribute__((format(printf, 3, 4))) void
answer_refuse(game_answer *a, const char *code, const char *format, ...);
void answer_refusal(game_answer *a, const room *r, alea_refusal refusal,
                    alea_play_error play_error);

/* ---- room_http.c ---- */
/* May that person make one more game? False: the reason as code and text. */
bool room_may_make(games *g, const char *address, const http_person *who,
                   const char **code, char text[240]);
/* Hands the text over to the reply; 503 where memory was short. */
void room_http_text(http_reply *reply, int status, json_out *o);

/* ---- lobby.c ---- */
void lobby_change(games *g);
void lobby_tick(games *g, int64_t now);

#endif
