# Polling alone, asked for in the settings though the buffer would be better.
lines=/tmp/lines
plug_evdev
plug_hub
start_daemon '[sensor]' 'hold_s = 2' 'device = iio-poll:accel_3d:HID-SENSOR-200073'
subscribe_to $lines '{"type":"subscribe","include":["up"]}'
check_within 5 "polls the device named in the settings" uses $lines iio-poll
check "the buffer is off" buffer_is 0
observe 20
check_motion "frames follow the motion" $lines "$from" "$to"
check_rate "at 50 Hz" $lines "$from" "$to"

kill -STOP "$hub_pid"
check_within 1 "frames are stale when a read of its axes takes long" says $lines frame '"state":"stale"'
sleep 2
kill -CONT "$hub_pid"
check_within 5 "frames track when it is answered" is_tracking $lines

unplug_hub
check_within 5 "moves on when it is unplugged" uses $lines evdev
plug_hub
check_within 10 "polls again when it is back" uses $lines iio-poll
unsubscribe
sleep 4
count=$(wake_ups_in 10)
check "never wakes without a subscriber ($count wake-ups in 10 s)" [ "$count" = 0 ]
threads=$(ls "/proc/$daemon_pid/task" | wc -l)
check "the polling thread has ended ($threads threads)" [ "$threads" = 1 ]
