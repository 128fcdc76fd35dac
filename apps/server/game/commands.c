/* What players ask for. Nothing here decides a rule: the record does. */
#include "server/game/model/game.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- answers ---- */

void answer_refuse(game_answer *a, const char *code, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    snprintf(a->code, sizeof a->code, "%s", code);
    vsnprintf(a->text, sizeof a->text, format, list);
    va_end(list);
    a->ok = false;
}

/* The option of the rules that a refusal comes from; NULL: none in particular. */
static const char *option_behind(alea_refusal refusal)
{
    switch (refusal) {
    case ALEA_REFUSED_CUBE_OFF: return "cube";
    case ALEA_REFUSED_CUBE_LIMIT: return "cube_limit";
    case ALEA_REFUSED_CUBE_DEAD: return "dead_cube";
    case ALEA_REFUSED_CRAWFORD_GAME: return "crawford";
    case ALEA_REFUSED_BEAVER_NOT_ALLOWED: return "beavers";
    case ALEA_REFUSED_RESIGN_OFF: return "resign";
    case ALEA_REFUSED_ALREADY_ROLLED: return "cube_window";
    case ALEA_REFUSED_ILLEGAL_PLAY: return "illegal_play";
    case ALEA_ACCEPTED:
    case ALEA_REFUSED_WRONG_PHASE:
    case ALEA_REFUSED_NOT_YOUR_TURN:
    case ALEA_REFUSED_BAD_DICE:
    case ALEA_REFUSED_CUBE_NOT_AVAILABLE:
    case ALEA_REFUSED_NOTHING_OFFERED:
    case ALEA_REFUSED_BAD_LEVEL:
    case ALEA_REFUSED_BAD_POSITION:
    case ALEA_REFUSED_BAD_EVENT: break;
    }
    return NULL;
}

static const char *note_behind(const alea_rules *rules, alea_refusal refusal)
{
    const char *option = option_behind(refusal);
    const alea_rule_note *note;
    for (int i = 0; option && (note = alea_preset_note(rules->preset, i)); i++)
        if (note->option && strcmp(note->option, option) == 0)
            return note->source ? note->source : note->text;
    return NULL;
}

void answer_refusal(game_answer *a, const game *g, alea_refusal refusal,
                    alea_play_error play_error)
{
    const alea_rules *rules = &g->record.rules;
    const char *text = alea_refusal_text(refusal);
    a->note = note_behind(rules, refusal);
    if (refusal == ALEA_REFUSED_WRONG_PHASE)
        text = alea_match_waits_for(&g->record.now);
    if (refusal == ALEA_REFUSED_ILLEGAL_PLAY && play_error != ALEA_PLAY_LEGAL) {
        text = alea_play_error_text(play_error);
        a->note = alea_rules_cite_play(rules->preset, play_error);
    }
    answer_refuse(a, alea_refusal_code(refusal), "%s", text);
}

/* ---- who may do what: for the list of actions, and before doing ---- */

static bool would(const game *g, int seat, alea_event_type type)
{
    alea_event event = {.type = type, .by = (alea_player)seat, .level = 1};
    event.roll = (alea_roll){{2, 1}};
    return g->stage == STAGE_PLAYING && g->ended == ENDED_NOT &&
           alea_match_would(&g->record.now, &event) == ALEA_ACCEPTED;
}

/* A roll that cannot be played is nobody's to play: the server passes. */
static bool is_to_play(const game *g, int seat)
{
    return game_to_act(g) == seat && game_phase(g) == ALEA_MATCH_TO_PLAY &&
           !would(g, seat, ALEA_EVENT_PLAY);
}

/* He kept the other waiting until his budget was gone, and is still away. */
static bool has_left(const game *g, int seat)
{
    return g->seat[seat].kind == SEAT_PERSON && !g->seat[seat].online &&
           g->seat[seat].budget_ms <= 0;
}

static bool may_abort(const game *g, int seat)
{
    if (g->stage == STAGE_OVER || g->ended != ENDED_NOT) return false;
    const alea_match *m = &g->record.now;
    const bool is_between_games =
        g->record.rules.match_length == 0 && game_phase(g) == ALEA_MATCH_GAME_OVER;
    /* A game may have been given up without a play: its points count. */
    const bool has_begun =
        g->has_played[0] || g->has_played[1] || m->has_result || m->game > 1;
    return g->stage == STAGE_WAITING || is_between_games || !has_begun ||
           has_left(g, 1 - seat);
}

