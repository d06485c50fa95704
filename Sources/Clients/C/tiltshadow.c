/* tiltshadow.c: see tiltshadow.h. POSIX threads are not used; Linux is (epoll, timerfd). Apache-2.0. */
#define _GNU_SOURCE
#include "tiltshadow.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#ifndef F_GET_SEALS /* before glibc 2.27 */
#define F_GET_SEALS 1034
#define F_SEAL_SHRINK 2
#endif

#ifndef TILTSHADOW_SECOND_MS
#define TILTSHADOW_SECOND_MS 1000 /* less in tests, which do not wait for it */
#endif

#define FIRST_REQUEST "{\"type\":\"subscribe\",\"id\":\"options\"}"
/* The head of the longest change: ids begin at FIRST_CHANGE. */
#define LONGEST_CHANGE "{\"type\":\"subscribe\",\"id\":9999999999}"

enum { PROTOCOL = 1, LONGEST_LINE = 4096 /* LF included */ };
/* See CLIENTS of tiltshadow-protocol(7). */
enum { HELLO_TIMEOUT_MS = 5 * TILTSHADOW_SECOND_MS, SILENCE_TIMEOUT_MS = 3 * TILTSHADOW_SECOND_MS };
enum { FIRST_PAUSE_MS = TILTSHADOW_SECOND_MS / 10, LONGEST_PAUSE_MS = 5 * TILTSHADOW_SECOND_MS };
enum { ENOUGH_FOR_A_QUEUE = 3, LAG_TIMEOUT_MS = 40, MOST_OKS = 4 /* that wait for a frame to tell of them */ };
enum { FIRST_CHANGE = 1000000001 /* the id of the first change of options */ };
enum { CHANGE_PAUSE_MS = TILTSHADOW_SECOND_MS * 3 / 100 }; /* from one to the next: a daemon takes 50 requests a second */
enum { PAGE_BYTES = 128 };
enum { DEEPEST = 8 }; /* levels of JSON that a daemon reads */
enum { MOST_BYTES = 65536 }; /* that one call reads: a daemon's socket holds less, and one that floods must not hold us */

/* A change of options that the daemon has not taken or refused yet. */
struct change {
    struct change *later;
    int64_t id;
    char options[];
};

struct tiltshadow {
    int epoll, timer, socket; /* socket: -1 while there is no connection */
    pid_t process; /* that connected it */
    struct sockaddr_un address;
    bool looks; /* no path was given: with each attempt the socket is looked for anew */
    char request[LONGEST_LINE]; /* the first of each connection: the options of the beginning, and what was taken since */
    struct change *changes; /* the oldest, which is the one that is asked for */
    bool is_asked;          /* it is, of this connection */
    int64_t ask_at_ms; /* when more may be asked of it */
    int64_t last_id;
    char message[288];
    char input[LONGEST_LINE + 1]; /* and a NUL */
    size_t length;
    int pause_ms;
    int rotation;     /* degrees, of the last tiltshadow_turn(); -1 where other options have had a word since, or there was none */
    int64_t heard_ms; /* when the daemon said something last, or the connection was made */
    bool is_paused;   /* no frames are due, by the daemon's last word: the program has paused them, or reads a page */
    bool has_paused;  /* it has, by its own last word, which the daemon may not have answered yet, and the next is told */
    bool is_away;     /* nor are they while another user sits in front: until the next one comes */
    bool has_resumed; /* the program wants them again, and the daemon's word of that is still to come */
    bool tried, greeted, failed, has_gyroscope;
    unsigned sensor_count;
    struct tiltshadow_frame oks[MOST_OKS + 1]; /* what frames have of an ok: the last told of, and those that wait */
    size_t ok_count;                           /* of those that wait */
    bool is_subscribing; /* until the daemon has taken the options, frames are made by its defaults */
    bool has_taken;      /* of some connection the daemon has taken the options: refused later, they are asked for again */
    double map_hz;                 /* 0 where the program wants frames */
    bool map_rests, has_map_changed; /* which of the two, or how often, is still to be asked for */
    enum { NOT_MAPPED, ASKED, MAPPED, REFUSED } mapping; /* of this connection */
    int passed;                    /* a descriptor that came and was not told of yet; -1 for none */
    const void *page, *last_page;  /* the one before it stays mapped: another thread may be reading it */
    bool has_parted; /* the daemon's last line said why it will end the connection; it is the message */
    struct tiltshadow_look look;
    bool has_look; /* the daemon has told of it */
};

static const int64_t FARTHEST_NS = (int64_t)1 << 62;

static const char *skip_space(const char *at) { return at + strspn(at, " \t\r\n"); }

/* JSON may be written over several lines, a request may not. A line break within a text would be no JSON. */
static void flatten(char *text) {
    for (; (text = strpbrk(text, "\r\n")); text++) *text = ' ';
}

/* After the value that begins at `at`; NULL where it is not whole. Nested values are stepped over, not checked. */
static const char *skip_value(const char *at) {
    int depth = 0;
    do {
        at = skip_space(at);
        if (*at == '"') {
            for (at++; *at && *at != '"'; at++)
                if (*at == '\\' && !*++at) return NULL;
            if (*at++ != '"') return NULL;
        } else if (*at == '{' || *at == '[') {
            depth++, at++;
        } else if (*at == '}' || *at == ']' || *at == ',' || *at == ':') {
            if (depth == 0) return NULL;
            depth -= *at == '}' || *at == ']';
            at++;
        } else {
            size_t word = strcspn(at, "\"{}[],: \t\r\n");
            if (word == 0) return NULL;
            at += word;
        }
    } while (depth > 0);
    return at;
}

/* A member of an object: its name, in quotes, and its value. */
struct member {
    const char *name, *value;
    size_t length; /* of the name, quotes included */
};

