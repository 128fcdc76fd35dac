#include <alea/report.h>

#include "shared.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The properties of the node of one entry; NULL = nothing. */
typedef struct node {
    const alea_judgement *play, *cube;
    const alea_roll_luck *luck;
} node;

/* The node of a roll is that of the play that follows it; `entries` if there is
 * none. */
static size_t play_of_roll(const alea_record *record, size_t entry)
{
    for (size_t i = entry; i < record->entries; i++) {
        alea_event_type type = record->entry[i].event.type;
        if (type == ALEA_EVENT_PLAY)
            return record->entry[i].unknown_play ? record->entries : i;
        if (type != ALEA_EVENT_ROLL && type != ALEA_EVENT_OPENING &&
            type != ALEA_EVENT_COCKED)
            break;
    }
    return record->entries;
}

static void place(const alea_record *record, const alea_analysis *a, node *nodes)
{
    for (size_t i = 0; i < a->judgements; i++) {
        const alea_judgement *j = &a->judgement[i];
        if (j->filed) continue; /* stands in the record */
        size_t entry = j->made_event == ALEA_EVENT_ROLL ? play_of_roll(record, j->entry)
                                                        : j->entry;
        if (entry >= record->entries) continue;
        if (j->kind == ALEA_JUDGED_PLAY)
            nodes[entry].play = j;
        else
            nodes[entry].cube = j;
    }
    for (size_t i = 0; i < a->rolls; i++) {
        if (a->roll[i].filed) continue;
        size_t entry = play_of_roll(record, a->roll[i].entry);
        if (entry < record->entries) nodes[entry].luck = &a->roll[i];
    }
}

static void put_probs(FILE *out, const alea_probs *p)
{
    fprintf(out, " %.6f %.6f %.6f %.6f %.6f", (double)p->win, (double)p->win_gammon,
            (double)p->win_backgammon, (double)p->lose_gammon,
            (double)p->lose_backgammon);
}

/* The format has no evaluation by a short rollout: the search before it. */
static int sgf_plies(int plies)
{
    return plies == ALEA_ROLLED_OUT ? alea_effort_get(ALEA_EFFORT_DEEP)->plies : plies;
}

/* DA: no double, then double and take; with the cube in match-winning chance, for money
 * in units of the cube before the double. */
static void put_cube(FILE *out, const alea_judgement *j)
{
    const alea_cube_result *c = &j->cube;
    bool match = j->decision.cube.match_length > 0;
    double with_cube[2] = {
        (double)(match ? c->chance[0] : c->verdict.equity.no_double),
        (double)(match ? c->chance[1] : c->verdict.equity.double_take)};
    fprintf(out, "DA[E ver 3 %dC 1 0.000000 1", sgf_plies(c->plies));
    for (int i = 0; i < 2; i++) {
        put_probs(out, &c->probs);
        fprintf(out, " %.6f %.6f", (double)c->cubeless, with_cube[i]);
    }
    fputc(']', out);
}

static char letter(alea_player by, int point)
{
    if (point == ALEA_BAR) return 'y';
    if (point == ALEA_OFF) return 'z';
    return (char)(by == ALEA_A ? 'a' + point - 1 : 'x' - point + 1);
}

static void put_candidate(FILE *out, const alea_judgement *j, const alea_candidate *c)
{
    fputc('[', out);
    for (int i = 0; i < c->play.count; i++) {
        fputc(letter(j->by, c->play.move[i].from), out);
        fputc(letter(j->by, c->play.move[i].to), out);
    }
    fputs(" E ver 3", out);
    put_probs(out, &c->probs);
    fprintf(out, " %.6f %dC 0 1 0.000000 1]", (double)c->equity, sgf_plies(c->plies));
}

/* A: which of the list was played, and the list. */
static void put_play(FILE *out, const alea_judgement *j)
{
    int made = 0;
    while (made < j->candidates && !alea_board_equal(&j->candidate[made].play.board,
                                                     &j->made_candidate.play.board))
        made++;
    fprintf(out, "A[%d]", made);
    for (int i = 0; i < j->candidates; i++) put_candidate(out, j, &j->candidate[i]);
    if (made == j->candidates) put_candidate(out, j, &j->made_candidate);
}

