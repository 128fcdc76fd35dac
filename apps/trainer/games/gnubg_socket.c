#include "gnubg_socket.h"
#include "trainer/support/reason.h"

#include <ctype.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct gnubg_socket {
    int fd;
    char reply[1024];
};

static int connect_to(const char *host, int port)
{
    char service[16];
    struct addrinfo hints, *list, *at;
    memset(&hints, 0, sizeof hints);
    hints.ai_socktype = SOCK_STREAM;
    snprintf(service, sizeof service, "%d", port);
    if (getaddrinfo(host, service, &hints, &list) != 0) return -1;
    int fd = -1;
    for (at = list; at && fd < 0; at = at->ai_next) {
        fd = socket(at->ai_family, at->ai_socktype, at->ai_protocol);
        if (fd >= 0 && connect(fd, at->ai_addr, at->ai_addrlen) != 0) {
            close(fd);
            fd = -1;
        }
    }
    freeaddrinfo(list);
    int on = 1;
    if (fd >= 0) setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return fd;
}

gnubg_socket *gnubg_socket_open(const char *host, int port, char *reason, size_t size)
{
    gnubg_socket *g = calloc(1, sizeof *g);
    if (!g) {
        reason_no_memory(reason, size);
        return NULL;
    }
    g->fd = connect_to(host, port);
    if (g->fd >= 0) return g;
    snprintf(reason, size, "no GNU Backgammon listens on %s:%d", host, port);
    free(g);
    return NULL;
}

void gnubg_socket_close(gnubg_socket *g)
{
    if (!g) return;
    close(g->fd);
    free(g);
}

/* Sends a line and reads one into g->reply. The first signal does not interrupt the
 * question, so that the game in progress is kept; a second one does, in case no answer
 * comes. */
static int ask(gnubg_socket *g, const char *line, char *reason, size_t size)
{
    size_t sent = 0, length = strlen(line), got = 0;
    int signals = 0;
    while (sent < length) {
        ssize_t n = send(g->fd, line + sent, length - sent, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR && signals++ == 0) continue;
        if (n <= 0) goto lost;
        sent += (size_t)n;
    }
    for (;;) {
        ssize_t n = recv(g->fd, g->reply + got, sizeof g->reply - 1 - got, 0);
        if (n < 0 && errno == EINTR && signals++ == 0) continue;
        if (n == 0) errno = ECONNRESET; /* closed at the other end */
        if (n <= 0) goto lost;
        got += (size_t)n;
        if (g->reply[got - 1] == '\n') break;
        if (got == sizeof g->reply - 1) {
            snprintf(reason, size, "GNU Backgammon's answer is too long");
            return -1;
        }
    }
    g->reply[got] = '\0';
    return 0;
lost:
    snprintf(reason, size, "the connection to GNU Backgammon was lost: %s",
             strerror(errno));
    return -1;
}

/* The board line: the side on roll is the plus side and on turn. `doubled`: it has just
 * doubled, and its opponent is asked. The scores are in the opposite order of a
 * FIBS board: first that of the opponent of the player asked. */
static void write_board(const alea_board *b, const alea_cube *cube, alea_roll roll,
                        int doubled, char *out, size_t size)
{
    int length = cube->match_length;
    int used = snprintf(out, size, "board:o:x:%d:%d:%d:", length,
                        length ? length - cube->away[!doubled] : 0,
                        length ? length - cube->away[doubled] : 0);
    for (int i = 0; i < 26; i++)
        used += snprintf(out + used, size - (size_t)used, "%d:", b->point[i]);
    int d0 = roll.die[0], d1 = roll.die[1];
    snprintf(out + used, size - (size_t)used,
             "1:%d:%d:%d:%d:%d:%d:%d:%d:1:-1:0:25:%d:%d:0:0:0:0:0:1", d0, d1, d0, d1,
             1 << cube->cube_log2, cube->owner != ALEA_CUBE_THEIRS,
             cube->owner != ALEA_CUBE_MINE, doubled,
             ALEA_CHECKERS - alea_board_checkers(b, true),
             ALEA_CHECKERS - alea_board_checkers(b, false));
}

static int read_point(const char **text)
{
    while (**text == '*') ++*text;
    if (strncmp(*text, "bar", 3) == 0) return *text += 3, ALEA_BAR;
    if (strncmp(*text, "off", 3) == 0) return *text += 3, ALEA_OFF;
    if (!isdigit((unsigned char)**text)) return -1;
    char *end;
    long n = strtol(*text, &end, 10);
    *text = end;
    return n >= 0 && n <= 25 ? (int)n : -1;
}

/* Plays "24/18*" words on a bare count of the mover's checkers; `hit` collects the
 * points where the text marks a hit. False if the text is not a play. */
