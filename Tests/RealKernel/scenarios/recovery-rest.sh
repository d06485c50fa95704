# A hub whose firmware holds back small changes: what is silent may rest, or may have died, and its raw value tells.
# Nightly: 27 s of a processor; rest and death are told apart in sessions and in the simulator.
lines=/tmp/lines
plug_hub
hub=$(iio accel_3d)
echo 0.1 >"$hub/in_accel_hysteresis"
check "the hub has a hysteresis" sh -c "/bin/awk '{ exit !(\$1 > 0) }' $hub/in_accel_hysteresis"
start_daemon
subscribe_to $lines '{"type":"subscribe","include":["up"]}'
check_within 5 "reads the hub" uses $lines iio-buffer
subscribe -s 1 -r '{"type":"status"}' "$socket" >/tmp/status
check "status says that its silence is looked into" says /tmp/status status '"silence":"checked"'
sleep 12 # for a clean record
check "one that speaks is left alone" sh -c "! grep -q '\"event\":\"lost\"' $lines"

kill -HUP "$hub_pid"
check_within 10 "one that has died in motion is found and polled" uses $lines iio-poll
check_told $lines lost "it has moved, and its buffer sends nothing of it"
observe 5
check_motion "polled frames follow the motion within 7 degrees" $lines "$from" "$to" 7
kill -HUP "$hub_pid"
check_within 40 "its buffer is taken when it sends again" uses $lines iio-buffer

sleep 12
echo 0 >"$(iio gyro_3d)/buffer/enable"
check_within 3 "a gyroscope whose buffer was switched off is found" \
    sh -c "grep '\"event\":\"lost\"' $lines | grep -q 'switched its buffer off'"
check_within 2 "and both are read again" uses $lines iio-buffer
check "its buffer is on again" sh -c "[ \$(cat $(iio gyro_3d)/buffer/enable) = 1 ]"
observe 5
check_motion "frames follow the motion" $lines "$from" "$to"
check "no frame is missing from first to last" no_gaps $lines
check_history silent found stolen
