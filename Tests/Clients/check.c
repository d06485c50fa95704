/* check frames|stall|refused|misspelt|rows SOCKET: uses the C client as a program would, and prints what came. */
#include <locale.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tiltshadow.h"

int main(int count, char **words) {
    if (count != 3) return 2;
    const char *mode = words[1];
    const char *options = strcmp(mode, "refused") == 0 ? "{\"rate_hz\":900}"
                          : strcmp(mode, "misspelt") == 0 ? "{\"gian\":5}"
                          : strcmp(mode, "stall") == 0 ? "{\"strict\":true}"
                          : strcmp(mode, "rows") == 0 ? NULL : "{ \"include\":[\"up\"] }";
    setlocale(LC_ALL, "de_DE.UTF-8"); /* a decimal comma, where it is installed */
    struct tiltshadow *shadow = tiltshadow_open(words[2], options);
    if (!shadow) return 1;
    struct pollfd wanted = {.fd = tiltshadow_fd(shadow), .events = POLLIN};
    bool is_paused = false;
    for (int frames = 0; frames < 6 || strcmp(mode, "stall") != 0;) {
        if (poll(&wanted, 1, is_paused ? 100 : -1) == 0) tiltshadow_send(shadow, "{\"type\":\"resume\"}"), is_paused = false;
        struct tiltshadow_frame frame;
        switch (tiltshadow_read(shadow, &frame)) {
        case TILTSHADOW_NOTHING: break;
        case TILTSHADOW_FRAME:
            printf("%llu %.2f %.2f %s\n", (unsigned long long)frame.seq, frame.x, frame.y,
                   frame.state == TILTSHADOW_TRACKING ? "tracking" : "other");
            fflush(stdout);
            if (strcmp(mode, "rows") == 0 && frame.seq == 77) /* the row in which programs pause that can */
                tiltshadow_send(shadow, "{\"type\":\"pause\"}"), is_paused = true;
            if (strcmp(mode, "misspelt") == 0) return fprintf(stderr, "%s\n", tiltshadow_message(shadow)), 0;
            if (frame.has_up && fabs(hypot(hypot(frame.up[0], frame.up[1]), frame.up[2]) - 1) > 1e-3) return 1;
            if (++frames == 3 && strcmp(mode, "stall") == 0) sleep(1);
            break;
        case TILTSHADOW_AWAY: fprintf(stderr, "away: %s\n", tiltshadow_message(shadow)); break;
        case TILTSHADOW_FAILED:
            printf("%s\n", tiltshadow_message(shadow));
            tiltshadow_close(shadow);
            return 3;
        }
    }
    tiltshadow_close(shadow);
    return 0;
}
