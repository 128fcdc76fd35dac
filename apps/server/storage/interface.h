/* Storage interface; SQLite and PostgreSQL implement it. Every call is one transaction.
 * It survives the death of the process once it returns ALEA_OK; otherwise nothing
 * changed. (For events after storage_write_behind: once storage_kept has reached them.)
 * One thread at a time. Returned texts lie in the caller's struct, or are malloc'd and
 * the caller frees them, as documented. ids have 12 characters; times are Unix
 * milliseconds. */
#ifndef ALEA_SERVER_STORAGE_INTERFACE_H
#define ALEA_SERVER_STORAGE_INTERFACE_H

#include "server/storage/database/answer.h"
#include "server/support/system.h"

#include <alea/status.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct storage storage;

/* Lists return how many were written, or -1 if they could not be read. */

/* The number of failed reads since the storage was opened. */
int64_t storage_reads_failed(const storage *s);

/* Opens a file or the database at an address, creating it or upgrading its schema.
 * Refuses a newer schema and files that are no database, with the reason. */
alea_status storage_open(storage **out, const char *place, alea_error *error);
/* As storage_open, but waits for a database that is not started yet, as after a power
 * cut, until is_stopped(), which a signal sets. */
alea_status storage_await(storage **out, const char *place, bool (*is_stopped)(void),
                          alea_error *error);
/* "postgresql://..." or "postgres://...", as libpq reads it; else a file. */
bool storage_is_address(const char *place);
/* The place for messages, without a password. */
void storage_describe(const char *place, char *out, size_t size);
/* Claims the database for this process alone, or as one of several that hold games
 * (storage_join). Refused with the reason. A file is for one process, see
 * storage_lock. */
alea_status storage_claim(storage *s, bool alone, alea_error *error);
/* From now on calls wait at most a second: for an answer of the database, for the
 * writer, for another process that has the file. While the database is silent (it did
 * not answer a thread that asks it twice a second) they fail at once. */
void storage_hurry(storage *s);
void storage_close(storage *s); /* NULL is allowed */
/* False from the moment a write fails, or the disk has less than 1 MB free, until a
 * write succeeds again; a background thread tries once a second. */
bool storage_is_writable(const storage *s);
/* Locks a data file, so that two servers do not serve it: *lock is to be closed after
 * the storage, since closing it releases SQLite's locks. No lock (-1) for a database,
 * see storage_claim, and for ":memory:". */
alea_status storage_lock(const char *place, int *lock, alea_error *error);
/* Copies all of a storage into an empty one, in one transaction, and reads it again:
 * `each` is called for every table with its rows and their hash, equal in both.
 * ALEA_ERROR_REFUSED if the target is not empty, ALEA_ERROR_CHECKSUM if they differ;
 * the target is left empty then. */
typedef void storage_copied_fn(void *context, const char *table, int64_t rows,
                               const char *hash);
alea_status storage_copy(const char *from, const char *to, storage_copied_fn *each,
                         void *context, alea_error *error);
/* Makes a consistent copy, a new file, while others write. */
alea_status storage_backup(const char *place, const char *copy, alea_error *error);
/* Checks integrity; counts users, games, events. */
alea_status storage_check(const char *place, int64_t counts[3], alea_error *error);

/* ---- people ---- */
typedef struct storage_user {
    char id[ID_SIZE];
    char name[132];
    char password_hash[128]; /* libsodium's text; "" = guest */
    char settings[8200];     /* JSON object */
    char skeleton[268];      /* what the name looks like; put: "" stays as it is */
    int64_t created;
    int64_t closed; /* until then nobody can sign in; 0 = open; put: stays as it is */
} storage_user;
typedef struct storage_session {
    char id[ID_SIZE];
    uint8_t secret_hash[32];
    char user[ID_SIZE];
    char agent[128];
    int64_t created, seen;
    char origin[20]; /* a hash of the address where it began; "" = not known */
} storage_session;
/* ALEA_ERROR_ARGUMENT: the name is taken (named accounts only; case-folded ASCII). */
alea_status storage_user_put(storage *s, const storage_user *user);
/* Puts name, skeleton, password and settings if the first and the last two are still as
 * in `was`. ALEA_ERROR_REFUSED: they are not, or the account is gone; nothing changes.
 * ALEA_ERROR_ARGUMENT: the name is taken. */
alea_status storage_user_change(storage *s, const storage_user *was,
                                const storage_user *user);
