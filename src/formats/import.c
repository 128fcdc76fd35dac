/* Reading a file: which format it is, and what every reader needs. */
#include "formats/import.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/build.h"
#include "formats/parse.h"
#include "formats/position_match.h"

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

void import_warn(importer *in, size_t line, const char *format, ...)
{
    in->report->warnings++;
    if (!in->options->warn) return;
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < 32 || *c == 127) *c = '?';
    in->options->warn(in->options->warn_context, line, text);
}

alea_status import_fail(importer *in, alea_status status, size_t line, size_t column,
                        const char *format, ...)
{
    char text[sizeof in->error->reason];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return parse_fail(in->error, status, line, column, "%s", text);
}

void import_start(importer *in, const alea_rules *rules)
{
    bool given = in->options->memory.resize != NULL;
    alea_record_clear(in->record);
    alea_record_start(in->record, rules,
                      given ? in->options->memory : alea_memory_heap());
}

alea_status import_position(importer *in, const alea_position *position, size_t line)
{
    if (position->game_over)
        return import_fail(in, ALEA_ERROR_POSITION, line, 0,
                           "the game of this position is over");
    alea_rules base = build_rules(position->match_length);
    if (!position->beavers) base.beavers = 0;
    if (!position->jacoby) base.jacoby = false;
    alea_rules rules = position_rules(position, &base);
    alea_error why = {0};
    if (alea_rules_check(&rules, &why) != ALEA_OK)
        return import_fail(in, ALEA_ERROR_POSITION, line, 0, "%s", why.reason);
    import_start(in, &rules);
    position_events list = position_make_events(position, &rules);
    alea_status status = ALEA_OK;
    for (int i = 0; i < list.count && !status; i++)
        status = import_event(in, &list.event[i], line);
    return status;
}

alea_status import_no_memory(importer *in, size_t line)
{
    return import_fail(in, ALEA_ERROR_MEMORY, line, 0,
                       "this match needs more memory than a file may use");
}

alea_status import_event(importer *in, const alea_event *event, size_t line)
{
    alea_refusal refusal = ALEA_ACCEPTED;
    alea_play_error why = ALEA_PLAY_LEGAL;
    alea_status status = alea_record_append(in->record, event, &refusal, &why);
    if (status == ALEA_OK) return ALEA_OK;
    if (status == ALEA_ERROR_MEMORY) return import_no_memory(in, line);
    return import_fail(in, ALEA_ERROR_REFUSED, line, 0, "%s",
                       refusal == ALEA_REFUSED_ILLEGAL_PLAY && why
                           ? alea_play_error_text(why)
                           : alea_refusal_text(refusal));
}

/* Makes the text `slot` longer by a newline and `text`. It is copied unless it is the
 * record's last text, so that many lines in a row cost no more than their length. */
static alea_status lengthen(importer *in, int32_t *slot, const char *text,
                            size_t length)
{
    alea_record *record = in->record;
    int32_t handle;
    alea_status status;
    if (*slot != in->tail || record->text_size != in->tail_end) {
        const char *old = alea_record_text(record, *slot);
        size_t before = strlen(old);
        char *copy = malloc(before + 1);
        if (!copy) return ALEA_ERROR_MEMORY;
        memcpy(copy, old, before + 1);
        status = alea_record_add_text(record, copy, before, &handle);
        free(copy);
        if (status) return status;
        *slot = handle;
    }
    /* Each addition begins where the NUL of the text stood. */
    size_t size = record->text_size--;
    status = alea_record_add_text(record, "\n", 1, &handle);
    if (!status) {
        record->text_size--;
        status = alea_record_add_text(record, text, length, &handle);
    }
    if (status) {
        record->text[size - 1] = '\0';
        record->text_size = size;
    }
    in->tail = *slot;
    in->tail_end = record->text_size;
    return status;
}

/* Adds to a text of the last entry. */
static alea_status add_to(importer *in, int32_t *slot, const char *text, size_t length)
{
    alea_status status = *slot == ALEA_NO_TEXT
                             ? alea_record_add_text(in->record, text, length, slot)
                             : lengthen(in, slot, text, length);
    return status ? import_fail(in, status, 0, 0, "a comment cannot be kept") : ALEA_OK;
}

alea_status import_comment(importer *in, const char *text, size_t length)
{
    if (in->record->entries == 0 || length == 0) return ALEA_OK;
    return add_to(in, &in->record->entry[in->record->entries - 1].comment, text,
                  length);
}

alea_status import_extra(importer *in, const char *text, size_t length)
{
    if (in->record->entries == 0 || length == 0) return ALEA_OK;
    return add_to(in, &in->record->entry[in->record->entries - 1].extra, text, length);
}

