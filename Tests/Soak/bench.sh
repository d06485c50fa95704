#!/bin/sh
# bench [SECONDS]: the daemon's CPU beside a loop in C, kept in a history that tells a step of 10 %; half an hour.
#
# Figures of one machine on one day mean nothing on another: what is kept are ratios of one run, in
# ~/.local/state/tiltshadow/bench.tsv or in TILTSHADOW_BENCH_HISTORY (time, commit, what, ratio). A ratio is held against
# the median of its last five; ends with 1 where one is more than 10 % higher. That one is not kept: who means the step to be
# there deletes what is before it from the history.
set -eu
cd "$(dirname "$0")/../.."

seconds=${1:-10}
history=${TILTSHADOW_BENCH_HISTORY:-${XDG_STATE_HOME:-$HOME/.local/state}/tiltshadow/bench.tsv}
mkdir -p "$(dirname "$history")"
touch "$history"
Sources/build.sh
.ci/release tiltshadow-bench
commit=$(git rev-parse --short HEAD 2>/dev/null || echo unknown)
new=$(mktemp) kept=$(mktemp)
trap 'rm -f "$new" "$new.failed" "$kept"' EXIT
trap 'exit 130' INT; trap 'exit 143' TERM

# "  100 at 50 Hz    13.80, 15.08        1.10 (1.07, 1.13) ..." is "100 at 50 Hz" and "1.10".
{ .build/release/tiltshadow-bench fanout --seconds "$seconds" .build/shipped/tiltshadowd || touch "$new.failed"; } |
    tee /dev/stderr | awk -v OFS='\t' -v time="$(date -u +%Y-%m-%dT%H:%MZ)" -v commit="$commit" '
    match($0, /^ *[0-9]+ (of a page )?at [0-9]+ Hz/) {
        what = substr($0, 1, RLENGTH)
        sub(/^ */, "", what)
        split(substr($0, RLENGTH + 1), cells, " ")
        print time, commit, "fanout " what, cells[3]
    }' >"$new"
[ ! -e "$new.failed" ] || { echo "bench: it did not come to its end; nothing is kept" >&2; exit 1; }
[ -s "$new" ] || { echo "bench: nothing was measured" >&2; exit 1; }

awk -F '\t' -v kept="$kept" -f Tests/Soak/ratios.awk "$history" "$new" && status=0 || status=$?
cat "$kept" >>"$history"
exit $status
