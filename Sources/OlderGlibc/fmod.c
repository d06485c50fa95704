// glibc has another fmod and fmodf since 2.38, which say no longer what went wrong by errno: a program that is linked with that
// one does not start with an older one.
//
// By long division, in which every step is exact: c is y times a power of two, and no more than what is left of x.
double fmod(double x, double y) {
    double left = __builtin_fabs(x), divisor = __builtin_fabs(y);
    if (!(divisor > 0) || !(left < __builtin_inf())) return __builtin_nan("");
    if (left < divisor) return x;
    double c = divisor;
    while (c + c <= left) c += c;
    for (; c >= divisor; c /= 2)
        if (left >= c) left -= c;
    return __builtin_copysign(left, x);
}

// Of two floats it is one.
float fmodf(float x, float y) {
    return (float)fmod(x, y);
}
