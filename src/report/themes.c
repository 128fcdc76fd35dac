#include "themes.h"

#include "json/shapes.h"

#include <alea/explain.h>

#include <string.h>

enum { OPENING_TURNS = 4, PRIME = 4, ATTACK_BACK = 2 };

static const char *const names[THEMES] = {
    "opening",   "bar",       "bearoff",       "bearoff_contact", "race",
    "back_game", "prime",     "against_prime", "attack",          "holding",
    "middle",    "no_double", "double_take",   "double_drop",     "too_good",
    "take",      "drop",      "beaver"};

const char *theme_name(theme t)
{
    return names[t];
}

theme theme_find(const char *name)
{
    int t = 0;
    while (t < THEMES && strcmp(names[t], name) != 0) t++;
    return (theme)t;
}

/* Counts the points first..last that hold two or more checkers of the mover. */
static int points_held(const alea_board *b, int first, int last)
{
    int held = 0;
    for (int p = first; p <= last; p++) held += b->point[p] >= 2;
    return held;
}

/* The mover's rearmost point; 25 = the bar. */
static int rearmost(const alea_board *b)
{
    int p = ALEA_BAR;
    while (p > 0 && b->point[p] <= 0) p--;
    return p;
}

/* The mover's longest prime that an opponent's checker still has to pass. */
static int prime(const alea_board *mine)
{
    int run = 0, longest = 0, his = mine->point[0] < 0 ? 0 : 1;
    while (his > 0 && his < 25 && mine->point[his] >= 0) his++;
    /* The opponent's rearmost checker has the lowest number in the mover's frame. */
    for (int p = his + 1; p <= 24; p++) {
        run = mine->point[p] >= 2 ? run + 1 : 0;
        if (run > longest) longest = run;
    }
    return longest;
}

/* The opponent's checkers on the bar, and blots or trapped checkers in the mover's home
 * board. */
static int his_back(const alea_board *mine)
{
    int count = -mine->point[0];
    for (int p = 1; p <= 6; p++)
        if (mine->point[p] < 0) count -= mine->point[p];
    return count;
}

/* The first theme whose condition holds. */
theme theme_of_board(const alea_board *b, int turn)
{
    const alea_board his = alea_board_swap(b);
    const alea_phase phase = alea_board_phase(b);
    const bool home = rearmost(b) <= 6;
    const int behind = alea_board_pips(b, true) - alea_board_pips(b, false);
    if (turn <= OPENING_TURNS && phase == ALEA_PHASE_CONTACT) return THEME_OPENING;
    if (b->point[ALEA_BAR] > 0) return THEME_BAR;
    if (phase != ALEA_PHASE_CONTACT) return home ? THEME_BEAROFF : THEME_RACE;
    if (home) return THEME_BEAROFF_CONTACT;
    if (points_held(b, 19, 24) >= 2 && behind > 0) return THEME_BACK_GAME;
    if (prime(b) >= PRIME) return THEME_PRIME;
    if (prime(&his) >= PRIME) return THEME_AGAINST_PRIME;
    if (his_back(b) >= ATTACK_BACK && b->point[0] < 0) return THEME_ATTACK;
    if (points_held(b, 18, 22) >= 1 && behind > 0) return THEME_HOLDING;
    return THEME_MIDDLE;
}

theme theme_of(const alea_judgement *j)
{
    const alea_cube_verdict *v = &j->cube.verdict;
    if (j->kind == ALEA_JUDGED_PLAY) return theme_of_board(&j->decision.board, j->turn);
    if (j->kind == ALEA_JUDGED_TAKE)
        return v->beaver ? THEME_BEAVER : v->take ? THEME_TAKE : THEME_DROP;
    switch (v->action) {
    case ALEA_CUBE_DOUBLE_TAKE: return THEME_DOUBLE_TAKE;
    case ALEA_CUBE_DOUBLE_DROP: return THEME_DOUBLE_DROP;
    case ALEA_CUBE_TOO_GOOD: return THEME_TOO_GOOD;
    case ALEA_CUBE_NO_DOUBLE:
    case ALEA_CUBE_NOT_AVAILABLE: break;
    }
    return THEME_NO_DOUBLE;
}

/* ---- sums ---- */

typedef struct sums {
    int decisions, errors, blunders;
    double loss;
} sums;

static void add(sums *s, const alea_judgement *j)
{
    s->decisions++;
    s->errors += j->mark >= ALEA_MARK_ERROR;
    s->blunders += j->mark == ALEA_MARK_BLUNDER;
    s->loss += (double)j->loss;
}

static void append(json_t *list, const char *key, const char *name, const sums *s)
{
    if (s->decisions == 0) return;
    json_array_append_new(list,
                          json_pack("{s:s,s:i,s:i,s:i,s:o}", key, name, "decisions",
                                    s->decisions, "errors", s->errors, "blunders",
                                    s->blunders, "loss", number_json(s->loss)));
}

json_t *figures_json(const alea_analysis *a, alea_player player)
{
    sums kind[ALEA_JUDGED_KINDS] = {0}, by_theme[THEMES] = {0};
    alea_totals totals;
    json_t *kinds = json_array(), *themes = json_array();
    alea_analysis_totals(a, player, 0, &totals);
    for (size_t i = 0; i < a->judgements; i++) {
        const alea_judgement *j = &a->judgement[i];
        if (j->by != player || !j->counted) continue;
        add(&kind[j->kind], j);
        add(&by_theme[theme_of(j)], j);
    }
    for (int k = 0; k < ALEA_JUDGED_KINDS; k++)
        append(kinds, "kind", alea_judged_name((alea_judged)k), &kind[k]);
    for (int t = 0; t < THEMES; t++)
        append(themes, "theme", theme_name((theme)t), &by_theme[t]);
    return json_pack("{s:o,s:i,s:i,s:o,s:o}", "pr", number_json(totals.pr), "decisions",
                     totals.all_decisions, "hinted", totals.hinted, "kinds", kinds,
                     "themes", themes);
}
