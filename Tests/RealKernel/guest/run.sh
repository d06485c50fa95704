# Runs one scenario, unplugged and stopped before and after: sh run.sh NAME
# Ends with 0 when every check passed and there was at least one; a scenario may end early with `exit`.
. /bench/checks.sh
. /bench/sensors.sh
. /bench/daemon.sh
. /bench/heal.sh

name=$1

conclude() {
    [ $((passes + failures)) -gt 0 ] || fail "$name: no check ran"
    [ $failures -eq 0 ] || show_logs
    stop_daemon
    unplug_hub
    unplug_evdev
    echo "== $name: $passes passed, $failures failed"
    rm -rf /tmp/*
    [ $failures -eq 0 ]
    exit
}

show_logs() {
    echo "-- the daemon's log"
    tail -n 40 /tmp/daemon.log
    echo "-- the kernel's complaints"
    dmesg | grep -E 'BUG:|WARNING:|Oops|segfault|general protection' | tail -n 5
} 2>/dev/null

echo "== $name"
trap conclude EXIT
. "/bench/scenarios/$name.sh"
