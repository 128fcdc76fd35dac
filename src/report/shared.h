/* The facts of an analysis as text, JSON, a page and SGF. */
#ifndef ALEA_REPORT_SHARED_H
#define ALEA_REPORT_SHARED_H

#include <alea/analysis.h>
#include <alea/explain.h>
#include <alea/file.h>
#include <alea/rollout.h>

#include <jansson.h>
#include <stdio.h>

typedef struct report {
    const char *path;
    alea_format format;
    const alea_record *record;
    const alea_analysis *analysis;
    const alea_met *met;
    const char *names[2];      /* of A and B */
    size_t warnings;           /* of the reader */
    const char *approximate;   /* what the rules make approximate, or NULL */
    const alea_error *stopped; /* where a damaged file ends for it; NULL: it is whole */
    /* The decisions to list, as report_list chose them: indices of judgements. NULL:
     * JSON lists all, the other forms none. */
    size_t *listed;
    size_t listed_count;
} report;

/* Which decisions a report lists. All zero: the errors of both players. */
typedef struct report_choice {
    bool all;           /* every decision, not only the errors */
    const char *player; /* only this player's; NULL: both. A name, or "A" or "B" */
    double min_loss;    /* only losses of at least this */
    bool by_loss;       /* costliest first, else in the order of the record */
} report_choice;

/* Shared by all. */

/* Everything but `path`, "", and what is listed. `engine` and `import` may be NULL: no
 * table; the format is not known, and nothing was wrong. Valid while all four are. */
void report_begin(report *r, const alea_analysis *analysis, const alea_record *record,
                  const alea_engine *engine, const alea_import_report *import);

enum { REPORT_WORDS_SIZE = 80 };
/* The choice made and the best one: "13/10 13/12", "no double", "drop". */
void report_made(const alea_judgement *j, char out[REPORT_WORDS_SIZE]);
void report_best(const alea_judgement *j, char out[REPORT_WORDS_SIZE]);
/* One or two sentences; empty where nothing was lost. */
void report_why(const report *r, const alea_judgement *j, char out[ALEA_EXPLAIN_SIZE]);
/* The position the decision was made in. False if the record cannot be replayed so
 * far. */
bool report_position(const report *r, const alea_judgement *j, alea_position *position);
/* Fills r->listed (from malloc, the caller's to free). 1; 0: no player has that name;
 * -1: out of memory. */
int report_list(report *r, const report_choice *choice);

/* Text of a page: markup's characters as entities. */
void report_html_text(FILE *to, const char *text);
/* The comment on the decision; "" = none. Valid as long as the record. */
const char *report_comment(const report *r, const alea_judgement *j);

enum { REPORT_DEPTH = 16 };
/* "3-ply" or "rolled out"; returns `out`. */
const char *report_depth(int plies, char out[REPORT_DEPTH]);
/* The level of what an analysis rolled out: "deep" or "rollout". Static. */
const char *report_level(const alea_analysis *analysis);

enum { REPORT_JUDGE_SIZE = 64 };
/* The judge of the decision: "eXtreme Gammon, 4-ply" from the file, "alea, 2-ply";
 * returns `out`. */
const char *report_judge(const report *r, const alea_judgement *j,
                         char out[REPORT_JUDGE_SIZE]);
/* The analysis in the file that the decision is taken from; NULL: it is alea's. */
const alea_filed *report_filed_of(const report *r, const alea_judgement *j);

enum { REPORT_JUDGES = 4 };
/* The programs by whose figures the counted decisions of both players are, alea last.
 * Returns how many there are. */
typedef struct report_share {
    const char *program;
    int decisions[2];
} report_share;
int report_shares(const report *r, int game, report_share out[REPORT_JUDGES]);

enum { REPORT_JUDGES_SIZE = 200 };
/* By whose figures the counted decisions are: "analysed by alea, 2-ply", "judged by
 * eXtreme Gammon in the file", "judged by eXtreme Gammon in the file (126) and by alea,
 * 2-ply (2)"; returns `out`. */
const char *report_judges(const report *r, char out[REPORT_JUDGES_SIZE]);

enum { REPORT_LEVEL_SIZE = 24 };
/* How deep candidate i of a PLAY was searched, in its judge's words: "XG Roller+",
 * "2-ply"; returns `out`. */
const char *report_candidate_level(const report *r, const alea_judgement *j, int i,
                                   char out[REPORT_LEVEL_SIZE]);

enum { REPORT_UNJUDGED_SIZE = 320 };
/* An event that was not judged, and the reason: "event 12 of game 1: an illegal play,
 * Ann 42: 8/3 6/4". */
void report_unjudged(const report *r, const alea_unjudged *u,
                     char out[REPORT_UNJUDGED_SIZE]);
/* The moves of an illegal play as the file has them; "" for any other event, or where
 * it does not state them. */
void report_illegal_play(const report *r, size_t entry, char out[ALEA_PLAY_TEXT_SIZE]);

enum { REPORT_CONTEXT_SIZE = 320 };
/* The stakes and the race in words: "5-point match, Ann 2-3 (3 away, 2 away), cube 2
 * (Ben's), pips 120-98". `j->by` is named first. Empty if the record cannot be
 * replayed so far. */
void report_context(const report *r, const alea_judgement *j,
                    char out[REPORT_CONTEXT_SIZE]);

/* The classes of cube errors, as GNU Backgammon has them. */
typedef enum report_class {
    REPORT_NO_CLASS = 0,
    REPORT_MISSED_DOUBLE_BELOW, /* below the cash point: a double and a take */
    REPORT_MISSED_DOUBLE_ABOVE, /* above the cash point: a double and a drop */
    REPORT_WRONG_DOUBLE_BELOW,  /* below the double point */
    REPORT_WRONG_DOUBLE_ABOVE,  /* too good to double */
    REPORT_WRONG_TAKE,
    REPORT_WRONG_DROP,
    REPORT_CLASSES
} report_class;
/* REPORT_NO_CLASS for plays and for decisions that lose nothing. */
report_class report_class_of(const alea_judgement *j);
/* "missed double (below cash point)"; "" for REPORT_NO_CLASS. Static. */
const char *report_class_name(report_class c);
/* A key for JSON: "missed_double_below". Static. */
const char *report_class_key(report_class c);
/* The chance of A to win the match (match) or the game (money) after the decision. */
double report_chance(const report *r, const alea_judgement *j);
/* A play of this decision as text. */
void report_play(const alea_judgement *j, const alea_play *play,
                 char out[ALEA_PLAY_TEXT_SIZE]);

#endif
