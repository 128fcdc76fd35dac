#include "referee_json.h"

#include "cli/question/answers.h"
#include "json/text.h"

#include <alea/notation.h>

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

static void say(char message[REFEREE_MESSAGE_SIZE], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void say(char message[REFEREE_MESSAGE_SIZE], const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, REFEREE_MESSAGE_SIZE, format, arguments);
    va_end(arguments);
}

/* --- events --- */

typedef struct event_word {
    const char *word;
    alea_event_type type;
} event_word;

/* Another name of an event, or the event with that name. */
static bool find_event(const char *word, alea_event_type *type)
{
    static const event_word others[] = {{"pass", ALEA_EVENT_DROP},
                                        {"accept", ALEA_EVENT_TAKE}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i].word, word) == 0) {
            *type = others[i].type;
            return true;
        }
    /* Only match files hold a settlement; it is not an event of play. */
    for (int i = 0; i < ALEA_EVENT_SETTLE; i++)
        if (strcmp(alea_event_name((alea_event_type)i), word) == 0) {
            *type = (alea_event_type)i;
            return true;
        }
    return false;
}

static bool bad(referee_request *request, const char *what)
{
    request->kind = REQUEST_BAD;
    say(request->message, "%s", what);
    return false;
}

static bool read_player(const json_t *value, alea_player *player)
{
    const char *text = json_string_value(value);
    if (!text || (strcmp(text, "A") != 0 && strcmp(text, "B") != 0)) return false;
    *player = *text == 'A' ? ALEA_A : ALEA_B;
    return true;
}

/* Any integer; what no die shows stays something that no die shows. */
static bool read_die(const json_t *value, uint8_t *die)
{
    if (!json_is_integer(value)) return false;
    json_int_t number = json_integer_value(value);
    *die = number >= 0 && number <= 255 ? (uint8_t)number : 255;
    return true;
}

static bool read_dice(const json_t *root, referee_request *request)
{
    alea_roll *roll = &request->event.roll;
    if (request->event.type == ALEA_EVENT_OPENING) {
        if (read_die(json_object_get(root, "A"), &roll->die[0]) &&
            read_die(json_object_get(root, "B"), &roll->die[1]))
            return true;
        return bad(request,
                   "An opening needs \"A\" and \"B\", the die of each player.");
    }
    const json_t *dice = json_object_get(root, "dice");
    if (json_array_size(dice) == 2 &&
        read_die(json_array_get(dice, 0), &roll->die[0]) &&
        read_die(json_array_get(dice, 1), &roll->die[1]))
        return true;
    return bad(request, "A roll needs \"dice\": [a, b].");
}

static bool read_play(const json_t *root, referee_request *request)
{
    const json_t *move = json_object_get(root, "move");
    const json_t *as_made = json_object_get(root, "as_made");
    if (!json_is_string(move))
        return bad(request, "A play needs \"move\": the moves as text, \"\" for none.");
    if (as_made && !json_is_boolean(as_made))
        return bad(request, "\"as_made\" must be true or false.");
    alea_event *event = &request->event;
    event->as_made = json_is_true(as_made);
    int count = 0;
    alea_error error;
    if (alea_moves_read(json_string_value(move), json_string_length(move), event->move,
                        &count, &error) == ALEA_OK) {
        event->moves = (uint8_t)count;
        return true;
    }
    /* Unreadable moves are an illegal play, in the phase and turn where a play may be
     * made: a move from nowhere makes the state machine say so. */
    event->moves = 1;
    event->move[0] = (alea_move){0, 0, false};
    request->about = ALEA_REFUSED_ILLEGAL_PLAY;
    say(request->message, "The moves cannot be read: %s (column %zu).", error.reason,
        error.column);
    return true;
}

static bool read_level(const json_t *root, referee_request *request)
{
    const json_t *level = json_object_get(root, "level");
    if (!json_is_integer(level))
        return bad(request, "A resignation needs \"level\": 1, 2 or 3.");
    json_int_t number = json_integer_value(level);
    request->event.win_class = number >= 1 && number <= 3 ? (uint8_t)number : 0;
    return true;
}

static bool read_score(const json_t *value, int *score)
{
    if (!json_is_integer(value)) return false;
    json_int_t number = json_integer_value(value);
    *score =
        number >= -ALEA_MAX_SCORE && number <= ALEA_MAX_SCORE ? (int)number : INT_MIN;
    return true;
}

static bool read_set_board(const json_t *root, referee_request *request)
{
    alea_event *event = &request->event;
    const json_t *board = json_object_get(root, "board");
    if (!board) return true;
    if (!json_is_string(board))
        return bad(request, "\"board\" must be the 26 characters of an XGID board.");
    if (!read_player(json_object_get(root, "turn"), &event->turn))
        return bad(request, "A \"board\" needs \"turn\": \"A\" or \"B\".");
    event->set |= ALEA_SET_BOARD;
    alea_error error;
    if (alea_board_text_read(json_string_value(board), json_string_length(board),
                             &event->board, &error) == ALEA_OK)
        return true;
    /* No board at all, for the state machine to refuse. */
    memset(&event->board, 0, sizeof event->board);
    request->about = ALEA_REFUSED_BAD_POSITION;
    say(request->message, "The board cannot be read: %s (column %zu).", error.reason,
        error.column);
    return true;
}

