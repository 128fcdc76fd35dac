#include "analysed.h"

#include <alea/notation.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formats/matches/filed.h"
#include "formats/toolkit/parse.h"

static const char xg[] = "eXtreme Gammon", blitz[] = "BGBlitz",
                  gnubg[] = "GNU Backgammon";

void analysed_start(analysed_text *a, alea_player doubler)
{
    memset(a, 0, sizeof *a);
    a->cube = filed_start(ALEA_FILED_CUBE, doubler, "");
    a->doubler = doubler;
}

/* ---- words ---- */

/* The footnote sign of the first rollouts, U+00B9, U+00B2, U+00B3, as 1, 2, 3. */
static char footnote(const char *at, const char *end)
{
    if (end - at < 2 || (unsigned char)at[0] != 0xC2) return 0;
    switch ((unsigned char)at[1]) {
    case 0xB9: return 1;
    case 0xB2: return 2;
    case 0xB3: return 3;
    }
    return 0;
}

/* "4-plis", "Cubeful 2-ply": the number and what alea calls it. */
static bool name_plies(span words, char out[20])
{
    for (size_t i = 0; i + 2 < words.length; i++) {
        const bool begins = i == 0 || !parse_is_digit(words.text[i - 1]);
        const unsigned char c = (unsigned char)words.text[i + 2];
        if (!begins || !parse_is_digit(words.text[i]) || words.text[i + 1] != '-' ||
            !(parse_is_letter((char)c) || c >= 0x80))
            continue;
        snprintf(out, 20, "%c-ply", words.text[i]);
        return true;
    }
    return false;
}

/* The level as the records of other files have it. */
static void name_level(span words, char out[20])
{
    char text[64];
    const char *roller = line_find(words, "XG Roller");
    words = line_trim(words);
    while (words.length > 1 &&
           footnote(words.text + words.length - 2, words.text + words.length))
        words = line_trim((span){words.text, words.length - 2});
    if (roller) words = line_from(words, roller);
    while (roller && words.length > 9 && words.text[words.length - 1] != '+')
        words.length--;
    out[0] = '\0';
    if (!roller && name_plies(words, out)) return;
    if (line_find(words, "ollout")) {
        filed_name(out, 20, "rollout");
        return;
    }
    snprintf(text, sizeof text, "%.*s", (int)(words.length < 60 ? words.length : 60),
             words.text);
    filed_name(out, 20, text);
}

/* "eXtreme Gammon Version: 2.10": who wrote the text. */
static void read_program(analysed_text *a, span line)
{
    const char *version = line_find(line, " Version:");
    if (!version || version == line.text || a->stated[0]) return;
    char text[24];
    snprintf(text, sizeof text, "%.*s",
             (int)(version - line.text < 23 ? version - line.text : 23), line.text);
    filed_name(a->stated, sizeof a->stated, text);
}

/* "+13-14-...-+   O: Green  156": the name without the pips. */
static void read_name(analysed_text *a, span line)
{
    static const char *const mark[2] = {"-+   X: ", "-+   O: "};
    for (int i = 0; i < 2; i++) {
        const char *at =
            line.length && line.text[0] == '+' ? line_find(line, mark[i]) : NULL;
        if (!at) continue;
        span s = line_trim(line_from(line, at + strlen(mark[i])));
        while (s.length && parse_is_digit(s.text[s.length - 1])) s.length--;
        a->name[i] = line_trim(s);
    }
}

/* ---- plays ---- */

/* The first word with a stroke between points: where the play begins. */
static const char *play_start(span s)
{
    const char *word = s.text, *end = s.text + s.length;
    for (const char *at = s.text; at < end; at++) {
        if ((unsigned char)*at <= ' ') word = at + 1;
        if (*at == '/' && at > word && at + 1 < end && (unsigned char)at[1] > ' ')
            return word;
    }
    return NULL;
}

/* "-0.492", "eq:-0.492", "Eq.: +0.201", "MWC: 51.2%": the equity and where its words
 * begin. */
