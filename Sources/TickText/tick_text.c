// What the shipped daemon's ticks run, fetched in one go.
//
// Between two ticks a processor forgets what they run. Then it finds one line of 64 bytes after the other, and waits for each as
// long as it takes to run some two hundred instructions; asked for beforehand, they come side by side. The linker lays what a
// tick calls between these two functions, by Sources/tiltshadowd/Linking/tick-functions; where it was not told to, they lie next
// to each other, and nothing is fetched.
//
// They give numbers of their own, or the linker would take other functions that do the same for them.
#include <stdint.h>

#include "tick_text.h"

__attribute__((visibility("hidden"), noinline)) int tick_text_begins(void) { return 0x7e1c0001; }
__attribute__((visibility("hidden"), noinline)) int tick_text_ends(void) { return 0x7e1c0002; }

void tick_text_fetch(void) {
    uintptr_t end = (uintptr_t)tick_text_ends;
    // To the second level: the first holds a third of it.
    for (uintptr_t line = (uintptr_t)tick_text_begins; line < end; line += 64)
        __builtin_prefetch((const void *)line, 0, 2);
}
