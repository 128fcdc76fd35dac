#include "exporter.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "parse.h"

void export_warn(exporter *out, const char *format, ...)
{
    if (!out->options->warn) return;
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    out->options->warn(out->options->warn_context, 0, text);
}

void export_name(exporter *out, const char *name)
{
    for (; *name; name++)
        alea_text_char(out->out, (unsigned char)*name < ' ' ? ' ' : *name);
}

/* Appends `word` to a comma-separated list if it fits. */
static void list_word(char *list, size_t size, const char *word)
{
    size_t length = strlen(list);
    if (length + strlen(word) + 3 > size) return;
    snprintf(list + length, size - length, "%s%s", length ? ", " : "", word);
}

void export_warn_rules(exporter *out, const char *format, alea_rules implied)
{
    const alea_rules *rules = &out->record->rules;
    char lost[200] = "";
    if (!rules->cube || rules->match_length == 1) {
        implied.cube_limit_log2 = rules->cube_limit_log2;
        implied.cube_window = rules->cube_window;
        implied.auto_doubles = rules->auto_doubles;
        implied.beavers = rules->beavers;
        implied.crawford = rules->crawford;
    }
    if (rules->match_length > 0) implied.jacoby = rules->jacoby;
    if (!rules->jacoby) implied.jacoby_activation = rules->jacoby_activation;
    /* These options do not affect the course of a game. */
    implied.preset = rules->preset;
    implied.dead_cube = rules->dead_cube == ALEA_DEAD_CUBE_FORBID ? implied.dead_cube
                                                                  : rules->dead_cube;
    implied.resign = rules->resign;
    const char *name;
    for (int i = 0; (name = alea_rules_option(i)); i++) {
        char is[48], was[48];
        if (alea_rules_get(rules, name, is, sizeof is) == ALEA_OK &&
            alea_rules_get(&implied, name, was, sizeof was) == ALEA_OK &&
            strcmp(is, was))
            list_word(lost, sizeof lost, name);
    }
    if (lost[0]) export_warn(out, "%s does not keep these rules: %s", format, lost);
}

void export_warn_tags(exporter *out, const char *format, const char *const *kept,
                      size_t count, bool keeps_own)
{
    const alea_record *record = out->record;
    char lost[160] = "";
    for (size_t i = 0; i < record->tags; i++) {
        const char *key = alea_record_text(record, record->tag[i].key);
        bool has = strncmp(key, keeps_own ? "x-" : "x-sgf-", keeps_own ? 2 : 6) == 0 ||
                   !*alea_record_text(record, record->tag[i].value);
        for (size_t k = 0; k < count; k++) has |= strcmp(key, kept[k]) == 0;
        if (!has) list_word(lost, sizeof lost, strncmp(key, "x-", 2) ? key : key + 2);
    }
    if (lost[0]) export_warn(out, "%s does not keep these tags: %s", format, lost);
}

void export_warn_clocks(exporter *out, const char *format)
{
    const alea_record *record = out->record;
    for (size_t i = 0; i < record->entries; i++)
        for (int p = 0; p < 2; p++)
            if (record->entry[i].clock_ms[p] != ALEA_NO_CLOCK) {
                export_warn(out, "%s does not keep the clocks", format);
                return;
            }
}
