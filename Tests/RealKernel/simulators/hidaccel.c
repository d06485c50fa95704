/* hidaccel: a HID sensor hub with an accelerometer and a gyrometer, made with /dev/uhid and driven
 * by a motion. The kernel's own hid-sensor-hub, hid-sensor-accel-3d and hid-sensor-gyro-3d turn it
 * into two IIO devices, accel_3d and gyro_3d, each with a trigger and a buffer.
 *
 *   hidaccel [-c "a,b,c;d,e,f;g,h,i"] [-s M_PER_S2] [-f HZ] MOTION.csv
 *
 * -c is how the chip is soldered in: the rotation from device axes to chip axes, row by row
 * (default: not turned). As every HID sensor does, it reports gravity: flat and face up, a chip that
 * is not turned reads z = -1 g. The gyrometer turns with the chip.
 * -s is how hard a hand shakes the device: the greatest acceleration to and fro, level and along the y axis
 * (default: not at all); -f is how often (default: 1.5 Hz). The rates do not change: nothing turns.
 *
 * SIGUSR1 makes the gyrometer silent, SIGUSR2 lets it speak again. SIGHUP makes the accelerometer silent, and the next
 * one lets it speak again; asked, it answers all the time.
 *
 * A sensor reports while the driver has it powered and asks for events, at the interval the driver
 * sets. Ending the program unplugs the hub. */
#include "hid_sensor_hub.h"
#include "motion.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <linux/uhid.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t stopped;
static volatile sig_atomic_t gyrometer_is_silent;
static volatile sig_atomic_t accelerometer_is_silent;

static void on_signal(int signal) {
    if (signal == SIGUSR1) gyrometer_is_silent = 1;
    else if (signal == SIGUSR2) gyrometer_is_silent = 0;
    else if (signal == SIGHUP) accelerometer_is_silent = !accelerometer_is_silent;
    else stopped = 1;
}

struct hub {
    int uhid;
    int timers[sensor_count];
    struct feature_report features[sensor_count];
    struct motion motion;
    struct vector chip[3]; /* rows of the rotation from device axes to chip axes */
    double shake_g, shake_hz;
};

static void put_part(const struct hub *hub, const struct uhid_event *event, size_t length) {
    if (write(hub->uhid, event, length) != (ssize_t)length) perror("hidaccel: write");
}

static void put(const struct hub *hub, const struct uhid_event *event) { put_part(hub, event, sizeof *event); }

