/* Announcements of directors. */
#include "routes.h"

#include "ask.h"
#include "look.h"

#include <stdlib.h>
#include <string.h>

enum { NEWS_USUAL = 20, NEWS_MOST = 50 };

static void answer_news(club_request *c)
{
    int64_t before, limit;
    if (!http_query_number(c->request, "limit", NEWS_USUAL, 1, NEWS_MOST, &limit) ||
        !http_query_number(c->request, "before", 0, 0, INT32_MAX, &before)) {
        http_refuse(c->reply, 400, "bad_limit",
                    "'limit' is 1 to %d, 'before' the number of an announcement.",
                    NEWS_MOST);
        return;
    }
    storage_club_news *found = malloc((size_t)limit * sizeof *found);
    json_t *listed = json_array();
    const int count = found ? storage_club_news_of(c->all->parts.store, c->club.id,
                                                   (int)before, found, (int)limit)
                            : -1;
    for (int i = 0; i < count; i++)
        json_array_append_new(listed, club_news_json(&found[i]));
    free(found);
    if (count >= 0) {
        http_answer(c->reply, 200, json_pack("{s:o}", "news", listed));
        return;
    }
    json_decref(listed);
    http_refuse_storage(c->reply);
}

static void news_get(void *part, http_request *request, http_reply *reply)
{
    club_look(part, request, reply, answer_news);
}

static void decide_announcing(club_request *c)
{
    const char *text = http_text(c->body, "text");
    if (!text || !text[strspn(text, " \n")] || !club_text_is_good(text)) {
        http_refuse(c->reply, 422, "bad_text",
                    "'text' is the announcement, at most %d characters.",
                    CLUB_TEXT_MOST);
        return;
    }
    c->change.news = text;
    c->status = 201;
    club_note(c, "announced", c->me.number, 0);
}

static void news_post(void *part, http_request *request, http_reply *reply)
{
    club_change_by(part, request, reply, CLUB_RIGHT_OF_DIRECTOR, decide_announcing);
}

static void decide_taking_back(club_request *c)
{
    const int number = club_number(c->request, "/news/");
    const storage_answer found =
        storage_club_has_news(c->all->parts.store, c->club.id, number);
    if (found == ANSWER_FAILED)
        http_refuse_storage(c->reply);
    else if (found == ANSWER_ABSENT)
        http_refuse(c->reply, 404, "no_such_news", "There is no such announcement.");
    if (found != ANSWER_FOUND) return;
    c->change.news_gone = number;
    club_note(c, "took_back", c->me.number, 0);
}

static void news_delete(void *part, http_request *request, http_reply *reply)
{
    club_change(part, request, reply, CLUB_RIGHT_OF_DIRECTOR, decide_taking_back);
}

const http_route clubs_news_routes[] = {
    {HTTP_GET, "/api/clubs/{id}/news", ROUTE_OPEN, news_get},
    {HTTP_POST, "/api/clubs/{id}/news", ROUTE_CHANGE, news_post},
    {HTTP_DELETE, "/api/clubs/{id}/news/{n}", ROUTE_CHANGE, news_delete},
    {0},
};
