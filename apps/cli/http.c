// http.c — HTTP/1.1 as far as a browser on the same machine needs it.
//
// One thread, a table of connections, poll(2): a connection that says nothing (browsers open some ahead) or
// speaks slowly never holds another. Each carries one request and is closed. Everything is bounded: the head
// to 16 KB, a body to 64 MB, a connection to 20 s, their number to 32 (the oldest gives way). What comes after
// the head of a method without a body is not read.
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // strdup
#include "http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOST = 32, HEAD_LIMIT = 16384, LINGER_LIMIT = 65536 };
#define BODY_LIMIT ((size_t)64 << 20)
#define PATIENCE 20.0 // s

typedef struct connection {
    int socket;
    double since;
    uint8_t *in; ///< head, zero-terminated once complete
    size_t in_size, in_room, head_size, body_size;
    bool refused; ///< the answer is made without the rest being read
    bool no_body; ///< HEAD
    char *out;
    size_t out_size, out_at;
} connection;

struct http_server {
    int listener, port;
    connection connections[MOST];
    int count;
};

/// Never waits, and is not handed on to another program. False, and closed, when that cannot be had.
static bool set_manners(int end) {
    if (end < 0) return false;
    if (fcntl(end, F_SETFL, O_NONBLOCK) == 0 && fcntl(end, F_SETFD, FD_CLOEXEC) == 0) return true;
    close(end);
    return false;
}

