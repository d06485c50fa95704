/* frames: the frames of a subscriber's file ("received_ns json" a line) whose tick lies in [FROM, TO] seconds, one a line:
 *
 *   frames FILE FROM TO
 *   t_s seq state x y pitch_deg roll_deg up_x up_y up_z received_s
 *
 * Numbers are as they were sent, but for units; "-" where a frame has none. Text alone is read here: what the numbers
 * mean, the checks compute by themselves. */
#define _GNU_SOURCE
#include "motion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

enum { most_text = 64 };

/* The text of a number or string in a message; "-" where it has none by that name. */
static const char *value(const char *line, const char *name, char text[most_text]) {
    char key[most_text];
    snprintf(key, sizeof key, "\"%s\":", name);
    const char *found = strstr(line, key);
    if (!found) return "-";
    found += strlen(key);
    int is_quoted = *found == '"';
    found += is_quoted;
    size_t length = strcspn(found, is_quoted ? "\"" : ",}]");
    if (length >= most_text) return "-";
    memcpy(text, found, length);
    text[length] = 0;
    return text;
}

static void print_degrees(const char *line, const char *name) {
    char text[most_text];
    const char *radians = value(line, name, text);
    if (!strcmp(radians, "-")) printf(" -");
    else printf(" %.4f", atof(radians) * 180 / M_PI);
}

static void print_frame(const char *line, double t_s) {
    char text[most_text], x[most_text], y[most_text], z[most_text];
    printf("%.6f", t_s);
    for (const char *const *name = (const char *const[]){"seq", "state", "x", "y", NULL}; *name; name++)
        printf(" %s", value(line, *name, text));
    print_degrees(line, "pitch_rad");
    print_degrees(line, "roll_rad");
    const char *up = strstr(line, "\"up\":[");
    if (up && sscanf(up, "\"up\":[%63[^],],%63[^],],%63[^],]]", x, y, z) == 3) printf(" %s %s %s", x, y, z);
    else printf(" - - -");
    printf(" %.6f\n", atof(line) / 1e9);
}

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    double from_s = atof(argv[2]), to_s = atof(argv[3]);
    FILE *file = fopen(argv[1], "r");
    if (!file) die(argv[1]);
    char *line = NULL, text[most_text];
    size_t size = 0;
    for (ssize_t length; (length = getline(&line, &size, file)) > 0;) {
        /* What has no end is not there yet. */
        if (line[length - 1] != '\n' || !strstr(line, "\"type\":\"frame\"")) continue;
        double t_s = atof(value(line, "t_ns", text)) / 1e9;
        if (t_s >= from_s && t_s <= to_s) print_frame(line, t_s);
    }
    return 0;
}
