#include "terms.h"

#include "base/error.h"

#include <alea/notation.h>

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum shape { NUMBER, POINTS, WORD, FLAG, TEXT, DATE, BOARD, DICE } shape;

/* clang-format off */
enum {
    PIPS, LEAD, BAR, OFF, BLOTS, HOME_BLOTS, MADE, HOME_MADE, ANCHORS, PRIME, AWAY,
    CUBE, LOSS, EQUITY, WIN, GAMMON, LOSE_GAMMON, LUCK, GAME, TURN, LENGTH, MATCH,
    POINT, BLOT, EMPTY, ROLLED, PHASE, KIND, ACTION, OWNER, MARK, DOUBLET, CRAWFORD,
    MONEY, COUNTED, ANALYSED, PLAYER, OPPONENT, EVENT, PLAYED, TAG, COLLECTION, NOTE,
    PATTERN, POSITION, MIRROR
};
/* clang-format on */

typedef struct field {
    const char *name;
    shape shape;
    bool sided; /* "their-" may precede it */
    int id;
    const char *help;
} field;

static const field fields[] = {
    {"pips", NUMBER, true, PIPS, "pip count"},
    {"lead", NUMBER, false, LEAD, "pips that the player who decides is ahead"},
    {"bar", NUMBER, true, BAR, "checkers on the bar"},
    {"off", NUMBER, true, OFF, "checkers borne off"},
    {"blots", NUMBER, true, BLOTS, "single checkers on points"},
    {"home-blots", NUMBER, true, HOME_BLOTS, "single checkers in the own home board"},
    {"made", NUMBER, true, MADE, "points made (two checkers or more)"},
    {"home-made", NUMBER, true, HOME_MADE, "points made in the own home board"},
    {"anchors", NUMBER, true, ANCHORS, "points made in the other home board"},
    {"prime", NUMBER, true, PRIME, "longest row of points made"},
    {"away", NUMBER, true, AWAY, "points needed; 0 for money"},
    {"cube", NUMBER, false, CUBE, "value of the cube before a double"},
    {"error", NUMBER, false, LOSS, "equity lost"},
    {"equity", NUMBER, false, EQUITY, "equity of the best choice"},
    {"win", NUMBER, false, WIN, "chance to win, percent"},
    {"gammon", NUMBER, false, GAMMON, "chance to win a gammon, percent"},
    {"lose-gammon", NUMBER, false, LOSE_GAMMON, "chance to lose a gammon, percent"},
    {"luck", NUMBER, false, LUCK, "luck of the roll, equity"},
    {"game", NUMBER, false, GAME, "number of the game"},
    {"turn", NUMBER, false, TURN, "number of the turn in the game"},
    {"length", NUMBER, false, LENGTH, "match length; 0 for money"},
    {"match", NUMBER, false, MATCH, "number of the match in the desk"},
    {"point", POINTS, true, POINT, "all these points are made: point=5,7"},
    {"blot", POINTS, true, BLOT, "single checkers on all these points"},
    {"empty", POINTS, false, EMPTY, "nothing on all these points"},
    {"dice", DICE, false, ROLLED, "one of these rolls: dice=31,66"},
    {"phase", WORD, false, PHASE, "contact, race, bearoff"},
    {"kind", WORD, false, KIND, "play, double, take"},
    {"action", WORD, false, ACTION, "roll, double, take, drop, beaver, play, set"},
    {"owner", WORD, false, OWNER, "of the cube: centre, mine, theirs"},
    {"mark", WORD, false, MARK, "none, doubtful, error, blunder"},
    {"doublet", FLAG, false, DOUBLET, "both dice are equal"},
    {"crawford", FLAG, false, CRAWFORD, "the Crawford game"},
    {"money", FLAG, false, MONEY, "money play"},
    {"counted", FLAG, false, COUNTED, "counts in the PR"},
    {"analysed", FLAG, false, ANALYSED, "an analysis is there"},
    {"player", TEXT, false, PLAYER, "who decides; * stands for any text"},
    {"opponent", TEXT, false, OPPONENT, "the other player"},
    {"event", TEXT, false, EVENT, "of the match"},
    {"date", DATE, false, PLAYED, "date>=2024-05, date<2025, date=2024-05-01"},
    {"tag", TEXT, false, TAG, "of the decision or its match"},
    {"collection", TEXT, false, COLLECTION, "that the decision or its match is in"},
    {"note", TEXT, false, NOTE, "text of a note: note=*timing*"},
    {"board", BOARD, false, PATTERN,
     "26 characters as in an XGID, seen by who decides: . any, - empty, A..O at least "
     "so many own, a..o of the opponent"},
    {"position", BOARD, false, POSITION,
     "the board of an ID, whichever colour decides"},
    {"mirror", BOARD, false, MIRROR, "that board, and the other player decides"},
};

