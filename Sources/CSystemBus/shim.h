// The system's message bus by sd-bus of libsystemd, which is looked for when it is first called: a build needs nothing of it,
// and a program without it says so. What stands here of its header is the same in every version with the name of the library
// below.
#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static const char *const csystembus_library = "libsystemd.so.0";

typedef struct sd_bus sd_bus;
typedef struct sd_bus_slot sd_bus_slot;
typedef struct sd_bus_message sd_bus_message;
typedef struct sd_bus_error sd_bus_error;
typedef int (*csystembus_heard)(sd_bus_message *, void *, sd_bus_error *);

static inline void *csystembus_named(const char *name) {
    static void *library;
    if (!library) library = dlopen(csystembus_library, RTLD_NOW);
    return library ? dlsym(library, name) : NULL;
}

// A function of the library under its own name; -ELIBACC where there is none. All give an errno, negated, where they fail.
#define CSYSTEMBUS(name, parameters, arguments)                          \
    static inline int name parameters {                                  \
        static int(*call) parameters;                                    \
        if (!call) call = (int(*) parameters)csystembus_named(#name);     \
        if (!call) return -ELIBACC;                                      \
        return call arguments;                                           \
    }
CSYSTEMBUS(sd_bus_open_system, (sd_bus * *bus), (bus))
CSYSTEMBUS(sd_bus_get_fd, (sd_bus * bus), (bus))
CSYSTEMBUS(sd_bus_process, (sd_bus * bus, sd_bus_message **message), (bus, message))
CSYSTEMBUS(sd_bus_set_method_call_timeout, (sd_bus * bus, uint64_t microseconds), (bus, microseconds))
CSYSTEMBUS(
    sd_bus_add_match,
    (sd_bus * bus, sd_bus_slot **slot, const char *match, csystembus_heard heard, void *object),
    (bus, slot, match, heard, object))
CSYSTEMBUS(
    sd_bus_get_property_string,
    (sd_bus * bus, const char *name, const char *path, const char *interface, const char *property, sd_bus_error *error,
     char **text),
    (bus, name, path, interface, property, error, text))

static inline void csystembus_close(sd_bus *bus) {
    static sd_bus *(*call)(sd_bus *);
    if (!call) call = (sd_bus * (*)(sd_bus *)) csystembus_named("sd_bus_flush_close_unref");
    if (call) call(bus);
}

// Calls sd_bus_call_method of a method without arguments, and drops the answer.
static inline int csystembus_call(sd_bus *bus, const char *name, const char *path, const char *interface, const char *method) {
    typedef int (*call_type)(
        sd_bus *, const char *, const char *, const char *, const char *, sd_bus_error *, sd_bus_message **, const char *, ...);
    static call_type call;
    if (!call) call = (call_type)csystembus_named("sd_bus_call_method");
    if (!call) return -ELIBACC;
    return call(bus, name, path, interface, method, NULL, NULL, "");
}

// What a signal tells is asked for: that it came is all that is noted.
static inline int csystembus_note(sd_bus_message *message, void *object, sd_bus_error *error) {
    (void)message, (void)error;
    *(bool *)object = true;
    return 0;
}
static inline int csystembus_listen(sd_bus *bus, const char *match, bool *heard) {
    return sd_bus_add_match(bus, NULL, match, csystembus_note, heard);
}

static inline void csystembus_free(char *text) { free(text); }
