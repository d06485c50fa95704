/* measure PAIRS DIRECTORY PROGRAM... -- PROGRAM...: exec to READY of two programs, one after the other, so many times.

   Prints, in milliseconds, the median of each, and the median of the ratios of the pairs with its quartiles. DIRECTORY is an
   absolute path; that of a socket in it takes the place of @ in the words of a program. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static void fail(const char *what) {
    fprintf(stderr, "measure: %s: %s\n", what, strerror(errno));
    exit(1);
}

/* Milliseconds from vfork to the datagram that says READY=1. */
static double start(char **words, int manager, int log) {
    double began = now();
    pid_t child = vfork();
    if (child < 0) fail("vfork");
    if (child == 0) {
        dup2(log, 2);
        execv(words[0], words);
        _exit(127);
    }
    char text[256];
    double took = 0;
    while (took == 0) {
        struct pollfd wait = {.fd = manager, .events = POLLIN};
        if (poll(&wait, 1, 5000) != 1) {
            fprintf(stderr, "measure: %s does not say that it is ready\n", words[0]);
            exit(1);
        }
        double heard = now();
        ssize_t count = recv(manager, text, sizeof text - 1, 0);
        if (count < 0) fail("recv");
        text[count] = 0;
        if (strstr(text, "READY=1")) took = heard - began;
    }
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    while (recv(manager, text, sizeof text, MSG_DONTWAIT) > 0) {}
    return took;
}

static int order(const void *one, const void *other) {
    double difference = *(const double *)one - *(const double *)other;
    return (difference > 0) - (difference < 0);
}

static double share(double *sorted, int count, double share) { return sorted[(int)(share * (count - 1) + .5)]; }

int main(int count, char **words) {
    int middle = 0;
    for (int index = 3; index < count; index++)
        if (strcmp(words[index], "--") == 0) middle = index;
    int pairs = count > 1 ? atoi(words[1]) : 0;
    if (middle < 4 || middle == count - 1 || pairs < 1) {
        fprintf(stderr, "usage: measure PAIRS DIRECTORY PROGRAM... -- PROGRAM...\n");
        return 2;
    }
    words[middle] = NULL;
    char path[100], notify[100];
    snprintf(path, sizeof path, "%s/s", words[2]);
    snprintf(notify, sizeof notify, "%s/n", words[2]);
    for (int index = 3; index < count; index++)
        if (words[index] && strcmp(words[index], "@") == 0) words[index] = path;
    int manager = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    struct sockaddr_un place = {.sun_family = AF_UNIX};
    strcpy(place.sun_path, notify);
    unlink(notify);
    if (bind(manager, (struct sockaddr *)&place, sizeof place) < 0) fail("bind");
    setenv("NOTIFY_SOCKET", notify, 1);

    int log = open("/dev/null", O_WRONLY | O_CLOEXEC);
    char **programs[2] = {words + 3, words + middle + 1};
    double *times[2], *ratios = calloc((size_t)pairs, sizeof *ratios);
    for (int which = 0; which < 2; which++) times[which] = calloc((size_t)pairs, sizeof *ratios);
    /* The first of each finds its pages on the disk. */
    for (int pair = -2; pair < pairs; pair++) {
        double took[2];
        for (int turn = 0; turn < 2; turn++) {
            int which = (pair + turn) & 1;
            unlink(path);
            took[which] = start(programs[which], manager, log);
        }
        if (pair < 0) continue;
        for (int which = 0; which < 2; which++) times[which][pair] = took[which];
        ratios[pair] = took[0] / took[1];
    }
    for (int which = 0; which < 2; which++) qsort(times[which], (size_t)pairs, sizeof *ratios, order);
    qsort(ratios, (size_t)pairs, sizeof *ratios, order);
    printf("%.3f %.3f %.2f %.2f %.2f\n", share(times[0], pairs, .5), share(times[1], pairs, .5), share(ratios, pairs, .5),
        share(ratios, pairs, .25), share(ratios, pairs, .75));
    unlink(path);
    unlink(notify);
    return 0;
}