/* In a finished match: the loser still has the choice to ask for a legal play. */
static bool may_go_on(const game *g, int seat)
{
    const alea_match_phase phase = game_phase(g);
    if (g->stage != STAGE_PLAYING || g->ended != ENDED_NOT || g->seat[seat].ready)
        return false;
    return phase == ALEA_MATCH_GAME_OVER ||
           (phase == ALEA_MATCH_MATCH_OVER && g->record.now.contestable);
}

static bool may_take_back(const game *g, int seat)
{
    return g->stage == STAGE_PLAYING && g->ended == ENDED_NOT && !g->plan.rated &&
           g->takeback_by < 0 && game_takeback_size(g, seat) > 0;
}

static bool may_be_advised(const game *g, int seat)
{
    const alea_match_phase phase = game_phase(g);
    return game_is_machine_game(g) && !g->plan.rated && game_to_act(g) == seat &&
           (phase == ALEA_MATCH_TO_PLAY || phase == ALEA_MATCH_DOUBLE_OFFERED ||
            phase == ALEA_MATCH_TO_ROLL);
}

static bool may_ask_rematch(const game *g, int seat)
{
    return g->stage == STAGE_OVER && !*g->next && g->rematch_by != seat &&
           g->seat[0].kind != SEAT_FREE && g->seat[1].kind != SEAT_FREE;
}

static bool may_say(const game *g, int seat)
{
    return seat >= 0 ||
           (g->plan.spectators && (!g->plan.rated || g->stage == STAGE_OVER));
}

typedef struct match_action {
    const char *name;
    alea_event_type type;
} match_action;
static const match_action match_actions[] = {
    {"roll", ALEA_EVENT_ROLL},
    {"double", ALEA_EVENT_DOUBLE},
    {"take", ALEA_EVENT_TAKE},
    {"drop", ALEA_EVENT_DROP},
    {"beaver", ALEA_EVENT_BEAVER},
    {"raccoon", ALEA_EVENT_RACCOON},
    {"resign", ALEA_EVENT_RESIGN},
    {"accept_resign", ALEA_EVENT_ACCEPT_RESIGN},
    {"reject_resign", ALEA_EVENT_REJECT_RESIGN},
    {"require_legal", ALEA_EVENT_REQUIRE_LEGAL},
};

static const match_action *find_match_action(const char *name)
{
    for (size_t i = 0; i < sizeof match_actions / sizeof *match_actions; i++)
        if (strcmp(match_actions[i].name, name) == 0) return &match_actions[i];
    return NULL;
}

bool game_may(const game *g, int seat, const char *action)
{
    const match_action *of_match = find_match_action(action);
    if (strcmp(action, "say") == 0) return may_say(g, seat);
    if (seat < 0) return false;
    if (of_match) return would(g, seat, of_match->type);
    if (strcmp(action, "play") == 0) return is_to_play(g, seat);
    if (strcmp(action, "play_as_made") == 0)
        return is_to_play(g, seat) && !game_is_machine_game(g) &&
               g->record.rules.illegal_play == ALEA_ILLEGAL_OPPONENT_OPTION;
    if (strcmp(action, "contribute") == 0)
        return g->stage == STAGE_WAITING && !g->seat[seat].contributed;
    if (strcmp(action, "next_game") == 0) return may_go_on(g, seat);
    if (strcmp(action, "takeback") == 0) return may_take_back(g, seat);
    if (strcmp(action, "accept_takeback") == 0 ||
        strcmp(action, "refuse_takeback") == 0)
        return g->takeback_by == 1 - seat;
    if (strcmp(action, "rematch") == 0) return may_ask_rematch(g, seat);
    if (strcmp(action, "abort") == 0) return may_abort(g, seat);
    if (strcmp(action, "hint") == 0 || strcmp(action, "check") == 0)
        return may_be_advised(g, seat);
    return false;
}

/* ---- doing ---- */

/* What a command needs on its way. */
typedef struct command_context {
    games *all;
    game *g;
    int seat;
    const game_command *command;
    game_answer *answer;
} command_context;

static const char *address_of(const command_context *a)
{
    return hub_address(a->all->server->sockets, a->command->socket);
}

/* What a command stores, the machine's answer to it included: some 0.7 KB an event. */
static double stored_kb(const command_context *a, const game_event *h)
{
    const double text = h->kind == GAME_EVENT_SAID ? (double)strlen(h->text) : 0;
    return (game_is_machine_game(a->g) ? 2.8 : 1.4) + text / 1024;
}

