#include "referee.h"
#include "record.h"

#include "base/error.h"
#include "base/file.h"
#include "cli/io/command.h"
#include "cli/io/fail.h"
#include "cli/tables/stream.h"
#include "json/error.h"
#include "json/text.h"

#include <alea/diagram.h>
#include <alea/notation.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RECORD = 16 << 20 };

/* ---- the state ---- */

static json_t *seat_json(int seat)
{
    const char letter[2] = {(char)('A' + seat), '\0'};
    return seat >= 0 ? json_string(letter) : json_null();
}

static json_t *seats_json(unsigned seats)
{
    json_t *list = json_array();
    for (int seat = 0; seat < ALEA_CHOUETTE_SEATS; seat++)
        if (seats >> seat & 1) json_array_append_new(list, seat_json(seat));
    return list;
}

static json_t *line_json(const alea_chouette *c)
{
    json_t *list = json_array();
    for (int i = 0; i < c->players; i++)
        json_array_append_new(list, seat_json(c->line[i]));
    return list;
}

static json_t *dice_json(const alea_match *m)
{
    json_t *dice = json_array();
    for (int i = 0; m && alea_roll_valid(m->roll) && i < 2; i++)
        json_array_append_new(dice, json_integer(m->roll.die[i]));
    return dice;
}

static json_t *owner_json(const alea_chouette_pair *p)
{
    const alea_player owner = p->match.cube_owner;
    if (owner == ALEA_NOBODY) return json_null();
    return seat_json(owner == ALEA_A ? p->upper : p->lower);
}

static json_t *proposal_json(const alea_chouette_pair *p)
{
    if (p->proposer == ALEA_NOBODY) return json_null();
    return json_pack("{s:o,s:s,s:i}", "by",
                     seat_json(p->proposer == ALEA_A ? p->upper : p->lower), "kind",
                     p->win_class > 0 ? "resign" : "settle", "value",
                     p->win_class > 0 ? p->win_class : p->points);
}

static json_t *pairs_json(const alea_chouette *c)
{
    json_t *list = json_array();
    for (int i = 0; i < c->pairs; i++) {
        const alea_chouette_pair *p = &c->pair[i];
        const bool offered = p->offered == 1;
        char name[4];
        alea_chouette_pair_write(c, i, name);
        json_array_append_new(
            list, json_pack("{s:s,s:o,s:o,s:b,s:b,s:i,s:o,s:b,s:b,s:o}", "pair", name,
                            "with_box", seat_json(p->upper), "member",
                            seat_json(p->lower), "extra", p->extra, "over", p->over,
                            "cube", alea_match_cube(&p->match), "owner", owner_json(p),
                            "offered", offered, "answered", offered && p->answer >= 0,
                            "proposal", proposal_json(p)));
    }
    return list;
}

static json_t *ledger_json(const alea_chouette *c)
{
    json_t *list = json_array();
    for (int i = 0; i < c->entries; i++) {
        const alea_chouette_entry *e = &c->entry[i];
        json_array_append_new(
            list, json_pack("{s:o,s:o,s:i,s:s}", "from", seat_json(e->from), "to",
                            seat_json(e->to), "points", e->points, "reason",
                            alea_chouette_reason_name(e->reason)));
    }
    return list;
}

static json_t *totals_json(const alea_chouette *c)
{
    json_t *totals = json_object();
    for (int seat = 0; seat < ALEA_CHOUETTE_SEATS; seat++) {
        const char letter[2] = {(char)('A' + seat), '\0'};
        bool here = seat == c->partner || c->total[seat] != 0;
        for (int i = 0; i < c->players; i++) here = here || c->line[i] == seat;
        if (here) json_object_set_new(totals, letter, json_integer(c->total[seat]));
    }
    return totals;
}

/* The board of the game as the mover sees it, by the cube of the first pair. */
static json_t *id_json(const alea_match *m)
{
    alea_position position;
    char id[ALEA_XGID_SIZE];
    if (!m) return json_null();
    alea_position_of_match(m, &position);
    return alea_xgid_write(&position, id) == ALEA_OK ? json_string(id) : json_null();
}

static json_t *state_json(const alea_chouette *c)
{
    const alea_match *m = alea_chouette_board(c);
    const bool seated = c->phase != ALEA_CHOUETTE_ORDER;
    return json_pack(
        "{s:s,s:i,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "phase",
        alea_chouette_phase_name(c->phase), "game", c->game, "line", line_json(c),
        "box", seat_json(seated && c->players > 0 ? c->line[0] : -1), "captain",
        seat_json(seated && c->players > 1 ? c->line[1] : -1), "partner",
        seat_json(c->partner), "mover", seat_json(alea_chouette_mover(c)), "waits_for",
        seats_json(alea_chouette_waits_for(c)), "dice", dice_json(m), "id", id_json(m),
        "pairs", pairs_json(c), "ledger", ledger_json(c), "totals", totals_json(c));
}

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
    json_print_line(stdout, state_json(c));
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
    if (alea_file_read(file, MOST_RECORD, &text, &length, &error) != ALEA_OK)
        return command_fail("chouette", "%s: %s", path, error.reason);
    if (chouette_record_read(text, length, &c, &names, NULL, &error) != ALEA_OK) {
        if (json)
            json_print_line(
                stdout, error_answer(error_json_at(error_code(error.status), &error)));
        file_refuse(stderr, path, &error);
        status = EXIT_SOME_BAD;
    } else if (json) {
        json_print_line(stdout, state_json(&c));
    } else {
        print_state(&c, &names);
    }
    free(text);
    return status;
}
