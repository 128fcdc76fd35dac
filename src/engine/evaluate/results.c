/* Outcomes of positions: the exact tables where they apply, else the net of the phase.
 * The results of a roll share the accumulator of the position before it; each differs
 * from it by a few features. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "evaluator.h"
#include "outcome.h"

/* A batch of positions for one net; each differs from the root by a few features, and
 * from one shortly before it by fewer. */
typedef struct batch {
    const alea_evaluator *e;
    const net *n;
    alea_probs *out;
    /* [root, positions][width] */
    _Alignas(64) int16_t sum[(1 + NET_BATCH) * NET_MAX_WIDTH];
    /* contact, of the root and the positions */
    _Alignas(64) uint8_t feature_groups[1 + NET_BATCH][ENCODE_STRIDE];
    uint8_t input_bucket[1 + NET_BATCH];
    encode_root root_board; /* race, prune */
    uint8_t output_bucket[NET_BATCH];
    uint8_t possible[NET_BATCH];
    int target[NET_BATCH]; /* index into `out` */
    int count;
    bool has_root;
} batch;

/* A batch for the narrow kernel, which computes its own accumulators. */
typedef struct narrow_batch {
    narrow_root root;
    _Alignas(64) int16_t accumulator[NET_NARROW];
    const alea_board *after[NET_LANES];
    int target[NET_LANES];
    int count;
    bool has_root;
} narrow_batch;

typedef enum place { PLACE_CONTACT = 0, PLACE_RACE, PLACE_HOME, PLACE_ENDED } place;

/* The same from either side. */
static place place_of(const alea_board *board)
{
    uint32_t mine, theirs;
    encode_masks(board, &mine, &theirs);
    if (!mine || !theirs) return PLACE_ENDED;
    uint32_t their_rearmost = theirs & (0U - theirs);
    if (mine > their_rearmost) return PLACE_CONTACT;
    return mine < 1U << 7 && their_rearmost >= 1U << 19 ? PLACE_HOME : PLACE_RACE;
}

/* Outcomes that need no net: finished games and positions in the tables. */
static bool known(const alea_evaluator *e, const alea_board *board, place where,
                  alea_probs *out)
{
    if (where == PLACE_ENDED) {
        outcome_of_ended(board, out);
        return true;
    }
    if (where == PLACE_CONTACT || (where == PLACE_RACE && !e->wide)) return false;
    const alea_bearoff *one_sided = where == PLACE_HOME ? e->one_sided : e->wide;
    if (!alea_bearoff_probs(one_sided, e->two_sided, board, out)) return false;
    outcome_settle(out);
    return true;
}

/* Computes the accumulator of a contact position from scratch. */
static void accumulate_groups(const alea_evaluator *e, const net *n,
                              const uint8_t feature_groups[ENCODE_STRIDE],
                              int input_bucket, int16_t *accumulator)
{
    uint16_t added[ENCODE_STRIDE + 1];
    const uint16_t *first = encode_first_rows(n->kind, input_bucket);
    int count = 0, group_count = encode_group_count(n->kind);
    for (int s = 0; s < group_count; s++) {
        added[count] = (uint16_t)(first[s] + feature_groups[s] - 1);
        count += feature_groups[s] != 0;
    }
    e->kernels->accumulate(accumulator, n->b1, n->w1, n->shape.width, added, count,
                           NULL, 0);
}

static void accumulate_root(const alea_evaluator *e, const net *n,
                            const alea_board *after, encode_root *root,
                            int16_t *accumulator)
{
    encode_steps steps;
    encode_root_of(n->kind, after, root, &steps);
    e->kernels->accumulate(accumulator, n->b1, n->w1, n->shape.width, steps.added,
                           steps.added_count, NULL, 0);
}

