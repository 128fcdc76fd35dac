/* alea ubgi: the Universal Backgammon Interface on standard input and output: the 0.1
 * core, the keys of 0.2, and the raw lines of 0.01. A search runs in a thread of its
 * own, so that "stop" and "isready" are heard at once; every other command waits for
 * its answer. */
#include "args.h"
#include "command.h"
#include "decide_input.h"
#include "text_io.h"
#include "ubgi_answer.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef ALEA_VERSION
#error "the build defines ALEA_VERSION"
#endif

enum { WORDS = 24 };

typedef struct session {
    ubgi_state state;
    decide_options options;
    decide_engine engine;
    bool engine_open;
    long long engine_threads;
    bool searching, raw;
    pthread_t thread;
    ubgi_task task;
    atomic_bool stop;
} session;

typedef struct words {
    int count;
    char *word[WORDS];
} words;

static void refuse(const char *code, const char *text)
{
    printf("error %s %s\n", code, text);
}

static void split(char *line, words *w)
{
    w->count = 0;
    for (char *at = strtok_r(line, " \t", &line); at;
         at = strtok_r(NULL, " \t", &line)) {
        if (w->count == WORDS) return;
        w->word[w->count++] = at;
    }
}

static bool is(const words *w, int place, const char *what)
{
    return place < w->count && strcmp(w->word[place], what) == 0;
}

/* ---- the search ---- */

static void *search(void *argument)
{
    session *s = argument;
    if (s->raw)
        ubgi_decide_raw(&s->task);
    else
        ubgi_decide(&s->task);
    return NULL;
}

static void wait_for_answer(session *s)
{
    if (!s->searching) return;
    pthread_join(s->thread, NULL);
    s->searching = false;
}

/* The engine, opened when first needed and again when the number of threads changes. */
static bool ready_engine(session *s)
{
    if (s->engine_open && s->engine_threads == s->state.threads) return true;
    if (s->engine_open) decide_engine_close(&s->engine);
    s->options.threads = s->engine_threads = s->state.threads;
    s->engine_open = decide_engine_open(&s->engine, "ubgi", &s->options) == EXIT_DONE;
    return s->engine_open;
}

static void start_search(session *s)
{
    if (!ready_engine(s)) {
        refuse("unsupported_feature", "the engine cannot be opened");
        return;
    }
    s->task.engine = s->engine.engine;
    s->task.stop = &s->stop;
    atomic_store(&s->stop, false);
    s->searching = pthread_create(&s->thread, NULL, search, s) == 0;
    if (!s->searching) search(s); /* no thread to be had: answer all the same */
}

/* ---- options and keys ---- */

typedef struct setting {
    const char *key, *option; /* 0.2 and 0.1 names; NULL: none */
    const char *type;         /* of the key line */
    const char *about;
    long long low, high, bias; /* numbers: shown = kept + bias */
    size_t place;              /* in ubgi_state */
    char kind;                 /* n number, b bool, m evaluation mode, v variant */
} setting;

static const setting settings[] = {
    {"engine.ply", "Ply", "int 1..5 3", "decision depth, the root counted", 1,
     ALEA_MAX_PLIES + 1, 1, offsetof(ubgi_state, ply), 'n'},
    {"engine.threads", "Threads", "int 1..256 1", "! worker threads", 1, 256, 0,
     offsetof(ubgi_state, threads), 'n'},
    {"engine.seed", "Seed", "int * 1", "! answers do not depend on it", 0, 2147483647,
     0, offsetof(ubgi_state, seed), 'n'},
    {"engine.deterministic", "Deterministic", "bool true", "! always so", 0, 0, 0,
     offsetof(ubgi_state, deterministic), 'b'},
    {"engine.eval_mode", "EvalMode", "enum cubeful|cubeless cubeful",
     "what plays are ranked by", 0, 0, 0, 0, 'm'},
    {"game.variant", NULL, "enum backgammon backgammon", "the game", 0, 0, 0, 0, 'v'},
    {"x-bestmoveid", "BestMoveId", "bool false", "! also print bestmoveid", 0, 0, 0,
     offsetof(ubgi_state, move_id), 'b'},
};
enum { SETTINGS = sizeof settings / sizeof *settings };

static const setting *find_setting(const char *name, bool key)
{
    for (int i = 0; i < SETTINGS; i++) {
        const char *other = key ? settings[i].key : settings[i].option;
        if (other && strcmp(other, name) == 0) return &settings[i];
    }
    return NULL;
}

