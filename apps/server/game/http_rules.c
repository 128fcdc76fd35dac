#include "routes.h"

#include "reply.h"
#include "rules_words.h"

#include "server/game/model/state.h"

static void write_preset(json_out *o, alea_preset preset)
{
    const alea_rules rules = alea_rules_preset(preset);
    const alea_rule_note *note;
    char words[RULES_WORDS_SIZE];
    rules_words(&rules, words);
    out_open(o, '{');
    out_key_string(o, "name", alea_preset_name(preset));
    out_key_string(o, "title", alea_preset_title(preset));
    out_key_int(o, "match_length", rules.match_length);
    out_key_string(o, "summary", words);
    out_key(o, "notes");
    out_open(o, '[');
    for (int i = 0; (note = alea_preset_note(preset, i)); i++) {
        out_open(o, '{');
        out_key_string_or_null(o, "option", note->option);
        out_key_string(o, "text", note->text);
        out_key_string_or_null(o, "source", note->source);
        out_close(o, '}');
    }
    out_close(o, ']');
    out_key(o, "options");
    state_write_rules(o, &rules);
    out_close(o, '}');
}

static void write_option(json_out *o, const char *option)
{
    static const char *const kinds[] = {"", "switch", "number", "choice"};
    const char *choice;
    out_open(o, '{');
    out_key_string(o, "name", option);
    out_key_string(o, "kind", kinds[alea_rules_option_kind(option)]);
    if (alea_rules_option_kind(option) == ALEA_OPTION_CHOICE) {
        out_key(o, "choices");
        out_open(o, '[');
        for (int i = 0; (choice = alea_rules_choice(option, i)); i++)
            out_string(o, choice);
        out_close(o, ']');
    }
    out_close(o, '}');
}

static void rules_get(void *part, http_request *request, http_reply *reply)
{
    (void)part;
    (void)request;
    json_out o = {0};
    out_open(&o, '{');
    out_key(&o, "presets");
    out_open(&o, '[');
    for (int i = ALEA_PRESET_NONE + 1; i < ALEA_PRESETS; i++)
        write_preset(&o, (alea_preset)i);
    out_close(&o, ']');
    out_key(&o, "options");
    out_open(&o, '[');
    for (int i = 0; alea_rules_option(i); i++) write_option(&o, alea_rules_option(i));
    out_close(&o, ']');
    out_close(&o, '}');
    reply_json(reply, 200, &o);
}

static void levels_get(void *part, http_request *request, http_reply *reply)
{
    (void)part;
    (void)request;
    json_out o = {0};
    out_open(&o, '{');
    out_key(&o, "levels");
    out_open(&o, '[');
    for (int i = 0; i < ALEA_LEVELS; i++) {
        const alea_level_info *level = alea_level_get((alea_level)i);
        out_open(&o, '{');
        out_key_string(&o, "name", level->name);
        out_key_string(&o, "about", level->about);
        if (level->title) out_key_string(&o, "title", level->title);
        if (level->pr > 0) {
            out_key(&o, "pr");
            out_real(&o, (double)level->pr, 1);
        }
        out_close(&o, '}');
    }
    out_close(&o, ']');
    out_key_string(&o, "normal", alea_level_get(ALEA_LEVEL_EXPERT)->name);
    out_close(&o, '}');
    reply_json(reply, 200, &o);
}

const http_route game_rules_routes[] = {
    {HTTP_GET, "/api/rules", ROUTE_OPEN, rules_get},
    {HTTP_GET, "/api/levels", ROUTE_OPEN, levels_get},
    {0},
};