static void apply_event(command_context *a, game_event *h)
{
    int wait_s = 0;
    if (!games_may_store(a->all, address_of(a), a->command->who, stored_kb(a, h),
                         &wait_s)) {
        answer_refuse(a->answer, "too_often",
                      "That is all that can be stored for you today: try again in %d "
                      "minutes.",
                      wait_s / 60 + 1);
        return;
    }
    alea_refusal refusal = ALEA_ACCEPTED;
    alea_play_error play_error = ALEA_PLAY_LEGAL;
    const alea_status status = game_do(a->all, a->g, h, a->command->who->user,
                                       a->command->key, &refusal, &play_error);
    if (status == ALEA_ERROR_REFUSED && refusal != ALEA_ACCEPTED) {
        answer_refusal(a->answer, a->g, refusal, play_error);
    } else if (status != ALEA_OK) {
        answer_refuse(a->answer, "not_stored",
                      "It could not be stored, so it did not happen. Try again.");
    } else {
        a->answer->ok = true;
        a->answer->seq = a->g->seq;
        game_advance(a->all, a->g);
    }
}

static void apply_side_event(command_context *a, game_event_kind kind)
{
    game_event h = {.kind = kind, .by = a->seat, .winner = -1};
    apply_event(a, &h);
}

bool game_read_moves(const json_t *value, alea_event *event)
{
    const size_t count = json_array_size(value);
    if (!json_is_array(value) || count > ALEA_MAX_MOVES) return false;
    for (size_t i = 0; i < count; i++) {
        const json_t *move = json_array_get(value, i);
        const json_t *from = json_array_get(move, 0), *to = json_array_get(move, 1);
        if (json_array_size(move) != 2 || !json_is_integer(from) ||
            !json_is_integer(to))
            return false;
        const json_int_t f = json_integer_value(from), t = json_integer_value(to);
        if (f < 1 || f > ALEA_BAR || t < ALEA_OFF || t > 24) return false;
        event->move[i] = (alea_move){(int8_t)f, (int8_t)t, false};
    }
    event->moves = (uint8_t)count;
    return true;
}

static void refuse_fields(command_context *a, const char *text)
{
    answer_refuse(a->answer, "bad_command", "%s", text);
}

static void do_play(command_context *a, bool as_made)
{
    game_event h = {.kind = GAME_EVENT_MATCH,
                    .match = {.type = ALEA_EVENT_PLAY,
                              .by = (alea_player)a->seat,
                              .as_made = as_made}};
    if (!game_read_moves(json_object_get(a->command->body, "moves"), &h.match))
        refuse_fields(a, "'moves' is a list of at most four [from, to].");
    else
        apply_event(a, &h);
}

static void do_match_action(command_context *a, alea_event_type type)
{
    game_event h = {.kind = GAME_EVENT_MATCH,
                    .match = {.type = type, .by = (alea_player)a->seat}};
    if (type == ALEA_EVENT_ROLL)
        h.match.roll = dice_secret_roll(&a->g->secret, game_rolls(a->g));
    if (type == ALEA_EVENT_RESIGN) {
        const json_t *level = json_object_get(a->command->body, "level");
        const json_int_t number = json_integer_value(level);
        h.match.level =
            json_is_integer(level) && number >= 1 && number <= 3 ? (uint8_t)number : 0;
    }
    apply_event(a, &h);
}

/* 1 to 64 printable ASCII characters; '|' stands between the two players' words. */
static bool is_entropy(const char *words, size_t length)
{
    if (!words || length < 1 || length > ENTROPY_MOST) return false;
    for (size_t i = 0; i < length; i++)
        if (words[i] < ' ' || words[i] > '~' || words[i] == '|') return false;
    return true;
}

static void do_contribute(command_context *a)
{
    const json_t *words = json_object_get(a->command->body, "words");
    game_event h = {.kind = GAME_EVENT_CONTRIBUTED,
                    .by = a->seat,
                    .text = json_string_value(words)};
    if (!is_entropy(h.text, json_string_length(words)))
        refuse_fields(a, "'words' are 1 to 64 printable ASCII characters without '|'.");
    else
        apply_event(a, &h);
}

static void do_takeback(command_context *a, int of_seat)
{
    game_event h = {.kind = GAME_EVENT_TAKEBACK,
                    .by = of_seat,
                    .entries = (int)game_takeback_size(a->g, of_seat)};
    a->g->think_generation =
        ++a->all->think_generations; /* what the machine is thinking about is no more */
    a->g->is_thinking = false;
    apply_event(a, &h);
}

