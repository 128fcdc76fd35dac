/* alea ubgi: the Universal Backgammon Interface on standard input and output: the 0.1
 * core, the keys of 0.2, and the raw lines of 0.01. A reader thread queues commands; a
 * worker executes them in order, searches included, so that a file of commands gets all
 * its answers however long they take. Commands that must not wait are handled by the
 * reader itself: "stop" cuts short every search requested before it, "quit" leaves each
 * one more second, and "isready" is answered while a search runs. */
#include "base/clock.h"
#include "base/error.h"
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "cli/io/lines.h"
#include "cli/question/decide_options.h"
#include "list.h"
#include "ubgi_answer.h"
#include "ubgi_settings.h"
#include "json/text.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* WAITING bounds the memory; the listener reads on when there is room again. */
enum { WORDS = 24, WAITING = 256, LINE_CAP = 4096, SHOWN = 60, GRACE_S = 1 };

typedef struct waiting_line {
    char *text;         /* without blanks around it; owned; NULL unless LINE_READ */
    line_result result; /* of reading it */
    size_t number;
} waiting_line;

typedef struct session {
    /* of the thread that obeys */
    ubgi_state state;
    ubgi_state at_start; /* its options are the defaults that are announced */
    decide_options options;
    decide_engine engine;
    bool engine_open;
    long long engine_threads;
    ubgi_task task;
    size_t number; /* of the line being obeyed */

    atomic_size_t stop_number; /* of the last "stop" */
    atomic_size_t quit_number; /* of "quit", which gives a search its grace */
    int64_t began_ms;          /* the search that is on */

    /* between the threads, under the lock */
    pthread_mutex_t lock;
    pthread_cond_t came; /* a line was added, or no more will come */
    pthread_cond_t left; /* a line was taken, or the thread that obeys has ended */
    waiting_line waiting[WAITING];
    size_t first, count;
    bool searching;
    bool closed; /* no more lines will come */
    bool over;   /* nobody obeys any more */
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

/* ---- the lines that wait ---- */

static bool begins(const char *text, const char *word)
{
    size_t n = strcspn(text, " \t");
    return n == strlen(word) && memcmp(text, word, n) == 0;
}

/* Under the lock, and there is one. */
static waiting_line first_line(session *s)
{
    waiting_line line = s->waiting[s->first];
    s->first = (s->first + 1) % WAITING;
    s->count--;
    pthread_cond_signal(&s->left);
    return line;
}

/* Waits for a line. False at the end of the input. */
static bool take_line(session *s, waiting_line *out)
{
    pthread_mutex_lock(&s->lock);
    while (s->count == 0 && !s->closed) pthread_cond_wait(&s->came, &s->lock);
    bool any = s->count > 0;
    if (any) *out = first_line(s);
    pthread_mutex_unlock(&s->lock);
    return any;
}

/* Takes the line over. False: nobody obeys any more. */
static bool put_line(session *s, waiting_line line)
{
    pthread_mutex_lock(&s->lock);
    while (s->count == WAITING && !s->over) pthread_cond_wait(&s->left, &s->lock);
    bool over = s->over;
    if (!over) {
        s->waiting[(s->first + s->count) % WAITING] = line;
        s->count++;
        pthread_cond_signal(&s->came);
    }
    pthread_mutex_unlock(&s->lock);
    if (over) free(line.text);
    return !over;
}

/* While a search runs, "isready" is answered as soon as no other line is before it:
 * its answer means that the lines before it have been executed. */
static void answer_ready(session *s)
{
    pthread_mutex_lock(&s->lock);
    while (s->searching && s->count > 0 && s->waiting[s->first].text &&
           begins(s->waiting[s->first].text, "isready")) {
        free(first_line(s).text);
        puts("readyok");
        fflush(stdout);
    }
    pthread_mutex_unlock(&s->lock);
}

static void tell_searching(session *s, bool searching)
{
    pthread_mutex_lock(&s->lock);
    s->searching = searching;
    pthread_mutex_unlock(&s->lock);
    answer_ready(s);
}

/* ---- the search ---- */

/* The engine, opened at the start and again when the number of threads changes.
 * EXIT_DONE, or the status after printing the reason. */
static int open_engine(session *s)
{
    if (s->engine_open && s->engine_threads == s->state.threads) return EXIT_DONE;
    if (s->engine_open) decide_engine_close(&s->engine);
    s->options.threads = s->engine_threads = s->state.threads;
    int status = decide_engine_open(&s->engine, "ubgi", &s->options);
    s->engine_open = status == EXIT_DONE;
    return status;
}

/* Numbers in place of a flag, so that a "stop" read before a search begins stops that
 * search too, and one meant for an earlier search does not. A "quit" leaves each search
 * a second: a script that ends with it gets its answers at full depth unless they take
 * long. */
static bool stopped(void *context)
{
    session *s = context;
    if (atomic_load(&s->stop_number) > s->number) return true;
    if (atomic_load(&s->quit_number) <= s->number) return false;
    return alea_clock_ms() - s->began_ms >= GRACE_S * 1000;
}

static void search(session *s, void (*decide)(const ubgi_task *task))
{
    if (open_engine(s) != EXIT_DONE) {
        refuse("unsupported_feature", "the engine cannot be opened");
        return;
    }
    s->task.engine = s->engine.engine;
    s->task.stopped = stopped;
    s->task.context = s;
    s->began_ms = alea_clock_ms();
    tell_searching(s, true);
    decide(&s->task);
    tell_searching(s, false);
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
    long long points[2];
    int length = ubgi_match_length(&s->state);
    if (w->count != 3) return false;
    for (int k = 0; k < 2; k++)
        if (!args_integer(w->word[k + 1], 0, length > 0 ? length - 1 : 1000000,
                          &points[k]))
            return false;
    ubgi_set_score(&s->state, (int)points[0], (int)points[1]);
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
    ubgi_set_cube(&s->state, log2, owner);
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
        alea_error_set(&error, 0, 0, "position gnubgid ID | xgid XGID");
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
    s->task.role = role;
    s->task.plies = (int)plies;
    s->task.time_ms = time_ms;
    s->task.cubeful = s->state.cubeful;
    s->task.level = s->state.level;
    s->task.seed = s->state.seed;
    s->task.move_id = s->state.move_id;
    search(s, ubgi_decide);
}

/* A line that is a position by itself: UBGI 0.01. */
static bool raw_line(session *s, const char *line)
{
    size_t length = strlen(line);
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
    s->task.position = position;
    s->task.plies = (int)s->state.ply;
    s->task.time_ms = 0;
    s->task.cubeful = s->state.cubeful;
    s->task.level = s->state.level;
    s->task.seed = s->state.seed;
    search(s, ubgi_decide_raw);
    return true;
}

static void configure(session *s, const words *w)
{
    if (is(w, 0, "setoption")) {
        if (w->count == 5 && is(w, 1, "name") && is(w, 3, "value"))
            ubgi_set(&s->state, &s->at_start, w->word[2], false, w->word[4]);
        else
            refuse("bad_argument", "setoption name NAME value VALUE");
    } else if (is(w, 0, "set")) {
        if (w->count == 3)
            ubgi_set(&s->state, &s->at_start, w->word[1], true, w->word[2]);
        else
            refuse("bad_argument", "set KEY VALUE");
    } else if (is(w, 0, "get")) {
        if (w->count == 2)
            ubgi_get(&s->state, w->word[1]);
        else
            refuse("bad_argument", "get KEY");
    } else {
        ubgi_list_keys(&s->at_start);
    }
}

static void refuse_command(const char *word)
{
    char shown[SHOWN + 1];
    utf8_text(word, shown, sizeof shown);
    refuse("unknown_command", shown);
}

static void obey_words(session *s, words *w)
{
    const char *usage = NULL;
    alea_player player;
    if (is(w, 0, "ubgi")) {
        ubgi_introduce(&s->at_start);
    } else if (is(w, 0, "isready")) {
        puts("readyok");
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
            ubgi_set_turn(&s->state, player);
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
        refuse_command(w->word[0]);
    }
    if (usage) refuse("bad_argument", usage);
}

static void obey(session *s, waiting_line *line)
{
    words w;
    s->number = line->number;
    if (line->result != LINE_READ) {
        refuse("bad_argument", line_result_text(line->result));
    } else if (!raw_line(s, line->text)) {
        split(line->text, &w);
        if (w.count > 0) obey_words(s, &w);
    }
    fflush(stdout);
}

/* ---- the two threads ---- */

static void *obey_all(void *argument)
{
    session *s = argument;
    waiting_line line;
    while (output_works() && take_line(s, &line)) {
        obey(s, &line);
        free(line.text);
    }
    pthread_mutex_lock(&s->lock);
    s->over = true;
    pthread_cond_signal(&s->left);
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

/* The line without blanks around it; NULL: no memory. */
static char *trimmed(const char *line, size_t length)
{
    while (length > 0 && strchr(" \t", line[length - 1])) length--;
    size_t start = strspn(line, " \t");
    return strndup(line + start, length > start ? length - start : 0);
}

/* False: no more lines are wanted. */
static bool hear(session *s, waiting_line line)
{
    bool quit = line.text && begins(line.text, "quit");
    if (quit || (line.text && begins(line.text, "stop"))) {
        atomic_store(quit ? &s->quit_number : &s->stop_number, line.number);
        free(line.text);
        return !quit;
    }
    if (!put_line(s, line)) return false;
    answer_ready(s);
    return true;
}

static int listen_to(session *s, line_reader *reader)
{
    for (;;) {
        line_result result = line_reader_next(reader);
        waiting_line line = {NULL, result, reader->number};
        if (result == LINE_INTERRUPTED) continue;
        if (result == LINE_END) return EXIT_DONE;
        if (result == LINE_READ) line.text = trimmed(reader->line, reader->length);
        if (result == LINE_FAILED || (result == LINE_READ && !line.text))
            return command_fail_file("ubgi", "standard input");
        if (!hear(s, line)) return EXIT_DONE;
    }
}

/* At the end of input what waits is still obeyed, and a search finished. */
static int converse(session *s)
{
    pthread_t thread;
    line_reader reader;
    waiting_line line;
    int failed = pthread_create(&thread, NULL, obey_all, s);
    if (failed) return command_fail("ubgi", "no thread: %s", strerror(failed));
    line_reader_start(&reader, STDIN_FILENO, LINE_CAP);
    int status = listen_to(s, &reader);
    line_reader_finish(&reader);
    pthread_mutex_lock(&s->lock);
    s->closed = true;
    pthread_cond_signal(&s->came);
    pthread_mutex_unlock(&s->lock);
    pthread_join(thread, NULL);
    while (take_line(s, &line)) free(line.text); /* the output failed */
    return status;
}

int cmd_ubgi(int argc, char **argv)
{
    session s = {.lock = PTHREAD_MUTEX_INITIALIZER,
                 .came = PTHREAD_COND_INITIALIZER,
                 .left = PTHREAD_COND_INITIALIZER};
    ubgi_state_start(&s.state);
    decide_options_start(&s.options);
    const option_spec options[] = {
        INTEGER_OPTION("ply", 'p', "N", "rolls looked ahead, 0 to 4 (default 2)",
                       &s.state.ply, 0, ALEA_MAX_PLIES),
        INTEGER_OPTION("threads", 't', "N", "threads (default 1)", &s.state.threads, 1,
                       256),
        TEXT_OPTION("net", 'n', "FILE", "a net file instead of the built-in one",
                    &s.options.net_path),
        TEXT_OPTION("met", 0, "FILE", "a match equity table", &s.options.met_path),
        {0}};
    const args_spec spec = {
        .operands = "",
        .about =
            "Speaks the Universal Backgammon Interface on standard input and output:\n"
            "UBGI 0.1 with the keys of 0.2, and the raw board lines of 0.01. Depths in\n"
            "the protocol count the root (1 = the net alone). Extensions: x-bestmoveid,\n"
            "and 'bestcube take|drop' for an XGID "
            "with a pending double, beaver or raccoon.",
        .options = options};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    s.at_start = s.state;
    status = open_engine(&s);
    if (status == EXIT_DONE) status = converse(&s);
    if (s.engine_open) decide_engine_close(&s.engine);
    return status;
}