static void batch_start(batch *b, const alea_board *after)
{
    encode_facts facts;
    b->has_root = true;
    if (b->n->kind != ALEA_NET_CONTACT) {
        accumulate_root(b->e, b->n, after, &b->root_board, b->sum);
        return;
    }
    b->e->kernels->encode_contact(after, b->feature_groups[0], &facts);
    b->input_bucket[0] = (uint8_t)encode_input_bucket(b->n->kind, facts.output_bucket);
    accumulate_groups(b->e, b->n, b->feature_groups[0], b->input_bucket[0], b->sum);
}

/* The sum of position `at` from that of the root or of one of the positions just before
 * it: 12.6 rows on average where 17.2 lead from the root. Branch-free: whether a
 * feature group has a row before and after is unpredictable. Tried and not faster:
 * fetching rows ahead. */
static void contact_steps(batch *b, int at, const alea_board *after,
                          encode_facts *facts)
{
    const net_kernels *k = b->e->kernels;
    const int width = b->n->shape.width;
    int16_t *sum = b->sum + at * width;
    uint8_t *feature_groups = b->feature_groups[at];
    k->encode_contact(after, feature_groups, facts);
    const int input_bucket = encode_input_bucket(b->n->kind, facts->output_bucket);
    b->input_bucket[at] = (uint8_t)input_bucket;

    const uint8_t *candidate[1 + NET_LOOK_BACK];
    int origin[1 + NET_LOOK_BACK], count = 0;
    const int oldest = at > NET_LOOK_BACK ? at - NET_LOOK_BACK : 1;
    for (int i = 0; i < at; i = i < oldest ? oldest : i + 1) {
        if (b->input_bucket[i] != input_bucket) continue;
        candidate[count] = b->feature_groups[i];
        origin[count++] = i;
    }
    if (count == 0) {
        accumulate_groups(b->e, b->n, feature_groups, input_bucket, sum);
        return;
    }
    const int from = count > 1 ? k->nearest(feature_groups, candidate, count) : 0;
    const uint8_t *old = candidate[from];
    uint16_t added[ENCODE_STRIDE + 1], removed[ENCODE_STRIDE + 1];
    int added_count = 0, removed_count = 0;
    uint64_t differ[2];
    const uint16_t *first = encode_first_rows(b->n->kind, input_bucket);
    k->differences(feature_groups, old, differ);
    for (int word = 0; word < 2; word++)
        for (uint64_t bits = differ[word]; bits; bits &= bits - 1) {
            int s = 64 * word + __builtin_ctzll(bits);
            added[added_count] = (uint16_t)(first[s] + feature_groups[s] - 1);
            added_count += feature_groups[s] != 0;
            removed[removed_count] = (uint16_t)(first[s] + old[s] - 1);
            removed_count += old[s] != 0;
        }
    k->accumulate(sum, b->sum + origin[from] * width, b->n->w1, width, added,
                  added_count, removed, removed_count);
}

static void board_steps(batch *b, int at, const alea_board *after, encode_facts *facts)
{
    const int width = b->n->shape.width;
    encode_steps steps;
    encode_steps_of(b->n->kind, &b->root_board, after, &steps, facts);
    b->e->kernels->accumulate(b->sum + at * width, b->sum, b->n->w1, width, steps.added,
                              steps.added_count, steps.removed, steps.removed_count);
}

static void batch_finish(batch *b)
{
    const net *n = b->n;
    const int16_t *sum[NET_BATCH];
    int32_t logits[NET_BATCH][NET_LOGITS];
    uint8_t possible[NET_BATCH] = {0};
    int from[NET_BATCH], done = 0;
    for (int output_bucket = 0;
         output_bucket < n->shape.output_buckets && done < b->count; output_bucket++) {
        int start = done;
        for (int i = 0; i < b->count; i++) {
            if (b->output_bucket[i] != output_bucket) continue;
            sum[done] = b->sum + (1 + i) * n->shape.width;
            possible[done] = b->possible[i];
            from[done++] = i;
        }
        if (done > start)
            b->e->kernels->forward(n, output_bucket, sum + start, done - start,
                                   logits + start);
    }
    alea_probs probs[NET_BATCH];
    b->e->kernels->outcomes((const int32_t(*)[NET_LOGITS])logits, n->logit_scale,
                            possible, done, probs);
    for (int i = 0; i < done; i++)
        b->out[b->target[from[i]]] = alea_probs_flip(&probs[i]);
    b->count = 0;
}

