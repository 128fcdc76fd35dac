#include "protocol.h"

#include "challenges.h"
#include "lobby.h"

#include "server/game/host/clocks.h"
#include "server/game/host/commit.h"
#include "server/game/host/fetch.h"
#include "server/game/host/keys.h"
#include "server/game/host/make.h"
#include "server/game/host/presence.h"
#include "server/game/machine/machine.h"
#include "server/storage/chouette/kept.h"
#include "server/storage/clubs/clubs.h"
#include "server/storage/family/family.h"
#include "server/storage/tournaments.h"
#include "server/support/system.h"

#include <stdlib.h>
#include <string.h>

enum {
    CHAT_MOST = 300,  /* characters of a message */
    CHATS_MOST = 1000 /* chat messages of each player, and of all others together */
};

static const char *address_of(const command_context *c)
{
    return connections_address(c->all->parts.sockets, c->socket);
}

static void refuse_fields(command_context *c, const char *text)
{
    answer_refuse(&c->answer, "bad_command", "%s", text);
}

/* ---- events ---- */

/* KB stored for the event and, in a game against the machine, its reply: an event takes
 * about 0.7 KB. */
static double stored_kb(const command_context *c, const game_event *e)
{
    const double text = e->kind == GAME_EVENT_SAID ? (double)strlen(e->text) : 0;
    return (game_is_machine_game(c->game) ? 2.8 : 1.4) + text / 1024;
}

static bool may_store(command_context *c, const game_event *e)
{
    int wait_s = 0;
    if (limits_take_storage(c->all->parts.limit, address_of(c), c->who.user,
                            c->who.guest, stored_kb(c, e), server_ticks(), &wait_s))
        return true;
    answer_refuse(&c->answer, "too_often",
                  "You have reached your storage limit for today: "
                  "try again in %d minutes.",
                  wait_s / 60 + 1);
    c->answer.again = true;
    return false;
}

static void apply_event(command_context *c, game_event *e)
{
    alea_refusal refusal = ALEA_ACCEPTED;
    alea_play_error play_error = ALEA_PLAY_LEGAL;
    if (!may_store(c, e)) return;
    const alea_status status =
        games_commit(c->all, c->game, e, c->who.user, c->key, &refusal, &play_error);
    if (status == ALEA_ERROR_REFUSED && refusal != ALEA_ACCEPTED) {
        answer_refusal(&c->answer, c->game, refusal, play_error);
    } else if (status != ALEA_OK) {
        answer_refuse(
            &c->answer, "not_stored",
            "The server could not store it, so nothing has changed. Try again.");
        c->answer.again = true;
    } else {
        c->answer.ok = true;
        c->answer.seq = e->seq;
    }
}

static void apply_side_event(command_context *c, game_event_kind kind)
{
    game_event e = {.kind = kind, .by = c->seat, .winner = -1};
    apply_event(c, &e);
}

/* ---- decisions of the match ---- */

static void run_play(command_context *c)
{
    game_event e = {
        .kind = GAME_EVENT_MATCH,
        .match = {.type = ALEA_EVENT_PLAY,
                  .by = (alea_player)c->seat,
                  .as_made = c->command == &game_commands[COMMAND_PLAY_AS_MADE]}};
    if (!event_read_moves(json_object_get(c->body, "moves"), &e.match))
        refuse_fields(c, "'moves' is a list of at most four [from, to].");
    else
        apply_event(c, &e);
}

static void run_decision(command_context *c)
{
    game_event e = {.kind = GAME_EVENT_MATCH,
                    .match = {.type = c->command->event, .by = (alea_player)c->seat}};
    apply_event(c, &e);
}

static void run_roll(command_context *c)
{
    game_event e = {
        .kind = GAME_EVENT_MATCH,
        .match = {.type = ALEA_EVENT_ROLL,
                  .by = (alea_player)c->seat,
                  .roll = dice_secret_roll(&c->game->secret, game_rolls(c->game))}};
    apply_event(c, &e);
}

