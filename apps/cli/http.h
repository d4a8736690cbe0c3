// http.h — a web server as small as a browser on the same machine needs: loopback, a request a connection.
// SPDX-License-Identifier: MIT
#ifndef HTTP_H
#define HTTP_H

#include "pantin/base.h"

enum { HTTP_GET, HTTP_HEAD, HTTP_PUT, HTTP_OTHER };

typedef struct http_request {
    int method;
    char path[4096];  ///< decoded, without a query; begins with '/'
    char host[256];   ///< "" when not said
    char origin[256]; ///< "" when not said
    char site[32];    ///< Sec-Fetch-Site, "" when not said
    bool only_new;    ///< If-None-Match: *
    const uint8_t *body;
    size_t body_size;
} http_request;

/// Status 0 until it is said; `body` is of malloc, and taken over.
typedef struct http_answer {
    int status;
    const char *type; ///< MIME, static; NULL: text/plain
    char *body;
    size_t body_size;
} http_answer;

typedef struct http_server http_server;
typedef void http_handler(void *self, const http_request *request, http_answer *answer);

/// Listens on 127.0.0.1; `port` 0: any that is free.
PANTIN_CHECKED http_server *http_listen(int port, pantin_error *error);
int http_port(const http_server *server);
/// Answers until `stopped` says so (asked after each signal and twice a second). HEAD is answered as GET
/// without a body. A request that is not understood never reaches the handler.
void http_run(http_server *server, http_handler *handler, void *self, bool (*stopped)(void));
void http_close(http_server *server);

/// A short answer in words.
void http_say(http_answer *answer, int status, const char *words);

#endif