static bool read_equity(analysed_text *a, span s, const char **words, figure *out)
{
    const char *end = s.text + s.length;
    for (const char *at = s.text; at < end; at++) {
        if (*at != ':') continue;
        const char *number = at + 1;
        while (number < end && parse_is_blank(*number)) number++;
        if (!figure_next(&number, end, out) || !out->has_fraction) continue;
        *words = at;
        while (*words > s.text && (unsigned char)(*words)[-1] > ' ') --*words;
        const span word = {*words, (size_t)(at - *words)};
        const bool mwc = line_find(word, "MWC") != NULL;
        if (!mwc && !out->has_sign) continue;
        if (mwc || line_find(word, "Eq.")) a->program = gnubg;
        a->mwc |= mwc;
        if (mwc) out->value /= 100;
        return true;
    }
    return false;
}

/* " 0.124 mwp /  -0.492  (-0.053)  19/18, 3/1": BGBlitz puts the equity first. */
static bool read_equity_first(span s, span *play, figure *out)
{
    const char *at = s.text, *end = s.text + s.length, *begin = play_start(s);
    if (!begin || !figure_next(&at, end, out) || out->start != s.text ||
        !out->has_fraction || at > begin)
        return false;
    const char *stroke = line_find((span){at, (size_t)(begin - at)}, "mwp");
    if (stroke && (!figure_next(&at, begin, out) || !out->has_fraction)) return false;
    *play = line_from(s, begin);
    return true;
}

static void add_play(analysed_text *a, importer *in, span play, span level,
                     float equity, size_t line)
{
    int moves = 0;
    if (a->plays == ANALYSIS_MOST_PLAYS) return;
    alea_filed_candidate *c = &a->play[a->plays];
    *c = filed_candidate_start();
    if (play.length && alea_moves_read(play.text, play.length, c->move, &moves, NULL)) {
        import_warn(in, line, "a play that cannot be read is left out: \"%.*s\"",
                    (int)(play.length < 40 ? play.length : 40), play.text);
        a->rows = 2;
        return;
    }
    c->moves = (uint8_t)moves;
    c->equity = equity;
    level = line_trim(level);
    const char *end = level.text + level.length;
    a->mark[a->plays] = level.length > 1 ? footnote(end - 2, end) : 0;
    name_level(level, c->level);
    a->plays++;
    a->rows = 0;
    if (!a->line) a->line = line;
}

static bool read_play(analysed_text *a, importer *in, span line, size_t number)
{
    span rest, play;
    const char *words;
    figure equity;
    if (!figure_rank(line, &rest)) return false;
    if (read_equity_first(rest, &play, &equity)) {
        a->program = blitz;
        add_play(a, in, play, (span){"", 0}, (float)equity.value, number);
        return true;
    }
    if (!read_equity(a, rest, &words, &equity)) return false;
    const span before = {rest.text, (size_t)(words - rest.text)};
    const char *begin = play_start(before);
    span level = {before.text, begin ? (size_t)(begin - before.text) : 0};
    if (!begin) { /* nothing can be moved: words stand there, after two blanks */
        const char *gap = line_find(before, "  ");
        level.length = gap ? (size_t)(gap - before.text) : before.length;
        begin = before.text + before.length;
    }
    add_play(a, in, line_trim(line_from(before, begin)), level, (float)equity.value,
             number);
    return true;
}

/* ---- chances ---- */

static float unit(double value)
{
    return value >= 0 && value <= 1 ? (float)value : NAN;
}

/* The chances that a row belongs to: of the last play, or of the cube. */
static float *chances(analysed_text *a)
{
    return a->plays ? a->play[a->plays - 1].chance : a->cube.chance[0];
}

/* One row a player: wins, gammons, backgammons, in percent. `row` 0: who decides. */
static void put_row(analysed_text *a, const figure *f, int row)
{
    float *to = chances(a);
    if (row == 0)
        for (int i = 0; i < 3; i++) to[i] = unit(f[i].value / 100);
    else
        for (int i = 0; i < 2; i++) to[3 + i] = unit(f[i + 1].value / 100);
    a->rows++;
}

