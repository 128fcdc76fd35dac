/* alea external: GNU Backgammon's external protocol over a socket. One server plays
 * both parts: the player that GNU Backgammon connects to ("set player 0 external
 * HOST:PORT"), and the engine that other programs call as they call GNU Backgammon's
 * own "external". */
#include "base/clock.h"
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "cli/io/out_file.h"
#include "cli/question/decide_options.h"
#include "external_answer.h"
#include "list.h"
#include "signals/stop.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { CLIENTS = 16, REQUEST = 4096, PATIENCE_MS = 30000 };

/* While an answer is not wholly sent, nothing more is read and no other line answered:
 * a client that does not read what it asked for holds up nobody but itself. */
typedef struct client {
    int fd; /* -1 = free */
    size_t used;
    char request[REQUEST];
    bool skipping; /* the rest of a line that was too long */
    bool ended;    /* it sends no more, or shall not be read any more */
    size_t unsent;
    char answer[EXTERNAL_ANSWER_SIZE]; /* with its newline instead of a NUL */
    long long moved_ms;                /* when some of the answer last went out */
} client;

typedef struct server {
    int listener;
    const char *unix_path; /* to remove at the end; NULL for TCP */
    client clients[CLIENTS];
    external_context answers;
    FILE *log;
    bool once; /* end when the first client goes */
} server;

/* ---- the address ---- */

/* Makes way where a server that was killed has left its socket; false with the reason.
 * A datagram socket asks: somebody who is there refuses its kind and never sees it,
 * while a client that comes and goes would end a server with --once. */
static bool clear_path(const struct sockaddr_un *address, const char **why)
{
    struct stat file;
    if (lstat(address->sun_path, &file) != 0)
        return true; /* bind() says what is wrong */
    if (!S_ISSOCK(file.st_mode)) {
        *why = "it exists and is no socket";
        return false;
    }
    int probe = socket(AF_UNIX, SOCK_DGRAM, 0);
    if (probe < 0) {
        *why = strerror(errno);
        return false;
    }
    bool connected =
        connect(probe, (const struct sockaddr *)address, sizeof *address) == 0;
    int error = errno;
    close(probe);
    if (connected || error == EPROTOTYPE)
        *why = "another program listens there";
    else if (error != ECONNREFUSED)
        *why = strerror(error);
    else if (unlink(address->sun_path) != 0)
        *why = strerror(errno);
    return !*why;
}

static int listen_unix(const char *path, const char **why)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        *why = strerror(ENAMETOOLONG);
        return -1;
    }
    memcpy(address.sun_path, path, strlen(path));
    if (!clear_path(&address, why)) return -1;
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd >= 0 && bind(fd, (struct sockaddr *)&address, sizeof address) == 0 &&
        listen(fd, CLIENTS) == 0)
        return fd;
    *why = strerror(errno);
    if (fd >= 0) close(fd);
    return -1;
}

static int listen_tcp(const char *host, const char *port, const char **why)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE}, *list;
    int result = getaddrinfo(host[0] ? host : "127.0.0.1", port, &hints, &list);
    if (result != 0) {
        *why = gai_strerror(result);
        return -1;
    }
    int fd = -1;
    for (const struct addrinfo *a = list; a && fd < 0; a = a->ai_next) {
        int one = 1;
        fd = socket(a->ai_family, a->ai_socktype, a->ai_protocol);
        if (fd < 0) continue;
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
        if (bind(fd, a->ai_addr, a->ai_addrlen) == 0 && listen(fd, CLIENTS) == 0) break;
        int error = errno;
        close(fd);
        errno = error;
        fd = -1;
    }
    freeaddrinfo(list);
    if (fd < 0) *why = strerror(errno);
    return fd;
}

/* The host of "HOST:PORT", "[HOST]:PORT" (IPv6), ":PORT" or "PORT"; gives back the
 * port. */
static const char *split_address(const char *address, char *host, size_t size)
{
    const char *colon = strrchr(address, ':');
    size_t n = colon ? (size_t)(colon - address) : 0;
    const char *begin = address;
    if (n >= 2 && begin[0] == '[' && begin[n - 1] == ']') {
        begin++;
        n -= 2;
    }
    if (n >= size) n = size - 1;
    memcpy(host, begin, n);
    host[n] = '\0';
    return colon ? colon + 1 : address;
}

