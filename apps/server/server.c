/* A server's life: its parts opened in the order in which they need each other, the
 * loop, and the end. */
#include "server.h"

#include "base/error.h"
#include "internal.h"
#include "routes.h"
#include "signals.h"

#include "machine/tables.h"

#include "server/chouette/host.h"
#include "server/chouette/routes.h"
#include "server/chouette/steps.h"
#include "server/clubs/host.h"
#include "server/clubs/routes.h"
#include "server/desk/analysis.h"
#include "server/desk/moved.h"
#include "server/desk/routes.h"
#include "server/game/games.h"
#include "server/game/routes.h"
#include "server/net/assets.h"
#include "server/net/websocket.h"
#include "server/paper/document.h"
#include "server/people/account.h"
#include "server/people/account_names.h"
#include "server/people/passwords.h"
#include "server/players/routes.h"
#include "server/study/routes.h"
#include "server/study/study.h"
#include "server/tables/host.h"
#include "server/tables/routes.h"
#include "server/tables/timeouts.h"
#include "server/tournament/host.h"
#include "server/tournament/routes.h"
#include "server/word/routes.h"
#include "server/word/word.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAMES_MS = 250, PEOPLE_MS = 1000 };
enum {
    LEASE_MS = 3500, /* then another server may take over this one's games */
    RENEW_MS = LEASE_MS / 4,
    JOIN_MS = 500,
    LEAVE_MS = 800 /* a proxy that polls four times a second has noticed by then */
};
/* Any thread: jobs have ended, the storage has written, the bus has messages. */
static void wake_loop(void *context)
{
    const server *s = context;
    transport_wake(s->net);
}

/* ---- callbacks from the parts ---- */

static void on_message(void *context, socket_id socket, json_t *body)
{
    const server *s = context;
    games_receive(s->play, socket, body);
}

static void on_presence(void *context, const char *id)
{
    const server *s = context;
    if (s->play) games_presence(s->play, id);
}

static void on_rejected(void *context, metrics_refusal why, const char *address,
                        const char *user, const char *code, const char *about)
{
    server *s = context;
    server_refused(&s->count, why, address, user, code, about);
}

/* The account was deleted: no part may keep data of it in memory. */
static void forget(server *s, const char *user)
{
    games_forget_person(s->play, user);
    desk_forget(s->study, user);
    tournaments_drop(&s->tournaments);
    families_drop(&s->families);
    chouettes_drop(&s->chouettes);
}

static void on_forgotten(void *context, const char *user)
{
    server *s = context;
    forget(s, user);
    topics_person_changed(s->bus, user);
}

static void on_answer(void *context, uint32_t ticket, http_reply *reply)
{
    const server *s = context;
    transport_answer(s->net, ticket, reply);
}

static void on_end_sessions(void *context, const char *user, const char *session,
                            const char *keep)
{
    const server *s = context;
    if (s->net) transport_end_sessions(s->net, user, session, keep);
    topics_person_changed(s->bus, user);
}

static void on_lobby(void *context)
{
    const server *s = context;
    games_lobby_elsewhere(s->play);
}

static void on_asked(void *context)
{
    const server *s = context;
    if (!s->stopping) games_asked_for(s->play);
}

static void on_people(void *context, const char *user)
{
    server *s = context;
    if (user && s->net) transport_check_sessions(s->net, user);
    s->people_checked = 0; /* the next tick looks for changes made by other servers */
}

static void on_tournament(void *context, const char *id, int64_t seq)
{
    server *s = context;
    tournaments_tell_here(&s->tournaments, id, seq);
}

static void on_club(void *context, const char *id, int64_t seq)
{
    const server *s = context;
    clubs_tell_here(&s->clubs, id, seq);
}

static void on_tables(void *context, const char *id, int64_t seq)
{
    server *s = context;
    families_tell_here(&s->families, id, seq);
}

static void on_chouette(void *context, const char *id, int64_t seq)
{
    const server *s = context;
    chouettes_tell_here(&s->chouettes, id, seq);
}

static void on_wanted(void *context, const char *id)
{
    const server *s = context;
    games_wanted(s->play, id);
}

/* Another program (`alea admin`) has removed the account or ended sessions of it.
 * False: call it for this change again. */
static bool look_again(void *context, const char *user, bool removed)
{
    server *s = context;
    if (s->net && !transport_check_sessions(s->net, user)) return false;
    if (!removed) {
        /* an order to end a game is announced in the same way */
        games_end_ordered(s->play, user);
        return true;
    }
    /* Events may have named the person since. */
    if (storage_user_remove(s->store, user) != ALEA_OK) {
        server_log("error", "storage", "call", "user_remove", NULL);
        return false;
    }
    forget(s, user);
    return true;
}

