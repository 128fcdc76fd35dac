/* Shared by the bear-off files: positions of one side by number, and the file
 * layout. */
#ifndef ALEA_ENGINE_BEAROFF_H
#define ALEA_ENGINE_BEAROFF_H

#include <alea/bearoff.h>

/* Positions of up to `checkers` on `points`, numbered in the lexicographic order of
 * (count on the highest point, ..., count on point 1): 0 is the empty board, and every
 * move leads to a lower number. */
typedef struct bearoff_index {
    int points, checkers;
    uint32_t positions;
    /* ways[m][k]: positions of up to m checkers on the lowest k points. */
    uint32_t ways[ALEA_CHECKERS + 1][ALEA_BEAROFF_MAX_POINTS + 1];
} bearoff_index;

/* False if points or checkers are out of range. */
bool bearoff_index_start(bearoff_index *index, int points, int checkers);
/* count[k] = checkers on point k + 1; at most index->checkers in all. */
uint32_t bearoff_rank(const bearoff_index *index, const uint8_t *count);
/* From one position to the next in order; false after the last. */
bool bearoff_next(const bearoff_index *index, uint8_t *count);
/* Positions after one move of `die` (no duplicates): how many, at most `points`. The
 * empty board leads to itself. */
int bearoff_moves(const bearoff_index *index, const uint8_t *count, int die,
                  uint32_t out[ALEA_BEAROFF_MAX_POINTS]);
/* Checkers of one side by point, if all stand on the lowest `points` points and none is
 * on the bar; returns how many, or -1. */
int bearoff_counts(const alea_board *board, bool mine, int points, uint8_t *count);

/* The file: this header, then the data. Little-endian throughout. */
enum { BEAROFF_VERSION = 1 };
typedef struct bearoff_header {
    char magic[8]; /* "ALEABEAR" */
    uint32_t version, kind, points, checkers;
    uint64_t positions;  /* of one side */
    uint64_t data_size;  /* bytes after the header */
    uint64_t done;       /* rounds or positions complete; = positions when finished */
    uint64_t data_sum;   /* checksum of the data; 0 while not finished */
    uint64_t header_sum; /* checksum of the fields above */
} bearoff_header;

/* One-sided data: an entry a position, then the pool of floats. */
typedef struct bearoff_entry {
    double mean;
    uint32_t offset;      /* in floats, into the pool */
    uint8_t first, count; /* all off: in rolls first .. first + count - 1 */
    uint8_t off_first,
        off_count; /* the first checker; floats stored after those above */
} bearoff_entry;

/* Two-sided data: [mine][theirs] of alea_bearoff_equity. */

typedef enum { BEAROFF_BORROWED, BEAROFF_HEAP, BEAROFF_MAPPED } bearoff_memory;

struct alea_bearoff {
    bearoff_header header;
    bearoff_index index;
    const unsigned char *bytes; /* header and data */
    size_t size;
    bearoff_memory memory;
};

/* Table of a one-sided job with room for the header in front; *bytes is malloc'ed. */
alea_status bearoff_make_one_sided(const alea_bearoff_job *job, unsigned char **bytes,
                                   size_t *size);

/* Fills `table` (positions squared) in rounds: round n completes all pairs in which the
 * lower number is n; the first `done` rounds are there already. `after_round` (may be
 * NULL) is told how many rounds are done; false stops. */
typedef bool bearoff_after_round(void *context, uint64_t done);
alea_status bearoff_make_two_sided(const bearoff_index *index, int threads,
                                   uint64_t done, bearoff_after_round *after_round,
                                   void *context, alea_bearoff_equity *table);

void bearoff_header_start(bearoff_header *header, const bearoff_index *index,
                          alea_bearoff_kind kind, uint64_t data_size);
/* Sets the header's own sum; call after every change. */
void bearoff_header_seal(bearoff_header *header);
/* Checks every claim of a header in front of `size` bytes, itself included. */
alea_status bearoff_header_check(const bearoff_header *header, uint64_t size,
                                 bearoff_index *index, alea_error *error);
/* Writes the reason, if there is a place for it, and returns `status`. */
alea_status bearoff_fail(alea_error *error, alea_status status, const char *reason);

#endif
