# Who sits in front: two users log in on consoles of their own, neither of them in the group, and take turns at the screen.
# A third knocks ten thousand times, and what logind writes down is replaced by what it never writes.
# Nightly: 120 s of a processor; who is served is decided in sessions and in the simulator.
lines=/tmp/lines

# make_user NAME UID: none of Debian's tools for that is in this system.
make_user() {
    grep -q "^$1:" /etc/passwd && return
    echo "$1:x:$2:$2::/tmp:/bin/sh" >>/etc/passwd
    echo "$1:*:19000:0:99999:7:::" >>/etc/shadow
    echo "$1:x:$2:" >>/etc/group
}

# log_in NAME CONSOLE: as a login there does, by PAM; brings it to the front.
log_in() {
    systemd-run --quiet --collect --unit="login-$1" -p User="$1" -p PAMName=login -p TTYPath="/dev/tty$2" \
        -p StandardInput=tty-force -p StandardOutput=journal -p UtmpIdentifier="tty$2" -p UtmpMode=user sleep 10000
    wait_until 10 has_session "$1" "$2" && bring_to_front "$1" "$2"
}

log_out() { systemctl stop "login-$1"; }

# session_of NAME CONSOLE
session_of() { loginctl list-sessions --no-legend | awk -v name="$1" -v tty="tty$2" '$3 == name && $0 ~ tty { print $1 }'; }

has_session() { [ -n "$(session_of "$1" "$2")" ]; }

# bring_to_front NAME CONSOLE: sets began.
bring_to_front() {
    began=$(now)
    loginctl activate "$(session_of "$1" "$2")"
}

# listen_as NAME FILE: a subscriber in that user's own group alone.
listen_as() {
    setpriv --reuid "$1" --regid "$1" --clear-groups subscribe "$socket" >"$2" 2>&1 &
    listeners="$listeners $!"
}

# count FILE: the frames that came.
count() { grep -c '"type":"frame"' "$1"; }

# goes_on FILE: whether frames are coming.
goes_on() {
    local before
    before=$(count "$1")
    sleep 0.5
    [ "$(count "$1")" -gt $((before + 10)) ]
}

# ends FILE: whether the last frame came within a second since $began, though nobody reads it less.
ends() {
    sleep 2
    awk -v began="$began" '/"type":"frame"/ { last = $1 / 1e9 } END { exit !last || last > began + 1 }' "$1"
}

make_user ann 2001
make_user ben 2002
systemctl unmask --quiet systemd-logind.service 2>/dev/null
systemctl start systemd-logind.service
listeners=
plug_hub
install_service

listen_as ann /tmp/early
check_within 5 "who has no session is refused" says /tmp/early error '"code":"not-permitted"'
check "as the only word" [ "$(wc -l </tmp/early)" = 1 ]
check "for which no sensor is opened" buffer_is 0

log_in ann 2
check "ann sits in front" sh -c "grep -q '^SEAT=seat0' /run/systemd/sessions/$(session_of ann 2)"
listen_as ann /tmp/ann
check_within 5 "so ann has frames, without the group" goes_on /tmp/ann
check "of the hub" uses /tmp/ann iio-buffer
subscribe_to $lines '{"type":"subscribe","include":["up"]}'
check_within 5 "the superuser has frames wherever" is_tracking $lines

log_in ben 3
check_within 1 "within a second of ben's coming to the front, ann is told" says /tmp/ann error '"code":"not-permitted"'
check "and has no more frames" ends /tmp/ann
listen_as ben /tmp/ben
check_within 5 "which ben has" goes_on /tmp/ben
listen_as ann /tmp/again
check_within 5 "ann cannot come in anew" says /tmp/again error '"code":"not-permitted"'

bring_to_front ann 2
check_within 2 "back in front, ann has frames on the same connection" goes_on /tmp/ann
check "and ben has none" ends /tmp/ben

# What logind never writes: nobody is in front by that, and nobody waits for it.
session=/run/systemd/sessions/$(session_of ann 2)
cp "$session" /tmp/session
for lie in pipe garbage endless gone directories; do
    began=$(now)
    case $lie in
        pipe) rm "$session" && mkfifo "$session" ;;
        garbage) head -c 3000 /dev/urandom >"$session" ;;
        endless) (cat /tmp/session && head -c 3000000 /dev/zero) >"$session" ;;
        gone) rm "$session" ;;
        directories) mv /run/systemd/users /run/systemd/sessions /tmp ;;
    esac
    check "a session file that lies ($lie) puts nobody in front" ends /tmp/ann
    case $lie in
        directories) mv /tmp/users /tmp/sessions /run/systemd ;;
        *)
            cp /tmp/session "$session.true"
            mv "$session.true" "$session"
            ;;
    esac
    check_within 2 "and the truth does again" goes_on /tmp/ann
done

# As fast as it can, which is slow here: an undisturbed while beside it.
observe 3
check_rate "beside nobody frames come" $lines "$from" "$to"
from=$(now)
storm=$(setpriv --reuid nobody --regid nogroup --clear-groups storm "$socket" 10000)
to=$(now)
check_rate "beside ten thousand connections of nobody ($storm) they do, too" $lines "$from" "$to"
told=$(echo "$storm" | sed 's/told \([0-9]*\),.*/\1/')
check "of which a hundred a second are told why" \
    between 100 "$told" "$(awk -v from="$from" -v to="$to" 'BEGIN { print 100 * int(to - from + 2) }')"

began=$(now)
log_out ann
check "whoever logs out is away" ends /tmp/ann
bring_to_front ben 3
check_within 2 "ben has frames again" goes_on /tmp/ben

# One place in two is left to others; ben has one already.
crowd=$(setpriv --reuid ben --regid ben --clear-groups storm -k "$socket" 135)
check "one user gets half of the places ($crowd of 135)" [ "$crowd" = "served 127, refused 8" ]
check "the superuser misses nothing of all that" no_gaps $lines
check "the daemon may still do what little it may" [ "$(process_status CapEff)" = 0000000000000000 ]

kill $listeners 2>/dev/null
log_out ben
unsubscribe
