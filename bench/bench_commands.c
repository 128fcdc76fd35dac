/* Speed of the commands as another program meets them, through pipes: alea plays,
 * alea referee, and the start of alea play. Usage: bench_commands BUILD_DIR */
#include "bench.h"

#include <alea/alea.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { POSITIONS = 100000, EVENTS = 100000, RUNS = 5, QUIET_MS = 250 };

typedef struct text {
    char *bytes;
    size_t length, room;
} text;

static void die(const char *what)
{
    perror(what);
    exit(3);
}

static void append(text *t, const char *line)
{
    size_t n = strlen(line);
    if (t->length + n > t->room) {
        t->room = 2 * (t->length + n);
        t->bytes = realloc(t->bytes, t->room);
        if (!t->bytes) die("memory");
    }
    memcpy(t->bytes + t->length, line, n);
    t->length += n;
}

static alea_roll throw_dice(uint64_t *state)
{
    return (alea_roll){
        {(uint8_t)(1 + bench_random(state, 6)), (uint8_t)(1 + bench_random(state, 6))}};
}

/* Positions of games played at random, with a roll each. */
static text make_positions(int count)
{
    static alea_board out[ALEA_MAX_PLAYS];
    const alea_play_rules rules = alea_play_rules_standard();
    text t = {0};
    uint64_t state = 7;
    alea_board board = alea_board_start(ALEA_SETUP_BACKGAMMON);
    for (int i = 0; i < count; i++) {
        char id[ALEA_POSITION_ID_SIZE], line[40];
        alea_roll roll = throw_dice(&state);
        alea_position_id_write(&board, id);
        snprintf(line, sizeof line, "%s %d%d\n", id, roll.die[0], roll.die[1]);
        append(&t, line);
        int n = alea_positions_after(&board, roll, &rules, out);
        board = alea_board_swap(&out[bench_random(&state, (uint32_t)n)]);
        if (alea_board_phase(&board) == ALEA_PHASE_OVER)
            board = alea_board_start(ALEA_SETUP_BACKGAMMON);
    }
    return t;
}

/* The next event of a money session played at random, as the protocol writes it;
 * applied to the match as well. */
static void next_event(alea_match *match, uint64_t *state, char line[160])
{
    static alea_play_list list;
    alea_event event = {
        .by = match->to_act, .turn = ALEA_NOBODY, .cube_owner = ALEA_NOBODY};
    const char *by = match->to_act == ALEA_A ? "A" : "B";
    switch (match->phase) {
    case ALEA_MATCH_OPENING:
        event.type = ALEA_EVENT_OPENING;
        event.roll = throw_dice(state);
        snprintf(line, 160, "{\"event\": \"opening\", \"A\": %d, \"B\": %d}\n",
                 event.roll.die[0], event.roll.die[1]);
        break;
    case ALEA_MATCH_TO_PLAY: {
        alea_board board =
            match->turn == ALEA_A ? match->board : alea_board_swap(&match->board);
        char moves[ALEA_PLAY_TEXT_SIZE];
        alea_plays(&board, match->roll, &match->rules.play, &list);
        const alea_play *play = &list.play[bench_random(state, (uint32_t)list.count)];
        alea_play_write(&board, play, moves);
        event.type = ALEA_EVENT_PLAY;
        event.moves = play->count;
        memcpy(event.move, play->move, sizeof event.move);
        snprintf(line, 160, "{\"event\": \"play\", \"by\": \"%s\", \"move\": \"%s\"}\n",
                 by, moves);
        break;
    }
    case ALEA_MATCH_DOUBLE_OFFERED:
        event.type = ALEA_EVENT_TAKE;
        snprintf(line, 160, "{\"event\": \"take\", \"by\": \"%s\"}\n", by);
        break;
    case ALEA_MATCH_GAME_OVER:
        event.type = ALEA_EVENT_NEXT_GAME;
        snprintf(line, 160, "{\"event\": \"next_game\"}\n");
        break;
    case ALEA_MATCH_TO_ROLL:
    case ALEA_MATCH_BEAVER_OFFERED: /* these three do not come up */
    case ALEA_MATCH_RESIGN_OFFERED:
    case ALEA_MATCH_MATCH_OVER:
        if (bench_random(state, 30) == 0 && alea_match_may_double(match, match->turn)) {
            event.type = ALEA_EVENT_DOUBLE;
            snprintf(line, 160, "{\"event\": \"double\", \"by\": \"%s\"}\n", by);
        } else {
            event.type = ALEA_EVENT_ROLL;
            event.roll = throw_dice(state);
            snprintf(line, 160,
                     "{\"event\": \"roll\", \"by\": \"%s\", \"dice\": [%d, %d]}\n", by,
                     event.roll.die[0], event.roll.die[1]);
        }
    }
    if (alea_match_apply(match, &event, NULL) != ALEA_ACCEPTED) {
        fprintf(stderr, "the benchmark's own event is refused: %s", line);
        exit(1);
    }
}

static text make_events(int count)
{
    text t = {0};
    uint64_t state = 11;
    alea_rules rules = alea_rules_default();
    alea_match match;
    alea_match_start(&match, &rules);
    append(&t, "{\"rules\": {}}\n");
    for (int i = 0; i < count; i++) {
        char line[160];
        next_event(&match, &state, line);
        append(&t, line);
    }
    return t;
}

