#include "selfplay.h"

#include <string.h>

/* Back games of weak nets can be very long; a game is cut here and its last
 * evaluation is used. */
enum { TURNS_MAX = 500 };

typedef struct turn {
    alea_board board;
    outcomes value; /* the player's evaluation of the position */
    outcomes step;  /* its value seen one roll ahead */
    int stored;     /* among its siblings already */
    int strayed;    /* not the best play: later positions carry no information */
} turn;

static int best_of(const alea_probs *values, int count)
{
    int best = 0;
    float top = alea_probs_equity(&values[0]);
    for (int i = 1; i < count; i++) {
        float e = alea_probs_equity(&values[i]);
        if (e > top) top = e, best = i;
    }
    return best;
}

static int noisy_best_of(const alea_probs *values, int count, float noise,
                         random_stream *r)
{
    int best = 0;
    float top = -1e30f;
    for (int i = 0; i < count; i++) {
        float e = alea_probs_equity(&values[i]) + noise * random_bell(r);
        if (e > top) top = e, best = i;
    }
    return best;
}

static int plays_of(const judge *player, const alea_board *board, alea_roll roll,
                    table *t)
{
    const alea_play_rules rules = alea_play_rules_standard();
    int count = alea_results(board, roll, &rules, t->results);
    judge_results(player, board, t->results, count, t->values);
    return count;
}

static void add_share(outcomes *sum, const alea_probs *p, float weight)
{
    outcomes o = outcomes_of_probs(p);
    for (int i = 0; i < ALEA_OUTCOMES; i++) sum->share[i] += weight * o.share[i];
}

/* A shortlist holds SHORTLIST_LEAST plays, and more only where they are this close to
 * the prune net's first, in points: where many plays are close, as for the side far
 * behind, a fixed number loses more than elsewhere, and labels would lean against that
 * side. */
enum { SHORTLIST_LEAST = 3 };
static const float SHORTLIST_MARGIN = 0.1F;

/* Keeps, in place, the best plays by the prune net: at most `most`. */
static int shortlist(const judge *player, const alea_board *board, int count, int most,
                     table *t)
{
    alea_eval_results_prune(player->fast, board, t->results, count, t->values);
    for (int i = 0; i < count; i++) t->order[i] = alea_probs_equity(&t->values[i]);
    int kept = 0;
    for (; kept < most && kept < count; kept++) {
        int best = kept;
        for (int i = kept + 1; i < count; i++)
            if (t->order[i] > t->order[best]) best = i;
        if (kept >= SHORTLIST_LEAST && t->order[best] < t->order[0] - SHORTLIST_MARGIN)
            break;
        alea_board board_kept = t->results[best];
        float order_kept = t->order[best];
        t->results[best] = t->results[kept];
        t->order[best] = t->order[kept];
        t->results[kept] = board_kept;
        t->order[kept] = order_kept;
    }
    return kept;
}

outcomes selfplay_expectation(const judge *player, const alea_board *board, int most,
                              table *scratch)
{
    const alea_play_rules rules = alea_play_rules_standard();
    outcomes sum;
    memset(&sum, 0, sizeof sum);
    for (int i = 0; i < ALEA_ROLLS; i++) {
        alea_roll roll = alea_roll_at(i);
        int count = alea_results(board, roll, &rules, scratch->results);
        if (most > 0 && count > SHORTLIST_LEAST && player->fast)
            count = shortlist(player, board, count, most, scratch);
        judge_results(player, board, scratch->results, count, scratch->values);
        int best = best_of(scratch->values, count);
        add_share(&sum, &scratch->values[best], (float)alea_roll_weight(roll) / 36.0f);
    }
    return sum;
}

/* Labels of the recorded turns, last to first: the step plus lambda times what the next
 * position's label says beyond the player's opinion of it. */
static int label_turns(const turn *turns, int count, const settings *s, int start,
                       sample_list *out)
{
    outcomes beyond;
    memset(&beyond, 0, sizeof beyond);
    for (int k = count - 1; k >= 0; k--) {
        outcomes label = turns[k].step;
        int race = net_set_kind(&turns[k].board) == ALEA_NET_RACE;
        float lambda = (float)(race ? s->race_lambda : s->lambda);
        if (!turns[k].strayed && s->label != LABEL_STATIC)
            for (int i = 0; i < ALEA_OUTCOMES; i++)
                label.share[i] += lambda * beyond.share[i];
        sample one =
            sample_make(&turns[k].board, &label, start, s->label != LABEL_SAMPLE);
        if (!turns[k].stored && sample_list_add(out, &one) != 0) return -1;
        for (int i = 0; i < ALEA_OUTCOMES; i++)
            beyond.share[i] = label.share[i] - turns[k].value.share[i];
        beyond = outcomes_flip(&beyond);
    }
    return 0;
}

