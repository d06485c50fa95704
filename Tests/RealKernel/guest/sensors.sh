# The two sensors: plugging and unplugging, and what the kernel made of them.
motion=/bench/motion.csv

# How the hub's chip is soldered in: on the underside, turned. 61-bench.hwdb is the answer to it.
chip='0,1,0; 1,0,0; 0,0,-1'

# More options of hidaccel, such as "-s 4".
hub_options=

plug_hub() {
    # shellcheck disable=SC2086 # a list of words
    hidaccel -c "$chip" $hub_options "$motion" >/tmp/hidaccel.log 2>&1 &
    hub_pid=$!
    wait_until 10 hub_is_there || fail "the kernel makes IIO devices of the HID sensor hub"
    udevadm settle
}

unplug_hub() { unplug "$hub_pid"; hub_pid=; }

evdev_hz=100

plug_evdev() {
    uaccel -r "$evdev_hz" "$motion" >/tmp/uaccel.log 2>&1 &
    evdev_pid=$!
    wait_until 10 evdev_is_there || fail "the kernel makes an input device of the uinput accelerometer"
    udevadm settle
}

unplug_evdev() { unplug "$evdev_pid"; evdev_pid=; }

unplug() {
    [ -n "$1" ] || return 0
    kill "$1"
    wait "$1" 2>/dev/null
}

# iio NAME: the sysfs directory of the IIO device with this name; numbers are handed out at random.
iio() {
    local directory
    for directory in /sys/bus/iio/devices/iio:device*; do
        [ "$(cat "$directory/name" 2>/dev/null)" = "$1" ] && echo "$directory" && return
    done
    return 1
}

hub_is_there() { iio accel_3d >/dev/null && iio gyro_3d >/dev/null; }
evdev_node() { sed -n 's/^READY //p' /tmp/uaccel.log; }
evdev_is_there() { [ -c "$(evdev_node)" ]; }
