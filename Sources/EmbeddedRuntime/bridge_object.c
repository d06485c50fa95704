// Two functions of Embedded Swift's runtime, in the place of the toolchain's own.
//
// The compiler tells LLVM that they return what they are given. Those of Swift 6.3.1 return the address in it instead, without
// the bits that say what kind of string it is (https://github.com/swiftlang/swift/pull/91151 mends it for later ones): on 64-bit
// ARM, where the argument and the result share a register, LLVM goes on with that one, and a short string becomes a pointer to
// its own letters.
//
// A definition here goes before those that each Swift module brings along, which are weak.
#include <stdint.h>

/// Retains an object so many times; does nothing for a null pointer and for what is never freed.
extern void *swift_retain_n(void *object, uint32_t count);

/// Which bits of a bridge object are the address of an object that is counted; those above tell what it is.
#define ADDRESS UINT64_C(0x0ffffffffffffff8)
/// Set where nothing is counted, such as in literals and short strings, whose letters are in the place of the address.
#define UNCOUNTED (UINT64_C(1) << 63)

__attribute__((visibility("hidden"))) void *swift_bridgeObjectRetain_n(void *object, uint32_t count) {
    uint64_t bits = (uint64_t)(uintptr_t)object;
    if (!(bits & UNCOUNTED) && (bits & ADDRESS))
        swift_retain_n((void *)(uintptr_t)(bits & ADDRESS), count);
    return object;
}

__attribute__((visibility("hidden"))) void *swift_bridgeObjectRetain(void *object) {
    return swift_bridgeObjectRetain_n(object, 1);
}
