#include "net.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum { HEAD_MAX = 16384 };

static int complain(const char *what)
{
    fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
    return -1;
}

/* Each client may have an address of its own, as in life: limits an address stay as
 * they are while thousands play. */
static int connect_to(struct place place, unsigned source)
{
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)place.port)};
    int fd = socket(AF_INET, SOCK_STREAM, 0), yes = 1;

    if (fd < 0) return complain("socket");
    if (inet_pton(AF_INET, place.host, &to.sin_addr) != 1) {
        errno = EINVAL;
        close(fd);
        return complain(place.host);
    }
    if (source) {
        struct sockaddr_in from = {.sin_family = AF_INET};
        from.sin_addr.s_addr = htonl(0x7f010000U + source);
        if (bind(fd, (struct sockaddr *)&from, sizeof from) != 0) {
            close(fd);
            return complain("bind");
        }
    }
    if (connect(fd, (struct sockaddr *)&to, sizeof to) != 0) {
        close(fd);
        return complain("connect");
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return fd;
}

static bool send_all(int fd, const char *bytes, size_t length)
{
    while (length) {
        ssize_t sent = send(fd, bytes, length, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        bytes += sent;
        length -= (size_t)sent;
    }
    return true;
}

/* Reads until the blank line; gives how much was read, the head's length in *head. */
static size_t read_head(int fd, char *room, size_t *head)
{
    size_t used = 0;

    *head = 0;
    while (used + 1 < HEAD_MAX) {
        ssize_t got = recv(fd, room + used, HEAD_MAX - 1 - used, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return 0;
        used += (size_t)got;
        room[used] = '\0';
        char *end = strstr(room, "\r\n\r\n");
        if (end) {
            *head = (size_t)(end - room) + 4;
            return used;
        }
    }
    return 0;
}

static const char *header(const char *head, const char *name, size_t head_length)
{
    size_t length = strlen(name);

    for (const char *line = head; (line = strstr(line, "\r\n")) != NULL;) {
        line += 2;
        if ((size_t)(line - head) >= head_length) return NULL;
        if (strncasecmp(line, name, length) == 0 && line[length] == ':')
            return line + length + 1 + strspn(line + length + 1, " ");
    }
    return NULL;
}

static bool read_answer(struct http *http, struct http_answer *answer)
{
    char head[HEAD_MAX];
    size_t head_length, used = read_head(http->fd, head, &head_length), have;
    const char *field;
    size_t length;

    if (!used || sscanf(head, "HTTP/1.%*d %d", &answer->status) != 1) return false;
    field = header(head, "content-length", head_length);
    length = field ? strtoul(field, NULL, 10) : 0;
    if ((field = header(head, "set-cookie", head_length)) != NULL)
        snprintf(answer->cookie, sizeof answer->cookie, "%.*s",
                 (int)strcspn(field, ";\r"), field);
    answer->bytes = head_length + length;
    answer->body = malloc(length + 1);
    if (!answer->body) return false;
    have = used - head_length < length ? used - head_length : length;
    memcpy(answer->body, head + head_length, have);
    while (have < length) {
        ssize_t got = recv(http->fd, answer->body + have, length - have, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        have += (size_t)got;
    }
    answer->body[length] = '\0';
    field = header(head, "connection", head_length);
    if (field && strncasecmp(field, "close", 5) == 0) http_close(http);
    return true;
}

static bool ask_once(struct http *http, const char *request, size_t length,
                     struct http_answer *answer)
{
    memset(answer, 0, sizeof *answer);
    if (http->fd < 0) http->fd = connect_to(http->place, http->source);
    if (http->fd < 0) return false;
    if (send_all(http->fd, request, length) && read_answer(http, answer)) return true;
    free(answer->body);
    answer->body = NULL;
    http_close(http);
    return false;
}

bool http_ask(struct http *http, const char *method, const char *path,
              const char *cookie, const char *body, struct http_answer *answer)
{
    char request[4096];
    int length =
        snprintf(request, sizeof request,
                 "%s %s HTTP/1.1\r\nHost: %s:%d\r\nOrigin: http://%s:%d\r\n"
                 "%s%s%sContent-Type: application/json\r\nContent-Length: %zu\r\n"
                 "\r\n%s",
                 method, path, http->place.host, http->place.port, http->place.host,
                 http->place.port, cookie ? "Cookie: " : "", cookie ? cookie : "",
                 cookie ? "\r\n" : "", body ? strlen(body) : 0, body ? body : "");

    if (length < 0 || (size_t)length >= sizeof request) return false;
    /* A kept connection may have been closed meanwhile: once more on a new one. */
    bool kept = http->fd >= 0;
    if (ask_once(http, request, (size_t)length, answer)) return true;
    if (kept && ask_once(http, request, (size_t)length, answer)) return true;
    fprintf(stderr, "load: no answer to %s %s\n", method, path);
    return false;
}

void http_close(struct http *http)
{
    if (http->fd >= 0) close(http->fd);
    http->fd = -1;
}

bool socket_open(struct socket *socket, struct place place, unsigned source,
                 const char *cookie, const char *game)
{
    char request[1024], head[HEAD_MAX];
    size_t head_length, used;
    int length = snprintf(
        request, sizeof request,
        "GET /api/socket?game=%s HTTP/1.1\r\nHost: %s:%d\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nOrigin: http://%s:%d\r\nCookie: %s\r\n"
        "Sec-WebSocket-Key: YWxlYSBsb2FkIGdlbi4uLg==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n",
        game, place.host, place.port, place.host, place.port, cookie);

    memset(socket, 0, sizeof *socket);
    socket->fd = connect_to(place, source);
    if (socket->fd < 0 || length < 0 || (size_t)length >= sizeof request) return false;
    if (!send_all(socket->fd, request, (size_t)length) ||
        (used = read_head(socket->fd, head, &head_length)) == 0 ||
        strncmp(head, "HTTP/1.1 101", 12) != 0) {
        fprintf(stderr, "load: the server took no socket: %.60s\n", head);
        socket_close(socket);
        return false;
    }
    socket->in_room = HEAD_MAX;
    socket->in = malloc(socket->in_room);
    if (!socket->in) return false;
    socket->in_used = used - head_length;
    memcpy(socket->in, head + head_length, socket->in_used);
    return fcntl(socket->fd, F_SETFL, O_NONBLOCK) == 0;
}

static bool grow(char **bytes, size_t *room, size_t wanted)
{
    size_t larger = *room ? *room : 1024;

    if (wanted <= *room) return true;
    while (larger < wanted) larger *= 2;
    char *moved = realloc(*bytes, larger);
    if (!moved) return false;
    *bytes = moved;
    *room = larger;
    return true;
}

static void queue_frame(struct socket *socket, unsigned opcode, const char *payload,
                        size_t length)
{
    static const unsigned char mask[4] = {0x5a, 0xa5, 0x3c, 0xc3};
    unsigned char head[8] = {(unsigned char)(0x80U | opcode)};
    size_t head_length = 2;

    if (socket->fd < 0 || length > 65535 ||
        !grow(&socket->out, &socket->out_room, socket->out_used + length + 8))
        return;
    if (length < 126) {
        head[1] = (unsigned char)(0x80U | length);
    } else {
        head[1] = 0x80U | 126U;
        head[2] = (unsigned char)(length >> 8);
        head[3] = (unsigned char)(length & 255U);
        head_length = 4;
    }
    memcpy(head + head_length, mask, 4);
    head_length += 4;
    memcpy(socket->out + socket->out_used, head, head_length);
    socket->out_used += head_length;
    for (size_t i = 0; i < length; i++)
        socket->out[socket->out_used + i] = (char)(payload[i] ^ mask[i & 3]);
    socket->out_used += length;
}

void socket_send(struct socket *socket, const char *text)
{
    queue_frame(socket, 1, text, strlen(text));
    socket_flush(socket);
}

bool socket_flush(struct socket *socket)
{
    while (socket->fd >= 0 && socket->out_used) {
        ssize_t sent = send(socket->fd, socket->out, socket->out_used, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0 && errno == EAGAIN) return false;
        if (sent <= 0) {
            socket_close(socket);
            return true;
        }
        socket->out_used -= (size_t)sent;
        memmove(socket->out, socket->out + sent, socket->out_used);
    }
    return true;
}

/* Length of the frame at `bytes` and where its payload begins; 0 = not all there
 * yet. */
static size_t frame_at(const unsigned char *bytes, size_t have, size_t *payload)
{
    uint64_t length;
    size_t head = 2;

    if (have < 2) return 0;
    length = bytes[1] & 127U;
    if (length >= 126) {
        size_t extra = length == 126 ? 2 : 8;
        if (have < 2 + extra) return 0;
        length = 0;
        for (size_t i = 0; i < extra; i++) length = length << 8 | bytes[2 + i];
        head += extra;
    }
    *payload = head;
    return have >= head + length ? head + (size_t)length : 0;
}

static void take_frame(struct socket *socket, unsigned first, const char *payload,
                       size_t length, void (*take)(void *, char *, size_t), void *who)
{
    unsigned opcode = first & 15U;

    if (opcode == 8) {
        socket_close(socket);
    } else if (opcode == 9) {
        queue_frame(socket, 10, payload, length);
        socket_flush(socket);
    } else if (opcode <= 2) {
        if (!grow(&socket->text, &socket->text_room, socket->text_used + length + 1))
            return;
        memcpy(socket->text + socket->text_used, payload, length);
        socket->text_used += length;
        if (!(first & 0x80U)) return;
        socket->text[socket->text_used] = '\0';
        length = socket->text_used;
        socket->text_used = 0;
        take(who, socket->text, length);
    }
}

static void take_frames(struct socket *socket, void (*take)(void *, char *, size_t),
                        void *who)
{
    size_t at = 0, whole, payload;

    while (socket->fd >= 0 && (whole = frame_at((const unsigned char *)socket->in + at,
                                                socket->in_used - at, &payload)) != 0) {
        take_frame(socket, (unsigned char)socket->in[at], socket->in + at + payload,
                   whole - payload, take, who);
        at += whole;
    }
    if (socket->fd < 0) return;
    socket->in_used -= at;
    memmove(socket->in, socket->in + at, socket->in_used);
}

void socket_receive(struct socket *socket, void (*take)(void *, char *, size_t),
                    void *who)
{
    take_frames(socket, take, who);
    while (socket->fd >= 0) {
        if (!grow(&socket->in, &socket->in_room, socket->in_used + 8192)) return;
        ssize_t got = recv(socket->fd, socket->in + socket->in_used,
                           socket->in_room - socket->in_used, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 && errno == EAGAIN) return;
        if (got <= 0) {
            socket_close(socket);
            return;
        }
        socket->in_used += (size_t)got;
        take_frames(socket, take, who);
    }
}

void socket_close(struct socket *socket)
{
    if (socket->fd >= 0) close(socket->fd);
    socket->fd = -1;
    free(socket->in);
    free(socket->out);
    free(socket->text);
    socket->in = socket->out = socket->text = NULL;
    socket->in_used = socket->in_room = socket->out_used = socket->out_room = 0;
    socket->text_used = socket->text_room = 0;
}
