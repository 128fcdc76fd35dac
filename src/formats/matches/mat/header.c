/* Match text: the lines before the first game. */
#include "formats/toolkit/implied_rules.h"
#include "mat.h"

#include <string.h>

#include "formats/toolkit/parse.h"
#include "words.h"

/* `; [Name "value"]`; false if the comment is free text. */
static bool read_tag(span comment, span *name, span *value)
{
    if (comment.length < 5 || comment.text[0] != '[') return false;
    const char *quote = memchr(comment.text, '"', comment.length);
    if (!quote) return false;
    *name = span_trim((span){comment.text + 1, (size_t)(quote - comment.text) - 1});
    size_t end = comment.length;
    while (end > 0 && comment.text[end - 1] != '"') end--;
    size_t start = (size_t)(quote - comment.text) + 1;
    if (end <= start) return false;
    *value = span_trim((span){comment.text + start, end - 1 - start});
    return name->length > 0 && name->length < 60;
}

/* The comment behind a ';', or false. */
static bool comment_of(const text_lines *lines, span *comment)
{
    span s = span_trim((span){lines->text, lines->length});
    if (!s.length || s.text[0] != ';') return false;
    *comment = span_trim((span){s.text + 1, s.length - 1});
    return true;
}

static bool is(span s, const char *word)
{
    return parse_equals(s.text, s.length, word);
}

static bool says_on(span value)
{
    return is(value, "on") || is(value, "yes") || is(value, "true") || is(value, "1");
}

/* Applies a tag that states a rule. */
static void apply_rule(alea_rules *rules, span name, span value)
{
    int n;
    if (is(name, "crawford"))
        rules->crawford = rules->match_length > 0 && says_on(value);
    else if (is(name, "jacoby") && rules->match_length == 0)
        rules->jacoby = says_on(value);
    else if (is(name, "beaver") && rules->match_length == 0)
        rules->beavers = says_on(value) ? ALEA_UNLIMITED : 0;
    else if (is(name, "cubelimit") && parse_int(value.text, value.length, &n)) {
        int log2 = 0;
        while (n > 1 && n % 2 == 0) n /= 2, log2++;
        if (n == 1 && log2 > 0 && log2 <= ALEA_MAX_CUBE_LOG2)
            rules->cube_limit_log2 = log2;
    } else if (is(name, "variation")) {
        if (is(value, "nackgammon")) rules->setup = ALEA_SETUP_NACKGAMMON;
        if (parse_starts(value.text, value.length, "hypergammon"))
            rules->setup = ALEA_SETUP_HYPERGAMMON;
        if (is(value, "longgammon")) rules->setup = ALEA_SETUP_LONGGAMMON;
    }
}

static bool is_rule(span name)
{
    return is(name, "crawford") || is(name, "jacoby") || is(name, "beaver") ||
           is(name, "cubelimit") || is(name, "variation");
}

/* "2022.12.24" -> "2022-12-24"; anything else stays. */
static alea_status set_date(importer *in, span value)
{
    char date[11];
    if (value.length == 10 && value.text[4] == '.' && value.text[7] == '.') {
        memcpy(date, value.text, 10);
        date[4] = date[7] = '-';
        value.text = date;
    }
    return import_tag(in, "date", value.text, value.length);
}

static alea_status store_tag(importer *in, span name, span value)
{
    static const char *const known[][2] = {{"site", "place"},
                                           {"event", "event"},
                                           {"round", "round"},
                                           {"eventtime", "time"},
                                           {"annotator", "annotator"},
                                           {"transcriber", "transcriber"},
                                           {"player 1 elo", "rating_1"},
                                           {"player 2 elo", "rating_2"}};
    if (is_rule(name)) return ALEA_OK;
    if (is(name, "eventdate")) return set_date(in, value);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (is(name, known[i][0]))
            return import_tag(in, known[i][1], value.text, value.length);
    char key[64] = "x-";
    memcpy(key + 2, name.text, name.length);
    key[2 + name.length] = '\0';
    return import_tag(in, key, value.text, value.length);
}

/* The words of a game's line, a blank or more between them. */
static bool next_word(span *rest, span *word)
{
    while (rest->length && parse_is_blank(rest->text[0])) rest->text++, rest->length--;
    *word = *rest;
    while (rest->length && !parse_is_blank(rest->text[0])) rest->text++, rest->length--;
    word->length -= rest->length;
    return word->length > 0;
}

