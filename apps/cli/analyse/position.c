#include "position.h"

#include "base/error.h"
#include "cli/io/command.h"
#include "cli/io/fail.h"
#include "cli/io/out_file.h"
#include "report/filed.h"
#include "report/shared.h"
#include "json/shapes.h"
#include "json/text.h"

#include <alea/diagram.h>
#include <alea/file.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void set_chances(float out[5], const alea_probs *p)
{
    const float value[5] = {p->win, p->win_gammon, p->win_backgammon, p->lose_gammon,
                            p->lose_backgammon};
    memcpy(out, value, sizeof value);
}

static void name_level(const alea_analysis *a, int plies, char out[20])
{
    char depth[REPORT_DEPTH];
    snprintf(out, 20, "%s",
             plies == ALEA_ROLLED_OUT ? report_level(a) : report_depth(plies, depth));
}

/* alea's own judgement, as analyses of files are kept. */
static alea_status keep(const alea_analysis *a, const alea_judgement *j,
                        alea_record *record)
{
    alea_filed_candidate play[ALEA_JUDGEMENT_CANDIDATES] = {0};
    alea_filed f = {.entry = record->entries,
                    .by = j->by,
                    .program = "alea",
                    .loss = NAN,
                    .luck = NAN,
                    .made = -1,
                    .interval = {NAN, NAN}};
    name_level(a, j->plies, f.level);
    if (j->kind == ALEA_JUDGED_PLAY) {
        for (int i = 0; i < j->candidates; i++) {
            const alea_candidate *c = &j->candidate[i];
            memcpy(play[i].move, c->play.move, sizeof play[i].move);
            play[i].moves = c->play.count;
            play[i].equity = c->equity;
            play[i].interval = NAN;
            set_chances(play[i].chance, &c->probs);
            name_level(a, c->plies, play[i].level);
        }
        f.candidates = j->candidates;
    } else {
        const alea_cube_equities *e = &j->cube.verdict.equity;
        f.kind = ALEA_FILED_CUBE;
        f.no_double = e->no_double;
        f.double_take = j->cube.verdict.beaver ? e->double_beaver : e->double_take;
        f.double_drop = e->double_drop;
        set_chances(f.chance[0], &j->cube.probs);
        for (int i = 0; i < 5; i++) f.chance[1][i] = NAN;
    }
    return alea_record_add_filed(record, &f, play);
}

static const char *name_of(const alea_record *record, int player)
{
    const char *name = alea_record_tag_value(record, player ? "player_b" : "player_a");
    return name && *name ? name : player ? "Player 2" : "Player 1";
}

static int print_json(const position_order *order, const alea_record *record,
                      const char *best)
{
    char clean[OUT_FILE_PATH];
    alea_position position;
    utf8_text(order->path, clean, sizeof clean);
    alea_position_of_match(&record->now, &position);
    json_t *o = json_pack("{s:s,s:o,s:s}", "file", clean, "position",
                          position_json(&position), "best", best);
    json_t *filed = report_filed_json(record, record->entries);
    if (o && filed) json_object_set_new(o, "filed", filed);
    const int status = o && filed ? EXIT_DONE : EXIT_SYSTEM;
    json_print_line(order->out, o);
    return status;
}

static int print_text(const alea_record *record, const char *best, FILE *to)
{
    char text[ALEA_DIAGRAM_TEXT_SIZE], xgid[ALEA_XGID_SIZE];
    alea_position position;
    const alea_diagram options = {.names = {name_of(record, 0), name_of(record, 1)}};
    alea_position_of_match(&record->now, &position);
    alea_diagram_text(&position, &options, text, sizeof text);
    const size_t length = strlen(text);
    fprintf(to, "%s%s", text, length && text[length - 1] == '\n' ? "" : "\n");
    if (alea_xgid_write(&position, xgid) == ALEA_OK) fprintf(to, "%s\n", xgid);
    fprintf(to, "Best: %s\n", best);
    report_filed_text(record, record->entries, &record->now, 0, to);
    return EXIT_DONE;
}

/* In eXtreme Gammon's layout: what came with the position, or else alea's figures. */
static int write_xg_text(const position_order *order, const alea_record *record)
{
    char *bytes;
    size_t size;
    alea_error error = {0};
    if (alea_export(record, ALEA_FORMAT_XG_TEXT, NULL, &bytes, &size, &error) !=
        ALEA_OK)
        return command_fail("analyse", "%s", error.reason);
    const int status = out_file_write("analyse", order->xg_text, bytes, size);
    free(bytes);
    return status;
}

static int tell(const position_order *order, const alea_record *record,
                const char *best)
{
    if (order->xg_text) return write_xg_text(order, record);
    return order->json ? print_json(order, record, best)
                       : print_text(record, best, order->out);
}

alea_status analyse_position(const position_order *order, alea_engine *engine,
                             alea_record *record, int *result, alea_error *error)
{
    alea_analysis *a = NULL;
    alea_analysis_settings settings = order->settings;
    char best[REPORT_WORDS_SIZE];
    settings.open = true;
    settings.progress = NULL;
    alea_status status = alea_analyse(engine, record, &settings, &a, error);
    const alea_judgement *j = a && a->judgements ? &a->judgement[0] : NULL;
    if (status == ALEA_OK && !j)
        status = alea_error_fill(error, ALEA_ERROR_UNSUPPORTED, 0, 0, "%s",
                                 a->unjudgeds ? a->unjudged[0].reason
                                              : "there is nothing to decide");
    if (status == ALEA_OK && !j->filed) status = keep(a, j, record);
    if (status == ALEA_OK) {
        report_best(j, best);
        *result = tell(order, record, best);
    }
    alea_analysis_free(a);
    return status;
}
