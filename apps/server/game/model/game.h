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
#include "server/server.h"
#include "server/support/id_map.h"
#include "server/support/json_out.h"

#include <alea/play_tree.h>
#include <alea/record.h>
#include <alea/search.h>

enum {
    ENTROPY_MOST = 64,
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
typedef enum game_opponent {
    OPPONENT_MACHINE = 0,
    OPPONENT_LINK,
    OPPONENT_OPEN
} game_opponent;
typedef enum clock_kind { CLOCK_NONE = 0, CLOCK_DELAY, CLOCK_FISCHER } clock_kind;
typedef enum game_ending {
    ENDED_NOT = 0,
    ENDED_TIMEOUT,
    ENDED_ABORTED
} game_ending; /* otherwise than by the match */

typedef struct game_seat {
    seat_kind kind;
    char user[ID_SIZE]; /* "" = no person */
    char name[132];
    alea_level level;
    bool contributed;
    char entropy[ENTROPY_MOST + 1];
    bool ready; /* for the next game */
    bool online;
    int64_t reserve_ms, budget_ms;
} game_seat;

/* What a room is from the beginning to the end. */
typedef struct game_plan {
    alea_rules rules;
    game_opponent opponent;
    bool rated, tutor, spectators;
    clock_kind clock;
    int64_t reserve_ms, step_ms;
} game_plan;

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

typedef struct game {
    char id[ID_SIZE]; /* first: table.h */
    game_plan plan;
    game_seat seat[2];
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
    game_ending ended;
    int winner;       /* -1: nobody; of a session that ended otherwise */
    int ended_points; /* money: what the timeout cost */
    last_play last;

    int running;           /* whose time it is, -1: nobody's */
    int64_t turn_left_ms;  /* of the delay */
    int64_t accounted;     /* until when the time has been charged */
    int64_t waiting_since; /* both are there, words are missing; 0 = not */

    bool dirty_presence;
    bool is_thinking;
    uint64_t
        think_generation; /* which of the machine's jobs counts; never used again */
    int64_t think_after;
    int64_t touched;
    refused_key *refused; /* [REFUSED_KEPT], or NULL */
    int refused_next;
} game;

typedef enum game_event_kind {
    GAME_EVENT_MATCH = 0, /* an event of the match */
    GAME_EVENT_JOINED,
    GAME_EVENT_CONTRIBUTED,
    GAME_EVENT_READY,
    GAME_EVENT_TAKEBACK_ASKED,
    GAME_EVENT_TAKEBACK,
    GAME_EVENT_TAKEBACK_REFUSED,
    GAME_EVENT_REMATCH_ASKED,
    GAME_EVENT_REMATCH,
    GAME_EVENT_ABORTED,
    GAME_EVENT_TIMEOUT,
    GAME_EVENT_SAID,
    GAME_EVENT_DICE_OPENED,
    GAME_EVENTS
} game_event_kind;

/* One numbered event of a room. */
typedef struct game_event {
    game_event_kind kind;
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
} game_event;

struct games {
    server *server;
    table live;
    uint64_t think_generations; /* of all rooms, also of those that were forgotten */
    json_out out, event;        /* of the message being sent */
    alea_play_tree *tree;
    table requests; /* machine/asked.h */
    json_out lobby;
    bool lobby_changed, lobby_to_tell;
    int64_t lobby_sent;
    char (*to_load)[ID_SIZE]; /* games with a clock that were running at the start */
    int to_load_count;
    size_t sweep;
};

/* ---- games.c ---- */
/* The room, loaded if need be; NULL if there is none or it cannot be read. */
game *games_find(games *all, const char *id);
/* Forgets it: what is stored stays. */
void games_forget(games *all, game *g);
bool games_keep(games *all, game *g);

/* ---- room.c ---- */
game *game_new(const char *id);
void game_free(game *g);
int game_seat_of(const game *g, const char *user); /* -1: none */
/* Applies, stores and tells. `user` and `key` of the command behind it, or "". Refused:
 * nothing changed, *refusal and *play_error (may be NULL) tell why. A failure to store
 * forgets the room: *r is not to be used after ALEA_ERROR_FILE. */
alea_status game_do(games *all, game *g, game_event *h, const char *user,
                    const char *key, alea_refusal *refusal,
                    alea_play_error *play_error);
/* The state to all who watch, as each may see it: when what may be done has changed
 * without an event. */
void game_tell_state(games *all, game *g);
/* What now follows of itself: the opening, passes, the next game, the end, the machine.
 * False: the room had to be forgotten. */
bool game_advance(games *all, game *g);
bool game_is_machine_game(const game *g);
/* May that seat (-1: a person without one) see the game? Without spectators a stranger
 * sees it while a seat is free, which he may take, and when it is over. */
bool game_may_watch(const game *g, int seat);
alea_match_phase game_phase(const game *g);
/* Who is to act in the match, -1: nobody, or not a running game. */
int game_to_act(const game *g);

/* ---- room_apply.c ---- */
alea_status game_apply(game *g, game_event *h, alea_refusal *refusal,
                       alea_play_error *play_error);
/* How many entries a takeback by `seat` would take back; 0: there is nothing. */
size_t game_takeback_size(const game *g, int seat);
uint64_t game_rolls(const game *g);

/* ---- room_events.c ---- */
void event_write(json_out *o, const game *g, const game_event *h);
/* Text in `h` is borrowed from `event`. */
bool event_read(const json_t *event, game_event *h);

/* ---- room_store.c ---- */
/* The head, malloc'd; NULL without memory. */
char *game_head(const game *g);
void game_list_fields(const game *g, storage_game *out);
/* Puts a new room into the storage. */
alea_status game_put(games *all, const game *g);
game *game_load(games *all, const char *id);
/* Without its events: for lists. The caller's to free. */
game *game_load_head(games *all, const char *id);
/* The journal with every header fact; *bytes is the caller's to free. */
alea_status game_journal(game *g, char **bytes, size_t *size);
void game_tag(game *g);

/* ---- room_state.c ---- */
/* `,"state":{...}` is out_key + this: in two parts, the second for each audience. */
void state_begin(json_out *o, const game *g);
/* `seat` 0, 1, or -1; finishes the object. */
void state_end(games *all, json_out *o, const game *g, int seat);
void state_write(games *all, json_out *o, const game *g, int seat);
/* "clock" and "away_budget_ms", as they stood when time was last accounted for. */
void state_write_clock(json_out *o, const game *g);
void state_write_rules(json_out *o, const alea_rules *rules);
void state_write_tree(json_out *o, const alea_play_tree *tree);
/* May that be done by that seat now? The names of docs/api.md. */
bool game_may(const game *g, int seat, const char *action);

/* ---- room_clock.c ---- */
/* Charges the time since the last call. */
void clock_account(game *g, int64_t now);
/* After something happened at `now`: whose time it is. */
void clock_after(game *g, const game_event *h, int64_t now);
/* Whose time is up, -1: nobody's. */
int clock_expired(const game *g);

/* ---- room_machine.c ---- */
/* Asks the machine, if it is to act and is not at it already. */
void machine_think(games *all, game *g);

/* ---- room_advice.c ---- */
void advice_hint(games *all, game *g, int seat, const game_command *command,
                 game_answer *answer);
void advice_check(games *all, game *g, int seat, const game_command *command,
                  game_answer *answer);

/* ---- room_make.c ---- */
/* A new room after `plan`; `seats` as they are taken. NULL, with *status: memory or
 * storage. */
game *game_make(games *all, const game_plan *plan, const game_seat seats[2],
                const char *host, alea_status *status);

/* ---- room_commands.c ---- */
bool game_read_moves(const json_t *value, alea_event *event);
__attribute__((format(printf, 3, 4))) void
answer_refuse(game_answer *a, const char *code, const char *format, ...);
void answer_refusal(game_answer *a, const game *g, alea_refusal refusal,
                    alea_play_error play_error);

/* ---- room_http.c ---- */
/* May that person make one more game? False: the reason as code and text. */
bool game_may_make(games *all, const char *address, const http_person *who,
                   const char **code, char text[240]);
/* Hands the text over to the reply; 503 where memory was short. */
void game_http_text(http_reply *reply, int status, json_out *o);

/* ---- lobby.c ---- */
void lobby_change(games *all);
void lobby_tick(games *all, int64_t now);

#endif
