/* Games over HTTP: rules and levels, making and joining, files. */
#include "rules_words.h"
#include "server/game/model/game.h"
#include "server/support/limits.h"

#include <alea/file.h>

#include <stdlib.h>
#include <string.h>

enum {
    RESERVE_A_POINT_S = 120,
    RESERVE_MONEY_S = 600,
    LONGEST_S = 24 * 3600,
    UNFINISHED_MOST = 100, /* games of one person */
    GAME_KB = 4            /* what a new game takes until its first play */
};

/* ---- small things ---- */

void game_http_text(http_reply *reply, int status, json_out *o)
{
    if (!out_text_of(o)) {
        out_clear(o);
        http_refuse(reply, 503, "memory", "The server is short of memory.");
        return;
    }
    reply->status = status;
    reply->body = o->text;
    reply->size = o->size;
}

static game *find(server *s, const http_request *request, http_reply *reply)
{
    game *g = games_find(s->play, request->id[0]);
    if (!g) http_refuse(reply, 404, "no_such_game", "There is no such game.");
    return g;
}

static bool may_look(const game *g, const http_request *request, http_reply *reply)
{
    if (game_may_watch(g, game_seat_of(g, request->who.user))) return true;
    http_refuse(reply, 403, "no_spectators", "This game is without spectators.");
    return false;
}

/* ---- rules, levels ---- */

static void write_preset(json_out *o, alea_preset preset)
{
    const alea_rules rules = alea_rules_preset(preset);
    const alea_rule_note *note;
    char words[RULES_WORDS_SIZE];
    rules_words(&rules, words);
    out_open(o, '{');
    out_key_string(o, "name", alea_preset_name(preset));
    out_key_string(o, "title", alea_preset_title(preset));
    out_key_int(o, "match_length", rules.match_length);
    out_key_string(o, "summary", words);
    out_key(o, "notes");
    out_open(o, '[');
    for (int i = 0; (note = alea_preset_note(preset, i)); i++) {
        out_open(o, '{');
        out_key(o, "option");
        if (note->option)
            out_string(o, note->option);
        else
            out_null(o);
        out_key_string(o, "text", note->text);
        out_key(o, "source");
        if (note->source)
            out_string(o, note->source);
        else
            out_null(o);
        out_close(o, '}');
    }
    out_close(o, ']');
    out_key(o, "options");
    state_write_rules(o, &rules);
    out_close(o, '}');
}

static void write_option(json_out *o, const char *option)
{
    static const char *const kinds[] = {"", "switch", "number", "choice"};
    const char *choice;
    out_open(o, '{');
    out_key_string(o, "name", option);
    out_key_string(o, "kind", kinds[alea_rules_option_kind(option)]);
    if (alea_rules_option_kind(option) == ALEA_OPTION_CHOICE) {
        out_key(o, "choices");
        out_open(o, '[');
        for (int i = 0; (choice = alea_rules_choice(option, i)); i++)
            out_string(o, choice);
        out_close(o, ']');
    }
    out_close(o, '}');
}

void games_http_rules(server *s, http_request *request, http_reply *reply)
{
    (void)s;
    (void)request;
    json_out o = {0};
    out_open(&o, '{');
    out_key(&o, "presets");
    out_open(&o, '[');
    for (int i = ALEA_PRESET_NONE + 1; i < ALEA_PRESETS; i++)
        write_preset(&o, (alea_preset)i);
    out_close(&o, ']');
    out_key(&o, "options");
    out_open(&o, '[');
    for (int i = 0; alea_rules_option(i); i++) write_option(&o, alea_rules_option(i));
    out_close(&o, ']');
    out_close(&o, '}');
    game_http_text(reply, 200, &o);
}

void games_http_levels(server *s, http_request *request, http_reply *reply)
{
    (void)s;
    (void)request;
    json_out o = {0};
    out_open(&o, '{');
    out_key(&o, "levels");
    out_open(&o, '[');
    for (int i = 0; i < ALEA_LEVELS; i++) {
        const alea_level_info *level = alea_level_get((alea_level)i);
        out_open(&o, '{');
        out_key_string(&o, "name", level->name);
        out_key_string(&o, "about", level->about);
        out_close(&o, '}');
    }
    out_close(&o, ']');
    out_key_string(&o, "normal", alea_level_get(ALEA_LEVEL_EXPERT)->name);
    out_close(&o, '}');
    game_http_text(reply, 200, &o);
}

