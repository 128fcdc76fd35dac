/* The root node of an SGF game: players, score, rules. */
#include <stdio.h>
#include <string.h>

#include "formats/matches/reconstruct.h"
#include "formats/toolkit/implied_rules.h"
#include "formats/toolkit/parse.h"
#include "node.h"

static const char *const known_tags[][2] = {
    {"PW", "player_a"},  {"PB", "player_b"}, {"WR", "rating_a"}, {"BR", "rating_b"},
    {"EV", "event"},     {"RO", "round"},    {"PC", "place"},    {"DT", "date"},
    {"AN", "annotator"}, {"GC", "comment"}};

/* True if the root sets a position. PL alone does not: the first move repeats it. */
static bool has_setup(const sgf_node *root)
{
    return sgf_find(root, "AE") || sgf_find(root, "AW") || sgf_find(root, "AB") ||
           sgf_find(root, "DI") || sgf_find(root, "CP") || sgf_find(root, "CO");
}

static bool is_consumed(const sgf_node *root, sgf_span name)
{
    static const char *const names[] = {"FF", "GM", "CA", "AP", "MI",
                                        "RU", "RE", "CV", "C",  "XA"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (sgf_is(name, names[i])) return true;
    return sgf_is_setup(name) && has_setup(root);
}

static const char *known_tag(sgf_span name)
{
    for (size_t i = 0; i < sizeof known_tags / sizeof known_tags[0]; i++)
        if (sgf_is(name, known_tags[i][0])) return known_tags[i][1];
    return NULL;
}

static alea_status keep_known(importer *in, const sgf_property *p, const char *key,
                              alea_text *scratch)
{
    sgf_span rest = p->values, value;
    alea_text_reset(scratch);
    if (sgf_value(&rest, &value)) sgf_unescape(value, scratch);
    if (alea_text_status(scratch)) return import_no_memory(in, 0);
    return scratch->length ? import_tag(in, key, scratch->start, scratch->length)
                           : ALEA_OK;
}

static bool fits(importer *in, const sgf_node *root, size_t length)
{
    if (length < IMPORT_LONGEST_TEXT) return true;
    import_warn(in, root->line, "a property of the game's root is too long: dropped");
    return false;
}

/* Keeps unknown root properties unchanged in one tag per game. GS has its own tag
 * because a new analysis replaces it. */
static alea_status keep_unknown(importer *in, const sgf_node *root, alea_text *rest)
{
    char key[40];
    int number = alea_record_games(in->record);
    alea_status status = ALEA_OK;
    alea_text_reset(rest);
    for (int i = 0; i < root->count && !status; i++) {
        const sgf_property *p = &root->property[i];
        if (is_consumed(root, p->name) || known_tag(p->name)) continue;
        if (sgf_is(p->name, "GS")) {
            snprintf(key, sizeof key, "x-sgf-%d-GS", number);
            if (fits(in, root, p->values.length))
                status = import_tag(in, key, p->values.text, p->values.length);
        } else if (fits(in, root, rest->length + p->raw.length)) {
            alea_text_bytes(rest, p->raw.text, p->raw.length);
        }
    }
    if (status || rest->length == 0) return status;
    snprintf(key, sizeof key, "x-sgf-%d-", number);
    return import_tag(in, key, rest->start, rest->length);
}

static alea_status keep_tags(importer *in, const sgf_node *root, int game)
{
    alea_text text = alea_text_growing(4 * ALEA_FILE_MAX_BYTES);
    alea_status status = ALEA_OK;
    /* gnubg repeats the names in every game. */
    for (int i = 0; i < root->count && game == 0 && !status; i++) {
        const char *key = known_tag(root->property[i].name);
        if (key) status = keep_known(in, &root->property[i], key, &text);
    }
    if (!status) status = keep_unknown(in, root, &text);
    alea_text_free(&text);
    return status;
}

/* RU[Crawford:CrawfordGame:Jacoby:...]: does it name this rule? */
static bool rule_named(const sgf_node *root, const char *rule)
{
    const sgf_property *p = sgf_find(root, "RU");
    if (!p) return false;
    sgf_span rest = p->values, value;
    while (sgf_value(&rest, &value)) {
        size_t start = 0;
        for (size_t i = 0; i <= value.length; i++) {
            if (i < value.length && value.text[i] != ':') continue;
            if (sgf_is((sgf_span){value.text + start, i - start}, rule)) return true;
            start = i + 1;
        }
    }
    return false;
}

static alea_status read_rules(importer *in, const sgf_node *root, alea_rules *rules)
{
    int length = 0;
    sgf_named_number(sgf_find(root, "MI"), "length", &length);
    if (length < 0 || length > ALEA_MAX_MATCH_LENGTH)
        return import_fail(in, ALEA_ERROR_SYNTAX, root->line, root->column,
                           "a match to %d points", length);
    *rules = implied_rules(length);
    if (sgf_find(root, "RU")) {
        rules->crawford = length > 0 && rule_named(root, "Crawford");
        if (!length) rules->jacoby = rule_named(root, "Jacoby");
    } else if (!length) {
        rules->jacoby = false;
    }
    if (rule_named(root, "NoCube")) rules->cube = false;
    if (rule_named(root, "Nackgammon")) rules->setup = ALEA_SETUP_NACKGAMMON;
    if (rule_named(root, "Hypergammon3")) rules->setup = ALEA_SETUP_HYPERGAMMON;
    if (rule_named(root, "Longgammon")) rules->setup = ALEA_SETUP_LONGGAMMON;
    if (rule_named(root, "Hypergammon1") || rule_named(root, "Hypergammon2"))
        return import_fail(in, ALEA_ERROR_UNSUPPORTED, root->line, root->column,
                           "hypergammon with 1 or 2 checkers is not supported");
    return ALEA_OK;
}

static alea_status check_game(importer *in, const sgf_node *root)
{
    const sgf_property *gm = sgf_find(root, "GM");
    sgf_span rest, value;
    if (gm) {
        rest = gm->values;
        if (sgf_value(&rest, &value) && !sgf_is(value, "6"))
            return import_fail(
                in, ALEA_ERROR_UNSUPPORTED, root->line, root->column,
                "an SGF file of another game (GM[%.*s]); backgammon is 6",
                value.length > 8 ? 8 : (int)value.length, value.text);
    }
    return ALEA_OK;
}

/* Sets the Crawford game from RU where a player is one point away; otherwise the state
 * assumes the first such game. */
static alea_status set_crawford(importer *in, const sgf_node *root)
{
    const alea_match *now = &in->record->now;
    bool crawford_game = rule_named(root, "CrawfordGame");
    bool could_be =
        now->rules.crawford && now->rules.match_length > 1 &&
        (alea_match_away(now, ALEA_A) == 1 || alea_match_away(now, ALEA_B) == 1);
    if (!could_be || !(crawford_game || rule_named(root, "Crawford")) ||
        crawford_game == now->crawford_game)
        return ALEA_OK;
    alea_event set = {.type = ALEA_EVENT_SET,
                      .by = ALEA_NOBODY,
                      .set = ALEA_SET_CRAWFORD,
                      .crawford_game = crawford_game,
                      .cube_owner = ALEA_NOBODY};
    return import_event(in, &set, root->line);
}

/* Sets a starting position or cube other than the standard ones. */
static alea_status set_up(importer *in, const sgf_node *root)
{
    int log2;
    if (has_setup(root)) return sgf_read_setup(in, root);
    if (!sgf_cube(in, root, &log2) || log2 == 0) return ALEA_OK;
    return reconstruct_cube(in, log2, ALEA_NOBODY, root->line);
}

/* AP[GNU Backgammon:1.08]. */
static void note_program(importer *in, const sgf_node *root)
{
    sgf_span value;
    if (!sgf_first_value(root, "AP", &value)) return;
    size_t n = 0;
    while (n < value.length && n + 1 < sizeof in->program && value.text[n] != ':') n++;
    memcpy(in->program, value.text, n);
    in->program[n] = '\0';
}

alea_status sgf_begin_game(importer *in, const sgf_node *root, int game, bool *over)
{
    const sgf_property *mi = sgf_find(root, "MI");
    int score[2] = {0, 0};
    alea_status status = check_game(in, root);
    if (status) return status;
    if (game == 0) {
        alea_rules rules;
        if ((status = read_rules(in, root, &rules))) return status;
        import_start(in, &rules);
        note_program(in, root);
    } else {
        int length;
        if (sgf_named_number(mi, "length", &length) && length != in->stated_length) {
            import_warn(in, root->line, "another match begins here: ignored");
            *over = true;
            return ALEA_OK;
        }
    }
    bool stated =
        sgf_named_number(mi, "ws", &score[0]) && sgf_named_number(mi, "bs", &score[1]);
    status = reconstruct_game(in, stated ? score : NULL, game == 0, over, root->line);
    if (status || *over) return status;
    if ((status = keep_tags(in, root, game))) return status;
    if ((status = set_crawford(in, root))) return status;
    if ((status = set_up(in, root))) return status;
    return sgf_keep_comment(in, root);
}
