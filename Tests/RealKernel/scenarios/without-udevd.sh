# There is no udevd, and never was: a static daemon follows the kernel's own events; others find what is there already.
lines=/tmp/lines
udevadm control --exit
check_within 5 "udevd is gone" sh -c "! pidof systemd-udevd"
mv /run/udev /tmp/udev
plug_evdev
start_daemon
subscribe_to $lines '{"type":"subscribe","include":["up"]}'
check_within 5 "begins with the evdev sensor" uses $lines evdev
observe 5
check_motion "frames follow it" $lines "$from" "$to"

if ! grep -q 'libudev\.so' /usr/bin/tiltshadowd; then
    unplug_evdev
    check_within 5 "has no sensor when it is gone" says $lines frame '"state":"none"'
    plugged=$(now)
    plug_evdev
    check_recovered "it is plugged in again" $lines "$plugged" evdev
    observe 5
    check_motion "frames follow it again" $lines "$from" "$to"
    # Without udev's database nobody knows how its chip sits, so its frames are not looked at.
    plug_hub
    check_within 5 "moves on to the hub" uses $lines iio-buffer
    unplug_hub
    check_within 5 "and back" uses $lines evdev
    check_history lost found
fi
check "no frame is missing from first to last" no_gaps $lines

mv /tmp/udev /run/udev
/usr/lib/systemd/systemd-udevd --daemon >/run/udevd.log 2>&1
udevadm trigger --action=add --subsystem-match=misc --subsystem-match=input
udevadm settle
