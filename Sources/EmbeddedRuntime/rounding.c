// What Swift's own library calls of libm, four functions that have one right result: with these in their place nothing of libm
// is in the daemon's memory. x86-64 has had instructions for them since SSE4.1, which Swift does not count on.
#include <stdint.h>

/// Where numbers are no further apart than 1; neither of what is no number nor of what has no end.
static int has_fraction(double x) {
    return __builtin_fabs(x) < 0x1p52;
}

double trunc(double x) {
    return has_fraction(x) ? __builtin_copysign((double)(int64_t)x, x) : x;
}

double ceil(double x) {
    double whole = trunc(x);
    return whole < x ? whole + 1 : whole;
}

double round(double x) {
    double whole = trunc(x);
    return __builtin_fabs(x - whole) < 0.5 ? whole : whole + __builtin_copysign(1, x);
}

double sqrt(double x) {
    // As an instruction: `__builtin_sqrt` would call this function for what has no root, since that sets errno.
    return __builtin_elementwise_sqrt(x);
}
