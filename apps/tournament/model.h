/* A tournament: its plan, players and matches. Types only. */
#ifndef ALEA_TOURNAMENT_MODEL_H
#define ALEA_TOURNAMENT_MODEL_H

#include <stdbool.h>
#include <stdint.h>

enum {
    TOURNAMENT_PLAYERS = 256,
    TOURNAMENT_NAME = 132, /* bytes with the NUL */
    TOURNAMENT_ID = 16,    /* of an account or a game, with the NUL */
    TOURNAMENT_SEED = 65,
    TOURNAMENT_LENGTHS = 16,
    TOURNAMENT_LENGTH_MOST = 64, /* points of a match */
    TOURNAMENT_ROUNDS = 255,     /* of a Swiss tournament */
    TOURNAMENT_RATING_MOST = 9999,
    TOURNAMENT_ENTRIES = 5,      /* of one player, who may withdraw as often */
    TOURNAMENT_REPORTS = 5,      /* of one player about a match */
    TOURNAMENT_PROPOSALS = 10,   /* of one player, of times for a match */
    TOURNAMENT_EXTRA_DAYS = 14,  /* an agreed time lies so long after the deadline */
    TOURNAMENT_AHEAD_DAYS = 366, /* and without a deadline so long ahead */
    TOURNAMENT_LEAST_H = 48, /* to play in, of a match that opens late in its week */
    /* In place of a player. */
    PLAYER_UNKNOWN = -1,
    PLAYER_NOBODY = -2
};

typedef enum tournament_kind {
    TOURNAMENT_SINGLE = 0,
    TOURNAMENT_DOUBLE,
    TOURNAMENT_SWISS,
    TOURNAMENT_LEAGUE, /* everybody against everybody */
    TOURNAMENT_ARENA,  /* who is free is paired with another who is */
    TOURNAMENT_GROUPS, /* leagues of a few, then a knock-out of the best of each */
    TOURNAMENT_KINDS
} tournament_kind;

typedef enum tournament_seeding {
    SEEDING_ORDER = 0, /* of entry */
    SEEDING_RATING,    /* highest first, then order of entry */
    SEEDING_RANDOM,    /* by plan.seed */
    SEEDINGS
} tournament_seeding;

/* A second bracket for those who have lost: of a single elimination, or of groups. */
typedef enum tournament_consolation {
    CONSOLATION_NONE = 0,
    CONSOLATION_FIRST,       /* for the losers of the first round */
    CONSOLATION_PROGRESSIVE, /* for all but the finalists, as they lose */
    CONSOLATION_REST,        /* of groups: for those who do not go on */
    CONSOLATIONS
} tournament_consolation;

/* What becomes of a match that nobody came to until its last moment. */
typedef enum tournament_absence {
    ABSENCE_WAIT = 0, /* the director decides */
    ABSENCE_NONE,     /* both forfeit */
    ABSENCES
} tournament_absence;

typedef enum tournament_stage {
    TOURNAMENT_ENTRY = 0,
    TOURNAMENT_RUNNING,
    TOURNAMENT_OVER
} tournament_stage;

typedef struct tournament_plan {
    char name[TOURNAMENT_NAME];
    char director[TOURNAMENT_ID]; /* account; "" = anybody who has the file */
    tournament_kind kind;
    tournament_seeding seeding;
    tournament_consolation consolation;
    int lengths; /* how many are given; the last is that of later rounds too */
    int length[TOURNAMENT_LENGTHS];
    int final_length;  /* 0 = as the round's */
    int second_length; /* of losers' bracket and consolation; 0 = as the round's */
    int rounds;        /* Swiss; 0 = as many as the players need */
    int cycles;        /* league, groups: 1 or 2 */
    int group_size;    /* groups: players of one at most; else 0 */
    int advance;       /* groups: how many of each go on to the knock-out; else 0 */
    int minutes;       /* arena: from its start to the last pairing */
    int no_show;       /* arena: minutes to come to a game in (deadline.h); 0 = none */
    tournament_absence nobody; /* with a last moment (deadline.h) */
    int players_most;
    int deadline_h; /* no-show: hours to play a match in (deadline.h); 0 = none */
    int week_h;    /* league: hours of a round, from the start (deadline.h); 0 = none */
    bool by_clock; /* drawn at the time that is announced */
    bool automatic; /* Swiss: the next round is paired when one is decided */
    bool late;      /* who has an account may come into the draw himself (late.h) */
    bool online;    /* matches between accounts are games of the server */
    bool rated;
    int clock; /* 0 = none, 1 = delay, 2 = Fischer */
    int reserve_s, step_s;
    char seed[TOURNAMENT_SEED]; /* of random seeding: hexadecimal digits */
} tournament_plan;

typedef struct tournament_player {
    char name[TOURNAMENT_NAME];
    char user[TOURNAMENT_ID]; /* account; "" = none */
    int rating;               /* 0 = none */
    int seed;                 /* from 1; 0 = not in the draw */
    int group;                /* from 1; 0 = none */
    int entries;              /* how often */
    bool withdrawn;
    bool paused;        /* arena: is not paired until he is back */
    int pauses;         /* how often */
    int64_t free_since; /* arena: Unix ms; 0 = is not free */
} tournament_player;

typedef enum tournament_part {
    PART_MAIN = 0,
    PART_SECOND, /* losers' bracket, or consolation */
    PART_FINAL,  /* between the winners of both; its second round only if needed */
    PART_GROUP   /* of groups, before the knock-out, which is PART_MAIN */
} tournament_part;