static bool starts_with(span line, span name)
{
    return name.length && line.length > name.length &&
           memcmp(line.text, name.text, name.length) == 0 &&
           parse_is_blank(line.text[name.length]);
}

static bool read_chances(analysed_text *a, span line, size_t number)
{
    figure f[7];
    const int count = figures_of(line, f, 7);
    const bool first = count > 0 && f[0].start == line.text;
    if (count == 3 && f[0].percent && f[1].percent && f[2].percent) {
        if (a->rows < 2) put_row(a, f, a->rows);
    } else if (count >= 6 && first && !f[0].percent && line_find(line, " - ")) {
        float *to = chances(a);
        static const int from[5] = {0, 1, 2, 4, 5};
        for (int i = 0; i < 5 && !a->rows; i++) to[i] = unit(f[from[i]].value);
        a->rows = 2;
        if (!a->program && !a->plays) a->program = gnubg;
    } else if (count == 3 && !a->plays &&
               (starts_with(line, a->name[0]) || starts_with(line, a->name[1]))) {
        const alea_player who = starts_with(line, a->name[0]) ? ALEA_A : ALEA_B;
        put_row(a, f, who != a->doubler);
        a->program = blitz;
    } else {
        return false;
    }
    if (!a->line) a->line = number;
    return true;
}

/* "Confidence: +-0.006 ..." of the play above; a rollout's number of games. */
static bool read_rollout(analysed_text *a, span line)
{
    const char *at = line_find(line, "\xC2\xB1"), *end = line.text + line.length;
    figure f;
    if (at && figure_next(&at, end, &f) && f.has_fraction) {
        if (a->plays)
            a->play[a->plays - 1].interval = (float)f.value;
        else if (isnan(a->cube.interval[0]))
            a->cube.interval[0] = (float)f.value;
        else
            a->cube.interval[1] = (float)f.value;
        return true;
    }
    const char mark = footnote(line.text, end);
    at = line.text + (mark ? 2 : 0);
    const span rest = line_trim(line_from(line, at));
    at = rest.text;
    if (!figure_next(&at, end, &f) || f.start != rest.text || f.has_fraction ||
        f.has_sign || f.value < 1 || f.value > INT32_MAX || at == end || *at != ' ')
        return false;
    for (int i = 0; mark && i < a->plays; i++)
        if (a->mark[i] == mark) a->play[i].trials = (int32_t)f.value;
    if (!a->plays && !a->cube.trials && strcmp(a->level, "rollout") == 0)
        a->cube.trials = (int32_t)f.value;
    return true;
}

/* ---- the cube ---- */

enum { NO_DOUBLE = 0, TAKE, DROP };

static void put_cube(analysed_text *a, int which, double value)
{
    float *const to[3] = {&a->cube.no_double, &a->cube.double_take,
                          &a->cube.double_drop};
    *to[which] = (float)value;
    a->equities++;
}

/* "1. No double  +0.215", "2. Double, pass  +1.000 (+0.785)": GNU Backgammon's. */
static bool read_cube_ranked(analysed_text *a, span line)
{
    span rest;
    figure f;
    if (!figure_rank(line, &rest) || figures_of(rest, &f, 1) != 1) return false;
    const span label = {rest.text, (size_t)(f.start - rest.text)};
    if (!line_find(label, "ouble")) return false;
    a->program = gnubg;
    a->mwc = f.percent;
    put_cube(a,
             line_find(label, "pass")                                 ? DROP
             : line_find(label, "take") || line_find(label, "beaver") ? TAKE
                                                                      : NO_DOUBLE,
             f.percent ? f.value / 100 : f.value);
    return true;
}

/* "No Double :  0.407 (-0.003)  0.585 (-0.040)": BGBlitz', best first; the third
 * figure is the equity where there are two columns. A double has " / " in its name, the
 * one that is dropped is worth the cube. */
