#include "look.h"

#include <stddef.h>

/* To save ink: white paper, thin lines, light greys. */
static const struct {
    alea_shape_style style;
    unsigned fill, stroke;
    double line;
} outlines[] = {
    {ALEA_STYLE_FRAME, 0xffffff, 0x222222, 1},
    {ALEA_STYLE_FELT, 0xffffff, 0x222222, 1},
    {ALEA_STYLE_POINT_ODD, 0xdddddd, 0x555555, .7},
    {ALEA_STYLE_POINT_EVEN, 0xffffff, 0x555555, .7},
    {ALEA_STYLE_POINT_NUMBER, 0x222222, ALEA_NO_COLOUR, 0},
    {ALEA_STYLE_CHECKER_A, 0xffffff, 0x222222, 1.5},
    {ALEA_STYLE_CHECKER_B, 0x777777, 0x222222, 1.5},
    {ALEA_STYLE_ARROW, ALEA_NO_COLOUR, 0x222222, 4},
};

/* The grey of the same brightness. */
static unsigned grey(unsigned rgb)
{
    if (rgb == ALEA_NO_COLOUR) return rgb;
    const unsigned y =
        (299 * (rgb >> 16 & 255) + 587 * (rgb >> 8 & 255) + 114 * (rgb & 255)) / 1000;
    return y << 16 | y << 8 | y;
}

static void save_ink(alea_shape_style style, alea_shape_look *look)
{
    for (size_t i = 0; i < sizeof outlines / sizeof *outlines; i++)
        if (outlines[i].style == style) {
            look->fill = outlines[i].fill;
            look->stroke = outlines[i].stroke;
            look->line = outlines[i].line;
        }
}

/* The colours of the theme on the board; cube and dice stay white. */
static void dress(const picture_theme *t, alea_shape_style style, alea_shape_look *look)
{
    switch (style) {
    case ALEA_STYLE_FRAME: look->fill = t->frame; break;
    case ALEA_STYLE_FELT: look->fill = t->felt; break;
    case ALEA_STYLE_POINT_ODD: look->fill = t->odd; break;
    case ALEA_STYLE_POINT_EVEN: look->fill = t->even; break;
    case ALEA_STYLE_POINT_NUMBER: look->fill = t->frame_text; break;
    case ALEA_STYLE_CHECKER_A:
        look->fill = t->a;
        look->stroke = t->a_edge;
        break;
    case ALEA_STYLE_CHECKER_B:
        look->fill = t->b;
        look->stroke = t->b_edge;
        break;
    case ALEA_STYLE_COUNT_A: look->fill = t->count_a; break;
    case ALEA_STYLE_COUNT_B: look->fill = t->count_b; break;
    case ALEA_STYLE_ARROW: look->stroke = t->arrow; break;
    case ALEA_STYLE_CUBE:
    case ALEA_STYLE_DIE:
    case ALEA_STYLE_CUBE_NUMBER:
    case ALEA_STYLE_SPOT:
    case ALEA_STYLES: break;
    }
}

alea_shape_look picture_look(alea_shape_style style, picture_tone tone,
                             const picture_theme *theme)
{
    alea_shape_look look = alea_drawing_look(style);
    if (tone == PICTURE_COLOUR) {
        if (theme) dress(theme, style, &look);
        return look;
    }
    if (tone == PICTURE_OUTLINE) save_ink(style, &look);
    look.fill = grey(look.fill);
    look.stroke = grey(look.stroke);
    return look;
}
