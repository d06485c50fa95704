// C maths for TiltCore, a search for a byte, and nothing that could open a file or read a clock.
#include <math.h>

#include <locale.h>
#include <stddef.h>

// From stdlib.h, which would bring in far more, and declares it for GNU only.
double strtod_l(const char *restrict text, char **restrict end, locale_t locale);

// strtod with a point whatever locale the program has taken over; newlocale hands out the C locale without making one.
static inline double cmath_strtod(const char *text) {
    return strtod_l(text, 0, newlocale(LC_ALL_MASK, "C", (locale_t)0));
}

// From string.h, for the same reason.
void *memchr(const void *bytes, int byte, size_t count);

// Where a byte stands first among so many, or NULL.
static inline const unsigned char *cmath_find_byte(const unsigned char *bytes, unsigned char byte, size_t count) {
    return (const unsigned char *)memchr(bytes, byte, count);
}
