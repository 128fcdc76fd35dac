#include "fields.h"
#include "rows.h"

#include <alea/analysis.h>

#include <stdio.h>
#include <string.h>

static const field fields[] = {
    {"pips", FIELD_NUMBER, true, FIELD_PIPS, "pip count"},
    {"lead", FIELD_NUMBER, false, FIELD_LEAD,
     "pips that the player who decides is ahead"},
    {"bar", FIELD_NUMBER, true, FIELD_BAR, "checkers on the bar"},
    {"off", FIELD_NUMBER, true, FIELD_OFF, "checkers borne off"},
    {"back", FIELD_NUMBER, true, FIELD_BACK,
     "back checkers: in the other home board or on the bar"},
    {"zone", FIELD_NUMBER, true, FIELD_ZONE,
     "checkers on the points 1 to 11; zone7-12: on the points 7 to 12"},
    {"blots", FIELD_NUMBER, true, FIELD_BLOTS, "single checkers on points"},
    {"home-blots", FIELD_NUMBER, true, FIELD_HOME_BLOTS,
     "single checkers in the own home board"},
    {"outfield-blots", FIELD_NUMBER, true, FIELD_OUTFIELD_BLOTS,
     "single checkers on the points 7 to 18"},
    {"made", FIELD_NUMBER, true, FIELD_MADE, "points made (two checkers or more)"},
    {"home-made", FIELD_NUMBER, true, FIELD_HOME_MADE,
     "points made in the own home board"},
    {"anchors", FIELD_NUMBER, true, FIELD_ANCHORS,
     "points made in the other home board"},
    {"prime", FIELD_NUMBER, true, FIELD_PRIME, "longest row of points made"},
    {"away", FIELD_NUMBER, true, FIELD_AWAY, "points needed; 0 for money"},
    {"cube", FIELD_NUMBER, false, FIELD_CUBE, "value of the cube before a double"},
    {"error", FIELD_NUMBER, false, FIELD_LOSS, "equity lost"},
    {"equity", FIELD_NUMBER, false, FIELD_EQUITY, "equity of the best choice"},
    {"win", FIELD_NUMBER, false, FIELD_WIN, "chance to win, percent"},
    {"gammon", FIELD_NUMBER, false, FIELD_GAMMON, "chance to win a gammon, percent"},
    {"lose-gammon", FIELD_NUMBER, false, FIELD_LOSE_GAMMON,
     "chance to lose a gammon, percent"},
    {"backgammon", FIELD_NUMBER, false, FIELD_BACKGAMMON,
     "chance to win a backgammon, percent"},
    {"lose-backgammon", FIELD_NUMBER, false, FIELD_LOSE_BACKGAMMON,
     "chance to lose a backgammon, percent"},
    {"luck", FIELD_NUMBER, false, FIELD_LUCK, "luck of the roll, equity"},
    {"game", FIELD_NUMBER, false, FIELD_GAME, "number of the game"},
    {"turn", FIELD_NUMBER, false, FIELD_TURN, "number of the turn in the game"},
    {"length", FIELD_NUMBER, false, FIELD_LENGTH, "match length; 0 for money"},
    {"match", FIELD_NUMBER, false, FIELD_MATCH, "number of the match in the desk"},
    {"point", FIELD_POINTS, true, FIELD_POINT, "all these points are made: point=5,7"},
    {"blot", FIELD_POINTS, true, FIELD_BLOT, "single checkers on all these points"},
    {"empty", FIELD_POINTS, false, FIELD_EMPTY, "nothing on all these points"},
    {"dice", FIELD_DICE, false, FIELD_ROLLED, "one of these rolls: dice=31,66"},
    {"opening", FIELD_DICE, false, FIELD_OPENED,
     "the first roll of the game: opening=31"},
    {"phase", FIELD_WORD, false, FIELD_PHASE, "of the game"},
    {"theme", FIELD_WORD, false, FIELD_THEME,
     "of the play, or what is right for the cube"},
    {"kind", FIELD_WORD, false, FIELD_KIND, "of the decision"},
    {"action", FIELD_WORD, false, FIELD_ACTION, "what was done"},
    {"right", FIELD_WORD, false, FIELD_RIGHT, "what was right for the cube"},
    {"class", FIELD_WORD, false, FIELD_CLASS, "of the cube error"},
    {"owner", FIELD_WORD, false, FIELD_OWNER, "of the cube"},
    {"mark", FIELD_WORD, false, FIELD_MARK, "by the cost"},
    {"best", FIELD_MOVES, false, FIELD_BEST,
     "moves that the best play has: best=8/5,6/5"},
    {"played", FIELD_MOVES, false, FIELD_PLAYED, "moves of the play that was made"},
    {"doublet", FIELD_FLAG, false, FIELD_DOUBLET, "both dice are equal"},
    {"crawford", FIELD_FLAG, false, FIELD_CRAWFORD, "the Crawford game"},
    {"money", FIELD_FLAG, false, FIELD_MONEY, "money play"},
    {"counted", FIELD_FLAG, false, FIELD_COUNTED, "counts in the PR"},
    {"hinted", FIELD_FLAG, false, FIELD_HINTED,
     "would count in the PR, but for a hint"},
    {"analysed", FIELD_FLAG, false, FIELD_ANALYSED, "an analysis is there"},
    {"flagged", FIELD_FLAG, false, FIELD_FLAGGED, "marked in eXtreme Gammon"},
    {"player", FIELD_TEXT, false, FIELD_PLAYER, "who decides; * stands for any text"},
    {"opponent", FIELD_TEXT, false, FIELD_OPPONENT, "the other player"},
    {"event", FIELD_TEXT, false, FIELD_EVENT, "of the match"},
    {"date", FIELD_DATE, false, FIELD_DAY, "date>=2024-05, date<2025, date=2024-05-01"},
    {"tag", FIELD_TEXT, false, FIELD_TAG, "of the decision or its match"},
    {"collection", FIELD_TEXT, false, FIELD_COLLECTION,
     "that the decision or its match is in"},
    {"note", FIELD_TEXT, false, FIELD_NOTE,
     "text of a note or of a comment in the file: note=*timing*"},
    {"comment", FIELD_TEXT, false, FIELD_COMMENT,
     "text of a comment in the file alone: comment=*timing*"},
    {"board", FIELD_BOARD, false, FIELD_PATTERN,
     "26 characters as in an XGID, seen by who decides: . any, - empty, A..O at least"
     " so many own, a..o of the opponent"},
    {"position", FIELD_BOARD, false, FIELD_POSITION,
     "the board of an ID, whichever colour decides"},
    {"mirror", FIELD_BOARD, false, FIELD_MIRROR,
     "that board, and the other player decides"},
};

