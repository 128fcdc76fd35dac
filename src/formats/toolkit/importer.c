/* Services for readers: warnings, errors, the record, its texts and tags. */
#include "importer.h"
#include "implied_rules.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "parse.h"

static void *heap_resize(void *context, void *block, size_t size)
{
    (void)context;
    if (size == 0) {
        free(block);
        return NULL;
    }
    return size > ALEA_FILE_MAX_MEMORY ? NULL : realloc(block, size);
}

alea_memory alea_memory_heap(void)
{
    return (alea_memory){heap_resize, NULL};
}

alea_record *alea_record_new(void)
{
    return calloc(1, sizeof(alea_record));
}

void alea_record_free(alea_record *record)
{
    alea_record_clear(record);
    free(record);
}

alea_match *alea_match_new(void)
{
    return calloc(1, sizeof(alea_match));
}

void alea_match_free(alea_match *match)
{
    free(match);
}

alea_position *alea_position_new(void)
{
    return calloc(1, sizeof(alea_position));
}

void alea_position_free(alea_position *position)
{
    free(position);
}

alea_rules *alea_rules_new(void)
{
    alea_rules *rules = malloc(sizeof *rules);
    if (rules) *rules = alea_rules_default();
    return rules;
}

void alea_rules_free(alea_rules *rules)
{
    free(rules);
}

/* Writes the record number that begins a message without a line; returns its length. */
static size_t put_record(const importer *in, size_t line, char *text, size_t size)
{
    if (line || !in->record_number) return 0;
    return (size_t)snprintf(text, size, "record %zu: ", in->record_number);
}

void import_warn(importer *in, size_t line, const char *format, ...)
{
    in->report->warnings++;
    if (!in->options->warn) return;
    char text[256];
    size_t before = put_record(in, line, text, sizeof text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + before, sizeof text - before, format, arguments);
    va_end(arguments);
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < 32 || *c == 127) *c = '?';
    in->options->warn(in->options->warn_context, line, text);
}

alea_status import_fail(importer *in, alea_status status, size_t line, size_t column,
                        const char *format, ...)
{
    char text[sizeof in->error->reason];
    size_t before = put_record(in, line, text, sizeof text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + before, sizeof text - before, format, arguments);
    va_end(arguments);
    return alea_error_fill(in->error, status, line, column, "%s", text);
}

static void choose(bool *rule, alea_rule_choice choice)
{
    if (choice != ALEA_RULE_AS_FILE) *rule = choice == ALEA_RULE_ON;
}

/* The rules of the file with the caller's overrides. */
static alea_rules corrected(const importer *in, const alea_rules *stated)
{
    const alea_import_options *options = in->options;
    alea_rules rules = *stated;
    int length = options->match_length == ALEA_LENGTH_MONEY ? 0 : options->match_length;
    if (options->match_length && length != stated->match_length && length >= 0 &&
        length <= ALEA_MAX_MATCH_LENGTH) {
        alea_rules base = implied_rules(length);
        rules.match_length = length;
        if (!length != !stated->match_length) {
            rules.crawford = base.crawford;
            rules.jacoby = base.jacoby;
            rules.beavers = 0;
        }
        if (length == 1) rules.crawford = false;
    }
    bool beavers = rules.beavers != 0;
    choose(&beavers, options->beavers);
    if (beavers != (rules.beavers != 0)) rules.beavers = beavers ? ALEA_UNLIMITED : 0;
    if (rules.match_length == 0) choose(&rules.jacoby, options->jacoby);
    if (rules.match_length > 1) choose(&rules.crawford, options->crawford);
    return rules;
}

alea_status import_unpack(importer *in, size_t bytes)
{
    const size_t most = in->options->most_unpacked;
    if (most && (bytes > most || in->report->unpacked > most - bytes))
        return import_fail(in, ALEA_ERROR_SYNTAX, 0, 0,
                           "the file unpacks to more than %zu MB", most >> 20);
    in->report->unpacked += bytes;
    return ALEA_OK;
}

void import_start(importer *in, const alea_rules *rules)
{
    bool given = in->options->memory.resize != NULL;
    alea_rules used = corrected(in, rules);
    in->stated_length = rules->match_length;
    if (alea_rules_check(&used, NULL) != ALEA_OK) used = *rules;
    alea_record_clear(in->record);
    alea_record_start(in->record, &used,
                      given ? in->options->memory : alea_memory_heap());
}

alea_status import_no_memory(importer *in, size_t line)
{
    return import_fail(in, ALEA_ERROR_MEMORY, line, 0,
                       "the match exceeds the memory limit of a file");
}

/* Appends the pending text to the text an entry already has. */
static alea_status keep_text(importer *in, int32_t *slot, alea_text *more)
{
    alea_record *record = in->record;
    alea_text all = alea_text_growing(2 * IMPORT_LONGEST_COMMENT + 2);
    if (*slot != ALEA_NO_TEXT) {
        alea_text_put(&all, alea_record_text(record, *slot));
        alea_text_char(&all, '\n');
    }
    alea_text_bytes(&all, more->start, more->length);
    alea_status status = alea_text_status(&all);
    if (!status) status = alea_record_add_text(record, all.start, all.length, slot);
    alea_text_free(&all);
    alea_text_reset(more);
    return status ? import_no_memory(in, 0) : ALEA_OK;
}

