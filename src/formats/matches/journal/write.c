/* Writes the journal: one JSON object per line, the events of the referee protocol with
 * comments and analysis. Each line ends in a CRC-32 seeded with that of the previous
 * line, so that changed, lost or exchanged lines are detected. */
#include "journal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "check.h"
#include "formats/matches/filed_text.h"
#include "formats/toolkit/parse.h"
#include "json.h"

static const char *player_name(alea_player player)
{
    return player == ALEA_A ? "\"A\"" : player == ALEA_B ? "\"B\"" : "null";
}

static void put_member(alea_text *out, const char *key, const char *value)
{
    js_put_string(out, key);
    alea_text_char(out, ':');
    if (value)
        js_put_string(out, value);
    else
        alea_text_put(out, "null");
}

/* All options by name. The preset comes first because it overwrites the others. */
static void put_rules(alea_text *out, const alea_rules *rules)
{
    alea_text_put(out, "\"rules\":{");
    bool first = true;
    for (int i = 0; alea_rules_option(i); i++) {
        const char *name = alea_rules_option(i);
        char value[48];
        if (alea_rules_get(rules, name, value, sizeof value) != ALEA_OK) continue;
        if (strcmp(name, "preset") == 0 && rules->preset == ALEA_PRESET_NONE) continue;
        if (!first) alea_text_char(out, ',');
        first = false;
        int number;
        bool bare = strcmp(value, "true") == 0 || strcmp(value, "false") == 0 ||
                    strcmp(value, "null") == 0 ||
                    parse_int(value, strlen(value), &number);
        alea_text_format(out, bare ? "\"%s\":%s" : "\"%s\":\"%s\"", name, value);
    }
    alea_text_char(out, '}');
}

static void put_header(alea_text *out, const alea_record *record)
{
    alea_text_format(out, "{\"format\":\"alea-journal\",\"version\":%d,",
                     JOURNAL_VERSION);
    put_rules(out, &record->rules);
    alea_text_put(out, ",\"players\":[");
    for (int i = 0; i < 2; i++) {
        const char *name = alea_record_tag_value(record, i ? "player_b" : "player_a");
        if (i) alea_text_char(out, ',');
        if (name)
            js_put_string(out, name);
        else
            alea_text_put(out, "null");
    }
    alea_text_put(out, "],\"tags\":{");
    bool first = true;
    for (size_t i = 0; i < record->tags; i++) {
        const char *key = alea_record_text(record, record->tag[i].key);
        if (strcmp(key, "player_a") == 0 || strcmp(key, "player_b") == 0) continue;
        if (!first) alea_text_char(out, ',');
        first = false;
        put_member(out, key, alea_record_text(record, record->tag[i].value));
    }
    alea_text_char(out, '}');
}

static void put_moves(alea_text *out, const alea_event *event)
{
    alea_text_put(out, ",\"move\":\"");
    for (int i = 0; i < event->moves && i < ALEA_MAX_MOVES; i++) {
        const alea_move *m = &event->move[i];
        if (i) alea_text_char(out, ' ');
        if (m->from == ALEA_BAR)
            alea_text_put(out, "bar/");
        else
            alea_text_format(out, "%d/", m->from);
        if (m->to == ALEA_OFF)
            alea_text_put(out, "off");
        else
            alea_text_integer(out, m->to);
        if (m->hit) alea_text_char(out, '*');
    }
    alea_text_char(out, '"');
    if (event->as_made) alea_text_put(out, ",\"as_made\":true");
}

static void put_set(alea_text *out, const alea_event *event)
{
    if (event->set & ALEA_SET_SCORE)
        alea_text_format(out, ",\"score\":{\"A\":%d,\"B\":%d}", event->score[0],
                         event->score[1]);
    if (event->set & ALEA_SET_BOARD) {
        char board[ALEA_BOARD_TEXT_SIZE];
        alea_board_text_write(&event->board, board);
        alea_text_format(out, ",\"board\":\"%s\",\"turn\":%s", board,
                         player_name(event->turn));
    }
    if (event->set & ALEA_SET_CUBE)
        alea_text_format(out, ",\"cube\":%ld,\"cube_owner\":%s", 1L << event->cube_log2,
                         player_name(event->cube_owner));
    if (event->set & ALEA_SET_CRAWFORD)
        alea_text_format(out, ",\"crawford_game\":%s",
                         event->crawford_game ? "true" : "false");
}

static void put_event(alea_text *out, const alea_event *event)
{
    alea_text_format(out, "{\"event\":\"%s\"", alea_event_name(event->type));
    bool by = event->type != ALEA_EVENT_OPENING &&
              event->type != ALEA_EVENT_NEXT_GAME && event->type != ALEA_EVENT_SET;
    if (by) alea_text_format(out, ",\"by\":%s", player_name(event->by));
    if (event->type == ALEA_EVENT_OPENING)
        alea_text_format(out, ",\"A\":%d,\"B\":%d", event->roll.die[0],
                         event->roll.die[1]);
    else if (event->type == ALEA_EVENT_ROLL)
        alea_text_format(out, ",\"dice\":[%d,%d]", event->roll.die[0],
                         event->roll.die[1]);
    else if (event->type == ALEA_EVENT_PLAY)
        put_moves(out, event);
    else if (event->type == ALEA_EVENT_RESIGN)
        alea_text_format(out, ",\"level\":%d", event->win_class);
    else if (event->type == ALEA_EVENT_SETTLE)
        alea_text_format(out, ",\"points\":%d%s", event->points,
                         event->wins_match ? ",\"match\":true" : "");
    else if (event->type == ALEA_EVENT_SET)
        put_set(out, event);
}