/* Starts `argv` with pipes at both ends (an output of -1: /dev/null). */
static pid_t start(char *const *argv, int *in, int *out)
{
    int to[2], from[2] = {-1, -1};
    if (pipe(to) || (out && pipe(from))) die("pipe");
    pid_t child = fork();
    if (child < 0) die("fork");
    if (child == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(out ? from[1] : open("/dev/null", O_WRONLY), STDOUT_FILENO);
        close(to[0]);
        close(to[1]);
        if (out) close(from[0]);
        if (out) close(from[1]);
        execv(argv[0], argv);
        _exit(127);
    }
    close(to[0]);
    *in = to[1];
    if (out) {
        close(from[1]);
        *out = from[0];
    }
    return child;
}

/* The most memory a running child has held, from its /proc file; 0 = not known. */
static long memory_of(pid_t child)
{
    char path[64], line[256];
    long kib = 0;
    snprintf(path, sizeof path, "/proc/%ld/status", (long)child);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "VmHWM: %ld", &kib) == 1) break;
    if (file) fclose(file);
    return kib;
}

typedef struct job {
    char *argv[4];
    const text *input;
    long memory_kib; /* the most the command held */
} job;

/* Feeds the whole input to the command and waits for its end. */
static void feed(job *j)
{
    int in, status;
    pid_t child = start(j->argv, &in, NULL);
    for (size_t done = 0; done < j->input->length;) {
        ssize_t n = write(in, j->input->bytes + done, j->input->length - done);
        if (n < 0 && errno != EINTR) die("write to the command");
        if (n > 0) done += (size_t)n;
    }
    j->memory_kib = memory_of(child); /* all but the last pipeful is done */
    close(in);
    if (waitpid(child, &status, 0) < 0) die("wait");
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fprintf(stderr, "%s %s failed\n", j->argv[0], j->argv[1]);
        exit(1);
    }
}

/* Processor time of the commands that have ended. */
static double children_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static void report(const char *what, job *j, const text *input, int count,
                   const char *unit)
{
    double cpu[RUNS], wall[RUNS];
    j->input = input;
    for (int i = 0; i < RUNS; i++) {
        double begin = bench_seconds(), used = children_seconds();
        feed(j);
        wall[i] = bench_seconds() - begin;
        cpu[i] = children_seconds() - used;
    }
    qsort(cpu, RUNS, sizeof cpu[0], bench_compare);
    qsort(wall, RUNS, sizeof wall[0], bench_compare);
    printf("%-37s %9.0f %s/s of its core, %.0f by the clock, %ld KiB\n", what,
           count / cpu[RUNS / 2], unit, count / wall[RUNS / 2], j->memory_kib);
}

/* Milliseconds until the last byte of what the command says before it waits. */
static double first_prompt(char *const *argv, long *memory_kib)
{
    int in, out, status;
    char buffer[4096];
    double begin = bench_seconds(), last = begin;
    pid_t child = start(argv, &in, &out);
    struct pollfd wait = {.fd = out, .events = POLLIN};
    while (poll(&wait, 1, last > begin ? QUIET_MS : 5000) > 0 &&
           read(out, buffer, sizeof buffer) > 0)
        last = bench_seconds();
    *memory_kib = memory_of(child);
    kill(child, SIGKILL);
    if (waitpid(child, &status, 0) < 0) die("wait");
    close(in);
    close(out);
    return 1e3 * (last - begin);
}

static void report_start(char *program)
{
    char play[] = "play", plain[] = "--plain", home[] = "/tmp/alea-bench-XXXXXX";
    char *argv[] = {program, play, plain, NULL};
    double ms[RUNS];
    long memory = 0;
    if (!mkdtemp(home)) die(home);
    /* Saved games go where they hurt nobody. */
    setenv("HOME", home, 1);
    setenv("XDG_STATE_HOME", home, 1);
    setenv("XDG_DATA_HOME", home, 1);
    for (int i = 0; i < RUNS; i++) ms[i] = first_prompt(argv, &memory);
    qsort(ms, RUNS, sizeof ms[0], bench_compare);
    printf("%-40s %.1f ms (best %.1f), %ld KiB resident\n",
           "alea play to its first prompt", ms[RUNS / 2], ms[0], memory);
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", home);
    if (system(command) != 0) fprintf(stderr, "%s is left behind\n", home);
}

int main(int argc, char **argv)
{
    char program[512], plays[] = "plays", referee[] = "referee";
    snprintf(program, sizeof program, "%s/alea", argc > 1 ? argv[1] : "build/release");
    signal(SIGPIPE, SIG_IGN);
    bench_machine();
    job ask = {.argv = {program, plays, NULL, NULL}};
    job judge = {.argv = {program, referee, NULL, NULL}};
    text few = make_positions(POSITIONS / 10), many = make_positions(POSITIONS);
    report("alea plays, a tenth of the positions", &ask, &few, POSITIONS / 10,
           "positions");
    report("alea plays", &ask, &many, POSITIONS, "positions");
    text events = make_events(EVENTS);
    report("alea referee", &judge, &events, EVENTS, "events");
    report_start(program);
    free(few.bytes);
    free(many.bytes);
    free(events.bytes);
    return 0;
}
