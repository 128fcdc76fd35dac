/* Terms tested on matches and decisions. */
#include "fields.h"
#include "terms.h"

#include <math.h>
#include <sqlite3.h>
#include <string.h>

static bool in_ranges(const term *t, float x)
{
    for (int i = 0; i < t->ranges; i++)
        if (x >= t->low[i] && x <= t->high[i]) return true;
    return false;
}

bool term_is_like(const term *t, const char *text)
{
    return t->exact ? strcmp(t->text, text) == 0
                    : sqlite3_strlike(t->text, text, '\\') == 0;
}

static bool date_matches(const term *t, const char *date)
{
    const size_t length = strlen(t->text);
    if (strlen(date) < length) return false;
    const int order = strncmp(date, t->text, length);
    return t->mask & (order < 0 ? 1U : order == 0 ? 2U : 4U);
}

/* A player is found by each of his names; with an exact match, only by the main
 * name. */
static bool is_called(const term *t, const term_match *m, int player)
{
    return term_is_like(t, m->player[player]) ||
           (!t->exact && term_is_like(t, m->written[player]));
}

static bool match_has(const term *t, const term_match *m, int by)
{
    switch (t->id) {
    case FIELD_LENGTH: return in_ranges(t, (float)m->length);
    case FIELD_MATCH: return in_ranges(t, (float)m->id);
    case FIELD_MONEY: return m->length == 0;
    case FIELD_PLAYER: return is_called(t, m, by);
    case FIELD_OPPONENT: return is_called(t, m, 1 - by);
    case FIELD_EVENT: return term_is_like(t, m->event);
    default: return date_matches(t, m->date);
    }
}

/* ---- rows ---- */

/* The points held by side 0 or 1: bit p is set if that side holds its point p. */
typedef struct layout {
    uint32_t made, single;
} layout;

static layout layout_of(const desk_row *row, int side)
{
    layout l = {0, 0};
    for (int p = 1; p <= 24; p++) {
        const int n = side ? -row->point[25 - p] : row->point[p];
        if (n >= 2) l.made |= UINT32_C(1) << p;
        if (n == 1) l.single |= UINT32_C(1) << p;
    }
    return l;
}

static int bits(uint32_t x)
{
    return __builtin_popcount(x);
}

static int longest_run(uint32_t x)
{
    int run = 0;
    for (; x; run++) x &= x >> 1;
    return run;
}

/* Points first to last as bits. */
static uint32_t span(int first, int last)
{
    return (UINT32_C(2) << last) - (UINT32_C(1) << first);
}

/* Checkers of the side on its points first to last; 25 is its bar. */
static int checkers(const desk_row *row, int side, int first, int last)
{
    int sum = 0;
    for (int p = first; p <= last; p++) {
        const int n = side ? -row->point[25 - p] : row->point[p];
        if (n > 0) sum += n;
    }
    return sum;
}

static float structure(const term *t, const desk_row *row)
{
    const layout l = layout_of(row, t->side);
    switch (t->id) {
    case FIELD_BLOTS: return (float)bits(l.single);
    case FIELD_HOME_BLOTS: return (float)bits(l.single & span(1, 6));
    case FIELD_OUTFIELD_BLOTS: return (float)bits(l.single & span(7, 18));
    case FIELD_MADE: return (float)bits(l.made);
    case FIELD_HOME_MADE: return (float)bits(l.made & span(1, 6));
    case FIELD_ANCHORS: return (float)bits(l.made & span(19, 24));
    default: return (float)longest_run(l.made);
    }
}

static float percent(const desk_row *row, uint16_t chance)
{
    const bool known = row->chance[0] | row->chance[1] | row->chance[2];
    return known ? (float)chance / 655.35F : NAN;
}