static void on_call(void *context, const char *user, const char *id)
{
    const server *s = context;
    if (s->away) word_tell(s->away, user, WORD_TURN, id);
}

static void on_seen(void *context, const char *user, const char *id)
{
    server *s = context;
    tournaments_seen(&s->tournaments, user, id);
    if (s->away) word_seen(s->away, user, id);
}

static void on_challenge(void *context, const char *user, const char *id)
{
    const server *s = context;
    if (s->away) word_tell(s->away, user, WORD_CHALLENGE, id);
}

static void on_vacation(void *context, const char *user)
{
    server *s = context;
    families_vacation(&s->families, user);
    topics_vacation_changed(s->bus, user);
}

static void on_vacation_elsewhere(void *context, const char *user)
{
    const server *s = context;
    games_vacation(s->play, user);
}

static void on_word(void *context, const storage_word *w)
{
    const server *s = context;
    if (s->away) word_tell(s->away, w->person, w->kind, w->about);
}

static void on_look(void *context, const char *user, const char *id)
{
    const server *s = context;
    if (s->away) word_seen(s->away, user, id);
}

/* ---- callbacks from the network ---- */

static void on_request(void *context, http_request *request, http_reply *reply)
{
    const server *s = context;
    http_dispatch(&s->dispatch, request, reply);
}

static bool on_upgrade(void *context, http_request *request, http_reply *reply)
{
    const server *s = context;
    return http_upgrade(&s->dispatch, request, reply);
}

static void on_answered(void *context, const http_request *request, int status)
{
    const server *s = context;
    http_count_refusal(&s->dispatch, request, status);
}

static void on_tick(void *context)
{
    server_tick(context);
}

static void on_wake(void *context)
{
    server_wake(context);
}

static int64_t on_taken(void *context)
{
    const server *s = context;
    return storage_taken(s->store);
}

static void on_lost(void *context, const char *id)
{
    const server *s = context;
    games_lost(s->play, id);
    transport_game_lost(s->net, id);
}

static int64_t on_kept(void *context)
{
    const server *s = context;
    return storage_kept(s->store, on_lost, context);
}

static bool on_has_session(void *context, const char *user, const char *session,
                           bool *exists)
{
    const server *s = context;
    const storage_answer answer = storage_session_exists(s->store, user, session);
    *exists = answer == ANSWER_FOUND;
    return answer != ANSWER_FAILED;
}

alea_status server_listen(server *s, alea_error *error)
{
    const server_options *o = &s->options;
    const transport_parts parts = {.sockets = s->sockets,
                                   .limit = s->limit,
                                   .count = &s->count,
                                   .listen = o->listen,
                                   .cert = o->cert,
                                   .key = o->key,
                                   .port = o->port,
                                   .is_limited = o->limit > 0,
                                   .behind_proxy = o->behind_proxy,
                                   .proxies = o->proxies,
                                   .proxy_count =
                                       sizeof o->proxies / sizeof *o->proxies,
                                   .request = on_request,
                                   .upgrade = on_upgrade,
                                   .answered = on_answered,
                                   .tick = on_tick,
                                   .wake = on_wake,
                                   .taken = on_taken,
                                   .kept = on_kept,
                                   .has_session = on_has_session,
                                   .context = s};
    return transport_open(&s->net, &parts, error);
}

/* ---- opening ---- */

static alea_status open_sockets(server *s)
{
    const connections_events on = {.context = s,
                                   .send = transport_send,
                                   .close = transport_close,
                                   .message = on_message,
                                   .presence = on_presence,
                                   .rejected = on_rejected};
    const alea_status status = connections_open(&s->sockets, &on);
    if (status == ALEA_OK) connections_limit_commands(s->sockets, s->options.limit > 0);
    return status;
}

static void on_game_ending(void *context, const char *id, const char *const users[2])
{
    const server *s = context;
    study_game_ends(s->study, id, users);
}

static void on_game_over(void *context, const char *id)
{
    server *s = context;
    study_game_over(s->study, id);
    tournaments_game_over(&s->tournaments);
    clubs_game_over(&s->clubs);
}

static bool on_waits(void *context, uint32_t ticket)
{
    const server *s = context;
    return transport_waits(s->net, ticket);
}

static bool is_rated_board(void *context, const char *user, const alea_board *board)
{
    const server *s = context;
    return games_is_rated_board(s->play, user, board);
}

