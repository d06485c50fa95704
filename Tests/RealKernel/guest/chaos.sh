# What happens to the daemon in the soak: one mischief after the other, drawn from a seed.

# roll N: sets drawn to a number from 0 to N - 1 (the generator of ANSI C, whose low bits are poor).
roll() {
    seed=$(((seed * 1103515245 + 12345) & 0x7fffffff))
    drawn=$(((seed >> 8) % $1))
}

tell() { echo "$(now) $*" >>/tmp/chaos.log; }

toggle_hub() {
    tell "the hub is plugged in or out"
    if [ -n "$hub_pid" ]; then unplug_hub; else plug_hub; fi
}

toggle_evdev() {
    tell "the evdev sensor is plugged in or out"
    if [ -n "$evdev_pid" ]; then unplug_evdev; else plug_evdev; fi
}

# The driver lets go of the hub's accelerometer and takes it again.
rebind_hub() {
    local driver=/sys/bus/platform/drivers/hid_sensor_accel_3d device
    [ -n "$hub_pid" ] || return 0
    device=$(basename "$(readlink "$(iio accel_3d)" | sed 's,/iio:device[0-9]*$,,')")
    roll 3
    tell "the driver lets go of the hub for $drawn s"
    echo "$device" >$driver/unbind
    sleep "$drawn"
    echo "$device" >$driver/bind
    wait_until 10 hub_is_there || fail "the driver takes the hub again"
}

silence_hub() {
    [ -n "$hub_pid" ] || return 0
    roll 8
    tell "the hub is silent for $drawn s"
    kill -STOP "$hub_pid"
    sleep "$drawn"
    kill -CONT "$hub_pid"
}

# A subscriber of either daemon that reads, stalls, and dies without a word, each for a while; not waited for.
visitor() {
    local place=$1 reads=$2 stalls=$3
    (
        subscribe "$place" >/dev/null 2>&1 &
        sleep "$reads"
        kill -STOP $! 2>/dev/null # it may have ended with its daemon
        sleep "$stalls"
        kill -9 $! 2>/dev/null
    ) &
}

come_and_stall() {
    local place=$socket
    roll 2
    [ "$drawn" = 0 ] && place=$steady_socket
    roll 10
    visitor "$place" "$drawn" $((10 - drawn))
    tell "a subscriber of $place reads for $drawn s and stalls for the rest of 10"
}

# Twenty at once.
come_in_a_crowd() {
    local count=20
    roll 4
    tell "twenty subscribers for $drawn s"
    while [ $count -gt 0 ]; do
        visitor "$socket" "$drawn" 1
        count=$((count - 1))
    done
}

kill_daemon() {
    tell "the daemon is killed"
    kill -9 "$daemon_pid"
    wait "$daemon_pid" 2>/dev/null
    start_daemon '[sensor]' 'hold_s = 2'
    kills=$((kills + 1))
}

mischief() {
    roll 8
    case $drawn in
        0 | 1) toggle_hub ;;
        2) toggle_evdev ;;
        3) rebind_hub ;;
        4) silence_hub ;;
        5 | 6) come_and_stall ;;
        7) come_in_a_crowd ;;
    esac
}
