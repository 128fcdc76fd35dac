/* The game record: rules, players, every event, and what people wrote about them.
 * Everything a match file needs, and enough to rebuild the state at any event.
 * Allocates only through the caller's function; one thread at a time a record. */
#ifndef ALEA_RECORD_H
#define ALEA_RECORD_H

#include <alea/match.h>

#ifdef __cplusplus
extern "C" {
#endif

/* resize(context, NULL, n) allocates, (context, p, 0) frees and returns NULL, otherwise
 * reallocates; NULL on failure, the old block then stays valid. */
typedef struct alea_memory {
    void *(*resize)(void *context, void *block, size_t size);
    void *context;
} alea_memory;

enum { ALEA_NO_TEXT = -1, ALEA_NO_CLOCK = -1, ALEA_RECORD_STRIDE = 64 };

typedef struct alea_record_entry {
    alea_event event;
    int32_t comment;     /* alea_record_text, or ALEA_NO_TEXT */
    int32_t extra;       /* text kept for a round trip (unknown SGF properties, ...) */
    int32_t clock_ms[2]; /* left on each clock after it, or ALEA_NO_CLOCK */
    bool unknown_play;   /* PLAY: the source did not tell it; `now` is still to play */
} alea_record_entry;

/* Header facts by key: "player_a", "player_b", "event", "round", "place", "date"
 * (YYYY-MM-DD), "time", "annotator", "comment", "rating_a", "rating_b",
 * "dice_commitment", ...; unknown tags of a source keep their own name after "x-". */
typedef struct alea_record_tag {
    int32_t key, value; /* alea_record_text */
} alea_record_tag;

/* Analysis that a file held, made by another program; alea's own stands beside it.
 * Equities are the decider's, as the program wrote them: points per unit of the cube,
 * or match winning chances where `mwc` says so. Fields of type float that the program
 * did not state are NAN. */
typedef enum alea_filed_kind { ALEA_FILED_PLAY = 0, ALEA_FILED_CUBE } alea_filed_kind;

/* A play that the program judged. `chance`: win; win a gammon or more; win a
 * backgammon; lose a gammon or more; lose a backgammon. */
typedef struct alea_filed_candidate {
    alea_move move[ALEA_MAX_MOVES]; /* in the mover's own numbering */
    uint8_t moves;
    float equity, chance[5];
    char level[20]; /* "4-ply", "XG Roller++", "rollout", ... */
    int32_t trials; /* games of a rollout, or 0 */
    float interval; /* half of its 95% confidence interval */
} alea_filed_candidate;

typedef struct alea_filed {
    size_t entry; /* the PLAY, DOUBLE, TAKE or DROP judged; of no double the ROLL */
    alea_filed_kind kind;
    alea_player by;   /* who decided */
    char program[24]; /* "eXtreme Gammon", "GNU Backgammon", ... */
    char level[20];
    bool mwc, flagged; /* flagged: marked by a user of that program */
    float loss;        /* what the decision cost, 0 or more */
    float luck;        /* PLAY: of its roll */
    /* PLAY: filed_candidate[first..first + candidates), best first; which was made, or
     * -1. */
    size_t first;
    int32_t candidates, made;
    /* CUBE: equities of the doubler, also where a take is judged; chances without and
     * with the double. */
    float no_double, double_take, double_drop, chance[2][5], interval[2];
    int32_t trials;
} alea_filed;

typedef struct alea_record {
    alea_memory memory;
    alea_rules rules;
    alea_match now; /* the state after the last entry */
    alea_record_entry *entry;
    size_t entries, entries_capacity;
    alea_record_tag *tag;
    size_t tags, tags_capacity;
    alea_filed *filed; /* by rising entry */
    size_t fileds, fileds_capacity;
    alea_filed_candidate *filed_candidate;
    size_t filed_candidates, filed_candidates_capacity;
    char *text; /* NUL-terminated strings one after another */
    size_t text_size, text_capacity;
    /* Internal: the state before every ALEA_RECORD_STRIDE-th entry, so that any state
     * is at most that many events away. */
    alea_match *snapshot;
    size_t snapshots, snapshots_capacity;
} alea_record;

/* Empty record under `rules` (which must be valid). */
ALEA_API void alea_record_start(alea_record *record, const alea_rules *rules,
                                alea_memory memory);
/* Gives the memory back; NULL is allowed. */
ALEA_API void alea_record_clear(alea_record *record);
/* Applies the event to `now` and keeps it. Refused or out of memory: unchanged. */
ALEA_API alea_status alea_record_append(alea_record *record, const alea_event *event,
                                        alea_refusal *refusal,
                                        alea_play_error *play_error);
/* Keeps a play that the source did not tell: `by` must be to play, and the state stays
 * as it is, so that a resignation or a SET has to follow. */
ALEA_API alea_status alea_record_append_unknown(alea_record *record, alea_player by,
                                                alea_refusal *refusal);
/* Takes the last `count` entries back (for undo by agreement, or a reader's retry). */
ALEA_API alea_status alea_record_drop_last(alea_record *record, size_t count);
/* The state before entry `index` (0..entries; entries = now). */
ALEA_API alea_status alea_record_state(const alea_record *record, size_t index,
                                       alea_match *state);
/* Stores text: `length` bytes of UTF-8 without a NUL; its handle in *handle. */
ALEA_API alea_status alea_record_add_text(alea_record *record, const char *text,
                                          size_t length, int32_t *handle);
/* The text behind a handle; "" for ALEA_NO_TEXT. Valid until the next call that
 * adds. */
ALEA_API const char *alea_record_text(const alea_record *record, int32_t handle);
/* Keeps another program's analysis of an entry (`filed->entry`, not before that of the
 * last one kept) with its `filed->candidates` plays; `first` is set here. */
ALEA_API alea_status alea_record_add_filed(alea_record *record, const alea_filed *filed,
                                           const alea_filed_candidate *candidate);
/* The first analysis of that entry kept behind `after` (NULL: the first of all), or
 * NULL. Valid until the next call that adds. */
ALEA_API const alea_filed *alea_record_filed(const alea_record *record, size_t entry,
                                             const alea_filed *after);
/* Sets or replaces a tag. */
ALEA_API alea_status alea_record_set_tag(alea_record *record, const char *key,
                                         const char *value);
/* NULL if absent. Valid until the next call that adds. */
ALEA_API const char *alea_record_tag_value(const alea_record *record, const char *key);
/* Games begun so far (one that a set score broke off is one, too), and the index of the
 * first entry of game `number` (from 1; the number of entries for a game not begun). */
ALEA_API int alea_record_games(const alea_record *record);
ALEA_API size_t alea_record_game_start(const alea_record *record, int number);

#ifdef __cplusplus
}
#endif
#endif
