// edit.c — `pantin edit [FOLDER|FILE]`: serves the editor page on this machine, for this user alone.
//
// Who else runs on this machine, and what else the browser has open, must not get at the folder:
// it listens on 127.0.0.1; every address begins with a word of 128 random bits that only the terminal shows; a
// request must name this very host (a foreign name that resolves here is refused) and, where it says its
// origin, come from this page.
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // readlink, strnlen
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "edit_folder.h"

enum { TOKEN_BYTES = 16, USUAL_PORT = 8130 };

typedef struct desk {
    char token[2 * TOKEN_BYTES + 1];
    int port;
    int page, folder;        ///< open folders
    char open[NAME_MAX + 1]; ///< the file to open at once, "": none
} desk;

static bool make_token(char token[2 * TOKEN_BYTES + 1]) {
    uint8_t bytes[TOKEN_BYTES];
    int source = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    bool full = source >= 0 && read(source, bytes, sizeof bytes) == (ssize_t)sizeof bytes;
    if (source >= 0) close(source);
    if (!full) return false;
    for (int k = 0; k < TOKEN_BYTES; k++) sprintf(token + 2 * k, "%02x", bytes[k]);
    return true;
}

/// In a time that does not tell how much of it was right.
static bool has_token(const desk *d, const char *path) {
    int differ = 0;
    if (strnlen(path, 2 * TOKEN_BYTES + 2) < 2 * TOKEN_BYTES + 2) return false;
    for (int k = 0; k < 2 * TOKEN_BYTES; k++) differ |= path[k + 1] ^ d->token[k];
    return differ == 0 && path[2 * TOKEN_BYTES + 1] == '/';
}

static bool is_ours(const char *said, const char *scheme, int port) {
    char wanted[64];
    static const char *const hosts[] = { "127.0.0.1", "localhost" };
    for (int k = 0; k < 2; k++) {
        snprintf(wanted, sizeof wanted, "%s%s:%d", scheme, hosts[k], port);
        if (strcmp(said, wanted) == 0) return true;
    }
    return false;
}

static bool may_ask(const desk *d, const http_request *request) {
    if (!is_ours(request->host, "", d->port)) return false;
    if (request->origin[0] != '\0' && !is_ours(request->origin, "http://", d->port)) return false;
    // Not from another page, nor another port of this machine; "none" is the user's own typing.
    return request->site[0] == '\0' || strcmp(request->site, "same-origin") == 0 ||
           strcmp(request->site, "none") == 0;
}

static void tell_site(const desk *d, http_answer *answer) {
    char text[2 * NAME_MAX + 64];
    char name[2 * NAME_MAX + 1];
    size_t size = 0;
    for (const char *c = d->open; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\') name[size++] = '\\';
        name[size++] = *c;
    }
    name[size] = '\0';
    snprintf(text, sizeof text,
             d->open[0] != '\0' ? "{\"folder\": true, \"open\": \"%s\"}\n" : "{\"folder\": true}\n",
             name);
    http_say(answer, 200, text);
    answer->type = "application/json";
}

static void answer(void *self, const http_request *request, http_answer *out) {
    const desk *d = self;
    if (!may_ask(d, request)) {
        http_say(out, 403, "this page answers only itself");
        return;
    }
    if (!has_token(d, request->path)) return;
    const char *path = request->path + 2 * TOKEN_BYTES + 2;
    bool in_folder = strncmp(path, "files/", 6) == 0;
    if (request->method == HTTP_PUT) {
        if (in_folder)
            edit_folder_put(d->folder, path + 6, request, out);
        else
            http_say(out, 403, "the page itself is not written");
    } else if (strcmp(path, "files/") == 0) {
        edit_folder_list(d->folder, out);
    } else if (in_folder) {
        edit_folder_get(d->folder, path + 6, true, out);
    } else if (strcmp(path, "site.json") == 0) {
        tell_site(d, out);
    } else {
        edit_folder_get(d->page, path[0] == '\0' ? "index.html" : path, false, out);
    }
}

// --- where things are --------------------------------------------------------------------------------------

