/* storm: somebody who connects again and again, and waits each time for what is said.
 *
 *   storm SOCKET COUNT
 *
 * Says at the end how often it was told something, how often the connection was only closed, and how long it took. */
#include "motion.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", argv[1]);
    int told = 0, closed = 0, count = atoi(argv[2]);
    double began_s = monotonic_s();
    for (int i = 0; i < count; i++) {
        int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (fd < 0) die("socket");
        if (connect(fd, (struct sockaddr *)&address, sizeof address)) die(argv[1]);
        char text[4096];
        ssize_t length = read(fd, text, sizeof text);
        if (length > 0) told++;
        else closed++;
        close(fd);
    }
    printf("told %d, closed %d, in %.2f s\n", told, closed, monotonic_s() - began_s);
    return 0;
}
