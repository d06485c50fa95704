// Two functions that Embedded Swift 6.2 calls and does not bring along; later ones do.
#if OLDER_SWIFT
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Of the C library, whose headers are not there for another processor's.
extern int snprintf(char *text, size_t size, const char *format, ...);
extern double strtod(const char *text, char **end);
extern int atoi(const char *text);
extern void free(void *object);

/// Frees an object whose initialiser failed.
__attribute__((visibility("hidden"))) void swift_deallocUninitializedObject(void *object, size_t size, size_t alignment) {
    free(object);
}

/// Writes the shortest number that reads back as this one, as Swift describes it, into 32 bytes; the count of its letters.
__attribute__((visibility("hidden"))) uint64_t swift_float64ToString(char *text, size_t size, double value, bool is_debug) {
    if (value != value) return (uint64_t)snprintf(text, size, "nan");
    if (__builtin_isinf(value)) return (uint64_t)snprintf(text, size, value < 0 ? "-inf" : "inf");
    int digits = 0;
    int count = snprintf(text, size, "%.*e", digits, value);
    while (strtod(text, NULL) != value) count = snprintf(text, size, "%.*e", ++digits, value);
    int exponent = 0;
    for (const char *letter = text; *letter; letter++) {
        if (*letter == 'e') exponent = atoi(letter + 1);
    }
    if (__builtin_fabs(value) > 0x1p53 || exponent < -4) return (uint64_t)count;
    const int decimals = digits - exponent;
    return (uint64_t)snprintf(text, size, "%.*f", decimals > 1 ? decimals : 1, value);
}
#endif
