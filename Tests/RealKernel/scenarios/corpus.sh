# The corpus of logs (Tests/Corpus) against the kernel. What its event nodes give, after a model of the input core, is what
# this kernel's input core gives of the same reports. And the logs that only a kernel can make are recorded: with
# CORPUS_PRINT=1 in bench.sh's environment they are printed, for Tests/Corpus/record.sh.
. /bench/environment
out=/tmp/recorded
mkdir -p $out

# values FILE: the events of a recording, without their times.
values() { sed -n 's/^E: [^ ]* //p' "$1"; }

same=0
different=
for plan in /bench/plans/*.evemu; do
    log=$(basename "$plan" .evemu)
    uplay "$plan" >$out/$log.evemu || fail "$log can be played"
    case $log in
        *syn-dropped*)
            check "$log: the kernel's queue runs over once" \
                [ "$(values $out/$log.evemu | grep -c '^0000 0003')" = 1 ]
            continue ;;
    esac
    values $out/$log.evemu >/tmp/kernel
    values "/bench/corpus/$log.evemu" >/tmp/model
    if cmp -s /tmp/kernel /tmp/model; then same=$((same + 1)); else
        different="$different $log"
        diff /tmp/model /tmp/kernel | head -n 6
    fi
    rm $out/$log.evemu
done
check "the input core makes of $same plans the events of the corpus, and of none anything else:$different" \
    [ "$same" -gt 20 -a -z "$different" ]

# live NAME [STOPPED]: plays a plan while the daemon, which has a subscriber, records, and perhaps is stopped for 0.3 s in
# the middle; makes /tmp/played.evemu and /tmp/live.tiltlog.
live() {
    rm -f /tmp/live.tiltlog
    daemon_options="--record /tmp/live.tiltlog"
    start_daemon
    subscribe_to /tmp/lines
    uplay -w 1 "/bench/plans/$1.evemu" >/tmp/played.evemu &
    local player=$!
    if [ -n "$2" ]; then
        sleep 1.5
        kill -STOP "$daemon_pid"
        sleep 0.3
        kill -CONT "$daemon_pid"
    fi
    wait "$player"
    sleep 0.2
    unsubscribe
    stop_daemon
}

# compare_rows AXES: makes /tmp/expected of the recording and /tmp/rows of the daemon's log.
compare_rows() {
    awk -v axes="$1" -f /bench/event-rows.awk /tmp/played.evemu >/tmp/expected
    sed '/^#/d;/^t_ns/d;s/^[^,]*,//' /tmp/live.tiltlog | tail -n +2 >/tmp/rows
}

# check_live NAME AXES: the daemon's rows, after the state at opening, are what the recording of the same events says.
check_live() {
    live "$1"
    compare_rows "$2"
    if [ -s /tmp/rows ] && cmp -s /tmp/expected /tmp/rows; then
        pass "$1: the daemon reads each of $(wc -l </tmp/rows) event frames as its recording says"
    else
        fail "$1: the daemon reads something else: $(diff /tmp/expected /tmp/rows | head -n 6 | tr '\n' ' ')"
    fi
}

for log in lis3lv02d resolution-0 acer-wmi sixaxis one-axis-at-a-time beyond-its-range; do
    check_live evdev-$log "0 1 2"
done
for log in dualsense nintendo steam-deck; do check_live evdev-$log "0 1 2 3 4 5"; done
live evdev-dualsense stopped
compare_rows "0 1 2 3 4 5"
grep -vxFf /tmp/expected /tmp/rows >/tmp/never
check "evdev-dualsense: after its queue ran over, the daemon reads the state as it is, and never half of it ($(
    wc -l </tmp/rows) of $(wc -l </tmp/expected) frames)" \
    [ ! -s /tmp/never -a "$(wc -l </tmp/rows)" -gt 100 -a "$(wc -l </tmp/rows)" -lt 220 \
      -a "$(tail -n 1 /tmp/rows)" = "$(tail -n 1 /tmp/expected)" ]
# A scale that nobody tells is learned: each row points where the counts do, and is about a g long.
live evdev-classmate-unknown-scale
compare_rows "0 1 2"
astray=$(awk -F, '
    NR == FNR { expected[NR] = $0; count = NR; next }
    {
        split(expected[FNR], x, ",")
        length_x = sqrt(x[1] * x[1] + x[2] * x[2] + x[3] * x[3])
        length_row = sqrt($1 * $1 + $2 * $2 + $3 * $3)
        if (length_row < 900 || length_row > 1100) print
        else if (x[1] * $1 + x[2] * $2 + x[3] * $3 < 0.9999 * length_x * length_row) print
    }
    END { if (FNR != count) print FNR " rows of " count }' /tmp/expected /tmp/rows | head -n 3 | tr '\n' ' ')
check "evdev-classmate-unknown-scale: the daemon learns its scale ($(wc -l </tmp/rows) event frames) $astray" \
    [ -s /tmp/rows -a -z "$astray" ]
for log in hdaps apple-motion wii-motion-plus; do
    live evdev-$log
    check "evdev-$log: the daemon leaves it alone" [ ! -e /tmp/live.tiltlog ]
done

motion=/bench/flat-then-tilted.csv
plug_hub

# attributes DIRECTORY: its attributes as umockdev writes them, of one level and of the buffer's directories.
attributes() {
    local file text
    (cd "$1" && find . -maxdepth 2 -type f \( -path './in_*' -o -path './name' -o -path './buffer/*' -o -path './scan_elements/*' \
        -o -path './current_timestamp_clock' -o -path './trigger/*' -o -path './label' \) | sort) | sed 's,^\./,,' |
        while read -r file; do
            text=$(cat "$1/$file" 2>/dev/null) || continue
            printf 'A: %s=%s\\n\n' "$file" "$text"
        done
}

# tree NAME: the IIO device and what it hangs on.
tree() {
    local directory path
    directory=$(readlink -f "$(iio "$1")")
    path=${directory#/sys}
    printf 'P: %s\nN: %s\nE: SUBSYSTEM=iio\n' "$path" "$(basename "$path")"
    udevadm info --query=property "$directory" | sed -n 's/^ACCEL_/E: ACCEL_/p'
    attributes "$directory"
    printf '\nP: %s\nE: SUBSYSTEM=platform\nL: driver=%s\n\n' "$(dirname "$path")" \
        "$(readlink "$(dirname "$directory")/driver")"
}

# switch NAME VALUE: the buffer of a device with all its channels.
switch() {
    local directory element
    directory=$(iio "$1")
    if [ "$2" = 1 ]; then
        for element in "$directory"/scan_elements/*_en; do echo 1 >"$element"; done
        echo monotonic >"$directory/current_timestamp_clock"
        echo 100 >"$(ls "$directory"/in_*_sampling_frequency)"
        echo 256 >"$directory/buffer/length"
    fi
    echo "$2" >"$directory/buffer/enable"
}

{ tree accel_3d; tree gyro_3d; } >$out/kernel-hid-hub.iio
switch accel_3d 1
switch gyro_3d 1
scanrec 2.4 4 "/dev/$(basename "$(iio accel_3d)")" "/dev/$(basename "$(iio gyro_3d)")" >>$out/kernel-hid-hub.iio
switch accel_3d 0
switch gyro_3d 0
check "scans of both sensors of the hub are read" \
    sh -c "[ \$(grep -c '^R: iio:device0' $out/kernel-hid-hub.iio) -gt 100 ] && [ \$(grep -c '^R: iio:device1' $out/kernel-hid-hub.iio) -gt 100 ]"

# record NAME: two seconds of the daemon's own log. Its subscriber comes at a multiple of 4 s, where the motion begins.
record() {
    daemon_options="--record $out/$1.tiltlog"
    start_daemon
    sleep "$(awk "BEGIN { print 4 - $(now) % 4 }")"
    subscribe_to /tmp/lines
    sleep 2.4
    check "$1: tracks" is_tracking /tmp/lines
    unsubscribe
    stop_daemon
    check "$1: the log ends with its count of samples" sh -c "tail -n 1 $out/$1.tiltlog | grep -q '^#end samples='"
}
record kernel-recorded-hub
unplug_hub
plug_evdev
record kernel-recorded-evdev

if [ -n "$CORPUS_PRINT" ]; then
    cd $out && for file in *; do
        echo "BEGIN $file"
        gzip -9c "$file" | base64
        echo "END $file"
    done
fi