/* The analysis at `index` as a member named `key`. */
static void put_filed(alea_text *out, const char *key, const alea_record *record,
                      size_t index)
{
    alea_text filed = alea_text_growing(JOURNAL_LINE_MAX / 2);
    filed_text_write(record, index, &filed);
    put_member(out, key, alea_text_status(&filed) ? "" : filed.start);
    alea_text_free(&filed);
}

static void put_entry(alea_text *out, const alea_record *record, size_t index)
{
    const alea_record_entry *entry = &record->entry[index];
    put_event(out, &entry->event);
    if (entry->unknown_play) alea_text_put(out, ",\"unknown_play\":true");
    if (entry->illegal_play) alea_text_put(out, ",\"illegal_play\":true");
    if (entry->hinted) alea_text_put(out, ",\"hinted\":true");
    if (entry->clock_ms[0] != ALEA_NO_CLOCK || entry->clock_ms[1] != ALEA_NO_CLOCK)
        alea_text_format(out, ",\"clock_ms\":[%ld,%ld]", (long)entry->clock_ms[0],
                         (long)entry->clock_ms[1]);
    if (entry->took_ms != ALEA_NO_CLOCK)
        alea_text_format(out, ",\"took_ms\":%ld", (long)entry->took_ms);
    if (alea_record_filed(record, index, NULL)) {
        alea_text_char(out, ',');
        put_filed(out, "filed", record, index);
    }
    if (entry->comment != ALEA_NO_TEXT) {
        alea_text_char(out, ',');
        put_member(out, "comment", alea_record_text(record, entry->comment));
    }
    if (entry->extra != ALEA_NO_TEXT) {
        alea_text_char(out, ',');
        put_member(out, "extra", alea_record_text(record, entry->extra));
    }
}

/* Closes the object that begins at `start` of the text. */
static alea_status close_line(alea_text *out, size_t start, uint32_t *check)
{
    if (alea_text_status(out)) return ALEA_ERROR_MEMORY;
    if (out->length - start + JOURNAL_TAIL > JOURNAL_LINE_MAX)
        return ALEA_ERROR_ARGUMENT;
    char tail[JOURNAL_TAIL + 1];
    uint32_t next = journal_check(*check, out->start + start, out->length - start);
    journal_tail(next, tail);
    alea_text_put(out, tail);
    alea_text_char(out, '\n');
    if (alea_text_status(out)) return ALEA_ERROR_MEMORY;
    *check = next;
    return ALEA_OK;
}

static alea_status hand_over(alea_text *text, alea_status status, char **line,
                             size_t *size)
{
    if (status) {
        alea_text_free(text);
        return status;
    }
    *line = text->start;
    *size = text->length;
    return ALEA_OK;
}

alea_status alea_journal_header(const alea_record *record, uint32_t *check, char **line,
                                size_t *size)
{
    alea_text text = alea_text_growing(2 * (size_t)JOURNAL_LINE_MAX);
    put_header(&text, record);
    return hand_over(&text, close_line(&text, 0, check), line, size);
}

alea_status alea_journal_entry(const alea_record *record, size_t index, uint32_t *check,
                               char **line, size_t *size)
{
    if (index >= record->entries) return ALEA_ERROR_ARGUMENT;
    alea_text text = alea_text_growing(2 * (size_t)JOURNAL_LINE_MAX);
    put_entry(&text, record, index);
    return hand_over(&text, close_line(&text, 0, check), line, size);
}

static void put_tag(alea_text *out, const char *key, const char *value)
{
    alea_text_put(out, "{\"tag\":");
    js_put_string(out, key);
    alea_text_put(out, ",\"value\":");
    js_put_string(out, value);
}

alea_status alea_journal_tag(const char *key, const char *value, uint32_t *check,
                             char **line, size_t *size)
{
    alea_text text = alea_text_growing(2 * (size_t)JOURNAL_LINE_MAX);
    put_tag(&text, key, value);
    return hand_over(&text, close_line(&text, 0, check), line, size);
}

alea_status alea_journal_back(size_t count, uint32_t *check, char **line, size_t *size)
{
    alea_text text = alea_text_growing(JOURNAL_LINE_MAX);
    alea_text_format(&text, "{\"back\":%zu", count);
    return hand_over(&text, close_line(&text, 0, check), line, size);
}

alea_status journal_export(exporter *out)
{
    uint32_t check = 0;
    size_t start = out->out->length;
    put_header(out->out, out->record);
    alea_status status = close_line(out->out, start, &check);
    for (size_t i = 0; !status && i < out->record->entries; i++) {
        start = out->out->length;
        put_entry(out->out, out->record, i);
        status = close_line(out->out, start, &check);
    }
    if (!status && alea_record_filed(out->record, out->record->entries, NULL)) {
        start = out->out->length;
        alea_text_char(out->out, '{');
        put_filed(out->out, "open", out->record, out->record->entries);
        status = close_line(out->out, start, &check);
    }
    if (status == ALEA_ERROR_ARGUMENT)
        return alea_error_fill(
            out->error, status, 0, 0,
            "a comment or header is too long for the journal (1 MB per line)");
    return status;
}
