#!/bin/bash
# bench-systemd.sh: runs scenarios against the installed service: Debian with systemd as PID 1, in a virtual machine.
#
#   bench-systemd.sh [-t SECONDS] PROGRAMS SCENARIO...
#
#   PROGRAMS  the directory with tiltshadowd and tiltshadow, which systemd/install.sh installs in the guest
#   SCENARIO  a name from scenarios-systemd/ (without .sh); several run one after another in one boot
#   -t        longest time the machine may take, in seconds of the host. Default: 300
#
# The guest's PASS and FAIL lines appear on standard output. Exit status: as that of bench.sh.
set -euo pipefail
shopt -s inherit_errexit

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/tiltshadow-bench
PATH=$PATH:/usr/sbin:/sbin # modprobe, depmod and resize2fs, for an ordinary user

say() { echo "bench: $*"; }
cannot_run() { say "cannot run here: $*" >&2; exit 77; }

for part in requirements kernel base systemd-root systemd-payload machine; do
    # shellcheck source=/dev/null
    source "$here/bench/$part.sh"
done

usage() { sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}" >&2; exit 2; }

time_limit=300
while getopts t: option; do
    case $option in
        t) time_limit=$OPTARG ;;
        *) usage ;;
    esac
done
shift $((OPTIND - 1))
(($# >= 2)) || usage
programs=$1
scenarios=("${@:2}")

check_requirements mmdebstrap:mmdebstrap genext2fs:genext2fs resize2fs:e2fsprogs
for program in tiltshadowd tiltshadow; do
    [ -x "$programs/$program" ] ||
        cannot_run "$programs/$program is not there; build it first: Sources/build.sh"
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$cache"
exec 9>"$cache/lock"
flock 9 # two benches may start at once; only one fills the cache

prepare_kernel       # sets kernel_dir
prepare_systemd_root # sets root_image
build_payload "$work/initramfs" "$programs" "${scenarios[@]}"
exec 8<"$root_image" # another bench may replace it in the cache
flock -u 9

# The image is memory of the guest, not a disk: while a disk of a busy host answers, much virtual time would pass.
# share=off: what the guest writes there is gone with it.
run_machine "$kernel_dir/kernel" "$work/initramfs" "$time_limit" -m 768,slots=1,maxmem=2G -machine nvdimm=on \
    -object "memory-backend-file,id=root,mem-path=/proc/self/fd/8,size=$(stat -Lc %s /proc/self/fd/8),share=off" \
    -device nvdimm,memdev=root
