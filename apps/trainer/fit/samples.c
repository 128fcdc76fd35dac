#include "samples.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

_Static_assert(sizeof(sample) == 40, "samples are written to files as they lie");

outcomes outcomes_of_probs(const alea_probs *p)
{
    outcomes o;
    o.share[ALEA_WIN_SINGLE] = p->win - p->win_gammon;
    o.share[ALEA_WIN_GAMMON] = p->win_gammon - p->win_backgammon;
    o.share[ALEA_WIN_BACKGAMMON] = p->win_backgammon;
    o.share[ALEA_LOSE_SINGLE] = 1.0f - p->win - p->lose_gammon;
    o.share[ALEA_LOSE_GAMMON] = p->lose_gammon - p->lose_backgammon;
    o.share[ALEA_LOSE_BACKGAMMON] = p->lose_backgammon;
    return o;
}

alea_probs outcomes_to_probs(const outcomes *o)
{
    const float *s = o->share;
    alea_probs p;
    p.win_backgammon = s[ALEA_WIN_BACKGAMMON];
    p.win_gammon = p.win_backgammon + s[ALEA_WIN_GAMMON];
    p.win = p.win_gammon + s[ALEA_WIN_SINGLE];
    p.lose_backgammon = s[ALEA_LOSE_BACKGAMMON];
    p.lose_gammon = p.lose_backgammon + s[ALEA_LOSE_GAMMON];
    return p;
}

outcomes outcomes_flip(const outcomes *o)
{
    outcomes f;
    for (int i = 0; i < 3; i++) {
        f.share[i] = o->share[i + 3];
        f.share[i + 3] = o->share[i];
    }
    return f;
}

float outcomes_equity(const outcomes *o)
{
    const float *s = o->share;
    return s[0] + 2 * s[1] + 3 * s[2] - s[3] - 2 * s[4] - 3 * s[5];
}

sample sample_make(const alea_board *board, const outcomes *label, int family,
                   int exact)
{
    sample s;
    memcpy(s.point, board->point, sizeof s.point);
    s.family = (uint8_t)family;
    s.exact = (uint8_t)exact;
    for (int i = 0; i < ALEA_OUTCOMES; i++) {
        float x = label->share[i] * LABEL_ONE;
        s.label[i] = (int16_t)lrintf(fmaxf(-32000.0f, fminf(32000.0f, x)));
    }
    return s;
}

alea_board sample_board(const sample *s)
{
    alea_board b;
    memcpy(b.point, s->point, sizeof b.point);
    return b;
}

outcomes sample_label(const sample *s)
{
    outcomes o;
    for (int i = 0; i < ALEA_OUTCOMES; i++)
        o.share[i] = (float)s->label[i] * (1.0f / LABEL_ONE);
    return o;
}

int sample_list_add(sample_list *list, const sample *s)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 256;
        sample *item = realloc(list->item, capacity * sizeof *item);
        if (!item) return -1;
        list->item = item;
        list->capacity = capacity;
    }
    list->item[list->count++] = *s;
    return 0;
}

void sample_list_free(sample_list *list)
{
    free(list->item);
    memset(list, 0, sizeof *list);
}

int sample_ring_open(sample_ring *ring, size_t capacity)
{
    memset(ring, 0, sizeof *ring);
    ring->item = malloc(capacity * sizeof *ring->item);
    ring->capacity = capacity;
    return ring->item ? 0 : -1;
}

void sample_ring_close(sample_ring *ring)
{
    free(ring->item);
    memset(ring, 0, sizeof *ring);
}

void sample_ring_put(sample_ring *ring, const sample *s)
{
    ring->item[ring->next] = *s;
    ring->next = (ring->next + 1) % ring->capacity;
    if (ring->count < ring->capacity) ring->count++;
}

typedef struct header {
    char magic[8];
    uint32_t sample_size, reserved;
} header;

static const header wanted = {
    {'A', 'L', 'E', 'A', 'P', 'O', 'S', '1'}, sizeof(sample), 0};

FILE *samples_open(const char *path, char *reason, size_t size)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        snprintf(reason, size, "%s: %s", path, strerror(errno));
        return NULL;
    }
    header h;
    if (fread(&h, sizeof h, 1, file) != 1 || memcmp(&h, &wanted, sizeof h) != 0) {
        snprintf(reason, size, "%s: not a file of labelled positions (bad header)",
                 path);
        fclose(file);
        return NULL;
    }
    return file;
}

FILE *samples_append(const char *path, char *reason, size_t size)
{
    FILE *file = fopen(path, "rb");
    if (file) {
        fclose(file);
        file = samples_open(path, reason, size);
        if (!file) return NULL;
        fclose(file);
        file = fopen(path, "ab");
    } else {
        file = fopen(path, "wb");
        if (file && fwrite(&wanted, sizeof wanted, 1, file) != 1) {
            fclose(file);
            file = NULL;
        }
    }
    if (!file) snprintf(reason, size, "%s: %s", path, strerror(errno));
    return file;
}

FILE *samples_continue(const char *path, uint64_t most, uint64_t *count, char *reason,
                       size_t size)
{
    struct stat about;
    FILE *file = samples_append(path, reason, size);
    if (!file) return NULL;
    uint64_t whole = 0;
    int failed = fflush(file) != 0 || fstat(fileno(file), &about) != 0;
    if (!failed) {
        whole = ((uint64_t)about.st_size - sizeof(header)) / sizeof(sample);
        if (whole > most) whole = most;
        failed = ftruncate(fileno(file),
                           (off_t)(sizeof(header) + whole * sizeof(sample))) != 0;
    }
    if (failed) {
        snprintf(reason, size, "%s: %s", path, strerror(errno));
        fclose(file);
        return NULL;
    }
    *count = whole;
    return file;
}

int samples_skip(FILE *file, const char *path, uint64_t count, char *reason,
                 size_t size)
{
    struct stat about;
    off_t at = (off_t)(sizeof(header) + count * sizeof(sample));
    if (fstat(fileno(file), &about) == 0 && about.st_size >= at &&
        fseeko(file, at, SEEK_SET) == 0)
        return 0;
    snprintf(reason, size, "%s: has fewer than %llu positions", path,
             (unsigned long long)count);
    return -1;
}

int samples_next(FILE *file, const char *path, size_t *number, sample *out,
                 char *reason, size_t size)
{
    size_t got = fread(out, 1, sizeof *out, file);
    if (got == 0 && !ferror(file)) return 0;
    ++*number;
    if (got != sizeof *out) {
        snprintf(reason, size, "%s: position %zu is cut off", path, *number);
        return -1;
    }
    alea_board board = sample_board(out);
    alea_error error;
    if (alea_board_check(&board, ALEA_CHECKERS, &error) != ALEA_OK) {
        snprintf(reason, size, "%s: position %zu: %s", path, *number, error.reason);
        return -1;
    }
    if (alea_board_phase(&board) == ALEA_PHASE_OVER) {
        snprintf(reason, size, "%s: position %zu: the game is over", path, *number);
        return -1;
    }
    int sum = 0;
    for (int i = 0; i < ALEA_OUTCOMES; i++) sum += out->label[i];
    if (abs(sum - LABEL_ONE) > 64) {
        snprintf(reason, size, "%s: position %zu: label sums to %g, not 1", path,
                 *number, sum / (double)LABEL_ONE);
        return -1;
    }
    return 1;
}
