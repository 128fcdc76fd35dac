#include "filed.h"

#include "json/shapes.h"

#include <math.h>
#include <string.h>

#include <alea/notation.h>

enum { SHOWN = 5 };

/* The text of a candidate's play; "?" for one that is not legal there. */
static void play_words(const alea_record *record, const alea_filed *f, int i,
                       const alea_match *before, char out[ALEA_PLAY_TEXT_SIZE])
{
    const alea_filed_candidate *c = &record->filed_candidate[f->first + (size_t)i];
    alea_board board = alea_match_board(before, f->by);
    alea_play play;
    memcpy(out, "?", 2);
    if (alea_play_judge(&board, before->roll, &before->rules.play, c->move, c->moves,
                        &play, NULL) != ALEA_PLAY_LEGAL)
        return;
    alea_play_write(&board, &play, out);
    if (!out[0]) memcpy(out, "no move", 8);
}

static bool is_shown(const alea_filed *f, int i)
{
    return i < SHOWN || i == f->made;
}

static bool knows_chances(const float chance[5])
{
    for (int i = 0; i < 5; i++)
        if (isnan(chance[i])) return false;
    return true;
}

/* ---- text ---- */

static void put_chances(const float chance[5], FILE *to)
{
    if (!knows_chances(chance)) return;
    fprintf(to,
            "  wins %.1f%% (gammon %.1f%%, backgammon %.1f%%), loses gammon %.1f%%, "
            "backgammon %.1f%%",
            100 * (double)chance[0], 100 * (double)chance[1], 100 * (double)chance[2],
            100 * (double)chance[3], 100 * (double)chance[4]);
}

static void put_candidate(const alea_record *record, const alea_filed *f, int i,
                          const alea_match *before, int indent, FILE *to)
{
    const alea_filed_candidate *c = &record->filed_candidate[f->first + (size_t)i];
    char text[ALEA_PLAY_TEXT_SIZE];
    play_words(record, f, i, before, text);
    fprintf(to, "%*s  %c %d. %-20s %+.3f  %s", indent, "", i == f->made ? '*' : ' ',
            i + 1, text, (double)c->equity, c->level);
    put_chances(c->chance, to);
    if (c->trials > 0) fprintf(to, "  %ld games", (long)c->trials);
    if (c->trials > 0 && !isnan(c->interval))
        fprintf(to, ", 95%% within %.3f", (double)c->interval);
    fputc('\n', to);
}

static void put_cube(const alea_filed *f, int indent, FILE *to)
{
    static const char *const names[] = {"no double", "double, take", "double, drop"};
    const float equity[] = {f->no_double, f->double_take, f->double_drop};
    for (int i = 0; i < 3; i++)
        if (!isnan(equity[i]))
            fprintf(to,
                    f->mwc ? "%*s    %-14s %.2f%% match winning chances\n"
                           : "%*s    %-14s %+.3f\n",
                    indent, "", names[i], (double)equity[i] * (f->mwc ? 100 : 1));
    if (!knows_chances(f->chance[0])) return;
    fprintf(to, "%*s    before the roll", indent, "");
    put_chances(f->chance[0], to);
    fputc('\n', to);
}

void report_filed_text(const alea_record *record, size_t entry,
                       const alea_match *before, int indent, FILE *to)
{
    const alea_filed *f = NULL;
    while ((f = alea_record_filed(record, entry, f))) {
        fprintf(to, "%*s%s, %s", indent, "", f->program, f->level);
        if (!isnan(f->loss)) fprintf(to, ", loss %.3f", (double)f->loss);
        if (!isnan(f->luck)) fprintf(to, ", luck %+.3f", (double)f->luck);
        fprintf(to, "%s:\n", f->flagged ? ", flagged" : "");
        for (int i = 0; i < f->candidates; i++)
            if (is_shown(f, i)) put_candidate(record, f, i, before, indent, to);
        if (f->kind == ALEA_FILED_CUBE) put_cube(f, indent, to);
    }
}

/* ---- a page ---- */

static void put_row(const char *what, const char *made, const char *value,
                    const char *level, FILE *to)
{
    fprintf(to, "<tr><td>%s%s</td><td>%s</td><td>", what, made, value);
    report_html_text(to, level);
    fputs("</td></tr>", to);
}

static void put_cube_rows(const alea_filed *f, FILE *to)
{
    static const char *const names[] = {"No double", "Double, take", "Double, drop"};
    const float equity[] = {f->no_double, f->double_take, f->double_drop};
    for (int i = 0; i < 3; i++) {
        char value[24];
        if (isnan(equity[i])) continue;
        snprintf(value, sizeof value, f->mwc ? "%.2f%%" : "%+.3f",
                 (double)equity[i] * (f->mwc ? 100 : 1));
        put_row(names[i], "", value, "", to);
    }
}