/* The member behind an object's brace or comma, which becomes what stands behind it; false where there is no whole one. */
static bool next_member(const char **at, struct member *member) {
    if (**at != '{' && **at != ',') return false;
    const char *name = skip_space(*at + 1), *colon, *end;
    if (*name != '"' || !(colon = skip_value(name)) || *skip_space(colon) != ':') return false;
    *member = (struct member){name, skip_space(skip_space(colon) + 1), (size_t)(colon - name)};
    *at = (end = skip_value(member->value)) ? skip_space(end) : "";
    return true;
}

static const char *find_member(const char *object, const char *name, size_t length) {
    const char *at = skip_space(object);
    for (struct member member; next_member(&at, &member);)
        if (member.length == length && memcmp(member.name, name, length) == 0) return member.value;
    return NULL;
}

/* The value of a key of the object itself, not of one inside it; NULL where there is none. */
static const char *find(const char *object, const char *key) {
    char name[32];
    return find_member(object, name, (size_t)snprintf(name, sizeof name, "\"%s\"", key));
}

/* Writes an object of both's members, those of `later` where both have one; as with the daemon, a rate without a phase gives that
 * up. False where it is longer than a request. */
static bool merge(char merged[LONGEST_LINE], const char *object, const char *later) {
    size_t length = 0;
    bool ends_phase = find(later, "rate_hz");
    for (int part = 0; part < 2; part++) {
        const char *at = skip_space(part ? later : object);
        for (struct member member; next_member(&at, &member);) {
            bool is_replaced = find_member(later, member.name, member.length) ||
                               (ends_phase && member.length == 10 && memcmp(member.name, "\"phase_ns\"", 10) == 0);
            const char *end = skip_value(member.value);
            if (!end || (part == 0 && is_replaced)) continue;
            int size = (int)(end - member.name);
            length += (size_t)snprintf(merged + length, LONGEST_LINE - length, "%c%.*s", length ? ',' : '{', size, member.name);
            if (length > LONGEST_LINE - 3) return false; /* a brace, a line feed and a NUL */
        }
    }
    strcpy(merged + length, length ? "}" : "{}");
    return true;
}

/* strtod(3) reads 1,5 in a locale with a decimal comma, and 1.5 as 1. */
static bool read_number(const char *at, double *number) {
    bool negative = at && *at == '-';
    if (!at || at[negative] < '0' || at[negative] > '9') return false;
    double value = 0, scale = 1;
    for (at += negative; *at >= '0' && *at <= '9'; at++) value = value * 10 + (*at - '0');
    if (*at == '.')
        for (at++; *at >= '0' && *at <= '9'; at++)
            if (scale < 1e18 && value < 1e17) value = value * 10 + (*at - '0'), scale *= 10; /* more is beyond a double */
    value /= scale;
    if (*at == 'e' || *at == 'E') {
        long exponent = strtol(at + 1, NULL, 10);
        if (exponent > 400 || exponent < -400) return false; /* no number of the protocol; 0e9999999999 would go on and on */
        for (; exponent > 0 && value > 0 && value - value == 0; exponent--) value *= 10;
        for (; exponent < 0 && value > 1e-300; exponent++) value /= 10;
    }
    if (value - value != 0) return false; /* 1e999, or 400 digits: too large to be meant */
    *number = negative ? -value : value;
    return true;
}

static bool number(const char *object, const char *key, double *value) { return read_number(find(object, key), value); }

/* A whole number: as a double, t_ns would lose its last digits after 104 days. No clock is 146 years from its zero. */
static bool integer(const char *object, const char *key, int64_t *value) {
    const char *at = find(object, key);
    if (!at || (*at != '-' && (*at < '0' || *at > '9'))) return false;
    char *end;
    int64_t whole = strtoll(at, &end, 10);
    if (end == at || *end == '.' || *end == 'e' || *end == 'E' || whole <= -FARTHEST_NS || whole >= FARTHEST_NS) return false;
    *value = whole;
    return true;
}

/* A JSON number holds no larger count exactly (RFC 8259, section 6). */
static bool count_of(const char *object, const char *key, uint64_t *value) {
    int64_t count;
    if (!integer(object, key, &count) || count < 0 || count > (int64_t)1 << 53) return false;
    *value = (uint64_t)count;
    return true;
}

/* No offset, angle or force is larger, whatever its unit. */
static bool real(const char *at, double *value) { return read_number(at, value) && *value >= -1e9 && *value <= 1e9; }

/* Three of them, and no more. */
static bool vector(const char *at, double axes[3]) {
    for (int axis = 0; axis < 3; axis++) {
        if (!at || *at != (axis ? ',' : '[') || !real(skip_space(at + 1), &axes[axis])) return false;
        at = skip_space(skip_value(at + 1)); /* what has been read is whole */
    }
    return *at == ']';
}

/* strncmp(3) and not memcmp(3): the buffer may end with the text. */
static bool is_true(const char *value) { return value && strncmp(value, "true", 4) == 0; }

static bool is_text(const char *value, const char *text) {
    size_t length = strlen(text);
    return value && *value == '"' && strncmp(value + 1, text, length) == 0 && value[length + 1] == '"';
}

/* The text of a key, quotes and slashes without their escapes, all others as they are; the whole line where there is none. */
static const char *words_of(const char *line, const char *key, char words[LONGEST_LINE]) {
    const char *at = find(line, key), *end = at ? skip_value(at) : NULL;
    if (!end || *at != '"') return line;
    char *to = words;
    for (at++; at < end - 1; *to++ = *at++) {
        if (*at != '\\') continue;
        if (strchr("\"\\/", at[1])) at++;
        else *to++ = *at++;
    }
    *to = 0;
    return words;
}