static bool read_set_cube(const json_t *root, const alea_match *match,
                          referee_request *request)
{
    alea_event *event = &request->event;
    const json_t *cube = json_object_get(root, "cube");
    const json_t *owner = json_object_get(root, "cube_owner");
    if (!cube && !owner) return true;
    bool anew = event->set & ALEA_SET_SCORE;
    event->set |= ALEA_SET_CUBE;
    event->cube_log2 = anew ? 0 : match->cube_log2;
    event->cube_owner = anew ? ALEA_NOBODY : match->cube_owner;
    if (cube && !json_is_integer(cube))
        return bad(request, "\"cube\" must be its value: 1, 2, 4, ...");
    if (owner && json_is_null(owner))
        event->cube_owner = ALEA_NOBODY;
    else if (owner && !read_player(owner, &event->cube_owner))
        return bad(request, "\"cube_owner\" must be \"A\", \"B\" or null.");
    if (cube) {
        int log = 0;
        while (log <= ALEA_MAX_CUBE_LOG2 && json_integer_value(cube) != 1 << log) log++;
        event->cube_log2 = log <= ALEA_MAX_CUBE_LOG2 ? log : -1;
    }
    return true;
}

static bool read_set(const json_t *root, const alea_match *match,
                     referee_request *request)
{
    alea_event *event = &request->event;
    event->turn = event->cube_owner = ALEA_NOBODY;
    const json_t *score = json_object_get(root, "score");
    if (score) {
        if (!read_score(json_object_get(score, "A"), &event->score[0]) ||
            !read_score(json_object_get(score, "B"), &event->score[1]))
            return bad(request, "\"score\" must be {\"A\": points, \"B\": points}.");
        event->set |= ALEA_SET_SCORE;
    }
    if (!read_set_board(root, request) || !read_set_cube(root, match, request))
        return false;
    const json_t *crawford = json_object_get(root, "crawford_game");
    if (crawford) {
        if (!json_is_boolean(crawford))
            return bad(request, "\"crawford_game\" must be true or false.");
        event->set |= ALEA_SET_CRAWFORD;
        event->crawford_game = json_is_true(crawford);
    }
    if (event->set == 0)
        return bad(request,
                   "A \"set\" needs a score, a board with its turn, or a cube.");
    return true;
}

/* Refuses a field that the event does not have: a misspelt one must not be ignored.
 * "event" and "by" are accepted in every event. */
static bool check_fields(json_t *root, const char *word, alea_event_type type,
                         referee_request *request)
{
    static const char *const fields[ALEA_EVENT_SETTLE + 1] = {
        [ALEA_EVENT_OPENING] = " A B ",
        [ALEA_EVENT_ROLL] = " dice ",
        [ALEA_EVENT_PLAY] = " move as_made ",
        [ALEA_EVENT_RESIGN] = " level ",
        [ALEA_EVENT_SET] = " score board turn cube cube_owner crawford_game ",
    };
    const char *name, *known = fields[type];
    json_t *value;
    json_object_foreach(root, name, value)
    {
        char spaced[64];
        if (strcmp(name, "event") == 0 || strcmp(name, "by") == 0) continue;
        if (snprintf(spaced, sizeof spaced, " %s ", name) < (int)sizeof spaced &&
            !strchr(name, ' ') && known && strstr(known, spaced))
            continue;
        char shown[64];
        utf8_text(name, shown, sizeof shown);
        request->kind = REQUEST_BAD;
        say(request->message, "The event \"%s\" has no field \"%s\".", word, shown);
        return false;
    }
    return true;
}

static bool read_event(json_t *root, const alea_match *match, referee_request *request)
{
    const char *word = json_string_value(json_object_get(root, "event"));
    if (!word) return bad(request, "An event needs \"event\": its name.");
    alea_event *event = &request->event;
    if (strcmp(word, "legal") == 0) {
        request->kind = REQUEST_LEGAL;
        return check_fields(root, word, ALEA_EVENT_SETTLE, request);
    }
    if (!find_event(word, &event->type))
        return bad(
            request,
            "There is no such event. The events are opening, double, take, drop, "
            "beaver, raccoon, roll, play, resign, accept_resign, reject_resign, "
            "next_game, set, cocked, require_legal and legal.");
    if (!check_fields(root, word, event->type, request)) return false;
    if (event->type != ALEA_EVENT_OPENING && event->type != ALEA_EVENT_NEXT_GAME &&
        event->type != ALEA_EVENT_SET &&
        !read_player(json_object_get(root, "by"), &event->by))
        return bad(request, "This event needs \"by\": \"A\" or \"B\".");
    switch (event->type) {
    case ALEA_EVENT_OPENING:
    case ALEA_EVENT_ROLL: return read_dice(root, request);
    case ALEA_EVENT_PLAY: return read_play(root, request);
    case ALEA_EVENT_RESIGN: return read_level(root, request);
    case ALEA_EVENT_SET: return read_set(root, match, request);
    case ALEA_EVENT_DOUBLE:
    case ALEA_EVENT_TAKE:
    case ALEA_EVENT_DROP:
    case ALEA_EVENT_BEAVER:
    case ALEA_EVENT_RACCOON:
    case ALEA_EVENT_ACCEPT_RESIGN:
    case ALEA_EVENT_REJECT_RESIGN:
    case ALEA_EVENT_NEXT_GAME:
    case ALEA_EVENT_COCKED:
    case ALEA_EVENT_REQUIRE_LEGAL:
    case ALEA_EVENT_SETTLE: break;
    }
    return true;
}

