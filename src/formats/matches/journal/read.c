/* Reads the journal. Any damage is refused with its line. Only a truncated last line is
 * dropped, and only if the caller asked to resume. */
#include "journal.h"

#include <stdio.h>
#include <string.h>

#include "check.h"
#include "formats/matches/filed_text.h"
#include "formats/matches/reconstruct.h"
#include "formats/toolkit/parse.h"
#include "json.h"

typedef struct journal_reader {
    importer *in;
    size_t line;
    js_document document;
    alea_text scratch;
} journal_reader;

static alea_status bad(journal_reader *r, const char *reason)
{
    return import_fail(r->in, ALEA_ERROR_SYNTAX, r->line, 0, "%s", reason);
}

/* A string member as text in r->scratch; false if it is absent or no string. */
static bool text_of(journal_reader *r, int value)
{
    alea_text_reset(&r->scratch);
    return js_string(&r->document, value, &r->scratch) &&
           alea_text_status(&r->scratch) == ALEA_OK;
}

static bool integer_member(journal_reader *r, int object, const char *key, int64_t low,
                           int64_t high, int64_t *out)
{
    return js_integer(&r->document, js_member(&r->document, object, key), out) &&
           *out >= low && *out <= high;
}

static bool player_of(journal_reader *r, int value, bool or_null, alea_player *out)
{
    if (js_is(&r->document, value, "A"))
        *out = ALEA_A;
    else if (js_is(&r->document, value, "B"))
        *out = ALEA_B;
    else if (or_null && value != JSON_NONE &&
             r->document.token[value].type == JSON_NULL)
        *out = ALEA_NOBODY;
    else
        return false;
    return true;
}

static bool true_member(journal_reader *r, const char *key)
{
    int value = js_member(&r->document, 0, key);
    return value != JSON_NONE && r->document.token[value].type == JSON_TRUE;
}

static alea_status read_rules(journal_reader *r, alea_rules *rules)
{
    const js_document *d = &r->document;
    int object = js_member(d, 0, "rules");
    if (object == JSON_NONE || d->token[object].type != JSON_OBJECT)
        return bad(r, "the header has no \"rules\"");
    alea_rules result = alea_rules_default();
    for (int i = object + 1; i < d->token[object].next; i = d->token[i + 1].next) {
        char name[64], value[64];
        const js_token *key = &d->token[i], *v = &d->token[i + 1];
        size_t a = key->end - key->start, b = v->end - v->start;
        if (a >= sizeof name || b >= sizeof value || v->type == JSON_OBJECT ||
            v->type == JSON_ARRAY)
            return bad(r, "unknown rule option");
        memcpy(name, d->text + key->start, a);
        memcpy(value, d->text + v->start, b);
        name[a] = value[b] = '\0';
        alea_error why = {0};
        if (alea_rules_set(&result, name, value, &why) != ALEA_OK)
            return import_fail(r->in, ALEA_ERROR_SYNTAX, r->line, 0, "%s", why.reason);
    }
    alea_error why = {0};
    if (alea_rules_check(&result, &why) != ALEA_OK)
        return import_fail(r->in, ALEA_ERROR_SYNTAX, r->line, 0, "%s", why.reason);
    *rules = result;
    return ALEA_OK;
}

static alea_status set_tag(journal_reader *r, const char *key, int value)
{
    if (!text_of(r, value)) return bad(r, "a tag must be text");
    if (r->in->record->tags >= IMPORT_MOST_TAGS) return bad(r, "too many tags");
    alea_status status = alea_record_set_tag(r->in->record, key, r->scratch.start);
    return status ? import_fail(r->in, status, r->line, 0, "not enough memory")
                  : ALEA_OK;
}

static alea_status read_named_tag(journal_reader *r, int key, int value)
{
    if (!text_of(r, key) || r->scratch.length >= 256)
        return bad(r, "a tag's name must be short text");
    char name[256];
    memcpy(name, r->scratch.start, r->scratch.length + 1);
    return set_tag(r, name, value);
}