/* ---- making a game ---- */

/* What is asked for, or the first thing that is wrong with it. */
typedef struct game_request {
    game_plan plan;
    alea_level level;
    int seat; /* -1: by lot */
    char wrong[160];
} game_request;

static bool wrong(game_request *w, const char *text)
{
    if (!*w->wrong) snprintf(w->wrong, sizeof w->wrong, "%s", text);
    return false;
}

/* Absent or null: `absent`. */
static bool read_switch(game_request *w, const json_t *body, const char *name,
                        bool absent)
{
    const json_t *value = json_object_get(body, name);
    if (value && !json_is_null(value) && !json_is_boolean(value))
        wrong(w, "'tutor', 'rated' and 'spectators' are true or false.");
    return json_is_boolean(value) ? json_is_true(value) : absent;
}

static bool read_option(game_request *w, const char *name, const json_t *value)
{
    char text[64];
    alea_error error = {0};
    if (json_is_string(value))
        snprintf(text, sizeof text, "%.60s", json_string_value(value));
    else if (json_is_boolean(value))
        snprintf(text, sizeof text, "%s", json_is_true(value) ? "true" : "false");
    else if (json_is_integer(value))
        snprintf(text, sizeof text, "%lld", (long long)json_integer_value(value));
    else if (json_is_null(value))
        snprintf(text, sizeof text, "null");
    else
        return wrong(w, "The value of an option is a word, a number, true or false.");
    if (strcmp(name, "preset") == 0)
        return wrong(w, "'preset' stands beside 'options', not in them.");
    if (alea_rules_set(&w->plan.rules, name, text, &error) == ALEA_OK) return true;
    return wrong(w, error.reason);
}

static void read_rules(game_request *w, const json_t *body)
{
    const json_t *preset = json_object_get(body, "preset");
    json_t *options = json_object_get(body, "options"), *value;
    const char *name;
    alea_error error = {0};
    w->plan.rules = alea_rules_preset(ALEA_PRESET_TOURNAMENT);
    if (preset) {
        const alea_preset found = json_is_string(preset)
                                      ? alea_preset_find(json_string_value(preset))
                                      : ALEA_PRESET_NONE;
        if (found == ALEA_PRESET_NONE) wrong(w, "There is no such preset.");
        w->plan.rules = alea_rules_preset(found);
    }
    if (options && !json_is_null(options) && !json_is_object(options))
        wrong(w, "'options' is an object.");
    json_object_foreach(options, name, value)
    {
        if (!read_option(w, name, value)) return;
    }
    if (alea_rules_check(&w->plan.rules, &error) != ALEA_OK) wrong(w, error.reason);
}

static int64_t read_seconds(game_request *w, const json_t *clock, const char *name,
                            int64_t absent)
{
    const json_t *value = json_object_get(clock, name);
    const json_int_t seconds = json_integer_value(value);
    if (!value || json_is_null(value)) return absent;
    if (!json_is_integer(value) || seconds < 0 || seconds > LONGEST_S)
        wrong(w, "'reserve_s' and 'step_s' are whole seconds, at most a day.");
    return seconds;
}

static void read_clock(game_request *w, const json_t *body)
{
    game_plan *p = &w->plan;
    const json_t *clock = json_object_get(body, "clock");
    const char *kind = json_string_value(json_object_get(clock, "kind"));
    const int length = p->rules.match_length;
    if (!clock || json_is_null(clock)) return;
    if (kind && strcmp(kind, "delay") == 0)
        p->clock = CLOCK_DELAY;
    else if (kind && strcmp(kind, "fischer") == 0)
        p->clock = CLOCK_FISCHER;
    else
        wrong(w, "The clock's 'kind' is delay or fischer.");
    int64_t reserve = length ? (int64_t)RESERVE_A_POINT_S * length : RESERVE_MONEY_S;
    if (reserve > LONGEST_S) reserve = LONGEST_S;
    p->reserve_ms = 1000 * read_seconds(w, clock, "reserve_s", reserve);
    p->step_ms = 1000 * read_seconds(w, clock, "step_s", 12);
    if (p->reserve_ms + p->step_ms < 1000)
        wrong(w, "The clock leaves no time to play.");
}

