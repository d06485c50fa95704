#include "motion.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void die(const char *what) {
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    exit(1);
}

double monotonic_s(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

struct motion motion_load(const char *path) {
    struct motion motion = {0};
    char line[256];
    FILE *file = fopen(path, "r");
    if (!file) die(path);
    while (fgets(line, sizeof line, file)) {
        struct pose pose;
        if (line[0] == '#') continue;
        if (sscanf(line, "%lf,%lf,%lf,%lf", &pose.t_s, &pose.up.x, &pose.up.y, &pose.up.z) != 4) {
            fprintf(stderr, "%s: expected t_s,ux,uy,uz: %s", path, line);
            exit(1);
        }
        motion.poses = realloc(motion.poses, (motion.count + 1) * sizeof pose);
        if (!motion.poses) die("realloc");
        motion.poses[motion.count++] = pose;
    }
    fclose(file);
    if (motion.count < 2 || motion.poses[motion.count - 1].t_s <= 0) {
        fprintf(stderr, "%s: a motion has two rows at least, and lasts\n", path);
        exit(1);
    }
    motion.period_s = motion.poses[motion.count - 1].t_s;
    return motion;
}

/* The last row at or before `t_s`, which lies within the period. */
static size_t row_before(const struct motion *motion, double t_s) {
    size_t low = 0, high = motion->count - 1;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (motion->poses[middle].t_s <= t_s) low = middle;
        else high = middle;
    }
    return low;
}

struct vector motion_up(const struct motion *motion, double t_s) {
    double t = fmod(t_s, motion->period_s);
    if (t < 0) t += motion->period_s;
    const struct pose *a = &motion->poses[row_before(motion, t)], *b = a + 1;
    double w = (t - a->t_s) / (b->t_s - a->t_s);
    struct vector up = {
        a->up.x + w * (b->up.x - a->up.x),
        a->up.y + w * (b->up.y - a->up.y),
        a->up.z + w * (b->up.z - a->up.z),
    };
    double norm = sqrt(up.x * up.x + up.y * up.y + up.z * up.z);
    return (struct vector){up.x / norm, up.y / norm, up.z / norm};
}

struct vector motion_rate(const struct motion *motion, double t_s) {
    /* A vector fixed in the world and seen from the device obeys u' = -w x u; the w without a part
     * along u is u' x u. The derivative is a central difference over 40 ms. */
    const double half_s = 0.02;
    struct vector u = motion_up(motion, t_s);
    struct vector before = motion_up(motion, t_s - half_s), after = motion_up(motion, t_s + half_s);
    struct vector d = {
        (after.x - before.x) / (2 * half_s),
        (after.y - before.y) / (2 * half_s),
        (after.z - before.z) / (2 * half_s),
    };
    return (struct vector){
        d.y * u.z - d.z * u.y,
        d.z * u.x - d.x * u.z,
        d.x * u.y - d.y * u.x,
    };
}
