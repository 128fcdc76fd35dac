/* The letters of points in SGF. */
#ifndef ALEA_FORMATS_MATCHES_SGF_POINTS_H
#define ALEA_FORMATS_MATCHES_SGF_POINTS_H

#include <alea/match.h>

/* 'a' is White's 1 point, 'x' his 24 point; 'y' the bar, 'z' off. */
static inline bool sgf_point(char c, alea_player player, int *point)
{
    if (c >= 'a' && c <= 'x')
        *point = player == ALEA_A ? c - 'a' + 1 : 'x' - c + 1;
    else if (c == 'y')
        *point = ALEA_BAR;
    else if (c == 'z')
        *point = ALEA_OFF;
    else
        return false;
    return true;
}

static inline char sgf_letter(alea_player player, int point)
{
    if (point == ALEA_BAR) return 'y';
    if (point == ALEA_OFF) return 'z';
    return (char)(player == ALEA_A ? 'a' + point - 1 : 'x' - point + 1);
}

#endif
