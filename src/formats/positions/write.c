#include "analysed.h"

#include <alea/notation.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

/* alea counts one ply less than that layout does. */
static const char *level_of(const alea_filed *f, const char *level, char out[24])
{
    snprintf(out, 24, "%s", level);
    if (strcmp(f->program, "alea") == 0 && level[0] >= '0' && level[0] < '9' &&
        strcmp(level + 1, "-ply") == 0)
        out[0]++;
    if (strcmp(level, "rollout") == 0) out[0] = 'R';
    return out;
}

static void put_side(alea_text *out, const char *label, float win, float gammon,
                     float backgammon)
{
    alea_text_format(out, "%s%6.2f%% (G:%.2f%% B:%.2f%%)\n", label, 100 * (double)win,
                     100 * (double)gammon, 100 * (double)backgammon);
}

static void put_chances(alea_text *out, const char *mine, const char *theirs,
                        const float chance[5])
{
    for (int i = 0; i < 5; i++)
        if (isnan(chance[i])) return;
    put_side(out, mine, chance[0], chance[1], chance[2]);
    put_side(out, theirs, 1 - chance[0], chance[3], chance[4]);
}

static void put_value(alea_text *out, const alea_filed *f, float value)
{
    if (f->mwc)
        alea_text_format(out, "MWC: %.3f%%", 100 * (double)value);
    else
        alea_text_format(out, "eq:%+.3f", (double)value);
}

static void put_play(const alea_record *record, const alea_board *board,
                     const alea_match *state, const alea_filed *f, int i,
                     alea_text *out)
{
    const alea_filed_candidate *c = &record->filed_candidate[f->first + (size_t)i];
    char move[ALEA_PLAY_TEXT_SIZE], level[24];
    alea_play play;
    if (alea_play_judge(board, state->roll, &state->rules.play, c->move, c->moves,
                        &play, NULL) == ALEA_PLAY_LEGAL)
        alea_play_write(board, &play, move);
    else
        alea_moves_write(c->move, c->moves, move);
    alea_text_format(out, "\n%5d. %-11s %-28s ", i + 1, level_of(f, c->level, level),
                     *move ? move : "Cannot Move");
    put_value(out, f, c->equity);
    const float best = record->filed_candidate[f->first].equity;
    if (i > 0 && !f->mwc) alea_text_format(out, " (%+.3f)", (double)(c->equity - best));
    alea_text_char(out, '\n');
    put_chances(out, "      Player:  ", "      Opponent:", c->chance);
    if (c->trials > 0 && !isnan(c->interval))
        alea_text_format(out, "      Confidence: \xC2\xB1%.3f\n", (double)c->interval);
}

static void put_cube(const alea_filed *f, alea_text *out)
{
    static const char *const name[] = {"No double:", "Double/Take:", "Double/Pass:"};
    const float equity[] = {f->no_double, f->double_take, f->double_drop};
    char level[24];
    alea_text_format(out, "\nAnalyzed in %s\n", level_of(f, f->level, level));
    put_chances(out,
                "Player Winning Chances:  ", "Opponent Winning Chances:", f->chance[0]);
    alea_text_put(out, "\nCubeful Equities:\n");
    for (int i = 0; i < 3 && !isnan(equity[i]); i++)
        alea_text_format(out, "       %-15s%+.3f\n", name[i], (double)equity[i]);
}

void analysed_write(const alea_record *record, size_t entry, alea_text *out)
{
    const alea_filed *f = alea_record_filed(record, entry, NULL);
    alea_match state;
    if (!f || alea_record_state(record, entry, &state) != ALEA_OK) return;
    if (f->kind == ALEA_FILED_CUBE && (f->mwc || isnan(f->chance[0][0]))) return;
    const alea_board board = alea_match_board(&state, f->by);
    for (int i = 0; i < f->candidates; i++) put_play(record, &board, &state, f, i, out);
    if (f->kind == ALEA_FILED_CUBE) put_cube(f, out);
    alea_text_format(out, "\n%s Version: not stated\n", f->program);
}