static void read_opponent(game_request *w, const json_t *body)
{
    static const char *const names[] = {"machine", "link", "open"};
    const char *name = json_string_value(json_object_get(body, "opponent"));
    const json_t *level = json_object_get(body, "level");
    const json_t *seat = json_object_get(body, "seat");
    int found = 0;
    while (found < 3 && (!name || strcmp(names[found], name) != 0)) found++;
    if (found == 3) wrong(w, "'opponent' is machine, link or open.");
    w->plan.opponent = (game_opponent)(found % 3);
    w->level = ALEA_LEVEL_EXPERT;
    if (level && !json_is_null(level)) {
        const int known =
            json_is_string(level) ? alea_level_find(json_string_value(level)) : -1;
        if (known < 0)
            wrong(w, "There is no such level.");
        else
            w->level = (alea_level)known;
    }
    w->seat = -1;
    if (seat && !json_is_null(seat)) {
        w->seat = (int)json_integer_value(seat);
        if (!json_is_integer(seat) || json_integer_value(seat) < 0 ||
            json_integer_value(seat) > 1)
            wrong(w, "'seat' is 0, 1 or null.");
    }
}

static void read_request(game_request *w, json_t *body)
{
    static const char *const known[] = {"opponent", "level",   "tutor",
                                        "preset",   "options", "clock",
                                        "rated",    "seat",    "spectators"};
    const char *name;
    json_t *value;
    *w = (game_request){.seat = -1};
    json_object_foreach(body, name, value)
    {
        size_t i = 0;
        while (i < sizeof known / sizeof *known && strcmp(known[i], name) != 0) i++;
        if (i == sizeof known / sizeof *known)
            wrong(w, "There is a field that is not known.");
    }
    read_opponent(w, body);
    read_rules(w, body);
    read_clock(w, body);
    w->plan.rated = read_switch(w, body, "rated", false);
    w->plan.tutor = read_switch(w, body, "tutor", false);
    w->plan.spectators = read_switch(w, body, "spectators", true);
    const bool is_machine = w->plan.opponent == OPPONENT_MACHINE;
    if (w->plan.tutor && (w->plan.rated || !is_machine))
        wrong(w, "The tutor is for unrated games against the machine.");
}

static void take_seat(game_seat *s, const http_person *who)
{
    *s = (game_seat){.kind = SEAT_PERSON};
    memcpy(s->user, who->user, sizeof s->user);
    snprintf(s->name, sizeof s->name, "%s", who->name);
}

static int toss(void)
{
    dice_secret lot;
    dice_secret_draw(&lot);
    return lot.seed[0] & 1;
}

static bool has_room_for_more(server *s, const char *user)
{
    storage_game *all = malloc(UNFINISHED_MOST * sizeof *all);
    const int count =
        all ? storage_games_of(s->store, user, false, 0, all, UNFINISHED_MOST)
            : UNFINISHED_MOST;
    free(all);
    return count < UNFINISHED_MOST;
}

bool game_may_make(games *all, const char *address, const http_person *who,
                   const char **code, char text[240])
{
    int wait_s = 0;
    if (!has_room_for_more(all->server, who->user)) {
        *code = "too_many_games";
        snprintf(text, 240, "You have %d unfinished games: end or abort some.",
                 UNFINISHED_MOST);
        return false;
    }
    if (!limits_take_both(all->server->limit, address, LIMIT_GAME, who->user,
                          LIMIT_GAME, 1, server_now(), &wait_s) ||
        !games_may_store(all, address, who, GAME_KB, &wait_s)) {
        *code = "too_often";
        snprintf(text, 240, "Too many games: try again in %d %s.",
                 wait_s < 120 ? wait_s : wait_s / 60,
                 wait_s < 120 ? "seconds" : "minutes");
        return false;
    }
    return true;
}

