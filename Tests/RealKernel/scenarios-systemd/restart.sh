# A daemon that hangs or dies is started again, and subscribers who connect again have frames again.
# Nightly: 20 s of a processor; the unit is systemd's to restart, and who connects again is a test of the clients.
lines=/tmp/lines

# subscribe_again_and_again FILE: as programs do that outlive the daemon.
subscribe_again_and_again() {
    while :; do subscribe -r '{"type":"subscribe","include":["up"]}' "$socket"; done >"$1" 2>&1 &
    subscriber_pid=$!
}

# longest_pause FROM: the longest time between the arrivals of two tracking frames since an instant, in ms.
longest_pause() {
    frames $lines "$1" 1e9 |
        awk '$3 == "tracking" { if (last && $11 - last > most) most = $11 - last; last = $11 } END { printf "%d", most * 1000 }'
}

plug_hub
install_service
subscribe_again_and_again $lines
check_within 5 "it reads the hub's buffer" uses $lines iio-buffer

for round in first second third; do
    sleep 2
    pid=$(main_pid)
    before=$(now)
    sleep 0.1
    kill -9 "$pid"
    check_within 5 "killed, it is started again, the $round time" another_pid "$pid"
    sleep 2
    pause=$(longest_pause "$before")
    check "subscribers miss frames for less than a second ($pause ms)" between 20 "$pause" 1000
    check "and have them of the hub's buffer again" uses $lines iio-buffer
done

pid=$(main_pid)
stopped=$(now)
sleep 0.1 # a pause lies between two frames
kill -STOP "$pid"
check_within 20 "stopped, it is killed and started again by the watchdog" another_pid "$pid"
check "which systemd says" journal_says "Watchdog timeout"
observe 5
pause=$(longest_pause "$stopped")
check "subscribers miss frames for little more than the watchdog's 10 s ($pause ms)" between 5000 "$pause" 11000
check_motion "and follow the motion" $lines "$from" "$to"
check_rate "at 50 Hz" $lines "$from" "$to"
check "systemd counts four restarts" property_is NRestarts 4
