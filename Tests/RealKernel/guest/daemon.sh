# The daemon under test and its subscribers; what these were told, simulators/says.c reads.
socket=/run/tiltshadow/tiltshadow.sock
daemon_user=root
daemon_options=

# start_daemon [SETTING...]: settings are lines of the file, such as '[sensor]' 'hold_s = 2'. Without a
# socket there is nothing to check: it ends the scenario. daemon_user is who runs it.
start_daemon() {
    printf '%s\n' "$@" >/tmp/tiltshadow.conf
    mkdir -p "$(dirname "$socket")"
    chown "$daemon_user" "$(dirname "$socket")"
    su -s /bin/sh -c "exec tiltshadowd --socket $socket --config /tmp/tiltshadow.conf $daemon_options" \
        "$daemon_user" >/tmp/daemon.log 2>&1 &
    daemon_pid=$!
    wait_until 5 test -S "$socket" && return
    fail "tiltshadowd opens its socket"
    exit
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

is_tracking() { says "$1" frame '"state":"tracking"'; }

# uses FILE KIND: whether the newest sensor that a subscriber was told of is of a kind, and is tracking.
uses() { says -v '"event":"lost"' "$1" hello,sensor "\"kind\":\"$2\"" && is_tracking "$1"; }

# observe SECONDS: lets the filter settle for 2 s, then sets from and to around so many seconds of frames.
observe() {
    sleep 2
    from=$(now)
    sleep "$1"
    to=$(now)
    sleep 0.1 # for the last frames to arrive
}

daemon_lives() { ! ended "$daemon_pid"; }

# Times the daemon went to sleep of its own will, over all its threads: its wake-ups.
wake_ups() { cat "/proc/$daemon_pid"/task/*/status | awk '/^voluntary_ctxt_switches/ { n += $2 } END { print n }'; }

# wake_ups_in SECONDS: a number, or "no daemon".
wake_ups_in() {
    local before after
    before=$(wake_ups 2>/dev/null)
    sleep "$1"
    after=$(wake_ups 2>/dev/null)
    if daemon_lives; then echo $((after - before)); else echo "no daemon"; fi
}

# Whether the daemon has no sensor's node open.
holds_no_sensor() { daemon_lives && ! ls -l "/proc/$daemon_pid/fd" | grep -qE '/dev/(iio:device|input/event)'; }

# buffer_is 0|1: whether the hub's accelerometer feeds its buffer.
buffer_is() { [ "$(cat "$(iio accel_3d)/buffer/enable")" = "$1" ]; }
