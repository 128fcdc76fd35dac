/* Usage: load_games [--games N] [--seconds S] [--act S] [--idle] [--reconnect PERCENT]
 *                   [--pid SERVER] [--port N] [--one-address]
 *
 * Plays games between pairs of guests against `alea serve` on this machine and says how
 * long a command took to reach both screens, whether an event was lost, doubled or
 * differed, and what the server spent on it. Exit status 1 when an event was. Bounded
 * in games and time. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

#include "load.h"

enum { GAMES_MAX = 20000, SECONDS_MAX = 600 };

struct wishes {
    unsigned games, seconds, port, reconnect;
    double act_s;
    bool idle, one_address;
    int pid;
};

static double server_cpu_s(int pid)
{
    char path[64], line[1024];
    unsigned long user, system;
    FILE *file;

    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    if (!pid || !(file = fopen(path, "r"))) return 0;
    size_t got = fread(line, 1, sizeof line - 1, file);
    fclose(file);
    line[got] = '\0';
    const char *end = strrchr(line, ')');
    if (!end || sscanf(end + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu",
                       &user, &system) != 2)
        return 0;
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static long server_memory_kb(int pid, const char *field)
{
    char path[64], line[256];
    long kb = 0;
    FILE *file;

    snprintf(path, sizeof path, "/proc/%d/status", pid);
    if (!pid || !(file = fopen(path, "r"))) return 0;
    while (fgets(line, sizeof line, file))
        if (strncmp(line, field, strlen(field)) == 0)
            kb = strtol(line + strlen(field), NULL, 10);
    fclose(file);
    return kb;
}

/* Games act in a ring, each `gap` after its last time: the next one due is always the
 * next in the ring. The beat does not wait for answers, so a slow server cannot slow
 * it. */
static void play(struct load *load, int64_t duration)
{
    int64_t start = now_ns(), end = start + duration;
    unsigned next = 0;

    for (unsigned i = 0; i < load->game_count; i++)
        load->games[i].due = start + load->gap * i / load->game_count;
    for (int64_t now = start; now < end; now = now_ns()) {
        while (load->games[next].due <= now) {
            struct game *game = &load->games[next];
            load_act(load, game);
            game->due += load->gap;
            next = (next + 1) % load->game_count;
        }
        int64_t wait = (load->games[next].due - now_ns()) / 1000000;
        load_hear(load, wait > 0 ? (int)wait : 0);
    }
    /* Who left comes back; what was sent arrives. */
    for (int round = 0; round < 300; round++) {
        bool waiting = false;
        for (unsigned i = 0; i < load->game_count; i++)
            for (int seat = 0; seat < 2; seat++) {
                struct player *player = &load->games[i].players[seat];
                if (!player->reconnect_at) continue;
                waiting = true;
                if (now_ns() < player->reconnect_at) continue;
                player->reconnect_at = 0;
                if (player_connect(load, player)) load->figures.reconnects++;
            }
        for (unsigned i = 0; i < load->game_count; i++)
            waiting = waiting || load->games[i].wanted != 0;
        load_hear(load, 20);
        if (!waiting && round > 20) return;
    }
}

