# Both sensors are there: the daemon prefers the hub's buffer, and its frames are the injected motion.
plug_evdev
plug_hub
start_daemon

subscribe_to /tmp/plain
plain_pid=$subscriber_pid
check_within 5 "frames track the motion" is_tracking /tmp/plain
check "the first line is a hello of protocol 1" \
    sh -c "head -n 1 /tmp/plain | grep -F '\"type\":\"hello\"' | grep -qF '\"protocol\":1'"
check "the IIO buffer of the HID hub is preferred to the evdev sensor" says /tmp/plain hello '"kind":"iio-buffer"'
check "the hub's gyroscope is seen" says /tmp/plain hello '"gyro":true'

subscribe_to /tmp/detailed '{"type":"subscribe","include":["up"]}'
observe 20
check_rate "frames come at 50 Hz" /tmp/plain "$from" "$to"
check_motion "pitch and roll follow the motion within 1 degree" /tmp/plain "$from" "$to"
check_motion "so does the up vector" /tmp/detailed "$from" "$to"
check "the up vector is sent" says /tmp/detailed frame '"up":['
unsubscribe
kill "$plain_pid"