static bool read_cube_columns(analysed_text *a, span line, const char *colon)
{
    figure f[4];
    const int count = figures_of(line_from(line, colon + 1), f, 4);
    if (count != 4 && count != 2) return false;
    const double value = f[count == 4 ? 2 : 0].value;
    if (!line_find((span){line.text, (size_t)(colon - line.text)}, " / "))
        put_cube(a, NO_DOUBLE, value);
    else if (value == 1 && isnan(a->cube.double_drop))
        put_cube(a, DROP, value);
    else
        put_cube(a, TAKE, value);
    return true;
}

/* "Double/Take:  -0.361 (-0.533)": eXtreme Gammon's, always in this order. */
static bool read_cube_line(analysed_text *a, span line)
{
    const char *colon = line_find(line, ":"), *at = colon;
    figure f;
    if (!colon || line_find(line, "=") || line_find(line, "%")) return false;
    if (a->program == blitz) return read_cube_columns(a, line, colon);
    if (!figure_next(&at, line.text + line.length, &f) || !f.has_sign ||
        !f.has_fraction || a->equities > DROP)
        return false;
    for (at = colon + 1; at < f.start; at++)
        if (!parse_is_blank(*at)) return false;
    put_cube(a, a->equities, f.value);
    return true;
}

/* ---- the whole ---- */

void analysed_line(analysed_text *a, importer *in, span line, size_t number)
{
    read_name(a, line);
    read_program(a, line);
    if (!line.length || line.text[0] == '|' || line.text[0] == '+') return;
    if (read_play(a, in, line, number) || read_chances(a, line, number) ||
        read_rollout(a, line))
        return;
    if (a->plays == 0 && a->rows > 0 &&
        (read_cube_ranked(a, line) || read_cube_line(a, line)))
        return;
    if (a->plays == 0 && a->rows == 0) name_level(line, a->level);
}

/* Makes a depth one ply less: alea writes its texts in eXtreme Gammon's layout, which
 * counts the net alone as 1-ply. */
static void count_as_alea(char level[20])
{
    if (level[0] > '0' && level[0] <= '9' && strcmp(level + 1, "-ply") == 0) level[0]--;
}

/* "Analyzed in XG Roller++", "2-ply cubeless equity", any sentence: what it names. */
static void name_cube_level(analysed_text *a)
{
    const char *level = a->level;
    const bool known = (level[0] >= '0' && level[0] <= '9') ||
                       strncmp(level, "XG Roller", 9) == 0 ||
                       strcmp(level, "rollout") == 0;
    filed_name(a->cube.level, sizeof a->cube.level, known ? level : "");
}

alea_status analysed_keep(analysed_text *a, importer *in)
{
    const alea_match *now = &in->record->now;
    const bool plays = now->phase == ALEA_MATCH_TO_PLAY;
    if (!a->plays && !a->equities) return ALEA_OK;
    if (plays != (a->plays > 0)) {
        import_warn(in, a->line,
                    plays ? "an analysis of the cube of a position "
                            "that has its dice: ignored"
                          : "an analysis of plays of a position without dice: ignored");
        return ALEA_OK;
    }
    const char *program = a->stated[0] ? a->stated : a->program ? a->program : xg;
    alea_filed filed = a->cube;
    if (plays) filed = filed_start(ALEA_FILED_PLAY, now->to_act, "");
    filed_name(filed.program, sizeof filed.program, program);
    filed.by = now->to_act;
    filed.mwc = a->mwc;
    filed.entry = in->record->entries;
    filed.candidates = a->plays;
    if (!plays) name_cube_level(a);
    const bool own = strcmp(program, "alea") == 0;
    for (int i = 0; own && i < a->plays; i++) count_as_alea(a->play[i].level);
    if (own) count_as_alea(a->cube.level);
    filed_name(filed.level, sizeof filed.level,
               plays ? a->play[0].level : a->cube.level);
    if (alea_record_add_filed(in->record, &filed, a->play) == ALEA_ERROR_MEMORY)
        return import_no_memory(in, a->line);
    return ALEA_OK;
}
