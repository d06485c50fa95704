// What Swift's library calls and an older glibc has not. Nothing to call.
