/* The root node of an SGF game: players, score, rules. */
#include <stdio.h>
#include <string.h>

#include "formats/parse.h"
#include "formats/sgf.h"

static const char *const known_tags[][2] = {
    {"PW", "player_a"},  {"PB", "player_b"}, {"WR", "rating_a"}, {"BR", "rating_b"},
    {"EV", "event"},     {"RO", "round"},    {"PC", "place"},    {"DT", "date"},
    {"AN", "annotator"}, {"GC", "comment"}};

static bool is_consumed(sgf_span name)
{
    static const char *const names[] = {"FF", "GM", "CA", "AP", "MI", "RU", "RE", "CV"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (sgf_is(name, names[i])) return true;
    return false;
}

static alea_status keep_tags(importer *in, const sgf_node *root, int game)
{
    alea_text text = alea_text_growing(1 << 20);
    alea_status status = ALEA_OK;
    for (int i = 0; i < root->count && !status; i++) {
        const sgf_property *p = &root->property[i];
        if (is_consumed(p->name)) continue;
        const char *key = NULL;
        char own[64];
        for (size_t k = 0; k < sizeof known_tags / sizeof known_tags[0]; k++)
            if (sgf_is(p->name, known_tags[k][0])) key = known_tags[k][1];
        if (key && game > 0) continue; /* gnubg repeats the names in every game */
        alea_text_reset(&text);
        if (key) {
            sgf_span rest = p->values, value;
            if (sgf_value(&rest, &value)) sgf_unescape(value, &text);
        } else {
            int length = p->name.length > 20 ? 20 : (int)p->name.length;
            snprintf(own, sizeof own, "x-sgf-%d-%.*s", game + 1, length, p->name.text);
            key = own;
            alea_text_bytes(&text, p->values.text, p->values.length);
        }
        if (text.length) status = import_tag(in, key, text.start, text.length);
    }
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
        return import_fail(in, ALEA_ERROR_SYNTAX, root->line, 0, "a match to %d points",
                           length);
    *rules = build_rules(length);
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
        return import_fail(in, ALEA_ERROR_UNSUPPORTED, root->line, 0,
                           "hypergammon with 1 or 2 checkers is not known here");
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
                in, ALEA_ERROR_UNSUPPORTED, root->line, 0,
                "an SGF file of another game (GM[%.*s]); backgammon is 6",
                value.length > 8 ? 8 : (int)value.length, value.text);
    }
    return ALEA_OK;
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
    } else {
        int length;
        if (sgf_named_number(mi, "length", &length) &&
            length != in->record->rules.match_length) {
            import_warn(in, root->line, "another match begins here; it is left out");
            *over = true;
            return ALEA_OK;
        }
    }
    bool told =
        sgf_named_number(mi, "ws", &score[0]) && sgf_named_number(mi, "bs", &score[1]);
    int length = in->record->rules.match_length;
    if (told && length &&
        (score[0] < 0 || score[1] < 0 || score[0] >= length || score[1] >= length)) {
        import_warn(in, root->line, "a score of %d-%d in a match to %d", score[0],
                    score[1], length);
        told = false;
    }
    if ((status = keep_tags(in, root, game))) return status;
    status = build_game(in, told ? score : NULL, game == 0, over, root->line);
    if (status || *over) return status;
    const sgf_property *cv = sgf_find(root, "CV");
    sgf_span rest, value;
    int cube, log2 = 0;
    if (!cv) return ALEA_OK;
    rest = cv->values;
    if (!sgf_value(&rest, &value) || !parse_int(value.text, value.length, &cube) ||
        cube <= 1)
        return ALEA_OK;
    for (; cube > 1; cube /= 2) log2++;
    return build_cube(in, log2, ALEA_NOBODY, root->line);
}
