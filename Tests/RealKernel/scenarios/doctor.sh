# The doctor finds all well, names each thing that is broken, and what it says to type mends it.
# Needs the tool.
lines=/tmp/lines
findings=/tmp/findings

# diagnose: the doctor's exit status and last line. patient is who asks.
patient=root
diagnose() {
    su -s /bin/sh -c "tiltshadow doctor --socket $socket --config /tmp/tiltshadow.conf" $patient >$findings 2>&1
    echo "$? $(tail -n 1 $findings)"
}

is_well() { diagnose | grep -q '^0 all is well'; }

# finds TEXT: whether the doctor ends with 1, and the last line, which it prints, has TEXT in it.
finds() {
    diagnose >/tmp/verdict
    cat /tmp/verdict
    grep -q '^1 ' /tmp/verdict && grep -qF "$1" /tmp/verdict
}

# obey: types what the last line says; everybody is root here.
obey() {
    advice=$(sed -n 's/.*; type: //p' /tmp/verdict | sed 's/sudo //g')
    echo "typing: $advice"
    sh -c "$advice" >/dev/null
    udevadm settle
}

# names WHAT TEXT MENDED: finds it, types what is said, and is well again.
names() {
    check "names $1" finds "$2"
    obey
    check_within 35 "and is well after that" is_well
}

plug_hub
node=/dev/$(basename "$(iio accel_3d)")
daemon_user=tiltshadowd
start_daemon
subscribe_to $lines
check_within 5 "the daemon reads the hub" uses $lines iio-buffer
check_within 5 "finds all well" is_well
check "knows the daemon's user" grep -q 'the daemon may read it: 0640 root:tiltshadow' $findings
check "leaves the sensor to the daemon" grep -q "$node: tiltshadowd (pid $daemon_pid)" $findings
check "counts frames at 50 Hz" grep -q 'frames  *50.0 Hz' $findings

printf '%s\n' 'member:x:901:900::/:/bin/sh' 'stranger:x:902:999::/:/bin/sh' >>/etc/passwd
patient=member
check "a member of the group finds all well, too" is_well
patient=stranger
check "a stranger is told to join the group" finds "stranger is not in the group tiltshadow; type: sudo usermod -aG tiltshadow stranger"
patient=root
sed -i '/^member:/d; /^stranger:/d' /etc/passwd

stop_daemon
chgrp root "$node"
chmod 600 "$node"
start_daemon
names "a node that the daemon may not read" "the daemon may not read it (0600 root:root)"

stop_daemon
sleep 1000 <"$node" &
holder_pid=$!
start_daemon
names "who holds the buffer" "$node is held by sleep (pid $holder_pid)"

echo "$(basename "$(dirname "$(readlink -f "$(iio accel_3d)")")")" >/sys/bus/platform/drivers/hid_sensor_accel_3d/unbind
names "a sensor without a driver" "is a motion sensor that no driver has taken"

echo 'SUBSYSTEM=="iio", ENV{ACCEL_MOUNT_MATRIX}="1, 0, 0; 1, 0, 0; 0, 0, 1"' >/usr/lib/udev/rules.d/62-singular.rules
udevadm control --reload
udevadm trigger --action=change --subsystem-match=iio
udevadm settle
check "names a singular mount matrix" finds "mount matrix is singular: rows 1 and 2"
rm /usr/lib/udev/rules.d/62-singular.rules
udevadm control --reload
udevadm trigger --action=change --subsystem-match=iio
udevadm settle
check_within 5 "and is well without it" is_well

unsubscribe
stop_daemon
check "names a missing daemon" finds "there is no $socket"
check "measures the sensor itself then" grep -q 'ok    rate  *[0-9.]* Hz' $findings
tiltshadow doctor --socket $socket --report /tmp/report >/dev/null 2>&1
check "keeps its readings in the report" grep -q '^#end samples=[1-9][0-9][0-9]' /tmp/report
sed -n '/^#tiltlog/,$p' /tmp/report | tiltshadow replay - >/tmp/frames 2>/dev/null
check "from which they can be replayed" test "$(wc -l </tmp/frames)" -gt 100
check "and switches the buffer off again" buffer_is 0
check "the report has udev's matrix" grep -q '^  ACCEL_MOUNT_MATRIX=0, 1, 0; 1, 0, 0; 0, 0, 1' /tmp/report
