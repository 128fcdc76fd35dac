#include "nearest.h"

#include "text.h"

#include <string.h>

enum { LONGEST_WORD = 64 };

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Levenshtein distance; words longer than LONGEST_WORD count as far apart. */
static size_t distance(const char *a, const char *b)
{
    const size_t la = strlen(a), lb = strlen(b);
    size_t row[LONGEST_WORD + 1];
    if (la > LONGEST_WORD || lb > LONGEST_WORD) return LONGEST_WORD;
    for (size_t j = 0; j <= lb; j++) row[j] = j;
    for (size_t i = 1; i <= la; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= lb; j++) {
            const size_t replace = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = smaller(replace, smaller(row[j], row[j - 1]) + 1);
        }
    }
    return row[lb];
}

const char *alea_nearest(const char *word, const char *const *names, size_t count)
{
    const size_t length = strlen(word);
    const char *best = NULL;
    size_t best_distance = length / 4 + 2;
    for (size_t i = 0; i < count; i++) {
        if (!names[i]) continue;
        /* The beginning of a name is a better hint than any similarity. */
        if (length >= 3 && strncmp(word, names[i], length) == 0) return names[i];
        const size_t d = distance(word, names[i]);
        if (d < best_distance) {
            best_distance = d;
            best = names[i];
        }
    }
    return best;
}

const char *alea_nearest_hint(const char *word, const char *const *names, size_t count,
                              char out[ALEA_HINT_SIZE])
{
    const char *near = alea_nearest(word, names, count);
    alea_text text = alea_text_in(out, ALEA_HINT_SIZE);
    if (near) alea_text_format(&text, "; did you mean \"%.60s\"?", near);
    return out;
}
