#include "analysis.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/matches/filed.h"
#include "formats/matches/filed_text.h"
#include "formats/toolkit/parse.h"
#include "points.h"

enum { MOST_CANDIDATES = 64, WORDS = 40 };

typedef struct words {
    char text[600];
    const char *word[WORDS];
    int count;
} words;

static bool split(sgf_span value, words *w)
{
    if (value.length >= sizeof w->text) return false;
    memcpy(w->text, value.text, value.length);
    w->text[value.length] = '\0';
    w->count = 0;
    for (char *c = w->text; *c && w->count < WORDS;) {
        while (*c && (unsigned char)*c <= ' ') *c++ = '\0';
        if (*c) w->word[w->count++] = c;
        while ((unsigned char)*c > ' ') c++;
    }
    return true;
}

static bool read_float(const words *w, int index, float *out)
{
    char *end;
    if (index >= w->count) return false;
    double value = strtod(w->word[index], &end);
    if (end == w->word[index] || *end || !isfinite(value) || fabs(value) > 1e6)
        return false;
    *out = (float)value;
    return true;
}

/* "2C": two rolls ahead, with the cube. */
static void name_level(char out[20], const char *word)
{
    int plies = 0;
    size_t n = 0;
    while (parse_is_digit(word[n]) && n < 2) plies = plies * 10 + (word[n++] - '0');
    if (n)
        snprintf(out, 20, "%d-ply", plies);
    else
        out[0] = '\0';
}

static const char *program_of(const importer *in)
{
    return in->program[0] ? in->program : "GNU Backgammon";
}

/* "hefe E ver 3 0.55 0.16 0.01 0.12 0.005 0.165 2C ...": the play, "E" for an
 * evaluation, five chances, the equity, the depth. */
static bool read_candidate(sgf_span value, alea_player player, alea_filed_candidate *c)
{
    words w;
    *c = filed_candidate_start();
    if (!split(value, &w) || w.count < 10) return false;
    size_t letters = strlen(w.word[0]);
    int at = strcmp(w.word[2], "ver") == 0 ? 4 : 2;
    if (strcmp(w.word[1], "E") != 0 || letters % 2 || letters > 2 * ALEA_MAX_MOVES)
        return false;
    for (size_t i = 0; i < letters; i += 2) {
        int from, to;
        if (!sgf_point(w.word[0][i], player, &from) ||
            !sgf_point(w.word[0][i + 1], player, &to) || from == ALEA_OFF ||
            to == ALEA_BAR)
            return false;
        c->move[c->moves++] = (alea_move){(int8_t)from, (int8_t)to, false};
    }
    for (int i = 0; i < 5; i++)
        if (!read_float(&w, at + i, &c->chance[i])) return false;
    if (!read_float(&w, at + 5, &c->equity)) return false;
    if (at + 6 < w.count) name_level(c->level, w.word[at + 6]);
    return true;
}

static alea_status keep_plays(importer *in, const sgf_property *p, alea_player player,
                              const alea_board *before)
{
    alea_filed filed = filed_start(ALEA_FILED_PLAY, player, program_of(in));
    alea_filed_candidate candidate[MOST_CANDIDATES];
    sgf_span rest = p->values, value;
    /* The first value is the number of the play made. */
    if (!sgf_value(&rest, &value)) return ALEA_OK;
    while (filed.candidates < MOST_CANDIDATES && sgf_value(&rest, &value))
        if (read_candidate(value, player, &candidate[filed.candidates]))
            filed.candidates++;
    if (filed.candidates == 0) return ALEA_OK;
    filed_name(filed.level, sizeof filed.level, candidate[0].level);
    alea_status status = filed_keep_play(in, &filed, candidate, before);
    alea_record *record = in->record;
    if (!status && record->fileds && filed.made >= 0)
        record->filed[record->fileds - 1].loss =
            fabsf(candidate[0].equity - candidate[filed.made].equity);
    return status;
}

/* "E ver 3 2C 1 0.0 1" and twice seven numbers, no double and double: five chances, the
 * cubeless and the cubeful equity; the last is a match winning chance in a match. */
static alea_status keep_cube(importer *in, const sgf_property *p, alea_player player,
                             size_t entry)
{
    words w;
    sgf_span rest = p->values, value;
    alea_filed filed = filed_start(ALEA_FILED_CUBE, player, program_of(in));
    if (!sgf_value(&rest, &value) || !split(value, &w) || w.count < 18) return ALEA_OK;
    int at = w.count - 14;
    if (strcmp(w.word[0], "E") != 0) return ALEA_OK;
    for (int k = 0; k < 2; k++) {
        float *cubeful = k ? &filed.double_take : &filed.no_double;
        for (int i = 0; i < 5; i++)
            if (!read_float(&w, at + 7 * k + i, &filed.chance[k][i])) return ALEA_OK;
        if (!read_float(&w, at + 7 * k + 6, cubeful)) return ALEA_OK;
    }
    filed.mwc = in->record->rules.match_length > 0;
    if (!filed.mwc) filed.double_drop = 1;
    name_level(filed.level, strcmp(w.word[1], "ver") == 0 ? w.word[3] : w.word[1]);
    return filed_keep_cube(in, &filed, entry);
}