/* Points of a "Wins" on this line, or 0; sets *doubled if a cube is offered. */
static int won_on_line(const text_lines *lines, bool *doubled)
{
    span rest = {lines->text, lines->length}, word;
    bool begins = true, number = false;
    while (next_word(&rest, &word)) {
        if (begins) number = memchr(word.text, ')', word.length) != NULL;
        if (number && parse_starts(word.text, word.length, "double")) *doubled = true;
        int points = 0;
        if ((begins || number) && is(word, "wins") && next_word(&rest, &word) &&
            span_number(word, &points) > 0)
            return points;
        begins = false;
    }
    return 0;
}

/* True if a game was won by more than one point without a double, by its result or by
 * the scores. */
static bool has_free_gammon(text_lines *lines)
{
    bool doubled = false, scored = false, due = false;
    mat_score now = {0}, score;
    while (lines_next(lines)) {
        if (mat_is_game(lines->text, lines->length)) {
            due = true;
        } else if (due && mat_read_score(lines->text, lines->length, &score)) {
            for (int i = 0; i < 2 && scored && !doubled; i++)
                if (score.score[i] > now.score[i] + 1) return true;
            now = score;
            due = doubled = false;
            scored = true;
        } else if (won_on_line(lines, &doubled) > 1 && !doubled) {
            return true;
        }
    }
    return false;
}

/* Facts about the whole file that determine rules. */
typedef struct survey {
    int games, largest_cube;
    bool beavers; /* a beaver, or a double that answers a double */
} survey;

static void survey_line(span line, survey *facts)
{
    span word;
    int doubles = 0, cube;
    while (next_word(&line, &word)) {
        bool offers = parse_starts(word.text, word.length, "double") ||
                      parse_starts(word.text, word.length, "redouble");
        doubles += offers;
        facts->beavers |= parse_starts(word.text, word.length, "beaver") ||
                          parse_starts(word.text, word.length, "raccoon");
        if (!offers) continue;
        span rest = span_trim(line);
        while (rest.length && !parse_is_digit(rest.text[0]) &&
               !parse_is_letter(rest.text[0]))
            rest.text++, rest.length--;
        if (span_number(rest, &cube) && cube > facts->largest_cube)
            facts->largest_cube = cube;
    }
    facts->beavers |= doubles > 1;
}

static survey survey_file(importer *in, text_lines *lines)
{
    survey facts = {0};
    lines_rewind(lines, in);
    while (lines_next(lines)) {
        span line = span_trim((span){lines->text, lines->length});
        if (line.length && line.text[0] == ';') continue;
        facts.games += mat_is_game(line.text, line.length);
        if (line.length && parse_is_digit(line.text[0])) survey_line(line, &facts);
    }
    lines_rewind(lines, in);
    return facts;
}

/* Backgammon Galaxy exports a money game as a match to the cube's limit: an even
 * length, one game from 0-0 and "Crawford On" (its matches have odd lengths). */
static bool is_galaxy_money(importer *in, text_lines *lines, int length,
                            const survey *facts)
{
    bool site = false, crawford = false;
    mat_score score = {0};
    if (length < 2 || length % 2 || facts->games != 1) return false;
    lines_rewind(lines, in);
    while (lines_next(lines)) {
        span comment, name, value;
        if (mat_read_score(lines->text, lines->length, &score)) break;
        if (!comment_of(lines, &comment) || !read_tag(comment, &name, &value)) continue;
        if (is(name, "site"))
            site = is(value, "backgammongalaxy") || is(value, "backgammon galaxy");
        if (is(name, "crawford")) crawford = says_on(value);
    }
    lines_rewind(lines, in);
    return site && crawford && score.score[0] == 0 && score.score[1] == 0;
}

/* Sets the rules of a money game that is written as a match. */
static void take_galaxy_money(importer *in, size_t line, int limit, const survey *facts,
                              alea_rules *rules)
{
    int log2 = 0;
    while (1 << log2 < limit && log2 < ALEA_MAX_CUBE_LOG2) log2++;
    *rules = implied_rules(0);
    rules->beavers = facts->beavers ? ALEA_UNLIMITED : 0;
    if (1 << log2 == limit && facts->largest_cube <= limit)
        rules->cube_limit_log2 = log2;
    import_warn(in, line,
                "a money game of Backgammon Galaxy, written as a match to its cube "
                "limit of %d: read as money play",
                limit);
}

