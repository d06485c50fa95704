#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "fanout_peers.h"

enum { MOST = 16384 };

/* The newest counts, and gravity as a low-pass of them. */
static struct {
    double x, y, z;
} counts, gravity;

/* Everybody who is connected, without gaps, and where each stands in that list. */
static int members[MOST], place[MOST + 64], members_count;

static void leave(int fd) {
    int at = place[fd];
    members[at] = members[--members_count];
    place[members[at]] = at;
    close(fd);
}

static void take(const struct input_event *event) {
    if (event->type == EV_ABS) {
        double value = event->value * (9.80665 / 16384);
        if (event->code == ABS_X) counts.x = value;
        if (event->code == ABS_Y) counts.y = value;
        if (event->code == ABS_Z) counts.z = value;
    } else if (event->type == EV_SYN) {
        const double weight = 0.0325; /* τ = 0.15 s at 200 Hz */
        gravity.x += weight * (counts.x - gravity.x);
        gravity.y += weight * (counts.y - gravity.y);
        gravity.z += weight * (counts.z - gravity.z);
    }
}

/* Reads what the feed has; 0 at its end. */
static int drain(void) {
    static struct input_event events[256];
    for (;;) {
        ssize_t count = read(STDIN_FILENO, events, sizeof events);
        if (count == 0) return 0;
        if (count < 0) return errno == EAGAIN || errno == EINTR;
        for (size_t at = 0; at < (size_t)count / sizeof *events; at++) take(&events[at]);
        if ((size_t)count < sizeof events) return 1;
    }
}

static double clamped(double value, double limit) { return value > limit ? limit : value < -limit ? -limit : value; }

static void publish(int64_t deadline, uint64_t number) {
    double pitch = atan2(-gravity.y, hypot(gravity.x, gravity.z)), roll = atan2(gravity.x, gravity.z);
    char line[256];
    int length = snprintf(
        line, sizeof line,
        "{\"type\":\"frame\",\"seq\":%llu,\"t_ns\":%lld,\"state\":\"tracking\",\"x\":%.2f,\"y\":%.2f,"
        "\"pitch_rad\":%.4f,\"roll_rad\":%.4f}\n",
        (unsigned long long)number, (long long)deadline, clamped(10 * roll, 16), clamped(10 * pitch, 16), pitch, roll);
    for (int at = 0; at < members_count; at++) {
        /* Who does not read misses this one. */
        if (send(members[at], line, (size_t)length, MSG_DONTWAIT | MSG_NOSIGNAL) < 0 && errno != EAGAIN) {
            leave(members[at--]);
        }
    }
}

static void admit(int listener, int poll) {
    int fd;
    while ((fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK)) >= 0) {
        struct epoll_event wanted = {.events = EPOLLRDHUP, .data.fd = fd};
        if (members_count == MOST || fd >= MOST + 64 || epoll_ctl(poll, EPOLL_CTL_ADD, fd, &wanted) < 0) {
            close(fd);
            continue;
        }
        place[fd] = members_count;
        members[members_count++] = fd;
    }
}

int fanout_loop(const char *path, double rate_hz) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    int poll = epoll_create1(EPOLL_CLOEXEC);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0 || listen(listener, 4096) < 0) {
        perror(path);
        return 1;
    }
    fcntl(STDIN_FILENO, F_SETFL, O_NONBLOCK);
    int64_t period = (int64_t)(1e9 / rate_hz), deadline;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    deadline = now.tv_sec * 1000000000LL + now.tv_nsec + period;
    struct itimerspec ticks = {
        .it_value = {.tv_sec = deadline / 1000000000, .tv_nsec = deadline % 1000000000},
        .it_interval = {.tv_sec = period / 1000000000, .tv_nsec = period % 1000000000},
    };
    timerfd_settime(timer, TFD_TIMER_ABSTIME, &ticks, NULL);
    struct epoll_event on_timer = {.events = EPOLLIN, .data.fd = timer};
    struct epoll_event on_listener = {.events = EPOLLIN, .data.fd = listener};
    epoll_ctl(poll, EPOLL_CTL_ADD, timer, &on_timer);
    epoll_ctl(poll, EPOLL_CTL_ADD, listener, &on_listener);
    for (uint64_t number = 0;;) {
        struct epoll_event events[64];
        int count = epoll_wait(poll, events, 64, -1);
        for (int at = 0; at < count; at++) {
            if (events[at].data.fd == listener) {
                admit(listener, poll);
            } else if (events[at].data.fd != timer) {
                leave(events[at].data.fd);
            } else {
                uint64_t expired = 0;
                if (read(timer, &expired, sizeof expired) < 0) continue;
                number += expired;
                if (!drain()) return 0;
                publish(deadline + (int64_t)(expired - 1) * period, number);
                deadline += (int64_t)expired * period;
            }
        }
    }
}
