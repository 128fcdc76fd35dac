/* The game record: rules, players, events and comments. Holds everything a match
 * file needs; the state at any event can be rebuilt from it. Allocates only through
 * the caller's function. A record may be used by one thread at a time. */
#ifndef ALEA_RECORD_H
#define ALEA_RECORD_H

#include <alea/match.h>

#ifdef __cplusplus
extern "C" {
#endif

/* resize(context, NULL, n) allocates; (context, p, 0) frees and returns NULL; any
 * other call reallocates. Returns NULL on failure; the old block then stays valid. */
typedef struct alea_memory {
    void *(*resize)(void *context, void *block, size_t size);
    void *context;
} alea_memory;

enum { ALEA_NO_TEXT = -1, ALEA_NO_CLOCK = -1, ALEA_RECORD_STRIDE = 64 };

typedef struct alea_record_entry {
    alea_event event;
    int32_t comment;     /* alea_record_text, or ALEA_NO_TEXT */
    int32_t extra;       /* text kept for a round trip (unknown SGF properties, ...) */
    int32_t clock_ms[2]; /* time left on each clock after the event, or ALEA_NO_CLOCK */
    int32_t took_ms;     /* what its player took to decide, or ALEA_NO_CLOCK */
    /* PLAY: the source does not state it; `now` is still to play */
    bool unknown_play;
    /* with unknown_play: the source states a play that the rules refuse. event.move has
     * it, if it has at most four moves */
    bool illegal_play;
    /* the player asked for a hint before this decision. Set it after the entry is
     * appended */
    bool hinted;
} alea_record_entry;

/* Header facts by key: "player_a", "player_b", "event", "round", "place", "date"
 * (YYYY-MM-DD), "time", "annotator", "comment", "rating_a", "rating_b",
 * "dice_commitment", ...; unknown tags of a source keep their own name after "x-". */
typedef struct alea_record_tag {
    int32_t key, value; /* alea_record_text */
} alea_record_tag;

/* Analysis by another program, read from a file; it is kept apart from alea's own.
 * Equities are seen by the player who decides, as the program wrote them: points per
 * unit of the cube, or match winning chances if `mwc` is set. Floats that the
 * program did not state are NAN. */
typedef enum alea_filed_kind { ALEA_FILED_PLAY = 0, ALEA_FILED_CUBE } alea_filed_kind;

/* A play that the program evaluated. `chance`: win; win a gammon or more; win a
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
    /* the entry judged: PLAY, DOUBLE, TAKE or DROP; for 'no double' the ROLL; the
     * number of entries: the decision that comes next */
    size_t entry;
    alea_filed_kind kind;
    alea_player by;   /* who decided */
    char program[24]; /* "eXtreme Gammon", "GNU Backgammon", ... */
    char level[20];
    bool mwc, flagged; /* flagged: marked by a user of that program */
    float loss;        /* equity lost by the decision, 0 or more */
    float luck;        /* PLAY: luck of its roll */
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

/* Returns an empty record under `rules`, which must be valid. */
ALEA_API void alea_record_start(alea_record *record, const alea_rules *rules,
                                alea_memory memory);
/* Frees the record; NULL is allowed. */
ALEA_API void alea_record_clear(alea_record *record);
/* Applies the event to `now` and appends it. The record is unchanged if the event is
 * refused or memory runs out. */
ALEA_API alea_status alea_record_append(alea_record *record, const alea_event *event,
                                        alea_refusal *refusal,
                                        alea_play_error *play_error);
/* The same; a play is stored, and written back, as alea_match_apply_settled leaves
 * it. */
ALEA_API alea_status alea_record_append_settled(alea_record *record, alea_event *event,
                                                alea_refusal *refusal,
                                                alea_play_error *play_error);
/* Appends a play that the source does not state. `by` must be to play. The state
 * does not change, so a resignation or a SET must follow. */
ALEA_API alea_status alea_record_append_unknown(alea_record *record, alea_player by,
                                                alea_refusal *refusal);
/* The same for a play that the source states and the rules refuse: `moves` of up to
 * ALEA_MAX_MOVES, which need not be possible (0: not known). A SET of the position that
 * it led to should follow. */
ALEA_API alea_status alea_record_append_illegal(alea_record *record, alea_player by,
                                                const alea_move *move, int moves,
                                                alea_refusal *refusal);
/* Removes the last `count` entries (an agreed take-back, or a reader's retry). */
ALEA_API alea_status alea_record_drop_last(alea_record *record, size_t count);
/* record->entries, for callers that do not know the struct. */
ALEA_API size_t alea_record_length(const alea_record *record);
/* Writes the state before entry `index` (0..entries; `entries` gives the current
 * state). */
ALEA_API alea_status alea_record_state(const alea_record *record, size_t index,
                                       alea_match *state);
/* Stores `length` bytes of UTF-8 without a NUL; writes the handle to *handle. */
ALEA_API alea_status alea_record_add_text(alea_record *record, const char *text,
                                          size_t length, int32_t *handle);
/* Returns the text of a handle; "" for ALEA_NO_TEXT. Valid until the next call that
 * adds something. */
ALEA_API const char *alea_record_text(const alea_record *record, int32_t handle);
/* Keeps another program's analysis of an entry (`filed->entry`, not before that of the
 * last one kept) with its `filed->candidates` plays; `first` is set here. */
ALEA_API alea_status alea_record_add_filed(alea_record *record, const alea_filed *filed,
                                           const alea_filed_candidate *candidate);
/* Returns the next analysis of that entry after `after` (NULL: the first one), or
 * NULL. Valid until the next call that adds something. */
ALEA_API const alea_filed *alea_record_filed(const alea_record *record, size_t entry,
                                             const alea_filed *after);
/* Sets or replaces a tag. */
ALEA_API alea_status alea_record_set_tag(alea_record *record, const char *key,
                                         const char *value);
/* Returns a tag's value, or NULL if it is absent. Valid until the next call that
 * adds something. */
ALEA_API const char *alea_record_tag_value(const alea_record *record, const char *key);
/* Number of games begun, including games that a set score broke off; and the index
 * of the first entry of game `number` (from 1; the number of entries if it has not
 * begun). */
ALEA_API int alea_record_games(const alea_record *record);
ALEA_API size_t alea_record_game_start(const alea_record *record, int number);

#ifdef __cplusplus
}
#endif
#endif
