#include "referee.h"
#include "record.h"

#include "base/error.h"
#include "base/file.h"
#include "cli/io/command.h"
#include "cli/io/fail.h"
#include "cli/tables/stream.h"
#include "json/chouette.h"
#include "json/error.h"
#include "json/text.h"

#include <alea/diagram.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the referee ---- */

static bool answer(void *context, const line_reader *reader)
{
    alea_chouette *c = context;
    alea_chouette_event event;
    alea_refusal by_game;
    alea_play_error play;
    alea_error error = {0};
    if (strcmp(reader->line, "state") != 0) {
        if (alea_chouette_event_read(c, reader->line, reader->length, &event, &error) !=
            ALEA_OK)
            return tables_refuse("bad_event", &error, reader);
        const alea_chouette_refusal refusal =
            alea_chouette_apply(c, &event, &by_game, &play);
        if (refusal != ALEA_CHOUETTE_ACCEPTED) {
            const char *code;
            alea_error_fill(&error, ALEA_ERROR_REFUSED, 0, 0, "%s",
                            chouette_refusal_words(refusal, by_game, play, &code));
            return tables_refuse(code, &error, reader);
        }
    }
    json_print_line(stdout, chouette_json(c));
    return true;
}

int chouette_referee_run(const alea_chouette_rules *rules, int players)
{
    alea_chouette c;
    alea_chouette_start(&c, rules, players);
    return tables_stream("chouette", answer, &c);
}

/* ---- records ---- */

static void print_state(const alea_chouette *c, const chouette_names *names)
{
    printf("game %d: %s\n", c->game, alea_chouette_phase_name(c->phase));
    for (int i = 0; i < c->players; i++) {
        const int seat = c->line[i];
        printf("  %-10s %-31s %+lld\n",
               i == 0   ? "box"
               : i == 1 ? "captain"
                        : "",
               names->name[seat], (long long)c->total[seat]);
    }
    if (c->partner >= 0)
        printf("  %-10s %-31s %+lld\n", "partner", names->name[c->partner],
               (long long)c->total[c->partner]);
    const alea_match *m = alea_chouette_board(c);
    if (!m) return;
    char text[ALEA_DIAGRAM_TEXT_SIZE];
    alea_position position;
    alea_position_of_match(m, &position);
    alea_diagram_text(&position, &(alea_diagram){.names = {"the box", "the team"}},
                      text, sizeof text);
    printf("%s", text);
}

int chouette_check_run(const char *path, bool json)
{
    alea_error error = {0};
    alea_chouette c;
    chouette_names names;
    char *text = NULL;
    size_t length = 0;
    int status = EXIT_DONE;
    const char *file = strcmp(path, "-") == 0 ? "/dev/stdin" : path;
    if (alea_file_read(file, CHOUETTE_MOST_RECORD, &text, &length, &error) != ALEA_OK)
        return command_fail("chouette", "%s: %s", path, error.reason);
    if (chouette_record_read(text, length, &c, &names, NULL, NULL, &error) != ALEA_OK) {
        if (json)
            json_print_line(
                stdout, error_answer(error_json_at(error_code(error.status), &error)));
        file_refuse(stderr, path, &error);
        status = EXIT_SOME_BAD;
    } else if (json) {
        json_print_line(stdout, chouette_json(&c));
    } else {
        print_state(&c, &names);
    }
    free(text);
    return status;
}
