# Another program takes the hub away from the daemon: holds its node, switches its buffer off, sets another trigger.
# Nightly: 18 s of a processor; the kernel says of a stolen buffer what the sessions say.
lines=/tmp/lines
plug_hub
hub=$(iio accel_3d)
node=/dev/$(basename "$hub")

sleep 1000 <"$node" &
holder_pid=$!
sleep 0.2
start_daemon
subscribe_to $lines '{"type":"subscribe","include":["up"]}'
check_within 5 "polls the hub while its node is held" uses $lines iio-poll
# Hello waits for what is opened in the end, so the reason is in the journal and in status.
check "the log says who holds the node" grep -q "is held by .*(pid $holder_pid)" /tmp/daemon.log
sleep 3
kill "$holder_pid"
freed=$(now)
wait "$holder_pid" 2>/dev/null
check_recovered "the node is let go" $lines "$freed" iio-buffer

# steal WHAT SCRIPT: writes to sysfs as another program would.
steal() {
    sleep 3
    stolen=$(now)
    sh -c "$2"
    check_recovered "$1" $lines "$stolen" iio-buffer
    check "the buffer is on again" buffer_is 1
}

steal "the buffer is switched off" "echo 0 >$hub/buffer/enable"
check_told $lines lost "another program switched its buffer off"
check "a trigger cannot be changed while the buffer is on" \
    sh -c "! echo >$hub/trigger/current_trigger 2>/dev/null"
sleep 12 # for a clean record
steal "the trigger is emptied" "echo 0 >$hub/buffer/enable; echo >$hub/trigger/current_trigger"
sleep 12
steal "the gyroscope's trigger is set" \
    "echo 0 >$hub/buffer/enable; cat $(iio gyro_3d)/trigger/current_trigger >$hub/trigger/current_trigger"
observe 5
check_motion "frames follow the motion" $lines "$from" "$to"
check_prompt $lines
check "no frame is missing from first to last" no_gaps $lines
check_history refused found stolen
