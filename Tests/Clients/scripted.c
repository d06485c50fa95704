/* scripted: the C client against a daemon that says what this file wants; prints "pass N" where all of it holds. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "tiltshadow.h"

#define EXPECT(condition) ((condition) ? (void)passed++ : fail(__LINE__, #condition))

static int passed, failed;
static struct sockaddr_un address = {.sun_family = AF_UNIX};

static void fail(int line, const char *condition) {
    failed++;
    printf("fail, line %d: %s\n", line, condition);
}

/* A client with these options, connected to `listener`; the daemon's end of it. */
static int join(int listener, const char *options, struct tiltshadow **shadow) {
    *shadow = tiltshadow_open(address.sun_path, options);
    if (!*shadow) {
        perror(options);
        exit(1);
    }
    struct pollfd wanted = {.fd = tiltshadow_fd(*shadow), .events = POLLIN};
    struct tiltshadow_frame frame;
    poll(&wanted, 1, -1);
    if (tiltshadow_read(*shadow, &frame) != TILTSHADOW_NOTHING) exit(1);
    return accept(listener, NULL, NULL);
}

/* What the client has sent. */
static const char *heard(int daemon) {
    static char text[8192];
    ssize_t count = read(daemon, text, sizeof text - 1);
    text[count < 0 ? 0 : count] = 0;
    return text;
}

static void ask_over_several_lines(int listener) {
    struct tiltshadow *shadow;
    int daemon = join(listener, "\n{\r\n  \"gain\": 20,\n  \"when\": \"changed\"\n}\n", &shadow);
    EXPECT(strcmp(heard(daemon), "{\"type\":\"subscribe\",\"id\":\"options\",\"gain\": 20,   \"when\": \"changed\" } \n") == 0);
    EXPECT(tiltshadow_send(shadow, "{\n\t\"type\":\r\n\"recentre\"}\n"));
    EXPECT(strcmp(heard(daemon), "{ \t\"type\":  \"recentre\"} \n") == 0);
    close(daemon);
    tiltshadow_close(shadow);
    daemon = join(listener, "{\n}", &shadow);
    EXPECT(strcmp(heard(daemon), "{\"type\":\"subscribe\",\"id\":\"options\"}\n") == 0);
    close(daemon);
    tiltshadow_close(shadow);
}

int main(int count, char **words) {
    if (count != 2) return 2;
    setvbuf(stdout, NULL, _IOLBF, 0); /* what failed is printed even where the next step waits for ever */
    snprintf(address.sun_path, sizeof address.sun_path, "%s", words[1]);
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 8) != 0) return 2;
    ask_over_several_lines(listener);
    printf("pass %d\n", passed);
    return failed > 0;
}
