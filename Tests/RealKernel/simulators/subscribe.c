/* subscribe: a subscriber. Connects to a Unix socket and writes every line it receives to standard
 * output, after the instant of its arrival (CLOCK_MONOTONIC, ns) and a space.
 *
 *   subscribe [-s SECONDS] [-r REQUEST_LINE] SOCKET
 *
 * Waits up to 5 s for the socket to be there. Ends after SECONDS (default: never) with status 0, or
 * when the server closes the connection with status 3. */
#include "motion.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int connect_to(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) die("socket");
    double limit_s = monotonic_s() + 5;
    while (connect(fd, (struct sockaddr *)&address, sizeof address)) {
        if (monotonic_s() > limit_s) die(path);
        usleep(20000);
    }
    return fd;
}

/* Prints whole lines of `text`, which arrived at `now_s`; a line cut in two has the time of its end. */
static void print_lines(char *text, size_t length, double now_s) {
    static char line[8192];
    static size_t used;
    for (size_t i = 0; i < length; i++) {
        if (text[i] != '\n') {
            if (used < sizeof line) line[used++] = text[i];
            continue;
        }
        printf("%.0f %.*s\n", now_s * 1e9, (int)used, line);
        used = 0;
    }
    fflush(stdout);
}

int main(int argc, char **argv) {
    double seconds = INFINITY;
    const char *request = NULL;
    for (int option; (option = getopt(argc, argv, "s:r:")) != -1;) switch (option) {
        case 's': seconds = atof(optarg); break;
        case 'r': request = optarg; break;
        default: return 2;
    }
    if (optind + 1 != argc) return 2;
    int fd = connect_to(argv[optind]);
    if (request && dprintf(fd, "%s\n", request) < 0) die("request");

    double end_s = monotonic_s() + seconds;
    for (;;) {
        double left_s = end_s - monotonic_s();
        if (left_s <= 0) return 0;
        struct pollfd watched = {fd, POLLIN, 0};
        if (poll(&watched, 1, isinf(left_s) ? -1 : (int)ceil(left_s * 1000)) < 0) die("poll");
        if (!watched.revents) continue;
        char text[4096];
        ssize_t length = read(fd, text, sizeof text);
        if (length < 0) die("read");
        if (length == 0) return 3;
        print_lines(text, length, monotonic_s());
    }
}
