# Runs one scenario, unplugged and stopped before and after: sh run.sh NAME
# Ends with 0 when every check passed and there was at least one.
. /bench/checks.sh
. /bench/sensors.sh
. /bench/daemon.sh

name=$1
echo "== $name"
. "/bench/scenarios/$name.sh"

stop_daemon
unplug_hub
unplug_evdev
[ $((passes + failures)) -gt 0 ] || fail "$name: no check ran"
if [ $failures -gt 0 ]; then
    echo "-- the daemon's log"
    tail -n 40 /tmp/daemon.log
    echo "-- the kernel's last words"
    dmesg | grep -E 'BUG:|WARNING:|Oops|segfault|general protection' | tail -n 5
fi 2>/dev/null
echo "== $name: $passes passed, $failures failed"
rm -rf /tmp/*
[ $failures -eq 0 ]