/* NAN if the row has no such value: then no range contains it. */
static float number_of(const term *t, const term_row *r)
{
    const desk_row *row = r->row;
    switch (t->id) {
    case FIELD_PIPS: return row->pips[t->side];
    case FIELD_LEAD: return (float)(row->pips[1] - row->pips[0]);
    case FIELD_BAR: return t->side ? (float)-row->point[0] : (float)row->point[25];
    case FIELD_OFF: return row->off[t->side];
    case FIELD_BACK: return (float)checkers(row, t->side, 19, 25);
    case FIELD_ZONE: return (float)checkers(row, t->side, t->from, t->to);
    case FIELD_AWAY: return row->away[t->side];
    case FIELD_CUBE: return (float)(1L << row->cube_log2);
    case FIELD_LOSS: return row->loss;
    case FIELD_EQUITY: return row->equity;
    case FIELD_WIN: return percent(row, row->chance[0]);
    case FIELD_GAMMON: return percent(row, row->chance[1]);
    case FIELD_LOSE_GAMMON: return percent(row, row->chance[2]);
    case FIELD_BACKGAMMON: return r->side ? percent(row, r->side->backgammon[0]) : NAN;
    case FIELD_LOSE_BACKGAMMON:
        return r->side ? percent(row, r->side->backgammon[1]) : NAN;
    case FIELD_LUCK: return row->flags & DESK_LUCK ? row->luck : NAN;
    case FIELD_GAME: return row->game;
    case FIELD_TURN: return row->turn;
    default: return structure(t, row);
    }
}

static bool points_match(const term *t, const desk_row *row)
{
    const layout l = layout_of(row, t->side);
    const field_id id = t->id;
    if (id == FIELD_POINT) return (l.made & t->mask) == t->mask;
    if (id == FIELD_BLOT) return (l.single & t->mask) == t->mask;
    for (int p = 1; p <= 24; p++)
        if (t->mask >> p & 1 && row->point[p] != 0) return false;
    return true;
}

enum { OPENING_TURNS = 4 }; /* as in report/themes.c */

/* The theme contact includes the opening and the middle game. */
static uint32_t phases_of(const desk_row *row)
{
    static const uint32_t phases[] = {[ALEA_PHASE_CONTACT] = 1U << ALEA_PHASE_CONTACT |
                                                             1U << FIELD_MIDDLE_PHASE,
                                      [ALEA_PHASE_RACE] = 1U << ALEA_PHASE_RACE,
                                      [ALEA_PHASE_BEAROFF] = 1U << ALEA_PHASE_BEAROFF,
                                      [ALEA_PHASE_OVER] = 1U << ALEA_PHASE_OVER};
    if (row->phase == ALEA_PHASE_CONTACT && row->turn - 1U < OPENING_TURNS)
        return 1U << ALEA_PHASE_CONTACT | 1U << FIELD_OPENING_PHASE;
    return phases[row->phase & 3];
}

static bool word_matches(const term *t, const desk_row *row)
{
    unsigned value;
    switch (t->id) {
    case FIELD_PHASE: return t->mask & phases_of(row);
    case FIELD_THEME: value = desk_row_theme(row); break;
    case FIELD_CLASS: value = desk_row_class(row); break;
    case FIELD_RIGHT: value = (row->flags & DESK_RIGHT) >> DESK_RIGHT_SHIFT; break;
    case FIELD_KIND: value = row->kind; break;
    case FIELD_ACTION: value = row->action; break;
    case FIELD_OWNER: value = row->owner; break;
    default:
        if (isnan(row->loss)) return false;
        value = (unsigned)alea_mark_of_loss(row->loss, NULL);
    }
    return t->mask >> value & 1;
}

static bool flag_is_set(const term *t, const desk_row *row)
{
    switch (t->id) {
    case FIELD_DOUBLET: return row->dice[0] && row->dice[0] == row->dice[1];
    case FIELD_CRAWFORD: return row->flags & DESK_CRAWFORD;
    case FIELD_COUNTED: return row->flags & DESK_COUNTED;
    case FIELD_HINTED: return row->flags & DESK_HINTED;
    case FIELD_FLAGGED: return row->flags & DESK_FLAGGED;
    default: return row->program != DESK_NOT_ANALYSED;
    }
}

static bool board_matches(const term *t, const desk_row *row)
{
    for (int i = 0; i < 26; i++)
        if (row->point[i] < t->least[i] || row->point[i] > t->most[i]) return false;
    return true;
}