static void run_resign(command_context *c)
{
    const json_t *level = json_object_get(c->body, "level");
    const json_int_t number = json_integer_value(level);
    const bool known = json_is_integer(level) && number >= 1 && number <= 3;
    game_event e = {.kind = GAME_EVENT_MATCH,
                    .match = {.type = ALEA_EVENT_RESIGN,
                              .by = (alea_player)c->seat,
                              .win_class = known ? (uint8_t)number : 0}};
    apply_event(c, &e);
}

/* ---- around the match ---- */

/* 1 to 64 printable ASCII characters but '|', which separates the two contributions. */
static bool is_entropy(const char *words, size_t length)
{
    if (!words || length < 1 || length > ENTROPY_MOST) return false;
    for (size_t i = 0; i < length; i++)
        if (words[i] < ' ' || words[i] > '~' || words[i] == '|') return false;
    return true;
}

/* Whether these words match the player's commitment, if there is one. */
static bool keeps_commitment(const command_context *c, const char *words)
{
    char hash[DICE_HASH_HEX];
    const char *committed = c->game->seat[c->seat].committed;
    dice_words_hash(c->game->secret.game_id, words, hash);
    return !*committed || strcmp(hash, committed) == 0;
}

static void run_contribute(command_context *c)
{
    const json_t *words = json_object_get(c->body, "words");
    game_event e = {.kind = GAME_EVENT_CONTRIBUTED,
                    .by = c->seat,
                    .text = json_string_value(words)};
    if (!is_entropy(e.text, json_string_length(words)))
        refuse_fields(c, "'words' are 1 to 64 printable ASCII characters without '|'.");
    else if (!keeps_commitment(c, e.text))
        answer_refuse(&c->answer, "wrong_words",
                      "These are not the words that you committed to.");
    else
        apply_event(c, &e);
}

static bool is_hash(const char *hash, size_t length)
{
    return hash && length == DICE_HASH_HEX - 1 &&
           strspn(hash, "0123456789abcdef") == length;
}

static void run_commit(command_context *c)
{
    const json_t *hash = json_object_get(c->body, "hash");
    game_event e = {
        .kind = GAME_EVENT_COMMITTED, .by = c->seat, .text = json_string_value(hash)};
    if (!is_hash(e.text, json_string_length(hash)))
        refuse_fields(c, "'hash' is a SHA-256 as 64 digits 0 to 9 and a to f.");
    else
        apply_event(c, &e);
}

static void run_next_game(command_context *c)
{
    apply_side_event(c, GAME_EVENT_READY);
}

static void take_back(command_context *c, int seat)
{
    game_event e = {.kind = GAME_EVENT_TAKEBACK,
                    .by = seat,
                    .entries = (int)game_takeback_size(c->game, seat)};
    apply_event(c, &e);
}

static void run_takeback(command_context *c)
{
    if (game_is_machine_game(c->game))
        take_back(c, c->seat);
    else
        apply_side_event(c, GAME_EVENT_TAKEBACK_ASKED);
}

static void run_accept_takeback(command_context *c)
{
    take_back(c, 1 - c->seat);
}

static void run_refuse_takeback(command_context *c)
{
    apply_side_event(c, GAME_EVENT_TAKEBACK_REFUSED);
}

/* The new game of a rematch, with the seats exchanged; NULL after a refusal. */
static game *make_rematch(command_context *c)
{
    const game *g = c->game;
    game_seat seats[2];
    alea_status status = ALEA_OK;
    const char *code;
    char text[240];
    for (int i = 0; i < 2; i++) {
        const game_seat *s = &g->seat[1 - i];
        seats[i] = (game_seat){.kind = s->kind, .guest = s->guest, .level = s->level};
        memcpy(seats[i].user, s->user, sizeof seats[i].user);
        memcpy(seats[i].name, s->name, sizeof seats[i].name);
    }
    if (!game_may_make(c->all, address_of(c), &c->who, &code, text)) {
        answer_refuse(&c->answer, code, "%s", text);
        c->answer.again = strcmp(code, "too_many_games") != 0;
        return NULL;
    }
    game *made = game_make(c->all, &g->plan, seats, g->host, &status);
    if (made) return made;
    answer_refuse(&c->answer, "not_stored", "The rematch could not be made.");
    c->answer.again = true;
    return NULL;
}