void games_http_make(server *s, http_request *request, http_reply *reply)
{
    json_t *body = http_json(request, reply);
    game_request w;
    game_seat seats[2] = {{.kind = SEAT_FREE}, {.kind = SEAT_FREE}};
    alea_status status = ALEA_OK;
    if (!body) return;
    read_request(&w, body);
    json_decref(body);
    if (*w.wrong) {
        http_refuse(reply, 400, "bad_game", "%s", w.wrong);
        return;
    }
    const char *code;
    char text[240];
    if (!game_may_make(s->play, request->address, &request->who, &code, text)) {
        http_refuse(reply, strcmp(code, "too_often") == 0 ? 429 : 409, code, "%s",
                    text);
        return;
    }
    const int mine = w.seat >= 0 ? w.seat : toss();
    take_seat(&seats[mine], &request->who);
    if (w.plan.opponent == OPPONENT_MACHINE) {
        seats[1 - mine] = (game_seat){.kind = SEAT_MACHINE, .level = w.level};
        snprintf(seats[1 - mine].name, sizeof seats[1 - mine].name, "alea (%s)",
                 alea_level_get(w.level)->name);
    }
    const game *g = game_make(s->play, &w.plan, seats, request->who.user, &status);
    if (!g) {
        http_refuse(reply, 503, "not_stored", "The game could not be stored.");
        return;
    }
    char url[ID_SIZE + 4];
    snprintf(url, sizeof url, "/g/%s", g->id);
    http_answer(reply, 201, json_pack("{ssss}", "game", g->id, "url", url));
}

/* Sends nothing more of a private game to those who watched while a seat was free. */
static void end_watching(server *s, const game *g)
{
    socket_id *all = NULL;
    const int count = hub_watchers(s->sockets, g->id, NULL, 0);
    if (count > 0) all = calloc((size_t)count, sizeof *all);
    if (all) hub_watchers(s->sockets, g->id, all, count);
    for (int i = 0; i < count && all; i++) {
        const http_person *who = hub_person(s->sockets, all[i]);
        if (who && game_seat_of(g, who->user) < 0)
            hub_unwatch(s->sockets, all[i], g->id);
    }
    free(all);
}

void games_http_join(server *s, http_request *request, http_reply *reply)
{
    game *g = find(s, request, reply);
    if (!g) return;
    const int mine = game_seat_of(g, request->who.user);
    int free_seat = -1;
    for (int i = 0; i < 2; i++)
        if (g->seat[i].kind == SEAT_FREE) free_seat = i;
    if (mine >= 0) { /* asked again: the same answer */
        http_answer(reply, 200, json_pack("{si}", "seat", mine));
        return;
    }
    if (free_seat < 0 || g->stage != STAGE_WAITING) {
        http_refuse(reply, 409, "taken", "Both seats are taken.");
        return;
    }
    game_event h = {.kind = GAME_EVENT_JOINED,
                    .by = free_seat,
                    .user = request->who.user,
                    .name = request->who.name};
    if (game_do(s->play, g, &h, request->who.user, "", NULL, NULL) != ALEA_OK) {
        http_refuse(reply, 503, "not_stored", "It could not be stored: try again.");
        return;
    }
    if (!game_may_watch(g, -1)) end_watching(s, g);
    /* Whoever opened the link watches already: from now on as a player who is there. */
    games_presence(s->play, g->id);
    game_advance(s->play, g);
    http_answer(reply, 200, json_pack("{si}", "seat", free_seat));
}

void games_http_withdraw(server *s, http_request *request, http_reply *reply)
{
    game *g = find(s, request, reply);
    if (!g) return;
    if (strcmp(g->host, request->who.user) != 0) {
        http_refuse(reply, 403, "not_yours", "Only who made the game withdraws it.");
        return;
    }
    if (g->stage != STAGE_WAITING || game_is_machine_game(g) ||
        (g->seat[0].kind != SEAT_FREE && g->seat[1].kind != SEAT_FREE)) {
        http_refuse(reply, 409, "joined", "Somebody has joined: it can be aborted.");
        return;
    }
    if (storage_game_remove(s->store, g->id) != ALEA_OK) {
        http_refuse(reply, 503, "not_stored", "It could not be removed: try again.");
        return;
    }
    games_forget(s->play, g);
    lobby_change(s->play);
    http_answer(reply, 200, json_pack("{sb}", "ok", 1));
}

/* ---- looking ---- */

void games_http_state(server *s, http_request *request, http_reply *reply)
{
    game *g = find(s, request, reply);
    json_out o = {0};
    if (!g || !may_look(g, request, reply)) return;
    clock_account(g, server_now());
    state_begin(&o, g);
    out_key(&o, "rules");
    state_write_rules(&o, &g->record.rules);
    state_end(s->play, &o, g, game_seat_of(g, request->who.user));
    game_http_text(reply, 200, &o);
}