/* The lines up to the first game: the length, and the rules of the tags. */
static alea_status scan_rules(importer *in, text_lines *lines, alea_rules *rules,
                              size_t *length_line)
{
    int length = -1, games = 0;
    size_t at = 0;
    mat_score score;
    while (length < 0 && lines_next(lines)) {
        if (mat_is_length(lines->text, lines->length, &length)) at = lines->number;
        games += mat_is_game(lines->text, lines->length);
        if (games > 1 || (games && mat_read_score(lines->text, lines->length, &score)))
            break;
    }
    if (length > ALEA_MAX_MATCH_LENGTH)
        return import_fail(in, ALEA_ERROR_SYNTAX, at, 0, "a match to %d points",
                           length);
    if (length < 0 && in->report->format == ALEA_FORMAT_MAT)
        import_warn(in, 1, "no match length: read as money play");
    *length_line = at;
    *rules = implied_rules(length < 0 ? 0 : length);
    survey facts = survey_file(in, lines);
    if (rules->match_length == 0) rules->beavers = facts.beavers ? ALEA_UNLIMITED : 0;
    bool galaxy = is_galaxy_money(in, lines, length, &facts);
    if (galaxy) take_galaxy_money(in, at, length, &facts, rules);
    bool stated = false;
    while (lines_next(lines) && !mat_is_game(lines->text, lines->length)) {
        span comment, name, value;
        if (!comment_of(lines, &comment) || !read_tag(comment, &name, &value)) continue;
        /* In these files the tag is the site's maximum, not this game's limit. */
        if (galaxy && is(name, "cubelimit")) continue;
        apply_rule(rules, name, value);
        if (is(name, "variation") && rules->setup == ALEA_SETUP_BACKGAMMON &&
            !is(value, "backgammon"))
            import_warn(in, lines->number, "%.*s is read as backgammon",
                        (int)(value.length < 60 ? value.length : 60), value.text);
        if (is(name, "cubelimit") && rules->cube_limit_log2 == ALEA_UNLIMITED)
            import_warn(in, lines->number, "impossible cube limit %.*s: ignored",
                        (int)(value.length < 60 ? value.length : 60), value.text);
        stated |= is(name, "jacoby");
    }
    /* Money play has Jacoby unless a result shows a gammon with a centred cube. */
    if (rules->jacoby && !stated && has_free_gammon(lines)) rules->jacoby = false;
    return ALEA_OK;
}

/* Appends a line to the header's comment; blank lines are kept only between others. */
static void add_remark(alea_text *remarks, const text_lines *lines, size_t *blanks)
{
    const char *mark = memchr(lines->text, ';', lines->length);
    span s = {mark + 1, lines->length - (size_t)(mark + 1 - lines->text)};
    if (span_trim(s).length == 0) {
        ++*blanks;
        return;
    }
    if (parse_is_blank(s.text[0])) s.text++, s.length--;
    while (parse_is_blank(s.text[s.length - 1])) s.length--;
    if (remarks->length)
        for (size_t i = 0; i <= *blanks; i++) alea_text_char(remarks, '\n');
    alea_text_bytes(remarks, s.text, s.length);
    *blanks = 0;
}

alea_status mat_read_header(importer *in, text_lines *lines)
{
    alea_rules rules;
    size_t length_line = 0;
    alea_status status = scan_rules(in, lines, &rules, &length_line);
    if (status) return status;
    import_start(in, &rules);
    alea_text remarks = alea_text_growing(4000);
    size_t blanks = 0;
    lines_rewind(lines, in);
    const char *at = lines->at;
    size_t number = lines->number;
    while (!status && lines_next(lines)) {
        span comment, name, value;
        int length;
        bool blank = span_trim((span){lines->text, lines->length}).length == 0;
        if (comment_of(lines, &comment)) {
            if (read_tag(comment, &name, &value))
                status = store_tag(in, name, value);
            else
                add_remark(&remarks, lines, &blanks);
        } else if (!blank && lines->number < length_line) {
            import_warn(in, lines->number, "this line is not part of a match: ignored");
        } else if (!blank && !mat_is_length(lines->text, lines->length, &length)) {
            /* The first game: leave its line to the caller. */
            lines->at = at;
            lines->number = number;
            break;
        }
        at = lines->at;
        number = lines->number;
    }
    if (!status && remarks.length)
        status = import_tag(in, "comment", remarks.start, remarks.length);
    alea_text_free(&remarks);
    return status;
}
