/* The Royal Game of Ur solved: the exact chance to win of every position, in a table
 * that alea_ur_make_file computes by value iteration. Of seven men a side (137,870,097
 * positions) it is a file of 276 MB, which is mapped, not read. A table of fewer men
 * has the positions of the last ones: those with the other men off. Tables are
 * read-only once open: any threads may share one. */
#ifndef ALEA_TABLES_UR_H
#define ALEA_TABLES_UR_H

#include <alea/tables.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ALEA_UR_MOST_MEN = 7 };

typedef struct alea_ur alea_ur;

typedef struct alea_ur_facts {
    int men;             /* of a side, 1 to ALEA_UR_MOST_MEN */
    uint32_t positions;  /* that are not finished, with a side on throw */
    int sweeps;          /* of the value iteration, all layers together */
    double change;       /* largest change of a chance in a layer's last sweep */
    const char *made_by; /* program and method; lives as long as the table */
} alea_ur_facts;

/* How far the computation is: complete layers (positions with the same men off) of
 * `layers`, sweeps of the present one, and `fraction` of the next sweep. */
typedef struct alea_ur_progress {
    int layer, layers, sweep;
    double fraction;
} alea_ur_progress;

typedef struct alea_ur_job {
    int men;     /* 1 to ALEA_UR_MOST_MEN */
    int threads; /* 1 to 64; the result does not depend on it */
    /* Called some times a second; false stops the work. May be NULL. */
    bool (*progress)(void *context, const alea_ur_progress *progress);
    void *context;
} alea_ur_job;

/* Computes the table into a file. With seven men it uses 0.7 GB of memory. Work in
 * progress is kept in "PATH.part", once a minute after a whole layer and when the
 * progress function stops it (ALEA_ERROR_CANCELLED): the same call goes on from
 * there. */
ALEA_API alea_status alea_ur_make_file(const alea_ur_job *job, const char *path,
                                       alea_error *error);
/* Maps a table. `verify` reads all of it to check its sum. */
ALEA_API alea_status alea_ur_open_file(const char *path, bool verify, alea_ur **out,
                                       alea_error *error);
/* NULL is allowed. */
ALEA_API void alea_ur_close(alea_ur *table);
ALEA_API alea_ur_facts alea_ur_facts_of(const alea_ur *table);
/* Whether these are the rules that the table solves: those of `ur`, with any number of
 * men, options of matches and cube aside. */
ALEA_API bool alea_ur_fits(const alea_tables_rules *rules);
/* The chance to win of [0], who throws next. False for a finished game, an impossible
 * board and one with more men to bear off than the table has. The rules must fit. */
ALEA_API bool alea_ur_find(const alea_ur *table, const alea_tables_rules *rules,
                           const alea_tables_board *board, double *win);
/* Computes `count` positions, chosen by `seed`, from what the table says of the
 * positions after each throw, by alea_tables_turns_list. Returns the largest difference
 * from the table's chances. */
ALEA_API double alea_ur_residual(const alea_ur *table, int count, uint64_t seed);

#ifdef __cplusplus
}
#endif
#endif