static void run_rematch(command_context *c)
{
    if (!game_is_machine_game(c->game) && c->game->rematch_by != 1 - c->seat) {
        apply_side_event(c, GAME_EVENT_REMATCH_ASKED);
        return;
    }
    game *made = make_rematch(c);
    if (!made) return;
    game_event e = {.kind = GAME_EVENT_REMATCH, .by = c->seat, .next = made->id};
    apply_event(c, &e);
    game_unhold(c->all, made);
}

/* A money session ends with its score. A game without a play has no winner. A player
 * who left loses to the one who stayed. */
static void run_abort(command_context *c)
{
    const game *g = c->game;
    game_event e = {.kind = GAME_EVENT_ABORTED, .by = c->seat, .winner = -1};
    const int points[2] = {alea_match_points(&g->record.now, ALEA_A),
                           alea_match_points(&g->record.now, ALEA_B)};
    const bool is_between_games = game_is_between_money_games(g);
    if (is_between_games && points[0] != points[1])
        e.winner = points[0] > points[1] ? 0 : 1;
    else if (!is_between_games && right_was_left(g, 1 - c->seat) && game_has_begun(g))
        e.winner = c->seat;
    apply_event(c, &e);
}

/* Not remembered under the key, because the next try may succeed. */
static void refuse_storage(command_context *c)
{
    answer_refuse(&c->answer, "storage",
                  "The server cannot reach its data just now. Try again.");
    c->answer.again = true;
}

static void send_state(command_context *c)
{
    publish_state_to(c->all, c->game, c->socket, c->who.user);
}

/* Reads one answer: yes, no, or null for none. */
static bool read_ahead(const json_t *body, const char *field, const char *yes,
                       const char *no, game_answer_ahead *out)
{
    const json_t *value = json_object_get(body, field);
    const char *text = json_string_value(value);
    *out = !text ? AHEAD_NONE : strcmp(text, yes) == 0 ? AHEAD_YES : AHEAD_NO;
    if (!value || json_is_null(value)) return true;
    return text && (*out == AHEAD_YES || strcmp(text, no) == 0);
}