enum { FIELDS = sizeof fields / sizeof *fields };

typedef struct word {
    int id, value;
    const char *name;
} word;

static const word words[] = {
    {PHASE, ALEA_PHASE_CONTACT, "contact"}, {PHASE, ALEA_PHASE_RACE, "race"},
    {PHASE, ALEA_PHASE_BEAROFF, "bearoff"}, {KIND, ALEA_JUDGED_PLAY, "play"},
    {KIND, ALEA_JUDGED_DOUBLE, "double"},   {KIND, ALEA_JUDGED_TAKE, "take"},
    {ACTION, ALEA_EVENT_ROLL, "roll"},      {ACTION, ALEA_EVENT_DOUBLE, "double"},
    {ACTION, ALEA_EVENT_TAKE, "take"},      {ACTION, ALEA_EVENT_DROP, "drop"},
    {ACTION, ALEA_EVENT_BEAVER, "beaver"},  {ACTION, ALEA_EVENT_RACCOON, "raccoon"},
    {ACTION, ALEA_EVENT_PLAY, "play"},      {ACTION, ALEA_EVENT_SET, "set"},
    {OWNER, DESK_CENTRED, "centre"},        {OWNER, DESK_MINE, "mine"},
    {OWNER, DESK_THEIRS, "theirs"},         {MARK, ALEA_MARK_NONE, "none"},
    {MARK, ALEA_MARK_DOUBTFUL, "doubtful"}, {MARK, ALEA_MARK_ERROR, "error"},
    {MARK, ALEA_MARK_BLUNDER, "blunder"},
};

enum { WORDS = sizeof words / sizeof *words };

bool terms_help(int index, char out[TERM_HELP])
{
    static const char *const shapes[] = {"=N",    "=P,P",  "=WORD", "",
                                         "=TEXT", "=DATE", "=...",  "=NN"};
    if (index < 0 || index >= FIELDS) return false;
    char name[48];
    snprintf(name, sizeof name, "%s%s%s", fields[index].sided ? "[their-]" : "",
             fields[index].name, shapes[fields[index].shape]);
    snprintf(out, TERM_HELP, "%-22s %s", name, fields[index].help);
    return true;
}

/* ---- parsing ---- */

static alea_status bad(alea_error *error, const char *text, const char *why)
{
    return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0, "\"%.60s\": %.90s", text,
                           why);
}

/* Up to a comma or "..", which strtod would take for a decimal point. */
static bool read_number(const char **at, float *out)
{
    char text[32], *end;
    size_t n = 0;
    while (n + 1 < sizeof text && (*at)[n] && (*at)[n] != ',' &&
           !((*at)[n] == '.' && (*at)[n + 1] == '.'))
        n++;
    memcpy(text, *at, n);
    text[n] = '\0';
    const double value = strtod(text, &end);
    if (n == 0 || *end || !isfinite(value)) return false;
    *at += n;
    *out = (float)value;
    return true;
}

/* "N", "N..M", "N,M,..." after `op`. */
static bool read_numbers(term *t, const char *op, const char *text)
{
    do {
        if (t->ranges == TERM_RANGES) return false;
        float low, high;
        if (!read_number(&text, &low)) return false;
        high = low;
        if (text[0] == '.' && text[1] == '.') {
            text += 2;
            if (!read_number(&text, &high)) return false;
        }
        if (op[0] == '>') {
            low = op[1] ? low : nextafterf(low, INFINITY);
            high = INFINITY;
        } else if (op[0] == '<') {
            high = op[1] ? low : nextafterf(low, -INFINITY);
            low = -INFINITY;
        }
        t->low[t->ranges] = low;
        t->high[t->ranges++] = high;
    } while (*text == ',' && *op == '=' && *++text);
    return *text == '\0';
}

