/* The cost of a decision: a play, a double, a take, a drop, a beaver or a resignation.
 * The same functions judge a decision before it is made (a tutor), afterwards (an
 * analysis) and at the command line, so that all three give the same loss. */
#ifndef ALEA_JUDGE_H
#define ALEA_JUDGE_H

#include <alea/match.h>
#include <alea/search.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum alea_judged {
    ALEA_JUDGED_PLAY = 0,
    ALEA_JUDGED_DOUBLE,                         /* double or roll */
    ALEA_JUDGED_TAKE,                           /* take, drop, beaver or raccoon */
    ALEA_JUDGED_KINDS,                          /* the kinds that alea_totals counts */
    ALEA_JUDGED_RESIGNATION = ALEA_JUDGED_KINDS /* offer, accept or reject one */
} alea_judged;

typedef enum alea_mark {
    ALEA_MARK_NONE = 0,
    ALEA_MARK_DOUBTFUL, /* "?!" */
    ALEA_MARK_ERROR,    /* "?" */
    ALEA_MARK_BLUNDER,  /* "??" */
    ALEA_MARKS
} alea_mark;

enum { ALEA_JUDGEMENT_CANDIDATES = 5 };

/* One decision. Equities are per unit of the cube before the first pending double, to
 * the side that decides (EMG: in a match, the straight line through losing and winning
 * the cube's value). */
typedef struct alea_judgement {
    /* Filled by alea_analyse; 0 from alea_judge_decision. */
    size_t entry;   /* of the record: the event that carried it out */
    int game, turn; /* both from 1; a turn of either player counts one */
    bool counted;   /* in the PR: not obvious by eXtreme Gammon's rule, no hint */
    bool hinted;    /* it would count, but the player asked for a hint before it */
    /* in the wider count: a play with an alternative, a cube action that was made, or
     * one left alone that was right or close */
    bool unforced;
    alea_mark mark;
    /* By whose figures: 0 = alea's own; else 1 + the index in alea_record.filed of the
     * analysis in the file that stands in its place. */
    int32_t filed;
    /* Filled by both. */
    alea_player by;
    alea_judged kind;
    /* ROLL = not doubled; DOUBLE; TAKE, DROP, BEAVER, RACCOON; PLAY; RESIGN,
     * ACCEPT_RESIGN, REJECT_RESIGN. */
    alea_event_type made_event;
    /* The best alternative, of the same kind; to RESIGN: ROLL or PLAY where playing on
     * is better. */
    alea_event_type best_event;
    bool forced;       /* one legal play only */
    float best, made;  /* equities */
    float worst;       /* PLAY: equity of the worst play, as far as it is known */
    float loss;        /* best - made, never negative */
    float chance_loss; /* the same in match-winning chance; 0 for money */
    int plies;         /* looked ahead */
    /* seen by the side that decides; TAKE: by the doubler; RESIGNATION: by the side on
     * turn */
    alea_decision decision;
    alea_probs probs; /* PLAY: after the best play; others: before the roll */
    /* PLAY */
    int candidates; /* how many are in candidate[]: the best, best first */
    alea_candidate candidate[ALEA_JUDGEMENT_CANDIDATES];
    alea_candidate made_candidate;
    /* DOUBLE; TAKE unless it answers a beaver */
    alea_cube_result cube;
    /* DOUBLE with a mark, from alea_analyse: the share of alea_search_outlook. */
    bool market_known;
    float market_lost;
} alea_judgement;

/* Judges `event` as a decision in the match state before it. A PLAY needs its moves; a
 * ROLL (the decision not to double) needs no dice; other events need `type`, `by` and,
 * for RESIGN, `level`. `settings->include` is ignored.
 * ALEA_ERROR_REFUSED: the rules refuse the event there; ALEA_ERROR_UNSUPPORTED: it is
 * no decision that can be judged (a roll where no double is possible, a double after
 * the roll or out of turn, an illegal play that stands); other errors are those of
 * alea_search_play and alea_search_cube. `error` (may be NULL) has the reason; *out is
 * written on ALEA_OK only. One call at a time on an engine. */
ALEA_API alea_status alea_judge_decision(alea_engine *engine, const alea_match *state,
                                         const alea_event *event,
                                         const alea_search_settings *settings,
                                         alea_judgement *out, alea_error *error);

/* The same for a cube decision whose equities are known already, from a search or a
 * rollout. */
typedef struct alea_cube_cost {
    alea_event_type best_event;
    float best, made, loss; /* to the side that decides; loss >= 0 */
} alea_cube_cost;

/* `made` is ROLL or DOUBLE (the doubler's decision) or TAKE, DROP or BEAVER (the
 * answer). Pure. */
ALEA_API alea_cube_cost alea_cube_cost_of(const alea_cube_verdict *verdict,
                                          alea_event_type made);

/* Whether the PR counts it, by eXtreme Gammon's rule (docs/analysis.md): not a play
 * whose alternatives are all equal; not a cube left alone where doubling is worth the
 * same within 0.001 (optional), unless the double is free after the Crawford game, or
 * 0.200 less, which a drop makes it for a position too good to double, or where winning
 * the game at this cube wins the match. A double that was made and its answer always
 * count. */
ALEA_API bool alea_judgement_counts(const alea_judgement *judgement);
/* DOUBLE: the equity by which doubling is worse than not; negative where it is
 * better. */
ALEA_API float alea_doubling_costs(const alea_judgement *judgement);

/* The mark of a loss: the highest threshold that it reaches. threshold[0..2] is the
 * least loss that is doubtful, an error, a blunder; NULL: 0.020, 0.040, 0.080. */
ALEA_API alea_mark alea_mark_of_loss(float loss, const float threshold[3]);
/* "", "?!", "?", "??"; NULL for any other. Static. */
ALEA_API const char *alea_mark_symbol(alea_mark mark);
/* "", "doubtful", "error", "blunder"; NULL for any other. Static. */
ALEA_API const char *alea_mark_name(alea_mark mark);
/* "play", "double", "take"; NULL for any other. Static. */
ALEA_API const char *alea_judged_name(alea_judged kind);

#ifdef __cplusplus
}
#endif
#endif
