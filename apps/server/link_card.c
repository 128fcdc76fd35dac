/* The first page and that of a game, a match or a position, with the title, words and
 * picture that other programs show for a link to it (Open Graph). */
#include "routes.h"

#include "base/hash.h"
#include "publish/picture/look.h"
#include "server/net/assets.h"
#include "server/storage/clubs/clubs.h"
#include "server/storage/interface.h"
#include "server/storage/tournaments.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* The longest identifier is an XGID of some 80 characters. */
enum { WORDS = 600, TAGS = 4096, LINK_ID = 128 };

/* The starting position, for a game without a last position to show. */
#define START_PICTURE "/api/diagram.png?id=4HPwATDgc%2FABMA&amp;width=1200"

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

/* A host name as browsers send it, without any character of markup or paths. */
static bool host_is_plain(const char *host)
{
    for (const char *c = host; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr(".-:[]", *c)) return false;
    return *host != '\0';
}

/* Until a game is over, its players are not shown unless it is listed. */
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

/* The card shown beside a link: plain text, and paths of this server without markup.
 * The picture's path is without the board. */
typedef struct link_card {
    char title[WORDS], about[WORDS], path[WORDS], picture[WORDS];
} link_card;

/* The board style named by the link (its sender's), else the page's default. */
static void board_of_link(const http_request *request, char out[24])
{
    if (!http_query(request, "board", out, 24) || !picture_theme_find(out))
        snprintf(out, 24, "lagoon");
}

static void tags(const http_request *request, const link_card *card, char out[TAGS])
{
    char title[WORDS], about[WORDS], board[24];
    const char *scheme = request->secure ? "https" : "http";
    const char *sign = strchr(card->picture, '?') ? "&amp;" : "?";
    escape(card->title, title, WORDS);
    escape(card->about, about, WORDS);
    board_of_link(request, board);
    const int n = snprintf(out, TAGS,
                           "<meta property=\"og:site_name\" content=\"alea\">"
                           "<meta property=\"og:type\" content=\"website\">"
                           "<meta property=\"og:title\" content=\"%s\">"
                           "<meta property=\"og:description\" content=\"%s\">",
                           title, about);
    if (host_is_plain(request->host) && n > 0 && n < TAGS)
        snprintf(out + n, (size_t)(TAGS - n),
                 "<meta property=\"og:url\" content=\"%s://%s%s\">"
                 "<meta property=\"og:image\" content=\"%s://%s%s%sboard=%s\">"
                 "<meta property=\"og:image:width\" content=\"1200\">"
                 "<meta name=\"twitter:card\" content=\"summary_large_image\">",
                 scheme, request->host, card->path, scheme, request->host,
                 card->picture, sign, board);
}

/* Answers with the page. The card replaces the default one, the last lines of its
 * head. */
