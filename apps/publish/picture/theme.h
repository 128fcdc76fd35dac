/* The colours of the boards of the page (board.css), for pictures of positions. */
#ifndef ALEA_PUBLISH_PICTURE_THEME_H
#define ALEA_PUBLISH_PICTURE_THEME_H

/* Colours as 0xRRGGBB. */
typedef struct picture_theme {
    const char *name;
    unsigned frame, frame_text, felt, odd, even;
    unsigned a, a_edge, b, b_edge;
    unsigned count_a, count_b;
    unsigned arrow;
} picture_theme;

/* The board of that name; NULL where there is none. */
const picture_theme *picture_theme_find(const char *name);

#endif