static void do_rematch(command_context *a)
{
    const game *g = a->g;
    game_seat seats[2];
    alea_status status = ALEA_OK;
    if (!game_is_machine_game(g) && g->rematch_by != 1 - a->seat) {
        apply_side_event(a, GAME_EVENT_REMATCH_ASKED);
        return;
    }
    for (int i = 0; i < 2; i++) {
        const game_seat *s = &g->seat[1 - i];
        seats[i] = (game_seat){.kind = s->kind, .level = s->level};
        memcpy(seats[i].user, s->user, sizeof seats[i].user);
        memcpy(seats[i].name, s->name, sizeof seats[i].name);
    }
    const char *code;
    char text[240];
    if (!game_may_make(a->all, address_of(a), a->command->who, &code, text)) {
        answer_refuse(a->answer, code, "%s", text);
        return;
    }
    const game *made = game_make(a->all, &g->plan, seats, g->host, &status);
    game_event h = {.kind = GAME_EVENT_REMATCH, .by = a->seat};
    if (!made) {
        answer_refuse(a->answer, "not_stored", "The rematch could not be made.");
        return;
    }
    h.next = made->id;
    apply_event(a, &h);
}

/* A session of money games ends with its score; nobody wins a game that never began;
 * who left loses to who stayed. */
static void do_abort(command_context *a)
{
    const game *g = a->g;
    game_event h = {.kind = GAME_EVENT_ABORTED, .by = a->seat, .winner = -1};
    const int points[2] = {alea_match_points(&g->record.now, ALEA_A),
                           alea_match_points(&g->record.now, ALEA_B)};
    const bool is_between_games =
        g->record.rules.match_length == 0 && game_phase(g) == ALEA_MATCH_GAME_OVER;
    if (is_between_games && points[0] != points[1])
        h.winner = points[0] > points[1] ? 0 : 1;
    else if (!is_between_games && has_left(g, 1 - a->seat) &&
             (g->has_played[0] || g->has_played[1]))
        h.winner = a->seat;
    apply_event(a, &h);
}

static bool is_chat(const json_t *value)
{
    const unsigned char *text = (const unsigned char *)json_string_value(value);
    size_t characters = 0;
    if (!text || !*text) return false;
    for (; *text; text++) {
        if (*text < ' ' || *text == 0x7f) return false;
        characters += (*text & 0xc0) != 0x80;
    }
    return characters <= CHAT_MOST;
}

static void do_say(command_context *a)
{
    const json_t *text = json_object_get(a->command->body, "text");
    game_event h = {.kind = GAME_EVENT_SAID,
                    .by = a->seat,
                    .text = json_string_value(text),
                    .name = a->command->who->name};
    if (a->g->said[a->seat < 0 ? 2 : a->seat] >= CHATS_MOST)
        answer_refuse(a->answer, "too_many", "Enough has been said in this game.");
    else if (!is_chat(text))
        refuse_fields(a, "'text' is 1 to 300 characters on one line.");
    else
        apply_event(a, &h);
}

static void do_watch(command_context *a)
{
    const game *g = a->g;
    if (!game_may_watch(g, a->seat)) {
        answer_refuse(a->answer, "no_spectators", "This game is without spectators.");
        return;
    }
    if (!hub_watch(a->all->server->sockets, a->command->socket, g->id)) {
        answer_refuse(a->answer, "too_many", "This client watches too many games.");
        return;
    }
    a->answer->ok = true;
    a->answer->seq = g->seq;
    a->answer->after = a->command->at;
    snprintf(a->answer->state, sizeof a->answer->state, "%s", g->id);
}

/* Refused before the rules are asked: what the match does not know of. */
static bool refuse_early(command_context *a, const char *doing)
{
    const game *g = a->g;
    const match_action *of_match = find_match_action(doing);
    const bool plays = of_match || strcmp(doing, "play") == 0;
    game_answer *answer = a->answer;
    if (a->seat < 0 && strcmp(doing, "say") != 0) {
        answer_refuse(answer, "not_your_game", "You do not play in this game.");
        return true;
    }
    if (strcmp(doing, "say") == 0 && !may_say(g, a->seat)) {
        if (!g->plan.spectators)
            answer_refuse(answer, "no_spectators", "This game is without spectators.");
        else
            answer_refuse(answer, "rated", "Spectators do not speak in a rated game.");
        return true;
    }
    if (a->seat < 0 &&
        !hub_is_present(a->all->server->sockets, g->id, a->command->who->user)) {
        answer_refuse(answer, "not_now", "Watch the game to speak in it.");
        return true;
    }
    if (plays && (g->stage != STAGE_PLAYING || g->ended != ENDED_NOT)) {
        const bool waits = g->stage == STAGE_WAITING;
        answer_refuse(answer, waits ? "not_begun" : "over",
                      waits ? "The game has not begun." : "The game is over.");
        return true;
    }
    if (g->plan.rated && (strcmp(doing, "takeback") == 0 ||
                          strcmp(doing, "hint") == 0 || strcmp(doing, "check") == 0)) {
        answer_refuse(answer, "rated", "Not in a rated game.");
        return true;
    }
    if (!plays && !game_may(g, a->seat, doing)) {
        answer_refuse(answer, "not_now", "That cannot be done now.");
        return true;
    }
    return false;
}