http_server *http_listen(int port, pantin_error *error) {
    http_server *server = calloc(1, sizeof *server);
    struct sockaddr_in at = { .sin_family = AF_INET,
                              .sin_port = htons((uint16_t)port),
                              .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t size = sizeof at;
    int on = 1;
    if (server == NULL) {
        pantin_fail(error, PANTIN_ERROR_MEMORY, "port", "no memory for a server");
        return NULL;
    }
    server->listener = socket(AF_INET, SOCK_STREAM, 0);
    if (!set_manners(server->listener)) server->listener = -1;
    if (server->listener < 0 ||
        setsockopt(server->listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
        bind(server->listener, (struct sockaddr *)&at, size) != 0 ||
        listen(server->listener, 64) != 0 ||
        getsockname(server->listener, (struct sockaddr *)&at, &size) != 0) {
        pantin_fail(error, PANTIN_ERROR_FILE, "--port", "%d on 127.0.0.1: %s; try another", port,
                    strerror(errno));
        if (server->listener >= 0) close(server->listener);
        free(server);
        return NULL;
    }
    server->port = ntohs(at.sin_port);
    return server;
}

int http_port(const http_server *server) { return server->port; }

static void drop(connection *c) {
    close(c->socket);
    free(c->in);
    free(c->out);
    *c = (connection){ .socket = -1 };
}

void http_close(http_server *server) {
    if (server == NULL) return;
    for (int k = 0; k < server->count; k++) drop(&server->connections[k]);
    close(server->listener);
    free(server);
}

// --- the request ---------------------------------------------------------------------------------------

void http_say(http_answer *answer, int status, const char *words) {
    free(answer->body);
    *answer = (http_answer){ .status = status, .body = strdup(words) };
    answer->body_size = answer->body != NULL ? strlen(words) : 0;
}

static int hex(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/// The path of a request line, %XX decoded; false: too long, or not one.
static bool decode_path(const char *from, size_t size, char *to, size_t room) {
    size_t length = 0;
    if (size == 0 || from[0] != '/') return false;
    for (size_t k = 0; k < size && from[k] != '?' && from[k] != '#'; k++) {
        int c = (unsigned char)from[k];
        if (c == '%') {
            if (k + 2 >= size || hex(from[k + 1]) < 0 || hex(from[k + 2]) < 0) return false;
            c = hex(from[k + 1]) * 16 + hex(from[k + 2]);
            k += 2;
        }
        if (c < 0x20 || c == 0x7f || length + 1 >= room) return false;
        to[length++] = (char)c;
    }
    to[length] = '\0';
    return true;
}

/// Names of fields know no case.
static bool is_named(const char *line, const char *name, size_t length) {
    for (size_t k = 0; k < length; k++) {
        char c = line[k];
        if (c >= 'A' && c <= 'Z') c = (char)(c + 'a' - 'A');
        if (c != name[k]) return false;
    }
    return true;
}

/// The value of a header field (its name in small letters) into `to`. 0 absent, 1 found, -1 twice or too long.
static int find_field(const char *head, const char *name, char *to, size_t room) {
    int found = 0;
    size_t length = strlen(name);
    to[0] = '\0';
    for (const char *line = strstr(head, "\r\n"); line != NULL; line = strstr(line + 2, "\r\n")) {
        if (!is_named(line + 2, name, length) || line[2 + length] != ':') continue;
        const char *value = line + 3 + length, *end = strstr(value, "\r\n");
        value += strspn(value, " \t");
        size_t size = end != NULL && end > value ? (size_t)(end - value) : 0;
        while (size > 0 && (value[size - 1] == ' ' || value[size - 1] == '\t')) size--;
        if (found++ || size >= room) return -1;
        memcpy(to, value, size);
        to[size] = '\0';
    }
    return found;
}

/// The request line; 0 or the status that answers it.
static int read_line(const char *head, http_request *request) {
    static const char *const methods[] = { "GET ", "HEAD ", "PUT " };
    const char *end = strstr(head, "\r\n"), *path = strchr(head, ' ');
    request->method = HTTP_OTHER;
    for (int k = 0; k < 3; k++)
        if (strncmp(head, methods[k], strlen(methods[k])) == 0) request->method = k;
    if (end == NULL || path == NULL || path > end) return 400;
    const char *version = memchr(path + 1, ' ', (size_t)(end - path - 1));
    if (version == NULL || strncmp(version, " HTTP/1.", 8) != 0) return 400;
    if (!decode_path(path + 1, (size_t)(version - path - 1), request->path, sizeof request->path))
        return 400;
    return request->method == HTTP_OTHER ? 405 : 0;
}

/// The head is whole. 0 and how large the body is, or the status that answers it.
static int read_head(const char *head, http_request *request, size_t *body) {
    char length[32], other[64];
    *body = 0;
    int status = read_line(head, request);
    if (status != 0) return status;
    if (find_field(head, "host", request->host, sizeof request->host) != 1 ||
        find_field(head, "origin", request->origin, sizeof request->origin) < 0 ||
        find_field(head, "sec-fetch-site", request->site, sizeof request->site) < 0)
        return 400;
    if (find_field(head, "transfer-encoding", other, sizeof other) != 0) return 411;
    request->only_new =
        find_field(head, "if-none-match", other, sizeof other) == 1 && strcmp(other, "*") == 0;
    int said = find_field(head, "content-length", length, sizeof length);
    if (request->method != HTTP_PUT) return said < 0 ? 400 : 0;
    if (said == 0) return 411;
    if (said < 0 || length[0] == '\0' || strspn(length, "0123456789") != strlen(length)) return 400;
    if (strlen(length) > 8 || strtoul(length, NULL, 10) > BODY_LIMIT) return 413;
    *body = strtoul(length, NULL, 10);
    return 0;
}

// --- the answer ------------------------------------------------------------------------------------------

static const char *reason(int status) {
    static const struct {
        int status;
        const char *reason;
    } reasons[] = { { 200, "OK" },
                    { 201, "Created" },
                    { 204, "No Content" },
                    { 400, "Bad Request" },
                    { 403, "Forbidden" },
                    { 404, "Not Found" },
                    { 405, "Not Allowed" },
                    { 409, "Conflict" },
                    { 411, "Length Required" },
                    { 412, "Precondition Failed" },
                    { 413, "Too Large" },
                    { 431, "Head Too Large" } };
    for (size_t k = 0; k < sizeof reasons / sizeof reasons[0]; k++)
        if (reasons[k].status == status) return reasons[k].reason;
    return "Error";
}

/// What a page of ours may do is said twice: here, and in the page for servers that say nothing.
static const char policy[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' "
    "blob:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

static void queue_answer(connection *c, http_answer *answer) {
    char head[1024];
    size_t body = c->no_body ? 0 : answer->body_size;
    int size = snprintf(
        head, sizeof head,
        "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\n"
        "Content-Security-Policy: %s\r\nX-Content-Type-Options: nosniff\r\n"
        "Referrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n"
        "Cross-Origin-Opener-Policy: same-origin\r\nCache-Control: no-store\r\n"
        "%sConnection: close\r\n\r\n",
        answer->status, reason(answer->status),
        answer->type != NULL ? answer->type : "text/plain; charset=utf-8", answer->body_size,
        policy, answer->status == 405 ? "Allow: GET, HEAD, PUT\r\n" : "");
    c->out = malloc((size_t)size + body);
    if (c->out != NULL) {
        memcpy(c->out, head, (size_t)size);
        if (body > 0) memcpy(c->out + size, answer->body, body);
        c->out_size = (size_t)size + body;
    }
    free(answer->body);
}

static void refuse(connection *c, int status) {
    http_answer answer = { 0 };
    http_say(&answer, status, reason(status));
    c->refused = true;
    queue_answer(c, &answer);
}

static void answer_request(connection *c, http_handler *handler, void *self) {
    http_request request = { 0 };
    http_answer answer = { 0 };
    size_t body;
    read_head((const char *)c->in, &request, &body);
    request.body = c->in + c->head_size;
    request.body_size = c->body_size;
    c->no_body = request.method == HTTP_HEAD;
    handler(self, &request, &answer);
    if (answer.status == 0) http_say(&answer, 404, "Not Found");
    queue_answer(c, &answer);
}

// --- connections --------------------------------------------------------------------------------------------

static bool make_room(connection *c, size_t room) {
    if (room <= c->in_room) return true;
    uint8_t *grown = realloc(c->in, room);
    if (grown == NULL) return false;
    c->in = grown;
    c->in_room = room;
    return true;
}

/// Looks whether the head has come; then what follows it.
static void look_at_head(connection *c) {
    size_t seen = c->in_size < HEAD_LIMIT ? c->in_size : HEAD_LIMIT;
    for (size_t k = 3; k < seen && c->head_size == 0; k++)
        if (memcmp(c->in + k - 3, "\r\n\r\n", 4) == 0) c->head_size = k + 1;
    if (c->head_size == 0) {
        if (c->in_size >= HEAD_LIMIT) refuse(c, 431);
        return;
    }
    // The head as a text of its own: a zero in it would hide what follows.
    if (memchr(c->in, '\0', c->head_size) != NULL) {
        refuse(c, 400);
        return;
    }
    http_request request = { 0 };
    uint8_t kept = c->in[c->head_size - 2]; // of the last line end; what is before it is whole
    c->in[c->head_size - 2] = '\0';
    int status = read_head((const char *)c->in, &request, &c->body_size);
    c->in[c->head_size - 2] = kept;
    if (status != 0) refuse(c, status);
}

/// false: the other end is gone.
static bool receive(connection *c, http_handler *handler, void *self) {
    if (c->out != NULL) { // of a refused body: read on a little, so that the answer is not lost
        uint8_t lost[4096];
        return recv(c->socket, lost, sizeof lost, 0) > 0;
    }
    size_t whole = c->head_size > 0 ? c->head_size + c->body_size : HEAD_LIMIT;
    if (!make_room(c, whole + 1)) return false;
    ssize_t got = recv(c->socket, c->in + c->in_size, whole - c->in_size, 0);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) return false;
    if (got > 0) c->in_size += (size_t)got;
    if (c->head_size == 0) look_at_head(c);
    if (c->out != NULL || c->head_size == 0) return true;
    if (!make_room(c, c->head_size + c->body_size + 1)) return false;
    if (c->in_size < c->head_size + c->body_size) return true;
    c->in[c->head_size - 2] = '\0';
    answer_request(c, handler, self);
    return c->out != NULL;
}

static bool transmit(connection *c) {
    ssize_t sent = send(c->socket, c->out + c->out_at, c->out_size - c->out_at, MSG_NOSIGNAL);
    if (sent < 0) return errno == EAGAIN || errno == EINTR;
    c->out_at += (size_t)sent;
    if (c->out_at < c->out_size) return true;
    shutdown(c->socket, SHUT_WR);
    return c->refused; // until the other end has read it and closes, or patience ends
}

static void take_connection(http_server *server) {
    int taken = accept(server->listener, NULL, NULL);
    if (!set_manners(taken)) return;
    if (server->count == MOST) {
        drop(&server->connections[0]);
        memmove(server->connections, server->connections + 1,
                sizeof server->connections[0] * (MOST - 1));
        server->count--;
    }
    server->connections[server->count++] =
        (connection){ .socket = taken, .since = pantin_clock_seconds() };
}

static bool serve(connection *c, short events, http_handler *handler, void *self) {
    if (events & (POLLERR | POLLNVAL)) return false;
    if (pantin_clock_seconds() - c->since > PATIENCE) return false;
    if (c->out != NULL && c->out_at < c->out_size && (events & POLLOUT)) return transmit(c);
    if (events & (POLLIN | POLLHUP)) return receive(c, handler, self);
    return true;
}

void http_run(http_server *server, http_handler *handler, void *self, bool (*stopped)(void)) {
    while (!stopped()) {
        struct pollfd asked[MOST + 1] = { { .fd = server->listener, .events = POLLIN } };
        for (int k = 0; k < server->count; k++) {
            const connection *c = &server->connections[k];
            short waits = c->out != NULL && c->out_at < c->out_size ? POLLOUT : POLLIN;
            asked[k + 1] = (struct pollfd){ .fd = c->socket, .events = waits };
        }
        if (poll(asked, (nfds_t)server->count + 1, 500) < 0) continue;
        int kept = 0;
        for (int k = 0; k < server->count; k++) {
            connection *c = &server->connections[k];
            if (serve(c, asked[k + 1].revents, handler, self))
                server->connections[kept++] = *c;
            else
                drop(c);
        }
        server->count = kept;
        if (asked[0].revents & POLLIN) take_connection(server);
    }
}
