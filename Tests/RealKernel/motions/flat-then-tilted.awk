# Flat, then tilted to a pitch of 30 and a roll of -20 degrees within 0.8 s, and back in the end; every 4 s. The corpus of
# logs is recorded in it. Prints t_s,ux,uy,uz.
function share(t, begin, ramp,    s) {
    s = (t - begin) / ramp
    if (s < 0) s = 0
    if (s > 1) s = 1
    return s * s * (3 - 2 * s)
}
BEGIN {
    degree = atan2(0, -1) / 180
    print "# t_s,ux,uy,uz: up in device axes, looped every 4 s"
    for (i = 0; i <= 200; i++) {
        t = i * 0.02
        s = share(t, 0.4, 0.8) - share(t, 2.8, 0.8)
        ux = -sin(-20 * s * degree)
        uy = sin(30 * s * degree)
        printf "%.2f,%.9f,%.9f,%.9f\n", t, ux, uy, sqrt(1 - ux * ux - uy * uy)
    }
}
