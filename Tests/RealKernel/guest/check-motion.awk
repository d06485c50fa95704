# check-motion.awk, after motion.awk: are pitch, roll and (where sent) up those of the motion at each frame's tick?
# Within -v limit_deg=DEGREES; or, with -v misled_deg=DEGREES, is pitch wrong by more than that at times instead?
# Prints "ok ..." or "no ..." with the worst and the mean error.
function note(name, error) {
    if (magnitude(error) > worst[name]) { worst[name] = magnitude(error); when[name] = $1 }
    sum[name] += magnitude(error)
}

$3 != "tracking" { others++; next }

{
    count++
    pose_at($1)
    note("pitch", $6 - pitch / degree)
    note("roll", $7 - roll / degree)
    if ($8 != "-") {
        dot = $8 * ux + $9 * uy + $10 * uz
        cross = sqrt(($9 * uz - $10 * uy) ^ 2 + ($10 * ux - $8 * uz) ^ 2 + ($8 * uy - $9 * ux) ^ 2)
        note("up", atan2(cross, dot) / degree)
    }
}

END {
    if (!count) { print "no not one frame is tracking, " others + 0 " are not"; exit }
    bad = others > 0
    text = count " frames" (others ? " and " others " not tracking" : "")
    quantities = split("pitch roll up", names, " ")
    for (i = 1; i <= quantities; i++) {
        name = names[i]
        if (!(name in sum)) continue
        text = text sprintf(", %s off by %.2f° at most and %.2f° on average", name, worst[name], sum[name] / count)
        if (!limit_deg || worst[name] <= limit_deg) continue
        bad = 1
        text = text sprintf(" (at %.2f s)", when[name])
    }
    if (misled_deg && worst["pitch"] <= misled_deg) bad = 1
    print (bad ? "no " : "ok ") text
}