static alea_status read_header(journal_reader *r)
{
    const js_document *d = &r->document;
    int64_t version;
    if (!js_is(d, js_member(d, 0, "format"), "alea-journal"))
        return bad(r, "the first line is not a journal header");
    if (!js_integer(d, js_member(d, 0, "version"), &version))
        return bad(r, "the header has no \"version\"");
    if (version != JOURNAL_VERSION)
        return import_fail(r->in, ALEA_ERROR_VERSION, r->line, 0,
                           "written by another version (%d, this program reads %d)",
                           (int)version, JOURNAL_VERSION);
    alea_rules rules;
    alea_status status = read_rules(r, &rules);
    if (status) return status;
    import_start(r->in, &rules);
    int players = js_member(d, 0, "players");
    if (players == JSON_NONE || d->token[players].type != JSON_ARRAY)
        return bad(r, "the header has no \"players\"");
    int at = players + 1;
    for (int i = 0; i < 2; i++, at = d->token[at].next) {
        if (at >= d->token[players].next) return bad(r, "\"players\" must name two");
        if (d->token[at].type == JSON_NULL) continue;
        if ((status = set_tag(r, i ? "player_b" : "player_a", at))) return status;
    }
    if (at != d->token[players].next) return bad(r, "\"players\" must name two");
    int tags = js_member(d, 0, "tags");
    if (tags == JSON_NONE) return ALEA_OK;
    if (d->token[tags].type != JSON_OBJECT) return bad(r, "\"tags\" must be an object");
    for (int i = tags + 1; i < d->token[tags].next; i = d->token[i + 1].next)
        if ((status = read_named_tag(r, i, i + 1))) return status;
    return ALEA_OK;
}

static alea_status read_dice(journal_reader *r, alea_event *event)
{
    const js_document *d = &r->document;
    int64_t a = 0, b = 0;
    if (event->type == ALEA_EVENT_OPENING) {
        if (!integer_member(r, 0, "A", 1, 6, &a) ||
            !integer_member(r, 0, "B", 1, 6, &b))
            return bad(r, "an opening needs \"A\" and \"B\", each 1 to 6");
    } else {
        int dice = js_member(d, 0, "dice");
        bool pair = dice != JSON_NONE && d->token[dice].type == JSON_ARRAY &&
                    d->token[dice].next == dice + 3;
        if (!pair || !js_integer(d, dice + 1, &a) || !js_integer(d, dice + 2, &b) ||
            a < 1 || a > 6 || b < 1 || b > 6)
            return bad(r, "a roll needs \"dice\": two numbers 1 to 6");
    }
    event->roll = (alea_roll){{(uint8_t)a, (uint8_t)b}};
    return ALEA_OK;
}

static alea_status read_moves(journal_reader *r, alea_event *event)
{
    if (!text_of(r, js_member(&r->document, 0, "move")))
        return bad(r, "a play needs \"move\"");
    int count;
    alea_error why = {0};
    if (alea_moves_read(r->scratch.start, r->scratch.length, event->move, &count, &why))
        return import_fail(r->in, ALEA_ERROR_SYNTAX, r->line, 0, "%s", why.reason);
    event->moves = (uint8_t)count;
    event->as_made = true_member(r, "as_made");
    return ALEA_OK;
}

static alea_status read_set(journal_reader *r, alea_event *event)
{
    const js_document *d = &r->document;
    int value = js_member(d, 0, "score");
    int64_t n;
    if (value != JSON_NONE) {
        event->set |= ALEA_SET_SCORE;
        for (int i = 0; i < 2; i++) {
            if (!integer_member(r, value, i ? "B" : "A", INT32_MIN, INT32_MAX, &n))
                return bad(r, "\"score\" needs \"A\" and \"B\"");
            event->score[i] = (int)n;
        }
    }
    if ((value = js_member(d, 0, "board")) != JSON_NONE) {
        event->set |= ALEA_SET_BOARD;
        alea_error why = {.reason = "\"board\" must be text"};
        if (!text_of(r, value) ||
            alea_board_text_read(r->scratch.start, r->scratch.length, &event->board,
                                 &why))
            return import_fail(r->in, ALEA_ERROR_SYNTAX, r->line, 0, "%s", why.reason);
        if (!player_of(r, js_member(d, 0, "turn"), false, &event->turn))
            return bad(r, "\"board\" needs \"turn\"");
    }
    if ((value = js_member(d, 0, "cube")) != JSON_NONE) {
        event->set |= ALEA_SET_CUBE;
        if (!js_integer(d, value, &n) || n < 1 || n > 1L << ALEA_MAX_CUBE_LOG2 ||
            (n & (n - 1)))
            return bad(r, "\"cube\" must be a power of two");
        while (n > 1) n >>= 1, event->cube_log2++;
        if (!player_of(r, js_member(d, 0, "cube_owner"), true, &event->cube_owner))
            return bad(r, "\"cube\" needs \"cube_owner\"");
    }
    if (js_member(d, 0, "crawford_game") != JSON_NONE) {
        event->set |= ALEA_SET_CRAWFORD;
        event->crawford_game = true_member(r, "crawford_game");
    }
    return ALEA_OK;
}