static bool read_points(term *t, const char *text)
{
    do {
        char *end;
        const long point = strtol(text, &end, 10);
        if (end == text || point < 1 || point > 24) return false;
        t->mask |= UINT32_C(1) << point;
        text = end;
    } while (*text == ',' && *++text);
    return *text == '\0';
}

static bool read_dice(term *t, const char *text)
{
    do {
        const int a = text[0] - '0', b = a >= 1 && a <= 6 ? text[1] - '0' : 0;
        if (b < 1 || b > 6) return false;
        t->mask |= UINT32_C(1)
                   << alea_roll_index((alea_roll){{(uint8_t)a, (uint8_t)b}});
        text += 2;
    } while (*text == ',' && *++text);
    return *text == '\0';
}

static bool read_words(term *t, const char *text)
{
    do {
        const size_t length = strcspn(text, ",");
        int found = -1;
        for (int i = 0; i < WORDS; i++)
            if (words[i].id == fields[t->field].id && strlen(words[i].name) == length &&
                strncmp(words[i].name, text, length) == 0)
                found = words[i].value;
        if (found < 0) return false;
        t->mask |= UINT32_C(1) << found;
        text += length;
    } while (*text == ',' && *++text);
    return *text == '\0';
}

static bool read_pattern(term *t, const char *text)
{
    if (strlen(text) != 26) return false;
    for (int i = 0; i < 26; i++) {
        const char c = text[i];
        t->least[i] = -15;
        t->most[i] = 15;
        if (c == '-') {
            t->least[i] = t->most[i] = 0;
        } else if (c >= 'A' && c <= 'O') {
            t->least[i] = (int8_t)(c - 'A' + 1);
        } else if (c >= 'a' && c <= 'o') {
            t->most[i] = (int8_t)(-(c - 'a' + 1));
        } else if (c != '.' && c != '?') {
            return false;
        }
    }
    return true;
}

static bool read_position(term *t, const char *text)
{
    alea_position p;
    const size_t length = strlen(text);
    p.to_act = ALEA_A;
    if (alea_board_text_read(text, length, &p.board, NULL) != ALEA_OK &&
        alea_position_read(text, length, &p, NULL) != ALEA_OK)
        return false;
    alea_player by = p.to_act;
    if (fields[t->field].id == MIRROR) by = alea_opponent(by);
    const alea_board board = by == ALEA_A ? p.board : alea_board_swap(&p.board);
    memcpy(t->least, board.point, sizeof t->least);
    memcpy(t->most, board.point, sizeof t->most);
    return true;
}

/* "*" stands for any text. Kept as a pattern of SQLite's LIKE with '\' as escape. */
static bool read_text(term *t, const char *text)
{
    size_t n = 0;
    for (; *text && n + 2 < sizeof t->text; text++) {
        if (*text == '%' || *text == '_' || *text == '\\') t->text[n++] = '\\';
        t->text[n++] = *text == '*' ? '%' : *text;
    }
    t->text[n] = '\0';
    return *text == '\0' && n > 0;
}

/* Dates compare as text, cut to the length given: "2024" is the whole year. */
static bool read_date(term *t, const char *op, const char *text)
{
    const size_t length = strlen(text);
    if (length != 4 && length != 7 && length != 10) return false;
    for (size_t i = 0; i < length; i++)
        if (i == 4 || i == 7 ? text[i] != '-' : text[i] < '0' || text[i] > '9')
            return false;
    snprintf(t->text, sizeof t->text, "%s", text);
    t->mask = op[0] == '=' ? 2U : op[0] == '>' ? 4U : 1U;
    if (op[0] != '=' && op[1]) t->mask |= 2U;
    return true;
}

