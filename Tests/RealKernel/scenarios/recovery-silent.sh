# The hub is there and sends nothing: from the start, in the middle, or because it has stopped answering altogether.
# Nightly: 15 s of a processor; `silent` has the hub that stops answering, and the sessions have all three.
lines=/tmp/lines
plug_hub
kill -HUP "$hub_pid"
start_daemon
subscribe_to $lines '{"type":"subscribe","include":["up"]}'
check_within 5 "a buffer that never yields is given up, and the hub polled" uses $lines iio-poll
check_told $lines lost "sends nothing"
observe 5
# The buffer is tried beside it, and for 0.4 s at a time nothing is polled: frames are late by as much and the filter's lag,
# which at 12 degrees a second, the motion's fastest, is 5.6. What was not polled for a second would be 12 off.
check_motion "polled frames follow the motion within 7 degrees" $lines "$from" "$to" 7
check_rate "at 50 Hz while the buffer is tried beside it" $lines "$from" "$to"
kill -HUP "$hub_pid"
check_within 10 "the buffer is taken when it yields" uses $lines iio-buffer

sleep 12 # for a clean record
kill -HUP "$hub_pid"
check_within 5 "one that stops sending is polled" uses $lines iio-poll
sleep 3
kill -HUP "$hub_pid"
check_within 10 "and its buffer is taken when it sends again" uses $lines iio-buffer

# stop_hub SECONDS: it answers nothing, as one whose firmware hangs.
stop_hub() {
    kill -STOP "$hub_pid"
    sleep "$1"
    kill -CONT "$hub_pid"
    woken=$(now)
}

for seconds in 2.5 25; do
    sleep 12
    stop_hub $seconds
    check_recovered "a hub that hung for $seconds s answers again" $lines "$woken"
    check_within 40 "and is read from its buffer again" uses $lines iio-buffer
done
observe 5
check_motion "frames follow the motion" $lines "$from" "$to"
check_prompt $lines
check "no frame is missing from first to last" no_gaps $lines
check_history silent found