/// The page beside the command: where it is built, or where it is installed.
static bool find_page(const char *given, char *path, size_t room) {
    static const char *const places[] = { "web", "../web", "../share/pantin/web" };
    char self[PATH_MAX], index[PATH_MAX + 32];
    if (given != NULL) return snprintf(path, room, "%s", given) < (int)room;
    ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
    if (size <= 0) return false;
    self[size] = '\0';
    *strrchr(self, '/') = '\0';
    for (int k = 0; k < 3; k++) {
        if (snprintf(path, room, "%s/%s", self, places[k]) >= (int)room) continue;
        snprintf(index, sizeof index, "%s/index.html", path);
        if (access(index, R_OK) == 0) return true;
    }
    return false;
}

/// FOLDER as it is; of FILE its folder, and the file is opened at once.
static bool find_folder(desk *d, const char *what, pantin_error *error) {
    char path[PATH_MAX];
    struct stat about;
    if (snprintf(path, sizeof path, "%s", what != NULL ? what : ".") >= (int)sizeof path ||
        stat(path, &about) != 0)
        return pantin_fail(error, PANTIN_ERROR_FILE, what, "is not there");
    if (S_ISREG(about.st_mode)) {
        char *slash = strrchr(path, '/');
        const char *name = slash != NULL ? slash + 1 : path;
        if (strlen(name) < sizeof d->open) memcpy(d->open, name, strlen(name) + 1);
        if (slash == path)
            path[1] = '\0';
        else if (slash != NULL)
            *slash = '\0';
        else
            snprintf(path, sizeof path, ".");
        if (!cli_ends_with(d->open, ".puppet.json") && !cli_ends_with(d->open, ".png") &&
            !cli_ends_with(d->open, ".svg"))
            return pantin_fail(error, PANTIN_ERROR_ARGUMENT, what,
                               "is neither a .puppet.json, a .png nor an .svg");
    }
    d->folder = edit_folder_open(path, error);
    return d->folder >= 0;
}

static int serve(desk *d, int port, bool chosen) {
    pantin_error error = { 0 };
    http_server *server = http_listen(port, &error);
    if (server == NULL && !chosen) server = http_listen(0, &error); // the usual one is taken
    if (server == NULL) return cli_fail(&error);
    d->port = http_port(server);
    cli_catch_interrupts();
    if (cli_chosen.json)
        printf("{\"url\": \"http://127.0.0.1:%d/%s/\"}\n", d->port, d->token);
    else
        printf("http://127.0.0.1:%d/%s/\n", d->port, d->token);
    fflush(stdout);
    cli_remark("Open this address in a browser; Ctrl+C ends it. Whoever knows it can change the "
               "puppets and add pictures in this folder.");
    http_run(server, answer, d, cli_interrupted);
    http_close(server);
    return CLI_FINE;
}

static int run(int count, char **words) {
    int port = USUAL_PORT;
    const char *page = NULL, *rest[1];
    desk d = { .page = -1, .folder = -1 };
    const cli_option options[] = {
        { "port", 0, CLI_INT, &port, 0, 65535, "N", "where it listens; 0: any that is free" },
        { "page", 0, CLI_TEXT, &page, 0, 0, "DIR",
          "the built page; without it the one beside the command" },
        CLI_COMMON,
    };
    const cli_usage usage = {
        "edit",
        "[FOLDER|FILE]",
        "Serves the editor page on this machine: open drawings and puppets of the folder, drop "
        "pins, "
        "drag, save.\nIt listens on 127.0.0.1 only, at an address that nobody can guess; nothing "
        "outside the folder is read or written.",
        "  pantin edit\n  pantin edit dog.puppet.json --port 9000\n",
        options,
        sizeof options / sizeof options[0],
        0,
        1,
    };
    cli_next next = cli_read(&usage, count, words, rest);
    if (next != CLI_GO) return next == CLI_HELPED ? CLI_FINE : CLI_FAILED;
    pantin_error error = { 0 };
    char found[PATH_MAX];
    if (!find_page(page, found, sizeof found))
        return cli_misuse("edit", "the page is not beside the command: `make page` builds it, "
                                  "--page names where it is");
    bool chosen = port != USUAL_PORT;
    int code = CLI_FAILED;
    if (!make_token(d.token))
        cli_misuse("edit", "the system gives no random numbers");
    else if (!find_folder(&d, rest[0], &error) || (d.page = edit_folder_open(found, &error)) < 0)
        cli_fail(&error);
    else
        code = serve(&d, port, chosen);
    if (d.page >= 0) close(d.page);
    if (d.folder >= 0) close(d.folder);
    return code;
}

const cli_command cli_edit = { "edit", "serve the editor page on this machine", run, NULL };