static alea_status read_event(journal_reader *r, alea_event *event)
{
    int name = js_member(&r->document, 0, "event");
    int type = 0;
    while (alea_event_name((alea_event_type)type) &&
           !js_is(&r->document, name, alea_event_name((alea_event_type)type)))
        type++;
    if (!alea_event_name((alea_event_type)type)) return bad(r, "an unknown event");
    *event = (alea_event){.type = (alea_event_type)type, .by = ALEA_NOBODY};
    event->cube_owner = ALEA_NOBODY;
    if (event->type == ALEA_EVENT_SET) return read_set(r, event);
    if (event->type == ALEA_EVENT_OPENING) return read_dice(r, event);
    if (event->type == ALEA_EVENT_NEXT_GAME) return ALEA_OK;
    if (!player_of(r, js_member(&r->document, 0, "by"), false, &event->by))
        return bad(r, "\"by\" must be \"A\" or \"B\"");
    if (event->type == ALEA_EVENT_ROLL) return read_dice(r, event);
    if (event->type == ALEA_EVENT_PLAY) return read_moves(r, event);
    int64_t number;
    if (event->type == ALEA_EVENT_RESIGN) {
        if (!integer_member(r, 0, "level", 1, 3, &number))
            return bad(r, "a resignation needs \"level\" 1 to 3");
        event->win_class = (uint8_t)number;
    }
    if (event->type == ALEA_EVENT_SETTLE) {
        if (!integer_member(r, 0, "points", 0, ALEA_MAX_SCORE, &number))
            return bad(r, "a settlement needs \"points\"");
        event->points = (int)number;
        event->wins_match = true_member(r, "match");
    }
    return ALEA_OK;
}

/* Clocks, comments, analysis and round-trip text of the entry just appended. */
static alea_status read_additions(journal_reader *r)
{
    const js_document *d = &r->document;
    alea_record_entry *entry = &r->in->record->entry[r->in->record->entries - 1];
    int clock = js_member(d, 0, "clock_ms");
    entry->hinted = true_member(r, "hinted");
    if (clock != JSON_NONE) {
        int64_t left[2];
        if (d->token[clock].type != JSON_ARRAY || d->token[clock].next != clock + 3)
            return bad(r, "\"clock_ms\" must be two numbers");
        for (int i = 0; i < 2; i++) {
            if (!js_integer(d, clock + 1 + i, &left[i]) || left[i] < INT32_MIN ||
                left[i] > INT32_MAX)
                return bad(r, "\"clock_ms\" must be two numbers");
            entry->clock_ms[i] = (int32_t)left[i];
        }
    }
    int64_t took;
    if (js_member(d, 0, "took_ms") != JSON_NONE) {
        if (!integer_member(r, 0, "took_ms", 0, INT32_MAX, &took))
            return bad(r, "\"took_ms\" must be a number of milliseconds");
        entry->took_ms = (int32_t)took;
    }
    alea_status status = ALEA_OK;
    int filed = js_member(d, 0, "filed");
    if (filed != JSON_NONE) {
        if (!text_of(r, filed)) return bad(r, "\"filed\" must be text");
        status = filed_text_read(r->in, r->in->record->entries - 1, r->scratch.start,
                                 r->scratch.length, r->line);
    }
    for (int i = 0; i < 2 && !status; i++) {
        int value = js_member(d, 0, i ? "extra" : "comment");
        if (value == JSON_NONE) continue;
        if (!text_of(r, value)) return bad(r, "a comment must be text");
        status = (i ? import_extra : import_comment)(r->in, r->scratch.start,
                                                     r->scratch.length);
    }
    return status;
}

