// The kernel and C library calls of tiltshadow: Swift's Glibc module lacks epoll, timerfd and signalfd, and is not
// there at all in Embedded Swift. The inline functions stand for what Swift cannot import: variadic functions,
// macros with a cast or sizeof, and errno.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <signal.h>
#include <stdint.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/fsuid.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <linux/filter.h>
#include <linux/netlink.h>
#include <linux/sockios.h>

static inline int clinux_errno(void) { return errno; }
static inline int clinux_open(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }
static inline int clinux_fcntl(int fd, int command, int argument) { return fcntl(fd, command, argument); }
static inline int clinux_ioctl(int fd, unsigned long request, void *argument) { return ioctl(fd, request, argument); }

// Enumerations in glibc and macros in musl: here numbers, as their calls take them.
static const int clinux_stream = SOCK_STREAM, clinux_datagram = SOCK_DGRAM, clinux_packets = SOCK_SEQPACKET;
static const int clinux_close_on_exec = SOCK_CLOEXEC, clinux_nonblocking = SOCK_NONBLOCK;
static const unsigned clinux_readable = EPOLLIN, clinux_writable = EPOLLOUT, clinux_hang_up = EPOLLHUP | EPOLLERR;

// setsockopt(2) with SO_SNDTIMEO, which depends on the size of time_t where that may have two.
static inline int clinux_set_send_timeout(int fd, int milliseconds) {
    struct timeval time = {.tv_sec = milliseconds / 1000, .tv_usec = milliseconds % 1000 * 1000};
    return setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time);
}

// pthread_create(3) and pthread_detach(3): a pthread_t is a number in glibc and a pointer in musl.
static inline int clinux_start_thread(void *(*body)(void *), void *argument) {
    pthread_t thread;
    int failure = pthread_create(&thread, NULL, body, argument);
    if (failure == 0) pthread_detach(thread);
    return failure;
}

// accept4(2) is declared only with _GNU_SOURCE, which would turn the socket calls' arguments into unions.
extern int accept4(int fd, struct sockaddr *restrict address, socklen_t *restrict length, int flags);

// Declared only with _GNU_SOURCE, too.
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

// struct ucred (socket(7)) is declared only with _GNU_SOURCE.
struct clinux_ucred { pid_t pid; uid_t uid; gid_t gid; };

// The resource is an enumeration in some headers and a number in others.
static inline long clinux_descriptor_limit(void) {
    struct rlimit limit;
    return getrlimit(RLIMIT_NOFILE, &limit) == 0 ? (long)limit.rlim_cur : 1024;
}
/* Raises it to what is needed, as far as that is allowed to anybody. */
static inline void clinux_raise_descriptor_limit(long needed) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || needed <= (long)limit.rlim_cur) return;
    limit.rlim_cur = (rlim_t)needed < limit.rlim_max ? (rlim_t)needed : limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/* getrandom(2) has a header of its own. */
static inline ssize_t clinux_getrandom(void *buffer, size_t size) { return syscall(SYS_getrandom, buffer, size, 0); }
static inline int clinux_is_socket(mode_t mode) { return S_ISSOCK(mode); }

