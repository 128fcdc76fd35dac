/* Recipe files: the steps that lead from nothing to a net, one after the other.
 *
 * A step is a line `NAME: PROGRAM ARGUMENT...`; lines that begin with white space
 * continue it, and '#' begins a comment. PROGRAM is `alea` or a command of
 * alea-train. */
#ifndef ALEA_TRAINER_RUN_RECIPE_H
#define ALEA_TRAINER_RUN_RECIPE_H

#include <stddef.h>
#include <stdint.h>

enum {
    RECIPE_STEPS = 128,    /* steps a recipe may have */
    RECIPE_ARGUMENTS = 64, /* words of a step */
    RECIPE_TEXT = 64 * 1024,
};

typedef struct recipe_step {
    const char *name;
    char *word[RECIPE_ARGUMENTS + 1]; /* NULL-terminated */
    int words, line;
    /* Of this step and all before it: a step is done only if nothing that it builds on
     * has changed. */
    uint64_t hash;
} recipe_step;

typedef struct recipe {
    recipe_step step[RECIPE_STEPS];
    int steps;
    char text[RECIPE_TEXT]; /* what names and words point into */
} recipe;

/* Reads the file at `path`. On failure -1 with a reason that names the line. */
int recipe_read(recipe *r, const char *path, char *reason, size_t size);

/* The number of leading steps that the journal at `path` records as done; 0 where
 * there is no journal; -1 with a reason where it cannot be read. */
int recipe_done(const recipe *r, const char *path, char *reason, size_t size);

/* Records step number `index` as done: appended and flushed to the disk. */
int recipe_mark(const recipe *r, int index, const char *path, char *reason,
                size_t size);

#endif