static double dot(struct vector a, struct vector b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* Specific force in g, in device axes: up, and the hand's shaking along the level part of the y axis. */
static struct vector specific_force(const struct hub *hub, double now_s) {
    struct vector up = motion_up(&hub->motion, now_s);
    if (hub->shake_g == 0) return up; /* exactly upright, the y axis has no level part */
    struct vector level = {-up.y * up.x, 1 - up.y * up.y, -up.y * up.z};
    double g = hub->shake_g * sin(2 * M_PI * hub->shake_hz * now_s) / sqrt(dot(level, level));
    return (struct vector){up.x + g * level.x, up.y + g * level.y, up.z + g * level.z};
}

/* What the sensor reads now. */
static struct input_report reading(const struct hub *hub, enum sensor sensor) {
    struct input_report report = {.id = 1 + sensor, .state = 3 /* ready */, .event = 4 /* data updated */};
    double now_s = monotonic_s(), counts;
    struct vector v;
    if (sensor == accelerometer) {
        v = specific_force(hub, now_s);
        counts = -accelerometer_counts_per_g;
    } else {
        v = motion_rate(&hub->motion, now_s);
        counts = gyrometer_counts_per_degree * 180 / M_PI;
    }
    for (int axis = 0; axis < 3; axis++) report.axis[axis] = lround(counts * dot(hub->chip[axis], v));
    return report;
}

static void send_reading(const struct hub *hub, enum sensor sensor) {
    if (sensor == gyrometer ? gyrometer_is_silent : accelerometer_is_silent) return;
    struct input_report report = reading(hub, sensor);
    /* Of the four kilobytes no more than there is in them: hundreds of these are copied a second. */
    static struct uhid_event event = {.type = UHID_INPUT2, .u.input2.size = sizeof report};
    memcpy(event.u.input2.data, &report, sizeof report);
    put_part(hub, &event, offsetof(struct uhid_event, u.input2.data) + sizeof report);
}

static struct timespec duration(int64_t ns) {
    return (struct timespec){ns / 1000000000, ns % 1000000000};
}

/* Starts or stops the sensor's timer, as its feature report says. As in a real hub one clock drives both sensors: those of the
 * same interval are read at the same instants. */
static void apply_feature(const struct hub *hub, enum sensor sensor) {
    const struct feature_report *feature = &hub->features[sensor];
    struct itimerspec timer = {0};
    if (feature->reporting == reporting_all_events && feature->power == power_full) {
        int64_t interval_ns = (feature->interval_ms ? feature->interval_ms : 10) * INT64_C(1000000);
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        int64_t now_ns = now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
        timer.it_interval = duration(interval_ns);
        timer.it_value = duration((now_ns / interval_ns + 1) * interval_ns);
    }
    timerfd_settime(hub->timers[sensor], TFD_TIMER_ABSTIME, &timer, NULL);
}

static void answer_get(const struct hub *hub, const struct uhid_get_report_req *request) {
    struct uhid_event event = {.type = UHID_GET_REPORT_REPLY};
    struct uhid_get_report_reply_req *reply = &event.u.get_report_reply;
    int sensor = request->rnum - 1;
    reply->id = request->id;
    if (sensor < 0 || sensor >= sensor_count) {
        reply->err = EIO;
    } else if (request->rtype == UHID_FEATURE_REPORT) {
        reply->size = sizeof hub->features[sensor];
        memcpy(reply->data, &hub->features[sensor], reply->size);
    } else {
        struct input_report report = reading(hub, sensor);
        reply->size = sizeof report;
        memcpy(reply->data, &report, sizeof report);
    }
    put(hub, &event);
}

static void answer_set(struct hub *hub, const struct uhid_set_report_req *request) {
    struct uhid_event event = {.type = UHID_SET_REPORT_REPLY};
    int sensor = request->rnum - 1;
    event.u.set_report_reply.id = request->id;
    if (sensor < 0 || sensor >= sensor_count || request->size < sizeof hub->features[0]) {
        event.u.set_report_reply.err = EIO;
    } else {
        memcpy(&hub->features[sensor], request->data, sizeof hub->features[sensor]);
        apply_feature(hub, sensor);
    }
    put(hub, &event);
}

static void answer_kernel(struct hub *hub) {
    struct uhid_event event;
    if (read(hub->uhid, &event, sizeof event) < 0) {
        if (errno == EINTR) return;
        die("hidaccel: read");
    }
    if (event.type == UHID_GET_REPORT) answer_get(hub, &event.u.get_report);
    if (event.type == UHID_SET_REPORT) answer_set(hub, &event.u.set_report);
}

static void create(struct hub *hub) {
    hub->uhid = open("/dev/uhid", O_RDWR | O_CLOEXEC);
    if (hub->uhid < 0) die("/dev/uhid");
    for (int sensor = 0; sensor < sensor_count; sensor++) {
        hub->timers[sensor] = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
        hub->features[sensor] = (struct feature_report){
            .id = 1 + sensor, .reporting = 1 /* no events */, .power = 6 /* off */, .interval_ms = 10};
    }
    struct uhid_event event = {
        .type = UHID_CREATE2,
        .u.create2 = {
            .name = "hidaccel sensor hub",
            .rd_size = sizeof report_descriptor,
            .bus = BUS_USB,
            .vendor = 0x1209,
            .product = 0x0a12,
        },
    };
    memcpy(event.u.create2.rd_data, report_descriptor, sizeof report_descriptor);
    put(hub, &event);
}

static void run(struct hub *hub) {
    struct pollfd watched[] = {
        {hub->timers[accelerometer], POLLIN, 0},
        {hub->timers[gyrometer], POLLIN, 0},
        {hub->uhid, POLLIN, 0},
    };
    while (!stopped) {
        if (poll(watched, 3, -1) < 0) {
            if (errno == EINTR) continue;
            die("hidaccel: poll");
        }
        for (int sensor = 0; sensor < sensor_count; sensor++) {
            uint64_t ticks;
            if (!(watched[sensor].revents & POLLIN)) continue;
            if (read(hub->timers[sensor], &ticks, sizeof ticks) == sizeof ticks) send_reading(hub, sensor);
        }
        if (watched[2].revents & POLLIN) answer_kernel(hub);
    }
}

static int parse_chip(const char *text, struct vector rows[3]) {
    return sscanf(text, "%lf,%lf,%lf;%lf,%lf,%lf;%lf,%lf,%lf",
        &rows[0].x, &rows[0].y, &rows[0].z, &rows[1].x, &rows[1].y, &rows[1].z,
        &rows[2].x, &rows[2].y, &rows[2].z) == 9;
}

int main(int argc, char **argv) {
    struct hub hub = {.chip = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .shake_hz = 1.5};
    for (int option; (option = getopt(argc, argv, "c:s:f:")) != -1;) switch (option) {
        case 'c': if (!parse_chip(optarg, hub.chip)) return 2; break;
        case 's': hub.shake_g = atof(optarg) / 9.80665; break;
        case 'f': hub.shake_hz = atof(optarg); break;
        default: return 2;
    }
    if (optind + 1 != argc) return 2;
    hub.motion = motion_load(argv[optind]);

    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGUSR1, &action, NULL);
    sigaction(SIGUSR2, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    create(&hub);
    run(&hub);
    put(&hub, &(struct uhid_event){.type = UHID_DESTROY});
    return 0;
}
