#!/bin/bash
# bench.sh: runs scenarios against tiltshadowd on a real kernel with real sensor drivers, in a virtual machine.
#
#   bench.sh [-p PROCESSOR] [-t SECONDS] DAEMON SCENARIO...
#
#   DAEMON    the tiltshadowd binary
#   SCENARIO  a name from scenarios/ (without .sh); several run one after another in one boot
#   -p        x86_64 (default) or aarch64: of the machine, and of the daemon
#   -t        longest time the machine may take, in seconds of the host. Default: 300
#
# The guest's PASS and FAIL lines appear on standard output. Exit status: 0 all passed, 1 a check failed,
# 77 cannot run here (the reason is printed), 124 out of time, 125 the guest did not boot or crashed.
set -euo pipefail
shopt -s inherit_errexit

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/tiltshadow-bench
PATH=$PATH:/usr/sbin:/sbin # modprobe and depmod, for an ordinary user

say() { echo "bench: $*"; }
cannot_run() { say "cannot run here: $*" >&2; exit 77; }

for part in requirements kernel base overlay machine; do
    # shellcheck source=/dev/null
    source "$here/bench/$part.sh"
done

usage() { sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}" >&2; exit 2; }

time_limit=300
while getopts p:t: option; do
    case $option in
        p) processor=$OPTARG ;;
        t) time_limit=$OPTARG ;;
        *) usage ;;
    esac
done
shift $((OPTIND - 1))
(($# >= 2)) || usage
daemon=$1
scenarios=("${@:2}")

case $processor in
    x86_64) ;;
    # shellcheck source=/dev/null
    aarch64) source "$here/bench/aarch64.sh" ;;
    *) usage ;;
esac
check_requirements
[ -x "$daemon" ] || cannot_run "$daemon is not there; build it first: Sources/build.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$cache"
exec 9>"$cache/lock"
flock 9 # two benches may start at once; only one fills the cache

prepare_kernel # sets kernel_dir, udev_dir
prepare_base   # sets base
build_overlay "$work/overlay.cpio" "$daemon" "${scenarios[@]}"
cat "$base" "$work/overlay.cpio" >"$work/initramfs"
flock -u 9

run_machine "$kernel_dir/kernel" "$work/initramfs" "$time_limit"