static bool read_value(term *t, const char *op, const char *value)
{
    const shape s = fields[t->field].shape;
    if (s == FLAG) return !*op;
    if (!*op || !*value) return false;
    if (s == NUMBER) return read_numbers(t, op, value);
    if (s == DATE) return read_date(t, op, value);
    if (op[0] != '=') return false;
    if (s == POINTS) return read_points(t, value);
    if (s == WORD) return read_words(t, value);
    if (s == DICE) return read_dice(t, value);
    if (s == TEXT) return read_text(t, value);
    return fields[t->field].id == PATTERN ? read_pattern(t, value)
                                          : read_position(t, value);
}

static bool is_label(int id)
{
    return id >= TAG && id <= NOTE;
}

alea_status terms_add(terms *t, const char *text, bool negated, alea_error *error)
{
    if (t->count == TERMS_MOST) return bad(error, text, "more than 64 terms");
    term *one = &t->term[t->count];
    *one = (term){.field = -1, .negated = negated};
    const char *name = text;
    if (strncmp(name, "their-", 6) == 0) {
        one->side = 1;
        name += 6;
    }
    const size_t length = strcspn(name, "=<>");
    for (int i = 0; i < FIELDS; i++)
        if (strlen(fields[i].name) == length &&
            strncmp(fields[i].name, name, length) == 0 &&
            (fields[i].sided || !one->side))
            one->field = i;
    if (one->field < 0)
        return bad(error, text, "no such term (alea study find --terms lists them)");
    char op[3] = {0};
    const char *value = name + length;
    if (*value) op[0] = *value++;
    if (op[0] && op[0] != '=' && *value == '=') op[1] = *value++;
    if (!read_value(one, op, value)) {
        char why[128];
        snprintf(why, sizeof why, "%s: %.80s", fields[one->field].name,
                 fields[one->field].help);
        return bad(error, text, why);
    }
    if (is_label(fields[one->field].id)) t->has_tags = true;
    t->count++;
    return ALEA_OK;
}

/* ---- testing ---- */

static bool in_ranges(const term *t, float x)
{
    for (int i = 0; i < t->ranges; i++)
        if (x >= t->low[i] && x <= t->high[i]) return true;
    return false;
}

static bool is_like(const term *t, const char *text)
{
    return sqlite3_strlike(t->text, text, '\\') == 0;
}

static bool date_matches(const term *t, const char *date)
{
    const size_t length = strlen(t->text);
    if (strlen(date) < length) return false;
    const int order = strncmp(date, t->text, length);
    return t->mask & (order < 0 ? 1U : order == 0 ? 2U : 4U);
}

static bool is_of_match(int id)
{
    return id == LENGTH || id == MATCH || id == MONEY || id == PLAYER ||
           id == OPPONENT || id == EVENT || id == PLAYED;
}

/* A person is found by each of his names. */
static bool is_called(const term *t, const term_match *m, int player)
{
    return is_like(t, m->player[player]) || is_like(t, m->written[player]);
}

static bool match_has(const term *t, const term_match *m, int by)
{
    switch (fields[t->field].id) {
    case LENGTH: return in_ranges(t, (float)m->length);
    case MATCH: return in_ranges(t, (float)m->id);
    case MONEY: return m->length == 0;
    case PLAYER: return is_called(t, m, by);
    case OPPONENT: return is_called(t, m, 1 - by);
    case EVENT: return is_like(t, m->event);
    default: return date_matches(t, m->date);
    }
}

bool terms_take_match(const terms *t, const term_match *m, int by)
{
    for (int i = 0; i < t->count; i++)
        if (is_of_match(fields[t->term[i].field].id) &&
            match_has(&t->term[i], m, by) == t->term[i].negated)
            return false;
    return true;
}

/* What is on the points, seen by side 0 or 1: bit p is set for point p of that side. */
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

static const uint32_t HOME = 0x7e, FAR_HOME = UINT32_C(0x3f) << 19;

static float structure(const term *t, const desk_row *row)
{
    const layout l = layout_of(row, t->side);
    switch (fields[t->field].id) {
    case BLOTS: return (float)bits(l.single);
    case HOME_BLOTS: return (float)bits(l.single & HOME);
    case MADE: return (float)bits(l.made);
    case HOME_MADE: return (float)bits(l.made & HOME);
    case ANCHORS: return (float)bits(l.made & FAR_HOME);
    default: return (float)longest_run(l.made);
    }
}

