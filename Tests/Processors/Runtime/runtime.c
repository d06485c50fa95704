#include "Runtime.h"

#include <stdint.h>

extern void *swift_bridgeObjectRetain(void *object);
extern void *swift_bridgeObjectRetain_n(void *object, uint32_t count);

bool string_stays_itself(void) {
    // Called by a pointer that nobody knows anything of: the compiler believes what this is to show.
    void *(*volatile retain)(void *) = swift_bridgeObjectRetain;
    void *(*volatile retain_n)(void *, uint32_t) = swift_bridgeObjectRetain_n;
    void *letters = (void *)(uintptr_t)UINT64_C(0xeb00000000302e73);
    return retain(letters) == letters && retain_n(letters, 2) == letters;
}