static alea_status keep_own(importer *in, const sgf_property *p, size_t entry,
                            size_t line)
{
    alea_text text = alea_text_growing(1 << 20);
    sgf_span rest = p->values, value;
    alea_status status = ALEA_OK;
    if (sgf_value(&rest, &value)) {
        sgf_unescape(value, &text);
        if (text.length)
            status = filed_text_read(in, entry, text.start, text.length, line);
    }
    alea_text_free(&text);
    return status;
}

/* The entry that analysis of a cube decision belongs to: the roll before a play, else
 * the last entry. */
static size_t cube_entry(const alea_record *record)
{
    size_t last = record->entries - 1;
    alea_event_type type = record->entry[last].event.type;
    if (type != ALEA_EVENT_PLAY || last == 0) return last;
    return record->entry[last - 1].event.type == ALEA_EVENT_ROLL ? last - 1 : last;
}

alea_status sgf_keep_analysis(importer *in, const sgf_node *node, alea_player player,
                              const alea_board *before)
{
    const sgf_property *own = sgf_find(node, "XF"), *cube = sgf_find(node, "DA"),
                       *plays = sgf_find(node, "A"), *no = sgf_find(node, "XN");
    alea_record *record = in->record;
    alea_status status = ALEA_OK;
    if (record->entries == 0) return ALEA_OK;
    size_t entry = cube_entry(record), last = record->entries - 1;
    if (no) status = keep_own(in, no, entry, node->line);
    if (!status && own) status = keep_own(in, own, last, node->line);
    if (status || own || no) return status;
    if (cube) status = keep_cube(in, cube, player, entry);
    return status || !plays || !before ? status : keep_plays(in, plays, player, before);
}

static void put_escaped(alea_text *out, const char *text)
{
    for (; *text; text++) {
        if (*text == ']' || *text == '\\') alea_text_char(out, '\\');
        alea_text_char(out, *text);
    }
}

static bool has_property(const char *extra, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = extra; (at = strstr(at, name)); at += n)
        if (at[n] == '[' && (at == extra || at[-1] == ']' || at[-1] == '\n'))
            return true;
    return false;
}

/* GNU Backgammon's list of plays, so that other programs show it. */
static void put_plays(const alea_record *record, const alea_filed *f, alea_text *out)
{
    alea_text_format(out, "A[%d]", f->made < 0 ? 0 : (int)f->made);
    for (int i = 0; i < f->candidates; i++) {
        const alea_filed_candidate *c = &record->filed_candidate[f->first + (size_t)i];
        bool known = !isnan(c->equity);
        for (int k = 0; k < 5; k++) known &= !isnan(c->chance[k]);
        if (!known) continue;
        alea_text_char(out, '[');
        for (int k = 0; k < c->moves; k++) {
            alea_text_char(out, sgf_letter(f->by, c->move[k].from));
            alea_text_char(out, sgf_letter(f->by, c->move[k].to));
        }
        alea_text_put(out, " E ver 3");
        for (int k = 0; k < 5; k++) alea_text_format(out, " %f", (double)c->chance[k]);
        int plies = parse_is_digit(c->level[0]) ? c->level[0] - '0' : 3;
        /* eXtreme Gammon's 1-ply is the 0-ply of other programs. */
        if (strcmp(f->program, "eXtreme Gammon") == 0 && plies > 0) plies--;
        alea_text_format(out, " %f %dC 0 1 0.000000 1]", (double)c->equity, plies);
    }
}

void sgf_put_analysis(const alea_record *record, size_t entry, const char *extra,
                      alea_text *out)
{
    const alea_filed *first = alea_record_filed(record, entry, NULL);
    if (!first) return;
    /* The file written names alea as its program, so properties kept from another one
     * would be taken for alea's: XF and XN have the program's name. */
    bool kept = false;
    for (const alea_filed *f = first; f; f = alea_record_filed(record, entry, f))
        kept |= has_property(extra, f->kind == ALEA_FILED_PLAY ? "A" : "DA") &&
                strcmp(f->program, "alea") == 0;
    if (kept) return;
    alea_text text = alea_text_growing(1 << 20);
    filed_text_write(record, entry, &text);
    bool roll = record->entry[entry].event.type == ALEA_EVENT_ROLL;
    if (text.length) {
        alea_text_put(out, roll ? "XN[" : "XF[");
        put_escaped(out, text.start);
        alea_text_char(out, ']');
    }
    alea_text_free(&text);
    if (has_property(extra, "A")) return;
    for (const alea_filed *f = first; f; f = alea_record_filed(record, entry, f))
        if (f->kind == ALEA_FILED_PLAY && f->candidates > 0) {
            put_plays(record, f, out);
            return;
        }
}
