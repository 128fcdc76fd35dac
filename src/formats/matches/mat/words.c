#include "words.h"

#include <string.h>

#include "formats/toolkit/parse.h"

span span_trim(span s)
{
    while (s.length && parse_is_blank(s.text[0])) s.text++, s.length--;
    while (s.length && parse_is_blank(s.text[s.length - 1])) s.length--;
    return s;
}

/* Digits at the start; how many, and their value (at most 9 counted). */
size_t span_number(span s, int *out)
{
    size_t n = 0;
    int value = 0;
    while (n < s.length && n < 9 && parse_is_digit(s.text[n]))
        value = value * 10 + (s.text[n++] - '0');
    *out = value;
    return n;
}

bool mat_is_game(const char *text, size_t length)
{
    span s = span_trim((span){text, length});
    if (!parse_starts(s.text, s.length, "game ")) return false;
    int number;
    span rest = span_trim((span){s.text + 5, s.length - 5});
    size_t digits = span_number(rest, &number);
    return digits > 0 && (digits == rest.length || rest.text[digits] == ':' ||
                          parse_is_blank(rest.text[digits]));
}

bool mat_is_length(const char *text, size_t length, int *out)
{
    span s = span_trim((span){text, length});
    int value;
    size_t digits = span_number(s, &value);
    if (digits == 0) return false;
    span rest = span_trim((span){s.text + digits, s.length - digits});
    if (rest.length && rest.text[0] == '-')
        rest = span_trim((span){rest.text + 1, rest.length - 1});
    if (!parse_starts(rest.text, rest.length, "point")) return false;
    rest = (span){rest.text + 5, rest.length - 5};
    if (rest.length && parse_lower(rest.text[0]) == 's') rest.text++, rest.length--;
    rest = span_trim(rest);
    if (!parse_starts(rest.text, rest.length, "match")) return false;
    *out = value;
    return true;
}

static bool has_word(span s, const char *word)
{
    for (; s.length; s.text++, s.length--)
        if (parse_starts(s.text, s.length, word)) return true;
    return false;
}

bool mat_read_wins(const char *text, size_t length, mat_end *end)
{
    span s = span_trim((span){text, length});
    if (!parse_starts(s.text, s.length, "wins")) return false;
    if (s.length > 4 && !parse_is_blank(s.text[4]))
        return false; /* a name: "Winston" */
    span rest = span_trim((span){s.text + 4, s.length - 4});
    span_number(rest, &end->points);
    end->match = has_word(rest, "match");
    return true;
}

bool mat_read_gives_up(const char *text, size_t length, mat_end *end)
{
    /* The word must end here, because names may begin with it. */
    static const char *const words[] = {
        "losses",      "loses",        "lost",      "concedes",  "conceded",
        "concede",     "resign",       "resigns",   "resigned",  "gives up",
        "timeout",     "time out",     "timed out", "times out", "disconnect",
        "disconnects", "disconnected", "forfeit",   "forfeits",  "forfeited",
        "abandons",    "abandoned",    "quits"};
    span s = span_trim((span){text, length});
    size_t n = 0;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (!parse_starts(s.text, s.length, words[i])) continue;
        size_t size = strlen(words[i]);
        bool ends = s.length == size || !parse_is_letter(s.text[size]);
        if (ends && size > n) n = size;
    }
    if (n == 0) return false;
    span rest = span_trim((span){s.text + n, s.length - n});
    end->given_up = true;
    end->loser = ALEA_NOBODY;
    span_number(rest, &end->lost_points);
    end->lost_match = has_word(rest, "match");
    end->level = has_word(rest, "backgammon") ? 3 : has_word(rest, "gammon") ? 2 : 0;
    return true;
}

/* True for a ':' followed by a score that ends at a blank or the end of the line
 * (`joined`: or at the next name). */
static bool score_at(span s, size_t colon, bool joined, size_t *end, int *value)
{
    size_t at = colon + 1;
    while (at < s.length && parse_is_blank(s.text[at])) at++;
    bool negative = at < s.length && s.text[at] == '-';
    if (negative) at++;
    size_t digits = span_number((span){s.text + at, s.length - at}, value);
    if (negative) *value = -*value;
    *end = at + digits;
    return digits > 0 && (joined || *end == s.length || parse_is_blank(s.text[*end]));
}

bool mat_read_score(const char *text, size_t length, mat_score *out)
{
    span s = span_trim((span){text, length});
    size_t last = s.length, end;
    for (size_t i = s.length; i-- > 0;)
        if (s.text[i] == ':') {
            last = i;
            break;
        }
    if (last == s.length || !score_at(s, last, false, &end, &out->score[1]) ||
        end != s.length)
        return false;
    /* Names may contain colons. The left name ends at the first colon followed by a
     * score and two blanks; else one blank; else none, because GNU Backgammon's columns
     * are full after 28 letters. */
    size_t best = s.length, best_end = 0;
    for (int wanted = 2; wanted >= 0 && best == s.length; wanted--)
        for (size_t i = 0; i < last; i++) {
            int value;
            if (s.text[i] != ':' || !score_at(s, i, wanted == 0, &end, &value))
                continue;
            if (wanted == 2 && !(end + 1 < s.length && parse_is_blank(s.text[end + 1])))
                continue;
            best = i;
            best_end = end;
            out->score[0] = value;
            break;
        }
    if (best == s.length) return false;
    span left = span_trim((span){s.text, best});
    span right = span_trim((span){s.text + best_end, last - best_end});
    out->name[0] = left.text, out->name_length[0] = left.length;
    out->name[1] = right.text, out->name_length[1] = right.length;
    return true;
}
