// glibc's hypotf is of 2.35, which Swift's own library calls for numbers that nobody has here: with this one in its place the
// tool runs from 2.34 on, as the daemon does.
//
// The square of a float is exact in a double and no larger than that holds: there is nothing to scale.
float hypotf(float x, float y) {
    if (__builtin_isinf(x) || __builtin_isinf(y)) return __builtin_inff();
    return (float)__builtin_sqrt((double)x * x + (double)y * y);
}