static bool apply_setting(ubgi_state *state, const setting *s, const char *value)
{
    char *place = (char *)state + s->place;
    bool on = strcmp(value, "true") == 0 || strcmp(value, "on") == 0;
    bool off = strcmp(value, "false") == 0 || strcmp(value, "off") == 0;
    long long number;
    switch (s->kind) {
    case 'n':
        if (!args_integer(value, s->low, s->high, &number)) return false;
        number -= s->bias;
        memcpy(place, &number, sizeof number);
        return true;
    case 'b':
        if (on || off) memcpy(place, &on, sizeof on);
        return on || off;
    case 'm':
        state->cubeful = strcmp(value, "cubeful") == 0;
        return state->cubeful || strcmp(value, "cubeless") == 0;
    default: return strcmp(value, "backgammon") == 0;
    }
}

static void set_value(session *s, const setting *what, const char *value)
{
    ubgi_state changed = s->state;
    if (!what)
        refuse("unsupported_feature", "no such option or key");
    else if (!apply_setting(&changed, what, value))
        printf("error bad_argument %s is %s (default last)\n", what->key, what->type);
    else
        s->state = changed;
}

static void get_value(const session *s, const setting *what)
{
    if (!what) {
        refuse("unsupported_feature", "no such key");
        return;
    }
    const char *place = (const char *)&s->state + what->place;
    printf("value %s ", what->key);
    long long number;
    bool on;
    switch (what->kind) {
    case 'n':
        memcpy(&number, place, sizeof number);
        printf("%lld\n", number + what->bias);
        break;
    case 'b':
        memcpy(&on, place, sizeof on);
        puts(on ? "true" : "false");
        break;
    case 'm': puts(s->state.cubeful ? "cubeful" : "cubeless"); break;
    default: puts("backgammon");
    }
}

static void introduce(void)
{
    printf("id name alea %s\nid author the alea authors\nid version %s\n", ALEA_VERSION,
           ALEA_VERSION);
    printf("option name Ply type spin default 3 min 1 max %d\n", ALEA_MAX_PLIES + 1);
    puts("option name Threads type spin default 1 min 1 max 256\n"
         "option name Seed type spin default 1 min 0 max 2147483647\n"
         "option name Deterministic type check default true\n"
         "option name EvalMode type combo default cubeful var cubeful var cubeless\n"
         "option name BestMoveId type check default false\n"
         "proto 0.2\n"
         "ubgiok");
}

/* ---- the session ---- */

static bool read_player(const char *word, alea_player *out)
{
    *out = strcmp(word, "p1") == 0 ? ALEA_B : ALEA_A;
    return strcmp(word, "p0") == 0 || strcmp(word, "p1") == 0;
}

static void new_game(session *s)
{
    s->state.has_board = s->state.has_xgid = false;
    s->state.roll = (alea_roll){{0, 0}};
    s->state.cube_log2 = 0;
    s->state.cube_owner = ALEA_NOBODY;
    s->state.turn = ALEA_A;
}

static bool read_on_off(const char *word, bool *out)
{
    *out = strcmp(word, "on") == 0;
    return *out || strcmp(word, "off") == 0;
}

static bool new_session(session *s, const words *w)
{
    ubgi_state changed = s->state;
    long long length = 0;
    bool match = false, typed = false;
    changed.crawford = true;
    changed.jacoby = false;
    if (w->count % 2 == 0) return false;
    for (int i = 1; i + 1 < w->count; i += 2) {
        const char *value = w->word[i + 1];
        bool ok = true;
        if (is(w, i, "type")) {
            match = strcmp(value, "match") == 0;
            typed = match || strcmp(value, "money") == 0;
            ok = typed;
        } else if (is(w, i, "length")) {
            ok = args_integer(value, 1, ALEA_MAX_MATCH_LENGTH, &length);
        } else if (is(w, i, "crawford")) {
            ok = read_on_off(value, &changed.crawford);
        } else if (is(w, i, "jacoby")) {
            ok = read_on_off(value, &changed.jacoby);
        } else {
            ok = false;
        }
        if (!ok) return false;
    }
    if (!typed || match != (length > 0)) return false;
    changed.match_length = (int)length;
    changed.score[0] = changed.score[1] = 0;
    s->state = changed;
    new_game(s);
    return true;
}

static bool set_score(session *s, const words *w)
{
    long long score[2];
    long long most = s->state.match_length > 0 ? s->state.match_length - 1 : 1000000;
    if (w->count != 3) return false;
    for (int k = 0; k < 2; k++)
        if (!args_integer(w->word[k + 1], 0, most, &score[k])) return false;
    for (int k = 0; k < 2; k++) s->state.score[k] = (int)score[k];
    return true;
}