/* Adds a position to the batch. `near`: the position before the roll, seen by the
 * player who rolls next, or NULL if it belongs to another net. */
static void batch_add(batch *b, const alea_board *near, const alea_board *after,
                      int target)
{
    encode_facts facts;
    int at = b->count++;
    if (!b->has_root) batch_start(b, near ? near : after);
    if (b->n->kind == ALEA_NET_CONTACT)
        contact_steps(b, 1 + at, after, &facts);
    else
        board_steps(b, 1 + at, after, &facts);
    b->output_bucket[at] = b->n->shape.output_buckets > 1 ? facts.output_bucket : 0;
    b->possible[at] = facts.possible;
    b->target[at] = target;
    if (b->count == NET_BATCH) batch_finish(b);
}

static void batch_open(batch *b, const alea_evaluator *e, alea_net_kind kind,
                       alea_probs *out)
{
    b->e = e;
    b->n = &e->file.nets[kind];
    b->out = out;
    b->count = 0;
    b->has_root = false;
}

void alea_eval(const alea_evaluator *evaluator, const alea_board *board,
               alea_probs *out)
{
    place where = place_of(board);
    if (known(evaluator, board, where, out)) return;
    const net *n =
        &evaluator->file
             .nets[where == PLACE_CONTACT ? ALEA_NET_CONTACT : ALEA_NET_RACE];
    _Alignas(64) int16_t accumulator[NET_MAX_WIDTH];
    const int16_t *accumulators = accumulator;
    int32_t logits[1][NET_LOGITS];
    encode_facts facts;
    alea_board after = alea_board_swap(board);
    if (where == PLACE_CONTACT) {
        _Alignas(64) uint8_t feature_groups[ENCODE_STRIDE];
        evaluator->kernels->encode_contact(&after, feature_groups, &facts);
        accumulate_groups(evaluator, n, feature_groups,
                          encode_input_bucket(n->kind, facts.output_bucket),
                          accumulator);
    } else {
        encode_root root;
        encode_steps none;
        accumulate_root(evaluator, n, &after, &root, accumulator);
        encode_steps_of(n->kind, &root, &after, &none, &facts);
    }
    evaluator->kernels->forward(n,
                                n->shape.output_buckets > 1 ? facts.output_bucket : 0,
                                &accumulators, 1, logits);
    evaluator->kernels->outcomes((const int32_t(*)[NET_LOGITS])logits, n->logit_scale,
                                 &facts.possible, 1, out);
}

alea_status alea_eval_boards(const alea_evaluator *evaluator, const alea_board *boards,
                             size_t count, alea_probs *out, alea_error *error)
{
    for (size_t i = 0; i < count; i++) {
        alea_error why = {0};
        const alea_status status = alea_board_check(&boards[i], ALEA_CHECKERS, &why);
        if (status != ALEA_OK) {
            return alea_error_fill(error, status, 0, 0, "board %zu: %.100s", i + 1,
                                   why.reason);
        }
        alea_eval(evaluator, &boards[i], &out[i]);
    }
    return ALEA_OK;
}

/* A result that needs no net; `out` is seen by the mover. */
static bool eval_settled(const alea_evaluator *e, const alea_board *result, place where,
                         alea_probs *out)
{
    alea_board board = alea_board_swap(result);
    if (!known(e, &board, where, out)) return false;
    *out = alea_probs_flip(out);
    return true;
}

