/* A position as eXtreme Gammon's text. */
#include <alea/diagram.h>

#include <string.h>

#include "analysed.h"
#include "formats/ids/files.h"
#include "text.h"

static void put_task(alea_text *out, const alea_position *p)
{
    char who = p->on_roll == ALEA_A ? 'X' : 'O',
         other = p->on_roll == ALEA_A ? 'O' : 'X';
    if (p->offers == 1)
        alea_text_format(out, "%c doubles, %c to answer\n", who, other);
    else if (p->offers > 1)
        alea_text_format(out, "%c on cube action\n", p->to_act == ALEA_A ? 'X' : 'O');
    else if (p->roll.die[0])
        alea_text_format(out, "%c to play %d%d\n", who, p->roll.die[0], p->roll.die[1]);
    else
        alea_text_format(out, "%c on roll, cube action\n", who);
}

/* Writes only the board of the diagram; names, pips and the decision have their own
 * lines. */
static void put_board(alea_text *out, const char *diagram)
{
    enum { WIDTH = 44 };
    for (const char *end; (end = strchr(diagram, '\n')); diagram = end + 1) {
        size_t length = (size_t)(end - diagram);
        if (length < 2 || (diagram[1] != '|' && diagram[1] != '+')) continue;
        if (length > WIDTH) length = WIDTH;
        const char *bar = diagram[1] == '+' ? strstr(diagram, "+---+") : NULL;
        if (bar && bar < end) {
            alea_text_bytes(out, diagram, (size_t)(bar - diagram));
            alea_text_put(out, "-----");
            bar += 5;
            alea_text_bytes(out, bar, length - (size_t)(bar - diagram));
        } else {
            alea_text_bytes(out, diagram, length);
        }
        alea_text_char(out, '\n');
    }
}

alea_status xg_text_export(exporter *out)
{
    alea_position p;
    alea_text *text = out->out;
    alea_status status = export_last_position(out, &p);
    char id[ALEA_XGID_SIZE], diagram[ALEA_DIAGRAM_TEXT_SIZE];
    if (!status) status = alea_xgid_write(&p, id);
    if (status)
        return alea_error_fill(out->error, status, 0, 0, "this position has no XGID");
    if (p.resign_class) export_warn(out, "XG text: the resignation is not kept");
    const char *names[2];
    export_player_names(out->record, names);
    alea_text_format(text, "%s\n\n", id);
    alea_text_put(text, "X:");
    export_name(out, names[0]);
    alea_text_put(text, "   O:");
    export_name(out, names[1]);
    if (p.match_length)
        alea_text_format(text, "\nScore is X:%d O:%d %d pt.(s) match.%s\n", p.score[0],
                         p.score[1], p.match_length,
                         p.crawford_game ? " Crawford game" : "");
    else
        alea_text_format(text, "\nScore is X:%d O:%d. Unlimited Game%s%s\n", p.score[0],
                         p.score[1], p.jacoby ? ", Jacoby" : "",
                         p.beavers ? ", Beaver" : "");
    alea_diagram options = {.view = ALEA_A};
    alea_diagram_text(&p, &options, diagram, sizeof diagram);
    put_board(text, diagram);
    alea_text_format(text, "Pip count  X: %d  O: %d X-O: %d-%d",
                     alea_board_pips(&p.board, true), alea_board_pips(&p.board, false),
                     p.score[0], p.score[1]);
    if (p.match_length) alea_text_format(text, "/%d", p.match_length);
    alea_text_char(text, '\n');
    if (p.cube_owner == ALEA_NOBODY)
        alea_text_format(text, "Cube: %ld\n", 1L << p.cube_log2);
    else
        alea_text_format(text, "Cube: %ld, %c own cube\n", 1L << p.cube_log2,
                         p.cube_owner == ALEA_A ? 'X' : 'O');
    put_task(text, &p);
    const alea_record *record = out->record;
    if (record->entries && record->entry[record->entries - 1].comment != ALEA_NO_TEXT)
        alea_text_format(
            text, "\n%s\n",
            alea_record_text(record, record->entry[record->entries - 1].comment));
    else
        analysed_write(record, record->entries, text);
    return ALEA_OK;
}
