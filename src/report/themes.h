/* The theme of a decision, by which a player's errors are grouped. It depends on the
 * board and the verdict only; docs/api.md defines each theme. Any thread. */
#ifndef ALEA_REPORT_THEMES_H
#define ALEA_REPORT_THEMES_H

#include <alea/analysis.h>

#include <jansson.h>

typedef enum theme {
    THEME_OPENING = 0, /* plays */
    THEME_BAR,
    THEME_BEAROFF,
    THEME_BEAROFF_CONTACT,
    THEME_RACE,
    THEME_BACK_GAME,
    THEME_PRIME,
    THEME_AGAINST_PRIME,
    THEME_ATTACK,
    THEME_HOLDING,
    THEME_MIDDLE,
    THEME_NO_DOUBLE, /* cube decisions, by the right action */
    THEME_DOUBLE_TAKE,
    THEME_DOUBLE_DROP,
    THEME_TOO_GOOD,
    THEME_TAKE,
    THEME_DROP,
    THEME_BEAVER,
    THEMES
} theme;

theme theme_of(const alea_judgement *judgement);
/* The theme of a play from the mover's board, in that turn of the game (from 1). */
theme theme_of_board(const alea_board *board, int turn);
/* "opening", "back_game" ... Static. */
const char *theme_name(theme t);
/* The theme with that name, or THEMES. */
theme theme_find(const char *name);

/* One player's counted decisions: {"pr", "decisions", "kinds": [...], "themes": [...]},
 * a new reference. */
json_t *figures_json(const alea_analysis *analysis, alea_player player);

#endif
