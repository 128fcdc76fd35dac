/* Run files: one `key = value` a line, `#` starts a comment. */
#ifndef ALEA_TRAINER_SUPPORT_SETTINGS_H
#define ALEA_TRAINER_SUPPORT_SETTINGS_H

#include <stddef.h>
#include <stdint.h>

enum { TEXT_SIZE = 256 };

typedef enum label_kind {
    LABEL_SAMPLE = 0, /* TD(lambda): the roll that fell */
    LABEL_EXPECTED,   /* the mean over all 21 rolls */
    LABEL_STATIC      /* the player's own evaluation of the position: `teacher` */
} label_kind;

/* The settings of a run; docs/training.md explains each key. */
typedef struct settings {
    uint64_t seed;
    int threads;
    char game[TEXT_SIZE]; /* a tables game; "" = backgammon */
    char out[TEXT_SIZE];  /* folder for checkpoints, nets, log, stored positions */
    char from[TEXT_SIZE]; /* checkpoint whose weights this run starts with, or "" */
    char data[TEXT_SIZE]; /* stored positions read into the buffer at start, or "" */

    /* self-play */
    char bearoff[TEXT_SIZE]; /* one-sided table that judges races in play, or "" */
    /* net files joined by "+" that play instead of the net that learns, or "" */
    char teacher[TEXT_SIZE];
    label_kind label;
    /* with static labels: of each roll, the next best plays whose positions are stored
     * beside the best */
    int siblings;
    /* only those so close to the best, in points, and only rolls that have one; 0 =
     * all */
    double sibling_margin;
    /* weight of what siblings' errors differ by; they come into a batch together */
    double between;
    double lambda, race_lambda; /* of contact positions, of races */
    int shortlist; /* most plays a roll that the prune net leaves to the net; 0 = all */
    double noisy_share, noise; /* share of plays with noise, its deviation in points */
    double family_share;       /* share of games that start in a weak family */
    int family;                /* which (families.h); 0 = all in turn */
    double race_share;         /* share of races that are played on and labelled */
    int contact;         /* 0: contact is played only, not labelled and not learnt */
    int prune_only;      /* 1: only the prune net learns, at every step */
    int games_per_round; /* 0: no play, a refit of the stored positions in `data` */
    int exact_bearoff;   /* 1: games end where the library's bear-off tables begin */
    int float_play;      /* 1: play by the float nets, many times slower */
    int width[3];        /* hidden units of the contact, race and prune net */
    int hidden2;         /* units behind the contact net's first layer: 32 or 64 */

    /* replay and fit */
    int64_t buffer; /* positions kept for the contact net; a quarter for the race net */
    double reuse;   /* how often a position is learnt from, on average */
    int store;      /* 1: every labelled position is appended to OUT/positions.dat */
    int overlap;    /* 1: one thread fits while the others play the next round */
    int batch;
    double rate, rate_end; /* Adam's step, falling from the one to the other */
    double average;        /* decay a step of the averaged weights */
    int generator_every;   /* rounds between renewals of the generator */

    /* length */
    double minutes; /* wall time at which the run ends, 0 = by rounds alone */
    int rounds;     /* rounds at which the run ends, 0 = by minutes alone */
    int sitting;    /* rounds after which this sitting stops and saves, 0 = none */
    double report_minutes, save_minutes;
} settings;

void settings_default(settings *s);
/* Reads a run file. On failure `reason` says line and fault, and the answer is -1. */
int settings_read(const char *path, settings *s, char *reason, size_t size);
/* Sets one key from text; -1 with a reason when the key or value is bad. */
int settings_set(settings *s, const char *key, const char *value, char *reason,
                 size_t size);
/* A hash of everything that changes what a run computes, threads and lengths left out:
 * a checkpoint is only resumed by the settings that made it. */
uint64_t settings_hash(const settings *s);

#endif
