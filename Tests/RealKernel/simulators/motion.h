/* A motion: where "up" points, in device axes, as a function of CLOCK_MONOTONIC.
 *
 * Every simulator asks the same motion for the same instant, and so does the check of the published
 * frames: the pose that was injected is known at every nanosecond, without a log of what was sent. */
#pragma once
#include <stddef.h>

/* x to the right edge, y to the top edge, z out of the screen. */
struct vector {
    double x, y, z;
};

struct pose {
    double t_s;       /* seconds from the start of the motion */
    struct vector up; /* unit vector, device axes */
};

struct motion {
    struct pose *poses;
    size_t count;
    double period_s; /* the time of the last row, which repeats the first */
};

/* Reads `t_s,ux,uy,uz` rows; '#' begins a comment. Ends the program with a message when it cannot. */
struct motion motion_load(const char *path);

/* Unit vector up at `t_s` (seconds of CLOCK_MONOTONIC), linear between rows. */
struct vector motion_up(const struct motion *motion, double t_s);

/* Angular rate at `t_s`, rad/s: the one that turns `up` as the motion does, with no spin about it. */
struct vector motion_rate(const struct motion *motion, double t_s);

/* CLOCK_MONOTONIC in seconds. */
double monotonic_s(void);

/* Prints "what: reason" and ends the program. */
_Noreturn void die(const char *what);
