/* check_pose.c SOCKET: a program that draws by a page of poses; prints `x y state` fifty times a second, and `none` where there is
 * no page. A frame that comes behind the first page is a fault, and ends it. */
#include "tiltshadow.h"
#include "tiltshadow_pose.h"

#include <poll.h>
#include <stdio.h>
#include <time.h>

int main(int count, char **words) {
    struct tiltshadow *shadow = tiltshadow_open(count > 1 ? words[1] : NULL, "{\"rate_hz\":20}");
    if (!shadow || tiltshadow_map(shadow, 201)) return 2;
    tiltshadow_map_rests(shadow, true);
    if (!tiltshadow_map(shadow, 100)) return 2;
    struct tiltshadow_pose_options options = TILTSHADOW_POSE_OPTIONS;
    struct tiltshadow_pose pose = {0};
    struct tiltshadow_page last = {0};
    for (;;) {
        struct pollfd ready = {.fd = tiltshadow_fd(shadow), .events = POLLIN};
        struct tiltshadow_frame frame;
        if (poll(&ready, 1, 20) > 0 && tiltshadow_read(shadow, &frame) == TILTSHADOW_FAILED) {
            fprintf(stderr, "%s\n", tiltshadow_message(shadow));
            return 3;
        }
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        const struct tiltshadow_page *page = tiltshadow_page(shadow);
        if (!page) puts("none");
        else if (tiltshadow_pose_or_last(page, &last, now.tv_sec * 1000000000LL + now.tv_nsec, &options, &pose))
            printf("%.3f %.3f %s%s\n", pose.x, pose.y,
                   pose.state == TILTSHADOW_TRACKING ? "tracking" : pose.state == TILTSHADOW_STALE ? "stale" : "none",
                   pose.has_ended ? " ended" : pose.is_old ? " old" : "");
        fflush(stdout);
    }
}
