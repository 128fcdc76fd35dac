/* Listing plays fast: the Position ID of a result is made out of the bits of the one
 * before the play, and kept as two numbers that sort as its text does. `alea plays`
 * takes a quarter less time than with each result's ID written and the texts sorted;
 * tests/cli/test_plays_json.c holds the two together. */
#include "answers.h"

#include <alea/notation.h>

#include <stdlib.h>
#include <string.h>

enum {
    /* {"move": "", "position": ""}, with its texts */
    PLAY_SIZE = 32 + ALEA_PLAY_TEXT_SIZE + ALEA_POSITION_ID_SIZE,
    PAIRS = 1 << 12
};

/* The text of a Position ID, eight characters a word, the first in the top byte. */
typedef struct sort_key {
    uint64_t high, low;
    int index;
} sort_key;

struct plays_work {
    uint16_t pair[PAIRS]; /* two base64 characters for each 12 bits */
    alea_play_list list;
    sort_key key[ALEA_MAX_PLAYS];
    char text[ALEA_MAX_PLAYS * PLAY_SIZE + 16];
};

plays_work *plays_work_new(void)
{
    static const char base64[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    plays_work *work = malloc(sizeof *work);
    for (int i = 0; work && i < PAIRS; i++)
        work->pair[i] = (uint16_t)((unsigned char)base64[i >> 6] << 8 |
                                   (unsigned char)base64[i & 63]);
    return work;
}

void plays_work_free(plays_work *work)
{
    free(work);
}

/* The board before the play as the bit strings of a Position ID: for each point of a
 * side, in its own numbering, then its bar, a one for each checker and a zero. At most
 * 40 bits per side. */
typedef struct id_bits {
    uint64_t mover, other;
    int mover_size;
    int start[26]; /* where the mover's checkers on a point begin; 25 = bar */
} id_bits;

static uint64_t ones(int count)
{
    return ((uint64_t)1 << count) - 1;
}

static uint64_t other_bits(const alea_board *board)
{
    uint64_t bits = 0;
    for (int index = 0; index <= 24;
         index++) { /* from the other's bar to its 1 point */
        int n = board->point[index] < 0 ? -board->point[index] : 0;
        bits = bits << (n + 1) | ones(n);
    }
    return bits;
}

static id_bits bits_before(const alea_board *board)
{
    id_bits b = {.other = other_bits(board)};
    for (int p = 1; p <= ALEA_BAR; p++) {
        int n = board->point[p] > 0 ? board->point[p] : 0;
        b.start[p] = b.mover_size;
        b.mover |= ones(n) << b.mover_size;
        b.mover_size += n + 1;
    }
    return b;
}

/* Where the checkers on `point` begin after the first `done` moves: one lower for each
 * that left a lower point, one higher for each that came to one. */
static int start_after(const id_bits *b, const alea_play *play, int done, int point)
{
    int start = b->start[point];
    for (int i = 0; i < done; i++) {
        const alea_move *m = &play->move[i];
        start += (m->to > ALEA_OFF && point > m->to) - (point > m->from);
    }
    return start;
}

/* The mover's bits after the play. A checker that moves takes its one from where it
 * stood to the front of where it goes, and what lies between moves up by one place; one
 * borne off leaves a gap that closes. */
static uint64_t mover_bits(const id_bits *b, const alea_play *play, int *size)
{
    uint64_t bits = b->mover;
    *size = b->mover_size;
    for (int i = 0; i < play->count; i++) {
        const alea_move *m = &play->move[i];
        int from = start_after(b, play, i, m->from);
        if (m->to == ALEA_OFF) {
            bits = (bits & ones(from)) | (bits >> 1 & ~ones(from));
            --*size;
        } else {
            int to = start_after(b, play, i, m->to);
            uint64_t between = ones(from + 1) & ~ones(to);
            bits = (bits & ~between) | (bits << 1 & between) | (uint64_t)1 << to;
        }
    }
    return bits;
}

static bool hits(const alea_play *play)
{
    bool hit = false;
    for (int i = 0; i < play->count; i++) hit |= play->move[i].hit;
    return hit;
}

/* The ID of the result, seen by the other player, who is then on roll. */
static sort_key key_of(const plays_work *work, const id_bits *before, int index)
{
    const alea_play *play = &work->list.play[index];
    const uint16_t *pair = work->pair;
    int size;
    uint64_t first = mover_bits(before, play, &size);
    uint64_t second = hits(play) ? other_bits(&play->board) : before->other;
    uint64_t low = first | second << size, high = second >> (64 - size);
    /* 80 bits, the most significant bit of each byte first, twelve at a time. */
    uint64_t front = __builtin_bswap64(low);
    uint64_t rest = (front & 15) << 16 | (high & 255) << 8 | (high >> 8 & 255);
    sort_key key = {.index = index};
    for (int i = 0; i < 4; i++)
        key.high = key.high << 16 | pair[front >> (52 - 12 * i) & (PAIRS - 1)];
    key.low = (uint64_t)pair[front >> 4 & (PAIRS - 1)] << 48 |
              (uint64_t)pair[rest >> 8 & (PAIRS - 1)] << 32 |
              (uint64_t)pair[rest << 4 & (PAIRS - 1)] << 16;
    return key;
}

static bool before(const sort_key *a, const sort_key *b)
{
    return a->high < b->high || (a->high == b->high && a->low < b->low);
}

/* Shell sort: short lists need nothing better, and it takes no memory. */
static void sort(sort_key *key, int count)
{
    static const int gaps[] = {701, 301, 132, 57, 23, 10, 4, 1};
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++) {
        int gap = gaps[g];
        for (int i = gap; i < count; i++) {
            sort_key moved = key[i];
            int at = i;
            for (; at >= gap && before(&moved, &key[at - gap]); at -= gap)
                key[at] = key[at - gap];
            key[at] = moved;
        }
    }
}

static char *put(char *at, const char *text, size_t length)
{
    memcpy(at, text, length);
    return at + length;
}

#define PUT(at, literal) put((at), (literal), sizeof(literal) - 1)

/* 14 of the 16 bytes count; the others are overwritten. */
static char *put_id(char *at, const sort_key *key)
{
    for (int i = 0; i < 8; i++) {
        at[i] = (char)(key->high >> (56 - 8 * i) & 255);
        at[i + 8] = (char)(key->low >> (56 - 8 * i) & 255);
    }
    return at + ALEA_POSITION_ID_SIZE - 1;
}

const char *plays_json(plays_work *work, const alea_board *board, alea_roll roll,
                       const alea_play_rules *rules, size_t *length, int *count)
{
    alea_plays(board, roll, rules, &work->list);
    int plays = work->list.count;
    id_bits bits = bits_before(board);
    for (int i = 0; i < plays; i++) work->key[i] = key_of(work, &bits, i);
    sort(work->key, plays);
    char *at = PUT(work->text, "[");
    for (int i = 0; i < plays; i++) {
        at = PUT(at, "{\"move\": \"");
        at += alea_play_write(board, &work->list.play[work->key[i].index], at);
        at = PUT(at, "\", \"position\": \"");
        at = put_id(at, &work->key[i]);
        at = i + 1 < plays ? PUT(at, "\"}, ") : PUT(at, "\"}");
    }
    at = PUT(at, "]");
    *length = (size_t)(at - work->text);
    *count = plays;
    return work->text;
}
