# Runs one scenario, unplugged and stopped before and after: sh run.sh NAME
# Ends with 0 when every check passed and there was at least one; a scenario may end early with `exit`.
. /bench/checks.sh
. /bench/sensors.sh
. /bench/daemon.sh
. /bench/recovery.sh
. /bench/conclude.sh

name=$1

clean_up() {
    stop_daemon
    unplug_hub
    unplug_evdev
    rm -rf /tmp/*
}

show_logs() {
    echo "-- the daemon's log"
    tail -n 40 /tmp/daemon.log
    echo "-- the kernel's warnings"
    dmesg | grep -E 'BUG:|WARNING:|Oops|segfault|general protection' | tail -n 5
} 2>/dev/null

echo "== $name"
trap conclude EXIT
. "/bench/scenarios/$name.sh"
