/* A file that is one identifier, and positions as files. */
#include "files.h"

#include <stdio.h>
#include <string.h>

#include "formats/toolkit/lines.h"
#include "formats/toolkit/parse.h"

typedef struct span {
    const char *text;
    size_t length;
} span;

static span trim(span s)
{
    while (s.length && (unsigned char)s.text[0] <= ' ') s.text++, s.length--;
    while (s.length && (unsigned char)s.text[s.length - 1] <= ' ') s.length--;
    return s;
}

alea_status lone_id_read(importer *in, const char *text, size_t length, size_t line,
                         lone_id *id, alea_error *why)
{
    if (parse_starts(text, length, "board:"))
        return alea_fibs_board_read(text, length, ALEA_FIBS_PLAIN, &id->position,
                                    id->name, why);
    if (parse_starts(text, length, "ogid=") || ogid_looks_like(text, length)) {
        bool next = in->options->ogid_turn_is_next, ambiguous = false;
        alea_status status =
            ogid_read(text, length, next, &id->position, &ambiguous, why);
        if (!status && ambiguous)
            import_warn(in, line, "the OGID has no ply number: its turn was read as %s",
                        next ? "the player to act" : "who acted last");
        return status;
    }
    return alea_position_read(text, length, &id->position, why);
}

alea_status id_import(importer *in)
{
    text_lines lines;
    alea_status status = lines_start(&lines, in);
    if (status) return status;
    span text = {"", 0};
    while (!text.length && lines_next(&lines))
        text = trim((span){lines.text, lines.length});
    size_t number = lines.number;
    lone_id id = {0};
    alea_error why = {0};
    status = lone_id_read(in, text.text, text.length, number, &id, &why);
    if (status)
        status = import_fail(in, status, number, why.column, "%s", why.reason);
    else
        status = import_position(in, &id.position, number);
    for (int i = 0; i < 2 && !status; i++)
        status =
            import_tag(in, i ? "player_b" : "player_a", id.name[i], strlen(id.name[i]));
    bool more = false;
    while (!status && !more && lines_next(&lines))
        more = trim((span){lines.text, lines.length}).length > 0;
    if (more)
        import_warn(in, lines.number,
                    "a file holds one position; this line and the rest are ignored");
    lines_finish(&lines);
    return status;
}

alea_status export_last_position(exporter *out, alea_position *position)
{
    alea_position_of_match(&out->record->now, position);
    bool played = false;
    for (size_t i = 0; i < out->record->entries && !played; i++) {
        alea_event_type type = out->record->entry[i].event.type;
        played = type == ALEA_EVENT_PLAY || type == ALEA_EVENT_OPENING ||
                 type == ALEA_EVENT_TAKE || type == ALEA_EVENT_DROP;
    }
    if (played) export_warn(out, "only the last position is kept");
    return ALEA_OK;
}

void export_player_names(const alea_record *record, const char *names[2])
{
    for (int i = 0; i < 2; i++) {
        names[i] = alea_record_tag_value(record, i ? "player_b" : "player_a");
        if (!names[i] || !names[i][0]) names[i] = i ? "Player 2" : "Player 1";
    }
}

static alea_status write_id(const alea_record *record, const alea_position *position,
                            alea_format format, char *out)
{
    const char *names[2];
    char match[ALEA_MATCH_ID_SIZE];
    alea_status status;
    if (format == ALEA_FORMAT_OGID) return alea_ogid_write(position, out);
    if (format == ALEA_FORMAT_FIBS) {
        export_player_names(record, names);
        return alea_fibs_board_write(position, ALEA_FIBS_PLAIN, names, out);
    }
    if (format == ALEA_FORMAT_ID) return alea_xgid_write(position, out);
    status = alea_gnubg_id_write(position, out, match);
    if (!status) {
        size_t length = strlen(out);
        snprintf(out + length, ALEA_FIBS_BOARD_SIZE - length, ":%s", match);
    }
    return status;
}

static bool same_roll(alea_roll a, alea_roll b)
{
    return (a.die[0] == b.die[0] && a.die[1] == b.die[1]) ||
           (a.die[0] == b.die[1] && a.die[1] == b.die[0]);
}

/* Compares everything a decision depends on, including who answers a resignation. */
static bool same_decision(const alea_position *a, const alea_position *b)
{
    return alea_board_equal(&a->board, &b->board) && a->on_roll == b->on_roll &&
           same_roll(a->roll, b->roll) && a->cube_log2 == b->cube_log2 &&
           a->cube_owner == b->cube_owner && a->offers == b->offers &&
           a->match_length == b->match_length && a->score[0] == b->score[0] &&
           a->score[1] == b->score[1] && a->crawford_game == b->crawford_game &&
           (a->to_act == b->to_act || a->resign_class != b->resign_class);
}

/* Parses the text just written: it must be the same decision; facts that it lacks give
 * a warning. */
static alea_status check_id(exporter *out, const alea_position *position,
                            const char *format, const char *id)
{
    alea_position from_id;
    if (position->game_over) {
        export_warn(out, "the last game is over: nothing to decide in its position");
        return ALEA_OK;
    }
    if (alea_position_read(id, strlen(id), &from_id, NULL) != ALEA_OK ||
        !same_decision(position, &from_id))
        return ALEA_ERROR_UNSUPPORTED;
    const struct {
        bool lost;
        const char *what;
    } facts[] = {{from_id.jacoby != position->jacoby, "the Jacoby rule"},
                 {from_id.beavers != position->beavers, "the beaver rule"},
                 {from_id.resign_class != position->resign_class, "the resignation"}};
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++)
        if (facts[i].lost)
            export_warn(out, "%s: %s is not kept", format, facts[i].what);
    return ALEA_OK;
}

alea_status id_export(exporter *out, alea_format format)
{
    static const char *const called[ALEA_FORMATS] = {[ALEA_FORMAT_ID] = "XGID",
                                                     [ALEA_FORMAT_GNUBG_ID] =
                                                         "Position ID and Match ID",
                                                     [ALEA_FORMAT_OGID] = "OGID",
                                                     [ALEA_FORMAT_FIBS] = "FIBS board"};
    alea_position position;
    char id[ALEA_FIBS_BOARD_SIZE];
    alea_status status = export_last_position(out, &position);
    if (!status) status = write_id(out->record, &position, format, id);
    if (!status) status = check_id(out, &position, called[format], id);
    if (status)
        return alea_error_fill(out->error, status, 0, 0, "this position has no %s",
                               called[format]);
    alea_text_put(out->out, id);
    alea_text_char(out->out, '\n');
    return ALEA_OK;
}
