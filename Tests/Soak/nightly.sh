#!/bin/sh
# nightly: what is too slow for every change, one after the other; four to five hours. Ends with 1 where a part failed.
set -u
cd "$(dirname "$0")/../.."
.ci/install-packages test soak || echo "nightly: what needs the missing packages is skipped" >&2

failed= skipped=
# part COMMAND...
part() {
    printf '\n== %s\n' "$*"
    began=$(date +%s)
    status=0
    "$@" || status=$?
    case $status in
        0) ;;
        # It cannot run here, or not all of it, and has said why.
        77) skipped="$skipped
  $*" ;;
        *) failed="$failed
  $*" ;;
    esac
    echo "-- $(($(date +%s) - began)) s: $*"
}

# The embedded tool, too, which the tests hold against the ordinary one: CI builds the daemon alone.
Sources/build.sh --relay && .ci/embedded && .ci/release && .ci/tests || exit 1

# Bare roots, a minute each: inits that are not systemd, the packages and an upgrade, other distributions' packages.
part Tests/Inits/run.sh
part Tests/Packages/install.sh
part Tests/Packages/run.sh
part Tests/Packages/source.sh
part Tests/BareRoot/first-frame.sh
# The whole tool built anew for each distribution; CI hands them its programs.
part Tests/Packages/others.sh --build
# A gigabyte of compiler: the oldest Swift that the README promises.
part .ci/headers --swift sid
# All of the README, and so of Swift, from nothing: what this machine has by chance may be missing there.
part Tests/BareRoot/readme.sh trixie
part Tests/BareRoot/readme.sh bookworm
# Both programs by the oldest Swift that the README promises.
part Tests/BareRoot/readme.sh sid ./Sources/build.sh
# Chance shows in numbers: every test with programs in it, beside a machine that is busy.
part Tests/Soak/luck.sh 20
part Tests/Soak/luck.sh 200 TiltDaemonTests.Executable
# From exec to READY, beside a program in C that opens the same files; a minute.
part Tests/Soak/start.sh 300 .build/shipped/tiltshadowd
# Every scenario of the real kernel: a change meets those that no session or simulator has the like of.
part env TILTSHADOW_SCENARIOS=all TILTSHADOW_REAL_KERNEL=required Tests/run.sh --filter RealKernelTests
# A build without optimisation has checks that no other has, such as of the bounds of unsafe pointers.
part swift test --no-parallel --skip RealKernelTests --skip "The preview's page" </dev/null
# Of the page's rows a change meets those that do not say that they are for the night, and six in Firefox.
part Tests/Preview/run.mjs --all
part Tests/Preview/run.mjs --all --browser firefox
# All states that have a picture, judged by axe-core.
part Tests/Soak/axe.sh
# Taps of every strength, on every kind of chip, by everything that is published; a change meets the two worst.
part Tests/Privacy/run.sh
# Three quarters of an hour: a hundred faults brought into the core, each of which a seed must find; then fresh seeds.
part Tests/Simulation/mutants.sh
# Half an hour: faults of what owns descriptors, and of what holds back taps, which no seed can find but tests of theirs.
part Tests/Simulation/shell-mutants.sh
part Tests/Soak/simulation.sh 1800
# Sensors, subscribers and daemons at random on a real kernel: what is wrong shows after many of them.
part Tests/Soak/guest.sh 20
# Another processor's frames, tool, packages and kernel; CI builds its daemon and runs two of the scenarios.
part Tests/Processors/run.sh aarch64
part Tests/Soak/aarch64.sh
part Tests/Packages/arm64.sh
# Two files without a library, for both processors.
part Tests/Soak/static.sh
part Tests/Packages/static.sh
# Every site and every error; CI takes one error a site.
part Tests/Soak/faults.sh
# Brokers that are away, here for a quarter of the hour that it takes by itself; as root.
part Tests/Soak/relay.sh 900
# A build of its own, under which everything is ten times slower.
part Tests/Soak/threads.sh
# 10,000 pages, one after the other.
part Tests/Soak/pages.sh
# Ratios of this night beside those before: a step shows only in a row of them.
part Tests/Soak/bench.sh
# Fresh inputs; CI plays those that are kept, and a few.
part Tests/Soak/fuzz.sh 1200

[ -z "$skipped" ] || printf '\nSkipped, whole or in part, for the reasons above:%s\n' "$skipped"
[ -z "$failed" ] || { printf '\nFailed:%s\n' "$failed"; exit 1; }
