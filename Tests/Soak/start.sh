#!/bin/sh
# start [PAIRS [DAEMON]]: exec to READY of the daemon, beside a program in C that opens the same files; ends with 1 above 1.6.
#
# DAEMON is a built one; default: the shipped one, made anew. Both are started in turn, so many times (300), and what counts
# is the median of the ratios of the pairs: a busy machine slows down both. The program in C links what the daemon links;
# Start/peer.c is that program, Start/measure.c the watch.
set -eu
cd "$(dirname "$0")/../.."

pairs=${1:-300}
daemon=${2:-.build/shipped/tiltshadowd}
[ $# -ge 2 ] || Sources/build.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT; trap 'exit 143' TERM
: "${CC:=cc}"
"$CC" -O2 -o "$work/measure" Tests/Soak/Start/measure.c
# As with the daemon, what is linked is named whether it is called or not.
# shellcheck disable=SC2046 # several words
"$CC" -O2 $(pkg-config --cflags libudev libevdev) -o "$work/peer" Tests/Soak/Start/peer.c \
    $(pkg-config --libs libudev libevdev) -lm
strip -o "$work/tiltshadowd" "$daemon"

"$work/measure" "$pairs" "$work" "$work/tiltshadowd" --socket @ -- "$work/peer" @ >"$work/figures"
awk '{
    printf "exec to READY: tiltshadowd %s ms, the program in C %s ms: %s (quartiles %s, %s)\n", $1, $2, $3, $4, $5
    if ($3 > 1.6) { print "start: more than 1.6"; exit 1 }
}' "$work/figures"
