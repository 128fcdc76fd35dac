/* The save of a game: our journal, one line an event, on disk before the next prompt.
 * A file that is there is never written over; one that is damaged is never opened. */
#ifndef ALEA_CLI_SAVE_JOURNAL_H
#define ALEA_CLI_SAVE_JOURNAL_H

#include "growing.h"

#include <alea/record.h>

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct play_save {
    int fd; /* -1: the game is not saved */
    char path[SAVE_PATH_SIZE];
    uint32_t check; /* chains the lines */
    off_t length;   /* bytes that are good */
} play_save;

/* No file: the game is not saved. */
void play_save_none(play_save *save);
void play_save_close(play_save *save);

/* Makes a new file with the header of `record` and every entry it has, and beside it
 * the one of the dice's `seed` (NULL: they are not sealed). */
alea_status play_save_create(play_save *save, const char *path,
                             const alea_record *record, const char *seed,
                             alea_error *error);
/* Opens an unfinished or finished save into `record` (cleared by the caller). `*cut`:
 * the last line had been cut short in the writing and is left out. */
alea_status play_save_open(play_save *save, const char *path, alea_record *record,
                           bool *cut, alea_error *error);
/* Puts entry `index` of the record on disk. On failure the file is as before. */
alea_status play_save_entry(play_save *save, const alea_record *record, size_t index,
                            alea_error *error);
/* Puts a fact on disk that became known during the game. */
alea_status play_save_tag(play_save *save, const char *key, const char *value,
                          alea_error *error);
/* Puts on disk that the last `count` entries were taken back. */
alea_status play_save_back(play_save *save, size_t count, alea_error *error);
/* The whole file at `path` into a record, for reading only. */
alea_status play_save_read(const char *path, alea_record *record, bool *cut,
                           alea_error *error);
/* A match that is over, or a game that was given up. */
bool play_save_is_finished(const alea_record *record);

#endif