/* True for what is not shown but changes what is: C0, DEL, C1, line and paragraph separators, controls of direction. */
static bool is_hidden(unsigned scalar) {
    return scalar < 0x20 || (scalar >= 0x7f && scalar < 0xa0) || scalar == 0x61c || scalar == 0x200e ||
           scalar == 0x200f || (scalar >= 0x2028 && scalar <= 0x202e) || (scalar >= 0x2066 && scalar <= 0x2069);
}

/* The scalar that a text begins with, and how many bytes it has; 0 where that is no UTF-8. */
static int decode(const char *text, unsigned *scalar) {
    const unsigned char *at = (const unsigned char *)text;
    int length = *at < 0x80 ? 1 : *at >= 0xf8 ? 0 : *at >= 0xf0 ? 4 : *at >= 0xe0 ? 3 : *at >= 0xc0 ? 2 : 0;
    *scalar = *at & (length > 1 ? 0x7f >> length : 0x7f);
    for (int index = 1; index < length; index++) {
        if ((at[index] & 0xc0) != 0x80) return 0;
        *scalar = *scalar << 6 | (at[index] & 0x3f);
    }
    bool is_longer = length > 1 && *scalar < (unsigned[]){0x80, 0x800, 0x10000}[length - 2]; /* than it need be */
    return is_longer || *scalar > 0x10ffff || (*scalar >= 0xd800 && *scalar < 0xe000) ? 0 : length;
}

/* Appends a stranger's text as a terminal may show it, as far as there is room; where it ends. */
static char *show(char *to, const char *end, const char *text) {
    while (*text) {
        unsigned scalar;
        int length = decode(text, &scalar);
        char shown[16];
        if (length == 0) snprintf(shown, sizeof shown, "?"); /* no UTF-8 */
        else if (is_hidden(scalar)) snprintf(shown, sizeof shown, "\\u{%x}", scalar);
        else snprintf(shown, sizeof shown, "%.*s", length, text);
        size_t size = strlen(shown);
        if ((size_t)(end - to) < size) break;
        to = (char *)memcpy(to, shown, size) + size;
        text += length ? length : 1;
    }
    return to;
}

static void say(struct tiltshadow *self, const char *what, const char *text) {
    char *end = self->message + sizeof self->message - 1;
    *show(show(show(self->message, end, what), end, ": "), end, text) = 0;
}

static void wake_after(struct tiltshadow *self, int milliseconds) {
    struct itimerspec when = {.it_value = {milliseconds / 1000, milliseconds % 1000 * 1000000L}};
    timerfd_settime(self->timer, 0, &when, NULL);
}