static bool dice_match(const term *t, const uint8_t dice[2])
{
    const alea_roll roll = {{dice[0], dice[1]}};
    return dice[0] && t->mask >> alea_roll_index(roll) & 1;
}

/* Whether moves that are not used yet lead from `from` to the end of move `wanted`, and
 * others make the moves after it. `moves` as in desk_side. */
static bool has_moves(const term *t, int wanted, int from, const int8_t moves[8],
                      unsigned used)
{
    if (wanted == t->moves) return true;
    if (from == t->move[wanted].to)
        return wanted + 1 == t->moves ||
               has_moves(t, wanted + 1, t->move[wanted + 1].from, moves, used);
    for (int i = 0; i < 4 && moves[2 * i]; i++)
        if (!(used >> i & 1) && moves[2 * i] == from &&
            has_moves(t, wanted, moves[2 * i + 1], moves, used | 1U << i))
            return true;
    return false;
}

static bool moves_match(const term *t, const desk_side *side)
{
    return side && has_moves(t, 0, t->move[0].from,
                             t->id == FIELD_BEST ? side->best : side->made, 0);
}

static bool row_has(const term *t, const term_row *r)
{
    switch ((field_shape)t->shape) {
    case FIELD_NUMBER: return in_ranges(t, number_of(t, r));
    case FIELD_POINTS: return points_match(t, r->row);
    case FIELD_WORD: return word_matches(t, r->row);
    case FIELD_FLAG: return flag_is_set(t, r->row);
    case FIELD_DICE:
        return dice_match(t, t->id == FIELD_OPENED ? r->opening : r->row->dice);
    case FIELD_BOARD: return board_matches(t, r->row);
    case FIELD_MOVES: return moves_match(t, r->side);
    case FIELD_TEXT:
    case FIELD_DATE: break;
    }
    return true;
}

/* ---- alternatives ---- */

static int alternatives(const terms *t)
{
    return t->alternatives ? t->alternatives : 1;
}

/* The terms of an alternative, as bits. */
static uint64_t terms_of(const terms *t, int i)
{
    if (t->alternatives) return t->alternative[i];
    return t->count == TERMS_MOST ? UINT64_MAX : (UINT64_C(1) << t->count) - 1;
}

uint64_t terms_take_match(const terms *t, const term_match *m, int by)
{
    uint64_t alive = 0;
    for (int i = 0; i < alternatives(t); i++) {
        bool all = true;
        for (uint64_t left = terms_of(t, i) & t->of_match; all && left;
             left &= left - 1) {
            const term *one = &t->term[__builtin_ctzll(left)];
            all = match_has(one, m, by) != one->negated;
        }
        if (all) alive |= UINT64_C(1) << i;
    }
    return alive;
}

static bool takes_all(const terms *t, uint64_t left, const term_row *r)
{
    for (; left; left &= left - 1) {
        const term *one = &t->term[__builtin_ctzll(left)];
        if (row_has(one, r) == one->negated) return false;
    }
    return true;
}

uint64_t terms_take_row(const terms *t, const term_row *r, uint64_t alive)
{
    if (t->alternatives <= 1)
        return takes_all(t, terms_of(t, 0) & t->of_row, r) ? alive : 0;
    for (uint64_t open = alive; open; open &= open - 1) {
        const int i = __builtin_ctzll(open);
        if (!takes_all(t, t->alternative[i] & t->of_row, r))
            alive &= ~(UINT64_C(1) << i);
    }
    return alive;
}

bool terms_take_labels(const terms *t, uint64_t alive,
                       bool (*has)(void *context, term_label kind, const term *one),
                       void *context)
{
    for (int i = 0; i < alternatives(t); i++) {
        if (!(alive >> i & 1)) continue;
        bool all = true;
        for (uint64_t left = terms_of(t, i) & t->of_labels; all && left;
             left &= left - 1) {
            const term *one = &t->term[__builtin_ctzll(left)];
            all = has(context, (term_label)(one->id - FIELD_TAG), one) != one->negated;
        }
        if (all) return true;
    }
    return false;
}