storage_answer storage_user_get(storage *s, const char *id, storage_user *out);
storage_answer storage_user_named(storage *s, const char *name, storage_user *out);
/* Another account than `id` whose name looks the same. */
storage_answer storage_user_alike(storage *s, const char *skeleton, const char *id,
                                  storage_user *out);
/* Every named account, by name; `each` returns false to stop. */
typedef bool storage_user_fn(void *context, const storage_user *user);
alea_status storage_users(storage *s, storage_user_fn *each, void *context);
/* Closes the account until a time, and ends its sessions, or opens it again (0).
 * ALEA_ERROR_ARGUMENT: there is no such account. */
alea_status storage_user_close(storage *s, const char *id, int64_t until);
/* Removes the sessions too. Games and their events stay, with the name "somebody". */
alea_status storage_user_remove(storage *s, const char *id);
/* The same, and removes uploaded matches, reports by and about the person, and what
 * they have said. */
alea_status storage_user_erase(storage *s, const char *id);
/* Calls `each` for users that were removed, or lost sessions by
 * storage_sessions_remove_but, by any program since change number *seen, which moves on
 * as long as `each` returns true; 100 at a time, perhaps twice for one user. `each` may
 * use the storage. */
typedef bool storage_person_fn(void *context, const char *user, bool removed);
void storage_people_changed(storage *s, int64_t *seen, storage_person_fn *each,
                            void *context);
/* The number of the last change; 0 = none, -1 = could not be read. */
int64_t storage_people_last(storage *s);
/* A session begins, all in one transaction: `user` is changed as by
 * storage_user_change, to the same where nothing shall change, or put as by
 * storage_user_put (`was` NULL: a new one); then `fresh` begins, `old` of its person
 * ends ("" = none), and with `alone` every other session of the account. Statuses of
 * those two. */
typedef struct storage_beginning {
    const storage_user *was, *user;
    const storage_session *fresh;
    const char *old_user, *old;
    bool alone;
} storage_beginning;
alea_status storage_session_begin(storage *s, const storage_beginning *b);
/* Inserts, or renews `agent` and `seen` of the same secret. */
alea_status storage_session_put(storage *s, const storage_session *session);
storage_answer storage_session_find(storage *s, const uint8_t secret_hash[32],
                                    storage_session *out);
int storage_sessions_of(storage *s, const char *user, storage_session *out,
                        int capacity);
storage_answer storage_session_exists(storage *s, const char *user, const char *id);
/* ALEA_ERROR_ARGUMENT: that user has no such session. */
alea_status storage_session_remove(storage *s, const char *user, const char *id);
alea_status storage_sessions_remove_but(storage *s, const char *user, const char *keep);
/* Removes sessions not seen since `before`, guests' games without a play not changed
 * since `unplayed_before`, then guests older than `guests_before` and not seen since
 * who have no game, nor a desk that is younger than `before`. */
alea_status storage_tidy(storage *s, int64_t before, int64_t guests_before,
                         int64_t unplayed_before);

/* The same by a thread with a connection of its own, after storage_hurry; a failure
 * goes to the log. No effect while the last one runs. */
void storage_tidy_behind(storage *s, int64_t before, int64_t guests_before,
                         int64_t unplayed_before);

/* ---- archive ---- */
/* Compresses the events of a game that is over; they are read and appended to as
 * before. */
alea_status storage_archive(storage *s, const char *game_id);
/* Looks at the next 50 games after `cursor` ("" = from the first; it moves on) and
 * archives those that are over, had a play and did not change since `before`. Returns
 * how many, or -1 with `cursor` "" at the end. Games that cannot be read are left. */
int storage_archive_some(storage *s, char cursor[ID_SIZE], int64_t before);

/* ---- several servers on one storage ---- */
/* Joins as a server that holds the games in its memory: it alone appends events to
 * them. The lease lasts for `lease_ms` and is renewed by a thread every `renew_ms`.
 * `address` is the server's name: games that a server of the same name held before it
 * died are free at once. While one of that name is alive the call is refused
 * (ALEA_ERROR_REFUSED, with the reason); the first call may wait for a lease to end.
 * Afterwards every event carries the holder, and an event of a server that is no longer
 * the holder of the game is refused (ALEA_ERROR_REFUSED). Call again after
 * storage_holds has become false: it begins anew. Without this call a storage holds
 * everything. Times are those of the database. */
