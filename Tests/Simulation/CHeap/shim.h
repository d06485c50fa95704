// The heap as malloc keeps it: what leaks is seen by its sum.
#include <malloc.h>
#include <stddef.h>

// The bytes that are allocated and not freed; 0 where the C library does not say.
static inline size_t heap_bytes_in_use(void) {
#ifdef __GLIBC__
    struct mallinfo2 all = mallinfo2();
    return all.uordblks + all.hblkhd;
#else
    return 0;
#endif
}