static alea_status finish_texts(importer *in, alea_record_entry *entry)
{
    alea_status status = ALEA_OK;
    for (int i = 0; i < 2 && !status; i++)
        if (in->pending[i].length)
            status =
                keep_text(in, i ? &entry->extra : &entry->comment, &in->pending[i]);
    return status;
}

alea_status import_finish_entry(importer *in)
{
    const size_t entries = in->record->entries;
    return entries ? finish_texts(in, &in->record->entry[entries - 1]) : ALEA_OK;
}

alea_status import_event(importer *in, const alea_event *event, size_t line)
{
    alea_refusal refusal = ALEA_ACCEPTED;
    alea_play_error why = ALEA_PLAY_LEGAL;
    alea_status status = alea_record_append(in->record, event, &refusal, &why);
    if (status == ALEA_OK && in->record->entries > 1)
        return finish_texts(in, &in->record->entry[in->record->entries - 2]);
    if (status == ALEA_OK) return ALEA_OK;
    if (status == ALEA_ERROR_MEMORY) return import_no_memory(in, line);
    return import_fail(in, ALEA_ERROR_REFUSED, line, 0, "%s",
                       refusal == ALEA_REFUSED_ILLEGAL_PLAY && why
                           ? alea_play_error_text(why)
                           : alea_refusal_text(refusal));
}

/* Appends a line to a pending text of the last entry; cut at the first NUL. */
static alea_status add_to(importer *in, int which, const char *text, size_t length)
{
    alea_text *to = &in->pending[which];
    const char *end = memchr(text, '\0', length);
    if (end) length = (size_t)(end - text);
    if (to->length + length + 1 > IMPORT_LONGEST_COMMENT) {
        if (!in->cut_told)
            import_warn(in, 0, "%s over %d MB: the rest is dropped",
                        which ? "properties of a turn" : "a comment",
                        IMPORT_LONGEST_COMMENT >> 20);
        in->cut_told = true;
        /* SGF properties are kept whole or dropped. */
        if (which || to->length + 1 >= IMPORT_LONGEST_COMMENT) return ALEA_OK;
        length = IMPORT_LONGEST_COMMENT - to->length - 1;
        while (length && ((unsigned char)text[length] & 0xC0) == 0x80) length--;
    }
    if (to->length) alea_text_char(to, '\n');
    alea_text_bytes(to, text, length);
    return alea_text_status(to) ? import_no_memory(in, 0) : ALEA_OK;
}

alea_status import_blank_comment(importer *in)
{
    alea_text *comment = &in->pending[0];
    if (comment->length && comment->length < IMPORT_LONGEST_COMMENT - 1)
        alea_text_char(comment, '\n');
    return alea_text_status(comment) ? import_no_memory(in, 0) : ALEA_OK;
}

alea_status import_comment(importer *in, const char *text, size_t length)
{
    if (in->record->entries == 0 || length == 0) return ALEA_OK;
    return add_to(in, 0, text, length);
}

alea_status import_extra(importer *in, const char *text, size_t length)
{
    if (in->record->entries == 0 || length == 0) return ALEA_OK;
    return add_to(in, 1, text, length);
}

alea_status import_tag(importer *in, const char *key, const char *value, size_t length)
{
    enum { LONGEST_TAG = 4000 };
    bool long_text = strcmp(key, "comment") == 0 || strncmp(key, "x-sgf-", 6) == 0;
    size_t longest = long_text ? IMPORT_LONGEST_TEXT : LONGEST_TAG, i = 0;
    if (in->record->tags >= IMPORT_MOST_TAGS) {
        if (!in->tags_full) import_warn(in, 0, "too many tags: the rest is dropped");
        in->tags_full = true;
        return ALEA_OK;
    }
    alea_text text = alea_text_growing(longest + 16);
    while (i < length && text.length < longest) {
        size_t n = alea_utf8_length(value + i, length - i);
        bool control = n == 1 && ((unsigned char)value[i] < 32 || value[i] == 127);
        if (n && !control)
            alea_text_bytes(&text, value + i, n);
        else if (n)
            alea_text_char(&text, value[i] == '\n' ? '\n' : ' ');
        else
            alea_text_put(&text, "\xEF\xBF\xBD");
        i += n ? n : 1;
    }
    if (i < length) import_warn(in, 0, "the tag \"%.40s\" is too long: cut", key);
    alea_status status = alea_text_status(&text);
    if (!status && text.length > 0)
        status = alea_record_set_tag(in->record, key, text.start);
    alea_text_free(&text);
    return status ? import_no_memory(in, 0) : ALEA_OK;
}

const alea_play_list *import_plays(importer *in, const alea_board *board,
                                   alea_roll roll, const alea_play_rules *rules)
{
    if (!in->plays) in->plays = malloc(sizeof *in->plays);
    if (in->plays) alea_plays(board, roll, rules, in->plays);
    return in->plays;
}