static bool set_cube(session *s, const words *w)
{
    long long value;
    alea_player owner = ALEA_NOBODY;
    int log2 = 0;
    if (w->count != 5 || !is(w, 1, "value") || !is(w, 3, "owner") ||
        !args_integer(w->word[2], 1, 1 << ALEA_MAX_CUBE_LOG2, &value))
        return false;
    while (1LL << log2 < value) log2++;
    if (1LL << log2 != value) return false;
    if (!is(w, 4, "center") && !is(w, 4, "centre") && !read_player(w->word[4], &owner))
        return false;
    s->state.cube_log2 = log2;
    s->state.cube_owner = owner;
    return true;
}

static void set_position(session *s, const words *w)
{
    alea_error error = {0};
    alea_position position;
    alea_board board;
    char text[160];
    bool ok = false;
    if (w->count == 3 && is(w, 1, "gnubgid"))
        ok = alea_position_id_read(w->word[2], strlen(w->word[2]), &board, &error) ==
             ALEA_OK;
    else if (w->count == 3 && is(w, 1, "xgid"))
        ok = alea_xgid_read(w->word[2], strlen(w->word[2]), &position, &error) ==
             ALEA_OK;
    else
        snprintf(error.reason, sizeof error.reason, "position gnubgid ID | xgid XGID");
    if (ok && is(w, 1, "gnubgid"))
        ok = alea_board_check(&board, ALEA_CHECKERS, &error) == ALEA_OK;
    if (!ok) {
        snprintf(text, sizeof text, "%.150s", error.reason);
        refuse("bad_argument", text);
        return;
    }
    s->state.has_xgid = is(w, 1, "xgid");
    s->state.has_board = true;
    if (s->state.has_xgid)
        s->state.xgid = position;
    else
        s->state.board = board;
    s->state.roll = (alea_roll){{0, 0}};
}

static bool set_dice(session *s, const words *w)
{
    long long die[2];
    if (w->count != 3) return false;
    for (int k = 0; k < 2; k++)
        if (!args_integer(w->word[k + 1], 1, 6, &die[k])) return false;
    s->state.roll = (alea_roll){{(uint8_t)die[0], (uint8_t)die[1]}};
    return true;
}

/* "go role chequer movetime 100", "go chequer", "go". */
static void go(session *s, const words *w)
{
    int i = 1;
    const char *missing;
    long long number, time_ms = 0, plies = s->state.ply;
    ubgi_role role = UBGI_CHEQUER;
    if (is(w, i, "role")) i++;
    if (is(w, i, "chequer") || is(w, i, "cube") || is(w, i, "turn")) {
        role = is(w, i, "cube")   ? UBGI_CUBE
               : is(w, i, "turn") ? UBGI_TURN
                                  : UBGI_CHEQUER;
        i++;
    } else if (i > 1) {
        refuse("bad_argument", "go role chequer|cube|turn");
        return;
    }
    for (; i < w->count; i += 2) {
        bool known = is(w, i, "movetime") || is(w, i, "depth") || is(w, i, "nodes") ||
                     is(w, i, "trials");
        if (!known || i + 1 >= w->count ||
            !args_integer(w->word[i + 1], 1, 86400000, &number)) {
            refuse("bad_argument",
                   "movetime, depth, nodes or trials, each with a number "
                   "from 1 to 86400000 (depth 1: the net alone)");
            return;
        }
        if (is(w, i, "movetime")) time_ms = number;
        if (is(w, i, "depth"))
            plies = number > ALEA_MAX_PLIES + 1 ? ALEA_MAX_PLIES : number - 1;
        if (is(w, i, "nodes") || is(w, i, "trials"))
            printf("info string %s does not limit this search\n", w->word[i]);
    }
    if (!ubgi_position(&s->state, role, &s->task.position, &missing)) {
        refuse("missing_context", missing);
        return;
    }
    s->raw = false;
    s->task.role = role;
    s->task.plies = (int)plies;
    s->task.time_ms = time_ms;
    s->task.cubeful = s->state.cubeful;
    s->task.move_id = s->state.move_id;
    start_search(s);
}

/* A line that is a position by itself: UBGI 0.01. */
static bool raw_line(session *s, const char *line, size_t length)
{
    alea_error error;
    alea_position position;
    alea_status status = ALEA_ERROR_SYNTAX;
    if (strncmp(line, "board:", 6) == 0)
        status = alea_fibs_board_read(line, length, ALEA_FIBS_PLAIN, &position, NULL,
                                      &error);
    else if (strncmp(line, "XGID=", 5) == 0)
        status = alea_xgid_read(line, length, &position, &error);
    else
        return false;
    if (status != ALEA_OK) {
        printf("sorry %s\n", error.reason);
        return true;
    }
    s->raw = true;
    s->task.position = position;
    s->task.plies = (int)s->state.ply;
    s->task.time_ms = 0;
    s->task.cubeful = s->state.cubeful;
    start_search(s);
    return true;
}

