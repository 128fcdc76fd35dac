/* Match equity tables: the chance to win a match at a score. */
#ifndef ALEA_MET_H
#define ALEA_MET_H

#include <stdbool.h>

#include <alea/status.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ALEA_MET_SIZE = 64, ALEA_MET_TEXT_SIZE = 256 };

/* A plain value of about 17 kB. before[i][j]: the chance of a player i + 1 points away
 * against an opponent j + 1 away, up to and including the Crawford game.
 * after[n]: the chance of a trailer n + 1 away against a leader 1 away, after the
 * Crawford game. Entries past `size` are not set until alea_met_extend. */
typedef struct alea_met {
    int size;  /* points per side covered: 1..ALEA_MET_SIZE */
    int given; /* of those, how many came from the source; the rest is our model */
    float before[ALEA_MET_SIZE][ALEA_MET_SIZE];
    float after[ALEA_MET_SIZE];
    char name[ALEA_MET_TEXT_SIZE], source[ALEA_MET_TEXT_SIZE]; /* UTF-8, one line */
} alea_met;

/* Parameters of our model of a game between equals; docs/cube.md has the fit. */
typedef struct alea_met_model {
    float gammons;         /* share of games won that are gammons or better, 0..0.6 */
    float backgammons;     /* ... backgammons, 0..gammons */
    float trailer_gammons; /* as gammons, for the trailer from the Crawford game on */
    float efficiency;      /* of the cube, 0 dead .. 1 live */
    /* The cost to the trailer of the leader's free drop: 0..0.1 of its chance. */
    float free_drop;
} alea_met_model;

/* The default: Kazaross-XG2 to 25 points (published by Neil Kazaross, 2011), ours
 * beyond. */
ALEA_API void alea_met_default(alea_met *met);
ALEA_API alea_met_model alea_met_model_default(void);
/* A whole table from a model alone. ALEA_ERROR_ARGUMENT: a parameter out of range. */
ALEA_API alea_status alea_met_compute(const alea_met_model *model, alea_met *met,
                                      alea_error *error);
/* Fills a table up to ALEA_MET_SIZE by the model, from the entries it has. Checks
 * before and after; on an error the table stays as it was. */
ALEA_API alea_status alea_met_extend(alea_met *met, alea_error *error);
/* Chances in range, before[i][j] + before[j][i] = 1 (within 0.001), more points needed
 * never better. The reason names the score. */
ALEA_API alea_status alea_met_check(const alea_met *met, alea_error *error);
/* The chance to win the match, needing `away` against `away_opponent` points (0 or less
 * = already won). `post_crawford`: the Crawford game has been played. More points than
 * the table has are clamped to its size: nothing that early depends on the score. */
ALEA_API float alea_met_chance(const alea_met *met, int away, int away_opponent,
                               bool post_crawford);

/* Reads GNU Backgammon's XML or eXtreme Gammon's .met, told apart by content. Only what
 * the text holds is set (size = given). Tables that are a formula with parameters, or
 * that differ for the two players, are ALEA_ERROR_UNSUPPORTED; line and column in
 * `error`. */
ALEA_API alea_status alea_met_read(const char *text, size_t length, alea_met *met,
                                   alea_error *error);
/* Writes eXtreme Gammon's ini form, `size` points. Returns the bytes that the whole
 * text has; at most `capacity` are written, the last being a NUL. */
ALEA_API size_t alea_met_write(const alea_met *met, char *out, size_t capacity);

#ifdef __cplusplus
}
#endif
#endif
