#include "plays_json.h"

#include <alea/notation.h>

#include <stdlib.h>
#include <string.h>

enum {
    /* {"move": "", "position": ""}, with its texts */
    PLAY_SIZE = 32 + ALEA_PLAY_TEXT_SIZE + ALEA_POSITION_ID_SIZE
};

/* A Position ID as two numbers that compare as its bytes do. */
typedef struct sort_key {
    uint64_t high, low;
    int index;
} sort_key;

struct plays_work {
    alea_play_list list;
    char id[ALEA_MAX_PLAYS][ALEA_POSITION_ID_SIZE + 1]; /* read as two words of 8 */
    sort_key key[ALEA_MAX_PLAYS];
    char text[ALEA_MAX_PLAYS * PLAY_SIZE + 16];
};

plays_work *plays_work_new(void)
{
    return calloc(1, sizeof(plays_work));
}

void plays_work_free(plays_work *work)
{
    free(work);
}

/* Eight bytes as the number that orders them as memcmp does. */
static uint64_t big_endian(const char *text)
{
    uint64_t word = 0;
    for (int i = 0; i < 8; i++)
        word |= (uint64_t)(unsigned char)text[i] << (56 - 8 * i);
    return word;
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

const char *plays_json(plays_work *work, const alea_board *board, alea_roll roll,
                       const alea_play_rules *rules, size_t *length, int *count)
{
    alea_plays(board, roll, rules, &work->list);
    int plays = work->list.count;
    for (int i = 0; i < plays; i++) {
        alea_board next = alea_board_swap(&work->list.play[i].board);
        alea_position_id_write(&next, work->id[i]);
        work->key[i] =
            (sort_key){big_endian(work->id[i]), big_endian(work->id[i] + 8), i};
    }
    sort(work->key, plays);
    char *at = PUT(work->text, "[");
    for (int i = 0; i < plays; i++) {
        int index = work->key[i].index;
        at = PUT(at, "{\"move\": \"");
        at += alea_play_write(board, &work->list.play[index], at);
        at = PUT(at, "\", \"position\": \"");
        at = put(at, work->id[index], ALEA_POSITION_ID_SIZE - 1);
        at = i + 1 < plays ? PUT(at, "\"}, ") : PUT(at, "\"}");
    }
    at = PUT(at, "]");
    *length = (size_t)(at - work->text);
    *count = plays;
    return work->text;
}
