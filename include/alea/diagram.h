/* Draws positions as text, as a list of shapes, or as SVG. The functions that write
 * text work like snprintf: they write at most `capacity` bytes, the last one a NUL, and
 * return the length of the whole text. Thread-safe. */
#ifndef ALEA_DIAGRAM_H
#define ALEA_DIAGRAM_H

#include <alea/drawing.h>
#include <alea/notation.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ALEA_DIAGRAM_TEXT_SIZE = 2048, ALEA_DIAGRAM_SVG_SIZE = ALEA_DRAWING_SVG_SIZE };

/* All zero: seen by A, whose home board is at the lower right. */
typedef struct alea_diagram {
    alea_player view;     /* whose numbering and whose side is the lower one */
    bool home_left;       /* SVG: home boards on the left */
    const char *names[2]; /* of A and B, UTF-8; NULL: "X" and "O" */
    /* SVG: a play to show as arrows, in the mover's own numbering */
    const alea_move *moves;
    int move_count;
    alea_player mover;
} alea_diagram;

/* 15 to 17 lines of plain ASCII: X = A's checkers, O = B's. */
ALEA_API size_t alea_diagram_text(const alea_position *position,
                                  const alea_diagram *options, char *out,
                                  size_t capacity);
/* The board with cube, dice and arrows as shapes; `options` may be NULL. */
ALEA_API void alea_diagram_draw(const alea_position *position,
                                const alea_diagram *options, alea_drawing *out);
/* The same as alea_drawing_svg writes it, with a title and the position in words. */
ALEA_API size_t alea_diagram_svg(const alea_position *position,
                                 const alea_diagram *options, char *out,
                                 size_t capacity);
/* The same in words, one sentence a side: "X: 2 on the 24 point, ..." */
ALEA_API size_t alea_diagram_words(const alea_position *position,
                                   const alea_diagram *options, char *out,
                                   size_t capacity);

#ifdef __cplusplus
}
#endif
#endif
