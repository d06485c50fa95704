# The virtual machine. Software emulation in virtual time: `-icount ... sleep=off` counts instructions
# instead of seconds, so a busy host changes nothing the guest can see, and idle time is skipped. Mitigations for flaws of real
# processors cost an emulated one a seventh of its time. Addresses drawn by lot cost it two thirds of what it takes to start a
# program: it translates code for each address anew.
kernel_options="quiet panic=-1 mitigations=off norandmaps"

# run_machine KERNEL INITRAMFS SECONDS [QEMU_OPTION...]: prints the serial console, ends with the guest's status.
run_machine() {
    local kernel=$1 initramfs=$2 seconds=$3 status=0
    shift 3
    timeout -k 5 "$seconds" qemu-system-x86_64 -M pc -nodefaults -display none -serial stdio -no-reboot -m 512 \
        -smp 1 -icount shift=1,sleep=off -kernel "$kernel" -initrd "$initramfs" \
        -device isa-debug-exit,iobase=0xf4,iosize=0x04 \
        -append "console=ttyS0 $kernel_options" "$@" </dev/null 2>&1 | sed -u 's/\r//g' || status=${PIPESTATUS[0]}
    if ((status == 124 || status == 137)); then
        say "out of time after $seconds s"
        exit 124
    fi
    # isa-debug-exit ends QEMU with 2n+1. A kernel panic ends it with 0, so only odd is a report.
    if ((status % 2 == 0)); then
        say "the guest did not boot, or crashed (QEMU ended with $status)"
        exit 125
    fi
    exit $((status / 2))
}
