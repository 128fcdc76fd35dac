#include "xg_position.h"

#include <stdlib.h>
#include <string.h>

static bool put_position(FILE *to, const alea_position *position,
                         const char *const names[2])
{
    char id[ALEA_XGID_SIZE], *bytes = NULL;
    size_t size;
    alea_record record;
    alea_import_options options = {.format = ALEA_FORMAT_ID};
    if (alea_xgid_write(position, id) != ALEA_OK ||
        alea_import(id, strlen(id), &options, &record, NULL, NULL) != ALEA_OK)
        return false;
    for (int i = 0; i < 2; i++)
        if (names[i])
            alea_record_set_tag(&record, i ? "player_b" : "player_a", names[i]);
    alea_status status =
        alea_export(&record, ALEA_FORMAT_XG_TEXT, NULL, &bytes, &size, NULL);
    if (status == ALEA_OK) fwrite(bytes, 1, size, to);
    free(bytes);
    alea_record_clear(&record);
    return status == ALEA_OK;
}

static void put_end(FILE *to, const alea_met *met)
{
    fprintf(to, "\nalea Version: " ALEA_VERSION ", MET: %s\n\n", met->name);
}

/* That program's 1-ply is what others call 0-ply. */
static const char *depth(int plies, char out[16])
{
    if (plies < 0) return "Rollout";
    snprintf(out, 16, "%d-ply", plies + 1);
    return out;
}

static void put_chances(FILE *to, const char *label, double win, double gammon,
                        double backgammon)
{
    fprintf(to, "%s%6.2f%% (G:%.2f%% B:%.2f%%)\n", label, 100 * win, 100 * gammon,
            100 * backgammon);
}

static void put_both(FILE *to, const char *mine, const char *theirs,
                     const alea_probs *p)
{
    put_chances(to, mine, (double)p->win, (double)p->win_gammon,
                (double)p->win_backgammon);
    put_chances(to, theirs, 1 - (double)p->win, (double)p->lose_gammon,
                (double)p->lose_backgammon);
}

bool xg_text_play(FILE *to, const alea_position *position, const char *const names[2],
                  const alea_candidate *candidate, const char *const level[], int count,
                  const alea_met *met)
{
    if (!put_position(to, position, names)) return false;
    alea_board board = position->on_roll == ALEA_A ? position->board
                                                   : alea_board_swap(&position->board);
    for (int i = 0; i < count; i++) {
        const alea_candidate *c = &candidate[i];
        char move[ALEA_PLAY_TEXT_SIZE], words[16];
        alea_play_write(&board, &c->play, move);
        fprintf(to, "\n%5d. %-11s %-28s eq:%+.3f", i + 1,
                level ? level[i] : depth(c->plies, words), *move ? move : "Cannot Move",
                (double)c->equity);
        if (i > 0) fprintf(to, " (%+.3f)", (double)(c->equity - candidate[0].equity));
        fputc('\n', to);
        put_both(to, "      Player:  ", "      Opponent:", &c->probs);
    }
    put_end(to, met);
    return true;
}

/* Writes the equity and its distance from the best. */
static void put_equity(FILE *to, const alea_cube_verdict *v, const char *label,
                       float equity)
{
    float best = v->best;
    fprintf(to, "       %-*s%+.3f", v->redouble ? 17 : 15, label, (double)equity);
    if (equity != best) fprintf(to, " (%+.3f)", (double)(equity - best));
    fputc('\n', to);
}

/* The cube doubled and dead from there on, in units of the cube before. */
static float doubled_cubeless(const alea_position *position, const alea_probs *probs,
                              const alea_met *met)
{
    alea_cube cube = alea_decision_of_position(position).cube, twice = cube;
    twice.cube_log2++;
    twice.owner = ALEA_CUBE_THEIRS;
    float equity = alea_cube_dead_equity(&twice, met, probs);
    if (cube.match_length == 0) return 2 * equity;
    return alea_cube_equity_of_chance(&cube, met,
                                      alea_cube_chance_of_equity(&twice, met, equity));
}

static void put_action(FILE *to, const alea_cube_verdict *v)
{
    const char *word = v->redouble ? "redouble" : "double";
    fputs("\nBest Cube action: ", to);
    if (v->action == ALEA_CUBE_TOO_GOOD)
        fprintf(to, "Too good to %s", word);
    else if (v->action == ALEA_CUBE_DOUBLE_TAKE || v->action == ALEA_CUBE_DOUBLE_DROP)
        fputs(v->redouble ? "Redouble" : "Double", to);
    else
        fprintf(to, "No %s", word);
    fprintf(to, " / %s\n", v->beaver ? "Beaver" : v->take ? "Take" : "Pass");
}

bool xg_text_cube(FILE *to, const alea_position *position, const char *const names[2],
                  const alea_cube_result *cube, const alea_met *met)
{
    alea_position before = *position;
    before.roll = (alea_roll){{0, 0}};
    if (!put_position(to, &before, names)) return false;
    const alea_cube_verdict *v = &cube->verdict;
    char words[16];
    fprintf(to, "\nAnalyzed in %s\n", depth(cube->plies, words));
    put_both(to,
             "Player Winning Chances:  ", "Opponent Winning Chances:", &cube->probs);
    fprintf(to, "\nCubeless Equities: No Double=%+.3f, Double=%+.3f\n",
            (double)cube->cubeless,
            (double)doubled_cubeless(&before, &cube->probs, met));
    if (v->action != ALEA_CUBE_NOT_AVAILABLE) {
        fputs("\nCubeful Equities:\n", to);
        const char *turned = v->redouble ? "Redouble/" : "Double/";
        char label[32];
        put_equity(to, v,
                   v->redouble ? "No redouble:" : "No double:", v->equity.no_double);
        snprintf(label, sizeof label, "%s%s:", turned, v->beaver ? "Beaver" : "Take");
        put_equity(to, v, label,
                   v->beaver ? v->equity.double_beaver : v->equity.double_take);
        snprintf(label, sizeof label, "%sPass:", turned);
        put_equity(to, v, label, v->equity.double_drop);
        put_action(to, v);
    } else {
        fprintf(to, "\nCubeful Equities:\n       %-15s%+.3f\n",
                "No double:", (double)v->equity.no_double);
    }
    put_end(to, met);
    return true;
}