enum { FIELDS = sizeof fields / sizeof *fields };

const field *field_at(int index)
{
    return index >= 0 && index < FIELDS ? &fields[index] : NULL;
}

int field_find(const char *name, unsigned length, bool theirs)
{
    for (int i = 0; i < FIELDS; i++)
        if (strlen(fields[i].name) == length &&
            strncmp(fields[i].name, name, length) == 0 && (fields[i].sided || !theirs))
            return i;
    return -1;
}

typedef struct word {
    field_id id;
    uint32_t mask;
    const char *name;
} word;

#define BIT(value) (UINT32_C(1) << (value))

static const word words[] = {
    {FIELD_PHASE, BIT(FIELD_OPENING_PHASE), "opening"},
    {FIELD_PHASE, BIT(FIELD_MIDDLE_PHASE), "middle"},
    {FIELD_PHASE, BIT(ALEA_PHASE_CONTACT), "contact"},
    {FIELD_PHASE, BIT(ALEA_PHASE_RACE), "race"},
    {FIELD_PHASE, BIT(ALEA_PHASE_BEAROFF), "bearoff"},
    {FIELD_KIND, BIT(ALEA_JUDGED_PLAY), "play"},
    {FIELD_KIND, BIT(ALEA_JUDGED_DOUBLE), "double"},
    {FIELD_KIND, BIT(ALEA_JUDGED_TAKE), "take"},
    {FIELD_ACTION, BIT(ALEA_EVENT_ROLL), "roll"},
    {FIELD_ACTION, BIT(ALEA_EVENT_DOUBLE), "double"},
    {FIELD_ACTION, BIT(ALEA_EVENT_TAKE), "take"},
    {FIELD_ACTION, BIT(ALEA_EVENT_DROP), "drop"},
    {FIELD_ACTION, BIT(ALEA_EVENT_DROP), "pass"},
    {FIELD_ACTION, BIT(ALEA_EVENT_BEAVER), "beaver"},
    {FIELD_ACTION, BIT(ALEA_EVENT_RACCOON), "raccoon"},
    {FIELD_ACTION, BIT(ALEA_EVENT_PLAY), "play"},
    {FIELD_ACTION, BIT(ALEA_EVENT_SET), "set"},
    {FIELD_RIGHT, BIT(DESK_RIGHT_NO_DOUBLE), "no_double"},
    {FIELD_RIGHT, BIT(DESK_RIGHT_DOUBLE_TAKE) | BIT(DESK_RIGHT_DOUBLE_DROP), "double"},
    {FIELD_RIGHT, BIT(DESK_RIGHT_DOUBLE_TAKE), "double_take"},
    {FIELD_RIGHT, BIT(DESK_RIGHT_DOUBLE_DROP), "double_drop"},
    {FIELD_RIGHT, BIT(DESK_RIGHT_DOUBLE_DROP), "double_pass"},
    {FIELD_RIGHT, BIT(DESK_RIGHT_TOO_GOOD), "too_good"},
    {FIELD_RIGHT, BIT(DESK_RIGHT_TAKE), "take"},
    {FIELD_RIGHT, BIT(DESK_RIGHT_DROP), "drop"},
    {FIELD_RIGHT, BIT(DESK_RIGHT_DROP), "pass"},
    {FIELD_RIGHT, BIT(DESK_RIGHT_BEAVER), "beaver"},
    {FIELD_CLASS, BIT(REPORT_MISSED_DOUBLE_BELOW) | BIT(REPORT_MISSED_DOUBLE_ABOVE),
     "missed_double"},
    {FIELD_CLASS, BIT(REPORT_WRONG_DOUBLE_BELOW) | BIT(REPORT_WRONG_DOUBLE_ABOVE),
     "wrong_double"},
    {FIELD_CLASS, BIT(REPORT_WRONG_DROP), "wrong_pass"},
    {FIELD_OWNER, BIT(DESK_CENTRED), "centre"},
    {FIELD_OWNER, BIT(DESK_MINE), "mine"},
    {FIELD_OWNER, BIT(DESK_THEIRS), "theirs"},
    {FIELD_MARK, BIT(ALEA_MARK_NONE), "none"},
    {FIELD_MARK, BIT(ALEA_MARK_DOUBTFUL), "doubtful"},
    {FIELD_MARK, BIT(ALEA_MARK_ERROR), "error"},
    {FIELD_MARK, BIT(ALEA_MARK_BLUNDER), "blunder"},
};

