// The functions of formatted output that glibc's headers call in place of the usual ones (-D_FORTIFY_SOURCE), by those.
//
// Debian's libevdev.a calls them; a name that is missing here ends the static link. It passes no structure of the C library's
// own from the parts that are linked, so that nothing else of it depends on which library that is. No header is needed, as
// there may be none of either library for whoever compiles this.
typedef __builtin_va_list va_list;
typedef __SIZE_TYPE__ size_t;
struct file;

extern int vasprintf(char **text, const char *format, va_list arguments);
extern int vfprintf(struct file *file, const char *format, va_list arguments);
extern int vsnprintf(char *text, size_t size, const char *format, va_list arguments);
extern void abort(void) __attribute__((noreturn));

int __asprintf_chk(char **text, int flag, const char *format, ...) {
    (void)flag;
    va_list arguments;
    __builtin_va_start(arguments, format);
    int count = vasprintf(text, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

int __vfprintf_chk(struct file *file, int flag, const char *format, va_list arguments) {
    (void)flag;
    return vfprintf(file, format, arguments);
}

int __fprintf_chk(struct file *file, int flag, const char *format, ...) {
    (void)flag;
    va_list arguments;
    __builtin_va_start(arguments, format);
    int count = vfprintf(file, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

// `room` is what the compiler knows of the buffer: more than that is a fault of the caller's.
int __snprintf_chk(char *text, size_t size, int flag, size_t room, const char *format, ...) {
    (void)flag;
    if (size > room) abort();
    va_list arguments;
    __builtin_va_start(arguments, format);
    int count = vsnprintf(text, size, format, arguments);
    __builtin_va_end(arguments);
    return count;
}
