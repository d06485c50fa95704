# A hub whose chip sits otherwise than the hwdb says is calibrated by resting in three poses; then its frames are right,
# by the settings that were printed as well as by the hwdb's property.
# Needs the tool.
# Nightly: 40 s of a processor; the poses and the mathematics are tests of their own.
period=30
motion=/tmp/poses.csv

# Flat, upright and on the right edge, each as crooked as hands are, for 3 s; 7 s from one to the next: 13 degrees a
# second, see slow-tilt.awk.
awk -v period=$period 'BEGIN {
    quarter = atan2(1, 0)
    split("0.03,0.02,1 0.02,1,0.05 -1,0.03,0.04 0.03,0.02,1", pose, " ")
    for (i = 0; i * 0.02 <= period + 0.01; i++) {
        t = i * 0.02
        leg = int(t / 10)
        if (leg > 2) leg = 2
        share = (t - 10 * leg - 3) / 7
        if (share < 0) share = 0
        split(pose[leg + 1], a, ",")
        split(pose[leg + 2], b, ",")
        c = cos(quarter * share)
        s = sin(quarter * share)
        printf "%.2f,%.9f,%.9f,%.9f\n", t, c * a[1] + s * b[1], c * a[2] + s * b[2], c * a[3] + s * b[3]
    }
}' >$motion

# Half a second before the device comes to lie flat.
before_flat() {
    sleep "$(awk -v period=$period '{ wait = period - 0.5 - $1 % period; print wait < 0 ? wait + period : wait }' /proc/uptime)"
}

# is_as_crooked ANSWER: whether the pose called flat is as far from level as it is, atan |(0.03, 0.02)|, 2.06 degrees; a device at
# rest is held where its mean was, a little beside.
is_as_crooked() { echo "$1" | grep -qE '^\{"type":"level","angle_deg":(1\.9[0-9]|2\.[01])'; }

# follows FILE WHAT: whether frames are right over a whole round of poses.
follows() {
    : >"$1"
    subscribe_to "$1" '{"type":"subscribe","include":["up"]}'
    wait_until 5 uses "$1" iio-buffer
    observe $period
    check_motion "$2" "$1" "$from" "$to"
    unsubscribe
    stop_daemon
}

chip='0,0,1; 1,0,0; 0,1,0'
plug_hub
start_daemon
check_refuses "a matrix that is wrong for this chip" follows /tmp/before "frames are right before"
stop_daemon # the check was made in a process of its own, which did not tell us

# The first rest counts as flat.
before_flat
tiltshadow record --seconds 32 /tmp/poses.tiltlog >/tmp/record.log 2>&1
tiltshadow calibrate --log /tmp/poses.tiltlog -o /tmp/mount.conf >/tmp/result 2>&1
sed 's/^/  /' /tmp/result
check "calibrate says that the mounting is wrong" grep -q '^The mounting in force is wrong' /tmp/result
# A machine without DMI, as QEMU's for ARM, is told apart by the chip alone.
machine='dmi:\*:svnQEMU:pn'
[ -e /sys/class/dmi/id/modalias ] || machine='\*$'
check "its hwdb entry names the hub and the machine" \
    grep -q "^sensor:modalias:platform:HID-SENSOR-200073:$machine" /tmp/result

start_daemon "$(cat /tmp/mount.conf)"
follows /tmp/settings "frames are right with the settings it wrote"

start_daemon
subscribe_to /tmp/changed '{"type":"subscribe"}'
wait_until 5 uses /tmp/changed iio-buffer
matrix=$(sed -n 's/^ ACCEL_MOUNT_MATRIX=//p' /tmp/result)
echo "SUBSYSTEM==\"iio\", ENV{ACCEL_MOUNT_MATRIX}=\"$matrix\"" >/usr/lib/udev/rules.d/62-calibrated.rules
udevadm control --reload
udevadm trigger --action=change --subsystem-match=iio
udevadm settle
check_within 5 "the sensor in use is opened again by the matrix of its hwdb entry" \
    grep -q '"event":"lost".*is opened again with another mount matrix' /tmp/changed
check_within 5 "and read on" sh -c "[ \$(grep -c '\"event\":\"found\"' /tmp/changed) = 1 ]"
unsubscribe
before_flat
answer=$(tiltshadow calibrate --level --json --socket $socket --config /tmp/tiltshadow.conf 2>&1)
check "over the socket, level is 2 degrees away, as it was laid" is_as_crooked "$answer"
follows /tmp/hwdb "frames are right with the matrix of its hwdb entry, $matrix"
before_flat
answer=$(tiltshadow calibrate --level --json --device accel_3d --config /tmp/tiltshadow.conf 2>&1)
check "so it is where the sensor itself is opened" is_as_crooked "$answer"
tiltshadow sensors --explain-matrix --config /tmp/tiltshadow.conf >/tmp/axes
sed 's/^/  /' /tmp/axes
check "its axes are explained" grep -q 'udev: the property ACCEL_MOUNT_MATRIX' /tmp/axes

rm /usr/lib/udev/rules.d/62-calibrated.rules
udevadm control --reload
udevadm trigger --action=change --subsystem-match=iio
udevadm settle
