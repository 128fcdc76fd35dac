#include "shared_analysis.h"

#include "server/support/coded.h"

#include <stdlib.h>
#include <string.h>

/* The bytes of an array; what is allocated for it, if only for none. */
typedef struct piece {
    void **at;
    size_t bytes;
} piece;

enum { PIECES = 4 };

static void pieces_of(alea_analysis *a, piece p[PIECES])
{
    const size_t games = a->games > 0 ? (size_t)a->games : 1;
    p[0] = (piece){(void **)&a->judgement, a->judgements * sizeof *a->judgement};
    p[1] = (piece){(void **)&a->roll, a->rolls * sizeof *a->roll};
    p[2] = (piece){(void **)&a->unjudged, a->unjudgeds * sizeof *a->unjudged};
    p[3] = (piece){(void **)&a->result, games * sizeof *a->result};
}

static size_t size_of(const piece p[PIECES])
{
    size_t size = sizeof(alea_analysis);
    for (int i = 0; i < PIECES; i++) size += p[i].bytes;
    return size;
}

json_t *shared_analysis_write(const alea_analysis *analysis)
{
    alea_analysis copy = *analysis;
    piece p[PIECES];
    pieces_of(&copy, p);
    const size_t size = size_of(p);
    char *bytes = malloc(size), *to = bytes;
    if (!bytes) return NULL;
    memcpy(to, &copy, sizeof copy);
    to += sizeof copy;
    for (int i = 0; i < PIECES; i++) {
        if (p[i].bytes) memcpy(to, *p[i].at, p[i].bytes);
        to += p[i].bytes;
    }
    json_t *value = coded_bytes(bytes, size);
    free(bytes);
    return value;
}

/* Before a size is computed from them. */
static bool counts_are_possible(const alea_analysis *a, size_t size)
{
    return a->judgements <= size && a->rolls <= size && a->unjudgeds <= size &&
           a->games >= 0 && (size_t)a->games <= size;
}

alea_analysis *shared_analysis_read(const json_t *value)
{
    size_t size = 0;
    char *bytes = decoded_bytes(value, &size);
    alea_analysis *a = bytes && size >= sizeof *a ? malloc(sizeof *a) : NULL;
    if (!a) {
        free(bytes);
        return NULL;
    }
    memcpy(a, bytes, sizeof *a);
    a->settings.progress = NULL;
    a->settings.context = NULL;
    piece p[PIECES];
    bool good = counts_are_possible(a, size);
    pieces_of(a, p);
    good = good && size_of(p) == size;
    const char *from = bytes + sizeof *a;
    for (int i = 0; i < PIECES; i++) {
        *p[i].at = good ? malloc(p[i].bytes ? p[i].bytes : 1) : NULL;
        good = *p[i].at != NULL;
        if (good) memcpy(*p[i].at, from, p[i].bytes);
        from += p[i].bytes;
    }
    free(bytes);
    if (good) return a;
    alea_analysis_free(a);
    return NULL;
}