/* Anything with a '/' is a Unix socket. */
static int open_listener(server *s, const char *address)
{
    const char *why = NULL;
    if (strchr(address, '/')) {
        s->listener = listen_unix(address, &why);
        if (s->listener >= 0) s->unix_path = address;
    } else {
        char host[256];
        const char *port = split_address(address, host, sizeof host);
        long long number;
        if (!args_integer(port, 0, 65535, &number))
            return args_refuse("external", "no port in \"%.100s\": give HOST:PORT",
                               address);
        s->listener = listen_tcp(host, port, &why);
    }
    if (s->listener >= 0) return EXIT_DONE;
    return command_fail("external", "%s: %s", address, why);
}

static void tell_address(const server *s)
{
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    char host[256], port[16];
    FILE *to = s->log == stdout ? stderr : stdout;
    if (s->unix_path) {
        fprintf(to, "listening on %s\n", s->unix_path);
    } else if (getsockname(s->listener, (struct sockaddr *)&address, &size) == 0 &&
               getnameinfo((struct sockaddr *)&address, size, host, sizeof host, port,
                           sizeof port, NI_NUMERICHOST | NI_NUMERICSERV) == 0) {
        fprintf(to,
                strchr(host, ':') ? "listening on [%s]:%s\n" : "listening on %s:%s\n",
                host, port);
    }
    fflush(to);
}

/* ---- clients ---- */

static void drop_client(server *s, client *c)
{
    close(c->fd);
    *c = (client){.fd = -1};
    if (s->once) stop_request();
}

static void put_answer(client *c, const char *text)
{
    c->unsent = strlen(text);
    memcpy(c->answer, text, c->unsent);
    c->answer[c->unsent++] = '\n';
    c->moved_ms = alea_clock_ms();
}

