// C maths for TiltCore, and nothing that could open a file or read a clock.
#include <math.h>

#include <locale.h>

// From stdlib.h, which would bring in far more, and declares it for GNU only.
double strtod_l(const char *restrict text, char **restrict end, locale_t locale);

// strtod with a point whatever locale the program has taken over; newlocale hands out the C locale without making one.
static inline double cmath_strtod(const char *text) {
    return strtod_l(text, 0, newlocale(LC_ALL_MASK, "C", (locale_t)0));
}