/* Done before the first request, which must not find an empty desk. */
static void move_desk_files(server *s)
{
    char folder[4096], moved[16], left[16];
    snprintf(folder, sizeof folder, "%.4000s-desks", s->options.data);
    const desks_moved count = desk_files_move(s->desks, folder);
    snprintf(moved, sizeof moved, "%d", count.moved);
    snprintf(left, sizeof left, "%d", count.left);
    if (count.moved || count.left)
        server_log("info", "desk_files", "folder", folder, "moved", moved, "left", left,
                   NULL);
}

static alea_status open_study(server *s, alea_error *error)
{
    s->desks = desk_images_open(s->store);
    if (!s->desks) return alea_error_no_memory(error);
    if (s->options.data) move_desk_files(s);
    const study_parts parts = {.store = s->store,
                               .sockets = s->sockets,
                               .work = s->work,
                               .limit = s->limit,
                               .evaluator = &s->evaluator,
                               .answer = on_answer,
                               .waits = on_waits,
                               .is_rated_board = is_rated_board,
                               .context = s,
                               .desks = s->desks};
    return study_open(&s->study, &parts, error);
}

static alea_status open_games(server *s, alea_error *error)
{
    const games_parts parts = {.store = s->store,
                               .sockets = s->sockets,
                               .work = s->work,
                               .bus = s->bus,
                               .limit = s->limit,
                               .key = s->key,
                               .on_ending = on_game_ending,
                               .on_over = on_game_over,
                               .on_call = on_call,
                               .on_seen = on_seen,
                               .on_challenge = on_challenge,
                               .on_vacation = on_vacation,
                               .context = s};
    return games_open(&s->play, &parts, error);
}

static alea_status open_word(server *s, alea_error *error)
{
    const server_options *o = &s->options;
    const word_parts parts = {.store = s->store,
                              .sockets = s->sockets,
                              .limit = s->limit,
                              .people = &s->people,
                              .site = o->site,
                              .from = o->mail_from,
                              .smtp = o->smtp,
                              .login = o->mail_login,
                              .anywhere = o->push_anywhere,
                              .wake = wake_loop,
                              .context = s};
    return word_open(&s->away, &parts, error);
}

static void open_people(server *s)
{
    s->people.parts = (people_parts){.store = s->store,
                                     .limit = s->limit,
                                     .count = &s->count,
                                     .is_limited = s->options.limit > 0,
                                     .is_insecure = s->options.insecure_lan,
                                     .answer = on_answer,
                                     .end_sessions = on_end_sessions,
                                     .forgotten = on_forgotten,
                                     .wake = wake_loop,
                                     .context = s};
    games_key_origin(s->key, s->people.parts.origin_key);
    accounts_prepare(&s->people);
}

/* Once the parts are open. */
static void open_routes(server *s)
{
    const server_options *o = &s->options;
    const http_room rooms[SERVER_ROOMS] = {
        {people_routes, &s->people},   {study_routes, s->study},
        {paper_routes, s->study},      {game_routes, s->play},
        {metrics_routes, s},           {desk_routes, s->study},
        {link_routes, s->store},       {net_routes, NULL},
        {players_routes, &s->players}, {tournament_routes, &s->tournaments},
        {word_routes, s->away},        {clubs_routes, &s->clubs},
        {family_routes, &s->families}, {chouette_routes, &s->chouettes}};
    memcpy(s->rooms, rooms, sizeof rooms);
    s->players = (players_parts){s->store, s->sockets, s->limit};
    s->clubs.parts = (clubs_parts){s->store, s->sockets, s->bus, s->limit, s->play};
    s->chouettes.parts =
        (chouette_parts){s->store, s->sockets, s->bus, s->work, s->limit, s->key};
    s->families.parts = (family_parts){s->store, s->sockets, s->bus,  s->limit, s->key,
                                       s->study, on_word,    on_look, s};
    s->tournaments.parts = (tournament_parts){s->store, s->sockets, s->limit, s->bus,
                                              s->play,  on_word,    on_look,  s};
    s->dispatch = (dispatch_parts){.rooms = s->rooms,
                                   .people = &s->people,
                                   .store = s->store,
                                   .limit = s->limit,
                                   .count = &s->count,
                                   .stopping = &s->stopping,
                                   .listen = o->listen,
                                   .hosts = o->hosts,
                                   .host_count = sizeof o->hosts / sizeof *o->hosts,
                                   .wanted = on_wanted,
                                   .context = s};
    s->topics = (topics_events){.lobby = on_lobby,
                                .asked = on_asked,
                                .people = on_people,
                                .vacation = on_vacation_elsewhere,
                                .tournament = on_tournament,
                                .club = on_club,
                                .tables = on_tables,
                                .chouette = on_chouette,
                                .context = s};
    topics_follow(s->bus, &s->topics);
}