void report_filed_html(const alea_record *record, size_t entry, FILE *to)
{
    const alea_filed *f = NULL;
    alea_match before;
    if (alea_record_state(record, entry, &before) != ALEA_OK) return;
    while ((f = alea_record_filed(record, entry, f))) {
        fputs("<p>In the file: ", to);
        report_html_text(to, f->program);
        fputs(", ", to);
        report_html_text(to, f->level);
        if (!isnan(f->loss)) fprintf(to, ", loss %.3f", (double)f->loss);
        fputs("</p><div class=\"scroll\"><table><tbody>", to);
        for (int i = 0; i < f->candidates; i++) {
            const alea_filed_candidate *c =
                &record->filed_candidate[f->first + (size_t)i];
            char text[ALEA_PLAY_TEXT_SIZE], value[24];
            if (!is_shown(f, i)) continue;
            play_words(record, f, i, &before, text);
            snprintf(value, sizeof value, "%+.3f", (double)c->equity);
            put_row(text, i == f->made ? " (made)" : "", value, c->level, to);
        }
        if (f->kind == ALEA_FILED_CUBE) put_cube_rows(f, to);
        fputs("</tbody></table></div>", to);
    }
}

/* ---- JSON ---- */

/* Words of a file, which may be cut within a character. */
static json_t *words_json(const char *text)
{
    json_t *o = json_string(text);
    return o ? o : json_string("?");
}

static void set_known(json_t *o, const char *key, float value)
{
    if (!isnan(value)) json_object_set_new(o, key, number_json((double)value));
}

static json_t *chances_json(const float chance[5])
{
    const alea_probs p = {chance[0], chance[1], chance[2], chance[3], chance[4]};
    return probs_json(&p);
}

static json_t *candidate_json(const alea_record *record, const alea_filed *f, int i,
                              const alea_match *before)
{
    const alea_filed_candidate *c = &record->filed_candidate[f->first + (size_t)i];
    char text[ALEA_PLAY_TEXT_SIZE];
    play_words(record, f, i, before, text);
    json_t *o = json_pack("{s:s,s:o}", "move", text, "level", words_json(c->level));
    set_known(o, "equity", c->equity);
    if (knows_chances(c->chance))
        json_object_set_new(o, "probabilities", chances_json(c->chance));
    if (c->trials > 0) {
        json_object_set_new(o, "trials", json_integer(c->trials));
        set_known(o, "interval", c->interval);
    }
    return o;
}

static json_t *one_json(const alea_record *record, const alea_filed *f,
                        const alea_match *before)
{
    json_t *o = json_pack("{s:o,s:o}", "program", words_json(f->program), "level",
                          words_json(f->level));
    set_known(o, "loss", f->loss);
    set_known(o, "luck", f->luck);
    if (f->flagged) json_object_set_new(o, "flagged", json_true());
    if (f->kind == ALEA_FILED_PLAY) {
        json_t *plays = json_array();
        for (int i = 0; i < f->candidates; i++)
            json_array_append_new(plays, candidate_json(record, f, i, before));
        json_object_set_new(o, "plays", plays);
        if (f->made >= 0) json_object_set_new(o, "made", json_integer(f->made));
    } else {
        json_t *equity = json_object();
        set_known(equity, "no_double", f->no_double);
        set_known(equity, "double_take", f->double_take);
        set_known(equity, "double_drop", f->double_drop);
        json_object_set_new(o, f->mwc ? "mwc" : "equity", equity);
        if (knows_chances(f->chance[0]))
            json_object_set_new(o, "probabilities", chances_json(f->chance[0]));
        if (f->trials > 0) json_object_set_new(o, "trials", json_integer(f->trials));
    }
    return o;
}

json_t *report_filed_json(const alea_record *record, size_t entry)
{
    const alea_filed *f = alea_record_filed(record, entry, NULL);
    alea_match before;
    if (!f || alea_record_state(record, entry, &before) != ALEA_OK) return NULL;
    json_t *list = json_array();
    for (; f; f = alea_record_filed(record, entry, f))
        json_array_append_new(list, one_json(record, f, &before));
    return list;
}

/* ---- totals ---- */

void report_filed_sum(const alea_record *record, const alea_met *met,
                      report_filed_totals *out)
{
    *out = (report_filed_totals){.program = ""};
    for (size_t i = 0; i < record->fileds; i++) {
        const alea_filed *f = &record->filed[i];
        alea_judgement j;
        alea_match state;
        if (!*out->program) out->program = f->program;
        if (f->entry == record->entries || strcmp(f->program, out->program) != 0 ||
            alea_record_state(record, f->entry, &state) != ALEA_OK ||
            !alea_judge_filed(record, f, f->entry, &state, met, &j) ||
            !alea_judgement_counts(&j))
            continue;
        out->decisions[j.by]++;
        out->loss[j.by] += (double)j.loss;
    }
    for (int p = 0; p < 2; p++)
        if (out->decisions[p]) out->pr[p] = 500 * out->loss[p] / out->decisions[p];
}
