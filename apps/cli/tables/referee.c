#include "commands.h"
#include "stream.h"

#include "base/error.h"
#include "base/file.h"
#include "cli/io/command.h"
#include "cli/io/fail.h"
#include "json/error.h"
#include "json/text.h"

#include <alea/tables_record.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RECORD = 16 << 20 };

typedef struct referee {
    alea_tables_match match;
    alea_tables_turns turns;
} referee;

/* "A", "B", or null. */
static json_t *player_json(alea_tables_player player)
{
    if (player == ALEA_TABLES_NOBODY) return json_null();
    return json_string(player == ALEA_TABLES_A ? "A" : "B");
}

static json_t *dice_json(const alea_tables_match *m)
{
    json_t *dice = json_array();
    const bool equal = m->dice.count == 2 && m->dice.die[0] == m->dice.die[1];
    int steps = m->dice.count;
    if (equal)
        steps =
            m->dice.steps ? m->dice.steps : alea_tables_match_rules(m)->double_steps;
    for (int d = 0; d < steps; d++)
        json_array_append_new(dice, json_integer(m->dice.die[equal ? 0 : d]));
    return dice;
}

static json_t *result_json(const alea_tables_match *m)
{
    static const char *const how[] = {[ALEA_TABLES_HOW_PLAYED] = "played",
                                      [ALEA_TABLES_HOW_DROP] = "drop",
                                      [ALEA_TABLES_HOW_RESIGN] = "resign"};
    if (!m->has_result) return json_null();
    return json_pack("{s:o,s:i,s:s}", "winner", player_json(m->winner), "points",
                     m->points, "how", how[m->how]);
}

/* The position is seen by the player on turn, else by A. */
static json_t *state_json(const alea_tables_match *m)
{
    char text[ALEA_TABLES_TEXT_SIZE], id[ALEA_TABLES_ID_SIZE];
    const alea_tables_rules *rules = alea_tables_match_rules(m);
    const alea_tables_board board = alea_tables_match_board(m, m->turn);
    alea_tables_text_write(rules, &board, text);
    alea_tables_id_write(rules, &board, id);
    return json_pack("{s:s,s:s,s:i,s:o,s:o,s:o,s:[ii],s:i,s:o,s:s,s:s,s:o,s:o}",
                     "phase", alea_tables_phase_name(m->phase), "game", rules->name,
                     "number", m->game, "turn", player_json(m->turn), "to_act",
                     player_json(m->to_act), "dice", dice_json(m), "score", m->score[0],
                     m->score[1], "cube", 1 << m->cube_log2, "cube_owner",
                     player_json(m->cube_owner), "position", text, "id", id, "result",
                     result_json(m), "match_winner", player_json(m->match_winner));
}

static bool answer(void *context, const line_reader *reader)
{
    referee *r = context;
    alea_tables_event event;
    alea_tables_fault fault;
    alea_error error = {0};
    if (strcmp(reader->line, "state") != 0) {
        if (alea_tables_event_read(alea_tables_match_rules(&r->match), reader->line,
                                   reader->length, &event, &error) != ALEA_OK)
            return tables_refuse("bad_event", &error, reader);
        alea_tables_refusal refusal =
            alea_tables_match_apply(&r->match, &event, &r->turns, &fault);
        const bool illegal = refusal == ALEA_TABLES_REFUSED_ILLEGAL_PLAY;
        alea_error_set(&error, 0, 0, "%s",
                       illegal ? alea_tables_fault_text(fault)
                               : alea_tables_refusal_text(refusal));
        if (refusal)
            return tables_refuse(illegal ? alea_tables_fault_code(fault)
                                         : alea_tables_refusal_code(refusal),
                                 &error, reader);
    }
    json_print_line(stdout, state_json(&r->match));
    return true;
}

int tables_referee_run(const alea_tables_series *series)
{
    referee *r = malloc(sizeof *r);
    if (!r) return command_fail_memory("tables");
    alea_tables_match_start(&r->match, series);
    const int status = tables_stream("tables", answer, r);
    free(r);
    return status;
}

static void print_state(const alea_tables_match *m)
{
    printf("game %d, %s: %s; A %d, B %d", m->game, alea_tables_match_rules(m)->name,
           alea_tables_phase_name(m->phase), m->score[0], m->score[1]);
    if (m->match_winner != ALEA_TABLES_NOBODY)
        printf("; %c has won the match", m->match_winner == ALEA_TABLES_A ? 'A' : 'B');
    putchar('\n');
    if (m->turn == ALEA_TABLES_NOBODY) return;
    char text[ALEA_TABLES_DIAGRAM_SIZE];
    const alea_tables_board board = alea_tables_match_board(m, m->turn);
    alea_tables_diagram_write(alea_tables_match_rules(m), &board, text);
    printf("\nX is %c\n%s", m->turn == ALEA_TABLES_A ? 'A' : 'B', text);
}

int tables_check_run(const char *path, bool json)
{
    alea_error error = {0};
    char *text = NULL;
    size_t length = 0;
    int status = EXIT_DONE;
    referee *r = malloc(sizeof *r);
    const char *file = strcmp(path, "-") == 0 ? "/dev/stdin" : path;
    if (!r) return command_fail_memory("tables");
    if (alea_file_read(file, MOST_RECORD, &text, &length, &error) != ALEA_OK) {
        free(r);
        return command_fail("tables", "%s: %s", path, error.reason);
    }
    if (alea_tables_record_read(text, length, &r->match, &r->turns, NULL, NULL,
                                &error) != ALEA_OK) {
        if (json)
            json_print_line(
                stdout, error_answer(error_json_at(error_code(error.status), &error)));
        file_refuse(stderr, path, &error);
        status = EXIT_SOME_BAD;
    } else if (json) {
        json_print_line(stdout, state_json(&r->match));
    } else {
        print_state(&r->match);
    }
    free(text);
    free(r);
    return status;
}
