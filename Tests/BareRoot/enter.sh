#!/bin/sh
# enter.sh ROOT SCRIPT [ARGUMENT...]: runs a script within a root, as process 1 of namespaces of its own: when it ends, so does
# all that was started there. The script finds check.sh in /src. Only root can.
set -eu
cp "$(dirname "$0")/check.sh" "$1/src"
unset TMPDIR # of the machine outside
exec unshare --mount --pid --fork --cgroup --kill-child --propagation private sh -c '
    root=$1
    shift
    mount -t sysfs sysfs "$root/sys" && mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
    mount -t proc proc "$root/proc" && mount -t tmpfs tmpfs "$root/run" && mount -t tmpfs tmpfs "$root/dev" &&
        for node in null zero random urandom tty; do
            : >"$root/dev/$node" && mount --bind "/dev/$node" "$root/dev/$node"
        done
    exec chroot "$root" /bin/sh "$@"' sh "$@"
