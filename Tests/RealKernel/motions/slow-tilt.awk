# A slow tilt about both axes, in all four signs of slope, prints t_s,ux,uy,uz (motion.h).
# Slow enough (12 degrees a second at most) that a filter with a lag of 60 ms stays within 1 degree.
BEGIN {
    degree = atan2(0, -1) / 180
    period_s = 20
    step_s = 0.02
    print "# t_s,ux,uy,uz: up in device axes, looped every " period_s " s"
    for (i = 0; i * step_s <= period_s + step_s / 2; i++) {
        turn = 360 * degree * i * step_s / period_s
        pitch = (20 + 12 * sin(2 * turn)) * degree
        roll = (-10 + 10 * sin(3 * turn + 1)) * degree
        ux = -sin(roll)
        uy = sin(pitch)
        printf "%.2f,%.9f,%.9f,%.9f\n", i * step_s, ux, uy, sqrt(1 - ux * ux - uy * uy)
    }
}
