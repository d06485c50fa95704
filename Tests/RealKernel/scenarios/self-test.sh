# The bench itself, without the daemon: the kernel makes real devices of the simulators, what can be read
# there is the injected motion, and the checks notice what is wrong.

# stand_in FILE ARGUMENT...: five seconds of frames from the stand-in.
stand_in() {
    local file=$1
    shift
    standin "$@" 2>/tmp/daemon.log &
    local pid=$!
    began=$(now)
    subscribe -s 5 "$socket" >"$file"
    ended_at=$(now)
    kill $pid 2>/dev/null
    wait $pid 2>/dev/null
    from=$(awk "BEGIN { print $began + 0.5 }")
    to=$(awk "BEGIN { print $ended_at - 0.1 }")
}

mkdir -p "$(dirname "$socket")"
plug_hub
plug_evdev
check "udev marks the uinput accelerometer" \
    sh -c "udevadm info '$(evdev_node)' | grep -q ID_INPUT_ACCELEROMETER=1"
check "udev finds the hub's mount matrix" \
    sh -c "udevadm info '$(iio accel_3d)' | grep -q 'ACCEL_MOUNT_MATRIX=0, 1, 0; 1, 0, 0; 0, 0, 1'"

stand_in /tmp/truth "$socket" motion:$motion
check_motion "the injected pose is the expected one" /tmp/truth "$from" "$to"
check_rate "the stand-in's frames come at 50 Hz" /tmp/truth "$from" "$to"
check_steps "they make no steps of their own" /tmp/truth "$from" "$to" 0.05
check_refuses "that they are not misled" check_misled "pitch" /tmp/truth "$from" "$to" 1
stand_in /tmp/evdev "$socket" "evdev:$(evdev_node)"
check_motion "the evdev sensor reads the injected motion" /tmp/evdev "$from" "$to"
stand_in /tmp/iio "$socket" "iio:$(iio accel_3d)"
check_motion "the HID sensor reads the injected motion" /tmp/iio "$from" "$to"

stand_in /tmp/mirrored -f mirrored "$socket" motion:$motion
check_refuses "a mirrored roll" check_motion "roll" /tmp/mirrored "$from" "$to"
check_refuses "steps of the wrong sign" check_steps "steps" /tmp/mirrored "$from" "$to" 0.05
stand_in /tmp/gap -f gap "$socket" motion:$motion
check_refuses "missing frames" check_rate "rate" /tmp/gap "$from" "$to"
check_refuses "silence" check_motion "silence" /tmp/gap 1000 1001

node=$(evdev_node)
unplug_hub
unplug_evdev
check_within 2 "both sensors are gone when unplugged" sh -c "[ ! -e '$node' ] && ! ls /sys/bus/iio/devices/iio:device* 2>/dev/null"
