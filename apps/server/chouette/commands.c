/* What people do in a chouette: POST /api/chouettes/ID/commands. */
#include "routes.h"

#include "ask.h"
#include "machines.h"
#include "steps.h"

#include "server/game/model/event.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A command of an account. Each handler fills the event, or the reply. */
typedef struct command {
    chouettes *all;
    live_chouette *live;
    const http_request *request;
    http_reply *reply;
    json_t *body;
    int seat; /* of the asker; -1 = none */
    storage_chouette_event event;
    char text[CREW_TEXT_SIZE], name[132];
} command;

static bool refuse(command *c, int status, const char *code, const char *text)
{
    http_refuse(c->reply, status, code, "%s", text);
    return false;
}

static bool is_host(const command *c)
{
    return strcmp(c->live->row.maker, c->request->who.user) == 0;
}

static bool needs_seat(command *c)
{
    if (c->seat >= 0 && crew_is_in(c->live->t, c->seat)) return true;
    return refuse(c, 403, "not_your_table", "You have no seat in this chouette.");
}

/* The letter of a seat in the body; -1 = none. */
static int read_seat(const command *c)
{
    const char *text = json_string_value(json_object_get(c->body, "seat"));
    const int seat = text && strlen(text) == 1 ? text[0] - 'A' : -1;
    return seat >= 0 && seat < c->live->t->seats ? seat : -1;
}

/* ---- seats ---- */

static bool run_sit(command *c)
{
    const json_t *machine = json_object_get(c->body, "machine");
    const crew *t = c->live->t;
    const int level = machine ? crew_machine_level(machine) : -1;
    if (machine && level < 0)
        return refuse(c, 422, "bad_machine", "There is no such machine player.");
    if (machine && !needs_seat(c)) return false;
    if (!machine && c->seat >= 0 && crew_is_in(t, c->seat))
        return refuse(c, 409, "seated", "You have a seat here.");
    if (crew_count_in(t) >= c->live->row.seats)
        return refuse(c, 409, "full", "All seats are taken.");
    const bool comes_back = !machine && c->seat >= 0;
    if (!comes_back && t->seats == ALEA_CHOUETTE_SEATS)
        return refuse(c, 409, "full", "No more players can come to this chouette.");
    const int seat = comes_back ? c->seat : t->seats;
    if (machine) {
        crew_machine_name(t, level, c->name);
        snprintf(c->text, sizeof c->text, "sit %c %s", 'A' + seat,
                 alea_level_get((alea_level)level)->name);
        c->event.name = c->name;
        return true;
    }
    snprintf(c->text, sizeof c->text, "sit %c", 'A' + seat);
    if (comes_back) return true;
    c->event.name = c->request->who.name;
    c->event.person = c->request->who.user;
    return true;
}

static bool run_stand(command *c)
{
    const bool is_named = json_object_get(c->body, "seat") != NULL;
    const int seat = is_named ? read_seat(c) : c->seat;
    if (is_named && seat < 0)
        return refuse(c, 404, "no_such_seat", "There is no such seat.");
    if (!is_named && !needs_seat(c)) return false;
    if (seat != c->seat && !is_host(c))
        return refuse(c, 403, "not_your_seat", "That is another player's seat.");
    snprintf(c->text, sizeof c->text, "stand %c", 'A' + seat);
    return true;
}

static bool run_start(command *c)
{
    strcpy(c->text, "start");
    return needs_seat(c);
}

/* ---- the play ---- */

/* Whose account is gone, or who has kept the others waiting. */
static bool is_missing(const command *c, int seat)
{
    const crew *t = c->live->t;
    const bool is_late = alea_chouette_waits_for(&t->c) >> seat & 1 &&
                         server_now() > t->moved_at + CREW_MISSING_MS;
    return seat < t->seats && t->seat[seat].level < 0 && seat != c->seat &&
           (!*t->seat[seat].user || is_late);
}

/* Whether the asker may send that event, for himself or for somebody else. */
static bool may_send(command *c, const alea_chouette_event *e)
{
    const crew *t = c->live->t;
    if (e->type == ALEA_CHOUETTE_EVENT_THROW ||
        e->type == ALEA_CHOUETTE_EVENT_OPENING || e->type == ALEA_CHOUETTE_EVENT_JOIN)
        return refuse(c, 400, "bad_event", "The server does that.");
    if (e->type == ALEA_CHOUETTE_EVENT_BEGIN ||
        (e->type == ALEA_CHOUETTE_EVENT_LEAVE && crew_is_machine(t, e->seat)) ||
        (e->type == ALEA_CHOUETTE_EVENT_AWAY && is_missing(c, e->seat)))
        return true;
    return e->seat == c->seat ||
           refuse(c, 403, "not_your_seat", "You cannot do that for another player.");
}

