# The service from its installation to its removal: the first subscriber starts it, systemd knows how it is, a reload
# keeps everybody, a stop says goodbye.
lines=/tmp/lines

# Every file that an installation could leave; the group stays.
all_files() {
    find /etc /usr /var /run -xdev \( -path /run/udev -o -path /var/log -o -path /run/log \) -prune -o ! -type d -print |
        grep -vE '^/etc/(group|gshadow|\.pwd\.lock)-?$|^/run/(systemd|credentials)/' | sort
}

# greeting_says TEXT: whether a new subscriber is greeted so.
greeting_says() { subscribe -s 0.5 "$socket" | head -n 1 | grep -qF "$1"; }

# reload_with LINE...: other settings, by systemctl reload.
reload_with() {
    mkdir -p "${settings%/*}"
    printf '%s\n' "$@" >$settings
    systemctl reload $service
}

# As nobody has installed it before.
! systemctl is-enabled -q tiltshadow.socket 2>/dev/null || "$product/systemd/install.sh" --uninstall >/dev/null 2>&1
plug_hub
all_files >/tmp/before
install_service
check "nothing runs before the first subscriber" property_is ActiveState inactive
subscribe_to $lines '{"type":"subscribe","include":["up"]}'
check_within 5 "the first subscriber starts it" property_is ActiveState active
check_within 5 "its first line is a hello" sh -c "head -n 1 $lines | grep -qF '\"type\":\"hello\"'"
check_within 5 "it reads the hub's buffer" uses $lines iio-buffer
check "with the gyroscope" says $lines hello '"gyro":true'
check "status says what it reads" property_says StatusText "reading accel_3d"
check "so does systemctl status" sh -c "systemctl status $service | grep -q 'Status: \"reading accel_3d'"
observe 5
check_motion "frames follow the motion" $lines "$from" "$to"
check_rate "at 50 Hz" $lines "$from" "$to"

pid=$(main_pid)
reload_with '[shadow]' 'gain = 20'
check_within 5 "a reload changes the settings" greeting_says '"gain":20'
reload_with '[shadow]' 'gain = twenty'
check_within 5 "a bad setting is in the journal with file and line" journal_says "$settings:2: "
check "the old settings stay" greeting_says '"gain":20'
check "and the process" property_is MainPID "$pid"
check "status still says what it reads" property_says StatusText "reading accel_3d"
check "the subscriber is still connected" kill -0 "$subscriber_pid"
check "no frame is missing" no_gaps $lines

began=$(now)
systemctl stop $service 2>/dev/null # the socket starts it again: that is what is wanted
took=$(since "$began")
check "a stop ends it within a second ($took s)" [ "${took%.*}" = 0 ]
check "without a failure" property_is Result success
check_within 1 "the subscriber's connection is closed" ended "$subscriber_pid"
check "after a goodbye" sh -c "tail -n 1 $lines | grep -qF '\"type\":\"goodbye\"'"
check "the hub's buffer is off" buffer_is 0

rm $settings # its owner's, and no installation's
subscribe_to $lines
check_within 5 "the next subscriber starts it again" uses $lines iio-buffer
"$product/systemd/install.sh" --uninstall >/tmp/uninstall.log
check "the removal ends it" sh -c "! pgrep tiltshadowd"
unsubscribe
left=$(all_files | comm -13 /tmp/before - | grep -v '^/run/udev' | xargs)
check "and leaves no file (${left:-none})" [ -z "$left" ]
