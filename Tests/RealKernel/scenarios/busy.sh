# Another program holds the hub's buffer: the daemon says who, makes do, and takes the buffer when it is free.
# Nightly: 15 s of a processor; who holds a buffer is a session.
lines=/tmp/lines

hold_buffer() {
    sleep 1000 <"/dev/$(basename "$(iio accel_3d)")" &
    holder_pid=$!
    sleep 0.2
}

release_buffer() { kill "$holder_pid"; wait "$holder_pid" 2>/dev/null; }

plug_hub
hold_buffer
start_daemon
subscribe_to $lines '{"type":"subscribe","include":["up"]}'
check_within 5 "polls the hub while its buffer is held" uses $lines iio-poll
check "the log names the holder" grep -q "is held by .*(pid $holder_pid)" /tmp/daemon.log
observe 10
check_motion "polled frames follow the motion" $lines "$from" "$to"
check_rate "at 50 Hz" $lines "$from" "$to"

plug_evdev
check_within 5 "prefers the evdev sensor to polling" uses $lines evdev
release_buffer
check_within 31 "takes the buffer when it is free" uses $lines iio-buffer
observe 5
check_motion "and its frames follow the motion" $lines "$from" "$to"
check "no frame is missing from first to last" no_gaps $lines