static void page_with_card(http_request *request, const link_card *card,
                           http_reply *reply)
{
    char more[TAGS];
    char *page = page_text(), *body = NULL;
    char *own = page ? strstr(page, "<meta property=\"og:") : NULL;
    const char *end = own ? strstr(own, "</head>") : NULL;
    if (end) {
        tags(request, card, more);
        const size_t size = strlen(page) + strlen(more) + 1;
        body = malloc(size);
        if (body) snprintf(body, size, "%.*s%s%s", (int)(own - page), page, more, end);
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

static void game_card_get(void *part, http_request *request, http_reply *reply)
{
    storage *store = part;
    storage_game game;
    link_card card;
    const storage_answer answer = storage_game_get(store, request->id[0], &game, NULL);
    if (answer == ANSWER_FAILED) {
        http_refuse_storage(reply);
        return;
    }
    if (answer != ANSWER_FOUND) {
        page_get(NULL, request, reply);
        return;
    }
    const bool over = game.stage == STAGE_OVER || game.stage == STAGE_UPLOADED;
    words_of(&game, card.title, card.about);
    snprintf(card.path, WORDS, "/%c/%s", over ? 'm' : 'g', game.id);
    if (over)
        snprintf(card.picture, WORDS, "/api/matches/%s/picture.png", game.id);
    else
        snprintf(card.picture, WORDS, "%s", START_PICTURE);
    page_with_card(request, &card, reply);
}

/* Percent-encodes what could be markup or another part of an address. */
static void encode(const char *text, char *out, size_t size)
{
    size_t n = 0;
    for (; *text && n + 4 <= size; text++) {
        const unsigned char c = (unsigned char)*text;
        if (isalnum(c) || strchr("-_.~", c))
            out[n++] = *text;
        else
            n += (size_t)snprintf(out + n, size - n, "%%%02X", c);
    }
    out[n] = '\0';
}

/* A position, or a question about one: its board is the picture. */
static void position_card_get(void *part, http_request *request, http_reply *reply)
{
    (void)part;
    char id[LINK_ID], quiz[8], encoded[3 * LINK_ID];
    link_card card = {.title = "A backgammon position",
                      .about = "The best plays, the cube and the reasons. Try your "
                               "own play on the board."};
    if (!http_query(request, "id", id, sizeof id)) {
        page_get(NULL, request, reply);
        return;
    }
    encode(id, encoded, sizeof encoded);
    const bool asks =
        http_query(request, "quiz", quiz, sizeof quiz) && strcmp(quiz, "1") == 0;
    if (asks) {
        snprintf(card.title, WORDS, "What would you do here?");
        snprintf(card.about, WORDS,
                 "A backgammon question. Open the link to answer it.");
    }
    snprintf(card.path, WORDS, "/p?id=%s%s", encoded, asks ? "&amp;quiz=1" : "");
    snprintf(card.picture, WORDS, "/api/diagram.png?id=%s&amp;width=1200", encoded);
    page_with_card(request, &card, reply);
}

/* Compresses the page, as it is without a card; the sender unpacks it for clients that
 * do not accept gzip. On failure the reply stays plain. */
static void compress_reply(http_reply *reply)
{
    z_stream z = {0};
    if (deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, 16 + MAX_WBITS, 8,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return;
    const size_t most = deflateBound(&z, reply->size);
    unsigned char *packed = malloc(most);
    z.next_in = (unsigned char *)reply->body;
    z.avail_in = (unsigned)reply->size;
    z.next_out = packed;
    z.avail_out = (unsigned)most;
    if (packed && deflate(&z, Z_FINISH) == Z_STREAM_END) {
        free(reply->body);
        reply->body = (char *)packed;
        reply->size = z.total_out;
        reply->gzipped = true;
    } else {
        free(packed);
    }
    deflateEnd(&z);
}

/* A page that says the same to everybody. The address of its picture has the server's
 * name in it, and only the request says by which of its names the server was called
 * (requests by other names were refused before). So the head is made for each request,
 * and the tag is that of what is sent. */
static void card_for_all(http_request *request, const link_card *card,
                         http_reply *reply)
{
    if (!host_is_plain(request->host)) {
        page_get(NULL, request, reply);
        return;
    }
    page_with_card(request, card, reply);
    reply->at_once = true;
    if (!reply->body) return;
    snprintf(reply->etag, sizeof reply->etag, "\"%016" PRIx64 "\"",
             alea_hash_bytes(ALEA_HASH_START, reply->body, reply->size));
    compress_reply(reply);
}

static void home_card_get(void *part, http_request *request, http_reply *reply)
{
    (void)part;
    link_card card = {.title = "Backgammon on alea",
                      .about = "Play the computer or a friend at once, without an "
                               "account; every error explained.",
                      .path = "/",
                      .picture = START_PICTURE};
    card_for_all(request, &card, reply);
}

/* The board with a roll to be played, for pages of questions. */
#define QUESTION_PICTURE                                                               \
    "/api/diagram.png?id=XGID%3D-b-B--D-C---eD---c-eB-----%3A0%3A0%3A1%3A63%3A0%3A0"   \
    "%3A0%3A0%3A10&amp;width=1200"

static void learn_card_get(void *part, http_request *request, http_reply *reply)
{
    (void)part;
    link_card card = {.title = "Learn backgammon",
                      .about = "Fifteen short lessons, each with a board to try it on.",
                      .path = "/learn",
                      .picture = START_PICTURE};
    card_for_all(request, &card, reply);
}

static void train_card_get(void *part, http_request *request, http_reply *reply)
{
    (void)part;
    char daily[8];
    link_card card = {.title = "Train backgammon",
                      .about = "Your own errors as questions, with the reasons.",
                      .path = "/train",
                      .picture = QUESTION_PICTURE};
    if (http_query(request, "daily", daily, sizeof daily) && strcmp(daily, "1") == 0)
        card = (link_card){.title = "The position of the day",
                           .about = "One backgammon question a day. Open the link to "
                                    "answer it.",
                           .path = "/train?daily=1",
                           .picture = QUESTION_PICTURE};
    card_for_all(request, &card, reply);
}

/* Says only what the address itself says, so that a card does not reveal whether an
 * account exists. */
static void player_card_get(void *part, http_request *request, http_reply *reply)
{
    (void)part;
    link_card card = {.about = "Backgammon on alea: rating, matches, head to head.",
                      .picture = START_PICTURE};
    const char *name = request->path + strlen("/player/");
    snprintf(card.title, WORDS, "%.500s", name);
    snprintf(card.path, WORDS, "/player/");
    encode(name, card.path + strlen(card.path), WORDS - strlen(card.path));
    card_for_all(request, &card, reply);
}

static void tournament_card_get(void *part, http_request *request, http_reply *reply)
{
    storage *store = part;
    link_card card = {.about = "A backgammon tournament: entries, rounds, table.",
                      .picture = START_PICTURE};
    storage_tournament *t = calloc(1, sizeof *t);
    const storage_answer answer =
        t ? storage_tournament_get(store, request->id[0], t) : ANSWER_FAILED;
    if (answer == ANSWER_FOUND && !t->removed) {
        snprintf(card.title, WORDS, "%s", t->name);
        snprintf(card.path, WORDS, "/tournament/%s", t->id);
        page_with_card(request, &card, reply);
    } else if (answer == ANSWER_FAILED) {
        http_refuse_storage(reply);
    } else {
        page_get(NULL, request, reply);
    }
    free(t);
}

static void club_card_get(void *part, http_request *request, http_reply *reply)
{
    storage *store = part;
    link_card card = {.about = "A backgammon club: members, tournaments, ladder.",
                      .picture = START_PICTURE};
    storage_club *c = calloc(1, sizeof *c);
    const storage_answer answer =
        c ? storage_club_get(store, request->id[0], c) : ANSWER_FAILED;
    if (answer == ANSWER_FOUND && !c->removed) {
        snprintf(card.title, WORDS, "%s", c->name);
        snprintf(card.path, WORDS, "/club/%s", c->id);
        page_with_card(request, &card, reply);
    } else if (answer == ANSWER_FAILED) {
        http_refuse_storage(reply);
    } else {
        page_get(NULL, request, reply);
    }
    free(c);
}

/* What other sites show of a tournament: it has no buttons, so that nobody can be led
 * to press one. */
static void embedded_get(void *part, http_request *request, http_reply *reply)
{
    page_get(part, request, reply);
    reply->framed = true;
}

static const http_route routes[] = {
    {HTTP_GET, "/", ROUTE_FILE, home_card_get},
    {HTTP_GET, "/g/{id}", ROUTE_FILE, game_card_get},
    {HTTP_GET, "/m/{id}", ROUTE_FILE, game_card_get},
    {HTTP_GET, "/m/{id}/{n}/{n}", ROUTE_FILE, game_card_get},
    {HTTP_GET, "/p", ROUTE_FILE, position_card_get},
    {HTTP_GET, "/learn", ROUTE_FILE, learn_card_get},
    {HTTP_GET, "/train", ROUTE_FILE, train_card_get},
    {HTTP_GET, "/player/{*}", ROUTE_FILE, player_card_get},
    {HTTP_GET, "/tournament/{id}", ROUTE_FILE, tournament_card_get},
    {HTTP_GET, "/tournament/{id}/print", ROUTE_FILE, page_get},
    {HTTP_GET, "/tables/{id}", ROUTE_FILE, page_get},
    {HTTP_GET, "/club/{id}", ROUTE_FILE, club_card_get},
    {HTTP_GET, "/embed/{id}", ROUTE_FILE, embedded_get},
    {0},
};

const http_route *const link_routes[] = {routes, NULL};