static bool comes_too_soon(const command *c, alea_chouette_type type)
{
    return (type == ALEA_CHOUETTE_EVENT_ROLL || type == ALEA_CHOUETTE_EVENT_TAKE ||
            type == ALEA_CHOUETTE_EVENT_DROP || type == ALEA_CHOUETTE_EVENT_BEAVER) &&
           crew_must_wait(c->live->t, server_now());
}

/* Judges the event and writes it down. */
static bool take_event(command *c, const alea_chouette_event *e)
{
    if (!may_send(c, e)) return false;
    if (comes_too_soon(c, e->type))
        return refuse(c, 409, "wait_for_doubles",
                      "Others may turn their cubes first: wait a moment.");
    if (!crew_would(c->live->t, e)) {
        /* for the reason */
        alea_chouette copy = c->live->t->c;
        alea_refusal by_game = ALEA_ACCEPTED;
        alea_play_error play = ALEA_PLAY_LEGAL;
        const alea_chouette_refusal refusal =
            alea_chouette_apply(&copy, e, &by_game, &play);
        if (refusal != ALEA_CHOUETTE_REFUSED_GAME)
            return refuse(c, refusal == ALEA_CHOUETTE_REFUSED_NOT_YOU ? 403 : 409,
                          alea_chouette_refusal_code(refusal),
                          alea_chouette_refusal_text(refusal));
        const bool is_play = by_game == ALEA_REFUSED_ILLEGAL_PLAY;
        return refuse(c, 409, alea_refusal_code(by_game),
                      is_play ? alea_play_error_text(play)
                              : alea_refusal_text(by_game));
    }
    alea_chouette_event_write(&c->live->t->c, e, c->text);
    return true;
}

static bool needs_play(command *c)
{
    if (!needs_seat(c)) return false;
    if (c->live->t->stage == CREW_PLAYING) return true;
    return refuse(c, 409, c->live->t->stage == CREW_OVER ? "over" : "not_started",
                  c->live->t->stage == CREW_OVER ? "This chouette is over."
                                                 : "It has not begun yet.");
}

static bool run_roll(command *c)
{
    alea_chouette_event e = {.type = ALEA_CHOUETTE_EVENT_ROLL, .seat = c->seat};
    if (!chouettes_roll(c->live, 0, &e.roll))
        return refuse(c, 503, "no_dice", "The server cannot read its dice.");
    return take_event(c, &e);
}

/* "double B", "take A C" ...; a roll without dice, which the server throws. */
static bool run_event(command *c)
{
    const json_t *given = json_object_get(c->body, "event");
    const char *text = json_string_value(given);
    alea_chouette_event e;
    alea_error error = {0};
    if (!needs_play(c)) return false;
    if (!text || json_string_length(given) >= CREW_TEXT_SIZE ||
        strlen(text) != json_string_length(given))
        return refuse(c, 400, "bad_event", "'event' is a line of text.");
    if (strcmp(text, "roll") == 0 ||
        (strncmp(text, "roll ", 5) == 0 && text[5] == 'A' + c->seat && !text[6]))
        return run_roll(c);
    if (alea_chouette_event_read(&c->live->t->c, text, strlen(text), &e, &error) !=
        ALEA_OK)
        return refuse(c, 400, "bad_event", error.reason);
    if (e.type == ALEA_CHOUETTE_EVENT_ROLL)
        return refuse(c, 400, "bad_event", "The server throws the dice.");
    return take_event(c, &e);
}

static bool run_play(command *c)
{
    alea_event made = {.type = ALEA_EVENT_PLAY};
    if (!needs_play(c)) return false;
    if (!event_read_moves(json_object_get(c->body, "moves"), &made))
        return refuse(c, 400, "bad_event",
                      "'moves' is a list of at most four "
                      "[from, to].");
    alea_chouette_event e = {
        .type = ALEA_CHOUETTE_EVENT_PLAY, .seat = c->seat, .moves = made.moves};
    memcpy(e.move, made.move, sizeof e.move);
    return take_event(c, &e);
}

static bool run_pass(command *c)
{
    if (!needs_play(c)) return false;
    snprintf(c->text, sizeof c->text, "pass %c", 'A' + c->seat);
    return true;
}

static bool run_close(command *c)
{
    char text[80];
    if (!is_host(c) && !needs_seat(c)) return false;
    if (crew_is_running(c->live->t) &&
        server_now() < c->live->t->moved_at + 60 * 60 * 1000)
        return refuse(c, 409, "playing", "A game is being played: end it first.");
    steps_close_text(c->live, text);
    strcpy(c->text, text);
    return true;
}

/* ---- words ---- */