static float percent(const desk_row *row, int which)
{
    const bool known = row->chance[0] | row->chance[1] | row->chance[2];
    return known ? (float)row->chance[which] / 655.35F : NAN;
}

/* NAN where the row has no such value: then no range holds it. */
static float number_of(const term *t, const desk_row *row)
{
    switch (fields[t->field].id) {
    case PIPS: return row->pips[t->side];
    case LEAD: return (float)(row->pips[1] - row->pips[0]);
    case BAR: return t->side ? (float)-row->point[0] : (float)row->point[25];
    case OFF: return row->off[t->side];
    case AWAY: return row->away[t->side];
    case CUBE: return (float)(1L << row->cube_log2);
    case LOSS: return row->loss;
    case EQUITY: return row->equity;
    case WIN: return percent(row, 0);
    case GAMMON: return percent(row, 1);
    case LOSE_GAMMON: return percent(row, 2);
    case LUCK: return row->flags & DESK_LUCK ? row->luck : NAN;
    case GAME: return row->game;
    case TURN: return row->turn;
    default: return structure(t, row);
    }
}

static bool points_match(const term *t, const desk_row *row)
{
    const layout l = layout_of(row, t->side);
    const int id = fields[t->field].id;
    if (id == POINT) return (l.made & t->mask) == t->mask;
    if (id == BLOT) return (l.single & t->mask) == t->mask;
    for (int p = 1; p <= 24; p++)
        if (t->mask >> p & 1 && row->point[p] != 0) return false;
    return true;
}

static bool word_matches(const term *t, const desk_row *row)
{
    int value;
    switch (fields[t->field].id) {
    case PHASE: value = row->phase; break;
    case KIND: value = row->kind; break;
    case ACTION: value = row->action; break;
    case OWNER: value = row->owner; break;
    default:
        if (isnan(row->loss)) return false;
        value = (int)alea_mark_of_loss(row->loss, NULL);
    }
    return t->mask >> value & 1;
}

static bool flag_is_set(const term *t, const desk_row *row)
{
    switch (fields[t->field].id) {
    case DOUBLET: return row->dice[0] && row->dice[0] == row->dice[1];
    case CRAWFORD: return row->flags & DESK_CRAWFORD;
    case COUNTED: return row->flags & DESK_COUNTED;
    default: return row->program != DESK_NOT_ANALYSED;
    }
}

static bool board_matches(const term *t, const desk_row *row)
{
    for (int i = 0; i < 26; i++)
        if (row->point[i] < t->least[i] || row->point[i] > t->most[i]) return false;
    return true;
}

static bool dice_match(const term *t, const desk_row *row)
{
    const alea_roll roll = {{row->dice[0], row->dice[1]}};
    return row->dice[0] && t->mask >> alea_roll_index(roll) & 1;
}

static bool row_has(const term *t, const desk_row *row)
{
    switch (fields[t->field].shape) {
    case NUMBER: return in_ranges(t, number_of(t, row));
    case POINTS: return points_match(t, row);
    case WORD: return word_matches(t, row);
    case FLAG: return flag_is_set(t, row);
    case DICE: return dice_match(t, row);
    case BOARD: return board_matches(t, row);
    case TEXT:
    case DATE: break;
    }
    return true;
}

bool terms_take_row(const terms *t, const desk_row *row)
{
    for (int i = 0; i < t->count; i++) {
        const term *one = &t->term[i];
        const int id = fields[one->field].id;
        if (is_of_match(id) || is_label(id)) continue;
        if (row_has(one, row) == one->negated) return false;
    }
    return true;
}

bool terms_take_tags(const terms *t,
                     bool (*has)(void *context, term_label kind, const char *pattern),
                     void *context)
{
    for (int i = 0; i < t->count; i++) {
        const int id = fields[t->term[i].field].id;
        if (is_label(id) &&
            has(context, (term_label)(id - TAG), t->term[i].text) == t->term[i].negated)
            return false;
    }
    return true;
}
