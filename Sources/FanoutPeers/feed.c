#define _GNU_SOURCE
#include <errno.h>
#include <linux/input.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "fanout_peers.h"

static struct input_event event(const struct timespec *now, int type, int code, int value) {
    struct input_event event;
    memset(&event, 0, sizeof event);
    event.input_event_sec = now->tv_sec;
    event.input_event_usec = now->tv_nsec / 1000;
    event.type = (unsigned short)type;
    event.code = (unsigned short)code;
    event.value = value;
    return event;
}

int fanout_feed(void) {
    signal(SIGPIPE, SIG_IGN);
    struct timespec due;
    clock_gettime(CLOCK_MONOTONIC, &due);
    for (long sample = 0;; sample++) {
        due.tv_nsec += 5000000;
        if (due.tv_nsec >= 1000000000) {
            due.tv_nsec -= 1000000000;
            due.tv_sec++;
        }
        while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL) == EINTR) {}
        /* A hand that sways by 0.3 rad in three seconds; 16384 counts are 1 g. */
        double roll = 0.3 * sin((double)sample * 0.0105);
        struct input_event events[4] = {
            event(&due, EV_ABS, ABS_X, (int)(16384 * sin(roll))),
            event(&due, EV_ABS, ABS_Y, 1600),
            event(&due, EV_ABS, ABS_Z, (int)(16384 * cos(roll))),
            event(&due, EV_SYN, SYN_REPORT, 0),
        };
        if (write(STDOUT_FILENO, events, sizeof events) < 0 && errno != EAGAIN) return 0;
    }
}
