#!/bin/sh
# run [WORLDS [SEED]]: every seed that once found a fault, and beside them as many fresh ones (120, which take a minute; 0 for
# none), from SEED (the time). So many, and not so long: the same on a slower machine. What fails prints its seed and a shrunk
# list of what has to happen, and leaves that list as .build/simulation*.session, which `tiltshadow-simulate --replay FILE
# --trace` tells step by step.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
worlds=${1:-120}
seed=${2:-$(date +%s)000}
# A fault that no longer fits the sources would be looked for by nobody; mutants.sh and shell-mutants.sh are too slow for every
# day.
rotten=
# fit FOLDER PATCH...: those of the core are of its own folder.
fit() {
    folder=$1
    shift
    for patch; do
        patch -d "$folder" -p1 -s --dry-run <"$patch" >/dev/null || rotten="$rotten ${patch#"$here/Mutants/"}"
    done
}
fit Sources/TiltDaemon "$here"/Mutants/*.patch
fit . "$here"/Mutants/Shell/*.patch "$here"/Mutants/Privacy/*.patch
if [ -n "$rotten" ]; then
    echo "run.sh: these no longer apply to Sources and have to be made anew:$rotten" >&2
    exit 1
fi
.ci/release tiltshadow-simulate
simulate=.build/release/tiltshadow-simulate

# part NAME ARGUMENT...: plays worlds; says what they were only where one breaks.
part() {
    name=$1
    shift
    "$simulate" "$@" --session ".build/simulation-$name.session" >".build/simulation-$name.log"
}
# tell NAME STATUS WORDS
tell() {
    echo "$3:"
    if [ "$2" -eq 0 ]; then tail -1 ".build/simulation-$1.log"; else cat ".build/simulation-$1.log"; fi
}
rm -f .build/simulation-*.session .build/simulation.progress
{
    status=0
    part kept --seeds "$here/seeds" || status=1
    [ "$worlds" = 0 ] || part steady --steady --seeds "$seed...$((seed + 8))" || status=$((status + 2))
    exit $status
} &
beside=$!
fresh=0
if [ "$worlds" != 0 ]; then
    part fresh --seeds "$seed...$((seed + worlds - 1))" --progress .build/simulation.progress || fresh=$?
fi
status=0
wait $beside || status=$?
tell kept $((status & 1)) "kept seeds"
[ "$worlds" != 0 ] || exit $status
tell steady $((status & 2)) "long hours from $seed"
tell fresh $fresh "fresh seeds from $seed (again: Tests/Simulation/run.sh $worlds $seed)"
[ $((status + fresh)) -eq 0 ]
