// C maths for TiltCore, and nothing that could open a file or read a clock.
#include <math.h>

// From stdlib.h, which would bring in far more.
double strtod(const char *restrict text, char **restrict end);
