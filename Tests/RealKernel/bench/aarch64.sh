# The guest on 64-bit ARM, on Debian's kernel for it: what differs from the rest of bench/, whose functions these replace.
# All of its programs come from Debian's packages or the toolchain's own compiler, and none of them is installed here.

processor=aarch64
runner=()
compiler=()
# No drivers of a root file system: systemd is not booted there.
kernel_modules=(uinput evdev joydev uhid hid-generic hid-sensor-hub hid-sensor-accel-3d hid-sensor-gyro-3d)

check_requirements() {
    local pair missing=()
    for pair in apt-get:apt cpio:cpio depmod:kmod dpkg-deb:dpkg flock:util-linux modprobe:kmod readelf:binutils \
        qemu-aarch64:qemu-user qemu-system-aarch64:qemu-system-arm; do
        command -v "${pair%:*}" >/dev/null || missing+=("${pair#*:}")
    done
    ((${#missing[@]} == 0)) || cannot_run "not installed: $(printf '%s\n' "${missing[@]}" | sort -u | xargs)"
    command -v swiftc >/dev/null || cannot_run "swiftc is not there, whose clang makes the simulators"
}

# Sets kernel_dir and udev_dir as for the other processor, and what makes and runs programs of the guest.
prepare_kernel() {
    local release
    udev_dir=$("$here/../../.ci/sysroot" bookworm arm64 linux-image-arm64 udev busybox-static mawk libevdev2 \
        zlib1g libzstd1 libc6-dev libgcc-12-dev) || cannot_run "Debian's packages for arm64 cannot be had"
    compiler=("$("$here/../../.ci/toolchain")/bin/clang" --target=aarch64-linux-gnu --sysroot="$udev_dir"
        -fuse-ld=lld)
    runner=(qemu-aarch64 -L "$udev_dir")
    release=$(cd "$udev_dir/lib/modules" && echo *)
    kernel_dir=$cache/kernel-$release
    [ "$(cat "$kernel_dir/complete" 2>/dev/null)" = "${kernel_modules[*]}" ] && return
    rm -rf "$kernel_dir"
    mkdir -p "$kernel_dir"
    pick_modules "$release" "$udev_dir"
    cp "$udev_dir/boot/vmlinuz-$release" "$kernel_dir/kernel"
    echo "${kernel_modules[*]}" >"$kernel_dir/complete"
}

copy_tools() {
    cp "$udev_dir/bin/busybox" "$1/"
    cp "$udev_dir/usr/bin/mawk" "$1/awk"
}

# The libraries that a program names are the packages', in the one directory where the guest has them.
copy_libraries() {
    local library file
    for library in $(readelf -d "$2" 2>/dev/null | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'); do
        [ ! -e "$1/usr/lib/$library" ] || continue
        file=$(find "$udev_dir"/{,usr/}lib -maxdepth 2 -name "$library" | head -n 1)
        [ -n "$file" ] || cannot_run "$(basename "$2") needs $library"
        cp -L "$file" "$1/usr/lib/$library"
        copy_libraries "$1" "$file"
    done
}

# No isa-debug-exit there: the guest prints its status, and turns the machine off.
run_machine() {
    local kernel=$1 initramfs=$2 seconds=$3 status=0
    timeout -k 5 "$seconds" qemu-system-aarch64 -M virt -cpu cortex-a57 -nodefaults -display none -serial stdio \
        -no-reboot -m 512 -smp 1 -icount shift=1,sleep=off -kernel "$kernel" -initrd "$initramfs" \
        -append "console=ttyAMA0 $kernel_options" </dev/null 2>&1 | sed -u 's/\r//g' | tee "$work/console" |
        sed -u '/^BENCH-STATUS /d' || status=${PIPESTATUS[0]}
    if ((status == 124 || status == 137)); then
        say "out of time after $seconds s"
        exit 124
    fi
    status=$(sed -n 's/^BENCH-STATUS \([0-9]*\)$/\1/p' "$work/console" | tail -n 1)
    if [ -z "$status" ]; then
        say "the guest did not boot, or crashed"
        exit 125
    fi
    exit "$status"
}
