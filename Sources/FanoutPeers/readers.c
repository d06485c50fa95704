#define _GNU_SOURCE
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "fanout_peers.h"

enum { TICKS = 1 << 16, RECENT = 8 };

/* A tick: its deadline, and how long after it the last reader had its frame, in nanoseconds. */
static struct {
    int64_t deadline, latest;
} ticks[TICKS];
static size_t ticks_count;
static uint64_t frames;

static int64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static void note(int64_t deadline, int64_t late) {
    for (size_t back = 1; back <= RECENT && back <= ticks_count; back++) {
        if (ticks[ticks_count - back].deadline != deadline) continue;
        if (late > ticks[ticks_count - back].latest) ticks[ticks_count - back].latest = late;
        return;
    }
    if (ticks_count == TICKS) return;
    ticks[ticks_count].deadline = deadline;
    ticks[ticks_count++].latest = late;
}

/* Notes every frame that one read has brought; how many those were. */
static int take(const char *text, size_t length) {
    static const char key[] = "\"t_ns\":";
    int count = 0;
    const char *end = text + length, *at = text;
    while ((at = memmem(at, (size_t)(end - at), key, sizeof key - 1)) != NULL) {
        at += sizeof key - 1;
        note(strtoll(at, NULL, 10), now_ns() - strtoll(at, NULL, 10));
        count++;
    }
    frames += (uint64_t)count;
    return count;
}

static int connected(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    /* Whoever serves there may have just begun. */
    for (int attempt = 0; attempt < 1000; attempt++) {
        int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (connect(fd, (struct sockaddr *)&address, sizeof address) == 0) return fd;
        close(fd);
        poll(NULL, 0, 5);
    }
    return -1;
}

static int by_lateness(const void *one, const void *other) {
    int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;
    return (a > b) - (a < b);
}

static void report(void) {
    static int64_t late[TICKS];
    for (size_t at = 0; at < ticks_count; at++) late[at] = ticks[at].latest / 1000;
    qsort(late, ticks_count, sizeof *late, by_lateness);
    if (ticks_count == 0) return (void)puts("0 0 0 0");
    printf("%llu %lld %lld %lld\n", (unsigned long long)frames, (long long)late[ticks_count / 2],
           (long long)late[ticks_count * 99 / 100], (long long)late[ticks_count - 1]);
    fflush(stdout);
}

int fanout_readers(const char *path, int count) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    int poll = epoll_create1(EPOLL_CLOEXEC), silent = count;
    char *has_frame = calloc((size_t)count, 1);
    int *fds = calloc((size_t)count, sizeof *fds);
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = UINT32_MAX};
    epoll_ctl(poll, EPOLL_CTL_ADD, STDIN_FILENO, &event);
    for (int reader = 0; reader < count; reader++) {
        fds[reader] = connected(path);
        event.data.u32 = (uint32_t)reader;
        if (fds[reader] < 0 || epoll_ctl(poll, EPOLL_CTL_ADD, fds[reader], &event) < 0) {
            perror(path);
            return 1;
        }
    }
    for (;;) {
        struct epoll_event events[256];
        int ready = epoll_wait(poll, events, 256, -1);
        for (int at = 0; at < ready; at++) {
            static char text[1 << 16];
            uint32_t reader = events[at].data.u32;
            ssize_t length = read(reader == UINT32_MAX ? STDIN_FILENO : fds[reader], text, sizeof text - 1);
            if (reader == UINT32_MAX) {
                report();
                return 0;
            }
            if (length <= 0) {
                fprintf(stderr, "%s: closed a connection\n", path);
                return 1;
            }
            text[length] = 0;
            if (take(text, (size_t)length) == 0 || has_frame[reader]) continue;
            has_frame[reader] = 1;
            if (--silent > 0) continue;
            puts("ready");
            fflush(stdout);
            /* What came meanwhile was late because others were still connecting. */
            ticks_count = 0;
            frames = 0;
        }
    }
}
