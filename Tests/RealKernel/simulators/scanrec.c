/* scanrec: what reads of IIO buffers give, every 20 ms, as lines `R: node t_ns hex`; the buffers are on already.
 *
 *   scanrec SECONDS PERIOD NODE...
 *
 * It begins when CLOCK_MONOTONIC is a multiple of PERIOD seconds, so that the motion's phase is known, and after it has
 * thrown away what the buffers held. */
#include "motion.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { most_nodes = 4, tick_ns = 20000000 };

static int64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static void sleep_until(int64_t t_ns) {
    struct timespec due = {t_ns / 1000000000, t_ns % 1000000000};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL);
}

int main(int argc, char **argv) {
    static unsigned char bytes[1 << 16];
    int nodes[most_nodes], count = argc - 3;
    if (count < 1 || count > most_nodes) return 2;
    for (int i = 0; i < count; i++)
        if ((nodes[i] = open(argv[3 + i], O_RDONLY | O_NONBLOCK | O_CLOEXEC)) < 0) die(argv[3 + i]);
    int64_t period_ns = atof(argv[2]) * 1e9, start_ns = (now_ns() / period_ns + 1) * period_ns;
    sleep_until(start_ns);
    for (int i = 0; i < count; i++) while (read(nodes[i], bytes, sizeof bytes) > 0) {}
    for (int64_t tick = start_ns + tick_ns; tick <= start_ns + atof(argv[1]) * 1e9; tick += tick_ns) {
        sleep_until(tick);
        int64_t now = now_ns(); /* one instant for all nodes, as a daemon's tick has it */
        for (int i = 0; i < count; i++) {
            ssize_t length = read(nodes[i], bytes, sizeof bytes);
            if (length <= 0) continue;
            printf("R: %s %lld ", strrchr(argv[3 + i], '/') + 1, (long long)now);
            for (ssize_t k = 0; k < length; k++) printf("%02x", bytes[k]);
            putchar('\n');
        }
    }
    return 0;
}
