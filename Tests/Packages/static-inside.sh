#!/bin/sh
# static-inside.sh: what static.sh does within a root that holds busybox alone.
set -u
export PATH=/usr/local/bin:/bin
. /src/check.sh
install=$(echo /src/tiltshadow-*-static/systemd/install.sh)
says() { "$@" >/tmp/said 2>&1; cat /tmp/said; grep -qF -- "$text" /tmp/said; }
soon() { for _ in $(seq 100); do "$@" && return 0; sleep .1; done; return 1; }

check "there is no C library here" [ -z "$(find / -xdev \( -name 'libc.*' -o -name 'ld-*.so*' \) | head -n 1)" ]
text="neither groupadd nor addgroup"
check "where no group can be made, it says so" says "$install"
# Alpine's busybox has these two, Debian's not.
cat >/bin/addgroup <<'END'
#!/bin/sh
for name; do :; done
echo "$name:x:$((100 + $(wc -l </etc/group))):" >>/etc/group
END
cat >/bin/adduser <<'END'
#!/bin/sh
for name; do :; done
echo "$name:x:100:$(sed -n "s/^$name:x:\([0-9]*\):.*/\1/p" /etc/group)::/nonexistent:/sbin/nologin" >>/etc/passwd
END
chmod 755 /bin/addgroup /bin/adduser
text="start it:   /usr/local/bin/tiltshadowd --user tiltshadowd"
check "it is installed, and says how it is started" says "$install"
check "and how a user joins, by a program that is here" grep -q ":   addgroup USER tiltshadow " /tmp/said
check "udev's rules lie where eudev reads them, too" [ -s /etc/udev/rules.d/61-tiltshadow.rules ]
check "a second time changes nothing" sh -c 'said=$("$0") && ! echo "$said" | grep installed' "$install"
check "the groups are there, once" [ "$(grep -c '^tiltshadow:\|^tiltshadow-raw:\|^tiltshadowd:' /etc/group)" -eq 3 ]
check "and the user" grep -q '^tiltshadowd:' /etc/passwd
check "with completions of every command" grep -q recentre /usr/local/share/bash-completion/completions/tiltshadow
check "and of no other" [ "$(grep -c preview /usr/local/share/bash-completion/completions/tiltshadow)" -eq 0 ]
check "and manuals" [ -s /usr/local/share/man/man1/tiltshadow-watch.1 ]

socket=/run/tiltshadow/tiltshadow.sock
tiltshadowd --user tiltshadowd --replay /src/demo.tiltlog --loop 2>/tmp/daemon &
daemon=$!
check "the daemon serves" soon [ -S $socket ]
[ -S $socket ] || cat /tmp/daemon
check "as no superuser" [ "$(sed -n 's/^Uid:\t\([0-9]*\).*/\1/p' "/proc/$daemon/status")" = 100 ]
text='"type":"frame"'
check "the tool follows it" says tiltshadow watch --json --count 5
text=tracking
check "and asks for its state" says tiltshadow status
text=frames
check "doctor looks at this machine" says tiltshadow doctor
text="no program has a neutral pose"
check "it can be recentred" says tiltshadow recentre
kill $daemon
wait $daemon
check "the daemon ends when it is told to" [ $? -eq 0 ]
check "and leaves no socket" [ ! -S $socket ]

check "it replays" sh -c 'tiltshadow replay /src/demo.tiltlog --format csv >/tmp/frames && [ "$(wc -l </tmp/frames)" -gt 300 ]'
text="largest step between two"
check "the demonstration has a daemon of its own" says tiltshadow demo --seconds 1
gzip -c /src/demo.tiltlog >/tmp/packed.tiltlog.gz
check "a packed log is the same" sh -c \
    'tiltshadow replay /tmp/packed.tiltlog.gz --format csv >/tmp/unpacked && cmp /tmp/frames /tmp/unpacked'
check "it plots" sh -c 'tiltshadow plot /src/demo.tiltlog -o /tmp/plot.svg && grep -q "<svg" /tmp/plot.svg'
text="gain = 10"
check "it says its settings" says tiltshadow config --effective
text="built without preview"
check "what it lacks it names" says tiltshadow preview
check "where there is no sensor, it says that" sh -c 'tiltshadow sensors >/tmp/said 2>&1; [ $? -eq 69 ] || { cat /tmp/said; false; }'
tiltshadow demo --seconds 2 >/tmp/demo 2>&1
check "the demo runs" grep -q "largest step" /tmp/demo

check "it can be uninstalled" "$install" --uninstall
left() { find / -xdev \( -path /proc -o -path /sys -o -path /src -o -path /tmp \) -prune -o -name '*tiltshadow*' -print; }
check "and leaves nothing" [ -z "$(left | grep -v '^/run/tiltshadow$')" ]
left

echo "static: $failures failed"
[ "$failures" -eq 0 ]
exit $?
