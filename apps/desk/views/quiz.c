#include "quiz.h"

#include "base/rng.h"
#include "report/situation.h"
#include "report/themes.h"

#include <alea/notation.h>

#include <stdio.h>
#include <string.h>

_Static_assert((int)SITUATION_SIZE <= (int)QUIZ_LINE, "a situation is a line");

const char *quiz_text(const json_t *o, const char *key)
{
    const char *text = json_string_value(json_object_get(o, key));
    return text ? text : "";
}

bool quiz_open(quiz *q)
{
    q->front = json_loads(q->card.front, 0, NULL);
    q->back = json_loads(q->card.back, 0, NULL);
    const json_t *list = json_object_get(q->back, "choices");
    const char *made = quiz_text(q->back, "made");
    const size_t count = json_array_size(list);
    bool has_made = false;
    q->choices = 0;
    for (size_t i = 0; i < count && q->choices < QUIZ_CHOICES; i++) {
        const json_t *one = json_array_get(list, i);
        const char *text = json_string_value(json_array_get(one, 0));
        if (!text) continue;
        const bool is_made = strcmp(text, made) == 0;
        if (q->choices == QUIZ_CHOICES - 1 && !has_made && !is_made && i + 1 < count)
            continue;
        has_made = has_made || is_made;
        q->text[q->choices] = text;
        q->equity[q->choices++] = json_number_value(json_array_get(one, 1));
    }
    const char *best = q->choices ? q->text[0] : "";
    alea_random random =
        alea_random_start((uint64_t)q->card.id, (uint64_t)q->card.reviews);
    for (int i = q->choices - 1; i > 0; i--) {
        const int k = (int)alea_random_below(&random, (uint32_t)i + 1);
        const char *text = q->text[i];
        const double equity = q->equity[i];
        q->text[i] = q->text[k];
        q->equity[i] = q->equity[k];
        q->text[k] = text;
        q->equity[k] = equity;
    }
    q->best = q->made = -1;
    for (int i = 0; i < q->choices; i++) {
        if (strcmp(q->text[i], best) == 0) q->best = i;
        if (strcmp(q->text[i], made) == 0) q->made = i;
    }
    return q->choices >= 2;
}

void quiz_close(quiz *q)
{
    json_decref(q->front);
    json_decref(q->back);
    q->front = q->back = NULL;
}

static bool position_of(const quiz *q, alea_position *out)
{
    return alea_position_read(q->card.position, strlen(q->card.position), out, NULL) ==
           ALEA_OK;
}

void quiz_situation(const quiz *q, char out[QUIZ_LINE])
{
    alea_position p;
    *out = '\0';
    if (position_of(q, &p)) situation_of(&p, out);
}

static const char *sort_of(const quiz *q, const alea_position *p)
{
    static const char *const words[THEMES] = {
        [THEME_OPENING] = "An opening position",
        [THEME_BAR] = "A checker on the bar",
        [THEME_BEAROFF] = "A bear-off",
        [THEME_BEAROFF_CONTACT] = "A bear-off against contact",
        [THEME_RACE] = "A race",
        [THEME_BACK_GAME] = "A back game",
        [THEME_PRIME] = "A priming game",
        [THEME_AGAINST_PRIME] = "A game against a prime",
        [THEME_ATTACK] = "An attack",
        [THEME_HOLDING] = "A holding game"};
    const alea_board board =
        p->to_act == ALEA_A ? p->board : alea_board_swap(&p->board);
    const json_int_t turn = json_integer_value(json_object_get(q->front, "turn"));
    const theme found = theme_of_board(&board, turn > 0 ? (int)turn : 10);
    return words[found] ? words[found] : "A middle game";
}

void quiz_hint(const quiz *q, char out[QUIZ_LINE])
{
    alea_position p;
    *out = '\0';
    if (!position_of(q, &p)) return;
    const bool is_play = strcmp(quiz_text(q->front, "kind"), "play") == 0;
    snprintf(out, QUIZ_LINE, "%s. %s %.3f%s", sort_of(q, &p),
             q->made < 0 ? "The next best choice is"
             : is_play   ? "The play that was made lost"
                         : "The decision that was made lost",
             q->card.loss, q->made < 0 ? " behind." : ".");
}

json_t *quiz_json(const quiz *q)
{
    char situation[QUIZ_LINE], hint[QUIZ_LINE];
    quiz_situation(q, situation);
    quiz_hint(q, hint);
    json_t *choices = json_array();
    for (int i = 0; i < q->choices; i++)
        json_array_append_new(choices, json_pack("{s:s,s:f}", "text", q->text[i],
                                                 "equity", q->equity[i]));
    json_t *o = json_pack(
        "{s:I,s:s,s:O,s:s,s:s,s:o,s:i,s:i,s:f,s:i,s:s}", "card", (json_int_t)q->card.id,
        "id", q->card.position, "front", q->front, "situation", situation, "hint", hint,
        "choices", choices, "best", q->best, "made", q->made, "loss", q->card.loss,
        "reviews", q->card.reviews, "why", quiz_text(q->back, "why"));
    return o;
}

json_t *quiz_counts_json(const deck_counts *c)
{
    return json_pack("{s:I,s:I,s:I,s:I,s:I}", "cards", (json_int_t)c->cards, "due",
                     (json_int_t)c->due, "new", (json_int_t)c->fresh, "reviewed_today",
                     (json_int_t)c->reviewed_today, "streak", (json_int_t)c->streak);
}
