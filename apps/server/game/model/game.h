/* One game (a match or a money session) as the server keeps it in memory: seats,
 * clocks, sealed dice, offers, and alea_record, which is the only authority on the
 * rules. */
#ifndef ALEA_SERVER_GAME_MODEL_GAME_H
#define ALEA_SERVER_GAME_MODEL_GAME_H

#include "dice/secret.h"
#include "server/support/ids.h"

#include <alea/levels.h>
#include <alea/record.h>

enum { ENTROPY_MOST = 64, COMMAND_KEY_SIZE = 41, AWAY_BUDGET_MS = 90 * 1000 };

typedef enum seat_kind { SEAT_FREE = 0, SEAT_PERSON, SEAT_MACHINE } seat_kind;
typedef enum game_opponent {
    OPPONENT_MACHINE = 0,
    OPPONENT_LINK,
    OPPONENT_OPEN
} game_opponent;
/* CLOCK_DAYS runs by the time of the day, whether or not a server runs: step_ms for a
 * turn, then the reserve. */
typedef enum clock_kind {
    CLOCK_NONE = 0,
    CLOCK_DELAY,
    CLOCK_FISCHER,
    CLOCK_DAYS
} clock_kind;
/* Whether a rated game counts for ratings. */
typedef enum game_counts { COUNTS_UNKNOWN = 0, COUNTS_NO, COUNTS_YES } game_counts;
/* How a game ended other than by the rules. */
typedef enum game_ending { ENDED_NOT = 0, ENDED_TIMEOUT, ENDED_ABORTED } game_ending;

typedef enum game_answer_ahead {
    AHEAD_NONE = 0,
    AHEAD_YES,
    AHEAD_NO
} game_answer_ahead;

/* What a player has said in advance while the other is to act, of CLOCK_DAYS only: the
 * answers to a double (take or drop) and to a resignation (accept or reject). */
typedef struct game_condition {
    game_answer_ahead to_double, to_resign;
    int64_t seq;    /* the last event by then */
    size_t entries; /* of the record */
} game_condition;

typedef struct game_seat {
    seat_kind kind;
    char user[ID_SIZE]; /* "" = no person */
    char name[132];
    bool guest;       /* the name is not that of an account */
    alea_level level; /* SEAT_MACHINE */
    bool contributed;
    char entropy[ENTROPY_MOST + 1]; /* the player's contribution to the dice */
    char committed[DICE_HASH_HEX];  /* hash of the commitment; "" = none */
    bool ready;                     /* for the next game */
    bool hinted;                    /* asked for a hint on the decision at hand */
    bool online;                    /* a socket of the player watches the game */
    int64_t reserve_ms;             /* left on the clock */
    int64_t budget_ms;              /* what is left of the disconnect budget */
    game_condition ahead;
    int64_t vacation_until; /* Unix ms; 0 = none. CLOCK_DAYS only */
} game_seat;

/* The facts of a game that do not change from its start to its end. */
typedef struct game_plan {
    alea_rules rules;
    game_opponent opponent;
    bool rated, tutor, spectators;
    clock_kind clock;
    int64_t reserve_ms, step_ms;
    int delay_s; /* delay for spectators; 0 = none */
    /* rating range of those who may join an open game; 0, 0 = anybody */
    int rating_range[2];
} game_plan;

typedef struct last_play {
    bool is_there;
    alea_player by;
    alea_roll roll;
    alea_move move[ALEA_MAX_MOVES];
    uint8_t count;
    char text[ALEA_PLAY_TEXT_SIZE];
} last_play;

/* The host's state of a game in memory (host/registry.h). */
typedef struct live_game live_game;

typedef struct game game;
struct game {
    char id[ID_SIZE]; /* first: support/id_map.h */
    game_plan plan;
    game_seat seat[2];
    char host[ID_SIZE]; /* the user who made it */
    game_stage stage;
    int64_t created, changed; /* Unix ms; changed: time of the last event */
    alea_record record;
    int64_t seq, play_seq; /* the last event; the last that changed the position */
    int said[3];           /* chat messages of seat 0, seat 1, all others */
    bool has_played[2];    /* made a play (a forced pass does not count) */

    dice_secret secret;
    char commitment[DICE_SEED_HEX];
    /* The server's signature of it, made at `created`; "" = none. */
    char signer[DICE_HASH_HEX], signature[DICE_SIGNATURE_HEX];
    bool opened; /* the seed is public */

    int takeback_by, rematch_by; /* the seat that asked; -1 = none */
    char next[ID_SIZE];          /* the rematch; "" = none */
    game_ending ended;
    int winner;       /* the winner of a game ended by `ended`; -1 = nobody */
    int ended_points; /* money: what the timeout cost */
    last_play last;

    /* Times of the game clock (games_clock), in ms; 0 = none. */
    int running;          /* the seat whose clock runs; -1 = none */
    int64_t turn_left_ms; /* of the delay */
    int64_t accounted;    /* time up to this moment is charged */
    /* since when both players are there but a contribution is missing */
    int64_t waiting_since;
    int64_t acted; /* the last event that changed the position */
    int64_t asked; /* Unix ms: the decision at hand began; 0 = not known */

    /* CLOCK_DAYS, in Unix ms: until when `running` has to act, and the end of a
     * vacation that is counted in it; 0 = none. */
    int64_t deadline, stood;
    int64_t taken_back; /* the last event that took something back; 0 = none */

    bool pair_is_full;  /* the players have had the day's number of rated results */
    game_counts counts; /* unrated: unknown; host/store.h */

    int overdue; /* rated games without a clock: the seat that is late; -1 = none */

    live_game *live; /* set by the host; NULL before */
};

/* A game without plan and players; NULL without memory. */
game *game_new(const char *id);
/* NULL is allowed. `live` stays the host's. */
void game_free(game *g);

/* The seat of a user; -1 = none. "" (a deleted account) has no seat. */
int game_seat_of(const game *g, const char *user);
bool game_is_machine_game(const game *g);
/* The kind of rating for this game, rated or not. Static storage. */
const char *game_pool(const game *g);
/* Whether it is played over days, by players who need not be there. */
bool game_is_by_days(const game *g);
/* What the seat has said in advance and still holds: it is used or forgotten with the
 * player's next decision, a new game, or when something is taken back. */
game_condition game_ahead(const game *g, int seat);
/* In a money session, after one game and before the next. */
bool game_is_between_money_games(const game *g);
alea_match_phase game_phase(const game *g);
/* The seat to act in the match; -1 = none, or the game is not running. */
int game_to_act(const game *g);
/* Whether that seat (-1: a person without one) may see the game. Without spectators
 * others see it only while a seat is free, which they may take, and when it is over. */
bool game_may_watch(const game *g, int seat);
/* Whether the game counts: after a play, a result, or, if it is rated, a roll. */
bool game_has_begun(const game *g);
/* The number of rolls so far, the index of the next one. */
uint64_t game_rolls(const game *g);

#endif