alea_status storage_join(storage *s, const char *address, const char *key, int lease_ms,
                         int renew_ms, alea_error *error);
bool storage_is_shared(const storage *s); /* after storage_join */
/* Gives everything back at once. No effect without storage_join. */
void storage_leave(storage *s);
/* The name of this server among the living ones; "" without storage_join. */
const char *storage_holder(const storage *s);
/* server_ticks() until when this server surely lives for the others. */
int64_t storage_held_until(const storage *s);
/* False once what is held may be somebody else's: games in memory must be dropped. */
bool storage_holds(const storage *s);
/* ALEA_ERROR_REFUSED: the server at `other` holds it, or, with `other` "", it is locked
 * and can be had in a while.
 * ALEA_ERROR_ARGUMENT: no such game. */
enum { STORAGE_ADDRESS = 80 };
alea_status storage_take(storage *s, const char *game_id, char other[STORAGE_ADDRESS]);
/* Asks the server that holds the game for it. */
void storage_ask(storage *s, const char *game_id);
/* After all its events are written. */
void storage_drop(storage *s, const char *game_id);
/* Games that this server holds and others have asked for; returns how many. */
int storage_asked(storage *s, char (*out)[ID_SIZE], int capacity);
/* Running games that were held by a server that is gone; returns how many. */
int storage_orphans(storage *s, char (*out)[ID_SIZE], int capacity);

/* ---- games and matches ---- */
/* A game, or an uploaded match. `head` is a JSON object that the caller defines (rules,
 * seats, clocks, sealed seed); the other fields are for lists. */
typedef struct storage_game {
    char id[ID_SIZE];
    game_stage stage;
    bool listed;           /* in the lobby while waiting; among the live ones */
    char user[2][ID_SIZE]; /* seats; "" = machine or nobody; uploaded: [0] its owner */
    char names[2][132];
    int64_t created, changed;
    int match_length;
    char preset[24];
    int score[2], winner; /* -1 nobody */
    bool elsewhere;       /* of storage_games_in: another server holds it */
    double pr[2], luck;   /* NAN = not analysed; put: what is there stays */
    /* With an event: the rating that the result counts for, see results.h; "" = none.
     * Not read back. */
    char pool[16];
    /* With an event of a game that is played over days: whose turn it is after it.
     * NULL: stays. Not read back. */
    const struct storage_turn *turn;
} storage_game;
/* Inserts or replaces, `head` with it (NULL: head stays). */
alea_status storage_game_put(storage *s, const storage_game *game, const char *head);
/* *head (may be NULL) is malloc'd. */
storage_answer storage_game_get(storage *s, const char *id, storage_game *game,
                                char **head);
alea_status storage_game_remove(storage *s, const char *id);
/* Orders the server that holds the game to end it, or else the next one that reads it:
 * it notes a file "end" and announces the game as storage_people_changed does.
 * ALEA_ERROR_ARGUMENT: there is no such game, or it is over. */
alea_status storage_game_end(storage *s, const char *id);
/* Newest first, created before `before` (0 = now); returns how many were written. */
int storage_games_of(storage *s, const char *user, bool finished, int64_t before,
                     storage_game *out, int capacity);
int storage_games_in(storage *s, game_stage stage, bool listed_only, storage_game *out,
                     int capacity);

/* Appends event number `seq` (1, 2, ...; must be the next one, else
 * ALEA_ERROR_REFUSED), with the command key that caused it ("" = none; unique with user
 * in a game, else ALEA_ERROR_ARGUMENT), and, in the same transaction, the new list
 * fields where `game` is not NULL and the new head where `head` is not. The game must
 * have been put. */
alea_status storage_event_append(storage *s, const char *game_id, int64_t seq,
                                 int64_t time, const char *user, const char *key,
                                 const char *json, const storage_game *game,
                                 const char *head);
/* The clocks of a running game as of now. Clocks that cannot be stored, or not by the
 * holder of the game, are left out; those stored before stay. Behind the writer of
 * storage_write_behind they take their place among the events, but nothing waits for
 * them. */
typedef struct storage_clocks {
    int64_t seq; /* the last event of the game by then */
    int64_t reserve_ms[2], away_ms[2], step_ms;
    bool present[2]; /* the seat's person was there */
    int64_t age_ms;  /* get: how long ago it was, by the clock of the database */
} storage_clocks;
void storage_clocks_put(storage *s, const char *game_id, const storage_clocks *clocks);
storage_answer storage_clocks_get(storage *s, const char *game_id, storage_clocks *out);

