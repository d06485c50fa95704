#!/bin/sh
# run.sh replay | build | short | SECONDS | merge | coverage [TARGET...]: builds the fuzz targets and runs them, all where none
# is named.
#
# replay: every input of the corpus, by a program beside the tests and without libFuzzer; of the address sanitizer's faults it
# sees few. build: with libFuzzer, and only that. short: every input of the corpus and a fixed number of new ones, the same ones every time. SECONDS: so long
# together, with what earlier runs found as a beginning. merge: takes into the corpus of the tree what of that reaches code
# that nothing in it does. coverage: what the corpus of the tree reaches. An input that a property does not hold for is kept
# in .build-fuzz/found. With SANITIZER=none nobody watches the memory, and three times as many inputs a second are tried.
# Ends with 77 where it cannot run here, with the reason.
set -eu
cd "$(dirname "$0")/../.."
root=$PWD
mode=${1:-short}
[ $# -eq 0 ] || shift

if [ "$mode" = replay ]; then
    .ci/release tiltshadow-fuzz
    program=$root/.build/release/tiltshadow-fuzz
    # The survey of a machine lays small files where it runs.
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    trap 'exit 130' INT; trap 'exit 143' TERM
    cd "$work"
    export SWIFT_BACKTRACE=enable=no
    targets=${*:-$("$program" | sed -n 's/^targets: //p')}
    [ -n "$targets" ] || { echo "$program names no targets"; exit 1; }
    for target in $targets; do
        if ! "$program" "$target" "$root/Tests/Fuzz/Corpus/$target"/* >log 2>&1; then
            tail -n 20 log
            echo "$target: a property does not hold for the last of these files"
            exit 1
        fi
        count=$(grep -c "^$root/" log) || { echo "$target: no input was tried"; exit 1; }
        echo "$target: $count inputs, every property holds"
    done
    exit 0
fi

# libFuzzer without its main, from the toolchain that compiles.
toolchain=$(.ci/toolchain)
FUZZER_RUNTIME=
for library in "$toolchain"/lib/clang/*/lib/linux/libclang_rt.fuzzer_no_main-"$(uname -m)".a; do
    [ ! -e "$library" ] || FUZZER_RUNTIME=$library
done
if [ -z "$FUZZER_RUNTIME" ]; then
    echo "skipped: the toolchain of $toolchain has no libFuzzer"
    exit 77
fi
export FUZZER_RUNTIME

# Optimised, since the number of inputs counts; the address sanitizer watches what is read through pointers.
# It brings along what names the functions, which coverage needs.
if [ "${SANITIZER:-address}" = none ] && [ "$mode" != coverage ]; then
    build=.build-fuzz-plain
    swift build -c release --scratch-path $build --product tiltshadow-fuzz
else
    build=.build-fuzz
    swift build -c release --sanitize=address --scratch-path $build --product tiltshadow-fuzz
fi
[ "$mode" != build ] || exit 0
program=$root/$build/release/tiltshadow-fuzz
found=$root/.build-fuzz/found
targets=${*:-$("$program" | sed -n 's/^targets: //p')}
count=$(echo "$targets" | wc -w)

# The survey of a machine lays small files where it runs; memory is the place for them.
if [ -w /dev/shm ]; then memory=/dev/shm; else memory=${TMPDIR:-/tmp}; fi
scratch=$(mktemp -d -p "$memory" tiltshadow-fuzz.XXXXXX)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT; trap 'exit 143' TERM
mkdir -p "$found"
cd "$scratch"

# Where a property does not hold, libFuzzer shall see the end of the program, and nobody wait for Swift's backtrace.
# The Swift runtime keeps some memory for ever, which the leak check would call a fault. To note where each piece of memory was
# allocated takes a third of the time: for an input that fails, run it again without that option.
export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0:malloc_context_size=0

fuzz() {
    target=$1
    shift
    dictionary=$root/Tests/Fuzz/Dictionaries/$target.dict
    [ ! -e "$dictionary" ] || set -- "-dict=$dictionary" "$@"
    "$program" "$target" -timeout=20 -detect_leaks=0 -max_len=4096 -print_final_stats=1 -artifact_prefix="$found/$target-" "$@" \
        >"$target.log" 2>&1 && failed= || failed=yes
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$target.log")
    if [ -n "$failed" ]; then
        tail -n 40 "$target.log"
        echo "$target: failed after ${runs:-no} inputs; the one that failed is in .build-fuzz/found"
        return 1
    fi
    echo "$target: $runs inputs, every property holds"
}

# Edges of the functions that the corpus reaches at all: those reached, all of them, and the share.
coverage() {
    "$program" "$1" -runs=0 -print_coverage=1 "$2" 2>&1 | awk -v target="$1" '
        $1 == "COVERED_FUNC:" && split($5, edges, "/") && edges[1] > 0 {
            reached += edges[1]; all += edges[2]; functions++
        }
        END {
            if (!all) exit 1
            printf "%s: %d of %d edges of %d functions, %d %%\n", target, reached, all, functions, 100 * reached / all
        }'
}

# Takes in, each by a process of its own that libFuzzer starts by the name it was called by: that of the target.
merge() {
    mkdir -p programs
    printf '#!/bin/sh\nexec %s %s "$@"\n' "$program" "$1" >"programs/$1"
    chmod +x "programs/$1"
    if ! PATH=$PWD/programs:$PATH "$1" -set_cover_merge=1 "$2" "$root/.build-fuzz/corpus/$1" >"$1.log" 2>&1; then
        tail -n 40 "$1.log"
        return 1
    fi
    echo "$1: $(ls "$2" | wc -l) inputs, $(du -sb "$2" | cut -f1) bytes"
}

status=0
for target in $targets; do
    corpus=$root/Tests/Fuzz/Corpus/$target
    if [ "$mode" = coverage ]; then
        coverage "$target" "$corpus" || status=1
    elif [ "$mode" = merge ]; then
        merge "$target" "$corpus" || status=1
    elif [ "$mode" = short ]; then
        mkdir "new-$target"
        fuzz "$target" -seed=1 -runs=3000 -max_len=1024 "new-$target" "$corpus" || status=1
    else
        # What is new goes to a corpus of this machine, which grows from run to run.
        mkdir -p "$root/.build-fuzz/corpus/$target"
        fuzz "$target" "-max_total_time=$((mode / count + 1))" "$root/.build-fuzz/corpus/$target" "$corpus" || status=1
    fi
done
exit $status
