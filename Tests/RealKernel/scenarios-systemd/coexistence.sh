# Beside iio-sensor-proxy, which rotates the desktop's screen by the same accelerometer: tiltshadowd, second, makes do,
# says who has the device, and leaves it alone; first, it keeps the buffer, and the doctor says what that means.
# Nightly: another daemon has to be waited for; `busy` is the same for this one.
lines=/tmp/lines
motion=/bench/upright-turns.csv
proxy=iio-sensor-proxy.service

# The settings of the accelerometer's buffer, one a line.
buffer_settings() {
    (cd "$(iio accel_3d)" && grep -a . buffer/enable buffer/length buffer/watermark trigger/current_trigger \
        current_timestamp_clock in_accel_sampling_frequency scan_elements/*_en)
}

settings_are_kept() { buffer_settings | cmp -s /tmp/settings -; }

# Starts iio-sensor-proxy, as udev does where it is installed, and a desktop that wants to know of rotations.
start_proxy() {
    systemctl start $proxy
    monitor-sensor >/tmp/rotations 2>&1 &
    desktop_pid=$!
    sleep 3
}

stop_proxy() {
    kill "$desktop_pid"
    wait "$desktop_pid" 2>/dev/null
    systemctl stop $proxy
}

# rotations_in SECONDS: how often the desktop is told to rotate.
rotations_in() {
    local before
    before=$(grep -c 'orientation changed' /tmp/rotations)
    sleep "$1"
    echo $(($(grep -c 'orientation changed' /tmp/rotations) - before))
}

systemctl unmask $proxy 2>/dev/null
plug_hub
start_proxy
pid=$(systemctl show --value -p MainPID $proxy)
alone=$(rotations_in 20)
check "alone, iio-sensor-proxy rotates a screen ($alone rotations in 20 s)" between 3 "$alone" 5
check "its buffer is on" buffer_is 1
buffer_settings >/tmp/settings

install_service
subscribe_to $lines '{"type":"subscribe","include":["up"]}'
check_within 5 "second, tiltshadowd polls" uses $lines iio-poll
check "the journal names who has the buffer" journal_says "held by iio-sensor-proxy (pid $pid)"
subscribe -s 1 -r '{"type":"status"}' "$socket" >/tmp/status
check "so does its status" says /tmp/status status "held by iio-sensor-proxy (pid $pid)"
observe 5
check_motion "frames follow the motion" $lines "$from" "$to" 2
check_rate "at 50 Hz" $lines "$from" "$to"
count=$(rotations_in 20)
check "the screen rotates as before ($count rotations in 20 s)" between 3 "$count" 5
check "the settings of the buffer are as they were" settings_are_kept
check "iio-sensor-proxy had nothing to complain of" sh -c "! journalctl -q -o cat -u $proxy | grep -iE 'fail|could'"

stop_proxy
check_within 31 "when it stops, the buffer is taken" uses $lines iio-buffer

start_proxy
check_within 5 "when it comes second, tiltshadowd has the buffer within 5 s" uses $lines iio-buffer
observe 5
check_motion "and frames follow the motion" $lines "$from" "$to" 2
check_rate "at 50 Hz" $lines "$from" "$to"
# iio-sensor-proxy cannot read a buffer that was taken before it came, and does not poll instead.
pid=$(systemctl show --value -p MainPID $proxy)
tiltshadow doctor 2>&1 | tr -s ' \n' ' ' >/tmp/doctor # in one line, wherever it was broken
check "the doctor warns that the screen may not rotate" grep -q "iio-sensor-proxy (pid $pid) cannot read it" /tmp/doctor
check "no frame is missing from first to last" no_gaps $lines
stop_proxy

unplug_hub
plug_evdev
start_proxy
check_within 5 "an evdev sensor is read" uses $lines evdev
observe 5
check_motion "and followed" $lines "$from" "$to" 2
began=$(now)
standin /tmp/standin.sock "evdev:$(evdev_node)" 2>/dev/null &
reader_pid=$!
subscribe -s 5 /tmp/standin.sock >/tmp/reader
kill "$reader_pid"
check_motion "by another reader as well: nobody grabs it" /tmp/reader "$(awk "BEGIN { print $began + 1 }")" "$(now)" 2
stop_proxy
systemctl mask $proxy 2>/dev/null
