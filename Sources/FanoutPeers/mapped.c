#define _GNU_SOURCE
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "fanout_peers.h"

enum { PAGE = 128, SEQUENCE = 2 };

/* Connects and asks for a page; the page, or NULL. Only the first is mapped: one process needs no more. */
static const uint64_t *joined(const struct sockaddr_un *address, const char *request, int is_first, int *fd) {
    for (int attempt = 0; attempt < 1000; attempt++) {
        *fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (connect(*fd, (const struct sockaddr *)address, sizeof *address) == 0) break;
        close(*fd);
        *fd = -1;
        poll(NULL, 0, 5);
    }
    if (*fd < 0 || write(*fd, request, strlen(request)) < 0) return NULL;
    for (;;) {
        char text[4096];
        struct iovec bytes = {text, sizeof text};
        union { struct cmsghdr header; char bytes[CMSG_SPACE(sizeof(int))]; } control;
        struct msghdr message = {.msg_iov = &bytes, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
        if (recvmsg(*fd, &message, MSG_CMSG_CLOEXEC) <= 0) return NULL;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        if (!header) continue;
        int passed;
        memcpy(&passed, CMSG_DATA(header), sizeof passed);
        void *page = is_first ? mmap(NULL, PAGE, PROT_READ, MAP_SHARED, passed, 0) : MAP_FAILED;
        close(passed);
        return !is_first ? (const uint64_t *)"" : page == MAP_FAILED ? NULL : page;
    }
}

int fanout_mapped(const char *path, int count, double rate_hz) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    char request[64];
    snprintf(request, sizeof request, "{\"type\":\"map\",\"rate_hz\":%g}\n", rate_hz);
    const uint64_t *page = NULL;
    for (int reader = 0; reader < count; reader++) {
        int fd;
        const uint64_t *next = joined(&address, request, reader == 0, &fd);
        if (!next) {
            perror(path);
            return 1;
        }
        if (reader == 0) page = next;
    }
    puts("ready");
    fflush(stdout);
    unsigned long long reads = 0, writes = 0;
    uint64_t last = 0;
    struct timespec picture = {0, (long)(1e9 / rate_hz)};
    for (struct pollfd end = {.fd = STDIN_FILENO, .events = POLLIN}; poll(&end, 1, 0) == 0;) {
        nanosleep(&picture, NULL);
        for (int reader = 0; reader < count; reader++, reads++) {
            uint64_t copy[PAGE / 8], sequence;
            do {
                sequence = __atomic_load_n(page + SEQUENCE, __ATOMIC_ACQUIRE);
                for (int word = 0; word < PAGE / 8; word++) copy[word] = __atomic_load_n(page + word, __ATOMIC_RELAXED);
                __atomic_thread_fence(__ATOMIC_ACQUIRE);
            } while (sequence & 1 || __atomic_load_n(page + SEQUENCE, __ATOMIC_RELAXED) != sequence);
            writes += copy[SEQUENCE] != last;
            last = copy[SEQUENCE];
        }
    }
    printf("%llu %llu 0 0\n", reads, writes * 1000);
    fflush(stdout);
    return 0;
}
