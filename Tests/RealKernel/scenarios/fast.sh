# A sensor four times as fast as the tick costs no wake-up more.
# Nightly: 7 s of a processor; the wake-ups of `quiet` are counted for every change.
lines=/tmp/lines
evdev_hz=200
plug_evdev
start_daemon
subscribe_to $lines '{"type":"subscribe","include":["up"]}'
check_within 5 "tracks with an evdev sensor at 200 Hz" uses $lines evdev
count=$(wake_ups_in 10)
check "wakes once a tick ($count wake-ups in 10 s)" between 490 "$count" 502
observe 10
check_motion "frames follow the motion" $lines "$from" "$to"
check_rate "at 50 Hz" $lines "$from" "$to"
