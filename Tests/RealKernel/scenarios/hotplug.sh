# Each sensor is unplugged and plugged in again: the subscriber stays connected, and nobody restarts anything.
lines=/tmp/lines
plug_evdev
plug_hub
start_daemon
subscribe_to $lines '{"type":"subscribe","include":["up"]}'
check_within 5 "begins with the hub" uses $lines iio-buffer

unplugged=$(now)
unplug_hub
check_recovered "the hub is unplugged" $lines "$unplugged" evdev
check_within 5 "says that the hub is lost" grep -q '"type":"sensor","event":"lost"' $lines
observe 10
check_motion "frames follow the evdev sensor" $lines "$from" "$to"
check_rate "still at 50 Hz" $lines "$from" "$to"

plugged=$(now)
plug_hub
check_recovered "the hub is plugged in again" $lines "$plugged" iio-buffer
observe 10
check_motion "frames follow the hub again" $lines "$from" "$to"

unplug_hub
check_within 5 "moves on a second time" uses $lines evdev
unplug_evdev
check_within 5 "has no sensor when the last one is gone" says $lines frame '"state":"none"'
observe 5
count=$(frames $lines "$from" "$to" | wc -l)
others=$(frames $lines "$from" "$to" | awk '$3 != "none" || $4 != 0 || $5 != 4' | wc -l)
check "sends one frame a second without a sensor ($count frames in 5 s)" between 4 "$count" 6
check "all with the fallback offset ($others others)" [ "$others" = 0 ]

plugged=$(now)
plug_evdev
check_recovered "the evdev sensor is plugged in again, alone" $lines "$plugged" evdev
observe 10
check_motion "frames follow the evdev sensor again" $lines "$from" "$to"

plug_hub
check_within 10 "ends with the hub" uses $lines iio-buffer
observe 5
check_motion "and follows it" $lines "$from" "$to"
check "no frame is missing from first to last" no_gaps $lines
check_history lost found
