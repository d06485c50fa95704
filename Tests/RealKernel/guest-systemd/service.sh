# The installed service. The words of daemon.sh for subscribers and frames hold here, too; those that start and stop the
# daemon do not: systemd does.
product=/bench/product
service=tiltshadow.service
settings=/etc/tiltshadow/tiltshadow.conf

# install_service: as the README tells, with the programs of this run; ends the scenario where that fails. Where a
# scenario before left it installed it is only started: to install it takes an emulated processor half a minute.
install_service() {
    if systemctl is-enabled -q tiltshadow.socket 2>/dev/null; then
        systemctl start tiltshadow.socket
        return
    fi
    if "$product/systemd/install.sh" --bin "$product/bin" >/tmp/install.log 2>&1; then
        systemctl enable --now tiltshadow.socket 2>/dev/null
        return
    fi
    fail "install.sh installs the service: $(tail -n 3 /tmp/install.log | xargs)"
    exit
}

# property NAME: one of the service's, as systemctl shows it.
property() { systemctl show --value -p "$1" $service; }

# property_is NAME TEXT
property_is() { [ "$(property "$1")" = "$2" ]; }

# property_says NAME TEXT: whether the text is in it.
property_says() { property "$1" | grep -qF "$2"; }

# The daemon's process; 0 where there is none.
main_pid() { property MainPID; }

# another_pid PID: whether the service runs, as another process than this one. Asks systemd only when that may be so: not while
# the new process is still systemd's own, which makes the sandbox.
another_pid() {
    local process= program=
    # By the shell itself: to start a program costs an emulated processor more than all else here.
    {
        read -r process </sys/fs/cgroup/system.slice/$service/cgroup.procs
        read -r program <"/proc/$process/comm"
    } 2>/dev/null
    [ "$program" = tiltshadowd ] && [ "$process" != "$1" ] && property_is ActiveState active &&
        [ "$(main_pid)" != "$1" ] && [ "$(main_pid)" != 0 ]
}

# process_status NAME: a line of /proc/PID/status without its name.
process_status() { sed -n "s/^$1:[[:space:]]*//p" "/proc/$(main_pid)/status"; }

# journal_says TEXT: whether the service, or systemd about it, said so since the scenario began.
journal_says() { journalctl -q -o cat -u $service | grep -qF -- "$1"; }