static int64_t now_ms(void) {
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

static void forget_replaced(struct tiltshadow *);

static void drop_passed(struct tiltshadow *self) {
    if (self->passed >= 0) close(self->passed);
    self->passed = -1;
}

/* A child of fork(2) holds the socket, too: close(2) alone would end no connection, nor leave the epoll set, which would be
 * readable for ever. A child that closes what it has must not end its parent's. */
static void hang_up(struct tiltshadow *self) {
    if (self->socket < 0) return;
    if (self->process == getpid()) {
        epoll_ctl(self->epoll, EPOLL_CTL_DEL, self->socket, NULL);
        shutdown(self->socket, SHUT_RDWR);
    }
    close(self->socket);
    self->socket = -1;
}

static enum tiltshadow_result lose(struct tiltshadow *self, const char *why) {
    if (!self->has_parted) say(self, self->address.sun_path, why);
    self->has_parted = false;
    hang_up(self);
    self->mapping = NOT_MAPPED;
    drop_passed(self);
    self->length = self->ok_count = 0;
    self->greeted = self->has_gyroscope = self->is_asked = self->has_map_changed = false;
    self->ask_at_ms = 0;
    forget_replaced(self);
    self->oks[0] = (struct tiltshadow_frame){0};
    wake_after(self, self->pause_ms);
    self->pause_ms = 2 * self->pause_ms < LONGEST_PAUSE_MS ? 2 * self->pause_ms : LONGEST_PAUSE_MS;
    return TILTSHADOW_AWAY;
}

static enum tiltshadow_result fail(struct tiltshadow *self, const char *what, const char *text) {
    lose(self, text);
    wake_after(self, 0);
    say(self, what, text);
    self->failed = true;
    return TILTSHADOW_FAILED;
}

/* Sends a request that the program has not written itself, each of which puts the next off: a daemon ends connections that ask
 * for too much. */
static bool send_own(struct tiltshadow *self, const char *request) {
    int64_t now = now_ms();
    self->ask_at_ms = (self->ask_at_ms > now ? self->ask_at_ms : now) + CHANGE_PAUSE_MS;
    return tiltshadow_send(self, request);
}

static void ask_for_page(struct tiltshadow *self) {
    char request[96];
    self->has_map_changed = false;
    int thousandths = (int)(self->map_hz * 1000 + 0.5); /* printf(3) writes 0,5 in some locales */
    snprintf(request, sizeof request, "{\"type\":\"map\",\"id\":\"page\",\"rate_hz\":%d.%03d%s}", thousandths / 1000,
             thousandths % 1000, self->map_rests ? ",\"when\":\"changed\"" : "");
    if (send_own(self, request)) self->mapping = ASKED;
}

/* A page ends with a pause. */
static void ask_for_frames(struct tiltshadow *self) {
    self->has_map_changed = false;
    send_own(self, "{\"type\":\"pause\"}");
    send_own(self, "{\"type\":\"resume\"}");
}

static void ask_for_change(struct tiltshadow *self) {
    char head[64], request[LONGEST_LINE];
    self->is_asked = true;
    snprintf(head, sizeof head, "{\"type\":\"subscribe\",\"id\":%lld}", (long long)self->changes->id);
    /* The next read hears of a failure, and the next connection asks again. */
    if (merge(request, head, self->changes->options)) send_own(self, request);
}

/* Asks for what waits, one after the other, and not at once. */
static void ask(struct tiltshadow *self) {
    bool asks_map = self->has_map_changed && !(self->map_hz > 0 && self->mapping == ASKED);
    if (self->socket < 0 || (!asks_map && (!self->changes || self->is_asked))) return;
    int64_t now = now_ms();
    if (now < self->ask_at_ms) {
        wake_after(self, (int)(self->ask_at_ms - now)); /* be_patient() sets it as it was */
        return;
    }
    if (!asks_map) ask_for_change(self);
    else if (self->map_hz > 0) ask_for_page(self);
    else ask_for_frames(self);
    ask(self); /* the rest, later */
}

/* True where later changes name all that this one does; what names nothing asks what holds, and the last that does is enough. */
static bool is_replaced(const struct change *change) {
    const char *at = change->options;
    bool names = false;
    for (struct member member; next_member(&at, &member); names = true) {
        const struct change *later = change->later;
        while (later && !find_member(later->options, member.name, member.length)) later = later->later;
        if (!later) return false;
    }
    const struct change *later = change->later;
    while (later && !names && strcmp(later->options, "{}") != 0) later = later->later;
    return names || later;
}

/* Leaves what was asked for, and the newest of each option. */
static void forget_replaced(struct tiltshadow *self) {
    for (struct change **at = &self->changes; *at;) {
        struct change *change = *at;
        if ((self->is_asked && change == self->changes) || !is_replaced(change)) {
            at = &change->later;
            continue;
        }
        *at = change->later;
        free(change);
    }
}

/* False where its path is too long. */
static bool find_socket(struct tiltshadow *self, const char *path) {
    /* A directory of its own since 0.2, as a sandbox can be shown one and sees a new socket in it; before, the bare file. */
    static const char *const places[] = {"%s/tiltshadow/tiltshadow.sock", "%s/tiltshadow.sock"};
    size_t size = sizeof self->address.sun_path;
    self->address.sun_family = AF_UNIX;
    self->looks = !path || !*path;
    if (self->looks) path = getenv("TILTSHADOW_SOCKET");
    if (path && *path) return (size_t)snprintf(self->address.sun_path, size, "%s", path) < size;
    const char *directory = getenv("XDG_RUNTIME_DIR");
    for (size_t i = 0; directory && *directory && i < sizeof places / sizeof *places; i++)
        if ((size_t)snprintf(self->address.sun_path, size, places[i], directory) < size &&
            access(self->address.sun_path, F_OK) == 0)
            return true;
    strcpy(self->address.sun_path, "/run/tiltshadow/tiltshadow.sock");
    return true;
}

/* Of any file but a socket the kernel says that the connection was refused. */
static const char *refusal(const struct tiltshadow *self) {
    int error = errno;
    struct stat file;
    bool is_file = error == ECONNREFUSED && stat(self->address.sun_path, &file) == 0 && !S_ISSOCK(file.st_mode);
    return is_file ? "this is no socket" : strerror(error);
}

/* A Unix socket connects at once or not at all, except where the daemon's backlog is full (EAGAIN). */
static enum tiltshadow_result join(struct tiltshadow *self) {
    uint64_t expirations;
    bool is_time = read(self->timer, &expirations, sizeof expirations) > 0;
    if (self->tried && !is_time) return TILTSHADOW_AWAY;
    self->tried = true;
    if (self->looks && !find_socket(self, NULL)) return lose(self, "the path of the socket is too long");
    self->process = getpid();
    self->socket = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    struct epoll_event event = {.events = EPOLLIN};
    if (self->socket < 0 || connect(self->socket, (struct sockaddr *)&self->address, sizeof self->address) != 0 ||
        epoll_ctl(self->epoll, EPOLL_CTL_ADD, self->socket, &event) != 0)
        return lose(self, refusal(self));
    self->is_paused = self->is_away = self->has_resumed = false;
    self->heard_ms = now_ms();
    wake_after(self, HELLO_TIMEOUT_MS);
    self->is_subscribing = self->request[0];
    /* Who has hung up already has said why before: that is read next. */
    if (self->request[0] && !tiltshadow_send(self, self->request) && errno != EPIPE && errno != ECONNRESET)
        return lose(self, "cannot send the options");
    ask(self);
    if (self->has_paused) tiltshadow_send(self, "{\"type\":\"pause\"}");
    else if (self->map_hz > 0) ask_for_page(self);
    return TILTSHADOW_NOTHING;
}

static bool are_due(const struct tiltshadow *self) { return !self->is_paused && !self->is_away; }

/* AWAY where the daemon has said nothing for too long. What has come was read before: the program itself may have slept. */
static enum tiltshadow_result be_patient(struct tiltshadow *self) {
    uint64_t expirations;
    if (read(self->timer, &expirations, sizeof expirations) <= 0 || !are_due(self)) return TILTSHADOW_NOTHING;
    int64_t left = self->heard_ms + (self->greeted ? SILENCE_TIMEOUT_MS : HELLO_TIMEOUT_MS) - now_ms();
    if (left <= 0) return lose(self, self->greeted ? "the daemon hangs" : "it accepted the connection and says nothing");
    wake_after(self, (int)left);
    return TILTSHADOW_NOTHING;
}

/* Leaves out what is no frame; an optional field that cannot be is as if it were absent. */
static void read_frame(const char *line, struct tiltshadow_frame *frame, int *count) {
    static const char *const states[] = {"none", "stale", "tracking"};
    struct tiltshadow_frame next = {0};
    const char *state = find(line, "state");
    size_t known = 0;
    while (known < 3 && !is_text(state, states[known])) known++;
    if (known == 3 || !real(find(line, "x"), &next.x) || !real(find(line, "y"), &next.y)) return;
    if (!count_of(line, "seq", &next.seq) || !integer(line, "t_ns", &next.t_ns)) return;
    next.state = (enum tiltshadow_state)known;
    if (!integer(line, "for_ns", &next.for_ns)) next.for_ns = next.t_ns;
    count_of(line, "dropped", &next.dropped);
    if (*count > 0) next.dropped += frame->dropped + 1;
    next.has_tilt = real(find(line, "pitch_rad"), &next.pitch_rad) && real(find(line, "roll_rad"), &next.roll_rad);
    next.has_up = vector(find(line, "up"), next.up);
    next.is_still = is_true(find(line, "still"));
    *frame = next;
    if (*count < ENOUGH_FOR_A_QUEUE) ++*count;
}

static void read_sensor(struct tiltshadow *self, const char *line, bool is_new) {
    const char *sensor = find(line, "sensor");
    self->has_gyroscope = is_new && sensor && is_true(find(sensor, "gyro"));
    self->sensor_count += is_new;
}

/* How the shadow is to look: what a line does not say stays as it was. */
static void read_look(struct tiltshadow *self, const char *line) {
    struct tiltshadow_look *look = &self->look;
    static const char *const mappings[] = {"tilt", "projection", "euler"};
    const char *mapping = find(line, "mapping"), *shadow = find(line, "shadow");
    self->has_look = true;
    real(find(line, "gain"), &look->gain);
    real(find(line, "limit"), &look->limit);
    for (int index = 0; index < 3; index++)
        if (is_text(mapping, mappings[index])) look->mapping = (enum tiltshadow_mapping)index;
    if (!shadow) return;
    real(find(shadow, "blur_px"), &look->blur_px);
    real(find(shadow, "opacity"), &look->opacity);
}

/* Whether frames are due, one a second at least. */
static void await_frames(struct tiltshadow *self, bool is_paused, bool is_away) {
    bool were_due = are_due(self);
    self->is_paused = is_paused, self->is_away = is_away;
    if (!were_due && are_due(self)) wake_after(self, SILENCE_TIMEOUT_MS);
}

/* Maps a page to read; what keeps it from being one that this client knows, or NULL. A longer one says more behind it. One that is
 * shorter, or made shorter later, would end this program by SIGBUS. */
static const char *map_page(int descriptor, void **memory) {
    uint32_t head[4];
    struct stat file;
    int seals = fcntl(descriptor, F_GET_SEALS); /* before the size is looked at */
    if (seals < 0 || !(seals & F_SEAL_SHRINK)) return "it is not sealed against shrinking";
    if (fstat(descriptor, &file) != 0) return strerror(errno);
    if (file.st_size < PAGE_BYTES) return "it is shorter than 128 bytes";
    *memory = mmap(NULL, PAGE_BYTES, PROT_READ, MAP_SHARED, descriptor, 0);
    if (*memory == MAP_FAILED) return strerror(errno);
    memcpy(head, *memory, sizeof head);
    if (memcmp(head, "TILTPOSE", 8) == 0 && head[2] == 1 && head[3] >= PAGE_BYTES) return NULL;
    munmap(*memory, PAGE_BYTES);
    return "it is of another version";
}

/* tiltshadow_page() may be asked by any thread meanwhile. */
static void turn_page(struct tiltshadow *self, const void *page) {
    if (self->page) {
        if (self->last_page) munmap((void *)self->last_page, PAGE_BYTES);
        self->last_page = self->page;
    }
    __atomic_store_n(&self->page, page, __ATOMIC_RELEASE);
}

/* From now on nothing comes but news; or frames again, where it is no page. */
static void read_page(struct tiltshadow *self) {
    void *memory = NULL;
    if (self->passed < 0 && self->mapping == MAPPED) return;
    const char *flaw = self->passed < 0 ? "its descriptor has not come along" : map_page(self->passed, &memory);
    drop_passed(self);
    turn_page(self, flaw ? NULL : memory);
    if (flaw) {
        say(self, "cannot read the daemon's page", flaw);
        bool has_paused = self->has_paused;
        send_own(self, "{\"type\":\"pause\"}"); /* the page ends with it */
        if (!has_paused) send_own(self, "{\"type\":\"resume\"}");
        self->mapping = REFUSED;
        return;
    }
    self->mapping = MAPPED;
    self->pause_ms = FIRST_PAUSE_MS;
    self->has_resumed = false;
    await_frames(self, true, self->is_away);
}

/* The daemon has answered the change that was asked for: what it refuses is not kept. */
static void end_change(struct tiltshadow *self, bool is_taken) {
    struct change *change = self->changes;
    char request[LONGEST_LINE];
    if (is_taken && merge(request, self->request[0] ? self->request : FIRST_REQUEST, change->options)) {
        strcpy(self->request, request);
        self->has_taken = true;
    }
    self->changes = change->later;
    free(change);
    self->is_asked = false;
    ask(self);
}

static bool is_of_change(const struct tiltshadow *self, const char *line) {
    int64_t id;
    return self->is_asked && integer(line, "id", &id) && id == self->changes->id;
}

static void read_ok(struct tiltshadow *self, const char *line) {
    bool is_paused = is_true(find(line, "paused"));
    if (is_paused && self->mapping != REFUSED) self->mapping = NOT_MAPPED;
    if (is_paused) self->pause_ms = FIRST_PAUSE_MS;
    else self->has_resumed = false;
    /* One of before it was told to go on: what comes behind that is due all the same. */
    await_frames(self, (is_paused && !self->has_resumed) || self->mapping == MAPPED, self->is_away);
    if (self->ok_count == MOST_OKS) memmove(self->oks + 1, self->oks + 2, --self->ok_count * sizeof *self->oks);
    struct tiltshadow_frame *ok = &self->oks[++self->ok_count];
    *ok = (struct tiltshadow_frame){0}; /* it names all options in force */
    read_look(self, line);
    integer(line, "id", &ok->ok_id);
    number(line, "rate_hz", &ok->rate_hz);
    ok->is_phased = integer(line, "phase_ns", &ok->phase_ns);
    if (is_of_change(self, line)) end_change(self, true);
    const char *ignored = find(line, "ignored"), *end = ignored ? skip_value(ignored) : NULL;
    char words[LONGEST_LINE];
    if (end) {
        snprintf(words, sizeof words, "%.*s", (int)(end - ignored), ignored);
        say(self, "the daemon does not know these options", words);
    }
    if (!is_text(find(line, "id"), "options")) return;
    self->is_subscribing = false;
    self->has_taken = true;
}

/* Hands the newest frame out, and with it the oldest ok that no frame has told of. */
static enum tiltshadow_result give(struct tiltshadow *self, struct tiltshadow_frame newest, struct tiltshadow_frame *frame) {
    struct tiltshadow_frame *ok = self->oks;
    if (self->ok_count > 0) memmove(ok, ok + 1, self->ok_count-- * sizeof *ok);
    *frame = newest;
    frame->ok_id = ok->ok_id, frame->rate_hz = ok->rate_hz, frame->is_phased = ok->is_phased, frame->phase_ns = ok->phase_ns;
    return TILTSHADOW_FRAME;
}

/* True where the caller has paused: frames queued, and the daemon sends the newest as soon as there is room for it. */
static bool lags(const struct tiltshadow_frame *frame, int count) {
    struct timespec now;
    if (count < ENOUGH_FOR_A_QUEUE || clock_gettime(CLOCK_MONOTONIC, &now) != 0) return false;
    /* Of what a stranger gave as a time, nothing is subtracted. */
    return frame->t_ns < now.tv_sec * 1000000000LL + now.tv_nsec - 100000000LL;
}

/* False where the connection is of no use. */
static bool take(struct tiltshadow *self, const char *line, struct tiltshadow_frame *frame, int *count) {
    const char *end = skip_value(line), *type = find(line, "type");
    if (self->greeted && (!end || *skip_space(end) || !type || *type != '"')) return true; /* one broken line is no reason to stop */
    if (self->greeted) self->heard_ms = now_ms();
    char words[LONGEST_LINE];
    double version = 0;
    self->has_parted = is_text(type, "error") || is_text(type, "goodbye");
    if (!self->greeted && !is_text(type, "error")) {
        if (!is_text(type, "hello")) return fail(self, "this is no tiltshadow socket: it says", line), false;
        if (!number(line, "protocol", &version) || version != (double)PROTOCOL)
            return fail(self, "the daemon speaks another version of the protocol", line), false;
        self->greeted = true;
        self->heard_ms = now_ms();
        double gain = self->look.gain;
        read_look(self, line);
        if (self->has_taken) self->look.gain = gain; /* of options that are asked for again */
        read_sensor(self, line, true);
    } else if (is_text(type, "frame")) {
        if (self->is_subscribing) return true;
        self->pause_ms = FIRST_PAUSE_MS; /* not by hello: who greets and ends, again and again, is not to be asked so often */
        await_frames(self, false, false);
        bool may_ask = self->map_hz > 0 && !self->has_paused; /* this frame may be of before a pause, which asking would end */
        if (may_ask && (self->mapping == NOT_MAPPED || self->mapping == MAPPED)) {
            self->has_map_changed = true;
            ask(self);
        }
        read_frame(line, frame, count);
    } else if (is_text(type, "sensor")) {
        read_sensor(self, line, is_text(find(line, "event"), "found"));
    } else if (is_text(type, "page")) {
        read_page(self);
    } else if (is_text(type, "ok")) {
        read_ok(self, line);
    } else if (is_text(type, "error")) {
        const char *text = words_of(line, "message", words), *id = find(line, "id");
        if (!self->greeted) { /* another user sits in front, or there is no room */
            say(self, "the daemon says", text);
            return lose(self, text), false;
        }
        if (!id && is_text(find(line, "code"), "not-permitted")) await_frames(self, self->is_paused, true);
        if (id && is_text(id, "page")) {
            self->mapping = is_text(find(line, "code"), "not-permitted") ? NOT_MAPPED : REFUSED;
            if (self->has_resumed) send_own(self, "{\"type\":\"resume\"}"); /* asked for out of a pause: frames, then */
        }
        bool is_unread = !id && is_text(find(line, "code"), "not-json"); /* what is no JSON has no id */
        bool is_first = is_text(id, "options") || (is_unread && self->is_subscribing);
        if (is_of_change(self, line) || (is_unread && !is_first && self->is_asked)) end_change(self, false);
        if (is_first && !self->has_taken) return fail(self, "the daemon refused the options", text), false;
        say(self, is_first ? "the daemon refused the options" : "the daemon says", text);
        if (is_first) return lose(self, text), false;
    } else if (is_text(type, "goodbye")) {
        say(self, "the daemon ended the connection", words_of(line, "reason", words));
    }
    return true;
}

/* recvmsg(2): a descriptor comes with the first byte of the line that tells of it. All but the last that came are closed: there is
 * room for more than one where CMSG_SPACE rounds up. */
static ssize_t receive(struct tiltshadow *self) {
    struct iovec bytes = {self->input + self->length, sizeof self->input - 1 - self->length};
    union { struct cmsghdr header; char bytes[CMSG_SPACE(sizeof(int))]; } control;
    struct msghdr message = {.msg_iov = &bytes, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    ssize_t count = recvmsg(self->socket, &message, MSG_CMSG_CLOEXEC);
    struct cmsghdr *header = count < 0 ? NULL : CMSG_FIRSTHDR(&message);
    for (; header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        for (size_t at = CMSG_LEN(0); at + sizeof(int) <= header->cmsg_len; at += sizeof(int)) {
            drop_passed(self);
            memcpy(&self->passed, (char *)header + at, sizeof(int));
        }
    }
    return count;
}

enum tiltshadow_result tiltshadow_read(struct tiltshadow *self, struct tiltshadow_frame *frame) {
    if (self->failed) return TILTSHADOW_FAILED;
    enum tiltshadow_result joined = self->socket < 0 ? join(self) : TILTSHADOW_NOTHING;
    if (joined != TILTSHADOW_NOTHING) return joined;
    struct tiltshadow_frame newest;
    int frames = 0;
    size_t taken = 0;
    bool has_waited = false;
    for (;;) {
        if (taken >= MOST_BYTES) { /* the rest is still there for the next call */
            ask(self);
            return frames > 0 ? give(self, newest, frame) : TILTSHADOW_NOTHING;
        }
        ssize_t count = receive(self);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && errno == EAGAIN && !has_waited && lags(&newest, frames)) {
            has_waited = true;
            poll(&(struct pollfd){.fd = self->socket, .events = POLLIN}, 1, LAG_TIMEOUT_MS);
            continue;
        }
        /* The end, where it is one, is still there for the next call. */
        if (count <= 0 && frames > 0) {
            if (count < 0) ask(self); /* whoever reads once a picture has a frame each time */
            return give(self, newest, frame);
        }
        if (count < 0 && errno == EAGAIN) {
            enum tiltshadow_result result = be_patient(self);
            ask(self);
            return result;
        }
        if (count <= 0) return lose(self, count == 0 ? "the daemon ended the connection" : strerror(errno));
        self->length += (size_t)count;
        taken += (size_t)count;
        char *line = self->input, *end;
        while ((end = memchr(line, '\n', self->length - (size_t)(line - self->input)))) {
            *end = 0;
            if (!take(self, line, &newest, &frames)) return self->failed ? TILTSHADOW_FAILED : TILTSHADOW_AWAY;
            line = end + 1;
        }
        self->length -= (size_t)(line - self->input);
        memmove(self->input, line, self->length);
        if (self->length == sizeof self->input - 1)
            return fail(self, "this is no tiltshadow socket", "it sent a line of more than 4096 bytes");
    }
}

/* Follows what the program asks for: a daemon that does not answer when it is told to go on hangs. */
static void note_request(struct tiltshadow *self, const char *type) {
    bool pauses = is_text(type, "pause"), resumes = is_text(type, "resume") || (self->has_paused && is_text(type, "map"));
    if (!pauses && !resumes) return;
    self->has_paused = pauses;
    if (pauses) self->has_map_changed = false; /* the frame that comes behind the pause asks for a page */
    if (!self->greeted) return;
    self->has_resumed = !pauses;
    if (pauses && self->mapping == MAPPED) self->mapping = NOT_MAPPED; /* a page ends with it */
    if (pauses || !self->is_paused || self->mapping == MAPPED) return;
    self->heard_ms = now_ms();
    await_frames(self, false, self->is_away);
}

bool tiltshadow_send(struct tiltshadow *self, const char *request) {
    size_t length = strlen(request);
    char line[LONGEST_LINE];
    if (length + 1 > sizeof line) return false;
    memcpy(line, request, length + 1);
    flatten(line);
    note_request(self, find(line, "type"));
    if (self->socket < 0) return false;
    line[length] = '\n';
    return send(self->socket, line, length + 1, MSG_NOSIGNAL) == (ssize_t)length + 1;
}

bool tiltshadow_turn(struct tiltshadow *self, int degrees) {
    if (degrees != 0 && degrees != 90 && degrees != 180 && degrees != 270) return false;
    char options[40];
    if (degrees == self->rotation) return true;
    snprintf(options, sizeof options, "{\"display_rotation\":%d}", degrees);
    if (tiltshadow_subscribe(self, options) == 0) return false;
    self->rotation = degrees;
    return true;
}

bool tiltshadow_map(struct tiltshadow *self, double rate_hz) {
    if (rate_hz != 0 && !(rate_hz >= 1 && rate_hz <= 200)) return false;
    bool was_asked = self->map_hz > 0;
    self->map_hz = rate_hz;
    if (self->socket < 0) {
        self->has_paused = self->has_paused && rate_hz == 0 && !was_asked;
        return true;
    }
    self->has_map_changed = rate_hz > 0 || was_asked;
    ask(self);
    return true;
}

void tiltshadow_map_rests(struct tiltshadow *self, bool rests) { self->map_rests = rests; }

const struct tiltshadow_page *tiltshadow_page(const struct tiltshadow *self) {
    return __atomic_load_n(&self->page, __ATOMIC_ACQUIRE);
}

int tiltshadow_fd(const struct tiltshadow *self) { return self->epoll; }

bool tiltshadow_look(const struct tiltshadow *self, struct tiltshadow_look *look) {
    if (self->has_look) *look = self->look;
    return self->has_look;
}

bool tiltshadow_has_gyroscope(const struct tiltshadow *self) { return self->has_gyroscope; }

unsigned tiltshadow_sensor_count(const struct tiltshadow *self) { return self->sensor_count; }

const char *tiltshadow_message(const struct tiltshadow *self) { return self->message; }

/* After four digits; NULL where they are none. */
static const char *check_quad(const char *at, unsigned *value) {
    char digits[5] = "";
    if (strspn(at, "0123456789abcdefABCDEF") < 4) return NULL;
    *value = (unsigned)strtoul(memcpy(digits, at, 4), NULL, 16);
    return at + 4;
}

/* After a text, its escapes and characters whole. */
static const char *check_text(const char *at) {
    for (at++; *at != '"';) {
        unsigned scalar, low;
        int length = (unsigned char)*at < 0x20 ? 0 : decode(at, &scalar);
        if (length == 0) return NULL;
        at += length;
        if (scalar != '\\') continue;
        if (*at != 'u') {
            if (!*at || !strchr("\"\\/bfnrt", *at++)) return NULL;
            continue;
        }
        if (!(at = check_quad(at + 1, &scalar)) || (scalar >= 0xdc00 && scalar < 0xe000)) return NULL;
        if (scalar < 0xd800 || scalar >= 0xe000) continue;
        if (at[0] != '\\' || at[1] != 'u' || !(at = check_quad(at + 2, &low)) || low < 0xdc00 || low >= 0xe000) return NULL;
    }
    return at + 1;
}

static const char *check_number(const char *at) {
    static const char digits[] = "0123456789";
    double number;
    const char *whole = at + (*at == '-'), *end = whole + strspn(whole, digits);
    if (end == whole || (*whole == '0' && end > whole + 1) || !read_number(at, &number)) return NULL;
    if (*end == '.') {
        size_t count = strspn(end + 1, digits);
        if (count == 0) return NULL;
        end += 1 + count;
    }
    if (*end != 'e' && *end != 'E') return end;
    end += 1 + (end[1] == '+' || end[1] == '-');
    size_t count = strspn(end, digits);
    return count > 0 ? end + count : NULL;
}

/* After a value as strict as the daemon reads it, so many levels deep at most; NULL where it is none. */
static const char *check_value(const char *at, int levels) {
    static const char *const words[] = {"true", "false", "null"};
    at = skip_space(at);
    for (size_t index = 0; index < sizeof words / sizeof *words; index++)
        if (strncmp(at, words[index], strlen(words[index])) == 0) return at + strlen(words[index]);
    if (*at == '"') return check_text(at);
    if (*at != '{' && *at != '[') return check_number(at);
    char end = *at == '{' ? '}' : ']';
    if (levels == 0) return NULL;
    if (*skip_space(at + 1) == end) return skip_space(at + 1) + 1;
    do {
        at = skip_space(at + 1);
        if (end == '}') {
            if (*at != '"' || !(at = check_text(at)) || *(at = skip_space(at)) != ':') return NULL;
            at++;
        }
        if (!(at = check_value(at, levels - 1))) return NULL;
        at = skip_space(at);
    } while (*at == ',');
    return *at == end ? at + 1 : NULL;
}

/* Names are compared as they are written: one with an escape, which none of the protocol needs, could be another's. */
static bool has_escaped_name(const char *object) {
    for (struct member member; next_member(&object, &member);)
        if (memchr(member.name, '\\', member.length)) return true;
    return false;
}

/* One whole JSON object that names neither an id nor a type, without which its answer would not be known. No {"gain":1,5} of some
 * locale, nor nan: the daemon would name a place in a line that the caller has not written, or not say whose it was. */
static bool are_options(const char *text) {
    if (!text) return false;
    text = skip_space(text);
    const char *end = *text == '{' ? check_value(text, DEEPEST) : NULL;
    return end && !*skip_space(end) && !has_escaped_name(text) && !find(text, "id") && !find(text, "type");
}

/* {"rate_hz":60} becomes {"type":"subscribe","id":"options","rate_hz":60}. */
static bool keep_options(struct tiltshadow *self, const char *options) {
    if (!options) return true;
    if (!are_options(options)) return false;
    const char *rest = skip_space(skip_space(options) + 1);
    size_t size = sizeof self->request - 1;
    if ((size_t)snprintf(self->request, size, "{\"type\":\"subscribe\",\"id\":\"options\"%s%s",
                         *rest == '}' ? "" : ",", rest) >= size)
        return false;
    flatten(self->request);
    return true;
}

int64_t tiltshadow_subscribe(struct tiltshadow *self, const char *options) {
    char asked[LONGEST_LINE], request[LONGEST_LINE];
    errno = EINVAL;
    if (!are_options(options) || !merge(asked, "{}", options) ||
        !merge(request, LONGEST_CHANGE, asked) ||
        !merge(request, self->request[0] ? self->request : FIRST_REQUEST, asked)) /* as the next connection is asked */
        return 0;
    flatten(asked);
    struct change *change = malloc(sizeof *change + strlen(asked) + 1), **at = &self->changes;
    if (!change) return 0;
    self->last_id = self->last_id ? self->last_id + 1 : FIRST_CHANGE;
    *change = (struct change){.id = self->last_id};
    strcpy(change->options, asked);
    if (find(asked, "display_rotation")) self->rotation = -1; /* a later word than that of tiltshadow_turn() */
    while (*at) at = &(*at)->later;
    *at = change;
    forget_replaced(self);
    ask(self);
    return self->last_id;
}

struct tiltshadow *tiltshadow_open(const char *path, const char *options) {
    struct tiltshadow *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->socket = self->passed = -1;
    self->pause_ms = FIRST_PAUSE_MS;
    self->rotation = -1;
    self->look = (struct tiltshadow_look){.gain = 10, .limit = 16, .blur_px = 16, .opacity = 0.35};
    self->epoll = epoll_create1(EPOLL_CLOEXEC);
    self->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN};
    bool has_all = self->epoll >= 0 && self->timer >= 0 && epoll_ctl(self->epoll, EPOLL_CTL_ADD, self->timer, &event) == 0;
    if (!has_all || !find_socket(self, path) || !keep_options(self, options)) {
        tiltshadow_close(self);
        if (has_all) errno = EINVAL;
        return NULL;
    }
    wake_after(self, 1); /* readable at once, so that the caller's loop makes the first attempt */
    return self;
}

void tiltshadow_close(struct tiltshadow *self) {
    if (!self) return;
    int error = errno;
    hang_up(self);
    drop_passed(self);
    for (struct change *change = self->changes, *later; change; change = later) later = change->later, free(change);
    if (self->page) munmap((void *)self->page, PAGE_BYTES);
    if (self->last_page) munmap((void *)self->last_page, PAGE_BYTES);
    if (self->timer >= 0) close(self->timer);
    if (self->epoll >= 0) close(self->epoll);
    free(self);
    errno = error;
}
