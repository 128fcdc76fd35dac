/* Positions to probabilities: the exact tables where they reach, else the net of the
 * phase. The results of a roll share the accumulator of the position before it, seen,
 * like them, by the player who rolls next; each is then a few columns away. */
#include <stdlib.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "evaluator.h"
#include "outcome.h"

/* Positions of one net on their way through it: the root, from which the others, its
 * results, differ by a few rows each. */
typedef struct batch {
    _Alignas(64) int16_t root[NET_MAX_WIDTH];
    _Alignas(64) int16_t sum[NET_BATCH * NET_MAX_WIDTH]; /* [count][width] */
    _Alignas(64) uint8_t root_slots[ENCODE_STRIDE];
    uint8_t tail[NET_BATCH];
    uint8_t possible[NET_BATCH];
    int target[NET_BATCH]; /* index into the caller's output */
    int count;
    bool has_root;
} batch;

typedef enum place { PLACE_CONTACT = 0, PLACE_RACE, PLACE_HOME, PLACE_ENDED } place;

/* The same from either side. */
static place place_of(const alea_board *board)
{
#if defined(__SSE2__)
    __m128i low = _mm_loadu_si128((const void *)board->point);
    __m128i high = _mm_loadu_si128((const void *)(board->point + 10));
    __m128i zero = _mm_setzero_si128();
    unsigned mine = (unsigned)_mm_movemask_epi8(_mm_cmpgt_epi8(low, zero)) |
                    (unsigned)_mm_movemask_epi8(_mm_cmpgt_epi8(high, zero)) << 10;
    unsigned theirs =
        (unsigned)_mm_movemask_epi8(low) | (unsigned)_mm_movemask_epi8(high) << 10;
#else
    unsigned mine = 0, theirs = 0;
    for (int p = 0; p < 26; p++) {
        mine |= (unsigned)(board->point[p] > 0) << p;
        theirs |= (unsigned)(board->point[p] < 0) << p;
    }
#endif
    if (!mine || !theirs) return PLACE_ENDED;
    unsigned their_rearmost = theirs & (0U - theirs);
    if (mine > their_rearmost) return PLACE_CONTACT;
    return mine < 1U << 7 && their_rearmost >= 1U << 19 ? PLACE_HOME : PLACE_RACE;
}

/* What needs no net: a game that is over, and the bear-offs of the tables. */
static bool known(const alea_evaluator *e, const alea_board *board, place where,
                  alea_probs *out)
{
    if (where == PLACE_ENDED) outcome_of_ended(board, out);
    if (where == PLACE_HOME) {
        if (!alea_bearoff_probs(e->one_sided, e->two_sided, board, out)) return false;
        outcome_settle(out);
        return true;
    }
    return where == PLACE_ENDED;
}

/* Slots of the position that follows `after`. */
static void encode(const alea_evaluator *e, const net *n, const alea_board *after,
                   uint8_t slots[ENCODE_STRIDE], encode_facts *facts)
{
    if (n->kind == ALEA_NET_CONTACT) {
        e->kernels->encode_contact(after, slots, facts);
    } else if (n->kind == ALEA_NET_PRUNE) {
        e->kernels->encode_board(after, slots, facts);
    } else {
        alea_board board = alea_board_swap(after);
        encode_slots(n->kind, &board, slots, facts);
    }
}

/* The sum of a position from scratch. */
static void sum_from_scratch(const alea_evaluator *e, const net *n,
                             const uint8_t slots[ENCODE_STRIDE], int16_t *sum)
{
    uint16_t plus[ENCODE_STRIDE + 1];
    const uint16_t *first = encode_first_rows(n->kind);
    int count = 0, slot_count = encode_slot_count(n->kind);
    for (int s = 0; s < slot_count; s++) {
        plus[count] = (uint16_t)(first[s] + slots[s] - 1);
        count += slots[s] != 0;
    }
    e->kernels->accumulate(sum, n->b1, n->w1, n->shape.width, plus, count, NULL, 0);
}

static void batch_start(batch *b, const alea_evaluator *e, const net *n,
                        const alea_board *after)
{
    encode_facts facts;
    encode(e, n, after, b->root_slots, &facts);
    sum_from_scratch(e, n, b->root_slots, b->root);
    b->has_root = true;
}

/* One more position into the batch, from the root by its changed slots. Whether a slot
 * has a row before and after is as good as random, so both lists are written without
 * asking. Tried: starting from the nearest earlier result (a third fewer rows), and
 * fetching rows ahead; neither was faster. */
