# How fast a cause is recovered: from its end to the first good frame.

# recovered FILE INSTANT: seconds from INSTANT (of `now`) to the arrival of the first frame that tracks again, after the
# daemon said that it found a sensor; nothing where there is none yet.
recovered() {
    awk -v from="$2" '$1 / 1e9 < from { next }
        /"type":"sensor","event":"found"/ { found = 1 }
        found && /"type":"frame"/ && /"state":"tracking"/ { printf "%.3f", $1 / 1e9 - from; exit }' "$1"
}

# Asked again and again: awk, which takes four times as long, only where it can be.
is_recovered() { says -v '"event":"lost"' "$1" sensor '"event":"found"' && is_tracking "$1" && [ -n "$(recovered "$@")" ]; }

# check_recovered WHAT FILE INSTANT [KIND]: the first good frame comes within a second of INSTANT; of a sensor of a KIND.
check_recovered() {
    local seconds
    wait_until 40 is_recovered "$2" "$3"
    seconds=$(recovered "$2" "$3")
    if [ -z "$seconds" ]; then
        fail "$1: not within 40 s"
    elif awk "BEGIN { exit !($seconds > 1) }"; then
        fail "$1: the first good frame came after $seconds s"
    elif [ -n "$4" ] && ! uses "$2" "$4"; then
        fail "$1: not with $4"
    else
        pass "$1: first good frame after $seconds s"
    fi
}

# check_told FILE EVENT TEXT: subscribers were told of an EVENT whose reason contains TEXT.
check_told() {
    check "subscribers are told: $2, $3" told "$@"
}

# check_history EVENT...: `status` tells of them, in any order.
check_history() {
    local event missing=
    subscribe -s 1 -r '{"type":"status","include":["recovery"]}' "$socket" >/tmp/history
    for event in "$@"; do
        grep -q "\"type\":\"recovery\".*\"event\":\"$event\"" /tmp/history || missing="$missing $event"
    done
    check "status has it in its history: $*${missing:+ (without$missing)}" [ -z "$missing" ]
}

told() { grep "\"type\":\"sensor\",\"event\":\"$2\"" "$1" | grep -q "\"reason\":\"[^\"]*$3"; }

# check_prompt FILE: no frame came late, whatever was opened and closed meanwhile: the loop waits for no device.
check_prompt() {
    local latest
    latest=$(frames "$1" 0 1e9 | awk '$11 - $1 > most { most = $11 - $1 } END { printf "%.1f", most * 1000 }')
    check "every frame came within a tick ($latest ms at most)" awk "BEGIN { exit !($latest < 20) }"
}
