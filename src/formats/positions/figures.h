/* Words and numbers in a line of text that people and programs wrote. */
#ifndef ALEA_FORMATS_POSITIONS_FIGURES_H
#define ALEA_FORMATS_POSITIONS_FIGURES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct span {
    const char *text;
    size_t length;
} span;

/* Without the blanks and control characters around it. */
span line_trim(span s);
/* From `at`, which lies in `s`, to the end of `s`. */
span line_from(span s, const char *at);
/* Where `word` stands in the line, or NULL. */
const char *line_find(span line, const char *word);
/* Reads the word behind `word`, up to the next blank or comma; false: nothing. */
bool line_behind(span line, const char *word, span *out);

/* A decimal number. Point and comma both begin the fraction. */
typedef struct figure {
    double value;
    bool has_sign, has_fraction, percent;
    const char *start, *end;
} figure;

/* The next number at or after `*at`, which moves behind it; false: there is none. */
bool figure_next(const char **at, const char *end, figure *out);
/* The numbers of a line that have a fraction, up to `most`; returns how many. */
int figures_of(span line, figure *out, int most);
/* The number of a line such as " 12. words"; *rest is what follows. 0: another line. */
int figure_rank(span line, span *rest);

#endif