static void do_seated(command_context *a)
{
    const char *doing = a->command->doing;
    const match_action *of_match = find_match_action(doing);
    if (refuse_early(a, doing)) return;
    if (of_match)
        do_match_action(a, of_match->type);
    else if (strcmp(doing, "play") == 0 || strcmp(doing, "play_as_made") == 0)
        do_play(a, strcmp(doing, "play") != 0);
    else if (strcmp(doing, "contribute") == 0)
        do_contribute(a);
    else if (strcmp(doing, "next_game") == 0)
        apply_side_event(a, GAME_EVENT_READY);
    else if (strcmp(doing, "takeback") == 0 && game_is_machine_game(a->g))
        do_takeback(a, a->seat);
    else if (strcmp(doing, "takeback") == 0)
        apply_side_event(a, GAME_EVENT_TAKEBACK_ASKED);
    else if (strcmp(doing, "accept_takeback") == 0)
        do_takeback(a, 1 - a->seat);
    else if (strcmp(doing, "refuse_takeback") == 0)
        apply_side_event(a, GAME_EVENT_TAKEBACK_REFUSED);
    else if (strcmp(doing, "rematch") == 0)
        do_rematch(a);
    else if (strcmp(doing, "abort") == 0)
        do_abort(a);
    else if (strcmp(doing, "say") == 0)
        do_say(a);
    else if (strcmp(doing, "hint") == 0)
        advice_hint(a->all, a->g, a->seat, a->command, a->answer);
    else if (strcmp(doing, "check") == 0)
        advice_check(a->all, a->g, a->seat, a->command, a->answer);
    else
        refuse_fields(a, "There is no such command.");
}

/* ---- keys ---- */

static bool repeat_answer(command_context *a)
{
    const char *user = a->command->who->user, *key = a->command->key;
    const int64_t seq =
        storage_event_of_key(a->all->server->store, a->g->id, user, key);
    if (seq > 0) {
        *a->answer = (game_answer){.ok = true, .seq = seq};
        return true;
    }
    for (int i = 0; a->g->refused && i < REFUSED_KEPT; i++) {
        const refused_key *k = &a->g->refused[i];
        if (strcmp(k->key, key) != 0 || strcmp(k->user, user) != 0) continue;
        answer_refuse(a->answer, k->code, "%s", k->text);
        a->answer->note = k->note;
        return true;
    }
    return false;
}

static void remember_refusal(command_context *a)
{
    game *g = a->g;
    if (!g->refused) g->refused = calloc(REFUSED_KEPT, sizeof *g->refused);
    if (!g->refused) return;
    refused_key *k = &g->refused[g->refused_next];
    g->refused_next = (g->refused_next + 1) % REFUSED_KEPT;
    *k = (refused_key){.note = a->answer->note};
    snprintf(k->user, sizeof k->user, "%s", a->command->who->user);
    snprintf(k->key, sizeof k->key, "%s", a->command->key);
    memcpy(k->code, a->answer->code, sizeof k->code);
    memcpy(k->text, a->answer->text, sizeof k->text);
}

void games_command(games *all, const game_command *command, game_answer *answer)
{
    *answer = (game_answer){.ok = false};
    if (strcmp(command->doing, "unwatch") == 0) {
        hub_unwatch(all->server->sockets, command->socket, command->game);
        answer->ok = true;
        return;
    }
    game *g = games_find(all, command->game);
    if (!g) {
        answer_refuse(answer, "no_such_game", "There is no such game.");
        return;
    }
    command_context a = {.all = all,
                         .g = g,
                         .seat = game_seat_of(g, command->who->user),
                         .command = command,
                         .answer = answer};
    g->touched = server_now();
    if (strcmp(command->doing, "watch") == 0) {
        do_watch(&a);
        return;
    }
    if (repeat_answer(&a)) return;
    if (command->at > g->seq || (command->at >= 0 && command->at < g->play_seq))
        answer_refuse(answer, "stale", "The game has gone on since.");
    else
        do_seated(&a);
    /* A failure of the storage has forgotten the room, and may be tried again; so may
     * what came too often. */
    if (!answer->ok && !answer->later && strcmp(answer->code, "not_stored") != 0 &&
        strcmp(answer->code, "too_often") != 0)
        remember_refusal(&a);
}
