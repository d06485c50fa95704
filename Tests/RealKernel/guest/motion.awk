# What the checks that hold frames against the motion have in common; the motion is their first file, frames the second:
# awk -f motion.awk -f check-....awk MOTION FRAMES. Computed on its own, not with motion.c.
function magnitude(number) { return number < 0 ? -number : number }

function interpolated(column, low, w) {
    return row[low, column] * (1 - w) + row[low + 1, column] * w
}

# Sets ux, uy, uz (unit vector up in device axes), pitch and roll (radians) to those of the motion at t_s.
function pose_at(t_s,    period, step, t, low, w, norm) {
    period = row[rows - 1, 1]
    step = period / (rows - 1)
    t = t_s - period * int(t_s / period)
    low = int(t / step)
    if (low > rows - 2) low = rows - 2
    w = t / step - low
    ux = interpolated(2, low, w); uy = interpolated(3, low, w); uz = interpolated(4, low, w)
    norm = sqrt(ux * ux + uy * uy + uz * uz)
    ux /= norm; uy /= norm; uz /= norm
    pitch = atan2(uy, sqrt(ux * ux + uz * uz))
    roll = atan2(-ux, sqrt(uy * uy + uz * uz))
}

BEGIN {
    rows = 0 # not the empty text, which would be another index
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