static void send_file(http_reply *reply, const game *g, alea_format format, char *bytes,
                      size_t size)
{
    reply->status = 200;
    reply->type = "application/octet-stream";
    reply->body = bytes;
    reply->size = size;
    snprintf(reply->disposition, sizeof reply->disposition,
             "attachment; filename=\"alea-%s.%s\"", g->id, alea_format_suffix(format));
}

void games_http_file(server *s, http_request *request, http_reply *reply)
{
    char name[16];
    alea_error error = {0};
    game *g = find(s, request, reply);
    if (!g || !may_look(g, request, reply)) return;
    if (!http_query(request, "format", name, sizeof name))
        snprintf(name, 16, "journal");
    const alea_format format = alea_format_find(name);
    if (!alea_format_writable(format)) {
        http_refuse(reply, 400, "bad_format", "There is no such format to write.");
        return;
    }
    if (g->plan.rated && g->stage != STAGE_OVER) {
        http_refuse(reply, 409, "rated", "A rated game is given out when it is over.");
        return;
    }
    char *bytes = NULL;
    size_t size = 0;
    game_tag(g);
    if (alea_export(&g->record, format, NULL, &bytes, &size, &error) == ALEA_OK)
        send_file(reply, g, format, bytes, size);
    else
        http_refuse(reply, 422, "not_written", "%s", error.reason);
}

void games_http_dice(server *s, http_request *request, http_reply *reply)
{
    char *bytes = NULL;
    size_t size = 0;
    game *g = find(s, request, reply);
    if (!g || !may_look(g, request, reply)) return;
    if (g->stage != STAGE_OVER)
        http_refuse(reply, 409, "sealed",
                    "The dice are sealed until the game is over.");
    else if (game_journal(g, &bytes, &size) == ALEA_OK)
        send_file(reply, g, ALEA_FORMAT_JOURNAL, bytes, size);
    else
        http_refuse(reply, 503, "memory", "The server is short of memory.");
}

/* ---- the table of dice ---- */

typedef struct dice_count {
    int rolls, doubles, pips, faces[6];
} dice_count;

static void count_roll(dice_count *c, const alea_rules *rules, alea_roll roll)
{
    const bool is_double = alea_roll_is_double(roll);
    const int sum = roll.die[0] + roll.die[1];
    c->rolls++;
    c->doubles += is_double;
    c->pips += is_double ? rules->play.double_moves * roll.die[0] : sum;
    for (int i = 0; i < 2; i++) c->faces[roll.die[i] - 1]++;
}

static void write_counts(json_out *o, const int *counts, int n)
{
    out_key(o, "counts");
    out_open(o, '[');
    for (int i = 0; i < n; i++) out_int(o, counts[i]);
    out_close(o, ']');
}

void games_http_dice_table(server *s, http_request *request, http_reply *reply)
{
    game *g = find(s, request, reply);
    dice_count of[2] = {{0}};
    int counts[ALEA_ROLLS] = {0}, rolls = 0;
    json_out o = {0};
    if (!g || !may_look(g, request, reply)) return;
    const alea_rules *rules = &g->record.rules;
    for (size_t i = 0; i < g->record.entries; i++) {
        const alea_event *event = &g->record.entry[i].event;
        if (event->type != ALEA_EVENT_ROLL && event->type != ALEA_EVENT_OPENING)
            continue;
        counts[alea_roll_index(event->roll)]++;
        rolls++;
        if (event->type == ALEA_EVENT_ROLL)
            count_roll(&of[event->by], rules, event->roll);
    }
    out_open(&o, '{');
    out_key_int(&o, "rolls", rolls);
    write_counts(&o, counts, ALEA_ROLLS);
    out_key(&o, "players");
    out_open(&o, '[');
    for (int i = 0; i < 2; i++) {
        /* 7 pips for each roll, and for a double as many again. */
        const double expected =
            of[i].rolls * (7.0 + (rules->play.double_moves - 2) * 21.0 / 36.0);
        out_open(&o, '{');
        out_key_int(&o, "rolls", of[i].rolls);
        out_key_int(&o, "doubles", of[i].doubles);
        out_key_int(&o, "pips", of[i].pips);
        out_key(&o, "expected_pips");
        out_real(&o, expected, 2);
        write_counts(&o, of[i].faces, 6);
        out_close(&o, '}');
    }
    out_close(&o, ']');
    out_close(&o, '}');
    game_http_text(reply, 200, &o);
}