/* Not an event: the opponent is not to know of it. */
static void run_ahead(command_context *c)
{
    game *g = c->game;
    const game_event size = {.kind = GAME_EVENT_READY};
    game_condition said = {.seq = g->seq, .entries = g->record.entries};
    if (!read_ahead(c->body, "double", "take", "drop", &said.to_double) ||
        !read_ahead(c->body, "resign", "accept", "reject", &said.to_resign)) {
        refuse_fields(c, "'double' is take, drop or null, 'resign' accept, reject or "
                         "null.");
        return;
    }
    if (!may_store(c, &size)) return;
    if (!days_keep_ahead(c->all, g, c->seat, &said)) {
        refuse_storage(c);
        return;
    }
    c->answer.ok = true;
    c->answer.seq = g->seq;
    c->then = send_state;
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

static void run_say(command_context *c)
{
    const json_t *text = json_object_get(c->body, "text");
    game_event e = {.kind = GAME_EVENT_SAID,
                    .by = c->seat,
                    .text = json_string_value(text),
                    .name = c->who.name};
    const char *name;
    const storage_answer unread =
        challenges_unread_by(c->all, c->game, c->who.user, &name);
    if (unread == ANSWER_FAILED) {
        refuse_storage(c);
        return;
    }
    if (unread == ANSWER_FOUND) {
        answer_refuse(&c->answer, "blocked", "%s does not read what you write.", name);
        return;
    }
    if (c->game->said[c->seat < 0 ? 2 : c->seat] >= CHATS_MOST)
        answer_refuse(&c->answer, "too_many",
                      "This game has reached its limit of chat messages.");
    else if (!is_chat(text))
        refuse_fields(c, "'text' is 1 to 300 characters on one line.");
    else
        apply_event(c, &e);
}

/* ---- about connections ---- */

static void run_watch(command_context *c)
{
    const game *g = c->game;
    if (!game_may_watch(g, c->seat)) {
        answer_refuse(&c->answer, "no_spectators",
                      "This game does not allow spectators.");
        return;
    }
    if (!connections_watch(c->all->parts.sockets, c->socket, g->id)) {
        answer_refuse(&c->answer, "too_many", "This client watches too many games.");
        return;
    }
    c->answer.ok = true;
    c->answer.seq = g->seq;
    c->then = missed_send;
}

static void run_unwatch(command_context *c)
{
    connections_unwatch(c->all->parts.sockets, c->socket, c->id);
    c->answer.ok = true;
}

static void send_lobby(command_context *c)
{
    size_t size = 0;
    const char *text = lobby_message(c->all, &size);
    if (text) connections_send_text(c->all->parts.sockets, c->socket, NULL, text, size);
}

static void run_lobby(command_context *c)
{
    const json_t *on = json_object_get(c->body, "on");
    if (!json_is_boolean(on)) {
        refuse_fields(c, "'on' must be true or false.");
        return;
    }
    connections_set_lobby(c->all->parts.sockets, c->socket, json_is_true(on));
    c->answer.ok = true;
    if (json_is_true(on)) c->then = send_lobby;
}

/* Tournaments, clubs and tables are watched as games are: by their identifiers. NULL:
 * `name` has none in the command, or 'on' is missing, which is refused then. */
static const char *followed(command_context *c, const char *name)
{
    const json_t *id = json_object_get(c->body, name);
    if (!json_is_boolean(json_object_get(c->body, "on"))) {
        refuse_fields(c, "'on' must be true or false.");
        return NULL;
    }
    return id_is_valid(json_string_value(id), json_string_length(id))
               ? json_string_value(id)
               : "";
}

/* `last`: the number of its last change. */
static void follow(command_context *c, const char *id, storage_answer answer,
                   int64_t last, const char *absent, const char *text)
{
    connections *sockets = c->all->parts.sockets;
    const bool on = json_is_true(json_object_get(c->body, "on"));
    if (answer == ANSWER_FAILED) {
        answer_refuse(&c->answer, "storage",
                      "The server cannot reach its data just now. Try again.");
    } else if (answer == ANSWER_ABSENT) {
        answer_refuse(&c->answer, absent, "%s", text);
    } else if (on && !connections_watch(sockets, c->socket, id)) {
        answer_refuse(&c->answer, "too_many", "This client watches too much.");
    } else {
        if (!on) connections_unwatch(sockets, c->socket, id);
        c->answer.ok = true;
        c->answer.seq = last;
    }
}

static void run_tournament(command_context *c)
{
    storage_tournament found = {.last = 0};
    const char *id = followed(c, "tournament");
    if (!id) return;
    const storage_answer answer =
        *id ? storage_tournament_get(c->all->parts.store, id, &found) : ANSWER_ABSENT;
    follow(c, id, answer, found.last, "no_such_tournament",
           "There is no such tournament.");
}

static void run_chouette(command_context *c)
{
    storage_chouette found = {.last = 0};
    const char *id = followed(c, "chouette");
    if (!id) return;
    const storage_answer answer =
        *id ? storage_chouette_get(c->all->parts.store, id, &found) : ANSWER_ABSENT;
    follow(c, id, answer, found.last, "no_such_chouette", "There is no such chouette.");
}

static void run_club(command_context *c)
{
    storage_club found = {.last = 0};
    const char *id = followed(c, "club");
    if (!id) return;
    const storage_answer answer =
        *id ? storage_club_get(c->all->parts.store, id, &found) : ANSWER_ABSENT;
    follow(c, id, answer, found.last, "no_such_club", "There is no such club.");
}

static void run_table(command_context *c)
{
    storage_family found = {.last = 0};
    const char *id = followed(c, "table");
    const char *given = json_string_value(json_object_get(c->body, "table"));
    if (!id) return;
    /* Not one table, but the list of those that anybody may join. */
    const bool is_list = given && strcmp(given, "open") == 0;
    if (is_list) id = given;
    const storage_answer answer =
        is_list ? ANSWER_FOUND
        : *id   ? storage_family_get(c->all->parts.store, id, &found)
                : ANSWER_ABSENT;
    follow(c, id, answer, found.last, "no_such_table", "There is no such table.");
}

static void run_cancel(command_context *c)
{
    const json_t *value = json_object_get(c->body, "job");
    const char *id = json_string_value(value);
    c->answer.ok = id_is_valid(id, json_string_length(value)) &&
                   jobs_cancel(c->all->parts.work, id, c->who.user);
    if (!c->answer.ok)
        answer_refuse(&c->answer, "no_such_job", "You have no such job.");
}

static void run_ping(command_context *c)
{
    c->answer.ok = true;
    c->answer.time = server_now();
}

/* ---- the table ---- */

enum {
    IN_GAME = FIELD_GAME | FIELD_AT,
    KEYED = COMMAND_KEYED,
    BY_RULES = COMMAND_KEYED | COMMAND_BY_RULES,
    UNRATED = COMMAND_KEYED | COMMAND_UNRATED
};

/* clang-format off */
const command game_commands[COMMANDS] = {
    [COMMAND_CONTRIBUTE] = {"contribute", IN_GAME | FIELD_WORDS, KEYED,
                            right_to_contribute, 0, run_contribute},
    [COMMAND_COMMIT] = {"commit", IN_GAME | FIELD_HASH, KEYED | COMMAND_UNLISTED,
                        right_to_commit, 0, run_commit},
    [COMMAND_ROLL] = {"roll", IN_GAME, BY_RULES,
                      right_to_decide, ALEA_EVENT_ROLL, run_roll},
    [COMMAND_DOUBLE] = {"double", IN_GAME, BY_RULES,
                        right_to_decide, ALEA_EVENT_DOUBLE, run_decision},
    [COMMAND_TAKE] = {"take", IN_GAME, BY_RULES,
                      right_to_decide, ALEA_EVENT_TAKE, run_decision},
    [COMMAND_DROP] = {"drop", IN_GAME, BY_RULES,
                      right_to_decide, ALEA_EVENT_DROP, run_decision},
    [COMMAND_BEAVER] = {"beaver", IN_GAME, BY_RULES,
                        right_to_decide, ALEA_EVENT_BEAVER, run_decision},
    [COMMAND_RACCOON] = {"raccoon", IN_GAME, BY_RULES,
                         right_to_decide, ALEA_EVENT_RACCOON, run_decision},
    [COMMAND_PLAY] = {"play", IN_GAME | FIELD_MOVES, BY_RULES,
                      right_to_play, 0, run_play},
    [COMMAND_PLAY_AS_MADE] = {"play_as_made", IN_GAME | FIELD_MOVES, KEYED,
                              right_to_play_as_made, 0, run_play},
    [COMMAND_REQUIRE_LEGAL] = {"require_legal", IN_GAME, BY_RULES,
                               right_to_decide, ALEA_EVENT_REQUIRE_LEGAL, run_decision},
    [COMMAND_RESIGN] = {"resign", IN_GAME | FIELD_LEVEL, BY_RULES,
                        right_to_decide, ALEA_EVENT_RESIGN, run_resign},
    [COMMAND_ACCEPT_RESIGN] = {"accept_resign", IN_GAME, BY_RULES,
                               right_to_decide, ALEA_EVENT_ACCEPT_RESIGN, run_decision},
    [COMMAND_REJECT_RESIGN] = {"reject_resign", IN_GAME, BY_RULES,
                               right_to_decide, ALEA_EVENT_REJECT_RESIGN, run_decision},
    [COMMAND_NEXT_GAME] = {"next_game", IN_GAME, KEYED,
                           right_to_go_on, 0, run_next_game},
    [COMMAND_TAKEBACK] = {"takeback", IN_GAME, UNRATED,
                          right_to_take_back, 0, run_takeback},
    [COMMAND_ACCEPT_TAKEBACK] = {"accept_takeback", IN_GAME, KEYED,
                                 right_to_answer_takeback, 0, run_accept_takeback},
    [COMMAND_REFUSE_TAKEBACK] = {"refuse_takeback", IN_GAME, KEYED,
                                 right_to_answer_takeback, 0, run_refuse_takeback},
    [COMMAND_AHEAD] = {"ahead", IN_GAME | FIELD_DOUBLE | FIELD_RESIGN, KEYED,
                       right_to_say_ahead, 0, run_ahead},
    [COMMAND_REMATCH] = {"rematch", IN_GAME, KEYED, right_to_rematch, 0, run_rematch},
    [COMMAND_ABORT] = {"abort", IN_GAME, KEYED, right_to_abort, 0, run_abort},
    [COMMAND_HINT] = {"hint", IN_GAME, UNRATED, right_to_advice, 0, advice_hint},
    [COMMAND_CHECK] = {"check", IN_GAME | FIELD_MOVES | FIELD_ACTION, UNRATED,
                       right_to_advice, 0, advice_check},
    [COMMAND_SAY] = {"say", IN_GAME | FIELD_TEXT, KEYED | COMMAND_OF_ALL,
                     right_to_say, 0, run_say},
    [COMMAND_WATCH] = {"watch", FIELD_GAME | FIELD_AFTER, COMMAND_OF_ALL,
                       NULL, 0, run_watch},
    [COMMAND_OUTLOOK] = {"outlook", FIELD_GAME, COMMAND_OF_ALL,
                         NULL, 0, outlook_ask},
    [COMMAND_UNWATCH] = {"unwatch", FIELD_GAME, COMMAND_OF_ALL, NULL, 0, run_unwatch},
    [COMMAND_LOBBY] = {"lobby", FIELD_ON, COMMAND_OF_ALL, NULL, 0, run_lobby},
    [COMMAND_TOURNAMENT] = {"tournament", FIELD_TOURNAMENT | FIELD_ON, COMMAND_OF_ALL,
                            NULL, 0, run_tournament},
    [COMMAND_CLUB] = {"club", FIELD_CLUB | FIELD_ON, COMMAND_OF_ALL, NULL, 0, run_club},
    [COMMAND_TABLE] = {"table", FIELD_TABLE | FIELD_ON, COMMAND_OF_ALL, NULL, 0,
                       run_table},
    [COMMAND_CHOUETTE] = {"chouette", FIELD_CHOUETTE | FIELD_ON, COMMAND_OF_ALL,
                          NULL, 0, run_chouette},
    [COMMAND_CANCEL] = {"cancel", FIELD_JOB, COMMAND_OF_ALL, NULL, 0, run_cancel},
    [COMMAND_PING] = {"ping", 0, COMMAND_OF_ALL, NULL, 0, run_ping},
};
/* clang-format on */

command_kind game_command_find(const char *name)
{
    int i = 0;
    while (name && i < COMMANDS && strcmp(game_commands[i].name, name) != 0) i++;
    return name ? (command_kind)i : COMMANDS;
}

/* ---- before a command of a game is run ---- */

/* Fills the answer and returns true if the command is refused for a reason that the
 * rules of the game do not know. */
static bool refuse_early(command_context *c)
{
    const game *g = c->game;
    const unsigned flags = c->command->flags;
    game_answer *answer = &c->answer;
    if (c->seat < 0 && !(flags & COMMAND_OF_ALL)) {
        answer_refuse(answer, "not_your_game", "You do not play in this game.");
    } else if (c->seat < 0 && !command_may(c->command, g, c->seat)) {
        if (!g->plan.spectators)
            answer_refuse(answer, "no_spectators",
                          "This game does not allow spectators.");
        else
            answer_refuse(answer, "rated", "Spectators cannot chat in a rated game.");
    } else if (c->seat < 0 &&
               !connections_is_present(c->all->parts.sockets, g->id, c->who.user)) {
        answer_refuse(answer, "not_now",
                      "Only watchers can chat: watch the game first.");
    } else if ((flags & COMMAND_BY_RULES) &&
               (g->stage != STAGE_PLAYING || g->ended != ENDED_NOT)) {
        const bool waits = g->stage == STAGE_WAITING;
        answer_refuse(answer, waits ? "not_begun" : "over",
                      waits ? "The game has not begun." : "The game is over.");
    } else if (g->plan.rated && (flags & COMMAND_UNRATED)) {
        answer_refuse(answer, "rated", "This is not possible in a rated game.");
    } else if (!(flags & COMMAND_BY_RULES) && !command_may(c->command, g, c->seat)) {
        answer_refuse(answer, "not_now", "This is not possible now.");
    } else {
        return false;
    }
    return true;
}

/* ---- keys ---- */

static bool repeat_answer(command_context *c)
{
    game *g = c->game;
    const int64_t seq =
        keys_may_have(c->all->parts.store, c->game, c->who.user, c->key)
            ? storage_event_of_key(c->all->parts.store, g->id, c->who.user, c->key)
            : 0;
    if (seq > 0) {
        c->answer = (game_answer){.ok = true, .seq = seq};
        return true;
    }
    if (seq < 0) {
        refuse_storage(c);
        return true;
    }
    for (int i = 0; g->live->refused && i < REFUSED_KEPT; i++) {
        const refused_key *k = &g->live->refused[i];
        if (strcmp(k->key, c->key) != 0 || strcmp(k->user, c->who.user) != 0) continue;
        answer_refuse(&c->answer, k->code, "%s", k->text);
        c->answer.note = k->note;
        return true;
    }
    return false;
}

static void remember_refusal(const command_context *c)
{
    game *g = c->game;
    if (!g->live->refused)
        g->live->refused = calloc(REFUSED_KEPT, sizeof *g->live->refused);
    if (!g->live->refused) return;
    refused_key *k = &g->live->refused[g->live->refused_next];
    g->live->refused_next = (g->live->refused_next + 1) % REFUSED_KEPT;
    *k = (refused_key){.note = c->answer.note};
    snprintf(k->user, sizeof k->user, "%s", c->who.user);
    snprintf(k->key, sizeof k->key, "%s", c->key);
    memcpy(k->code, c->answer.code, sizeof k->code);
    memcpy(k->text, c->answer.text, sizeof k->text);
}

static void do_keyed(command_context *c)
{
    const game *g = c->game;
    if (repeat_answer(c)) return;
    if (c->at > g->seq || (c->at >= 0 && c->at < g->play_seq))
        answer_refuse(&c->answer, "stale", "The game has changed since then.");
    else if (!refuse_early(c))
        c->command->run(c);
    if (!c->answer.ok && !c->answer.later && !c->answer.again) remember_refusal(c);
}

void game_command_do(command_context *c)
{
    const bool needs_game =
        (c->command->fields & FIELD_GAME) && c->command->run != run_unwatch;
    alea_status status = ALEA_OK;
    if (needs_game && !(c->game = games_fetch(c->all, c->id, &status))) {
        if (status == ALEA_ERROR_ARGUMENT)
            answer_refuse(&c->answer, "no_such_game", "There is no such game.");
        else if (status == ALEA_ERROR_REFUSED)
            c->elsewhere = true;
        else
            answer_refuse(&c->answer, "not_readable",
                          "The server cannot read this game now.");
        return;
    }
    if (c->game) {
        c->seat = game_seat_of(c->game, c->who.user);
        c->game->live->touched = games_clock(c->all);
    }
    if (c->command->flags & COMMAND_KEYED)
        do_keyed(c);
    else
        c->command->run(c);
}
