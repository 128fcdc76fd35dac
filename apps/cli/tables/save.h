/* The record of a tables match as it is played: every event is on disk before it is
 * shown. Players and dice are comments of the record, for --resume. */
#ifndef ALEA_CLI_TABLES_SAVE_H
#define ALEA_CLI_TABLES_SAVE_H

#include "commands.h"
#include "sealed.h"

#include "cli/save/growing.h"

enum {
    TABLES_NAME_SIZE = 128,
    TABLES_MOST_RECORD = 16 << 20 /* bytes of a record that is read */
};

typedef struct tables_save {
    int fd; /* -1: the match is not saved */
    char path[SAVE_PATH_SIZE];
    off_t length; /* bytes that are good */
    bool watched; /* a person plays: each event waits for the disk */
} tables_save;

/* The facts of a save besides its events. */
typedef struct tables_saved {
    char name[2][TABLES_NAME_SIZE];
    bool person[2], cut; /* cut: the last line had been cut short and was left out */
    alea_level level[2];
    char dice[SAVE_PATH_SIZE];
    tables_seal seal; /* of sealed dice */
    uint64_t rolls;   /* taken from the dice so far */
} tables_saved;

/* Makes a new file, and beside it the one of the dice's `seed` (NULL: they are not
 * sealed); EXIT_DONE, or a status with its message. */
int tables_save_create(tables_save *save, const char *path,
                       const alea_tables_series *series, const tables_seats *seats,
                       const char *dice, const char *seed);
/* Opens a save into `match`, which `turns` helps to replay. */
int tables_save_open(tables_save *save, const char *path, alea_tables_match *match,
                     alea_tables_turns *turns, tables_saved *out);
/* Of the files that lie where all saves do. */
#define TABLES_SAVE_SUFFIX "tables"
/* Can the match be gone on with? A damaged save is named on stderr. */
bool tables_save_is_open(const char *path);
/* Does the file at `path` begin like a record of a tables match? */
bool tables_save_is_one(const char *path);
/* Puts an event on disk; false, with a message and the file as before, on failure. */
bool tables_save_event(tables_save *save, const alea_tables_rules *rules,
                       const alea_tables_event *event);
/* Puts a comment on disk in the same way: `mark` and `value`. */
bool tables_save_note(tables_save *save, const char *mark, const char *value);
/* The dice that the comments of a record name, empty where they do not. */
void tables_save_facts(const char *text, tables_saved *out);
void tables_save_close(tables_save *save);

#endif
