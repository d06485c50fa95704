# check-steps.awk, after motion.awk: from frame to frame, does the offset move at most -v limit=POINTS more than the
# motion moves it? For the mapping `tilt` with a gain of 10. Prints "ok ..." or "no ..." with the largest such step, and
# the largest with the motion in it.
$3 != "tracking" { others++; next }

{
    pose_at($1)
    x_error = $4 - 10 * roll
    y_error = $5 - 10 * pitch
}

count++ {
    step = sqrt((x_error - last_x_error) ^ 2 + (y_error - last_y_error) ^ 2)
    if (step > most) { most = step; when = $1 }
    whole = sqrt(($4 - last_x) ^ 2 + ($5 - last_y) ^ 2)
    if (whole > most_whole) most_whole = whole
}

{ last_x_error = x_error; last_y_error = y_error; last_x = $4; last_y = $5 }

END {
    bad = count < 2 || others || most > limit
    text = count " frames" (others ? " and " others " not tracking" : "")
    printf "%s %s, %.2f points a frame more than the motion at most (at %.2f s), %.2f with it\n", bad ? "no" : "ok",
        text, most, when, most_whole
}
