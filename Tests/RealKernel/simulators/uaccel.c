/* uaccel: a real evdev accelerometer, made with /dev/uinput and driven by a motion.
 *
 *   uaccel [-r HZ] MOTION.csv          default: 100 Hz
 *
 * It reports the reaction to gravity (flat, face up: z = +1 g), as evdev accelerometers do.
 * Prints "READY /dev/input/eventN" once the node exists; ending the program unplugs the sensor. */
#include "motion.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { counts_per_g = 16384, range_g = 2 };

static volatile sig_atomic_t stopped;

static void on_signal(int signal) {
    (void)signal;
    stopped = 1;
}

static int create_device(void) {
    int fd = open("/dev/uinput", O_RDWR | O_CLOEXEC);
    if (fd < 0) die("/dev/uinput");
    if (ioctl(fd, UI_SET_EVBIT, EV_ABS)) die("UI_SET_EVBIT");
    if (ioctl(fd, UI_SET_PROPBIT, INPUT_PROP_ACCELEROMETER)) die("UI_SET_PROPBIT");
    for (int axis = ABS_X; axis <= ABS_Z; axis++) {
        struct uinput_abs_setup setup = {
            .code = axis,
            .absinfo = {
                .minimum = -range_g * counts_per_g,
                .maximum = range_g * counts_per_g,
                .resolution = counts_per_g,
            },
        };
        if (ioctl(fd, UI_ABS_SETUP, &setup)) die("UI_ABS_SETUP");
    }
    struct uinput_setup setup = {
        .id = {.bustype = BUS_VIRTUAL, .vendor = 0x1209, .product = 0x0a11, .version = 1},
        .name = "uaccel test accelerometer",
    };
    if (ioctl(fd, UI_DEV_SETUP, &setup)) die("UI_DEV_SETUP");
    if (ioctl(fd, UI_DEV_CREATE)) die("UI_DEV_CREATE");
    return fd;
}

static void print_node(int fd) {
    char name[64] = "", path[128];
    if (ioctl(fd, UI_GET_SYSNAME(sizeof name), name) < 0) die("UI_GET_SYSNAME");
    snprintf(path, sizeof path, "/sys/devices/virtual/input/%s", name);
    DIR *directory = opendir(path);
    if (!directory) die(path);
    for (struct dirent *entry; (entry = readdir(directory));)
        if (!strncmp(entry->d_name, "event", 5)) printf("READY /dev/input/%s\n", entry->d_name);
    closedir(directory);
    fflush(stdout);
}

static struct input_event absolute(int axis, double g) {
    return (struct input_event){.type = EV_ABS, .code = axis, .value = lround(g * counts_per_g)};
}

static void send(int fd, struct vector up) {
    struct input_event events[] = {
        absolute(ABS_X, up.x),
        absolute(ABS_Y, up.y),
        absolute(ABS_Z, up.z),
        {.type = EV_SYN, .code = SYN_REPORT},
    };
    if (write(fd, events, sizeof events) != sizeof events) die("write");
}

int main(int argc, char **argv) {
    double hz = 100;
    for (int option; (option = getopt(argc, argv, "r:")) != -1;) {
        if (option != 'r' || (hz = atof(optarg)) <= 0) return 2;
    }
    if (optind + 1 != argc) return 2;
    struct motion motion = motion_load(argv[optind]);

    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    int fd = create_device();
    print_node(fd);

    struct timespec due;
    clock_gettime(CLOCK_MONOTONIC, &due);
    while (!stopped) {
        send(fd, motion_up(&motion, monotonic_s()));
        due.tv_nsec += (long)(1e9 / hz);
        due.tv_sec += due.tv_nsec / 1000000000;
        due.tv_nsec %= 1000000000;
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL);
    }
    ioctl(fd, UI_DEV_DESTROY);
    return 0;
}