/* Entries that the players took back; the tag counts how often they did. */
static alea_status read_back(journal_reader *r)
{
    alea_record *record = r->in->record;
    int64_t count, before = 0;
    char value[24];
    if (!integer_member(r, 0, "back", 1, (int64_t)record->entries, &count))
        return bad(r, "\"back\" must be a number of the entries before it");
    const char *tag = alea_record_tag_value(record, "x-taken-back");
    int number;
    if (tag && parse_int(tag, strlen(tag), &number) && number > 0) before = number;
    if (before < 1000000) before++;
    snprintf(value, sizeof value, "%d", (int)before);
    alea_status status = import_finish_entry(r->in);
    if (!status) status = alea_record_drop_last(record, (size_t)count);
    if (!status) status = alea_record_set_tag(record, "x-taken-back", value);
    return status ? import_fail(r->in, status, r->line, 0, "not enough memory")
                  : ALEA_OK;
}

/* Analysis of the decision that the entries before it lead to. */
static alea_status read_open(journal_reader *r, int text)
{
    if (!text_of(r, text)) return bad(r, "\"open\" must be text");
    return filed_text_read(r->in, r->in->record->entries, r->scratch.start,
                           r->scratch.length, r->line);
}

static alea_status read_line(journal_reader *r)
{
    if (r->line == 1) return read_header(r);
    if (js_member(&r->document, 0, "back") != JSON_NONE) return read_back(r);
    int key = js_member(&r->document, 0, "open");
    if (key != JSON_NONE) return read_open(r, key);
    key = js_member(&r->document, 0, "tag");
    if (key != JSON_NONE) {
        int value = js_member(&r->document, 0, "value");
        return read_named_tag(r, key, value);
    }
    alea_event event;
    alea_status status = read_event(r, &event);
    if (status) return status;
    bool unknown = event.type == ALEA_EVENT_PLAY && true_member(r, "unknown_play");
    if (unknown && true_member(r, "illegal_play"))
        status = reconstruct_illegal(r->in, event.by, event.move, event.moves, r->line);
    else
        status = unknown ? reconstruct_unknown(r->in, event.by, r->line)
                         : import_event(r->in, &event, r->line);
    if (status) return status;
    return read_additions(r);
}

/* Checks a line: length, checksum, one JSON object. */
static alea_status check_line(journal_reader *r, const char *text, size_t length,
                              uint32_t *check)
{
    if (length > JOURNAL_LINE_MAX)
        return import_fail(r->in, ALEA_ERROR_SYNTAX, r->line, 0, "a line over 1 MB");
    if (length <= JOURNAL_TAIL)
        return bad(r, "not a journal line: its checksum is missing");
    size_t body = length - JOURNAL_TAIL;
    char tail[JOURNAL_TAIL + 1];
    uint32_t next = journal_check(*check, text, body);
    journal_tail(next, tail);
    if (memcmp(tail, text + body, JOURNAL_TAIL) != 0)
        return import_fail(r->in, ALEA_ERROR_CHECKSUM, r->line, 0,
                           "the checksum does not fit: this line is damaged, or a line "
                           "before it is missing");
    alea_error why = {0};
    if (js_read(&r->document, text, length, &why) ||
        r->document.token[0].type != JSON_OBJECT)
        return import_fail(r->in, ALEA_ERROR_SYNTAX, r->line, why.column, "%s",
                           why.reason[0] ? why.reason
                                         : "a line must be one JSON object");
    *check = next;
    return ALEA_OK;
}

static alea_status read_lines(journal_reader *r)
{
    const char *at = r->in->bytes, *end = at + r->in->size;
    if (at == end) return bad(r, "the file is empty");
    while (at < end) {
        r->line++;
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        if (!newline) {
            if (r->in->options->resume && r->line > 1) {
                import_warn(r->in, r->line, "the last line was cut short: dropped");
                return ALEA_OK;
            }
            return bad(r, "the last line was cut short");
        }
        uint32_t check = r->in->report->check;
        alea_status status = check_line(r, at, (size_t)(newline - at), &check);
        if (status || (status = read_line(r))) return status;
        at = newline + 1;
        r->in->report->check = check;
        r->in->report->good_bytes = (size_t)(at - r->in->bytes);
    }
    return ALEA_OK;
}

alea_status journal_import(importer *in)
{
    journal_reader r = {.in = in,
                        .scratch = alea_text_growing(2 * (size_t)JOURNAL_LINE_MAX)};
    alea_status status = read_lines(&r);
    alea_text_free(&r.scratch);
    return status;
}
