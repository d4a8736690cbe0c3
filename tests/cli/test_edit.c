// test_edit.c — `pantin edit` answers its own page and nobody else, and stays in its folder.
// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700
#include "with_command.h"

#include <arpa/inet.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// The server of the running test, and where it says it is.
static pid_t server;
static int port;
static char token[64];

/// Serves ./desk with the page in ./page and reads its address off its stdout.
static void begin(const char *what) {
    int ends[2];
    char line[256] = { 0 };
    assert_int_equal(pipe(ends), 0);
    server = fork();
    if (server == 0) {
        dup2(ends[1], 1);
        close(ends[0]);
        if (freopen("/dev/null", "w", stderr) == NULL) _exit(3);
        execl(PANTIN_COMMAND, "pantin", "edit", what, "--port", "0", "--page", "page",
              (char *)NULL);
        _exit(3);
    }
    close(ends[1]);
    FILE *said = fdopen(ends[0], "r");
    assert_non_null(said);
    assert_non_null(fgets(line, sizeof line, said));
    fclose(said);
    assert_int_equal(sscanf(line, "http://127.0.0.1:%d/%32[0-9a-f]/", &port, token), 2);
    assert_int_equal(strlen(token), 32);
}

static int end_server(void) {
    int status = 0;
    kill(server, SIGTERM);
    waitpid(server, &status, 0);
    server = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int give_up(void **state) {
    (void)state;
    if (server > 0) end_server();
    return 0;
}

static int reach(void) {
    struct sockaddr_in at = { .sin_family = AF_INET,
                              .sin_port = htons((uint16_t)port),
                              .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    int s = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(s >= 0 && connect(s, (struct sockaddr *)&at, sizeof at) == 0);
    return s;
}

/// Sends bytes as they are and reads the whole answer; its status, 0 when there was none.
static char heard[1 << 17];
static int send_raw(const void *bytes, size_t size) {
    int s = reach(), status = 0;
    size_t got = 0;
    if (send(s, bytes, size, MSG_NOSIGNAL) < 0) size = 0;
    for (ssize_t n;
         got < sizeof heard - 1 && (n = recv(s, heard + got, sizeof heard - 1 - got, 0)) > 0;)
        got += (size_t)n;
    heard[got] = '\0';
    close(s);
    return sscanf(heard, "HTTP/1.1 %d", &status) == 1 ? status : 0;
}

/// A request with a right host; `more`: header lines, each with its line end.
static int ask(const char *method, const char *path, const char *more, const char *body) {
    char text[70000];
    int size = snprintf(text, sizeof text, "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%s", method,
                        path, port, more);
    if (body != NULL)
        size += snprintf(text + size, sizeof text - (size_t)size, "Content-Length: %zu\r\n\r\n%s",
                         strlen(body), body);
    else
        size += snprintf(text + size, sizeof text - (size_t)size, "\r\n");
    return send_raw(text, (size_t)size);
}

static char *below(const char *path) {
    static char whole[1024];
    snprintf(whole, sizeof whole, "/%s/%s", token, path);
    return whole;
}

static int desk_enter(void **state) {
    if (folder_enter(state) != 0) return -1;
    mkdir("page", 0777), mkdir("desk", 0777), mkdir("desk/art", 0777), mkdir("desk/.git", 0777);
    write_text("page/index.html", "<title>the page</title>");
    write_text("page/core.wasm", "wasm");
    write_text("secret.puppet.json", "{ \"secret\": true }");
    write_text("desk/dog.puppet.json", "{}");
    write_text("desk/run.js", "alert(1)");
    write_text("desk/.git/config.puppet.json", "{}");
    write_text("desk/art/dog.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>");
    return symlink("../secret.puppet.json", "desk/link.puppet.json") == 0 &&
                   symlink("..", "desk/up") == 0
               ? 0
               : -1;
}

static void page_and_folder_are_served_with_their_types(void **state) {
    (void)state;
    begin("desk");
    assert_int_equal(ask("GET", below(""), "", NULL), 200);
    assert_non_null(strstr(heard, "the page"));
    assert_non_null(strstr(heard, "Content-Type: text/html"));
    assert_non_null(strstr(heard, "script-src 'self'"));
    assert_null(strstr(heard, "unsafe-inline"));
    assert_non_null(strstr(heard, "frame-ancestors 'none'"));
    assert_int_equal(ask("GET", below("core.wasm"), "", NULL), 200);
    assert_non_null(strstr(heard, "Content-Type: application/wasm"));
    assert_int_equal(ask("HEAD", below("core.wasm"), "", NULL), 200);
    assert_null(strstr(heard, "\r\n\r\nwasm"));
    assert_int_equal(ask("GET", below("site.json"), "", NULL), 200);
    assert_non_null(strstr(heard, "\"folder\": true"));
    // Puppets first; nothing hidden, nothing that is a link.
    assert_int_equal(ask("GET", below("files/"), "", NULL), 200);
    assert_non_null(strstr(heard, "{\"files\": [\"dog.puppet.json\", \"art/dog.svg\"]}"));
    // A picture of the folder is data to the browser, not a document that could run.
    assert_int_equal(ask("GET", below("files/art/dog.svg"), "", NULL), 200);
    assert_non_null(strstr(heard, "Content-Type: application/octet-stream"));
    assert_int_equal(end_server(), 0); // a signal ends it well
}

static void a_file_is_opened_at_once(void **state) {
    (void)state;
    begin("desk/dog.puppet.json");
    assert_int_equal(ask("GET", below("site.json"), "", NULL), 200);
    assert_non_null(strstr(heard, "\"open\": \"dog.puppet.json\""));
    assert_int_equal(end_server(), 0);
}

static void without_the_token_there_is_nothing(void **state) {
    (void)state;
    begin("desk");
    char wrong[128];
    snprintf(wrong, sizeof wrong, "/%s/", token);
    wrong[5] = wrong[5] == 'a' ? 'b' : 'a';
    const char *const paths[] = { "/", "/index.html", "/files/", wrong, "/site.json" };
    for (size_t k = 0; k < sizeof paths / sizeof paths[0]; k++)
        assert_int_equal(ask("GET", paths[k], "", NULL), 404);
    snprintf(wrong, sizeof wrong, "/%s", token); // no slash behind it
    assert_int_equal(ask("GET", wrong, "", NULL), 404);
    assert_int_equal(end_server(), 0);
}

static void foreign_hosts_and_origins_are_refused(void **state) {
    (void)state;
    begin("desk");
    char text[512], origin[128];
    // A foreign name that was made to point here still says its name.
    const char *const hosts[] = { "evil.example", "127.0.0.1", "127.0.0.1:1", "[::1]" };
    for (size_t k = 0; k < sizeof hosts / sizeof hosts[0]; k++) {
        int size =
            snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", below(""), hosts[k]);
        assert_int_equal(send_raw(text, (size_t)size), 403);
    }
    const char *const lines[] = { "Origin: https://evil.example\r\n", "Origin: null\r\n",
                                  "Origin: http://127.0.0.1:1\r\n",
                                  "Sec-Fetch-Site: cross-site\r\n",
                                  "Sec-Fetch-Site: same-site\r\n" };
    for (size_t k = 0; k < sizeof lines / sizeof lines[0]; k++) {
        assert_int_equal(ask("GET", below(""), lines[k], NULL), 403);
        assert_int_equal(ask("PUT", below("files/x.puppet.json"), lines[k], "{}"), 403);
    }
    assert_false(is_there("desk/x.puppet.json"));
    snprintf(origin, sizeof origin,
             "Origin: http://127.0.0.1:%d\r\nSec-Fetch-Site: same-origin\r\n", port);
    assert_int_equal(ask("GET", below(""), origin, NULL), 200);
    assert_int_equal(end_server(), 0);
}

static void nothing_outside_the_folder_is_read(void **state) {
    (void)state;
    begin("desk");
    const char *const paths[] = { "files/../secret.puppet.json",
                                  "files/%2e%2e/secret.puppet.json",
                                  "files/..%2fsecret.puppet.json",
                                  "files/art/../../secret.puppet.json",
                                  "files//etc/passwd",
                                  "files/link.puppet.json",
                                  "files/up/secret.puppet.json",
                                  "files/.git/config.puppet.json",
                                  "files/art",
                                  "files/run.js",
                                  "files/art\\dog.svg",
                                  "../secret.puppet.json",
                                  "../desk/dog.puppet.json" };
    for (size_t k = 0; k < sizeof paths / sizeof paths[0]; k++) {
        assert_int_equal(ask("GET", below(paths[k]), "", NULL), 404);
        assert_null(strstr(heard, "secret\": true"));
    }
    assert_int_equal(ask("GET", below("files/dog%00.puppet.json"), "", NULL), 400);
    assert_int_equal(end_server(), 0);
}

static void nothing_outside_the_folder_is_written(void **state) {
    (void)state;
    begin("desk");
    const char *const paths[] = { "files/../new.puppet.json",
                                  "files/up/new.puppet.json",
                                  "files/.hid.puppet.json",
                                  "files/run.js",
                                  "files/a.json",
                                  "files/",
                                  "index.html" };
    for (size_t k = 0; k < sizeof paths / sizeof paths[0]; k++)
        assert_int_equal(ask("PUT", below(paths[k]), "", "{}"), 403);
    assert_int_equal(ask("PUT", below("files/link.puppet.json"), "", "{}"), 409);
    assert_false(is_there("new.puppet.json"));
    assert_int_equal(end_server(), 0);
}

static void puppets_are_written_whole_and_pictures_never_over_another(void **state) {
    (void)state;
    begin("desk");
    assert_int_equal(ask("PUT", below("files/new/cat.puppet.json"), "", "{\"a\": 1}"), 201);
    assert_int_equal(ask("PUT", below("files/new/cat.puppet.json"), "", "{\"a\": 2}"), 204);
    assert_int_equal(
        ask("PUT", below("files/new/cat.puppet.json"), "If-None-Match: *\r\n", "{\"a\": 3}"), 412);
    assert_int_equal(ask("GET", below("files/new/cat.puppet.json"), "", NULL), 200);
    assert_non_null(strstr(heard, "{\"a\": 2}"));
    assert_false(is_there("desk/new/cat.puppet.json.part"));
    // What does not begin like a picture is none; one that is there stays.
    assert_int_equal(ask("PUT", below("files/a.png"), "", "no picture"), 403);
    assert_int_equal(ask("PUT", below("files/art/dog.svg"), "", "<svg>other</svg>"), 409);
    assert_int_equal(
        ask("PUT", below("files/art/dog.svg"), "", "<svg xmlns='http://www.w3.org/2000/svg'/>"),
        204);
    assert_int_equal(end_server(), 0);
}

static void hostile_requests_get_an_answer_or_silence(void **state) {
    (void)state;
    begin("desk");
    static char large[40000];
    const char *const lines[] = { "\r\n\r\n",
                                  "GET\r\n\r\n",
                                  "GET / HTTP/2\r\n\r\n",
                                  "GET / HTTP/1.1\r\n\r\n",
                                  "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                                  "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n",
                                  "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n",
                                  "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
                                  "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1x\r\n\r\n" };
    for (size_t k = 0; k < sizeof lines / sizeof lines[0]; k++)
        assert_int_equal(send_raw(lines[k], strlen(lines[k])), 400);
    assert_int_equal(ask("POST", below(""), "", ""), 405);
    assert_int_equal(ask("PUT", below("files/a.puppet.json"), "", NULL), 411);
    assert_int_equal(
        ask("PUT", below("files/a.puppet.json"), "Transfer-Encoding: chunked\r\n", "{}"), 411);
    assert_int_equal(ask("PUT", below("files/a.puppet.json"), "Content-Length: 99999999\r\n", NULL),
                     413);
    memset(large, 'a', sizeof large);
    memcpy(large, "GET /", 5);
    assert_int_equal(send_raw(large, sizeof large), 431);
    // One that says nothing holds nobody.
    int silent[40];
    for (int k = 0; k < 40; k++) silent[k] = reach();
    assert_int_equal(ask("GET", below(""), "", NULL), 200);
    for (int k = 0; k < 40; k++) close(silent[k]);
    assert_int_equal(ask("GET", below(""), "", NULL), 200);
    assert_int_equal(end_server(), 0);
}

static void it_refuses_to_begin_where_it_cannot(void **state) {
    (void)state;
    expect_refusal("gone", "edit gone --page page --port 0");
    expect_refusal("no folder", "edit desk --page gone --port 0");
    expect_refusal("neither", "edit ginger.score.json --page page --port 0");
    expect_refusal("--port", "edit desk --page page --port 70000");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(page_and_folder_are_served_with_their_types, give_up),
        cmocka_unit_test_teardown(a_file_is_opened_at_once, give_up),
        cmocka_unit_test_teardown(without_the_token_there_is_nothing, give_up),
        cmocka_unit_test_teardown(foreign_hosts_and_origins_are_refused, give_up),
        cmocka_unit_test_teardown(nothing_outside_the_folder_is_read, give_up),
        cmocka_unit_test_teardown(nothing_outside_the_folder_is_written, give_up),
        cmocka_unit_test_teardown(puppets_are_written_whole_and_pictures_never_over_another,
                                  give_up),
        cmocka_unit_test_teardown(hostile_requests_get_an_answer_or_silence, give_up),
        cmocka_unit_test(it_refuses_to_begin_where_it_cannot),
    };
    return cmocka_run_group_tests(tests, desk_enter, folder_leave);
}
