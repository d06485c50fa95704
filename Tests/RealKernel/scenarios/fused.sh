# The hub's accelerometer and gyroscope are fused: the tilt follows the device, not the jolts of a hand. Where the
# gyroscope falls silent in mid-motion the accelerometer has to do, and neither losing nor finding it makes a step.
tilt='{"type":"subscribe","mapping":"tilt","gain":10,"include":["up"]}'

# restart_with HUB_OPTIONS DAEMON_OPTIONS FILE: both anew, and a subscriber.
restart_with() {
    stop_daemon
    unplug_hub
    hub_options=$1
    daemon_options=$2
    plug_hub
    start_daemon
    subscribe_to "$3" "$tilt"
    check_within 5 "reads the hub (${1:-not shaken}${2:+, $2})" uses "$3" iio-buffer
    sleep 3 # With the 2 s that observe waits: what an estimator needs to settle.
}

# lose_and_find_gyroscope: five times, at other phases of shaking and motion; sets from and to around them.
lose_and_find_gyroscope() {
    from=$(now)
    for _ in 1 2 3 4 5; do
        kill -USR1 "$hub_pid"
        sleep 2.3
        kill -USR2 "$hub_pid"
        sleep 2.9
    done
    to=$(now)
    sleep 0.1
}

restart_with "-s 4" "" /tmp/fused
check "hello says that there is a gyroscope" says /tmp/fused hello '"gyro":true'
subscribe -s 1 -r '{"type":"status"}' "$socket" >/tmp/status
check "so does status" says /tmp/status status '"gyro":true'
observe 20
check_motion "shaken, the fused tilt is within 2 degrees" /tmp/fused "$from" "$to" 2

for estimator in raw one-euro; do
    restart_with "-s 4" "--set motion.estimator=$estimator" /tmp/alone
    observe 20
    check_misled "the accelerometer alone is wrong by more than 15 degrees ($estimator)" /tmp/alone "$from" "$to" 15
done

restart_with "" "" /tmp/calm
lose_and_find_gyroscope
check_steps "not shaken, losing and finding the gyroscope makes no step over 0.5 points" /tmp/calm "$from" "$to" 0.5
check_motion "and the tilt stays within 2 degrees" /tmp/calm "$from" "$to" 2

# Gently: with "-s 4" the error of an accelerometer alone moves by a whole point a frame, with no change of anything.
restart_with "-s 2 -f 1" "" /tmp/shaken
lose_and_find_gyroscope
check_misled "shaken, it is felt that the gyroscope is gone" /tmp/shaken "$from" "$to" 10
check_steps "but losing and finding it makes no step over 0.5 points" /tmp/shaken "$from" "$to" 0.5
sleep 5
observe 10
check_motion "and with it the tilt is within 2 degrees again" /tmp/shaken "$from" "$to" 2
check "no frame is missing from first to last" no_gaps /tmp/shaken
