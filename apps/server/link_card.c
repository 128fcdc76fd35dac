/* The page of a game or a match, with the words and the picture that other programs
 * show beside a link to it (Open Graph). */
#include "routes.h"

#include "server/net/assets.h"
#include "server/storage/interface.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 600, TAGS = 4096 };

/* The board at the start, where a game has no last position to show. */
static const char start_picture[] =
    "/api/diagram.png?id=4HPwATDgc%2FABMA&amp;width=1200";

/* Markup's characters as entities. */
static void escape(const char *text, char *out, size_t size)
{
    size_t n = 0;
    for (; *text; text++) {
        char one[2] = {*text, '\0'};
        const char *put = *text == '&'    ? "&amp;"
                          : *text == '<'  ? "&lt;"
                          : *text == '>'  ? "&gt;"
                          : *text == '"'  ? "&quot;"
                          : *text == '\'' ? "&#39;"
                                          : one;
        if (n + strlen(put) >= size) break;
        memcpy(out + n, put, strlen(put));
        n += strlen(put);
    }
    out[n] = '\0';
}

/* A host as browsers send it: nothing that could be markup or a path. */
static bool host_is_plain(const char *host)
{
    for (const char *c = host; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr(".-:[]", *c)) return false;
    return *host != '\0';
}

/* Before a game is over, its players are theirs to tell, unless it is listed. */
static void words_of(const storage_game *g, char title[WORDS], char about[WORDS])
{
    char length[40];
    if (g->match_length > 0)
        snprintf(length, sizeof length, "match to %d", g->match_length);
    else
        snprintf(length, sizeof length, "money game");
    const bool over = g->stage == STAGE_OVER || g->stage == STAGE_UPLOADED;
    if (over)
        snprintf(title, WORDS, "%s %d : %d %s", g->names[0], g->score[0], g->score[1],
                 g->names[1]);
    else if (g->listed && *g->names[0] && *g->names[1])
        snprintf(title, WORDS, "%s against %s", g->names[0], g->names[1]);
    else
        snprintf(title, WORDS, "A game of backgammon");
    snprintf(about, WORDS,
             over ? "Backgammon, %s: move by move, with the analysis."
                  : "Backgammon, %s. Open the link to play or to watch.",
             length);
}

static void tags(const http_request *request, const storage_game *g, char out[TAGS])
{
    char title[WORDS], about[WORDS], escaped[2][WORDS], picture[160];
    const char *scheme = request->secure ? "https" : "http";
    const bool over = g->stage == STAGE_OVER || g->stage == STAGE_UPLOADED;
    words_of(g, title, about);
    escape(title, escaped[0], WORDS);
    escape(about, escaped[1], WORDS);
    if (over)
        snprintf(picture, sizeof picture, "/api/matches/%s/picture.png", g->id);
    else
        snprintf(picture, sizeof picture, "%s", start_picture);
    const int n = snprintf(out, TAGS,
                           "<meta property=\"og:site_name\" content=\"alea\">"
                           "<meta property=\"og:type\" content=\"website\">"
                           "<meta property=\"og:title\" content=\"%s\">"
                           "<meta property=\"og:description\" content=\"%s\">",
                           escaped[0], escaped[1]);
    if (host_is_plain(request->host) && n > 0 && n < TAGS)
        snprintf(out + n, (size_t)(TAGS - n),
                 "<meta property=\"og:url\" content=\"%s://%s/%c/%s\">"
                 "<meta property=\"og:image\" content=\"%s://%s%s\">"
                 "<meta property=\"og:image:width\" content=\"1200\">"
                 "<meta name=\"twitter:card\" content=\"summary_large_image\">",
                 scheme, request->host, over ? 'm' : 'g', g->id, scheme, request->host,
                 picture);
}

static void link_card_get(void *part, http_request *request, http_reply *reply)
{
    storage *store = part;
    storage_game game;
    char more[TAGS];
    char *page = NULL, *body = NULL, *end = NULL;
    const storage_answer answer = storage_game_get(store, request->id[0], &game, NULL);
    if (answer == ANSWER_FAILED) {
        http_refuse_storage(reply);
        return;
    }
    if (answer == ANSWER_FOUND) page = page_text();
    if (page) end = strstr(page, "</head>");
    if (end) {
        tags(request, &game, more);
        const size_t size = strlen(page) + strlen(more) + 1;
        body = malloc(size);
        if (body) snprintf(body, size, "%.*s%s%s", (int)(end - page), page, more, end);
    }
    free(page);
    if (!body) {
        page_get(NULL, request, reply);
        return;
    }
    *reply = (http_reply){.status = 200,
                          .type = "text/html; charset=utf-8",
                          .body = body,
                          .size = strlen(body)};
}

static const http_route routes[] = {
    {HTTP_GET, "/g/{id}", ROUTE_FILE, link_card_get},
    {HTTP_GET, "/m/{id}", ROUTE_FILE, link_card_get},
    {HTTP_GET, "/m/{id}/{n}/{n}", ROUTE_FILE, link_card_get},
    {0},
};

const http_route *const link_routes[] = {routes, NULL};
