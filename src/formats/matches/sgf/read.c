/* SGF GM[6], as GNU Backgammon saves matches: one tree for each game. Properties
 * that mean nothing here (analysis, luck, marks) are kept with their node and
 * written again. */
#include <stdio.h>
#include <string.h>

#include "formats/matches/reconstruct.h"
#include "formats/toolkit/lines.h"
#include "formats/toolkit/parse.h"
#include "node.h"
#include "sgf.h"

static alea_status end_game(importer *in, const sgf_node *root, size_t line)
{
    sgf_span value;
    alea_player winner;
    if (!sgf_first_value(root, "RE", &value) || value.length < 3 ||
        value.text[1] != '+' || !sgf_player(value.text[0], &winner))
        return ALEA_OK;
    int points = 0;
    for (size_t i = 2; i < value.length && i < 10 && parse_is_digit(value.text[i]); i++)
        points = points * 10 + (value.text[i] - '0');
    /* GNU Backgammon writes RE only for finished games. */
    reconstruct_outcome outcome = {.winner = winner, .points = points};
    sgf_span match;
    outcome.wins_match = sgf_first_value(root, "XA", &match) && match.length == 7 &&
                         parse_starts(match.text, match.length, "match:") &&
                         match.text[6] == value.text[0];
    return reconstruct_result(in, outcome, line);
}

/* Reads one tree of the collection. The first variation is the game. */
static alea_status read_tree(sgf_scanner *s, int game, bool *over)
{
    sgf_node root, node;
    int depth = 1;
    bool lost = false;
    s->in->lost_game = false;
    s->at++;
    sgf_skip_blanks(s);
    if (s->at >= s->end || *s->at != ';')
        return import_fail(s->in, ALEA_ERROR_SYNTAX, s->line, sgf_column(s),
                           "a game must begin with a node (';')");
    alea_status status = sgf_read_node(s, &root);
    if (status || (status = sgf_begin_game(s->in, &root, game, over)) || *over)
        return status;
    for (;;) {
        sgf_skip_blanks(s);
        if (s->at >= s->end)
            return import_fail(s->in, ALEA_ERROR_SYNTAX, s->line, sgf_column(s),
                               "the file ends inside a game");
        if (*s->at == '(') {
            s->at++;
            depth++;
        } else if (*s->at == ')') {
            break;
        } else if (*s->at == ';') {
            const char *text = s->at;
            if ((status = sgf_read_node(s, &node))) return status;
            if (lost) continue;
            status = sgf_apply_node(s->in, &node);
            if (status)
                status = reconstruct_lose_game(s->in, status, node.line, text,
                                               (size_t)(s->at - text));
            if (status) return status;
            lost = s->in->lost_game;
        } else {
            return import_fail(s->in, ALEA_ERROR_SYNTAX, s->line, sgf_column(s),
                               "';', '(' or ')' is expected, not '%c'",
                               parse_shown(*s->at));
        }
    }
    size_t line = s->line;
    if (depth > 1) {
        s->at++;
        if ((status = sgf_skip_tree(s, depth - 1))) return status;
    } else {
        s->at++;
    }
    return end_game(s->in, &root, line);
}

/* Skips text before the first "(;", as FF[4] requires. */
static void skip_preface(sgf_scanner *s)
{
    sgf_scanner look = *s;
    sgf_skip_blanks(&look);
    if (look.at < look.end && *look.at == '(') return;
    for (const char *at = s->at;
         at < s->end && (at = memchr(at, '(', (size_t)(s->end - at))); at++) {
        const char *next = at + 1;
        while (next < s->end && (unsigned char)*next <= ' ' && *next) next++;
        if (next == s->end || *next != ';') continue;
        while (s->at < at) sgf_step(s);
        import_warn(s->in, s->line, "text before the first game: ignored");
        return;
    }
}

alea_status sgf_import(importer *in)
{
    text_lines text;
    alea_status status = lines_start(&text, in);
    if (status) return status;
    sgf_scanner s = {in, text.at, text.end, text.at, 1};
    skip_preface(&s);
    bool over = false;
    for (int game = 0; !status && !over; game++) {
        sgf_skip_blanks(&s);
        if (s.at >= s.end) {
            if (game == 0)
                status =
                    import_fail(in, ALEA_ERROR_SYNTAX, 1, 0, "no game in this file");
            break;
        }
        if (*s.at != '(') {
            status =
                import_fail(in, ALEA_ERROR_SYNTAX, s.line, sgf_column(&s),
                            "a game must begin with '(', not '%c'", parse_shown(*s.at));
            break;
        }
        status = read_tree(&s, game, &over);
    }
    lines_finish(&text);
    return status;
}
