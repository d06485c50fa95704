# The daemon without privileges, let at the sensors by config/61-tiltshadow.rules, and by nothing else.
# Nightly: 9 s of a processor; `sandbox` has a daemon that is not root, beside the same rules.
lines=/tmp/lines
rules=/usr/lib/udev/rules.d/61-tiltshadow.rules

# reload_rules: as a package does after it has installed some.
reload_rules() {
    udevadm control --reload
    udevadm trigger --action=change --subsystem-match=iio --subsystem-match=input
    udevadm settle
}

mv $rules /tmp/rules
udevadm control --reload
plug_hub
plug_evdev
daemon_user=tiltshadowd
start_daemon
check "the daemon is not root" sh -c "grep -q '^Uid:[[:space:]]*[1-9]' /proc/$daemon_pid/status"
subscribe_to $lines '{"type":"subscribe","include":["up"]}'
check_within 5 "without the rule there is no buffer and no event node" sh -c "! grep -qE '\"kind\":\"(iio-buffer|evdev)\"' $lines"

mv /tmp/rules $rules
reload_rules
check_within 5 "the buffer is read as soon as the rule lets the daemon" uses $lines iio-buffer
check "with the gyroscope" sh -c "grep -E '\"type\":\"sensor\"' $lines | tail -n 1 | grep -qF '\"gyro\":true'"
observe 10
check_motion "frames follow the motion" $lines "$from" "$to"
check_rate "at 50 Hz" $lines "$from" "$to"

unplug_hub
check_within 5 "so is the event node" uses $lines evdev
observe 5
check_motion "and its frames follow the motion" $lines "$from" "$to"
plug_hub
check_within 10 "a hub that is plugged in now can be read too" uses $lines iio-buffer
unsubscribe
check_within 8 "and its buffer switched off" buffer_is 0