/* By the rule `consult`; the captain may always speak. */
static bool may_speak(const crew *t, int seat)
{
    const alea_match *m = alea_chouette_board(&t->c);
    if (!crew_is_team(t, seat) || seat == t->c.shooter || !m) return true;
    const bool on_cube = t->c.phase == ALEA_CHOUETTE_ANSWERS ||
                         t->c.phase == ALEA_CHOUETTE_EXTRAS ||
                         (t->c.phase == ALEA_CHOUETTE_TO_ROLL && m->turn == ALEA_B);
    return alea_chouette_may_advise(&t->c, seat, on_cube);
}

/* The key of a message: "" where there is none, NULL where it is no key. */
static const char *read_key(const command *c)
{
    const json_t *given = json_object_get(c->body, "key");
    const char *key = json_string_value(given);
    const size_t length = json_string_length(given);
    if (!given) return "";
    return key && length >= 1 && length < CREW_KEY_SIZE &&
                   strspn(key, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                               "0123456789_-") == length
               ? key
               : NULL;
}

static bool run_say(command *c)
{
    const json_t *given = json_object_get(c->body, "text");
    const char *text = json_string_value(given);
    const char *key = read_key(c);
    const crew *t = c->live->t;
    if (!key)
        return refuse(c, 400, "bad_key", "A key has 1 to 40 letters, digits, _ or -.");
    /* It was stored and its answer lost: what its sender may do since is no matter. */
    if (crew_has_said(t, c->seat, key)) {
        crew_ask_answer(c->live, c->request, 200, c->reply);
        return false;
    }
    if (!needs_seat(c)) return false;
    if (!text || !http_is_plain(text, 1, CREW_SAID_MOST))
        return refuse(c, 400, "bad_text", "A message has 1 to 300 characters.");
    if (!may_speak(t, c->seat))
        return refuse(c, 409, "no_advice",
                      "By the rules of this chouette you give no advice now.");
    snprintf(c->text, sizeof c->text, "say %c %s%s%s", 'A' + c->seat,
             crew_is_team(t, c->seat) ? "crew" : "all", *key ? " " : "", key);
    c->event.said = text;
    return true;
}

static const struct {
    const char *name, *field[2];
    bool (*run)(command *c);
} commands[] = {
    {"sit", {"machine"}, run_sit},       {"stand", {"seat"}, run_stand},
    {"start", {NULL}, run_start},        {"event", {"event", "at"}, run_event},
    {"play", {"moves", "at"}, run_play}, {"pass", {"at"}, run_pass},
    {"say", {"text", "key"}, run_say},   {"close", {NULL}, run_close},
};

/* The command of that name without a field that it does not take; -1 after a
 * refusal. */
static int find_command(command *c)
{
    const char *name = json_string_value(json_object_get(c->body, "do"));
    int i = 0;
    const int count = sizeof commands / sizeof *commands;
    while (i < count && (!name || strcmp(commands[i].name, name) != 0)) i++;
    if (i == count) {
        refuse(c, 400, "bad_command", "Unknown command.");
        return -1;
    }
    size_t known = 1;
    for (int k = 0; k < 2; k++)
        known += commands[i].field[k] &&
                 json_object_get(c->body, commands[i].field[k]) != NULL;
    if (known == json_object_size(c->body)) return i;
    refuse(c, 400, "bad_command", "Unknown field in the command.");
    return -1;
}

static bool read_at(command *c, int64_t *at)
{
    const json_t *given = json_object_get(c->body, "at");
    *at = json_integer_value(given);
    if (!given || (json_is_integer(given) && *at >= 1)) return true;
    return refuse(c, 400, "bad_command", "'at' is the number of an event.");
}

static void commands_post(void *part, http_request *request, http_reply *reply)
{
    chouettes *all = part;
    json_t *body = http_json(request, reply);
    if (!body) return;
    const size_t said = json_string_length(json_object_get(body, "text"));
    int64_t at;
    command *c = calloc(1, sizeof *c);
    live_chouette *live =
        c ? crew_ask_change(all, request, said < CREW_SAID_SIZE ? said : 0, reply)
          : NULL;
    if (!c) http_refuse_storage(reply);
    if (live) {
        *c = (command){.all = all,
                       .live = live,
                       .request = request,
                       .reply = reply,
                       .body = body,
                       .seat = crew_seat_of(live->t, request->who.user)};
        c->event = (storage_chouette_event){.actor = request->who.user,
                                            .person = "",
                                            .name = "",
                                            .said = "",
                                            .text = c->text};
        const int which = find_command(c);
        if (which >= 0 && read_at(c, &at)) {
            if (at && live->t->moved > at)
                refuse(c, 409, "moved_on", "The game has moved on: look again.");
            else if (commands[which].run(c))
                crew_ask_commit(all, live, &c->event, at, request, reply);
        }
    }
    free(c);
    json_decref(body);
}

const http_route chouette_command_routes[] = {
    {HTTP_POST, "/api/chouettes/{id}/commands", ROUTE_CHANGE, commands_post},
    {0},
};