alea_status import_tag(importer *in, const char *key, const char *value, size_t length)
{
    /* The record searches its tags one by one: so many still take no time. */
    enum { MOST_TAGS = 10000, LONGEST_TAG = 4000 };
    bool long_text = strcmp(key, "comment") == 0 || strncmp(key, "x-sgf-", 6) == 0;
    size_t longest = long_text ? IMPORT_LONGEST_TEXT : LONGEST_TAG, i = 0;
    if (in->record->tags >= MOST_TAGS) {
        if (!in->tags_full)
            import_warn(in, 0, "too many header facts: the rest is lost");
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
    if (i < length)
        import_warn(in, 0, "the header fact \"%.40s\" is too long: cut", key);
    alea_status status = alea_text_status(&text);
    if (!status && text.length > 0)
        status = alea_record_set_tag(in->record, key, text.start);
    alea_text_free(&text);
    return status ? import_no_memory(in, 0) : ALEA_OK;
}

static const struct {
    const char *name, *suffix;
    alea_status (*read)(importer *);
    bool writable;
} formats[ALEA_FORMATS] = {
    [ALEA_FORMAT_UNKNOWN] = {"unknown", "", NULL, false},
    [ALEA_FORMAT_JOURNAL] = {"journal", "jsonl", journal_import, true},
    [ALEA_FORMAT_MAT] = {"mat", "mat", mat_import, true},
    [ALEA_FORMAT_SGF] = {"sgf", "sgf", sgf_import, true},
    [ALEA_FORMAT_XG] = {"xg", "xg", xg_import, false},
    [ALEA_FORMAT_XG_TEXT] = {"xgtext", "txt", xg_text_import, true},
    [ALEA_FORMAT_BGBLITZ] = {"bgblitz", "txt", xg_text_import, false},
    [ALEA_FORMAT_OLDMOVES] = {"oldmoves", "txt", oldmoves_import, false},
    [ALEA_FORMAT_BGAMMON] = {"bgammon", "match", bgammon_import, false},
    [ALEA_FORMAT_ID] = {"id", "txt", id_import, true},
    [ALEA_FORMAT_GNUBG_ID] = {"gnubgid", "txt", id_import, true},
    [ALEA_FORMAT_OGID] = {"ogid", "txt", id_import, true},
    [ALEA_FORMAT_FIBS] = {"fibs", "txt", id_import, true},
    [ALEA_FORMAT_SNOWIE] = {"snowie", "txt", snowie_import, false},
    [ALEA_FORMAT_GAM] = {"gam", "gam", gam_import, false},
};

const char *alea_format_name(alea_format format)
{
    return (int)format >= 0 && format < ALEA_FORMATS ? formats[format].name : NULL;
}

alea_format alea_format_find(const char *name)
{
    for (int i = 1; i < ALEA_FORMATS; i++)
        if (formats[i].name && strcmp(formats[i].name, name) == 0)
            return (alea_format)i;
    if (strcmp(name, "xgid") == 0) return ALEA_FORMAT_ID;
    return strcmp(name, "txt") == 0 ? ALEA_FORMAT_MAT : ALEA_FORMAT_UNKNOWN;
}

const char *alea_format_suffix(alea_format format)
{
    return (int)format >= 0 && format < ALEA_FORMATS ? formats[format].suffix : "";
}

bool alea_format_writable(alea_format format)
{
    return (int)format > 0 && format < ALEA_FORMATS && formats[format].writable;
}

alea_status alea_import(const void *bytes, size_t size,
                        const alea_import_options *options, alea_record *record,
                        alea_import_report *report, alea_error *error)
{
    static const alea_import_options no_options = {0};
    alea_import_report own_report;
    alea_error own_error = {0};
    importer in = {.bytes = bytes,
                   .size = size,
                   .options = options ? options : &no_options,
                   .record = record,
                   .report = report ? report : &own_report,
                   .error = error ? error : &own_error};
    memset(in.report, 0, sizeof *in.report);
    memset(record, 0, sizeof *record);
    in.error->line = in.error->column = 0;
    if (size > ALEA_FILE_MAX_BYTES)
        return import_fail(&in, ALEA_ERROR_ARGUMENT, 0, 0, "the file is over %d MB",
                           ALEA_FILE_MAX_BYTES >> 20);
    in.report->format = in.options->format;
    if (in.report->format == ALEA_FORMAT_UNKNOWN)
        in.report->format = alea_format_sniff(bytes, size);
    if ((int)in.report->format < 0 || in.report->format >= ALEA_FORMATS ||
        !formats[in.report->format].read)
        return import_fail(&in, ALEA_ERROR_UNSUPPORTED, 0, 0, "%s",
                           size == 0
                               ? "the file is empty"
                               : "no match or position format that is known here");
    alea_status status = formats[in.report->format].read(&in);
    if (status == ALEA_OK) return ALEA_OK;
    if (in.options->partial && status != ALEA_ERROR_MEMORY && record->memory.resize &&
        record->entries > 0) {
        in.report->stopped = true;
        in.report->where = *in.error;
        return ALEA_OK;
    }
    alea_record_clear(record);
    return status;
}
