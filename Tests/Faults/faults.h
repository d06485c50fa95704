/* What a run leaves behind, and what the wrappers of calls.c ask at each call. */
#include <stddef.h>
#include <stdint.h>

enum { DEPTH = 8, SITES = 2048 };

/* One call site; run.py reads this layout. */
struct fault_site {
    uint64_t hash, calls, offsets[DEPTH];
    char function[24], kinds[96], subject[128];
};

struct fault_state {
    uint64_t count, injected;
    struct fault_site sites[SITES];
};

struct fault_call {
    const char *function, *kinds;
    int fd;           /* -1: none */
    const char *path; /* NULL: none */
    size_t *size;     /* of a transfer, halved for a short one; NULL: none */
};

/* Counts the call; the error number it is to fail with, which errno then has as well, or 0. */
int fault_at(struct fault_call *call);
