// What glibc has and musl does not, for Debian's libevdev.a, which was compiled with glibc's headers. Nothing to call.