void alea_eval_results(const alea_evaluator *evaluator, const alea_board *before,
                       const alea_board *results, int count, alea_probs *out)
{
    batch contact, race;
    place where = place_of(before);
    const alea_board *near_contact = where == PLACE_CONTACT ? before : NULL;
    const alea_board *near_race = where == PLACE_RACE ? before : NULL;
    batch_open(&contact, evaluator, ALEA_NET_CONTACT, out);
    batch_open(&race, evaluator, ALEA_NET_RACE, out);
    for (int i = 0; i < count; i++) {
        place at = place_of(&results[i]);
        if (at == PLACE_CONTACT)
            batch_add(&contact, near_contact, &results[i], i);
        else if (!eval_settled(evaluator, &results[i], at, &out[i]))
            batch_add(&race, near_race, &results[i], i);
    }
    if (contact.count > 0) batch_finish(&contact);
    if (race.count > 0) batch_finish(&race);
}

/* ---- the small net ---- */

static void narrow_start(narrow_batch *b, const alea_evaluator *e, const net *n,
                         const alea_board *after)
{
    encode_root root;
    accumulate_root(e, n, after, &root, b->accumulator);
    b->root = (narrow_root){
        .accumulator = b->accumulator, .after = *after, .off = root.off[1]};
    for (int gone = 0; gone < 2; gone++) {
        const int off[2] = {root.off[0], gone}, rearmost[2] = {24, 24};
        b->root.possible[gone] = (uint8_t)encode_possible_of(off, rearmost);
    }
    b->has_root = true;
}

static void narrow_finish(narrow_batch *b, const alea_evaluator *e, const net *n,
                          alea_probs *out)
{
    _Alignas(64) float lane[5][NET_LANES];
    for (int j = b->count; j < NET_LANES; j++) b->after[j] = b->after[0];
    e->kernels->narrow(n, &b->root, b->after, lane);
    for (int j = 0; j < b->count; j++) /* the other side's */
        out[b->target[j]] = (alea_probs){1.0F - lane[0][j], lane[3][j], lane[4][j],
                                         lane[1][j], lane[2][j]};
    b->count = 0;
}

void alea_eval_results_prune(const alea_evaluator *evaluator, const alea_board *before,
                             const alea_board *results, int count, alea_probs *out)
{
    batch contact, race;
    narrow_batch narrow;
    const net *n = &evaluator->file.nets[ALEA_NET_PRUNE];
    bool is_narrow = evaluator->kernels->narrow && n->narrow;
    const alea_board *near_race = place_of(before) == PLACE_RACE ? before : NULL;
    narrow.count = 0;
    narrow.has_root = false;
    batch_open(&contact, evaluator, ALEA_NET_PRUNE, out);
    batch_open(&race, evaluator, ALEA_NET_RACE, out);
    for (int i = 0; i < count; i++) {
        place at = place_of(&results[i]);
        if (at == PLACE_CONTACT && is_narrow) {
            if (!narrow.has_root) narrow_start(&narrow, evaluator, n, before);
            narrow.after[narrow.count] = &results[i];
            narrow.target[narrow.count++] = i;
            if (narrow.count == NET_LANES) narrow_finish(&narrow, evaluator, n, out);
        } else if (at == PLACE_CONTACT) {
            batch_add(&contact, before, &results[i], i);
        } else if (at == PLACE_RACE) {
            batch_add(&race, near_race, &results[i], i);
        } else {
            eval_settled(evaluator, &results[i], at, &out[i]);
        }
    }
    if (narrow.count > 0) narrow_finish(&narrow, evaluator, n, out);
    if (contact.count > 0) batch_finish(&contact);
    if (race.count > 0) batch_finish(&race);
}

alea_probs alea_probs_flip(const alea_probs *probs)
{
    return (alea_probs){1.0F - probs->win, probs->lose_gammon, probs->lose_backgammon,
                        probs->win_gammon, probs->win_backgammon};
}

float alea_probs_equity(const alea_probs *probs)
{
    return 2.0F * probs->win - 1.0F + probs->win_gammon + probs->win_backgammon -
           probs->lose_gammon - probs->lose_backgammon;
}