/* prctl is variadic. */
static inline int clinux_parent_death_signal(int number) { return prctl(PR_SET_PDEATHSIG, number); }
static inline int clinux_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L); }
/* unshare(2) is declared only with _GNU_SOURCE, as is CLONE_FILES. */
static inline int clinux_own_descriptors(void) { return (int)syscall(SYS_unshare, 0x400); }
/* pidfd_open(2) has a function of its own only in glibc 2.36 and newer. -1 with ENOSYS before Linux 5.3. */
static inline int clinux_pidfd_open(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }
/* SIG_IGN is a cast, which Swift does not import. */
static inline void clinux_ignore_signal(int number) { signal(number, SIG_IGN); }
static inline int clinux_ignores_signal(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

// O_TMPFILE is declared only with _GNU_SOURCE, what it is made of always.
#ifndef O_TMPFILE
#define O_TMPFILE __O_TMPFILE
#endif
static inline int clinux_open_nameless(const char *directory, mode_t mode) {
    return open(directory, O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
}

// environ is declared only with _GNU_SOURCE.
extern char **environ;
static inline char **clinux_environ(void) { return environ; }

// SO_PASSRIGHTS (Linux 6.16) is newer than the headers; sparc and parisc have another number for it.
#if !defined(SO_PASSRIGHTS) && !defined(__sparc__) && !defined(__hppa__)
#define SO_PASSRIGHTS 83
#endif
static inline int clinux_refuse_descriptors(int fd) {
#ifdef SO_PASSRIGHTS
    int none = 0;
    return setsockopt(fd, SOL_SOCKET, SO_PASSRIGHTS, &none, sizeof none);
#else
    errno = ENOPROTOOPT;
    return -1;
#endif
}
static inline int clinux_refuses_descriptors(int fd) {
#ifdef SO_PASSRIGHTS
    int value = 1;
    socklen_t size = sizeof value;
    return getsockopt(fd, SOL_SOCKET, SO_PASSRIGHTS, &value, &size) == 0 && value == 0;
#else
    return 0;
#endif
}

// O_PATH and AT_EMPTY_PATH are declared only with _GNU_SOURCE.
#ifndef O_PATH
#define O_PATH __O_PATH
#endif
static inline int clinux_open_handle(const char *path) { return open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC); }
static inline int clinux_change_group(int handle, gid_t group) {
    return fchownat(handle, "", (uid_t)-1, group, 0x1000 /* AT_EMPTY_PATH */);
}

// recvmsg(2) without taking anything; -1 with EPROTO where what is there brings descriptors, which have no room here.
static inline ssize_t clinux_peek(int fd, void *buffer, size_t size) {
    struct iovec bytes = {buffer, size};
    struct msghdr message = {0};
    message.msg_iov = &bytes;
    message.msg_iovlen = 1;
    ssize_t count = recvmsg(fd, &message, MSG_PEEK | MSG_DONTWAIT);
    if (count >= 0 && message.msg_flags & MSG_CTRUNC) {
        errno = EPROTO;
        return -1;
    }
    return count;
}

// sendmsg(2) of one byte and what follows it, as one message; never blocks.
static inline ssize_t clinux_send_tagged(int fd, unsigned char tag, const void *bytes, size_t size) {
    struct iovec parts[2] = {{&tag, 1}, {(void *)bytes, size}};
    struct msghdr message = {0};
    message.msg_iov = parts;
    message.msg_iovlen = 2;
    return sendmsg(fd, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
}

// NETLINK_KOBJECT_UEVENT (netlink(7)): a socket, its groups, and one message with who sent it.
static inline int clinux_uevent_socket(void) {
    return socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT);
}
static inline int clinux_bind_uevents(int fd, unsigned groups) {
    struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = groups};
    return bind(fd, (struct sockaddr *)&address, sizeof address);
}
// Lets through udevd's messages of two subsystems, whose hashes are in the header (bpf of SO_ATTACH_FILTER, socket(7)).
static inline int clinux_filter_udev(int fd, unsigned magic, unsigned first, unsigned second) {
    struct sock_filter program[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 8),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, magic, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 24),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, first, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, second, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, 0),
        BPF_STMT(BPF_RET | BPF_K, 0xffffffff),
    };
    struct sock_fprog filter = {sizeof program / sizeof *program, program};
    return setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &filter, sizeof filter);
}
static inline int clinux_set_option(int fd, int name, int value) {
    return setsockopt(fd, SOL_SOCKET, name, &value, sizeof value);
}
struct clinux_uevent { unsigned group, port, uid, pid; int has_credentials, is_truncated; };
static inline ssize_t clinux_receive_uevent(int fd, void *buffer, size_t size, struct clinux_uevent *message) {
    struct iovec bytes = {buffer, size};
    struct sockaddr_nl sender = {0};
    union { struct cmsghdr header; char bytes[CMSG_SPACE(sizeof(struct clinux_ucred))]; } control = {0};
    struct msghdr received = {0};
    received.msg_name = &sender;
    received.msg_namelen = sizeof sender;
    received.msg_iov = &bytes;
    received.msg_iovlen = 1;
    received.msg_control = &control;
    received.msg_controllen = sizeof control;
    ssize_t count = recvmsg(fd, &received, MSG_DONTWAIT);
    if (count < 0) return count;
    *message = (struct clinux_uevent){.group = sender.nl_groups, .port = sender.nl_pid};
    message->is_truncated = (received.msg_flags & MSG_TRUNC) != 0;
    struct cmsghdr *header = CMSG_FIRSTHDR(&received);
    // SCM_CREDENTIALS (2) is declared only with _GNU_SOURCE.
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == 2 &&
        header->cmsg_len == CMSG_LEN(sizeof(struct clinux_ucred))) {
        struct clinux_ucred credentials;
        memcpy(&credentials, CMSG_DATA(header), sizeof credentials);
        message->uid = credentials.uid;
        message->pid = (unsigned)credentials.pid;
        message->has_credentials = 1;
    }
    return count;
}

