/* check GOLDEN: golden.json in the C client's tiltshadow_display; prints "pass N". It reads that file alone: a row a line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tiltshadow_display.h"

static int passed, failed;

static void expect(bool condition, int number, const char *line) {
    condition ? passed++ : failed++;
    if (!condition) printf("line %d: not %s", number, line);
}

static bool near(double one, double other) { return one - other < 1e-9 && other - one < 1e-9; }

static bool is_row(const char *line, const char *kind) { return strncmp(line + 1, kind, strlen(kind)) == 0; }

int main(int count, char **words) {
    FILE *golden = count == 2 ? fopen(words[1], "r") : NULL;
    if (!golden) return 2;
    struct tiltshadow_resampler resampler = {.rate_hz = 50};
    struct tiltshadow_phase_lock lock = {.gyroscope = false};
    enum tiltshadow_lock_answer answer = TILTSHADOW_KEEP;
    bool resamples = false, is_locked = false;
    char line[512], word[64];
    for (int number = 1; fgets(line, sizeof line, golden); number++) {
        long long t;
        double x, y, z;
        if (is_row(line, "\"lock\"")) {
            bool same = sscanf(line, "[\"lock\",%lf,%lld,%lf]", &x, &t, &z) == 3 && answer == TILTSHADOW_LOCK &&
                        near(lock.rate_hz, x) && llabs(lock.phase_ns - t) <= 1 && near(lock.lookahead_ms, z);
            expect(same, number, line);
            answer = TILTSHADOW_KEEP;
            continue;
        }
        if (is_row(line, "\"release\"")) {
            expect(answer == TILTSHADOW_RELEASE, number, line);
            answer = TILTSHADOW_KEEP;
            continue;
        }
        if (is_row(line, "\"locked\"")) {
            is_locked = strstr(line, "true");
            expect(lock.is_locked == is_locked, number, line);
            continue;
        }
        expect(answer == TILTSHADOW_KEEP, number, line); /* of the line before */
        expect(lock.is_locked == is_locked, number, line);
        answer = TILTSHADOW_KEEP;
        if (is_row(line, "\"name\"")) {
            const char *rate = strstr(line, "\"rate_hz\":");
            resamples = rate;
            is_locked = false;
            resampler = (struct tiltshadow_resampler){.rate_hz = rate ? strtod(rate + strlen("\"rate_hz\":"), NULL) : 50};
            lock = (struct tiltshadow_phase_lock){.gyroscope = strstr(line, "\"gyroscope\":true")};
        } else if (sscanf(line, "[\"frame\",%lld,%lf,%lf,\"%63[a-z]", &t, &x, &y, word) == 4) {
            tiltshadow_take(&resampler, t, x, y, word[0]);
        } else if (is_row(line, "\"vsync\"") && resamples) {
            int numbers = sscanf(line, "[\"vsync\",%lld,%lf,%lf]", &t, &x, &y);
            double drawn_x, drawn_y;
            bool is_drawn = tiltshadow_offset(&resampler, t, &drawn_x, &drawn_y);
            expect(is_drawn ? numbers == 3 && near(drawn_x, x) && near(drawn_y, y) : numbers == 1, number, line);
        } else if (sscanf(line, "[\"vsync\",%lld]", &t) == 1) {
            answer = tiltshadow_vsync(&lock, t);
        } else if (is_row(line, "\"gyroscope\"")) {
            lock.gyroscope = strstr(line, "true");
        } else if (is_row(line, "\"ok\"")) {
            int64_t phase;
            int numbers = sscanf(line, "[\"ok\",%lf,%lld]", &x, &t);
            phase = t;
            answer = tiltshadow_ok(&lock, x, numbers == 2 ? &phase : NULL);
        } else if (sscanf(line, "[%lf, %lf, %5[a-z], %lf]", &x, &y, word, &z) == 4) {
            expect(near(tiltshadow_lookahead_ms(x, y, strcmp(word, "true") == 0), z), number, line);
        }
    }
    fclose(golden);
    printf("pass %d\n", passed);
    return failed > 0;
}