/* ---- games that are played over days ---- */

/* Whose turn it is in such a game, kept so that nobody has to read the game: until the
 * deadline comes it needs no memory. */
typedef struct storage_turn {
    char game[ID_SIZE];   /* put with an event: not read */
    int64_t seq;          /* the last event of the game by then */
    char player[ID_SIZE]; /* the user who is to act; "" = nobody */
    int64_t deadline;     /* Unix ms */
    int64_t stood;        /* the end of a vacation that the deadline counts; 0 = none */
    const char *card;     /* JSON: the position, for lists */
} storage_turn;
/* `each` gets turns whose texts are valid during the call, and must not use the
 * storage. */
typedef void storage_turn_fn(void *context, const storage_turn *turn);
/* Corrects a turn outside of events; the other, within the caller's transaction. */
alea_status storage_turn_put(storage *s, const storage_turn *turn);
alea_status turn_put_within(storage *s, const char *game_id, const storage_turn *turn,
                            const char *holder);
/* Without the card. */
storage_answer storage_turn_get(storage *s, const char *game_id, storage_turn *out);
/* The turns of all running games of the user, whoever is to act. */
alea_status storage_turns_of(storage *s, const char *user, storage_turn_fn *each,
                             void *context);
/* Games whose deadline is not after `time`, the earliest first. */
int storage_turns_due(storage *s, int64_t time, char (*out)[ID_SIZE], int capacity);
/* Turns whose players want a word about them (`wish`: a bit of their storage_wishes),
 * have neither had one nor looked, and that `claimer` may claim; the earliest deadline
 * first, without cards. `all`, -1: as word_due_free. */
int storage_turns_untold(storage *s, const char *claimer, bool all, int wish,
                         storage_turn *out, int capacity);
/* As for other words: word_due_claim, word_due_return, word_due_sent. */
storage_answer storage_turn_claim(storage *s, const char *claimer, const char *game_id,
                                  const char *player);
alea_status storage_turn_return(storage *s, const char *claimer, const char *game_id,
                                const char *player);
alea_status storage_turn_sent(storage *s, const char *game_id, const char *player);
/* The player needs no word about his turn: he has looked at it. */
alea_status storage_turn_told(storage *s, const char *game_id, const char *player);
/* Running games without such a turn, whose clocks run by the server's ticks. */
int storage_games_ticking(storage *s, char (*out)[ID_SIZE], int capacity);

/* A person's vacation. */
typedef struct storage_vacation {
    int64_t year;         /* that `used` is of */
    int64_t used;         /* ms of that year */
    int64_t since, until; /* Unix ms; until <= now: over */
} storage_vacation;
/* Within a transaction that stores turns, before anything is changed: until its end
 * nobody's vacation begins or ends. Such a change, which moves the deadlines of stored
 * turns, waits, and finds those of this transaction. */
alea_status vacations_hold(storage *s);
/* Within the same: the turn of that person from `now` on as his vacation has it. */
alea_status turn_meet_vacation(storage *s, const char *person, int64_t now,
                               int64_t *deadline, int64_t *stood);
/* ABSENT: the person has never had one. */
storage_answer storage_vacation_get(storage *s, const char *person,
                                    storage_vacation *out);
/* Stores it; with the turns in which the person is to act it moves the deadlines that
 * are more than `least_ms` away: they stand until `until`, or, if that is not after
 * `now`, go on. ALEA_ERROR_ARGUMENT: there is no such person. */
alea_status storage_vacation_put(storage *s, const char *person,
                                 const storage_vacation *v, int64_t now,
                                 int64_t least_ms);

/* ---- words that wait ---- */

/* What there are words about; the bits of stored wishes are 1 << kind. */
typedef enum word_kind {
    WORD_TURN = 0,  /* it is your turn in a game */
    WORD_MATCH,     /* your match of a tournament may be played */
    WORD_CHALLENGE, /* somebody challenges you */
    WORD_MEETING,   /* the other of a match proposes, agrees to or calls off a time */
    WORD_TABLE,     /* it is your turn at a table of another game */
    WORD_KINDS
} word_kind;

/* Turns have their own place: storage_turns_untold. */
typedef struct storage_word {
    char person[ID_SIZE];
    char about[ID_SIZE]; /* the game of a challenge, the table, else the tournament */
    word_kind kind;
    int64_t time; /* of what it is about, as server_now() */
} storage_word;

