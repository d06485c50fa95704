# Without a subscriber the daemon holds no sensor and never wakes; with one, it wakes once a tick.

# check_quiet WHAT
check_quiet() {
    local count
    check "holds no sensor $1" holds_no_sensor
    count=$(wake_ups_in 10)
    check "never wakes $1 ($count wake-ups in 10 s)" [ "$count" = 0 ]
}

# check_awake WHAT FILE
check_awake() {
    local count
    check_within 5 "opens the sensor for a subscriber $1" is_tracking "$2"
    count=$(wake_ups_in 10)
    check "wakes once a tick $1 ($count wake-ups in 10 s)" between 450 "$count" 505
}

# The kernel maps what lies around each page that is read, and where a library lies is drawn by lot: a tenth of a megabyte.
echo 0 >/proc/sys/kernel/randomize_va_space
start_daemon '[sensor]' 'hold_s = 2'
echo 2 >/proc/sys/kernel/randomize_va_space
sleep 1
check_quiet "with no sensor plugged in"

plug_hub
sleep 1
check_quiet "before the first subscriber, with a hub"
check "the hub's buffer is off" buffer_is 0
subscribe_to /tmp/hub
check_awake "of the hub" /tmp/hub
# Of the daemon that is shipped; the static one has no libraries to bring along, and takes a third. By its mappings, page by
# page: before Linux 6.2 VmRSS lags behind, by a megabyte here.
size=$(awk '/^Rss/ { print $2 }' "/proc/$daemon_pid/smaps_rollup")
check "has at most 3.5 MB in memory ($size KiB)" between 500 "$size" 3417
check "the hub's buffer is on" buffer_is 1
unsubscribe
sleep 1
check "holds the sensor for hold_s after the last subscriber left" buffer_is 1
check_within 3 "then turns the hub's buffer off" buffer_is 0
sleep 1
check_quiet "after the last subscriber of the hub left"

unplug_hub
plug_evdev
subscribe_to /tmp/evdev
check_awake "of the evdev sensor" /tmp/evdev
unsubscribe
check_within 4 "closes the evdev sensor" holds_no_sensor
sleep 1
check_quiet "after the last subscriber of the evdev sensor left"

# Who wants changes alone of a device that lies still costs a fifth of the wake-ups.
motion=/tmp/still.csv
printf '# t_s,ux,uy,uz: up in device axes\n0.00,0.2,0.3,0.932738\n4.00,0.2,0.3,0.932738\n' >$motion
for device in hub evdev; do
    unplug_hub 2>/dev/null
    unplug_evdev 2>/dev/null
    plug_$device
    subscribe_to /tmp/still '{"type":"subscribe","when":"changed"}'
    check_within 5 "tracks the $device at rest" is_tracking /tmp/still
    sleep 4
    count=$(wake_ups_in 10)
    check "wakes 12.5 times a second for who wants changes alone of the $device at rest ($count wake-ups in 10 s)" \
        between 110 "$count" 150
    unsubscribe
    check_within 4 "closes the $device" holds_no_sensor
done
