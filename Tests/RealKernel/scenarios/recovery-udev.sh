# udev loses events, or is not there when devices come and go; and the system's time is stepped.
lines=/tmp/lines
# The smallest receive buffer: a few events fill it. libudev gives root's 256 MB, whatever the system says.
echo 2304 >/proc/sys/net/core/rmem_max
daemon_user=tiltshadowd
plug_evdev
start_daemon
echo 212992 >/proc/sys/net/core/rmem_max
subscribe_to $lines '{"type":"subscribe","include":["up"]}'
check_within 5 "begins with the evdev sensor" uses $lines evdev

kill -STOP "$daemon_pid"
for _ in 1 2 3 4 5 6 7 8; do udevadm trigger --subsystem-match=input --subsystem-match=iio; done
udevadm settle
plug_hub
unplug_evdev
kill -CONT "$daemon_pid"
continued=$(now)
check_recovered "events are lost" $lines "$continued" iio-buffer
check "the log says that events were lost" grep -q "hotplug events were lost" /tmp/daemon.log

udevadm control --exit
check_within 5 "udevd is gone" sh -c "! pidof systemd-udevd"
unplug_hub
hidaccel -c "$chip" "$motion" >/tmp/hidaccel.log 2>&1 &
hub_pid=$!
check_within 10 "a hub is plugged in while there is no udevd" hub_is_there
check_within 5 "the old one is lost" says $lines frame '"state":"none"'
/usr/lib/systemd/systemd-udevd --daemon >/run/udevd.log 2>&1
started=$(now)
udevadm trigger --action=add --subsystem-match=iio
check_recovered "udevd is started again" $lines "$started" iio-buffer

sleep 3
losses=$(grep -c '"event":"lost"' $lines)
from=$(now)
date -s "@$(($(date +%s) + 86400))" >/dev/null
sleep 5
date -s "@$(($(date +%s) - 172800))" >/dev/null
sleep 5
to=$(now)
sleep 0.1
check_motion "the time is set a day ahead, then two back: frames follow the motion" $lines "$from" "$to"
check_rate "at 50 Hz" $lines "$from" "$to"
check "and no sensor is lost" [ "$(grep -c '"event":"lost"' $lines)" = "$losses" ]
check "no frame is missing from first to last" no_gaps $lines
check_history overrun
