# Checks: each prints one line, "PASS what" or "FAIL what: what was seen".

# The host's awk: busybox's, which busybox's shell prefers to any other, has no mathematics.
awk() { /bin/awk "$@"; }

passes=0
failures=0

pass() {
    passes=$((passes + 1))
    echo "PASS $*"
}

fail() {
    failures=$((failures + 1))
    echo "FAIL $*"
}

# check WHAT COMMAND...: passes when the command does.
check() {
    local what=$1
    shift
    if "$@"; then pass "$what"; else fail "$what: not so ($*)"; fi
}

# check_within SECONDS WHAT COMMAND...: passes when the command does so in time.
check_within() {
    local limit=$1 what=$2 began
    shift 2
    began=$(now)
    if wait_until "$limit" "$@"; then
        pass "$what ($(since "$began") s)"
    else
        fail "$what: not within $limit s ($*)"
    fi
}

# check_refuses WHAT CHECK...: passes when the check, made on purpose on what is wrong, fails.
check_refuses() {
    local what=$1 line
    shift
    line=$("$@")
    case $line in
        FAIL*) pass "the check sees $what: ${line#FAIL }" ;;
        *) fail "the check does not see $what: ${line#PASS }" ;;
    esac
}

# between LOW NUMBER HIGH
between() { [ "$1" -le "$2" ] && [ "$2" -le "$3" ]; }

# wait_until SECONDS COMMAND...
wait_until() {
    local tries=$(($1 * 10))
    shift
    while ! "$@"; do
        [ $tries -gt 0 ] || return 1
        tries=$((tries - 1))
        sleep 0.1
    done
}

# Seconds since boot: CLOCK_MONOTONIC, since this machine never sleeps.
now() {
    local up idle
    read -r up idle </proc/uptime
    echo "$up"
}
since() { awk -v began="$1" '{ printf "%.2f", $1 - began }' /proc/uptime; }

# The frames follow the injected motion within LIMIT degrees (default: 1): check_motion WHAT FILE FROM TO [LIMIT]
check_motion() { verdict "$1" "$(against_motion check-motion "$2" "$3" "$4" "limit_deg=${5:-1}")"; }

# The frames track, but their pitch is wrong by more than LIMIT degrees at times: check_misled WHAT FILE FROM TO LIMIT
check_misled() { verdict "$1" "$(against_motion check-motion "$2" "$3" "$4" "misled_deg=$5")"; }

# From frame to frame the offset moves at most LIMIT points more than the motion: check_steps WHAT FILE FROM TO LIMIT
check_steps() { verdict "$1" "$(against_motion check-steps "$2" "$3" "$4" "limit=$5")"; }

# against_motion CHECK FILE FROM TO VARIABLE=VALUE
against_motion() {
    frames "$2" "$3" "$4" | awk -v "$5" -f /bench/motion.awk -f "/bench/$1.awk" "$motion" -
}

# One frame every 20 ms, without a gap: check_rate WHAT FILE FROM TO
check_rate() {
    verdict "$1" "$(frames "$2" "$3" "$4" | awk -v from="$3" -v to="$4" -f /bench/check-rate.awk)"
}

# no_gaps FILE: whether every frame is numbered one higher than the one before and those that it says were missed, since
# the machine slept or did not let the daemon run.
no_gaps() {
    awk '
        !/"type":"frame"/ { next }
        {
            dropped = match($0, /"dropped":[0-9]+/) ? substr($0, RSTART + 10, RLENGTH - 10) + 0 : 0
            match($0, /"seq":[0-9]+/)
            seq = substr($0, RSTART + 6, RLENGTH - 6) + 0
            if (frames++ && seq != last + 1 + dropped) gaps++
            last = seq
        }
        END { exit !frames || gaps }' "$1"
}

# verdict WHAT LINE: LINE is "ok detail" or "no detail".
verdict() {
    case $2 in
        ok*) pass "$1: ${2#ok }" ;;
        no*) fail "$1: ${2#no }" ;;
        *)
            failures=$((failures + 1))
            echo "BROKEN $1: the check itself did not work: $2"
            ;;
    esac
}