static int ascending(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

static double ms_at(const struct figures *figures, double part)
{
    size_t index = (size_t)(part * (double)figures->count);
    if (!figures->count) return 0;
    if (index >= figures->count) index = figures->count - 1;
    return (double)figures->latency_us[index] / 1000.0;
}

static bool report(struct load *load, const struct wishes *wishes, double cpu_s,
                   double wall_s, unsigned behind)
{
    struct figures *figures = &load->figures;
    bool whole =
        !figures->gaps && !figures->differing && !behind && !figures->lost_sockets;

    qsort(figures->latency_us, figures->count, sizeof *figures->latency_us, ascending);
    printf("%u games, %u players, %.1f s, a command of each player every %.1f s\n",
           load->game_count, 2 * load->game_count, wall_s, wishes->act_s);
    printf("commands %llu (%.0f/s), refused %llu, plays %llu, doubles %llu, events "
           "heard %llu\n",
           (unsigned long long)figures->commands, (double)figures->commands / wall_s,
           (unsigned long long)figures->refused, (unsigned long long)figures->plays,
           (unsigned long long)figures->doubles, (unsigned long long)figures->events);
    printf("command to both screens, ms: p50 %.2f  p90 %.2f  p99 %.2f  max %.2f  (%zu "
           "measured,"
           " %llu beats skipped as late)\n",
           ms_at(figures, 0.5), ms_at(figures, 0.9), ms_at(figures, 0.99),
           ms_at(figures, 1), figures->count, (unsigned long long)figures->late);
    printf(
        "gaps %llu, differing %llu, games with a screen behind %u, sockets lost %llu,"
        " lines dropped and resumed %llu, matches over %llu\n",
        (unsigned long long)figures->gaps, (unsigned long long)figures->differing,
        behind, (unsigned long long)figures->lost_sockets,
        (unsigned long long)figures->reconnects,
        (unsigned long long)figures->matches_over);
    if (wishes->pid)
        printf(
            "server: %.2f s of processor time (%.0f %% of a core, %.0f us a command),"
            " %.1f MB resident, %.1f MB at most\n",
            cpu_s, 100 * cpu_s / wall_s,
            figures->commands ? 1e6 * cpu_s / (double)figures->commands : 0,
            (double)server_memory_kb(wishes->pid, "VmRSS:") / 1024,
            (double)server_memory_kb(wishes->pid, "VmHWM:") / 1024);
    return whole;
}

static bool read_wishes(int count, char **words, struct wishes *wishes)
{
    for (int i = 1; i < count; i++) {
        const char *word = words[i], *value = i + 1 < count ? words[i + 1] : "";
        if (strcmp(word, "--idle") == 0) {
            wishes->idle = true;
            continue;
        }
        if (strcmp(word, "--one-address") == 0) {
            wishes->one_address = true;
            continue;
        }
        unsigned number = (unsigned)strtoul(value, NULL, 10);
        if (strcmp(word, "--games") == 0)
            wishes->games = number;
        else if (strcmp(word, "--seconds") == 0)
            wishes->seconds = number;
        else if (strcmp(word, "--act") == 0)
            wishes->act_s = strtod(value, NULL);
        else if (strcmp(word, "--reconnect") == 0)
            wishes->reconnect = number;
        else if (strcmp(word, "--pid") == 0)
            wishes->pid = (int)number;
        else if (strcmp(word, "--port") == 0)
            wishes->port = number;
        else
            return false;
        i++;
    }
    return wishes->games > 0 && wishes->games <= GAMES_MAX && wishes->seconds > 0 &&
           wishes->seconds <= SECONDS_MAX && wishes->act_s >= 0.01 &&
           wishes->port < 65536;
}

static bool run(struct load *load, const struct wishes *wishes)
{
    int64_t began = now_ns(), played;
    double cpu_s;

    if (!load_set_up(load)) return false;
    load_hear(load, 500);
    printf("seated in %.1f s; server %.1f MB resident\n",
           (double)(now_ns() - began) / 1e9,
           (double)server_memory_kb(wishes->pid, "VmRSS:") / 1024);
    cpu_s = server_cpu_s(wishes->pid);
    played = now_ns();
    if (wishes->idle) {
        while (now_ns() - played < (int64_t)wishes->seconds * 1000000000)
            load_hear(load, 100);
    } else {
        play(load, (int64_t)wishes->seconds * 1000000000);
    }
    double wall_s = (double)(now_ns() - played) / 1e9;
    cpu_s = server_cpu_s(wishes->pid) - cpu_s;
    return report(load, wishes, cpu_s, wall_s, load_count_behind(load));
}

int main(int count, char **words)
{
    struct wishes wishes = {.games = 100, .seconds = 10, .port = 8127, .act_s = 2};
    struct load load = {.place = {"127.0.0.1", 0}, .random = 1};
    struct rlimit files;

    if (!read_wishes(count, words, &wishes)) {
        fprintf(stderr,
                "load_games: see the head of bench/load/main.c for its options\n");
        return 2;
    }
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    load.place.port = (int)wishes.port;
    load.game_count = wishes.games;
    load.spread = !wishes.one_address;
    load.reconnect_percent = wishes.reconnect;
    load.gap = (int64_t)(wishes.act_s * 1e9 / 2);
    load.games = calloc(wishes.games, sizeof *load.games);
    load.figures.room = (size_t)wishes.games * wishes.seconds * 200;
    load.figures.latency_us =
        malloc(load.figures.room * sizeof *load.figures.latency_us);
    load.epoll = epoll_create1(0);
    bool whole =
        load.games && load.figures.latency_us && load.epoll >= 0 && run(&load, &wishes);
    load_free(&load);
    return whole ? 0 : 1;
}
