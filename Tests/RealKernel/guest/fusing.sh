# Words for scenarios in which the hub's accelerometer and gyroscope are fused.
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
