# check-motion.awk MOTION FRAMES: are pitch, roll and (where sent) up those of the motion at each frame's tick?
# Within 1 degree, or as many as -v limit says. Prints "ok ..." or "no ..." with the worst and the mean error. Computed on its own, not with motion.c.
function interpolated(column, low, w) {
    return row[low, column] * (1 - w) + row[low + 1, column] * w
}

function magnitude(number) { return number < 0 ? -number : number }

function note(name, error) {
    if (magnitude(error) > worst[name]) { worst[name] = magnitude(error); when[name] = $1 }
    sum[name] += magnitude(error)
}

BEGIN {
    rows = 0 # not the empty text, which would be another index
    limit_deg = limit ? limit : 1
    degree = atan2(0, -1) / 180
}

FNR == 1 { file++ }
/^#/ { next }

file == 1 {
    split($0, fields, ",")
    for (i = 1; i <= 4; i++) row[rows, i] = fields[i]
    rows++
    next
}

$3 != "tracking" { others++; next }

{
    count++
    period = row[rows - 1, 1]
    step = period / (rows - 1)
    t = $1 - period * int($1 / period)
    low = int(t / step)
    if (low > rows - 2) low = rows - 2
    w = t / step - low
    ux = interpolated(2, low, w); uy = interpolated(3, low, w); uz = interpolated(4, low, w)
    note("pitch", $6 - atan2(uy, sqrt(ux * ux + uz * uz)) / degree)
    note("roll", $7 - atan2(-ux, sqrt(uy * uy + uz * uz)) / degree)
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
        if (worst[name] > limit_deg) bad = 1
        text = text sprintf(", %s off by %.2f° at most and %.2f° on average", name, worst[name], sum[name] / count)
        if (worst[name] > limit_deg) text = text sprintf(" (at %.2f s)", when[name])
    }
    print (bad ? "no " : "ok ") text
}