void referee_read_request(const char *line, size_t length, const alea_match *match,
                          referee_request *request)
{
    memset(request, 0, sizeof *request);
    request->event.by = ALEA_NOBODY;
    json_t *root = rules_json_object(line, length, request->message);
    if (!root) {
        request->kind = REQUEST_BAD;
        return;
    }
    read_event(root, match, request);
    json_decref(root);
}

/* --- the state --- */

typedef struct writer {
    char *at;
} writer;

static void put(writer *w, const char *text)
{
    size_t length = strlen(text);
    memcpy(w->at, text, length);
    w->at += length;
}

static void put_number(writer *w, int number)
{
    char digits[12];
    int n = 0;
    long long rest = number;
    if (rest < 0) {
        *w->at++ = '-';
        rest = -rest;
    }
    do {
        digits[n++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    while (n > 0) *w->at++ = digits[--n];
}

static void put_bool(writer *w, bool value)
{
    put(w, value ? "true" : "false");
}

static void put_player(writer *w, alea_player player)
{
    put(w, player == ALEA_A ? "\"A\"" : player == ALEA_B ? "\"B\"" : "null");
}

static void put_result(writer *w, const alea_match *match)
{
    static const char *const how[] = {[ALEA_HOW_BEAROFF] = "bearoff",
                                      [ALEA_HOW_DROP] = "drop",
                                      [ALEA_HOW_RESIGN] = "resign",
                                      [ALEA_HOW_SETTLED] = "settled"};
    if (!match->has_result) {
        put(w, "null");
        return;
    }
    const alea_result *result = &match->result;
    put(w, "{\"winner\": ");
    put_player(w, result->winner);
    put(w, ", \"level\": ");
    put_number(w, result->win_class);
    put(w, ", \"counted_level\": ");
    put_number(w, result->counted_class);
    put(w, ", \"points\": ");
    put_number(w, result->points);
    put(w, ", \"how\": \"");
    put(w, how[result->how]);
    put(w, "\"}");
}

size_t referee_write_state(const alea_match *match, char out[REFEREE_STATE_SIZE])
{
    writer w = {out};
    char board[ALEA_BOARD_TEXT_SIZE];
    alea_board_text_write(&match->board, board);
    put(&w, "{\"phase\": \"");
    put(&w, alea_match_phase_name(match->phase));
    put(&w, "\", \"turn\": ");
    put_player(&w, match->turn);
    put(&w, ", \"to_act\": ");
    put_player(&w, match->to_act);
    put(&w, ", \"cube\": ");
    put_number(&w, alea_match_cube(match));
    put(&w, ", \"cube_owner\": ");
    put_player(&w, match->cube_owner);
    put(&w, ", \"score\": {\"A\": ");
    put_number(&w, match->score[0]);
    put(&w, ", \"B\": ");
    put_number(&w, match->score[1]);
    put(&w, "}, \"dice\": ");
    if (match->roll.die[0]) {
        put(&w, "[");
        put_number(&w, match->roll.die[0]);
        put(&w, ", ");
        put_number(&w, match->roll.die[1]);
        put(&w, "]");
    } else {
        put(&w, "null");
    }
    put(&w, ", \"crawford_game\": ");
    put_bool(&w, match->crawford_game);
    put(&w, ", \"game\": ");
    put_number(&w, match->game);
    put(&w, ", \"board\": \"");
    put(&w, board);
    put(&w, "\", \"result\": ");
    put_result(&w, match);
    put(&w, ", \"match_winner\": ");
    put_player(&w, match->match_winner);
    put(&w, ", \"contestable\": ");
    put_bool(&w, match->contestable);
    put(&w, ", \"cocked\": ");
    put_bool(&w, alea_match_is_cocked(match));
    put(&w, ", \"resign_level\": ");
    if (alea_match_resign_class(match))
        put_number(&w, alea_match_resign_class(match));
    else
        put(&w, "null");
    put(&w, ", \"warnings\": [");
    if (alea_match_warns_of_dead_cube(match)) put(&w, "\"cube_dead\"");
    put(&w, "]}");
    return (size_t)(w.at - out);
}
