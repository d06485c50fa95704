# The daemon under test and its subscribers.
socket=/run/tiltshadow.sock

# start_daemon [SETTING...]: settings are lines of the file, such as '[sensor]' 'hold_s = 2'.
start_daemon() {
    printf '%s\n' "$@" >/tmp/tiltshadow.conf
    tiltshadowd --socket "$socket" --config /tmp/tiltshadow.conf >/tmp/daemon.log 2>&1 &
    daemon_pid=$!
    wait_until 5 test -S "$socket" || fail "tiltshadowd opens its socket"
}

stop_daemon() {
    [ -n "$daemon_pid" ] || return 0
    kill "$daemon_pid" 2>/dev/null
    wait_until 5 ended "$daemon_pid" || kill -9 "$daemon_pid"
    wait "$daemon_pid" 2>/dev/null
    daemon_pid=
}

# ended PID: whether the process is gone, or waits for its status to be read.
ended() { ! grep -q '^State:[[:space:]]*[^Z[:space:]]' "/proc/$1/status" 2>/dev/null; }

# subscribe_to FILE [REQUEST]: writes what the daemon sends to FILE, in the background; sets subscriber_pid.
subscribe_to() {
    if [ -n "$2" ]; then subscribe -r "$2" "$socket"; else subscribe "$socket"; fi >"$1" 2>&1 &
    subscriber_pid=$!
}

unsubscribe() {
    kill "$subscriber_pid" 2>/dev/null
    wait "$subscriber_pid" 2>/dev/null
    subscriber_pid=
}

# last_line FILE TYPE: the newest message of a type.
last_line() { grep "\"type\":\"$2\"" "$1" | tail -n 1; }

# says FILE TYPE TEXT: whether the newest message of a type contains TEXT.
says() { last_line "$1" "$2" | grep -qF "$3"; }

# Times the daemon went to sleep of its own will, over all its threads: its wake-ups.
wake_ups() { cat "/proc/$daemon_pid"/task/*/status | awk '/^voluntary_ctxt_switches/ { n += $2 } END { print n }'; }

# holds_device: whether the daemon has a sensor's node open.
holds_device() { ls -l "/proc/$daemon_pid/fd" | grep -qE '/dev/(iio:device|input/event)'; }