/* Takes its place among the servers of one database. */
static alea_status join(server *s, alea_error *error)
{
    char name[STORAGE_ADDRESS], host[40] = "";
    const server_options *o = &s->options;
    gethostname(host, sizeof host - 1);
    if (o->front)
        snprintf(name, sizeof name, "%s", o->front);
    else
        snprintf(name, sizeof name, "%s/%d", host, (int)getpid());
    s->joined_at = server_ticks();
    return storage_join(s->store, name, s->key->public_hex, LEASE_MS, RENEW_MS, error);
}

/* A server that could not renew its lease in time, because it or the database stood
 * still, no longer knows the state of its games: they are dropped, and players
 * reconnect to the server that holds them. */
static void keep_place(server *s, int64_t ticks)
{
    alea_error error;
    if (storage_holds(s->store) || ticks - s->joined_at < JOIN_MS) return;
    server_log("warning", "lease_lost", NULL);
    s->count.leases_lost++;
    games_lose_all(s->play);
    const alea_status status = join(s, &error);
    if (status == ALEA_OK) server_log("info", "lease", NULL);
    if (status == ALEA_ERROR_REFUSED)
        server_log("error", "lease_refused", "reason", error.reason, NULL);
}

static alea_status unreadable(alea_error *error)
{
    return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0, "the database cannot be read");
}

alea_status server_engine(server *s, alea_error *error)
{
    const alea_status status = alea_evaluator_open(&s->evaluator, error);
    if (status == ALEA_OK) tables_attach(s->evaluator);
    return status;
}

alea_status server_open(server *s, const server_options *options, alea_error *error)
{
    *error = (alea_error){0};
    s->options = *options;
    server_log_open(options->quiet);
    s->lock = -1;
    s->started = server_ticks();
    if (sodium_init() < 0) {
        return alea_error_fill(error, ALEA_ERROR_UNSUPPORTED, 0, 0,
                               "no random numbers to be had");
    }
    s->limit = limits_new(options->limit);
    if (!s->limit) return alea_error_no_memory(error);
    const char *place = options->database ? options->database : options->data;
    alea_status status = storage_lock(place, &s->lock, error);
    if (status == ALEA_OK)
        status = storage_await(&s->store, place, signals_stop, error);
    if (status == ALEA_OK) status = storage_claim(s->store, false, error);
    if (status == ALEA_OK)
        status =
            games_key_open(&s->key, s->store, options->data, options->new_key, error);
    if (status == ALEA_OK && options->database) status = join(s, error);
    if (status == ALEA_OK)
        status =
            bus_open(&s->bus, options->bus, options->bus_key,
                     options->front ? options->front : "alea", wake_loop, s, error);
    if (status == ALEA_OK) open_people(s);
    if (status == ALEA_OK) s->people_seen = storage_people_last(s->store);
    if (s->people_seen < 0) status = unreadable(error);
    if (status == ALEA_OK && !options->engine_later) status = server_engine(s, error);
    if (status == ALEA_OK)
        status =
            jobs_open(&s->work, s->evaluator, options->threads, wake_loop, s, error);
    if (status == ALEA_OK) status = open_sockets(s);
    if (status == ALEA_OK) status = open_games(s, error);
    if (status == ALEA_OK) status = open_study(s, error);
    if (status == ALEA_OK) status = open_word(s, error);
    if (status == ALEA_OK) open_routes(s);
    if (status == ALEA_OK && bus_is_shared(s->bus) && !jobs_use_bus(s->work, s->bus))
        status = ALEA_ERROR_MEMORY;
    return status;
}

void server_close(server *s)
{
    s->stopping = s->chouettes.stopping = s->families.stopping = true;
    if (s->play) games_stop(s->play);
    if (s->study) study_stop(s->study);
    /* Threads that wake the loop end before it does. */
    passwords_close(s->people.secrets);
    word_close(s->away);
    s->away = NULL;
    s->people.secrets = NULL;
    jobs_close(s->work);
    s->work = NULL;
    desk_stop(s->study);
    bus_close(s->bus);
    s->bus = NULL;
    if (s->store) storage_write_through(s->store);
    /* each disconnect is reported to the connections and the games */
    transport_close_all(s->net);
    s->net = NULL;
    tournaments_drop(&s->tournaments);
    families_close(&s->families);
    chouettes_drop(&s->chouettes);
    study_close(s->study);
    desk_images_close(s->desks);
    connections_mute(s->sockets);
    games_close(s->play);
    connections_close(s->sockets);
    alea_evaluator_close(s->evaluator);
    storage_close(s->store);
    limits_free(s->limit);
    games_key_close(s->key);
    if (s->lock >= 0) close(s->lock);
    *s = (server){.lock = -1};
}

