/* Labelled positions: 40 bytes each, in memory and in files. */
#ifndef ALEA_TRAINER_FIT_SAMPLES_H
#define ALEA_TRAINER_FIT_SAMPLES_H

#include <alea/board.h>
#include <alea/eval.h>
#include <alea/net.h>

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { LABEL_ONE = 8192 }; /* a probability of 1; targets reach from -4 to 4 */

typedef struct sample {
    int8_t point[26]; /* seen by the player on roll */
    uint8_t family;   /* position class in which the game started; families.h */
    uint8_t exact;    /* 1: the label is a mean over the 21 rolls; or SAMPLE_SIBLING */
    int16_t label[ALEA_OUTCOMES];
} sample;

/* Another play of the same roll as the sample before it. */
enum { SAMPLE_SIBLING = 2 };

/* Six shares that sum to 1, in the order of <alea/net.h>. */
typedef struct outcomes {
    float share[ALEA_OUTCOMES];
} outcomes;

outcomes outcomes_of_probs(const alea_probs *p);
alea_probs outcomes_to_probs(const outcomes *o);
/* The same seen by the other side. */
outcomes outcomes_flip(const outcomes *o);
float outcomes_equity(const outcomes *o);

sample sample_make(const alea_board *board, const outcomes *label, int family,
                   int exact);
alea_board sample_board(const sample *s);
outcomes sample_label(const sample *s);

/* A growing list. */
typedef struct sample_list {
    sample *item;
    size_t count, capacity;
} sample_list;

/* -1 when out of memory. */
int sample_list_add(sample_list *list, const sample *s);
void sample_list_free(sample_list *list);

/* The last `capacity` samples put in. */
typedef struct sample_ring {
    sample *item;
    size_t capacity, count, next;
} sample_ring;

int sample_ring_open(sample_ring *ring, size_t capacity);
void sample_ring_close(sample_ring *ring);
void sample_ring_put(sample_ring *ring, const sample *s);

enum { SAMPLES_HEADER = 16 }; /* bytes before the first sample of a file */

/* Files: a 16-byte header ("ALEAPOS1", sample size, reserved), then samples.
 * Opens for appending, making the file with its header if need be. */
FILE *samples_append(const char *path, char *reason, size_t size);
/* Opens for appending after the first `most` samples, or after all whole ones where
 * there are fewer; what follows (a sample cut short, samples written after the last
 * checkpoint) is removed. *count: the samples that stay. */
FILE *samples_continue(const char *path, uint64_t most, uint64_t *count, char *reason,
                       size_t size);
/* Reads `count` samples without looking at them; -1 with a reason. */
int samples_skip(FILE *file, const char *path, uint64_t count, char *reason,
                 size_t size);
/* Opens for reading, header checked. */
FILE *samples_open(const char *path, char *reason, size_t size);
/* Next sample: 1; end: 0; a damaged one: -1 with a reason that names its number. */
int samples_next(FILE *file, const char *path, size_t *number, sample *out,
                 char *reason, size_t size);

#endif