/* As much as the connection takes now; false when it is broken. */
static bool send_answer(client *c)
{
    while (c->unsent > 0) {
        ssize_t n = send(c->fd, c->answer, c->unsent, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
        c->unsent -= (size_t)n;
        memmove(c->answer, c->answer + n, c->unsent);
        c->moved_ms = alea_clock_ms();
    }
    return true;
}

/* False when the client asked to end. */
static bool answer_line(server *s, client *c, const char *line, size_t length)
{
    char answer[EXTERNAL_ANSWER_SIZE];
    bool go_on = external_answer(&s->answers, line, length, answer);
    if (s->log) {
        fprintf(s->log, "%.*s\n-> %s\n", (int)length, line, answer);
        fflush(s->log);
    }
    if (go_on) put_answer(c, answer);
    return go_on;
}

static bool is_filler(char byte)
{
    return byte == '\0' || byte == '\r';
}

/* Answers one line, without what surrounds it: GNU Backgammon puts a NUL behind its
 * newline. */
static bool take_line(server *s, client *c, const char *begin, const char *end)
{
    bool skipped = c->skipping;
    c->skipping = false;
    while (begin < end && is_filler(*begin)) begin++;
    while (begin < end && is_filler(end[-1])) end--;
    return skipped || answer_line(s, c, begin, (size_t)(end - begin));
}

/* The client sends no more: a last line may lack its newline. */
static void take_rest(server *s, client *c)
{
    const char *begin = c->request, *end = begin + c->used;
    c->used = 0;
    while (begin < end && is_filler(*begin)) begin++;
    if (begin < end) take_line(s, c, begin, end);
}

/* Takes one line of the received bytes; false if there is none. */
static bool take_next(server *s, client *c)
{
    const char *end = memchr(c->request, '\n', c->used);
    if (end) {
        bool go_on = take_line(s, c, c->request, end);
        if (!go_on) c->ended = true;
        c->used = go_on ? c->used - (size_t)(end + 1 - c->request) : 0;
        memmove(c->request, end + 1, c->used);
        return true;
    }
    if (c->used == REQUEST) {
        if (!c->skipping) put_answer(c, "Error: request too long");
        c->skipping = true;
        c->used = 0;
        return true;
    }
    if (!c->ended || c->used == 0) return false;
    take_rest(s, c);
    return true;
}

/* Goes on with a client that sends or takes something; false when it is done. */
static bool serve_client(server *s, client *c)
{
    if (c->unsent == 0 && !c->ended) {
        ssize_t n = recv(c->fd, c->request + c->used, REQUEST - c->used, 0);
        if (n < 0) return errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK;
        c->used += (size_t)n;
        c->ended = n == 0;
    }
    do {
        if (!send_answer(c)) return false;
        if (c->unsent > 0) return true;
    } while (take_next(s, c));
    return !c->ended;
}

static void accept_client(server *s)
{
    static const char full[] = "Error: too many clients\n";
    int fd = accept(s->listener, NULL, NULL);
    if (fd < 0) return;
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
    for (int i = 0; i < CLIENTS; i++)
        if (s->clients[i].fd < 0) {
            s->clients[i].fd = fd;
            return;
        }
    send(fd, full, sizeof full - 1, MSG_NOSIGNAL);
    close(fd);
}

static void serve(server *s)
{
    while (!stop_requested()) {
        struct pollfd polls[CLIENTS + 1] = {{.fd = s->listener, .events = POLLIN}};
        bool any_unsent = false;
        for (int i = 0; i < CLIENTS; i++) { /* poll passes over those of fd -1 */
            const client *c = &s->clients[i];
            short events = c->unsent > 0 ? POLLOUT : POLLIN;
            polls[i + 1] = (struct pollfd){.fd = c->fd, .events = events};
            any_unsent = any_unsent || c->unsent > 0;
        }
        if (poll(polls, CLIENTS + 1, any_unsent ? 1000 : -1) < 0) continue;
        for (int i = 0; i < CLIENTS; i++) {
            client *c = &s->clients[i];
            if (polls[i + 1].revents && !serve_client(s, c)) drop_client(s, c);
            if (c->unsent > 0 && alea_clock_ms() - c->moved_ms > PATIENCE_MS)
                drop_client(s, c);
        }
        if (polls[0].revents) accept_client(s);
    }
}

static void close_server(server *s)
{
    for (int i = 0; i < CLIENTS; i++)
        if (s->clients[i].fd >= 0) close(s->clients[i].fd);
    if (s->listener >= 0) close(s->listener);
    if (s->unix_path) unlink(s->unix_path);
    if (s->log && s->log != stdout) fclose(s->log);
}

static bool on_off(const char *text, bool *out)
{
    *out = strcmp(text, "on") == 0;
    return *out || strcmp(text, "off") == 0;
}

int cmd_external(int argc, char **argv)
{
    server s = {.listener = -1};
    decide_options o;
    const char *jacoby = "on", *log_path = NULL;
    bool cubeless = false;
    decide_options_start(&o);
    o.ply = 0;
    o.threads = 1;
    const option_spec options[] = {
        DECIDE_DEPTH_OPTIONS_TOLD(o, "rolls looked ahead, 0 to 4 (default 0)",
                                  "threads (default 1)"),
        TEXT_OPTION("jacoby", 'j', "on|off",
                    "money play by the Jacoby rule (default on)", &jacoby),
        FLAG_OPTION("beavers", 'b', "answer \"beaver\" where it is right", &o.beavers),
        FLAG_OPTION("cubeless", 'c', "choose plays by cubeless equity", &cubeless),
        TEXT_OPTION(
            "log", 'l', "FILE",
            "write every request and answer; - writes them to standard output, and the "
            "address to stderr",
            &log_path),
        FLAG_OPTION("once", '1', "end when the first client has gone", &s.once),
        {0}};
    const args_spec spec = {
        .operands = "HOST:PORT|PATH",
        .about =
            "Serves GNU Backgammon's external protocol. There,\n"
            "  set player 0 external localhost:1234\n"
            "makes alea a player; programs that call GNU Backgammon's own 'external'\n"
            "server (version, evaluation fibsboard ..., board:...) may call "
            "alea instead.\n"
            "A PATH with a '/' is a Unix socket, [HOST]:PORT an IPv6 address; "
            "port 0 takes\n"
            "a free one. The address is printed when the server is ready. "
            "Ctrl-C ends it.",
        .options = options,
        .least = 1,
        .most = 1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    if (!on_off(jacoby, &o.jacoby))
        return args_refuse("external", "--jacoby is on or off, not \"%.20s\"", jacoby);
    for (int i = 0; i < CLIENTS; i++) s.clients[i].fd = -1;
    decide_engine e;
    status = decide_engine_open(&e, "external", &o);
    if (status != EXIT_DONE) return status;
    s.answers = (external_context){.engine = e.engine,
                                   .settings = alea_search_settings_default((int)o.ply),
                                   .jacoby = o.jacoby,
                                   .beavers = o.beavers};
    s.answers.settings.cubeful = !cubeless;
    s.answers.settings.time_ms = o.time_ms;
    if (log_path)
        s.log = out_file_is_standard(log_path) ? stdout : fopen(log_path, "w");
    if (log_path && !s.log) {
        command_fail_file("external", log_path);
        status = EXIT_SYSTEM;
    }
    if (status == EXIT_DONE) status = open_listener(&s, argv[1]);
    if (status == EXIT_DONE) {
        stop_on_signals(0);
        tell_address(&s);
        serve(&s);
    }
    close_server(&s);
    decide_engine_close(&e);
    return status;
}
