#include "documents.h"

enum { COLUMNS = 2, ROWS = 3, EACH = COLUMNS * ROWS };

static const double edge = 16, gap = 6;

void quiz_sheet_draw(canvas *c, const quiz_sheet *s, paper_size paper)
{
    const double width = (paper.width - 2 * edge) / COLUMNS;
    const double height = (paper.height - 2 * edge - 8) / ROWS;
    for (size_t first = 0; first < s->count; first += EACH)
        for (int back = 0; back < 2; back++) {
            canvas_page(c, paper);
            canvas_text(c, (paper_point){paper.width / 2, edge + 2}, 4.4, true,
                        ALIGN_MIDDLE, back ? s->answers : s->title);
            for (size_t k = 0; k < EACH && first + k < s->count; k++) {
                /* Behind the question: the columns change places. */
                const int column = (int)k % COLUMNS;
                const double x =
                    edge + (back ? COLUMNS - 1 - column : column) * width + 2;
                const double y = edge + 8 + (double)(k / COLUMNS) * height;
                (back ? s->answer : s->question)(s->context, c, first + k, x, y,
                                                 width - gap);
            }
        }
}
