# Runs one scenario with the service installed, and uninstalled afterwards: sh run-service.sh NAME
# Ends with 0 when every check passed and there was at least one; a scenario may end early with `exit`.
. /bench/checks.sh
. /bench/sensors.sh
. /bench/daemon.sh
. /bench/service.sh

name=$1

conclude() {
    [ $((passes + failures)) -gt 0 ] || fail "$name: no check ran"
    [ $failures -eq 0 ] || show_logs
    [ -z "$subscriber_pid" ] || unsubscribe
    "$product/systemd/install.sh" --uninstall >/dev/null 2>&1
    unplug_hub
    unplug_evdev
    echo "== $name: $passes passed, $failures failed"
    rm -rf /tmp/*
    [ $failures -eq 0 ]
    exit
}

show_logs() {
    echo "-- the journal"
    journalctl --no-pager -o short-monotonic -n 60 -u 'tiltshadow*' -u iio-sensor-proxy
    echo "-- the kernel's complaints"
    dmesg | grep -E 'BUG:|WARNING:|Oops|segfault|general protection' | tail -n 5
} 2>/dev/null

echo "== $name"
trap conclude EXIT
. "/bench/scenarios/$name.sh"
