/* storm: somebody who connects again and again, and waits each time for what is said.
 *
 *   storm [-k] SOCKET COUNT
 *
 * Says at the end how often it was told something, how often the connection was only closed, and how long it took. With -k
 * it keeps each connection until the last is answered, and says how many were served and how many refused. */
#include "motion.h"

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
    if (connect(fd, (struct sockaddr *)&address, sizeof address)) die(path);
    return fd;
}

static void crowd(const char *path, int count) {
    int fds[count], served = 0;
    for (int i = 0; i < count; i++) fds[i] = connect_to(path);
    for (int i = 0; i < count; i++) {
        char text[4096];
        ssize_t length = read(fds[i], text, sizeof text - 1);
        if (length < 0) die("read");
        text[length] = 0;
        if (strstr(text, "\"type\":\"hello\"")) served++;
    }
    printf("served %d, refused %d\n", served, count - served);
}

int main(int argc, char **argv) {
    int keeps = argc == 4 && !strcmp(argv[1], "-k");
    if (argc != 3 + keeps) return 2;
    const char *path = argv[1 + keeps];
    int told = 0, closed = 0, count = atoi(argv[2 + keeps]);
    if (keeps) return crowd(path, count), 0;
    double began_s = monotonic_s();
    for (int i = 0; i < count; i++) {
        int fd = connect_to(path);
        char text[4096];
        if (read(fd, text, sizeof text) > 0) told++;
        else closed++;
        close(fd);
    }
    printf("told %d, closed %d, in %.2f s\n", told, closed, monotonic_s() - began_s);
    return 0;
}
