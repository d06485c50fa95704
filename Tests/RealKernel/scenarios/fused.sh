# With a gyroscope the tilt follows the device and not the jolts of the hand; where the gyroscope falls silent, the
# accelerometer has to do, and neither change makes a step.
up='{"type":"subscribe","include":["up"]}'

hub_options="-s 4"
plug_hub
start_daemon
subscribe_to /tmp/fused "$up"
check_within 5 "begins with the hub" uses /tmp/fused iio-buffer
check "says that it has a gyroscope" says /tmp/fused hello '"gyro":true'
sleep 5
observe 15
check_motion "the fused tilt is within 2 degrees while a hand pushes to and fro" /tmp/fused "$from" "$to" 2
stop_daemon

daemon_options="--set motion.estimator=raw"
start_daemon
subscribe_to /tmp/alone "$up"
check_within 5 "begins with the hub again" uses /tmp/alone iio-buffer
observe 5
check_refuses "that the accelerometer alone is misled by more than 15 degrees" \
    check_motion "tilt" /tmp/alone "$from" "$to" 15
stop_daemon
unplug_hub

# Gently, so that following the hand makes no step of half a point either.
hub_options="-s 1"
daemon_options=
plug_hub
start_daemon
subscribe_to /tmp/silent "$up"
check_within 5 "begins with the gently pushed hub" uses /tmp/silent iio-buffer
sleep 6
began=$(now)
sleep 2
kill -USR1 "$hub_pid"
observe 4
check_refuses "that the gyroscope is gone" check_motion "tilt" /tmp/silent "$from" "$to" 2
kill -USR2 "$hub_pid"
sleep 8
observe 4
check_motion "is within 2 degrees again when the gyroscope is back" /tmp/silent "$from" "$to" 2
check_steps "losing and finding the gyroscope makes no step over 0.5 points" /tmp/silent "$began" "$to" 0.5
