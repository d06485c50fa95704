/* uplay: an event node as a recording describes it, played through the kernel's input core and recorded again.
 *
 *   uplay [-w SECONDS] PLAN.evemu > RECORDING.evemu          waits so long before it plays; default: 0.1
 *
 * The plan's events are what a driver reports; those of the recording are what a reader of the node gets: defuzzed, without
 * axes that have not changed, with the kernel's times. Everything else of the plan is copied. Two comments of it steer the
 * reader: `# stall: FROM TO` is a time in seconds in which it does not read, `# late-clock: T` when it asks for
 * CLOCK_MONOTONIC, by which the kernel empties its queue. */
#include "motion.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { most_events = 20000 };

struct planned {
    double t_s;
    struct input_event event;
};

struct plan {
    struct planned events[most_events];
    size_t count;
    struct uinput_setup setup;
    struct uinput_abs_setup axes[ABS_CNT];
    int values[ABS_CNT]; /* before the first event */
    int has_axis[ABS_CNT];
    int properties, has_msc;
    double stall_from, stall_to, late_clock;
};

/* Takes one line of the plan; true where it belongs into the recording. */
static int take(struct plan *plan, const char *line) {
    static int code; /* of the comment "Event code" before "Value" */
    int value, number[5];
    unsigned bus, vendor, product, version, type, axis, bits;
    long seconds, micros;
    if (sscanf(line, "# stall: %lf %lf", &plan->stall_from, &plan->stall_to) == 2) return 0;
    if (sscanf(line, "# late-clock: %lf", &plan->late_clock) == 1) return 0;
    if (sscanf(line, "#     Event code %d", &code) == 1) return 1;
    if (sscanf(line, "#       Value %d", &value) == 1 && code >= 0 && code < ABS_CNT) plan->values[code] = value;
    if (!strncmp(line, "N: ", 3)) {
        snprintf(plan->setup.name, sizeof plan->setup.name, "%.79s", line + 3);
        plan->setup.name[strcspn(plan->setup.name, "\n")] = 0;
    }
    if (sscanf(line, "I: %x %x %x %x", &bus, &vendor, &product, &version) == 4)
        plan->setup.id = (struct input_id){bus, vendor, product, version};
    if (sscanf(line, "P: %x", &bits) == 1) plan->properties = bits;
    if (!strncmp(line, "B: 04 ", 6)) plan->has_msc = 1;
    if (sscanf(line, "A: %x %d %d %d %d %d", &axis, number, number + 1, number + 2, number + 3, number + 4) == 6
        && axis < ABS_CNT) {
        plan->has_axis[axis] = 1;
        plan->axes[axis] = (struct uinput_abs_setup){
            .code = axis,
            .absinfo = {.value = plan->values[axis], .minimum = number[0], .maximum = number[1], .fuzz = number[2],
                        .flat = number[3], .resolution = number[4]},
        };
    }
    if (sscanf(line, "E: %ld.%6ld %x %x %d", &seconds, &micros, &type, &axis, &value) == 5) {
        if (plan->count == most_events) {
            fprintf(stderr, "uplay: more than %d events\n", most_events);
            exit(1);
        }
        plan->events[plan->count++] = (struct planned){
            seconds + micros / 1e6, {.type = type, .code = axis, .value = value}};
        return 0;
    }
    return 1;
}

static int create(struct plan *plan) {
    int fd = open("/dev/uinput", O_RDWR | O_CLOEXEC);
    if (fd < 0) die("/dev/uinput");
    if (ioctl(fd, UI_SET_EVBIT, EV_ABS)) die("UI_SET_EVBIT");
    if (plan->has_msc && (ioctl(fd, UI_SET_EVBIT, EV_MSC) || ioctl(fd, UI_SET_MSCBIT, MSC_TIMESTAMP)))
        die("UI_SET_MSCBIT");
    for (int bit = 0; bit < 8; bit++)
        if (plan->properties >> bit & 1 && ioctl(fd, UI_SET_PROPBIT, bit)) die("UI_SET_PROPBIT");
    for (int axis = 0; axis < ABS_CNT; axis++)
        if (plan->has_axis[axis] && ioctl(fd, UI_ABS_SETUP, &plan->axes[axis])) die("UI_ABS_SETUP");
    if (ioctl(fd, UI_DEV_SETUP, &plan->setup)) die("UI_DEV_SETUP");
    if (ioctl(fd, UI_DEV_CREATE)) die("UI_DEV_CREATE");
    return fd;
}

/* Opens the event node, as soon as udev has made it. */
static int open_node(int uinput) {
    char name[64] = "", path[256];
    if (ioctl(uinput, UI_GET_SYSNAME(sizeof name), name) < 0) die("UI_GET_SYSNAME");
    for (int tries = 0; tries < 200; tries++, usleep(10000))
        for (int number = 0; number < 64; number++) {
            snprintf(path, sizeof path, "/sys/devices/virtual/input/%s/event%d", name, number);
            if (access(path, F_OK)) continue;
            snprintf(path, sizeof path, "/dev/input/event%d", number);
            int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
            if (fd >= 0) return fd;
        }
    die("no event node");
}

static void set_clock(int node) {
    int clock = CLOCK_MONOTONIC;
    if (ioctl(node, EVIOCSCLOCKID, &clock)) die("EVIOCSCLOCKID");
}

/* Copies what is queued to the recording; times count from `start_s`. */
static void record(int node, double start_s) {
    struct input_event event;
    while (read(node, &event, sizeof event) == sizeof event) {
        double t_s = fmax(0, event.input_event_sec + event.input_event_usec / 1e6 - start_s);
        long micros = lround(t_s * 1e6);
        printf("E: %ld.%06ld %04x %04x %04d\n", micros / 1000000, micros % 1000000, event.type, event.code, event.value);
    }
}

int main(int argc, char **argv) {
    static struct plan plan = {.late_clock = -1};
    char line[1024];
    double wait_s = 0.1;
    for (int option; (option = getopt(argc, argv, "w:")) != -1;) {
        if (option != 'w' || (wait_s = atof(optarg)) <= 0) return 2;
    }
    if (optind + 1 != argc) return 2;
    FILE *file = fopen(argv[optind], "r");
    if (!file) die(argv[optind]);
    while (fgets(line, sizeof line, file))
        if (take(&plan, line)) fputs(line, stdout);
    fclose(file);

    int uinput = create(&plan), node = open_node(uinput);
    if (plan.late_clock < 0) set_clock(node);
    double start_s = monotonic_s() + wait_s;
    for (size_t next = 0;;) {
        double now_s = monotonic_s() - start_s;
        int stalls = now_s >= plan.stall_from && now_s < plan.stall_to;
        if (plan.late_clock >= 0 && now_s >= plan.late_clock) {
            set_clock(node);
            plan.late_clock = -1;
        }
        while (next < plan.count && plan.events[next].t_s <= now_s)
            if (write(uinput, &plan.events[next++].event, sizeof(struct input_event)) < 0) die("write");
        if (!stalls && plan.late_clock < 0) record(node, start_s);
        if (next == plan.count && !stalls && plan.late_clock < 0) break;
        double left_s = next < plan.count ? plan.events[next].t_s - now_s : 0.01;
        usleep(1e6 * fmin(0.01, fmax(0.0001, left_s)));
    }
    usleep(20000);
    record(node, start_s);
    ioctl(uinput, UI_DEV_DESTROY);
    return 0;
}
