# A sensor that falls silent without being unplugged: it is opened again without the loop ever waiting for it,
# another one takes over where there is one, and it comes back when it answers again.
#
# A stopped hub answers nothing, so the kernel waits 5 s for each question that its driver passes on.
lines=/tmp/lines

# longest_pause FILE FROM TO: the longest time between the arrivals of two frames, in ms.
longest_pause() {
    frames "$1" "$2" "$3" | awk 'NR > 1 && $11 - last > most { most = $11 - last } { last = $11 } END { printf "%d", most * 1000 }'
}

plug_hub
start_daemon
subscribe_to $lines '{"type":"subscribe","include":["up"]}'
check_within 5 "begins with the hub" uses $lines iio-buffer
sleep 2

kill -STOP "$hub_pid"
stopped=$(now)
check_within 1 "the state is stale within a second of silence" says $lines frame '"state":"stale"'
check_within 2 "the silent sensor is given up" grep -q '"event":"lost"' $lines
sleep 3
check "the fallback is shown" says $lines frame '"state":"none","x":0.00,"y":4.00'
steepest=$(frames $lines "$stopped" 1e9 |
    awk 'NR > 1 { s = sqrt(($4 - x) ^ 2 + ($5 - y) ^ 2); if (s > most) most = s } { x = $4; y = $5 } END { print most }')
check "it is reached without a jump (at most $steepest points a frame)" sh -c "/bin/awk 'BEGIN { exit !($steepest <= 0.5) }'"

plug_evdev
check_within 5 "the evdev sensor takes over" uses $lines evdev
observe 10
check_motion "frames follow the evdev sensor" $lines "$from" "$to"
check_rate "at 50 Hz while the hub is still asked" $lines "$from" "$to"
pause=$(longest_pause $lines "$stopped" "$(now)")
check "a second without frames never came ($pause ms at most)" between 0 "$pause" 1020

kill -CONT "$hub_pid"
sleep 1
unplug_evdev
check_within 10 "the hub is read again when it answers and nothing else is there" uses $lines iio-buffer
observe 10
check_motion "frames follow the hub" $lines "$from" "$to"
check_rate "at 50 Hz" $lines "$from" "$to"

kill -STOP "$hub_pid"
sleep 6
kill -CONT "$hub_pid"
check_within 35 "a hub that was silent for 6 s is read again by itself" uses $lines iio-buffer
observe 5
check_motion "and its frames follow the motion" $lines "$from" "$to"