static void configure(session *s, const words *w)
{
    if (is(w, 0, "setoption")) {
        if (w->count == 5 && is(w, 1, "name") && is(w, 3, "value"))
            set_value(s, find_setting(w->word[2], false), w->word[4]);
        else
            refuse("bad_argument", "setoption name NAME value VALUE");
    } else if (is(w, 0, "set")) {
        if (w->count == 3)
            set_value(s, find_setting(w->word[1], true), w->word[2]);
        else
            refuse("bad_argument", "set KEY VALUE");
    } else if (is(w, 0, "get")) {
        if (w->count == 2)
            get_value(s, find_setting(w->word[1], true));
        else
            refuse("bad_argument", "get KEY");
    } else {
        for (int i = 0; i < SETTINGS; i++)
            printf("key %s %s %s\n", settings[i].key, settings[i].type,
                   settings[i].about);
    }
}

/* False: quit. */
static bool obey(session *s, words *w)
{
    const char *usage = NULL;
    alea_player player;
    if (is(w, 0, "quit")) return false;
    if (is(w, 0, "ubgi")) {
        introduce();
    } else if (is(w, 0, "isready")) {
        puts("readyok");
    } else if (is(w, 0, "stop")) {
        atomic_store(&s->stop, true);
    } else if (is(w, 0, "newgame")) {
        new_game(s);
    } else if (is(w, 0, "newsession")) {
        if (!new_session(s, w))
            usage = "newsession type money|match [length N] [jacoby on|off] "
                    "[crawford on|off]";
    } else if (is(w, 0, "setscore")) {
        if (!set_score(s, w)) usage = "setscore P0 P1, below the match length";
    } else if (is(w, 0, "setcube")) {
        if (!set_cube(s, w)) usage = "setcube value N owner center|p0|p1";
    } else if (is(w, 0, "setturn")) {
        if (w->count != 2 || !read_player(w->word[1], &player))
            usage = "setturn p0|p1";
        else
            s->state.turn = player;
    } else if (is(w, 0, "position")) {
        set_position(s, w);
    } else if (is(w, 0, "dice")) {
        if (!set_dice(s, w)) usage = "dice D1 D2, each 1 to 6";
    } else if (is(w, 0, "go")) {
        go(s, w);
    } else if (is(w, 0, "setoption") || is(w, 0, "set") || is(w, 0, "get") ||
               is(w, 0, "keys")) {
        configure(s, w);
    } else {
        printf("error unknown_command %.60s\n", w->word[0]);
    }
    if (usage) refuse("bad_argument", usage);
    return true;
}

static int converse(session *s)
{
    line_reader reader;
    int status = EXIT_DONE;
    line_reader_start(&reader, STDIN_FILENO, 4096);
    for (bool going = true; going && output_works();) {
        line_result result = line_reader_next(&reader);
        if (result == LINE_INTERRUPTED) continue;
        if (result == LINE_END) break;
        if (result == LINE_FAILED) {
            status = EXIT_SYSTEM;
            break;
        }
        bool heard_at_once =
            result == LINE_READ &&
            (strcmp(reader.line, "stop") == 0 || strcmp(reader.line, "isready") == 0);
        if (!heard_at_once) wait_for_answer(s);
        if (result != LINE_READ) {
            refuse("bad_argument", line_result_text(result));
        } else if (!raw_line(s, reader.line, reader.length)) {
            words w;
            split(reader.line, &w);
            if (w.count > 0) going = obey(s, &w);
        }
        fflush(stdout);
    }
    wait_for_answer(s);
    line_reader_finish(&reader);
    return status;
}

int cmd_ubgi(int argc, char **argv)
{
    session s = {0};
    ubgi_state_start(&s.state);
    decide_options_start(&s.options);
    const option_spec options[] = {
        {"ply", 'p', OPTION_INTEGER, "N", "rolls looked ahead, 0 to 4 (default 2)",
         &s.state.ply, 0, ALEA_MAX_PLIES},
        {"threads", 't', OPTION_INTEGER, "N", "threads (default 1)", &s.state.threads,
         1, 256},
        {"net", 'n', OPTION_TEXT, "FILE", "a net file instead of the built-in one",
         &s.options.net_path, 0, 0},
        {"met", 0, OPTION_TEXT, "FILE", "a match equity table", &s.options.met_path, 0,
         0},
        {0}};
    const args_spec spec = {
        .operands = "",
        .about =
            "Speaks the Universal Backgammon Interface on standard input and output:\n"
            "UBGI 0.1 with the keys of 0.2, and the raw board lines of 0.01. Depths "
            "in\n"
            "the protocol count the root (1 = the net alone). Extensions: x-bestmoveid,"
            "\nand 'bestcube take|drop' for an XGID with a pending double.",
        .options = options};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    status = converse(&s);
    if (s.engine_open) decide_engine_close(&s.engine);
    return status;
}
