# SIGTERM ends the daemon within a second, with and without a subscriber.

# check_stop WHAT
check_stop() {
    check "the daemon lives $1" daemon_lives
    kill -TERM "$daemon_pid"
    check_within 1 "SIGTERM ends the daemon $1" ended "$daemon_pid"
    wait "$daemon_pid"
    check "its status is 0 $1" [ $? -eq 0 ]
    check "its socket is gone $1" [ ! -e "$socket" ]
    daemon_pid=
}

plug_hub
start_daemon
subscribe_to /tmp/lines
check_within 5 "frames track the motion" is_tracking /tmp/lines
check_stop "with a subscriber"
check_within 1 "the subscriber's connection is closed" ended "$subscriber_pid"
check "the last line is a goodbye" sh -c "tail -n 1 /tmp/lines | grep -qF '\"type\":\"goodbye\"'"
check "the hub's buffer is off" buffer_is 0

start_daemon
check_stop "without a subscriber"
