/* Tables at which games of the backgammon family are played: a row each, and the lines
 * of its record. Event loop thread only. */
#ifndef ALEA_SERVER_STORAGE_FAMILY_FAMILY_H
#define ALEA_SERVER_STORAGE_FAMILY_FAMILY_H

#include "server/storage/interface.h"

enum {
    STORAGE_FAMILY_HEAD = 4096, /* bytes of the head of a record */
    STORAGE_FAMILY_LINE = 96,   /* bytes of a line, with the NUL */
    STORAGE_FAMILY_DICE = 148
};

typedef struct storage_family_line {
    char text[STORAGE_FAMILY_LINE];
} storage_family_line;

typedef enum family_seats {
    FAMILY_HERE = 0, /* both at one screen: user[0] has both seats */
    FAMILY_FRIEND,   /* the other seat is for whoever has the link */
    FAMILY_MACHINE,
    FAMILY_OPEN /* the other seat is for anybody: it stands in the list */
} family_seats;

typedef enum family_stage {
    FAMILY_WAITS = 0, /* for the other player */
    FAMILY_PLAYS,
    FAMILY_OVER,
    FAMILY_CLOSED /* by a player, before the match was over */
} family_stage;

typedef enum family_clock {
    FAMILY_NO_CLOCK = 0,
    FAMILY_DELAY,  /* a turn's seconds, then the reserve; only while a server runs */
    FAMILY_DAYS,   /* the same by days, also while none runs */
    FAMILY_FISCHER /* a reserve, to which each play adds; as FAMILY_DELAY */
} family_clock;

typedef struct storage_family {
    char id[ID_SIZE];
    char user[2][ID_SIZE]; /* "" = nobody (any more) */
    char name[2][132];     /* read only: of the accounts; "" = none */
    family_seats seats;
    family_stage stage;
    char game[24];                  /* the series */
    char head[STORAGE_FAMILY_HEAD]; /* the record's first lines; of lists: "" */
    char dice[STORAGE_FAMILY_DICE]; /* their seed, sealed until the end */
    char dice_game[25];
    int64_t created, changed; /* Unix ms */
    int64_t last;             /* the number of the last line; 0 = none */
    family_clock clock;
    int64_t step_ms, bank_ms; /* of a turn; the reserve of each at the beginning */
    int64_t reserve_ms[2];    /* left of each at the last line */
    int64_t due;   /* when the time of whoever is to act is used up, Unix ms; 0 = no
                    clock runs */
    int64_t stood; /* the end of a vacation that `due` counts; 0 = none */
    int runs;      /* the seat whose clock runs, or the machine's if it is to act; -1 =
                      none. Written only */
    int lost;      /* the seat whose time was used up, + 1; 0 = none */
    int level;     /* of the machine: an alea_level */
} storage_family;

/* A new one. ALEA_ERROR_FILE: it could not be stored. */
alea_status storage_family_make(storage *s, const storage_family *row);
/* Stores `count` lines behind those of before and the row as it is after them: `last`
 * is the number of the last of them, `changed` their time. With them a word to whoever
 * is to act now; of person "" there is none. ALEA_ERROR_REFUSED, with nothing changed:
 * somebody else has stored lines meanwhile. By days the clock is stored, and left in
 * `after`, as a vacation of whoever is to act has it. */
alea_status storage_family_append(storage *s, storage_family *after,
                                  const storage_family_line *line, int count,
                                  const storage_word *word);
/* Those with a clock that runs out first, in order: `id` and `due` alone. Returns how
 * many were written; -1 = could not be read. */
int storage_families_due(storage *s, storage_family *out, int capacity);
/* Called every second while clocks run. If that has not happened for `gap_ms`, or time
 * has gone backwards, no server was there or the clock was set: *was_away, and what
 * every clock but those of days has left is as it was. */
alea_status storage_families_beat(storage *s, int64_t now, int64_t gap_ms,
                                  bool *was_away);
/* Those at which the machine is to act, changed after that time, in order: `id` and
 * `changed` alone. Returns how many were written; -1 = could not be read. */
int storage_families_machine(storage *s, int64_t after, storage_family *out,
                             int capacity);
storage_answer storage_family_get(storage *s, const char *id, storage_family *out);
/* Called with each line in order; false ends the reading. */
typedef bool storage_family_fn(void *context, int64_t seq, int64_t time,
                               const char *line);
alea_status storage_family_lines(storage *s, const char *id, int64_t after,
                                 storage_family_fn *each, void *context);
/* Those of an account, the last changed first; of the open ones, those that are neither
 * over nor closed. Returns how many were written; -1 = could not be read. */
int storage_families_of(storage *s, const char *user, bool open, storage_family *out,
                        int capacity);
/* The open ones of everybody with their dice, the last changed first. Returns how many
 * were written; -1 = could not be read. */
int storage_families_running(storage *s, storage_family *out, int capacity);
/* How many open ones the account has; -1 = could not be read. */
int64_t storage_families_open(storage *s, const char *user);
/* Those that anybody may join, made since that time, the newest first, with their
 * heads. Returns how many were written; -1 = could not be read. */
int storage_families_offered(storage *s, int64_t since, storage_family *out,
                             int capacity);
/* How many such the account has, of any time; -1 = could not be read. */
int64_t storage_families_offered_by(storage *s, const char *user);

#endif