static bool follow(const char *text, int mine[26], bool hit[26])
{
    for (;;) {
        while (isspace((unsigned char)*text)) text++;
        if (!*text) return true;
        int from = read_point(&text), path[8], steps = 0, times = 1;
        if (from < 0) return false;
        while (*text == '/' && steps < 8) {
            text++;
            int to = read_point(&text);
            if (to < 0) return false;
            path[steps++] = to;
            if (*text == '*') hit[to] = true, text++;
        }
        if (*text == '(') {
            times = atoi(text + 1);
            text = strchr(text, ')');
            if (!text) return false;
            text++;
            if (*text == '*') hit[path[steps ? steps - 1 : 0]] = true, text++;
        }
        if (steps == 0 || (*text && !isspace((unsigned char)*text))) return false;
        mine[from] -= times;
        mine[path[steps - 1]] += times;
    }
}

/* A result fits if the mover's checkers stand as stated and the hit points are those
 * stated; gnubg leaves hits on the way of one checker unmarked only if no hit is
 * marked. */
static int fitness(const alea_board *before, const alea_board *after,
                   const int mine[26], const bool hit[26])
{
    int score = 1;
    for (int p = 1; p <= 25; p++) {
        int n = after->point[p] > 0 ? after->point[p] : 0;
        if (n != mine[p]) return 0;
        const bool lost = p < 25 && before->point[p] == -1 && after->point[p] != -1;
        if (lost == hit[p]) score++;
    }
    return score;
}

int gnubg_socket_choose(gnubg_socket *g, const alea_board *board, const alea_cube *cube,
                        alea_roll roll, const alea_board *results, int count,
                        char *reason, size_t size)
{
    char line[512];
    if (count == 1) return 0;
    write_board(board, cube, roll, 0, line, sizeof line - 1);
    strcat(line, "\n");
    if (ask(g, line, reason, size) != 0) return -1;
    bool hit[26] = {false};
    int mine[26], best = -1, top = 0;
    for (int p = 0; p < 26; p++)
        mine[p] = p && board->point[p] > 0 ? board->point[p] : 0;
    if (follow(g->reply, mine, hit))
        for (int i = 0; i < count; i++) {
            int score = fitness(board, &results[i], mine, hit);
            if (score > top) top = score, best = i;
        }
    if (best >= 0) return best;
    g->reply[strcspn(g->reply, "\r\n")] = '\0';
    snprintf(reason, size, "GNU Backgammon answered '%.60s' to %d-%d: not a legal play",
             g->reply, roll.die[0], roll.die[1]);
    return -1;
}

/* Asks about a cube: 1 where the answer begins with `yes`, 0 where with `no`. */
static int ask_cube(gnubg_socket *g, const alea_board *board, const alea_cube *cube,
                    int doubled, const char *yes, const char *no, char *reason,
                    size_t size)
{
    char line[512];
    alea_roll none = {{0, 0}};
    write_board(board, cube, none, doubled, line, sizeof line - 1);
    strcat(line, "\n");
    if (ask(g, line, reason, size) != 0) return -1;
    if (strncmp(g->reply, yes, strlen(yes)) == 0) return 1;
    if (strncmp(g->reply, no, strlen(no)) == 0) return 0;
    g->reply[strcspn(g->reply, "\r\n")] = '\0';
    snprintf(reason, size, "GNU Backgammon answered '%.60s' where '%s' or '%s' was due",
             g->reply, yes, no);
    return -1;
}

int gnubg_socket_doubles(gnubg_socket *g, const alea_board *board,
                         const alea_cube *cube, char *reason, size_t size)
{
    return ask_cube(g, board, cube, 0, "double", "roll", reason, size);
}

int gnubg_socket_takes(gnubg_socket *g, const alea_board *doubler,
                       const alea_cube *cube, char *reason, size_t size)
{
    return ask_cube(g, doubler, cube, 1, "take", "drop", reason, size);
}

int gnubg_socket_value(gnubg_socket *g, const alea_board *board, int plies,
                       alea_probs *out, char *reason, size_t size)
{
    char line[640], text[400];
    alea_roll none = {{0, 0}};
    const alea_cube money = alea_cube_money();
    write_board(board, &money, none, 0, text, sizeof text);
    snprintf(line, sizeof line, "evaluation fibsboard %s plies %d cubeless prune\n",
             text, plies);
    if (strlen(line) > 255) {
        snprintf(reason, size, "a board line is longer than GNU Backgammon reads");
        return -1;
    }
    if (ask(g, line, reason, size) != 0) return -1;
    float f[5];
    const char *at = g->reply;
    for (int i = 0; i < 5; i++) {
        char *end;
        f[i] = strtof(at, &end);
        if (end == at) {
            g->reply[strcspn(g->reply, "\r\n")] = '\0';
            snprintf(reason, size, "GNU Backgammon answered '%.80s' to an evaluation",
                     g->reply);
            return -1;
        }
        at = end;
    }
    alea_probs p = {f[0], f[1], f[2], f[3], f[4]};
    *out = p;
    return 0;
}
