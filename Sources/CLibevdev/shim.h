#include <libevdev/libevdev.h>
#include <linux/input.h>
#include <sys/ioctl.h>

// EVIOCGABS is a macro with sizeof, which Swift cannot import; libevdev itself reads the axes only once, at opening.
static inline int clibevdev_get_abs(int fd, unsigned axis, struct input_absinfo *info) {
    return ioctl(fd, EVIOCGABS(axis), info);
}