enum { WORDS = sizeof words / sizeof *words };

const char *field_word(field_id id, int index, uint32_t *mask)
{
    for (int i = 0; i < WORDS; i++) {
        if (words[i].id != id || index-- > 0) continue;
        *mask = words[i].mask;
        return words[i].name;
    }
    if (id == FIELD_THEME && index < (int)THEMES) {
        *mask = BIT(index);
        return theme_name((theme)index);
    }
    if (id == FIELD_CLASS && index + 1 < (int)REPORT_CLASSES) {
        *mask = BIT(index + 1);
        return report_class_key((report_class)(index + 1));
    }
    return NULL;
}

void field_form(const field *f, char out[FIELD_NAMES])
{
    static const char *const shapes[] = {"=N",    "=P,P", "=WORD", "",    "=TEXT",
                                         "=DATE", "=...", "=NN",   "=M,M"};
    snprintf(out, FIELD_NAMES, "%s%s%s", f->sided ? "[their-]" : "", f->name,
             shapes[f->shape]);
}

void field_help(const field *f, char out[FIELD_HELP])
{
    const char *name;
    uint32_t mask;
    size_t n = (size_t)snprintf(out, FIELD_HELP, "%s", f->help);
    for (int i = 0; n < FIELD_HELP && (name = field_word(f->id, i, &mask)); i++)
        n += (size_t)snprintf(out + n, FIELD_HELP - n, "%s%s", i ? ", " : ": ", name);
}
