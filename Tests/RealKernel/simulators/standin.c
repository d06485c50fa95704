/* standin: takes the daemon's place on the socket, so that the bench can test itself.
 *
 *   standin [-f FAULT] SOCKET SOURCE
 *
 *   SOURCE  motion:FILE.csv (the injected pose itself), evdev:/dev/input/eventN or iio:SYSFS_DIRECTORY
 *   FAULT   mirrored (roll has the wrong sign), gap (every 25th frame is missing)
 *
 * Serves one subscriber: a hello line, then a frame every 20 ms, with `up`. Does no filtering. It knows
 * the bench's own sensors and their signs only. */
#include "motion.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { tick_ns = 20000000 };

struct source {
    const char *kind, *path;
    struct motion motion;
    int evdev;
};

static struct source open_source(char *text) {
    struct source source = {.kind = text};
    char *colon = strchr(text, ':');
    if (!colon) exit(2);
    *colon = 0;
    source.path = colon + 1;
    if (!strcmp(source.kind, "motion")) source.motion = motion_load(source.path);
    if (!strcmp(source.kind, "evdev") && (source.evdev = open(source.path, O_RDONLY)) < 0) die(source.path);
    return source;
}

static double evdev_axis(const struct source *source, int axis) {
    struct input_absinfo info;
    if (ioctl(source->evdev, EVIOCGABS(axis), &info)) die(source->path);
    return info.value;
}

static double iio_axis(const struct source *source, char axis) {
    char path[256];
    double raw;
    snprintf(path, sizeof path, "%s/in_accel_%c_raw", source->path, axis);
    FILE *file = fopen(path, "r");
    if (!file || fscanf(file, "%lf", &raw) != 1) die(path);
    fclose(file);
    return raw;
}

/* Not a unit vector: counts for the sensors. */
static struct vector read_up(const struct source *source) {
    if (!strcmp(source->kind, "motion")) return motion_up(&source->motion, monotonic_s());
    if (!strcmp(source->kind, "evdev"))
        return (struct vector){evdev_axis(source, ABS_X), evdev_axis(source, ABS_Y), evdev_axis(source, ABS_Z)};
    /* The sensor hub's chip as guest/sensors.sh has it soldered in. */
    return (struct vector){-iio_axis(source, 'y'), -iio_axis(source, 'x'), iio_axis(source, 'z')};
}

static int accept_one(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    unlink(path);
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 1)) die(path);
    int fd = accept(listener, NULL, NULL);
    if (fd < 0) die("accept");
    return fd;
}

static void send_frame(int fd, long sequence, const struct timespec *tick, struct vector up, double roll_sign) {
    double norm = sqrt(up.x * up.x + up.y * up.y + up.z * up.z);
    double pitch = atan2(up.y, hypot(up.x, up.z)), roll = roll_sign * atan2(-up.x, hypot(up.y, up.z));
    int length = dprintf(fd,
        "{\"type\":\"frame\",\"seq\":%ld,\"t_ns\":%lld,\"state\":\"tracking\",\"x\":%.2f,\"y\":%.2f,"
        "\"pitch_rad\":%.4f,\"roll_rad\":%.4f,\"up\":[%.4f,%.4f,%.4f]}\n",
        sequence, tick->tv_sec * 1000000000LL + tick->tv_nsec, 10 * roll, 10 * pitch, pitch, roll,
        up.x / norm, up.y / norm, up.z / norm);
    if (length < 0) exit(0);
}

int main(int argc, char **argv) {
    const char *fault = "none";
    for (int option; (option = getopt(argc, argv, "f:")) != -1;) {
        if (option != 'f') return 2;
        fault = optarg;
    }
    if (optind + 2 != argc) return 2;
    signal(SIGPIPE, SIG_IGN);
    struct source source = open_source(argv[optind + 1]);
    int fd = accept_one(argv[optind]);
    dprintf(fd, "{\"type\":\"hello\",\"protocol\":1,\"server\":\"standin\",\"rate_hz\":50}\n");

    struct timespec tick;
    clock_gettime(CLOCK_MONOTONIC, &tick);
    for (long sequence = 1;; sequence++) {
        tick.tv_nsec += tick_ns;
        tick.tv_sec += tick.tv_nsec / 1000000000;
        tick.tv_nsec %= 1000000000;
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &tick, NULL);
        if (!strcmp(fault, "gap") && sequence % 25 == 0) continue;
        send_frame(fd, sequence, &tick, read_up(&source), strcmp(fault, "mirrored") ? 1 : -1);
    }
}
