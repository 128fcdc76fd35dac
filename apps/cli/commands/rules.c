/* `alea rules [PRESET]`: a rule set in plain words, with the booklet behind it. */
#include "cli/io/args.h"
#include "cli/learn/rule_book.h"
#include "cli/question/rules_options.h"
#include "cli/tables/commands.h"
#include "cli/tables/game.h"
#include "list.h"
#include "json/text.h"

#include <alea/rules.h>

#include <stdio.h>
#include <string.h>

enum { WIDTH = 78 };

static const char about[] =
    "Prints what a preset says in plain words, with the sentence of its rulebook behind\n"
    "each departure from the standard game, and the value of every option. Without an\n"
    "argument: the list of presets. --full prints a complete rule book: every rule with\n"
    "the booklet's words, the set-up, examples, and how unclear sentences are read.\n"
    "docs/rules.md compares the rulebooks. --game NAME: the rules of another tables game\n"
    "('alea tables list') with the options chosen, and where they come from.";

/* `text` broken between words at WIDTH, each line after `indent` spaces. */
static void print_wrapped(const char *text, int indent)
{
    int column = 0;
    while (*text) {
        const int word = (int)strcspn(text, " ");
        if (column > 0 && column + 1 + word > WIDTH) {
            putchar('\n');
            column = 0;
        }
        column += column ? printf(" %.*s", word, text)
                         : printf("%*s%.*s", indent, "", word, text);
        text += word;
        text += strspn(text, " ");
    }
    putchar('\n');
}

static void print_options(const alea_rules *rules)
{
    const alea_rules standard = alea_rules_default();
    printf("Options (* differs from the standard):\n");
    for (int i = 1; alea_rules_option(i); i++) {
        const char *name = alea_rules_option(i);
        char value[48], usual[48];
        alea_rules_get(rules, name, value, sizeof value);
        alea_rules_get(&standard, name, usual, sizeof usual);
        printf("  %c %-18s %s\n", strcmp(value, usual) ? '*' : ' ', name, value);
    }
}

static void print_preset(alea_preset preset)
{
    const char *name = alea_preset_name(preset);
    printf("%s: %s\n\n", name ? name : "standard", alea_preset_title(preset));
    const alea_rule_note *note;
    for (int i = 0; (note = alea_preset_note(preset, i)); i++) {
        print_wrapped(note->text, 2);
        if (note->source) print_wrapped(note->source, 6);
    }
    printf("\n"
           "Everything else is the standard game. The whole rule book:\n"
           "'alea rules %s --full'.\n\n",
           name ? name : "standard");
    alea_rules rules = alea_rules_preset(preset);
    print_options(&rules);
}

/* Numbers, switches and null as they are, words in quotes. */
static json_t *value_json(const char *name, const char *value)
{
    return alea_rules_option_kind(name) == ALEA_OPTION_CHOICE &&
                   strcmp(value, "null") != 0
               ? json_string(value)
               : json_loads(value, JSON_DECODE_ANY, NULL);
}

static json_t *preset_json(alea_preset preset)
{
    const alea_rules rules = alea_rules_preset(preset);
    json_t *options = json_object(), *notes = json_array();
    for (int i = 1; alea_rules_option(i); i++) {
        const char *name = alea_rules_option(i);
        char value[48];
        alea_rules_get(&rules, name, value, sizeof value);
        json_object_set_new(options, name, value_json(name, value));
    }
    const alea_rule_note *note;
    for (int i = 0; (note = alea_preset_note(preset, i)); i++)
        json_array_append_new(notes,
                              json_pack("{s:s?,s:s?,s:s?}", "option", note->option,
                                        "text", note->text, "source", note->source));
    return json_pack("{s:s?,s:s?,s:o,s:o}", "preset", alea_preset_name(preset), "title",
                     alea_preset_title(preset), "rules", options, "notes", notes);
}

static void list_presets(bool json)
{
    if (json) {
        json_t *presets = json_array();
        for (int i = 1; i < ALEA_PRESETS; i++)
            json_array_append_new(presets, preset_json((alea_preset)i));
        json_print_line(stdout, json_pack("{s:o}", "presets", presets));
        return;
    }
    printf("Presets:\n");
    for (int i = 1; i < ALEA_PRESETS; i++)
        printf("  %-12s %s\n", alea_preset_name((alea_preset)i),
               alea_preset_title((alea_preset)i));
    printf("\n'alea rules PRESET' prints one of them; 'alea rules standard' the game "
           "without\n"
           "any of them.\n");
}

int cmd_rules(int argc, char **argv)
{
    bool json = false, full = false;
    const char *game = NULL;
    option_list chosen = {0};
    alea_tables_series series;
    const option_spec options[] = {
        TABLES_GAME_OPTION(game),
        LIST_OPTION("option", 'o', "KEY=VALUE", "with --game: an option of it",
                    &chosen),
        FLAG_OPTION("full", 'f', "the whole rule book of that preset", &full),
        FLAG_OPTION("json", 'j', "one JSON object instead of text", &json),
        {0}};
    const args_spec spec = {"[PRESET]", about, options, 0, 1};
    int operands;
    int status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    if (game) {
        if (operands > 0 || full || json)
            return args_refuse("rules", "--game goes with --option only");
        if (!tables_series_read("rules", game, &chosen, &series)) return EXIT_USAGE;
        tables_rules_print(&series);
        return EXIT_DONE;
    }
    if (chosen.count > 0)
        return args_refuse("rules",
                           "--option goes with --game; the options of a preset "
                           "are listed with it");
    if (operands == 0) {
        if (full)
            return args_refuse("rules",
                               "--full needs a preset: 'alea rules' lists them");
        list_presets(json);
        return EXIT_DONE;
    }
    alea_preset preset;
    if (!rules_preset_read("rules", "", argv[1], &preset)) return EXIT_USAGE;
    if (full && json) {
        book_print_json(preset);
    } else if (full) {
        book_print(preset);
    } else if (json) {
        json_print_line(stdout, preset_json(preset));
    } else {
        print_preset(preset);
    }
    return EXIT_DONE;
}
