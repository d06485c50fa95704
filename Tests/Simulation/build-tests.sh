#!/bin/sh
# build-tests OUT [SOURCES]: the tests of the shell as OUT/tests, their daemon as OUT/tiltshadowd, and what plays taps to the
# detector as OUT/taps; with swiftc alone: a minute and a half, and 10 s after a change.
#
# SOURCES is another copy of Sources, such as one with a fault in it. What has not changed is not built again, nor what uses
# what has: that holds where only bodies of functions have changed, and OUTER=yes says that there is more.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
out=$1
sources=${2:-$top/Sources}
mkdir -p "$out"
testing=$(find "$(cd "$top" && .ci/toolchain)/lib/swift/linux" -maxdepth 2 -name Testing.swiftmodule | head -n 1)
# What is compiled of C headers names its own place: builds that share modules share that, too.
headers=${HEADERS:-$out/headers}
common="-swift-version 6 -package-name tiltshadow -parse-as-library -module-cache-path $headers -I ${testing%/*}
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
    -enable-upcoming-feature MemberImportVisibility"
for each in CLinux CMath CLibevdev CLibudev; do common="$common -I $sources/$each"; done
common="$common $(pkg-config --cflags libevdev libudev | sed 's/-I/-Xcc -I/g')"
libraries=$(pkg-config --libs libevdev libudev)

# module FOLDER NAME SOURCES FLAG...: compiles a module into FOLDER where one of its files is newer.
rebuilt=false
module() {
    place=$out/$1 module=$2 from=$3
    shift 3
    sum=$(find "$from" -name '*.swift' -print0 | sort -z | xargs -0 cat | cksum)
    if [ "$rebuilt" = false ] && [ "$sum" = "$(cat "$place/$module.sum" 2>/dev/null)" ]; then return; fi
    [ "${OUTER:-}" != yes ] || rebuilt=true
    # New files: those that are there may be another build's, too.
    rm -rf "${place:?}/$module".*
    mkdir -p "$place"
    # shellcheck disable=SC2046,SC2086 # several words
    swiftc $common "$@" -I "$place" -wmo -module-name "$module" -emit-module \
        -emit-module-path "$place/$module.swiftmodule" -c $(find "$from" -name '*.swift' | sort) -o "$place/$module.o"
    echo "$sum" >"$place/$module.sum"
}
# program NAME FOLDER MODULE...: links one with the modules of a folder; FLAGS are more of the compiler's.
program() {
    program=$1 place=$out/$2
    shift 2
    objects=
    for each; do objects="$objects $place/$each.o"; done
    rm -f "$out/$program"
    # shellcheck disable=SC2086 # several words
    swiftc -use-ld=lld -module-cache-path "$headers" $FLAGS $objects $libraries -o "$out/$program"
}

core="PlainText TiltCore LinuxSystem TiltSensors TiltDaemon"
for each in $core; do module tested "$each" "$sources/$each" -Onone -enable-testing; done
module tested tiltshadowd "$sources/tiltshadowd" -Onone
module tested Strangers "$top/Tests/Strangers" -Onone
module tested Sessions "$top/Tests/Sessions/Runner" -Onone -enable-testing
for each in LinuxSystemTests TiltDaemonTests; do module tested $each "$top/Tests/$each" -Onone; done
# The tests' main, as SwiftPM writes it.
cat >"$out/main.swift" <<'END_OF_MAIN'
import Testing

@main enum Tests {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
END_OF_MAIN
# shellcheck disable=SC2086 # several words
FLAGS=-static-stdlib program tiltshadowd tested $core tiltshadowd
# shellcheck disable=SC2086 # several words
FLAGS="$common -module-name tests $out/main.swift" \
    program tests tested $core Strangers Sessions LinuxSystemTests TiltDaemonTests

# What plays taps is one part of tiltshadow-bench, with a main of its own. It computes for half a minute, and so is optimised:
# bodies of functions are in others then, too.
OUTER=yes rebuilt=false
for each in PlainText TiltCore; do module played $each "$sources/$each" -O; done
rm -rf "$out/taps-sources"
mkdir "$out/taps-sources"
cp "$sources"/tiltshadow-bench/Privacy/*.swift "$out/taps-sources"
cat >"$out/taps-sources/Taps.swift" <<'END_OF_MAIN'
import Foundation

/// Takes the arguments of `tiltshadow-bench privacy`.
@main enum Taps {
    static func main() {
        guard let player = PrivacyPlayer(Array(CommandLine.arguments.dropFirst(2))) else { exit(2) }
        player.run()
    }
}
END_OF_MAIN
module played taps "$out/taps-sources" -O
FLAGS="" program taps played PlainText TiltCore taps
