/* What a module has not and `alea serve` has: the page, which the host has; paper and pictures (cairo), words to who
 * is away (they go through other machines), signals; clubs and tournaments, which are of several accounts. The client gets
 * a sentence. */
#include "desk/plan/paper.h"
#include "publish/paper/documents.h"
#include "publish/picture/diagram.h"
#include "server/chouette/ask.h"
#include "server/clubs/host.h"
#include "server/clubs/routes.h"
#include "server/net/assets.h"
#include "server/paper/document.h"
#include "server/routes.h"
#include "server/signals.h"
#include "server/tournament/host.h"
#include "server/tournament/routes.h"
#include "server/word/routes.h"
#include "server/word/sender.h"
#include "server/word/word.h"

#include "base/error.h"

#include <stddef.h>

/* ---- the page ---- */

const http_route *const net_routes[] = {NULL};
const http_route *const link_routes[] = {
    NULL}; /* what other programs show for a link */

void page_get(void *part, http_request *request, http_reply *reply)
{
    (void)part, (void)request;
    http_refuse(reply, 404, "not_found", "There is no such file.");
}

char *page_text(void)
{
    return NULL;
}

/* ---- accounts ---- */

bool crew_ask_is_account(const http_request *request, http_reply *reply)
{
    (void)request, (void)reply;
    return true;
}

/* ---- paper and pictures ---- */

static void refuse_paper(void *part, http_request *request, http_reply *reply)
{
    (void)part, (void)request;
    http_refuse(reply, 501, "needs_server",
                "Paper is printed by a server: open alea there.");
}

static const http_route paper[] = {
    {HTTP_GET, "/api/paper.pdf", ROUTE_OPEN, refuse_paper},
    {0},
};

const http_route *const paper_routes[] = {paper, NULL};

alea_status picture_load(alea_error *error)
{
    return alea_error_fill(error, ALEA_ERROR_UNSUPPORTED, 0, 0,
                           "PNG and PDF are drawn by a server: open alea there.");
}

bool judged_draw(alea_engine *engine, const alea_record *record, int level, bool quiz,
                 char **pdf, size_t *size)
{
    (void)engine, (void)record, (void)level, (void)quiz, (void)pdf, (void)size;
    return false;
}

bool diagram_png(const alea_drawing *drawing, int width, const picture_theme *theme,
                 char **png, size_t *size)
{
    (void)drawing, (void)width, (void)theme, (void)png, (void)size;
    return false;
}

alea_status plan_paper(desk *d, const json_t *plan, char **pdf, size_t *size,
                       alea_error *error)
{
    (void)d, (void)plan, (void)pdf, (void)size;
    return alea_error_fill(error, ALEA_ERROR_UNSUPPORTED, 0, 0,
                           "there is no paper in the browser");
}

/* ---- words to who is away ---- */

static void refuse_word(void *part, http_request *request, http_reply *reply)
{
    (void)part, (void)request;
    http_refuse(reply, 501, "needs_server",
                "Words to you while you are away come from a server: open alea there.");
}

static const http_route words[] = {
    {HTTP_GET, "/api/word", ROUTE_OPEN, refuse_word},
    {HTTP_PATCH, "/api/word", ROUTE_OPEN, refuse_word},
    {HTTP_POST, "/api/word/{*}", ROUTE_OPEN, refuse_word},
    {HTTP_DELETE, "/api/word/{*}", ROUTE_OPEN, refuse_word},
    {HTTP_POST, "/api/recover", ROUTE_OPEN, refuse_word},
    {HTTP_POST, "/api/recover/{*}", ROUTE_OPEN, refuse_word},
    {0},
};

const http_route *const word_routes[] = {words, NULL};

alea_status word_open(word **out, const word_parts *parts, alea_error *error)
{
    static word nobody;
    (void)parts, (void)error;
    *out = &nobody;
    return ALEA_OK;
}

void word_stop(word *w)
{
    (void)w;
}

void word_close(word *w)
{
    (void)w;
}

void word_tick(word *w)
{
    (void)w;
}

void word_tell(word *w, const char *user, word_kind kind, const char *id)
{
    (void)w, (void)user, (void)kind, (void)id;
}

void word_seen(word *w, const char *user, const char *id)
{
    (void)w, (void)user, (void)id;
}

sender_counts sender_figures(sender *s)
{
    (void)s;
    return (sender_counts){0};
}

/* ---- clubs and tournaments ---- */

static void refuse_club(void *part, http_request *request, http_reply *reply)
{
    (void)part, (void)request;
    http_refuse(reply, 501, "needs_server", "A club needs a server.");
}

static void refuse_tournament(void *part, http_request *request, http_reply *reply)
{
    (void)part, (void)request;
    http_refuse(reply, 501, "needs_server", "A tournament needs a server.");
}

#define REFUSED(address, refuse)                                                       \
    {HTTP_GET, address, ROUTE_OPEN, refuse}, {HTTP_POST, address, ROUTE_OPEN, refuse}, \
        {HTTP_PATCH, address, ROUTE_OPEN, refuse},                                     \
    {                                                                                  \
        HTTP_DELETE, address, ROUTE_OPEN, refuse                                       \
    }

static const http_route clubs_refused[] = {
    REFUSED("/api/clubs", refuse_club),
    REFUSED("/api/clubs/{*}", refuse_club),
    {0},
};
static const http_route tournaments_refused[] = {
    REFUSED("/api/tournaments", refuse_tournament),
    REFUSED("/api/tournaments/{*}", refuse_tournament),
    REFUSED("/api/seasons", refuse_tournament),
    REFUSED("/api/seasons/{*}", refuse_tournament),
    REFUSED("/api/calendar", refuse_tournament),
    REFUSED("/api/calendar/{*}", refuse_tournament),
    {0},
};

const http_route *const clubs_routes[] = {clubs_refused, NULL};
const http_route *const tournament_routes[] = {tournaments_refused, NULL};

void clubs_tell_here(const clubs *all, const char *id, int64_t seq)
{
    (void)all, (void)id, (void)seq;
}

void clubs_tick(clubs *all, int64_t ticks)
{
    (void)all, (void)ticks;
}

void clubs_game_over(clubs *all)
{
    (void)all;
}

void tournaments_tell_here(tournaments *all, const char *id, int64_t seq)
{
    (void)all, (void)id, (void)seq;
}

void tournaments_tick(tournaments *all, int64_t ticks)
{
    (void)all, (void)ticks;
}

void tournaments_game_over(tournaments *all)
{
    (void)all;
}

void tournaments_seen(tournaments *all, const char *user, const char *game)
{
    (void)all, (void)user, (void)game;
}

void tournaments_drop(tournaments *all)
{
    (void)all;
}

/* ---- signals ---- */

bool signals_stop(void)
{
    return false;
}

bool signals_reload(void)
{
    return false;
}
