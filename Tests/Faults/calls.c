/* calls: the functions that are counted and may fail, each with the errors it is tried with. */
#define _GNU_SOURCE
#include "faults.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <unistd.h>

/* The function that would have been called: libumockdev-preload's where that is preloaded as well. */
#define NEXT(name, ...) (((__typeof__(&name))dlsym(RTLD_NEXT, #name))(__VA_ARGS__))

#define WRAP(type, failure, name, kinds_, fd_, path_, size_, parameters, ...)                                          \
    type name parameters {                                                                                             \
        struct fault_call call = {#name, kinds_, fd_, path_, size_};                                                   \
        return fault_at(&call) ? (failure) : NEXT(name, __VA_ARGS__);                                                  \
    }

/* A transfer, a call on a descriptor, a call on a path, a call on nothing. */
#define TRANSFER(name, kinds, parameters, ...) WRAP(ssize_t, -1, name, "short " kinds, fd, NULL, &n, parameters, __VA_ARGS__)
#define ON_FD(name, kinds, parameters, ...) WRAP(int, -1, name, kinds, fd, NULL, NULL, parameters, __VA_ARGS__)
#define ON_PATH(name, kinds, parameters, ...) WRAP(int, -1, name, kinds, -1, path, NULL, parameters, __VA_ARGS__)
#define MAKES(name, kinds, parameters, ...) WRAP(int, -1, name, kinds, -1, NULL, NULL, parameters, __VA_ARGS__)

TRANSFER(read, "EINTR EAGAIN EIO ENODEV ENOMEM", (int fd, void *b, size_t n), fd, b, n)
TRANSFER(pread, "EINTR EAGAIN EIO ENODEV", (int fd, void *b, size_t n, off_t o), fd, b, n, o)
TRANSFER(recv, "EINTR EAGAIN ECONNRESET ENOMEM", (int fd, void *b, size_t n, int f), fd, b, n, f)
TRANSFER(write, "EINTR EAGAIN EIO ENOSPC EPIPE", (int fd, const void *b, size_t n), fd, b, n)
TRANSFER(send, "EINTR EAGAIN ENOBUFS ENOMEM EPIPE", (int fd, const void *b, size_t n, int f), fd, b, n, f)
WRAP(ssize_t, -1, sendto, "EINTR EAGAIN ENOBUFS ECONNREFUSED", fd, NULL, NULL,
    (int fd, const void *b, size_t n, int f, const struct sockaddr *a, socklen_t l), fd, b, n, f, a, l)
WRAP(ssize_t, -1, recvmsg, "EINTR EAGAIN ENOBUFS ENOMEM", fd, NULL, NULL, (int fd, struct msghdr *m, int f), fd, m, f)

/* Where a descriptor goes along; without one it is a thread's own word, of which rows are written. */
ssize_t sendmsg(int fd, const struct msghdr *m, int f) {
    struct fault_call call = {"sendmsg", "EINTR EAGAIN ENOBUFS ENOMEM EPERM", fd, NULL, NULL};
    return m->msg_control && fault_at(&call) ? -1 : NEXT(sendmsg, fd, m, f);
}

ON_FD(accept4, "EINTR EAGAIN ECONNABORTED EMFILE ENFILE ENOBUFS ENOMEM EIO",
    (int fd, struct sockaddr *a, socklen_t *l, int f), fd, a, l, f)
ON_FD(bind, "ENOMEM EADDRINUSE ENOSPC EACCES", (int fd, const struct sockaddr *a, socklen_t l), fd, a, l)
ON_FD(connect, "EINTR EAGAIN ECONNREFUSED", (int fd, const struct sockaddr *a, socklen_t l), fd, a, l)
ON_FD(listen, "EADDRINUSE", (int fd, int n), fd, n)
ON_FD(getsockopt, "ENOMEM", (int fd, int l, int o, void *v, socklen_t *n), fd, l, o, v, n)
ON_FD(setsockopt, "ENOMEM", (int fd, int l, int o, const void *v, socklen_t n), fd, l, o, v, n)
ON_FD(epoll_wait, "EINTR ENOMEM", (int fd, struct epoll_event *e, int n, int t), fd, e, n, t)
ON_FD(epoll_ctl, "ENOMEM ENOSPC", (int fd, int o, int w, struct epoll_event *e), fd, o, w, e)
ON_FD(timerfd_settime, "ENOMEM", (int fd, int f, const struct itimerspec *s, struct itimerspec *o), fd, f, s, o)
ON_FD(fdatasync, "EINTR EIO ENOSPC", (int fd), fd)
ON_FD(ftruncate, "EINTR EIO", (int fd, off_t n), fd, n)
ON_FD(fstat, "ENOMEM EIO", (int fd, struct stat *s), fd, s)
ON_FD(flock, "EINTR ENOLCK ENOMEM", (int fd, int o), fd, o)

ON_PATH(chmod, "EIO ENOMEM EACCES", (const char *path, mode_t m), path, m)
ON_PATH(lchown, "EIO ENOMEM EACCES", (const char *path, uid_t u, gid_t g), path, u, g)
ON_PATH(lstat, "EIO ENOMEM", (const char *path, struct stat *s), path, s)
ON_PATH(stat, "EIO ENOMEM", (const char *path, struct stat *s), path, s)
ON_PATH(access, "EIO ENOMEM", (const char *path, int m), path, m)
ON_PATH(unlink, "EIO EBUSY", (const char *path), path)
ON_PATH(rename, "EIO ENOSPC", (const char *path, const char *to), path, to)
WRAP(DIR *, NULL, opendir, "EMFILE ENOMEM EIO", -1, path, NULL, (const char *path), path)
WRAP(ssize_t, -1, readlink, "EIO ENOMEM", -1, path, NULL, (const char *path, char *b, size_t n), path, b, n)

MAKES(socket, "EMFILE ENFILE ENOBUFS ENOMEM", (int d, int t, int p), d, t, p)
MAKES(socketpair, "EMFILE ENOMEM", (int d, int t, int p, int v[2]), d, t, p, v)
MAKES(epoll_create1, "EMFILE ENOMEM", (int f), f)
MAKES(timerfd_create, "EMFILE ENOMEM ENODEV", (int c, int f), c, f)
MAKES(signalfd, "EMFILE ENOMEM ENODEV", (int s, const sigset_t *m, int f), s, m, f)
MAKES(poll, "EINTR", (struct pollfd *p, nfds_t n, int t), p, n, t)

#define OPEN_KINDS "EINTR EMFILE ENFILE ENOMEM EIO ENODEV ENOSPC EACCES"

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    struct fault_call call = {"open", OPEN_KINDS, -1, path, NULL};
    return fault_at(&call) ? -1 : NEXT(open, path, flags, mode);
}

int openat64(int directory, const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    struct fault_call call = {"openat64", OPEN_KINDS, -1, path, NULL};
    return fault_at(&call) ? -1 : NEXT(openat64, directory, path, flags, mode);
}

int ioctl(int fd, unsigned long request, ...) {
    va_list rest;
    va_start(rest, request);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    struct fault_call call = {"ioctl", "EINTR EIO ENODEV ENOMEM", fd, NULL, NULL};
    return fault_at(&call) ? -1 : NEXT(ioctl, fd, request, argument);
}

int fcntl(int fd, int command, ...) {
    va_list rest;
    va_start(rest, command);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    struct fault_call call = {"fcntl", "EMFILE", fd, NULL, NULL};
    return fault_at(&call) ? -1 : NEXT(fcntl, fd, command, argument);
}

int pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *x) {
    struct fault_call call = {"pthread_create", "EAGAIN", -1, NULL, NULL};
    int number = fault_at(&call);
    return number ? number : NEXT(pthread_create, t, a, f, x);
}