typedef enum tournament_outcome {
    OUTCOME_NONE = 0,
    OUTCOME_PLAYED,
    OUTCOME_FORFEIT, /* winner -1: both */
    OUTCOME_BYE,     /* one player; the winner */
    OUTCOME_VOID     /* nobody came here */
} tournament_outcome;

/* A player's report of a match's result. */
typedef struct tournament_report {
    int count;  /* how often; 0 = nothing is said */
    int winner; /* side */
    bool has_score;
    int score[2];
    int64_t time; /* of the last, Unix ms */
} tournament_report;

/* When the two of a match of a league meet. */
typedef struct tournament_meeting {
    int64_t time;      /* Unix ms; 0 = nothing is proposed */
    int by;            /* the side that proposed it; -1 = the director */
    bool is_agreed;    /* by the other side too, or set by the director */
    int proposals[2];  /* of each side, so far */
    int64_t last_time; /* the latest that was agreed, even if called off; 0 = none */
} tournament_meeting;

typedef struct tournament_match {
    tournament_part part;
    int round; /* of its part, from 1 */
    int place; /* in its round, from 0 */
    int length;
    int player[2]; /* PLAYER_UNKNOWN, PLAYER_NOBODY */
    /* Where winner and loser go: 2 * match + side; -1 = nowhere. */
    int winner_to, loser_to;
    tournament_outcome outcome;
    int winner; /* side; -1 = nobody */
    bool has_score;
    int score[2];
    tournament_report report[2]; /* of each side */
    tournament_meeting meeting;
    bool is_undone;  /* a result was taken back: nobody's absence decides it again */
    bool is_open;    /* it is to be played now */
    int64_t opened;  /* Unix ms; 0 = not yet */
    int64_t came[2]; /* when each side came to its game; 0 = did not */
    int games;       /* that were made for it */
    char game[TOURNAMENT_ID];
    int64_t seq; /* the last event that changed it */
} tournament_match;

typedef struct tournament {
    tournament_plan plan;
    tournament_stage stage;
    int64_t seq; /* events so far */
    int64_t created, changed;
    int64_t started; /* Unix ms; 0 = not yet */
    int players;
    tournament_player player[TOURNAMENT_PLAYERS];
    int matches, match_capacity;
    tournament_match *match;
    int round;      /* Swiss: rounds paired; arena: waves */
    int rounds;     /* planned: of a Swiss, or of the main bracket; arena: 0 */
    int64_t ends;   /* arena: from when on nobody is paired, Unix ms */
    int64_t paired; /* arena: the last wave; 0 = none yet */
    /* Swiss: a round was taken back, and the next is for the director to pair, until
     * there is one more result. */
    bool is_held;
} tournament;

typedef enum tournament_event_kind {
    TOURNAMENT_CREATED = 0,
    TOURNAMENT_ENTERED,
    TOURNAMENT_WITHDREW,
    TOURNAMENT_STARTED,
    TOURNAMENT_PAIRED,
    TOURNAMENT_UNPAIRED,
    TOURNAMENT_RESULT,
    TOURNAMENT_FORFEIT,
    TOURNAMENT_UNDONE,
    TOURNAMENT_GAME,
    TOURNAMENT_CLOSED,
    TOURNAMENT_REPORTED,
    TOURNAMENT_PAUSED,
    TOURNAMENT_BACK,
    TOURNAMENT_CAME,       /* to the game that there is */
    TOURNAMENT_PROPOSED,   /* a time to meet; it is set if `who` is PLAYER_NOBODY */
    TOURNAMENT_AGREED,     /* the time that the other has proposed */
    TOURNAMENT_CALLED_OFF, /* the time to meet */
    TOURNAMENT_EVENTS
} tournament_event_kind;

/* An event of a tournament. The fields that its kind does not use are ignored. */
typedef struct tournament_event {
    tournament_event_kind kind;
    int64_t time;             /* Unix ms */
    tournament_plan plan;     /* CREATED */
    tournament_player player; /* ENTERED: name, user, rating */
    /* WITHDREW, REPORTED, PAUSED, BACK, CAME, GAME: player. PROPOSED, AGREED,
     * CALLED_OFF: player, or PLAYER_NOBODY: the director. */
    int who;
    int match;  /* RESULT, FORFEIT, UNDONE, GAME, REPORTED, CAME, and of a meeting */
    int winner; /* RESULT, FORFEIT, REPORTED: side; -1 = both forfeit */
    bool has_score; /* RESULT, REPORTED */
    int score[2];
    bool absent;                 /* FORFEIT: the losers did not come, and pause */
    char game[TOURNAMENT_ID];    /* GAME */
    char instead[TOURNAMENT_ID]; /* GAME: of this one, which is no more; "" = none */
    int64_t meets;               /* PROPOSED, AGREED: Unix ms */
    bool by_hand;                /* STARTED, PAIRED: by the director */
    int count;                   /* STARTED: players; PAIRED: pairs */
    /* STARTED: players by seed. PAIRED: two for each pair, PLAYER_NOBODY = bye. */
    int order[2 * TOURNAMENT_PLAYERS];
} tournament_event;

/* Why an event was refused; the tournament is as it was. */
typedef struct tournament_refusal {
    char code[24];
    char text[160];
} tournament_refusal;

#endif
