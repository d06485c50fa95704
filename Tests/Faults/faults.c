/* faults: a library to preload that makes a system call of a program fail.
 *
 * A call site is a libc function with the way to it: the return addresses of the innermost DEPTH callers, as offsets
 * in their files, so that it is the same site in every run of the same binary. Every site is counted in STATE, a file
 * that is shared memory, so that the counts outlive a crash.
 *
 *   TILTSHADOW_FAULTS_STATE=FILE              where to count
 *   TILTSHADOW_FAULT="WHERE NUMBER KIND MS"   the NUMBERth call fails, and where MS > 0 all that follow for so many
 *                                             milliseconds; WHERE is the number of a site, or a function: all its sites
 *
 * KIND is the name of an error number, or "short": a transfer of half of what was asked, at least one byte, where the
 * descriptor's kind allows that. calls.h lists the functions and the kinds that their manual pages know. */
#define _GNU_SOURCE
#include "faults.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* way, is_wanted, fault_at and the wrapper are not of the program. */
enum { SKIPPED = 4 };

static struct fault_state *state;
static struct {
    char where[24], kind[16];
    uint64_t number, milliseconds;
} wanted;
static uint64_t calls_of_function, ends_ms;
static __thread int is_inside;
static int lock;

static const struct {
    const char *name;
    int number;
} errors[] = {{"EINTR", EINTR}, {"EAGAIN", EAGAIN}, {"EIO", EIO}, {"ENODEV", ENODEV}, {"ENOMEM", ENOMEM},
    {"ENOSPC", ENOSPC}, {"EMFILE", EMFILE}, {"ENFILE", ENFILE}, {"EPIPE", EPIPE}, {"ENOBUFS", ENOBUFS},
    {"ECONNRESET", ECONNRESET}, {"ECONNABORTED", ECONNABORTED}, {"ECONNREFUSED", ECONNREFUSED},
    {"EADDRINUSE", EADDRINUSE}, {"EACCES", EACCES}, {"EPERM", EPERM}, {"ENOLCK", ENOLCK},
    {"EBUSY", EBUSY}};

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("TILTSHADOW_FAULTS_STATE"), *fault = getenv("TILTSHADOW_FAULT");
    if (!path) return;
    is_inside = 1;
    void *frames[2];
    backtrace(frames, 2); /* the first one loads libgcc_s */
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0 || ftruncate(fd, sizeof *state)) abort();
    state = mmap(NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (state == MAP_FAILED) abort();
    close(fd);
    if (fault && sscanf(fault, "%23s %lu %15s %lu", wanted.where, &wanted.number, wanted.kind,
                     &wanted.milliseconds) != 4)
        abort();
    is_inside = 0;
}

/* The way to the call, and a name for it that does not change from run to run. */
__attribute__((noinline)) static uint64_t way(uint64_t offsets[DEPTH], const char *function) {
    void *frames[DEPTH + SKIPPED];
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    for (const char *c = function; *c; c++) hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    int count = backtrace(frames, DEPTH + SKIPPED) - SKIPPED;
    for (int i = 0; i < DEPTH; i++) {
        Dl_info file;
        offsets[i] = i < count && dladdr(frames[i + SKIPPED], &file) ? (char *)frames[i + SKIPPED] - (char *)file.dli_fbase : 0;
        hash = (hash ^ offsets[i]) * 1099511628211u;
    }
    return hash;
}

static struct fault_site *find(uint64_t hash, const struct fault_call *call, const uint64_t *offsets) {
    for (uint64_t i = 0; i < state->count; i++)
        if (state->sites[i].hash == hash) return &state->sites[i];
    if (state->count == SITES) return NULL;
    struct fault_site *site = &state->sites[state->count++];
    site->hash = hash;
    snprintf(site->function, sizeof site->function, "%s", call->function);
    snprintf(site->kinds, sizeof site->kinds, "%s", call->kinds);
    memcpy(site->offsets, offsets, sizeof site->offsets);
    if (call->path) snprintf(site->subject, sizeof site->subject, "%s", call->path);
    if (call->fd >= 0) {
        char link[32];
        snprintf(link, sizeof link, "/proc/self/fd/%d", call->fd);
        syscall(SYS_readlink, link, site->subject, sizeof site->subject - 1);
    }
    return site;
}

/* Only a stream, a file or a character device moves part of what was asked; a timer or a datagram never does. */
static int may_be_short(int fd) {
    struct stat status;
    if (fstat(fd, &status)) return 0;
    if (!S_ISSOCK(status.st_mode)) return S_ISREG(status.st_mode) || S_ISFIFO(status.st_mode) || S_ISCHR(status.st_mode);
    int type = 0;
    socklen_t size = sizeof type;
    return !getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) && type == SOCK_STREAM;
}

static int error_number(const char *name) {
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (!strcmp(errors[i].name, name)) return errors[i].number;
    abort();
}

/* A timer or the signals are never out of memory, nor broken. */
static int may_break(const char *subject) {
    return !strncmp(wanted.kind, "EINTR", 6) || !strncmp(wanted.kind, "EAGAIN", 7) || strncmp(subject, "anon_inode:", 11);
}

static uint64_t now_ms(void) {
    struct timespec now;
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000u + now.tv_nsec / 1000000;
}

/* Counts the call at its site; whether it is one that is to fail. */
__attribute__((noinline)) static int is_wanted(const struct fault_call *call) {
    uint64_t offsets[DEPTH], hash = way(offsets, call->function);
    char number[24];
    snprintf(number, sizeof number, "%016lx", hash);
    struct fault_site *site = find(hash, call, offsets);
    if (!site) return 0;
    site->calls++;
    int is_here = !strcmp(wanted.where, number);
    uint64_t calls = is_here ? site->calls : 0;
    if (!strcmp(wanted.where, call->function)) calls = ++calls_of_function, is_here = 1;
    if (!is_here || calls < wanted.number || !may_break(site->subject)) return 0;
    if (calls == wanted.number) ends_ms = now_ms() + wanted.milliseconds;
    return calls == wanted.number || now_ms() < ends_ms;
}

int fault_at(struct fault_call *call) {
    if (!state || is_inside) return 0;
    is_inside = 1;
    int saved = errno, number = 0;
    while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE)) {}
    if (is_wanted(call)) {
        if (strcmp(wanted.kind, "short")) {
            number = error_number(wanted.kind);
            state->injected++;
        } else if (call->size && *call->size > 1 && may_be_short(call->fd)) {
            /* Whole events of an input device and whole scans of the recorded IIO device are 24 bytes. */
            size_t half = *call->size / 2;
            *call->size = half > 24 ? half - half % 24 : half;
            state->injected++;
        }
    }
    __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
    errno = number ? number : saved;
    is_inside = 0;
    return number;
}
