/* says: whether the newest message of its type in a subscriber's file contains a text.
 *
 *   says [-v OTHER] FILE TYPE[,TYPE] TEXT
 *
 * Of several types, the newest of any; -v passes over those that contain OTHER. Ends with 0 where it does, else with 1.
 * Scenarios ask ten times a second for what they wait for, and to start a program takes longer than to read the file. */
#define _GNU_SOURCE
#include "motion.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The whole file, ended by a zero byte; an empty text where there is no such file. */
static char *contents(const char *path, size_t *length) {
    static char block[1 << 16];
    char *text = calloc(1, 1);
    FILE *file = fopen(path, "r");
    if (!text) die("calloc");
    *length = 0;
    if (!file) return text;
    for (size_t count; (count = fread(block, 1, sizeof block, file)) > 0; *length += count) {
        text = realloc(text, *length + count + 1);
        if (!text) die("realloc");
        memcpy(text + *length, block, count);
    }
    text[*length] = 0;
    fclose(file);
    return text;
}

/* Whether `line` is a message of one of the `types`, which commas part. */
static bool is_of(const char *line, const char *types) {
    for (const char *type = types; *type; type += *type == ',') {
        int length = strcspn(type, ",");
        char field[64];
        snprintf(field, sizeof field, "\"type\":\"%.*s\"", length, type);
        if (strstr(line, field)) return true;
        type += length;
    }
    return false;
}

int main(int argc, char **argv) {
    const char *other = NULL;
    for (int option; (option = getopt(argc, argv, "v:")) != -1;) {
        if (option != 'v') return 2;
        other = optarg;
    }
    if (optind + 3 != argc) return 2;
    size_t length;
    char *text = contents(argv[optind], &length), *end = memrchr(text, '\n', length);
    while (end) { /* lines from the last to the first; what has no end is not said yet */
        *end = 0;
        char *before = memrchr(text, '\n', end - text), *line = before ? before + 1 : text;
        if (is_of(line, argv[optind + 1]) && !(other && strstr(line, other)))
            return !strstr(line, argv[optind + 2]);
        end = before;
    }
    return 1;
}
