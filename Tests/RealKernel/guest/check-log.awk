# check-log.awk -v chip="a,b,c;d,e,f;g,h,i" MOTION LOG: does a .tiltlog of the hub hold the motion, turned into the
# chip's axes? Prints "ok ..." or "no ...". Computed on its own, not with motion.c.
function up_at(t_s, up,    t, low, w, axis, norm) {
    t = t_s - period * int(t_s / period)
    low = int(t / step)
    if (low > rows - 2) low = rows - 2
    w = t / step - low
    for (axis = 1; axis <= 3; axis++) {
        up[axis] = row[low, axis] * (1 - w) + row[low + 1, axis] * w
        norm += up[axis] ^ 2
    }
    for (axis = 1; axis <= 3; axis++) up[axis] /= sqrt(norm)
}

# The rate that turns up as the motion does, with no spin about it, in rad/s: u' x u.
function rate_at(t_s, rate,    u, before, after, d, axis) {
    up_at(t_s, u)
    up_at(t_s - 0.02, before)
    up_at(t_s + 0.02, after)
    for (axis = 1; axis <= 3; axis++) d[axis] = (after[axis] - before[axis]) / 0.04
    rate[1] = d[2] * u[3] - d[3] * u[2]
    rate[2] = d[3] * u[1] - d[1] * u[3]
    rate[3] = d[1] * u[2] - d[2] * u[1]
}

# Holds the three counts from field `first` on against a vector in device axes.
function compare(name, first, scale, vector,    axis, expected, error) {
    for (axis = 1; axis <= 3; axis++) {
        expected = turn[axis, 1] * vector[1] + turn[axis, 2] * vector[2] + turn[axis, 3] * vector[3]
        error = $(first + axis - 1) * scale - expected
        if (error < 0) error = -error
        if (error > worst[name]) worst[name] = error
        if (expected > most[name]) most[name] = expected
        if (-expected > most[name]) most[name] = -expected
    }
    count[name]++
}

function scale_of(name,    parts) {
    if (!match($0, "^#" name "=")) return 0
    split(substr($0, RLENGTH + 1), parts, ",")
    return parts[1]
}

BEGIN {
    rows = 0 # not the empty text, which would be another index
    FS = ","
    entries = split(chip, entry, /[,;]/)
    for (i = 1; i <= entries; i++) turn[int((i - 1) / 3) + 1, (i - 1) % 3 + 1] = entry[i]
}

FNR == 1 { file++ }
file == 1 && /^#/ { next }
file == 1 {
    for (i = 1; i <= 3; i++) row[rows, i] = $(i + 1)
    period = $1
    step = period / (rows ? rows : 1)
    rows++
    next
}
/^#accel_scale=/ { accel_scale = scale_of("accel_scale") }
/^#gyro_scale=/ { gyro_scale = scale_of("gyro_scale") }
/^#/ || /^t_ns/ { next }
{
    t_s = $1 / 1e9
    if ($1 <= last) backwards++
    last = $1
    if (!first_s) first_s = t_s
    if ($2 != "") {
        up_at(t_s, vector)
        for (i = 1; i <= 3; i++) vector[i] *= -9.80665 # a HID sensor reports gravity
        compare("acceleration", 2, accel_scale, vector)
    }
    if ($5 != "") {
        rate_at(t_s, vector)
        compare("rate", 5, gyro_scale, vector)
    }
}

END {
    if (!count["acceleration"] || !count["rate"]) {
        print "no " count["acceleration"] + 0 " accelerations and " count["rate"] + 0 " rates are in the log"
        exit
    }
    seconds = t_s - first_s
    bad = backwards > 0
    text = sprintf("%.1f s", seconds)
    names[1] = "acceleration"; unit[1] = "m/s²"
    names[2] = "rate"; unit[2] = "rad/s"
    for (i = 1; i <= 2; i++) {
        name = names[i]
        share = 100 * worst[name] / most[name]
        if (share > 3 || count[name] < 45 * seconds) bad = 1
        text = text sprintf(", %d of %s (%.1f Hz) off by %.4f %s at most (%.2f %% of the largest)",
            count[name], name, count[name] / seconds, worst[name], unit[i], share)
    }
    if (backwards) text = text ", " backwards " rows go back in time"
    print (bad ? "no " : "ok ") text
}