static void batch_add(batch *b, const alea_evaluator *e, const net *n,
                      const alea_board *after, int target)
{
    _Alignas(64) uint8_t slots[ENCODE_STRIDE];
    uint16_t plus[ENCODE_STRIDE + 1], minus[ENCODE_STRIDE + 1];
    const uint16_t *first = encode_first_rows(n->kind);
    int plus_count = 0, minus_count = 0, at = b->count++, width = n->shape.width;
    encode_facts facts;
    uint64_t differ[2];
    encode(e, n, after, slots, &facts);
    e->kernels->differences(slots, b->root_slots, differ);
    for (int word = 0; word < 2; word++)
        for (uint64_t bits = differ[word]; bits; bits &= bits - 1) {
            int s = 64 * word + __builtin_ctzll(bits);
            plus[plus_count] = (uint16_t)(first[s] + slots[s] - 1);
            plus_count += slots[s] != 0;
            minus[minus_count] = (uint16_t)(first[s] + b->root_slots[s] - 1);
            minus_count += b->root_slots[s] != 0;
        }
    e->kernels->accumulate(b->sum + at * width, b->root, n->w1, width, plus, plus_count,
                           minus, minus_count);
    b->tail[at] = n->shape.tails > 1 ? facts.tail : 0;
    b->possible[at] = facts.possible;
    b->target[at] = target;
}

static void batch_finish(batch *b, const alea_evaluator *e, const net *n,
                         alea_probs *out)
{
    const int16_t *sum[NET_BATCH];
    int32_t logits[NET_BATCH][NET_LOGITS];
    uint8_t possible[NET_BATCH] = {0};
    int from[NET_BATCH], done = 0;
    for (int tail = 0; tail < n->shape.tails && done < b->count; tail++) {
        int start = done;
        for (int i = 0; i < b->count; i++) {
            if (b->tail[i] != tail) continue;
            sum[done] = b->sum + i * n->shape.width;
            possible[done] = b->possible[i];
            from[done++] = i;
        }
        if (done > start)
            e->kernels->forward(n, tail, sum + start, done - start, logits + start);
    }
    alea_probs probs[NET_BATCH];
    e->kernels->outcomes((const int32_t(*)[NET_LOGITS])logits, n->logit_scale, possible,
                         done, probs);
    for (int i = 0; i < done; i++) out[b->target[from[i]]] = probs[i];
    b->count = 0;
}

void alea_eval(const alea_evaluator *evaluator, const alea_board *board,
               alea_probs *out)
{
    place where = place_of(board);
    if (known(evaluator, board, where, out)) return;
    const net *n =
        &evaluator->file
             .nets[where == PLACE_CONTACT ? ALEA_NET_CONTACT : ALEA_NET_RACE];
    _Alignas(64) int16_t sum[NET_MAX_WIDTH];
    _Alignas(64) uint8_t slots[ENCODE_STRIDE];
    const int16_t *sums = sum;
    int32_t logits[1][NET_LOGITS];
    encode_facts facts;
    alea_board after = alea_board_swap(board);
    encode(evaluator, n, &after, slots, &facts);
    sum_from_scratch(evaluator, n, slots, sum);
    evaluator->kernels->forward(n, n->shape.tails > 1 ? facts.tail : 0, &sums, 1,
                                logits);
    evaluator->kernels->outcomes((const int32_t(*)[NET_LOGITS])logits, n->logit_scale,
                                 &facts.possible, 1, out);
}

/* All results that one net judges. `near` = the position before the roll, seen by the
 * player who rolls next, or NULL where that is none for this net. */
static void eval_place(const alea_evaluator *e, const net *n, place wanted,
                       const alea_board *near, const alea_board *results, int count,
                       alea_probs *out)
{
    batch b;
    b.count = 0;
    b.has_root = false;
    for (int i = 0; i < count; i++) {
        if (place_of(&results[i]) != wanted) continue;
        if (!b.has_root) batch_start(&b, e, n, near ? near : &results[i]);
        batch_add(&b, e, n, &results[i], i);
        if (b.count == NET_BATCH) batch_finish(&b, e, n, out);
    }
    if (b.count > 0) batch_finish(&b, e, n, out);
}

static void eval_results(const alea_evaluator *e, const net *contact,
                         const alea_board *before, const alea_board *results, int count,
                         alea_probs *out)
{
    place where = place_of(before);
    int races = 0, contacts = 0;
    for (int i = 0; i < count; i++) {
        place at = place_of(&results[i]);
        races += at == PLACE_RACE;
        contacts += at == PLACE_CONTACT;
        if (at == PLACE_CONTACT || at == PLACE_RACE) continue;
        alea_board board = alea_board_swap(&results[i]);
        known(e, &board, at, &out[i]);
    }
    if (contacts)
        eval_place(e, contact, PLACE_CONTACT, where == PLACE_CONTACT ? before : NULL,
                   results, count, out);
    if (races)
        eval_place(e, &e->file.nets[ALEA_NET_RACE], PLACE_RACE,
                   where == PLACE_RACE ? before : NULL, results, count, out);
    for (int i = 0; i < count; i++) out[i] = alea_probs_flip(&out[i]);
}

void alea_eval_results(const alea_evaluator *evaluator, const alea_board *before,
                       const alea_board *results, int count, alea_probs *out)
{
    eval_results(evaluator, &evaluator->file.nets[ALEA_NET_CONTACT], before, results,
                 count, out);
}

void alea_eval_results_prune(const alea_evaluator *evaluator, const alea_board *before,
                             const alea_board *results, int count, alea_probs *out)
{
    eval_results(evaluator, &evaluator->file.nets[ALEA_NET_PRUNE], before, results,
                 count, out);
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
