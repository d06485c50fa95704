# What the daemon records is what the sensors sent: accelerations and angular rates of the hub, in its own axes.
log=/tmp/hub.tiltlog
plug_hub
daemon_options="--record $log"
start_daemon
subscribe_to /tmp/lines
check_within 5 "tracks with the hub" uses /tmp/lines iio-buffer
sleep 20
stop_daemon
check "the log ends with its count of samples" sh -c "tail -n 1 $log | grep -q '^#end samples='"
verdict "recorded rates and accelerations are the injected ones" \
    "$(awk -v chip="$chip" -f /bench/check-log.awk /bench/motion.csv $log)"