/* The position that a play leaves to the other side, as a sample with its own value. */
static int add_play(const alea_board *result, const alea_probs *value, int start,
                    int exact, sample_list *out)
{
    alea_board board = alea_board_swap(result);
    outcomes label = outcomes_of_probs(value);
    label = outcomes_flip(&label);
    sample one = sample_make(&board, &label, start, exact);
    return sample_list_add(out, &one);
}

/* Adds the best plays as siblings: in contact, or for a run of races behind contact,
 * because decisions are made between them. Returns 1 if the play made needs no place of
 * its own: it is among them, or, if only close plays are wanted, this roll has no close
 * one. */
static int add_siblings(const table *t, int plays, int made, const settings *s,
                        int start, sample_list *out)
{
    const float margin = s->sibling_margin > 0 ? (float)s->sibling_margin : 1e30F;
    float below = 1e30F, first = 0;
    int exact = 1, among = 0;
    size_t before = out->count;
    for (int k = 0; k <= s->siblings; k++) {
        int best = -1;
        float top = -1e30F;
        for (int i = 0; i < plays; i++) {
            float e = alea_probs_equity(&t->values[i]);
            if (e > top && e < below) top = e, best = i;
        }
        if (k == 0) first = top;
        if (best < 0 || top < first - margin) break;
        below = top;
        alea_phase phase = alea_board_phase(&t->results[best]);
        if (phase != (s->contact ? ALEA_PHASE_CONTACT : ALEA_PHASE_RACE)) continue;
        if (add_play(&t->results[best], &t->values[best], start, exact, out) != 0)
            return -1;
        among |= best == made;
        exact = SAMPLE_SIBLING;
    }
    if (s->sibling_margin > 0 && out->count == before + 1) {
        out->count = before;
        return 1;
    }
    return among;
}

static alea_roll throw(random_stream * r)
{
    alea_roll roll = {
        {(uint8_t)(1 + random_below(r, 6)), (uint8_t)(1 + random_below(r, 6))}};
    return roll;
}

int selfplay_game(const judge *player, const settings *s, uint64_t game, table *scratch,
                  sample_list *out)
{
    turn turns[TURNS_MAX];
    int count = 0, raced = 0, stored = 0;
    random_stream r = random_open(s->seed, game);
    family start = FAMILY_OPENING;
    if ((double)random_unit(&r) < s->family_share)
        start = s->family ? (family)s->family
                          : (family)(1 + random_below(&r, FAMILIES - 1));
    alea_board board = family_deal(start, &r);
    while (alea_board_phase(&board) == ALEA_PHASE_OVER) board = family_deal(start, &r);
    outcomes value = judge_board(player, &board);
    for (int played = 0; played < TURNS_MAX; played++) {
        alea_phase phase = alea_board_phase(&board);
        if (phase == ALEA_PHASE_OVER) break;
        if (phase == ALEA_PHASE_BEAROFF && s->exact_bearoff) break;
        if (phase != ALEA_PHASE_CONTACT && !raced) {
            raced = 1;
            if ((double)random_unit(&r) >= s->race_share) break;
        }
        int learnt = phase != ALEA_PHASE_CONTACT || s->contact;
        turn *t = &turns[count];
        t->board = board;
        t->value = value;
        if (s->label == LABEL_EXPECTED && learnt)
            t->step = selfplay_expectation(player, &board, s->shortlist, scratch);
        int plays = plays_of(player, &board, throw(&r), scratch);
        int best = best_of(scratch->values, plays), made = best;
        if (plays > 1 && (double)random_unit(&r) < s->noisy_share)
            made = noisy_best_of(scratch->values, plays, (float)s->noise, &r);
        if (s->label == LABEL_STATIC) t->step = value;
        t->stored = stored;
        stored = 0;
        if (s->label == LABEL_STATIC && s->siblings > 0) {
            stored = add_siblings(scratch, plays, made, s, (int)start, out);
            if (stored < 0) return -1;
        }
        if (s->label == LABEL_SAMPLE)
            t->step = outcomes_of_probs(&scratch->values[best]);
        t->strayed = made != best;
        count += learnt;
        value = outcomes_of_probs(&scratch->values[made]);
        value = outcomes_flip(&value);
        board = alea_board_swap(&scratch->results[made]);
    }
    return label_turns(turns, count, s, (int)start, out);
}