// memfd_create(2) is declared only with _GNU_SOURCE, as are its flags and seals. MFD_NOEXEC_SEAL (Linux 6.3) is tried first:
// vm.memfd_noexec=2 refuses all others.
#ifndef F_ADD_SEALS
#define F_ADD_SEALS (1024 + 9)
#endif
static inline int clinux_memfd(const char *name) {
    const unsigned close_on_exec = 1, allow_sealing = 2, never_executable = 8;
    int fd = (int)syscall(SYS_memfd_create, name, close_on_exec | allow_sealing | never_executable);
    if (fd >= 0 || errno != EINVAL) return fd;
    return (int)syscall(SYS_memfd_create, name, close_on_exec | allow_sealing);
}
static inline int clinux_seal(int fd) {
    const int seal = 1, shrink = 2, grow = 4, future_write = 16;
    return fcntl(fd, F_ADD_SEALS, seal | shrink | grow | future_write);
}
static inline int clinux_is_sealed_against_shrinking(int fd) {
    const int get_seals = 1034, shrink = 2;
    int seals = fcntl(fd, get_seals);
    return seals >= 0 && (seals & shrink) != 0;
}
// MAP_FAILED is a cast.
static inline void *clinux_map_shared(int fd, size_t size, int is_writable) {
    void *memory = mmap(NULL, size, PROT_READ | (is_writable ? PROT_WRITE : 0), MAP_SHARED, fd, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

// A sequence lock over 64-bit words, of which the third is the sequence: odd while they are written. Who changes an order
// here runs Tests/PosePage/model.py, which knows these two functions by their steps.
//
// The fence keeps what is written behind the odd sequence; the release keeps it before the even one.
static inline void clinux_write_page(void *page, const void *image, size_t words) {
    uint64_t *to = page, word;
    uint64_t sequence = __atomic_load_n(to + 2, __ATOMIC_RELAXED);
    __atomic_store_n(to + 2, sequence + 1, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_RELEASE);
    for (size_t index = 0; index < words; index++) {
        if (index == 2) continue;
        memcpy(&word, (const char *)image + 8 * index, 8);
        __atomic_store_n(to + index, word, __ATOMIC_RELAXED);
    }
    __atomic_store_n(to + 2, sequence + 2, __ATOMIC_RELEASE);
}
// 1 where the copy is whole; 0 where the writer was at it all the time: never waits for it.
static inline int clinux_read_page(const void *page, void *copy, size_t words) {
    const uint64_t *from = page;
    for (int tries = 0; tries < 1000; tries++) {
        uint64_t sequence = __atomic_load_n(from + 2, __ATOMIC_ACQUIRE), word;
        if (sequence & 1) continue;
        for (size_t index = 0; index < words; index++) {
            word = __atomic_load_n(from + index, __ATOMIC_RELAXED);
            memcpy((char *)copy + 8 * index, &word, 8);
        }
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
        if (__atomic_load_n(from + 2, __ATOMIC_RELAXED) == sequence) return 1;
    }
    return 0;
}

// sendmsg(2) with a descriptor (SCM_RIGHTS, unix(7)), which goes with the first byte; never blocks.
static inline ssize_t clinux_send_descriptor(int fd, const void *bytes, size_t size, int passed) {
    struct iovec part = {(void *)bytes, size};
    union { struct cmsghdr header; char bytes[CMSG_SPACE(sizeof(int))]; } control;
    memset(&control, 0, sizeof control);
    struct msghdr message = {0};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = &control;
    message.msg_controllen = sizeof control;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &passed, sizeof passed);
    return sendmsg(fd, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
}
// recvmsg(2) with at most one descriptor, which closes on exec; -1 in *passed where none came, and others are closed.
static inline ssize_t clinux_receive_descriptor(int fd, void *bytes, size_t size, int *passed) {
    struct iovec part = {bytes, size};
    union { struct cmsghdr header; char bytes[CMSG_SPACE(8 * sizeof(int))]; } control;
    struct msghdr message = {0};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = &control;
    message.msg_controllen = sizeof control;
    *passed = -1;
    ssize_t count = recvmsg(fd, &message, MSG_DONTWAIT | 0x40000000 /* MSG_CMSG_CLOEXEC */);
    if (count < 0) return count;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        size_t found = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t index = 0; index < found; index++) {
            int got;
            memcpy(&got, CMSG_DATA(header) + index * sizeof(int), sizeof got);
            if (*passed >= 0) close(*passed);
            *passed = got;
        }
    }
    return count;
}
