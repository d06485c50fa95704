# check-soak.awk, after motion.awk: the lines of a subscriber that never stops reading, and connects again when its
# connection ends. Is every frame numbered one higher than the one before, but for as many as `dropped` says? Was it
# never without a frame for more than 1.5 s while connected? Does every fifth tracking frame show the motion within
# -v limit_deg=DEGREES, from 3 s after a change of the sensor on? For up to 0.6 s it need not: a device that falls
# silent is tracking until it is stale (stale_after_ms).
# Prints "ok ..." or "no ...", and the same to standard error every 600 s.

# Without regular expressions, which an emulated processor is slow at; awk takes a number from the start of a text.
function number(key,    at) {
    at = index($0, "\"" key "\":")
    return at ? substr($0, at + length(key) + 3, 16) + 0 : 0
}

function report() {
    return sprintf("%s %d frames over %d connections and %d changes of the sensor, ", bad ? "no" : "ok", frames,
        connections, changes) sprintf("%d marked as dropped, %d gaps, %d pauses, %d stale or none, ", lost, gaps,
        pauses, others) sprintf("off by %.2f° at most%s", worst / degree, first_bad)
}

function complain(what) { if (!bad++) first_bad = sprintf("; at %.2f s %s", t_s, what) }

!index($0, "\"frame\"") {
    if (/"type":"hello"/) { connections++; last_seq = "" }
    else if (/"type":"sensor"/) changes++
    else next
    changed_s = $1 / 1e9
    wrong_s = 0
    next
}

{
    frames++
    t_s = number("t_ns") / 1e9
    seq = number("seq")
    dropped = number("dropped")
    lost += dropped
    if (last_seq != "") {
        if (seq != last_seq + 1 + dropped) { gaps++; complain("frame " seq " came after " last_seq) }
        if (t_s - last_s > 1.5) { pauses++; complain("no frame for " t_s - last_s " s") }
    }
    last_seq = seq
    last_s = t_s
    if (t_s > next_report_s) {
        if (next_report_s) print "-- at " t_s " s: " report() >"/dev/stderr"
        next_report_s = t_s + 600
    }
    if (!index($0, "\"tracking\"")) { others++; changed_s = t_s; wrong_s = 0; next }
    if (t_s - changed_s < 3 || frames % 5) next
    pose_at(t_s)
    error = magnitude(number("pitch_rad") - pitch)
    if (magnitude(number("roll_rad") - roll) > error) error = magnitude(number("roll_rad") - roll)
    checked++
    if (error <= limit_deg * degree) {
        if (error > worst) worst = error
        wrong_s = 0
    } else if (!wrong_s) {
        wrong_s = t_s
    } else if (t_s - wrong_s > 0.6) {
        complain(sprintf("the tilt is off by %.1f°", error / degree))
    }
}

END {
    if (!checked) complain("not one frame was held against the motion")
    print report()
}
