# A tablet held upright and turned in its plane, 60 degrees to either side: what rotates a screen, four times a
# period. Prints t_s,ux,uy,uz. 19 degrees a second at most: a filter with a lag of 60 ms stays within 2 degrees.
BEGIN {
    degree = atan2(0, -1) / 180
    period_s = 20
    step_s = 0.02
    print "# t_s,ux,uy,uz: up in device axes, looped every " period_s " s"
    for (i = 0; i * step_s <= period_s + step_s / 2; i++) {
        turn = 60 * degree * sin(360 * degree * i * step_s / period_s)
        printf "%.2f,%.9f,%.9f,%.9f\n", i * step_s, 0.95 * sin(turn), 0.95 * cos(turn), sqrt(1 - 0.95 ^ 2)
    }
}
