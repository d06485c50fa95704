# The machine sleeps: tasks are frozen, devices and clocks suspended, all of it done by the kernel but for the very end:
# QEMU wakes no machine in virtual time, so the kernel waits two seconds there (pm_test) and comes back.
# Nightly: 22 s of a processor; what the daemon makes of a sleep is in the sessions, too.
lines=/tmp/lines

# Seconds of CLOCK_MONOTONIC, which stands still in sleep; /proc/uptime does not.
now() { awk '/^now at/ { printf "%.3f", $3 / 1e9; exit }' /proc/timer_list; }

sleep_machine() {
    echo 2 >/sys/module/suspend/parameters/pm_test_delay
    echo core >/sys/power/pm_test
    echo mem >/sys/power/state
    woken=$(now)
    echo none >/sys/power/pm_test
}

# tracks_since FILE INSTANT: seconds to the first frame that tracks.
tracks_since() {
    frames "$1" "$2" 1e9 | awk -v from="$2" '$3 == "tracking" { printf "%.3f", $11 - from; exit }'
}

plug_hub
start_daemon
subscribe_to $lines '{"type":"subscribe","include":["up"]}'
check_within 5 "begins with the hub" uses $lines iio-buffer
sleep 3
from=$(now)
uptime=$(cut -d' ' -f1 /proc/uptime)
sleep_machine
slept=$(awk -v uptime="$uptime" -v awake="$(awk "BEGIN { print $woken - $from }")" \
    '{ printf "%.2f", $1 - uptime - awake }' /proc/uptime)
check "the machine slept ($slept s)" awk "BEGIN { exit !($slept > 0.5) }"
sleep 5
to=$(now)
sleep 0.1
seconds=$(tracks_since $lines "$woken")
check "the first good frame comes $seconds s after it woke" awk "BEGIN { exit !($seconds <= 1) }"
count=$(frames $lines "$from" 1e9 | awk -v woken="$woken" '$11 >= woken && $11 < woken + 1' | wc -l)
check "no tick is made up for ($count frames in the first second)" between 45 "$count" 52
settled=$(awk "BEGIN { print $woken + 1 }")
# The pose went on in sleep, without samples of it: the filter has to find it anew.
check_motion "a second later frames follow the motion within 2 degrees" $lines "$settled" "$to" 2
check_rate "at 50 Hz" $lines "$settled" "$to"
check "no sensor was lost" sh -c "! grep -q '\"event\":\"lost\"' $lines"
check "no frame is missing from first to last" no_gaps $lines
check_history resumed