void server_wake(server *s)
{
    if (s->net) transport_release(s->net);
    bus_poll(s->bus);
    jobs_poll(s->work);
    passwords_poll(&s->people);
}

/* Behind a proxy in front of several servers, /health says 503 for a moment before the
 * stop: the proxy sends people elsewhere, and games are handed over while this server
 * still serves, so that no connection is refused. */
static bool may_stop(server *s, int64_t ticks)
{
    if (!s->options.behind_proxy || !storage_is_shared(s->store)) return true;
    if (!s->leave_at) {
        s->leave_at = ticks + LEAVE_MS;
        server_log("info", "leaving", NULL);
    }
    return ticks >= s->leave_at;
}

static void stop(server *s)
{
    s->stopping = s->chouettes.stopping = s->families.stopping = true;
    games_stop(s->play);
    study_stop(s->study);
    server_log("info", "stopping", NULL);
    transport_stop(s->net);
    word_stop(s->away);
    storage_leave(s->store); /* other servers take the games over at once */
}

void server_tick(server *s)
{
    const int64_t ticks = server_ticks();
    if (signals_stop() && !s->stopping && may_stop(s, ticks)) stop(s);
    if (signals_reload()) transport_reload(s->net);
    server_wake(s);
    study_tick(s->study);
    desk_tick(s->study);
    if (!s->stopping) keep_place(s, ticks);
    if (!s->stopping) word_tick(s->away);
    if (!s->stopping) tournaments_tick(&s->tournaments, ticks);
    if (!s->stopping) clubs_tick(&s->clubs, ticks);
    if (!s->stopping) families_tick(&s->families, ticks);
    if (!s->stopping) family_timeouts_tick(&s->families);
    if (ticks - s->games_ticked >= GAMES_MS) {
        s->games_ticked = ticks;
        games_tick(s->play);
        steps_tick(&s->chouettes, server_now());
    }
    if (ticks - s->people_checked >= PEOPLE_MS) {
        s->people_checked = ticks;
        storage_people_changed(s->store, &s->people_seen, look_again, s);
    }
    upkeep_tick(&s->upkeep, s->store, ticks);
}

/* Prints the lines for a person at the terminal; the log is for machines. */
static void announce(server *s)
{
    const server_options *o = &s->options;
    const bool six = strchr(o->listen, ':') != NULL;
    const bool any = strcmp(o->listen, "0.0.0.0") == 0 || strcmp(o->listen, "::") == 0;
    if (o->insecure_lan) server_log("warning", "insecure_lan", NULL);
    if (o->bus && !o->bus_key) server_log("warning", "open_bus", NULL);
    if (!isatty(STDOUT_FILENO)) return;
    printf("Open http%s://%s%s%s:%d/ in a browser; Ctrl+C stops the server.\n",
           o->cert ? "s" : "", six && !any ? "[" : "", any ? "localhost" : o->listen,
           six && !any ? "]" : "", transport_port(s->net));
    if (o->insecure_lan)
        printf("Warning: without TLS, anybody in this network can read and change what "
               "is sent.\n");
    fflush(stdout);
}

alea_status server_run(const server_options *options, alea_error *error)
{
    char port[16];
    server *s = calloc(1, sizeof *s);
    if (!s) return alea_error_no_memory(error);
    signals_catch();
    alea_status status = server_open(s, options, error);
    if (status == ALEA_OK) status = server_listen(s, error);
    if (status == ALEA_OK) {
        s->people.secrets = passwords_open(&s->people.parts);
        snprintf(port, sizeof port, "%d", transport_port(s->net));
        char place[200];
        storage_describe(options->database ? options->database : options->data, place,
                         sizeof place);
        server_log("info", "started", "version", ALEA_VERSION, "address",
                   options->listen, "port", port, "data", place, NULL);
        announce(s);
        storage_hurry(s->store);
        if (!storage_write_behind(s->store, wake_loop, s))
            server_log("warning", "storage", "call", "write_behind", NULL);
        transport_run(s->net);
        server_log("info", "stopped", NULL);
    } else if (signals_stop()) {
        server_log("info", "stopped", NULL);
        status = ALEA_OK;
    }
    server_close(s);
    free(s);
    return status;
}