/* Within the transaction of what it is about. This server is to send it while it lives.
 * No effect where the account wants none of the kind, or has one already that it has
 * not looked at. */
alea_status word_due_put(storage *s, const storage_word *w);
/* `claimer`, the name of a server, is to send it and nobody else as long as it lives.
 * ABSENT: there is none, it was sent, or it is another living server's, or on its way
 * from this one. */
storage_answer word_due_claim(storage *s, const char *claimer, const char *person,
                              word_kind kind, const char *about);
/* What was claimed was not sent, and may be claimed again. */
alea_status word_due_return(storage *s, const char *claimer, const char *person,
                            word_kind kind, const char *about);
/* What was claimed, by whomever, was sent or given up. No effect if there is none. */
alea_status word_due_sent(storage *s, const char *person, word_kind kind,
                          const char *about);
/* The account has looked: a further word may be put. No effect if there is none. */
alea_status word_due_seen(storage *s, const char *person, const char *about);
/* Whether the account has a word about it that it has not looked at. */
storage_answer word_due_there(storage *s, const char *person, const char *about);
/* Removes those that are older than that time. */
alea_status word_due_tidy(storage *s, int64_t time);
/* Those sent, oldest first; -1: they cannot be read. */
int word_due_had(storage *s, storage_word *out, int capacity);
/* Those of servers that are gone, which `claimer` may claim, oldest first, while there
 * is something to tell: the challenge waits, the match at the table goes on, the
 * tournament was not removed. `all`: also what is its own, and what no server is to
 * send. -1: they cannot be read. */
int word_due_free(storage *s, const char *claimer, bool all, storage_word *out,
                  int capacity);

/* Enables group commit: a writer thread stores queued events in batched transactions.
 * storage_event_append then returns ALEA_OK once the event is queued; the caller must
 * publish nothing that depends on it before storage_kept reaches the value that
 * storage_taken had. The thread calls `wake` when storage_kept has changed. False, with
 * no effect, if the thread cannot be started. */
bool storage_write_behind(storage *s, void (*wake)(void *context), void *context);
/* Writes the queue and ends the thread; later calls are synchronous again. */
void storage_write_through(storage *s);
/* The number of the last queued event; 0 without a writer. */
int64_t storage_taken(const storage *s);
/* All events up to the returned number are kept or lost. First calls `lost` with the
 * game of each event that could not be stored: the game in memory is ahead of the
 * storage and must be dropped. */
typedef void storage_lost_fn(void *context, const char *game_id);
int64_t storage_kept(storage *s, storage_lost_fn *lost, void *context);

/* The seq that `key` of `user` caused in the game; 0 = none, -1 = could not be read. */
int64_t storage_event_of_key(storage *s, const char *game_id, const char *user,
                             const char *key);
enum { STORAGE_KEY_SIZE = 64 };
/* Calls `each` for the keys of the stored events. Left out are events that wait to be
 * stored and games that are archived. `each` must not use the storage. */
typedef void storage_key_fn(void *context, const char *user, const char *key);
alea_status storage_event_keys(storage *s, const char *game_id, storage_key_fn *each,
                               void *context);
/* Calls `each` for the events after `after`, in order, until it returns false. `each`
 * must not use the storage. */
typedef bool storage_event_fn(void *context, int64_t seq, int64_t time,
                              const char *json);
alea_status storage_events(storage *s, const char *game_id, int64_t after,
                           storage_event_fn *each, void *context);

/* Files kept with a game: "journal" (of a game that is over, or an uploaded match),
 * "analysis" (JSON), "report" (a page, compressed), "figures" (JSON, for statistics),
 * "ahead0", "ahead1" (JSON: what a seat has said in advance, host/days.h),
 * "wanted" (JSON: an analysis that was asked for and is not made yet), "end" (empty:
 * the game is to end without a winner). */
alea_status storage_blob_put(storage *s, const char *game_id, const char *kind,
                             const void *bytes, size_t size);
storage_answer storage_blob_get(storage *s, const char *game_id, const char *kind,
                                char **bytes, size_t *size);
/* No effect if there is none. */
alea_status storage_blob_remove(storage *s, const char *game_id, const char *kind);
/* Games with a "wanted"; returns how many were written. */
int storage_wanted(storage *s, char (*out)[ID_SIZE], int capacity);

#endif
