# The relay's units, as they are installed, beside a broker on this machine: one publishes, another serves what it publishes,
# each in its sandbox as a user of its own; both outlive the broker, and a death of their own.
# Nightly: 60 s of a processor, and programs of 26 MB; what they say to a broker is tried without units, too.
lines=/tmp/lines
publisher=tiltshadow-relay@desk.service
server=tiltshadow-relay-serve@wall.service
served=/run/tiltshadow-relay/wall/tiltshadow.sock
relays=/etc/tiltshadow/relay

start_broker() { systemd-run --quiet --collect --unit=broker mosquitto -c /tmp/broker.conf; }

# pid_of UNIT: its process; 0 where there is none.
pid_of() { systemctl show --value -p MainPID "$1"; }

# status_of UNIT NAME: a line of its /proc/PID/status without its name.
status_of() { sed -n "s/^$2:[[:space:]]*//p" "/proc/$(pid_of "$1")/status"; }

# is_another UNIT PID: whether it runs, as another process than this one.
is_another() { systemctl is-active -q "$1" && [ "$(pid_of "$1")" != "$2" ]; }

# follows: whether frames are coming, of a sensor that tracks.
follows() {
    local before
    before=$(grep -c '"type":"frame"' $lines)
    sleep 0.5
    [ "$(grep -c '"type":"frame"' $lines)" -gt $((before + 10)) ] && is_tracking $lines
}

# refuses: whether who is not in the group is refused there; by the kernel, since the socket is the group's alone.
refuses() {
    setpriv --reuid nobody --regid nogroup --clear-groups subscribe -s 1 "$served" 2>&1 | grep -qF 'Permission denied'
}

plug_hub
install_service
mkdir -p $relays
printf 'listener 1883 127.0.0.1\nallow_anonymous true\n' >/tmp/broker.conf
printf '[broker]\nto = mqtt://127.0.0.1/tiltshadow/desk\n' >$relays/desk.conf
printf '[serve]\nfrom = mqtt://127.0.0.1/tiltshadow/desk\n' >$relays/wall.conf
# Settings that are the machine's own daemon's alone, and those that a relay is told to take.
printf '[socket]\ngroup = video\n' >/etc/tiltshadow/tiltshadow.conf
printf '[shadow]\nblur_px = 21\n' >$relays/wall.settings
printf 'settings = %s\n' $relays/wall.settings >>$relays/wall.conf
start_broker
check "a publisher starts" systemctl start $publisher
check "a server starts" systemctl start $server
subscribe -r '{"type":"subscribe","include":["up"]}' "$served" >$lines 2>&1 &
subscriber_pid=$!
check_within 15 "it serves what this machine's sensor tells" follows
check "by the settings that it was told" says $lines hello '"blur_px":21'
observe 5
# A frame crosses the broker, and waits for two ticks.
check_motion "frames follow the motion" $lines "$from" "$to" 3
check "who is not in the group is refused" refuses
for unit in $publisher $server; do
    check "$unit is no superuser" [ "$(status_of $unit Uid | cut -f1)" -gt 1000 ]
    check "with no capability" [ "$(status_of $unit CapBnd)" = 0000000000000000 ]
    check "and cannot gain one" [ "$(status_of $unit NoNewPrivs)" = 1 ]
done
check "the server reads its settings again" systemctl reload $server
check "and goes on" follows

systemctl stop broker
sleep 2
start_broker
check_within 20 "after the broker was away, frames follow again" follows
for unit in $publisher $server; do
    pid=$(pid_of $unit)
    kill -9 "$pid"
    check_within 15 "$unit is started again after kill -9" is_another $unit "$pid"
done
unsubscribe
subscribe -r '{"type":"subscribe","include":["up"]}' "$served" >$lines 2>&1 &
subscriber_pid=$!
check_within 20 "and serves again" follows

printf '[broker]\nto = carrier pigeon\n' >$relays/desk.conf
systemctl restart $publisher 2>/dev/null
sleep 6
check "with wrong settings it is not started again and again" \
    [ "$(systemctl show --value -p NRestarts $publisher)" -le 1 -a "$(pid_of $publisher)" = 0 ]
check "and says what is wrong" sh -c "journalctl -q -o cat -u $publisher | grep -qF 'carrier pigeon'"
systemctl stop $server
check "a server that is stopped leaves no socket" [ ! -e "$served" ]

unsubscribe

# An upgrade, and the end.
printf '[broker]\nto = mqtt://127.0.0.1/tiltshadow/desk\n' >$relays/desk.conf
systemctl reset-failed $publisher 2>/dev/null
check "relays can be enabled" systemctl enable --now $publisher $server
pid=$(pid_of $publisher) other=$(pid_of $server)
check "it can be installed over them" "$product/systemd/install.sh" --bin "$product/bin"
check_within 15 "and the publisher is started again" is_another $publisher "$pid"
check_within 15 "and the server" is_another $server "$other"
check "and both stay enabled" systemctl is-enabled $publisher $server
check "what another PREFIX is named for stops nothing" env PREFIX=/opt "$product/systemd/install.sh" --uninstall
check "so both go on" systemctl is-active $publisher $server tiltshadow.socket
check "it can be uninstalled" "$product/systemd/install.sh" --uninstall
check "and no relay goes on" sh -c '! pgrep tiltshadow-rela'
check "and none is started at boot" [ -z "$(find /etc/systemd -name '*tiltshadow*')" ]
systemctl stop broker 2>/dev/null
rm -r $relays
