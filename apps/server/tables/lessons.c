/* The lessons of the family's games (family/lessons.h), and tries judged. */
#include "routes.h"

#include "host.h"
#include "look.h"

#include "family/lessons.h"

#include <stdlib.h>

enum { NAME_ROOM = 32, MOVES_ROOM = 128 };

static json_t *lesson_json(families *all, const alea_tables_rules *rules,
                           const tables_lesson *taught)
{
    char called[TABLES_WORDS_SIZE], answer[ALEA_TABLES_MOVES_SIZE];
    tables_lesson_answer(rules, taught, all->turns, answer);
    return json_pack(
        "{s:s,s:s,s:s,s:s,s:s,s:o,s:i,s:o,s:o}", "game", rules->name, "called",
        family_called(rules->name, called), "task", taught->text, "after",
        taught->after, "answer", answer, "dice", family_dice_json(&taught->dice),
        "double_steps", family_double_steps(rules, &taught->dice), "board",
        family_board_json(rules, &taught->board), "steps",
        family_steps_json(all, rules, &taught->board, taught->dice, taught->first));
}

/* Lesson `index` of the games in turn; their rules, NULL past the last. */
static const alea_tables_rules *find(const alea_tables_series *series, long index,
                                     tables_lesson *out)
{
    for (int g = 0; index >= 0 && g < series->games; g++)
        for (int i = 0; tables_lesson_at(&series->game[g], i, out); i++)
            if (index-- == 0) return &series->game[g];
    return NULL;
}

static json_t *try_json(families *all, const alea_tables_rules *rules,
                        const tables_lesson *taught, const char *moves)
{
    static const char *const verdicts[] = {"illegal", "illegal", "legal", "right"};
    char written[ALEA_TABLES_MOVES_SIZE];
    const char *said;
    alea_error error = {0};
    const tables_lesson_verdict verdict =
        tables_lesson_judge(rules, taught, moves, all->turns, written, &said, &error);
    return json_pack("{s:s,s:s}", "verdict", verdicts[verdict], "text", said);
}

static void lessons_get(void *part, http_request *request, http_reply *reply)
{
    families *all = part;
    char name[NAME_ROOM], number[8], moves[MOVES_ROOM], called[TABLES_WORDS_SIZE];
    alea_tables_series series;
    tables_lesson taught;
    const alea_tables_rules *rules;
    if (!http_query(request, "game", name, sizeof name)) {
        http_refuse(reply, 400, "bad_request", "'game' is the name of a game.");
        return;
    }
    if (alea_tables_series_find(name, &series, NULL) != ALEA_OK) {
        http_refuse(reply, 404, "no_such_game", "There is no such game.");
        return;
    }
    if (!families_has_room(all)) {
        http_refuse(reply, 503, "no_memory", "The server is out of memory. Try again.");
        return;
    }
    if (!http_query(request, "lesson", number, sizeof number)) {
        json_t *list = json_array();
        for (long i = 0; (rules = find(&series, i, &taught)); i++)
            json_array_append_new(list, lesson_json(all, rules, &taught));
        http_answer(reply, 200,
                    json_pack("{s:s,s:o}", "called", family_called(name, called),
                              "lessons", list));
        return;
    }
    char *end;
    const long index = strtol(number, &end, 10);
    rules = *end || end == number ? NULL : find(&series, index, &taught);
    if (!rules)
        http_refuse(reply, 404, "no_such_lesson", "This game has no such lesson.");
    else if (!http_query(request, "moves", moves, sizeof moves))
        http_refuse(reply, 400, "bad_moves", "'moves' is a play such as 24/20 13/9.");
    else
        http_answer(reply, 200, try_json(all, rules, &taught, moves));
}

const http_route family_lessons_routes[] = {
    {HTTP_GET, "/api/tables/lessons", ROUTE_OPEN, lessons_get},
    {0},
};
