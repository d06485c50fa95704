/* peer SOCKET: opens what tiltshadowd opens on its way to READY, in the same order, says so, and waits to be ended.

   The measure of start.sh: what is more than this is the daemon's own work. It links what the daemon links. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <libudev.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <unistd.h>

/* Reads a file to its end where it is there. */
static void look(const char *path) {
    char bytes[4096];
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return;
    while (read(file, bytes, sizeof bytes) > 0) {}
    close(file);
}

static struct sockaddr_un address(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    return address;
}

int main(int count, char **words) {
    if (count != 2) return 2;
    look("/proc/self/cmdline");
    look("/usr/lib/tiltshadow");
    look("/etc/tiltshadow/tiltshadow.conf");
    look("/etc/tiltshadow/tiltshadow.conf.d");
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGHUP);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    look("/etc/group");

    char directory[sizeof((struct sockaddr_un *)0)->sun_path];
    snprintf(directory, sizeof directory, "%s", words[1]);
    char *end = strrchr(directory, '/');
    if (end) *end = 0;
    int lock = open(directory, O_RDONLY | O_CLOEXEC | O_DIRECTORY);
    flock(lock, LOCK_EX | LOCK_NB);
    struct stat status;
    if (lstat(words[1], &status) == 0) unlink(words[1]);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    struct sockaddr_un place = address(words[1]);
    umask(0117);
    if (bind(listener, (struct sockaddr *)&place, offsetof(struct sockaddr_un, sun_path) + strlen(words[1]) + 1) < 0)
        return 1;
    umask(022);
    listen(listener, 4096);
    close(lock);
    fprintf(stderr, "peer: info: serving on %s\n", words[1]);

    struct udev *udev = udev_new();
    struct udev_monitor *monitor =
        udev_monitor_new_from_netlink(udev, access("/run/udev/control", F_OK) == 0 ? "udev" : "kernel");
    udev_monitor_filter_add_match_subsystem_devtype(monitor, "iio", NULL);
    udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", NULL);
    udev_monitor_set_receive_buffer_size(monitor, 128 << 20);
    udev_monitor_enable_receiving(monitor);

    int loop = epoll_create1(EPOLL_CLOEXEC);
    int watched[] = {
        eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK),
        timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK),
        timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK),
        signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK),
        udev_monitor_get_fd(monitor),
        listener,
    };
    for (size_t index = 0; index < sizeof watched / sizeof *watched; index++) {
        struct epoll_event event = {.events = EPOLLIN, .data.fd = watched[index]};
        epoll_ctl(loop, EPOLL_CTL_ADD, watched[index], &event);
    }
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);

    const char *manager = getenv("NOTIFY_SOCKET");
    if (manager) {
        int notice = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
        struct sockaddr_un to = address(manager);
        sendto(notice, "READY=1", 7, 0, (struct sockaddr *)&to, sizeof to);
    }
    struct epoll_event event;
    epoll_wait(loop, &event, 1, -1);
    /* Never called: the libraries are there as they are for the daemon. */
    return count > 9 ? (int)sqrt(count) + (libevdev_new() != NULL) : 0;
}