static void put_mark(FILE *out, alea_mark mark, const char *doubtful, const char *bad)
{
    if (mark == ALEA_MARK_DOUBTFUL) fprintf(out, "%s[1]", doubtful);
    if (mark == ALEA_MARK_ERROR) fprintf(out, "%s[1]", bad);
    if (mark == ALEA_MARK_BLUNDER) fprintf(out, "%s[2]", bad);
}

static void put_node(FILE *out, const node *n)
{
    if (n->cube) put_cube(out, n->cube);
    if (n->play && !n->play->forced) put_play(out, n->play);
    if (n->luck) fprintf(out, "LU[%.5f]", (double)n->luck->luck);
    if (n->play) put_mark(out, n->play->mark, "DO", "BM");
    /* A double that was missed is marked at the move made instead. */
    if (n->cube && n->cube->made_event == ALEA_EVENT_ROLL)
        put_mark(out, n->cube->mark, "DC", "BC");
    else if (n->cube)
        put_mark(out, n->cube->mark, "DO", "BM");
}

/* Whether this analysis takes the place of a property of another one. */
static bool replaces(const node *n, const char *name, size_t length)
{
    static const char *const marks[] = {"MR", "GB", "GW", "BM", "DO"};
    if (length == 1 && name[0] == 'A') return n->play != NULL;
    if (length != 2) return false;
    /* BC and DC mark a double that was missed, in the node of the play. */
    if (memcmp(name, "DA", 2) == 0 || memcmp(name, "BC", 2) == 0 ||
        memcmp(name, "DC", 2) == 0)
        return n->cube != NULL;
    if (memcmp(name, "LU", 2) == 0) return n->luck != NULL;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (memcmp(name, marks[i], 2) == 0)
            return n->play || (n->cube && n->cube->made_event != ALEA_EVENT_ROLL);
    return false;
}

/* The properties in `extra` that stay. */
static void put_kept(FILE *out, const char *extra, const node *n)
{
    while (*extra) {
        size_t name = strcspn(extra, "["), end = name;
        while (extra[end] == '[') {
            while (extra[end] && extra[end] != ']')
                end += extra[end] == '\\' && extra[end + 1] ? 2 : 1;
            end += extra[end] == ']';
            size_t gap = strspn(extra + end, " \t\r\n");
            if (extra[end + gap] == '[') end += gap;
        }
        if (end == 0) return;
        if (!replaces(n, extra, name)) fwrite(extra, 1, end, out);
        extra += end;
        extra += strspn(extra, " \t\r\n");
    }
}

/* Writes the entry's properties, with this analysis in place of any before it. */
static alea_status write_extra(alea_record *record, alea_record_entry *entry,
                               const node *n)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out) return ALEA_ERROR_MEMORY;
    put_node(out, n);
    put_kept(out, alea_record_text(record, entry->extra), n);
    bool good = !ferror(out);
    if (fclose(out) != 0 || !good) {
        free(text);
        return ALEA_ERROR_MEMORY;
    }
    entry->extra = ALEA_NO_TEXT;
    alea_status status = ALEA_OK;
    if (length) status = alea_record_add_text(record, text, length, &entry->extra);
    free(text);
    return status;
}

alea_status alea_analysis_into_record(const alea_analysis *analysis,
                                      alea_record *record)
{
    node *nodes = calloc(record->entries + 1, sizeof *nodes);
    if (!nodes) return ALEA_ERROR_MEMORY;
    alea_status status = ALEA_OK;
    place(record, analysis, nodes);
    for (size_t i = 0; i < record->entries && !status; i++) {
        const node *n = &nodes[i];
        if (n->play || n->cube || n->luck || record->entry[i].extra != ALEA_NO_TEXT)
            status = write_extra(record, &record->entry[i], n);
    }
    free(nodes);
    /* GS, the sums of another analysis, in the roots. */
    for (int game = 1; game <= alea_record_games(record) && !status; game++) {
        char key[32];
        snprintf(key, sizeof key, "x-sgf-%d-GS", game);
        if (alea_record_tag_value(record, key))
            status = alea_record_set_tag(record, key, "");
    }
    return status;
}
