# Runs one scenario, with the service stopped and its settings gone before and after: sh run-service.sh NAME
# Ends with 0 when every check passed and there was at least one; a scenario may end early with `exit`.
. /bench/checks.sh
. /bench/sensors.sh
. /bench/daemon.sh
. /bench/service.sh
. /bench/conclude.sh

name=$1

clean_up() {
    [ -z "$subscriber_pid" ] || unsubscribe
    systemctl stop tiltshadow.socket $service 2>/dev/null
    systemctl reset-failed tiltshadow.socket $service 2>/dev/null # its count of restarts, too
    rm -f $settings
    unplug_hub
    unplug_evdev
    rm -rf /tmp/*
}

show_logs() {
    echo "-- the journal"
    journalctl --no-pager -o short-monotonic -n 60 -u 'tiltshadow*' -u iio-sensor-proxy
    echo "-- the kernel's warnings"
    dmesg | grep -E 'BUG:|WARNING:|Oops|segfault|general protection' | tail -n 5
} 2>/dev/null

echo "== $name"
trap conclude EXIT
. "/bench/scenarios/$name.sh"
