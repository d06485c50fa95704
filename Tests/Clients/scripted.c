/* scripted: the C client against a daemon that says what this file wants; prints "pass N" where all of it holds. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tiltshadow.h"
#include "tiltshadow_pose.h"

#define HELLO "{\"type\":\"hello\",\"protocol\":1,\"server\":\"x\",\"rate_hz\":50,\"gain\":10}\n"
#define FRAME(seq) "{\"type\":\"frame\",\"seq\":" seq ",\"t_ns\":1,\"state\":\"tracking\",\"x\":1,\"y\":2}\n"
#define EXPECT(condition) ((condition) ? (void)passed++ : fail(__LINE__, #condition))

static int passed, failed;
static struct sockaddr_un address = {.sun_family = AF_UNIX};

static void fail(int line, const char *condition) {
    failed++;
    printf("fail, line %d: %s\n", line, condition);
}

static void say(int daemon, const char *words) {
    if (write(daemon, words, strlen(words)) != (ssize_t)strlen(words)) exit(1);
}

/* What a daemon says and hangs up, from this descriptor on which it listens, before the client can ask for anything. */
static struct {
    const char *words;
    int listener;
} hurry;

/* Takes the place of the C library's in the client. */
int connect(int client, const struct sockaddr *to, socklen_t length) {
    int result = (int)syscall(SYS_connect, client, to, length);
    if (result == 0 && hurry.words) {
        int daemon = accept(hurry.listener, NULL, NULL);
        say(daemon, hurry.words);
        close(daemon);
    }
    return result;
}

/* The client's clock in milliseconds, where this file says what time it is, and for how long its timer was set last. */
static struct {
    bool is_ours, never_wakes;
    long long now_ms, timer_ms;
} scripted;

/* These take the place of the C library's, too: the timer wakes at once, and the client finds what time it is. */
int clock_gettime(clockid_t clock, struct timespec *now) {
    if (!scripted.is_ours) return (int)syscall(SYS_clock_gettime, clock, now);
    *now = (struct timespec){scripted.now_ms / 1000, scripted.now_ms % 1000 * 1000000};
    return 0;
}

int timerfd_settime(int timer, int flags, const struct itimerspec *when, struct itimerspec *old) {
    scripted.timer_ms = when->it_value.tv_sec * 1000LL + when->it_value.tv_nsec / 1000000;
    const struct itimerspec soon = {.it_value = {0, scripted.timer_ms > 0 && !scripted.never_wakes}};
    return (int)syscall(SYS_timerfd_settime, timer, flags, scripted.is_ours ? &soon : when, old);
}

/* The first result that is not NOTHING; the script has said what there is to read before. */
static enum tiltshadow_result next(struct tiltshadow *shadow, struct tiltshadow_frame *frame) {
    struct pollfd wanted = {.fd = tiltshadow_fd(shadow), .events = POLLIN};
    enum tiltshadow_result result = TILTSHADOW_NOTHING;
    while (result == TILTSHADOW_NOTHING) {
        poll(&wanted, 1, -1);
        result = tiltshadow_read(shadow, frame);
    }
    return result;
}

/* A client with these options, connected to `listener`; the daemon's end of it. */
static int join(int listener, const char *options, struct tiltshadow **shadow) {
    *shadow = tiltshadow_open(address.sun_path, options);
    if (!*shadow) {
        perror(options);
        exit(1);
    }
    struct pollfd wanted = {.fd = tiltshadow_fd(*shadow), .events = POLLIN};
    struct tiltshadow_frame frame;
    poll(&wanted, 1, -1);
    if (tiltshadow_read(*shadow, &frame) != TILTSHADOW_NOTHING) exit(1);
    return accept(listener, NULL, NULL);
}

/* What the client has sent. */
static const char *heard(int daemon) {
    static char text[8192];
    ssize_t count = read(daemon, text, sizeof text - 1);
    text[count < 0 ? 0 : count] = 0;
    return text;
}

static void ask_over_several_lines(int listener) {
    struct tiltshadow *shadow;
    int daemon = join(listener, "\n{\r\n  \"gain\": 20,\n  \"when\": \"changed\"\n}\n", &shadow);
    EXPECT(strcmp(heard(daemon), "{\"type\":\"subscribe\",\"id\":\"options\",\"gain\": 20,   \"when\": \"changed\" } \n") == 0);
    EXPECT(tiltshadow_send(shadow, "{\n\t\"type\":\r\n\"recentre\"}\n"));
    EXPECT(strcmp(heard(daemon), "{ \t\"type\":  \"recentre\"} \n") == 0);
    close(daemon);
    tiltshadow_close(shadow);
    EXPECT(!tiltshadow_open(address.sun_path, "{\"gain\":20,\"id\":5}") && errno == EINVAL);
    EXPECT(!tiltshadow_open(address.sun_path, "{\"type\":\"pause\"}") && errno == EINVAL);
    static const char *const escaped[] = {"{\"gain\":20,\"i\\u0064\":5}", "{\"\\u0074ype\":\"pause\"}", "{\"rate_\\u0068z\":60}"};
    for (size_t index = 0; index < sizeof escaped / sizeof *escaped; index++) {
        errno = 0;
        EXPECT(!tiltshadow_open(address.sun_path, escaped[index]) && errno == EINVAL);
    }
    daemon = join(listener, "{\n}", &shadow);
    EXPECT(strcmp(heard(daemon), "{\"type\":\"subscribe\",\"id\":\"options\"}\n") == 0);
    close(daemon);
    tiltshadow_close(shadow);
}

/* By the program's locale, say: the daemon would name a place in a line that the program has not written. */
static void take_no_options_but_json(int listener) {
    static const char *const none[] = {
        "gain=3", "{\"gain\":3", "{\"gain\":3} {}", "{\"include\":[\"up\"}", "[1]", "", "{\"gain\":1,5}", "{\"gain\":nan}",
        "{\"gain\":-inf}", "{\"gain\":5m}", "{\"gain\":5,}", "{,}", "{\"gain\":01}", "{\"gain\":-}", "{\"gain\":1.}",
        "{\"gain\":.5}", "{\"gain\":+1}", "{\"gain\":1e}", "{\"gain\":1e999}", "{\"gain\":0x5}", "{\"gain\":trueish}",
        "{\"gain\" 5}", "{\"gain\":}", "{5:5}", "{\"m\":\"\\q\"}", "{\"m\":\"\\u12\"}", "{\"m\":\"\\ud800\"}",
        "{\"m\":\"\\ud800\\u0041\"}", "{\"m\":\"\\udc00\"}", "{\"m\":\"\xff\"}", "{\"m\":\"\xed\xa0\x80\"}", "{\"m\":\"\n\"}",
        "{\"m\":\"", "{\"m\":\"\\", "{\"include\":[nan]}", "{\"include\":[\"up\",]}", "{\"include\":{\"up\"}}",
        "{\"a\":[[[[[[[[]]]]]]]]}",
    };
    static const char *const some[] = {
        "{}", " {\n} ", "{\"gain\":-0.5E+1,\"limit\":0}", "{\"a\":[[[[[[[]]]]]]]}", "{\"a\":{\"b\":[true,false,null,{}]}}",
        "{\"m\":\"\\ud83d\\ude00\\n\\/\xf0\x9f\x98\x80\"}",
    };
    struct tiltshadow *shadow;
    int daemon = join(listener, NULL, &shadow);
    for (size_t index = 0; index < sizeof none / sizeof *none; index++) {
        errno = 0;
        EXPECT(!tiltshadow_open(address.sun_path, none[index]) && errno == EINVAL);
        errno = 0;
        EXPECT(tiltshadow_subscribe(shadow, none[index]) == 0 && errno == EINVAL);
    }
    for (size_t index = 0; index < sizeof some / sizeof *some; index++) {
        struct tiltshadow *other = tiltshadow_open(address.sun_path, some[index]);
        EXPECT(other && tiltshadow_subscribe(shadow, some[index]));
        tiltshadow_close(other);
    }
    close(daemon);
    tiltshadow_close(shadow);
}

/* Its last word ends where the line must: AddressSanitizer sees who reads beyond. */
static void send_the_longest_request(int listener) {
    struct tiltshadow *shadow;
    int daemon = join(listener, NULL, &shadow);
    for (size_t length = 4094; length <= 4096; length++) {
        char request[4097], *end = request + length - strlen("\"type\":\"p\"}");
        memset(request, ' ', length);
        request[0] = '{';
        strcpy(end, "\"type\":\"p\"}");
        EXPECT(tiltshadow_send(shadow, request) == (length < 4096));
        EXPECT(length == 4096 || strlen(heard(daemon)) == length + 1);
    }
    close(daemon);
    tiltshadow_close(shadow);
}

static void keep_the_last_frame(int listener) {
    struct tiltshadow *shadow;
    struct tiltshadow_frame frame = {.seq = 7};
    int daemon = join(listener, NULL, &shadow);
    say(daemon, HELLO FRAME("5") FRAME("6") "{\"type\":\"goodbye\",\"reason\":\"stopping\"}\n");
    close(daemon);
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && frame.seq == 6);
    EXPECT(next(shadow, &frame) == TILTSHADOW_AWAY);
    EXPECT(strcmp(tiltshadow_message(shadow), "the daemon ended the connection: stopping") == 0);
    tiltshadow_close(shadow);
}

static void count_those_passed_over(int listener) {
    struct tiltshadow *shadow;
    struct tiltshadow_frame frame;
    int daemon = join(listener, NULL, &shadow);
    say(daemon, HELLO FRAME("1") FRAME("2") FRAME("3") FRAME("4"));
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && frame.seq == 4 && frame.dropped == 3);
    say(daemon, FRAME("5"));
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && frame.seq == 5 && frame.dropped == 0);
    close(daemon);
    tiltshadow_close(shadow);
}

static void write_no_frame_but_with_its_result(int listener) {
    struct tiltshadow *shadow;
    struct tiltshadow_frame frame = {.seq = 7};
    int daemon = join(listener, "{\"gain\":1e9}", &shadow);
    say(daemon, HELLO FRAME("5") "{\"type\":\"error\",\"id\":\"options\",\"message\":\"gain\"}\n");
    EXPECT(next(shadow, &frame) == TILTSHADOW_FAILED && frame.seq == 7);
    EXPECT(strcmp(tiltshadow_message(shadow), "the daemon refused the options: gain") == 0);
    close(daemon);
    tiltshadow_close(shadow);
}

/* A daemon that takes them no more, as one that was started with other settings, is waited for as if it were away. */
static void ask_again_for_what_was_taken(int listener) {
    struct tiltshadow *shadow;
    struct tiltshadow_frame frame;
    int daemon = join(listener, "{\"gain\":20}", &shadow);
    say(daemon, HELLO "{\"type\":\"ok\",\"id\":\"options\"}\n" FRAME("1"));
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && frame.seq == 1);
    close(daemon);
    EXPECT(next(shadow, &frame) == TILTSHADOW_AWAY);
    for (int is_taken = 0; is_taken < 2; is_taken++) {
        while (tiltshadow_read(shadow, &frame) == TILTSHADOW_AWAY) poll(&(struct pollfd){tiltshadow_fd(shadow), POLLIN, 0}, 1, -1);
        daemon = accept(listener, NULL, NULL);
        say(daemon, HELLO FRAME("1"));
        say(daemon, is_taken ? "{\"type\":\"ok\",\"id\":\"options\"}\n" FRAME("2")
                             : "{\"type\":\"error\",\"id\":\"options\",\"message\":\"gain\"}\n");
        EXPECT(next(shadow, &frame) == (is_taken ? TILTSHADOW_FRAME : TILTSHADOW_AWAY));
        EXPECT(is_taken ? frame.seq == 2 : strcmp(tiltshadow_message(shadow), "the daemon refused the options: gain") == 0);
        close(daemon);
    }
    tiltshadow_close(shadow);
}

/* Those from before the daemon took the options are made by its defaults. */
static void wait_for_the_options(int listener) {
    struct tiltshadow *shadow;
    struct tiltshadow_frame frame;
    int daemon = join(listener, "{\"gain\":20}", &shadow);
    say(daemon, HELLO FRAME("1") "{\"type\":\"ok\",\"id\":9}\n" FRAME("2"));
    EXPECT(tiltshadow_read(shadow, &frame) == TILTSHADOW_NOTHING);
    say(daemon, "{\"type\":\"ok\",\"id\":\"options\"}\n" FRAME("3"));
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && frame.seq == 3 && frame.dropped == 0);
    close(daemon);
    tiltshadow_close(shadow);
}

/* Whether the daemon had read what it was asked makes another end of it: EOF, or ECONNRESET. */
static void keep_the_last_words(int listener, const char *options) {
    struct tiltshadow *shadow;
    struct tiltshadow_frame frame;
    int daemon = join(listener, options, &shadow);
    say(daemon, "{\"type\":\"error\",\"code\":\"too-many\",\"message\":\"256 are in already\"}\n");
    close(daemon);
    EXPECT(next(shadow, &frame) == TILTSHADOW_AWAY);
    EXPECT(strcmp(tiltshadow_message(shadow), "the daemon says: 256 are in already") == 0);
    tiltshadow_close(shadow);
}

/* A refusal of a minute ago is not why the connection ends. */
static void forget_earlier_words(int listener) {
    struct tiltshadow *shadow;
    struct tiltshadow_frame frame;
    int daemon = join(listener, NULL, &shadow);
    say(daemon, HELLO "{\"type\":\"error\",\"code\":\"c\",\"message\":\"m\"}\n" FRAME("5"));
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME);
    EXPECT(strcmp(tiltshadow_message(shadow), "the daemon says: m") == 0);
    close(daemon);
    EXPECT(next(shadow, &frame) == TILTSHADOW_AWAY);
    EXPECT(strstr(tiltshadow_message(shadow), ": the daemon ended the connection") != NULL);
    tiltshadow_close(shadow);
}

/* What the daemon says commands no terminal, breaks no line and turns no text; what is cut, is cut before a character. */
static void show_what_it_says(int listener) {
    struct tiltshadow *shadow;
    struct tiltshadow_frame frame;
    int daemon = join(listener, NULL, &shadow);
    say(daemon, HELLO "{\"type\":\"error\",\"code\":\"c\",\"message\":\"\x1b[2J\xc2\x9b" "41m\xe2\x80\xae\xd8\x9c\xe2\x80\xa8\xe2\x81\xa9\x7f"
                      "\xc3\xa9\xe2\x80\xa6\xf0\x9f\x98\x80\x9b\xc1\x9b\xc3\"}\n" FRAME("5"));
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME);
    EXPECT(strcmp(tiltshadow_message(shadow),
                  "the daemon says: \\u{1b}[2J\\u{9b}41m\\u{202e}\\u{61c}\\u{2028}\\u{2069}\\u{7f}"
                  "\xc3\xa9\xe2\x80\xa6\xf0\x9f\x98\x80????") == 0);
    say(daemon, "{\"type\":\"error\",\"message\":\"mapping \\\"zz\\\": a\\\\b c\\/d \\u00e9\\n\\\\\"}\n" FRAME("5"));
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME);
    EXPECT(strcmp(tiltshadow_message(shadow), "the daemon says: mapping \"zz\": a\\b c/d \\u00e9\\n\\") == 0);
    char text[4000] = HELLO "{\"type\":\"error\",\"code\":\"c\",\"message\":\"";
    for (int index = 0; index < 200; index++) strcat(text, "\xe2\x80\xa6");
    strcat(text, "\"}\n" FRAME("6"));
    say(daemon, text);
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME);
    const char *shown = tiltshadow_message(shadow);
    EXPECT(strlen(shown) > 280 && strlen(shown) < 288 && strcmp(shown + strlen(shown) - 3, "\xe2\x80\xa6") == 0);
    close(daemon);
    tiltshadow_close(shadow);
}

/* 4096 bytes, line feed included. */
static void take_the_longest_line(int listener) {
    for (int size = 4096; size <= 4097; size++) {
        struct tiltshadow *shadow;
        struct tiltshadow_frame frame;
        int daemon = join(listener, NULL, &shadow);
        char line[4200];
        memset(line, ' ', sizeof line);
        memcpy(line, FRAME("5"), strlen(FRAME("5")) - 1);
        strcpy(line + size - 1, "\n");
        say(daemon, HELLO);
        say(daemon, line);
        EXPECT(next(shadow, &frame) == (size == 4096 ? TILTSHADOW_FRAME : TILTSHADOW_FAILED));
        close(daemon);
        tiltshadow_close(shadow);
    }
}

/* A frame made at a phase is drawn as it is, any other is resampled; which, the ok before it says. */
static void tell_frames_at_a_phase(int listener) {
    struct tiltshadow *shadow;
    struct tiltshadow_frame frame;
    int daemon = join(listener, NULL, &shadow);
    EXPECT(!tiltshadow_has_gyroscope(shadow));
    say(daemon, "{\"type\":\"hello\",\"protocol\":1,\"sensor\":{\"id\":\"a\",\"gyro\":true}}\n" FRAME("1"));
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && !frame.is_phased && frame.for_ns == frame.t_ns);
    EXPECT(tiltshadow_has_gyroscope(shadow));
    say(daemon, "{\"type\":\"ok\",\"rate_hz\":60,\"phase_ns\":9007199254740993}\n"
                "{\"type\":\"frame\",\"seq\":2,\"t_ns\":9007199254740993,\"for_ns\":9007199272407659,\"state\":\"none\",\"x\":1,\"y\":2}\n");
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && frame.is_phased && frame.for_ns == 9007199272407659);
    EXPECT(frame.ok_id == 0 && frame.rate_hz == 60 && frame.phase_ns == 9007199254740993);
    say(daemon, "{\"type\":\"ok\",\"id\":7,\"rate_hz\":59.9940000000000000000001,\"phase_ns\":-5}\n" FRAME("2"));
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && frame.is_phased && frame.ok_id == 7 && frame.phase_ns == -5);
    EXPECT(frame.rate_hz > 59.994 - 1e-12 && frame.rate_hz < 59.994 + 1e-12);
    say(daemon, "{\"type\":\"ok\",\"id\":\"a\",\"rate_hz\":50}\n" FRAME("3"));
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && !frame.is_phased && frame.ok_id == 0 && frame.rate_hz == 50);
    close(daemon);
    EXPECT(next(shadow, &frame) == TILTSHADOW_AWAY && !tiltshadow_has_gyroscope(shadow));
    tiltshadow_close(shadow);
}

/* Each ok is told by a frame of its own, the oldest first; of more than four that wait, the last four. */
static void tell_every_ok(int listener) {
    struct tiltshadow *shadow;
    struct tiltshadow_frame frame;
    int daemon = join(listener, NULL, &shadow);
    say(daemon, HELLO "{\"type\":\"ok\",\"id\":1,\"rate_hz\":50}\n" FRAME("1"));
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && frame.ok_id == 1 && frame.rate_hz == 50);
    say(daemon, "{\"type\":\"ok\",\"id\":7,\"rate_hz\":60,\"phase_ns\":1000}\n" FRAME("2")
                "{\"type\":\"ok\",\"id\":8,\"rate_hz\":50}\n" FRAME("3"));
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && frame.seq == 3 && frame.dropped == 1);
    EXPECT(frame.ok_id == 7 && frame.rate_hz == 60 && frame.is_phased && frame.phase_ns == 1000);
    for (int round = 0; round < 2; round++) {
        say(daemon, FRAME("4"));
        EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && frame.ok_id == 8 && frame.rate_hz == 50 && !frame.is_phased);
    }
    for (int id = 10; id < 16; id++) {
        char ok[80];
        snprintf(ok, sizeof ok, "{\"type\":\"ok\",\"id\":%d,\"rate_hz\":60,\"phase_ns\":%d}\n", id, id);
        say(daemon, ok);
    }
    for (int id = 12; id < 16; id++) {
        say(daemon, FRAME("5"));
        EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && frame.ok_id == id && frame.phase_ns == id);
    }
    say(daemon, "{\"type\":\"ok\",\"id\":16}\n");
    close(daemon);
    EXPECT(next(shadow, &frame) == TILTSHADOW_AWAY);
    tiltshadow_close(shadow);
}

/* A lock begins anew with each connection and each sensor; without one there is no gyroscope. */
static void count_connections_and_sensors(int listener) {
    struct tiltshadow *shadow;
    struct tiltshadow_frame frame;
    int daemon = join(listener, NULL, &shadow);
    EXPECT(tiltshadow_sensor_count(shadow) == 0);
    say(daemon, "{\"type\":\"hello\",\"protocol\":1,\"sensor\":{\"id\":\"a\",\"gyro\":true}}\n" FRAME("1"));
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && tiltshadow_sensor_count(shadow) == 1);
    say(daemon, "{\"type\":\"sensor\",\"event\":\"lost\",\"sensor\":{\"id\":\"a\",\"gyro\":true}}\n" FRAME("2"));
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && tiltshadow_sensor_count(shadow) == 1);
    EXPECT(!tiltshadow_has_gyroscope(shadow));
    say(daemon, "{\"type\":\"sensor\",\"event\":\"found\",\"sensor\":{\"id\":\"b\",\"gyro\":true}}\n" FRAME("3"));
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && tiltshadow_sensor_count(shadow) == 2);
    EXPECT(tiltshadow_has_gyroscope(shadow));
    close(daemon);
    EXPECT(next(shadow, &frame) == TILTSHADOW_AWAY && tiltshadow_sensor_count(shadow) == 2);
    while (tiltshadow_read(shadow, &frame) == TILTSHADOW_AWAY) poll(&(struct pollfd){tiltshadow_fd(shadow), POLLIN, 0}, 1, -1);
    daemon = accept(listener, NULL, NULL);
    say(daemon, HELLO FRAME("1"));
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && tiltshadow_sensor_count(shadow) == 3 && frame.ok_id == 0);
    EXPECT(!tiltshadow_has_gyroscope(shadow));
    close(daemon);
    tiltshadow_close(shadow);
}

/* What is no JSON is refused without its id: before the ok it is the options', and after it some later request's. Without an id
 * comes, too, that another user sits in front, which passes. */
static void end_with_options_that_are_no_json(int listener) {
    static const char *const codes[] = {"not-json", "not-permitted"};
    for (int index = 0; index < 4; index++) {
        bool is_taken = index % 2, is_away = index / 2;
        struct tiltshadow *shadow;
        struct tiltshadow_frame frame;
        char refusal[100];
        snprintf(refusal, sizeof refusal, "{\"type\":\"error\",\"code\":\"%s\",\"message\":\"no\"}\n", codes[is_away]);
        int daemon = join(listener, "{\"lookahead_ms\":5}", &shadow);
        EXPECT(tiltshadow_subscribe(shadow, "{\"gain\":5}") == 1000000001);
        say(daemon, HELLO);
        if (is_taken) say(daemon, "{\"type\":\"ok\",\"id\":\"options\"}\n");
        say(daemon, refusal);
        if (is_away && !is_taken) say(daemon, "{\"type\":\"ok\",\"id\":\"options\"}\n");
        say(daemon, FRAME("1"));
        EXPECT(next(shadow, &frame) == (is_taken || is_away ? TILTSHADOW_FRAME : TILTSHADOW_FAILED));
        const char *message = is_taken || is_away ? "the daemon says: no" : "the daemon refused the options: no";
        EXPECT(strcmp(tiltshadow_message(shadow), message) == 0);
        close(daemon);
        tiltshadow_close(shadow);
    }
}

/* 1e999 and 400 digits are JSON; a frame with such a number is none, whichever it is, and a long fraction is not endless. */
static void leave_out_numbers_that_cannot_be(int listener) {
    struct tiltshadow *shadow;
    struct tiltshadow_frame frame;
    int daemon = join(listener, NULL, &shadow);
    char digits[401], line[2000];
    memset(digits, '9', 400);
    digits[400] = 0;
    say(daemon, HELLO);
    for (int index = 0; index < 4; index++) {
        const char *x[] = {"1e399", "-1e999", digits, "1e309"};
        snprintf(line, sizeof line, "{\"type\":\"frame\",\"seq\":9,\"t_ns\":1,\"state\":\"tracking\",\"x\":%s,\"y\":2}\n", x[index]);
        say(daemon, line);
    }
    EXPECT(tiltshadow_read(shadow, &frame) == TILTSHADOW_NOTHING);
    snprintf(line, sizeof line, "{\"type\":\"frame\",\"seq\":9,\"t_ns\":1,\"state\":\"tracking\",\"x\":1.%s,\"y\":-0.5}\n", digits);
    say(daemon, line);
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && frame.x > 2 - 1e-15 && frame.x <= 2 && frame.y == -0.5);
    close(daemon);
    tiltshadow_close(shadow);
}

/* As the other clients have it; an optional field that cannot be is as if it were absent. */
static void leave_out_what_is_no_frame(int listener) {
    static const char *const none[] = {
        "\"x\":\"1\"", "\"x\":true", "\"x\":null", "\"x\":[]", "\"x\":1000000001", "\"y\":{}", "\"y\":-1e10", "\"state\":{\"a\":1}",
        "\"state\":null", "\"state\":\"held\"", "\"t_ns\":null", "\"t_ns\":\"1\"", "\"t_ns\":1.5", "\"t_ns\":1e999",
        "\"t_ns\":4611686018427387904", "\"t_ns\":99999999999999999999", "\"seq\":-5", "\"seq\":null", "\"seq\":0.5",
        "\"seq\":9007199254740993"};
    static const char *const bare[] = {
        "\"pitch_rad\":\"a\",\"roll_rad\":1", "\"pitch_rad\":1,\"roll_rad\":1e999", "\"pitch_rad\":[1]", "\"for_ns\":1.5",
        "\"for_ns\":\"7\"", "\"up\":\"abc\"", "\"up\":[\"a\",\"b\",\"c\"]", "\"up\":[1,2]", "\"up\":[1,2,3,4]", "\"up\":[1e999,0,0]",
        "\"up\":{\"a\":1}", "\"dropped\":-7", "\"dropped\":\"5\"", "\"dropped\":1e300", "\"dropped\":0.5", "\"still\":1"};
    struct tiltshadow *shadow;
    struct tiltshadow_frame frame;
    char line[400];
    int daemon = join(listener, NULL, &shadow);
    say(daemon, HELLO);
    for (size_t index = 0; index < sizeof none / sizeof *none; index++) { /* of two the first counts */
        snprintf(line, sizeof line, "{\"type\":\"frame\",%s,\"seq\":9,\"t_ns\":1,\"state\":\"none\",\"x\":1,\"y\":2}\n", none[index]);
        say(daemon, line);
        EXPECT(tiltshadow_read(shadow, &frame) == TILTSHADOW_NOTHING);
    }
    say(daemon, "{\"type\":\"frame\",\"seq\":9,\"t_ns\":1,\"state\":\"none\",\"x\":1,\"y\":2}garbage\n"
                "{\"type\":\"frame\",\"seq\":9,\"t_ns\":1,\"x\":1,\"y\":2}\n");
    EXPECT(tiltshadow_read(shadow, &frame) == TILTSHADOW_NOTHING);
    for (size_t index = 0; index < sizeof bare / sizeof *bare; index++) {
        snprintf(line, sizeof line, "{\"type\":\"frame\",%s,\"seq\":9,\"t_ns\":5,\"state\":\"none\",\"x\":1,\"y\":2}\n", bare[index]);
        say(daemon, line);
        EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && frame.seq == 9 && frame.for_ns == 5);
        EXPECT(!frame.has_tilt && !frame.has_up && frame.dropped == 0 && !frame.is_still && frame.state == TILTSHADOW_NONE);
    }
    say(daemon, "{\"type\":\"frame\",\"seq\":9007199254740992,\"t_ns\":-5,\"for_ns\":7,\"state\":\"stale\",\"x\":-1,\"y\":2,"
                "\"pitch_rad\":0.5,\"roll_rad\":-1,\"up\":[ 0 , 0.5,-1 ],\"dropped\":3,\"still\":true}\n");
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && frame.seq == (uint64_t)1 << 53 && frame.t_ns == -5 && frame.for_ns == 7);
    EXPECT(frame.x == -1 && frame.y == 2 && frame.has_tilt && frame.pitch_rad == 0.5 && frame.roll_rad == -1 && frame.dropped == 3);
    EXPECT(frame.has_up && frame.up[0] == 0 && frame.up[1] == 0.5 && frame.up[2] == -1 && frame.state == TILTSHADOW_STALE);
    EXPECT(frame.is_still);
    say(daemon, FRAME("10"));
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && !frame.is_still);
    close(daemon);
    tiltshadow_close(shadow);
}

/* One call reads 64 KiB at most: a daemon that never pauses must not hold its reader. */
static void come_back_from_a_flood(int listener) {
    struct tiltshadow *shadow;
    struct tiltshadow_frame frame;
    int daemon = join(listener, NULL, &shadow), room = 1 << 20;
    setsockopt(daemon, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    say(daemon, HELLO);
    for (int count = 0; count < 2000; count++) say(daemon, FRAME("5"));
    int calls = 0;
    while (tiltshadow_read(shadow, &frame) == TILTSHADOW_FRAME) calls++;
    EXPECT(calls == (int)((strlen(HELLO) + 2000 * strlen(FRAME("5"))) / 65536) + 1);
    close(daemon);
    tiltshadow_close(shadow);
}

#define ASKED(id, options) "{\"type\":\"subscribe\",\"id\":" id "," options "}\n"
#define OK_TO(id) "{\"type\":\"ok\",\"id\":" id "}\n"
#define NO_TO(id) "{\"type\":\"error\",\"id\":" id ",\"code\":\"c\",\"message\":\"no\"}\n"

/* As a program does that turns with every picture: it is asked for one after the other, the newest. */
static void tell_how_the_picture_is_turned(int listener) {
    struct tiltshadow *shadow;
    struct tiltshadow_frame frame;
    scripted.is_ours = true;
    int daemon = join(listener, "{\"gain\":20}", &shadow);
    heard(daemon);
    say(daemon, HELLO OK_TO("\"options\"") FRAME("1"));
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME);
    EXPECT(!tiltshadow_turn(shadow, 45) && !tiltshadow_turn(shadow, 360) && !tiltshadow_turn(shadow, -90));
    for (int turn = 0; turn < 60; turn++) EXPECT(tiltshadow_turn(shadow, turn % 4 * 90) && tiltshadow_turn(shadow, turn % 4 * 90));
    EXPECT(strcmp(heard(daemon), ASKED("1000000001", "\"display_rotation\":0")) == 0);
    say(daemon, OK_TO("1000000001"));
    EXPECT(tiltshadow_read(shadow, &frame) == TILTSHADOW_NOTHING);
    scripted.now_ms += 30;
    EXPECT(tiltshadow_read(shadow, &frame) == TILTSHADOW_NOTHING);
    EXPECT(strcmp(heard(daemon), ASKED("1000000060", "\"display_rotation\":270")) == 0);
    say(daemon, OK_TO("1000000060") FRAME("2"));
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME);
    close(daemon);
    EXPECT(next(shadow, &frame) == TILTSHADOW_AWAY);
    EXPECT(tiltshadow_turn(shadow, 270) && tiltshadow_turn(shadow, 180));
    while (tiltshadow_read(shadow, &frame) == TILTSHADOW_AWAY) poll(&(struct pollfd){tiltshadow_fd(shadow), POLLIN, 0}, 1, -1);
    daemon = accept(listener, NULL, NULL);
    EXPECT(strcmp(heard(daemon), ASKED("\"options\"", "\"gain\":20,\"display_rotation\":270")
                                 ASKED("1000000061", "\"display_rotation\":180")) == 0);
    /* Another word than that of the last turn: the same turn is asked for again. */
    EXPECT(tiltshadow_subscribe(shadow, "{\"display_rotation\":0}") && tiltshadow_turn(shadow, 180));
    scripted.now_ms += 30;
    say(daemon, HELLO OK_TO("\"options\"") OK_TO("1000000061"));
    EXPECT(tiltshadow_read(shadow, &frame) == TILTSHADOW_NOTHING);
    EXPECT(strcmp(heard(daemon), ASKED("1000000063", "\"display_rotation\":180")) == 0);
    scripted.is_ours = false;
    close(daemon);
    tiltshadow_close(shadow);
}

/* Of three calls in a row one is refused, whether the daemon is there or not: the others hold, for later connections, too. */
static void lose_what_is_refused_alone(int listener) {
    static const char *const calls[] = {"{\"limit\":5,\"gain\":-1}", "{\"lookahead_ms\":5}", "{\"rate_hz\":100,\"limit\":7}",
                                        "{\"limit\":-5}"};
    static const char *const asked[] = {ASKED("1000000001", "\"limit\":5,\"gain\":-1"), ASKED("1000000002", "\"lookahead_ms\":5"),
                                        ASKED("1000000003", "\"rate_hz\":100,\"limit\":7"), ASKED("1000000004", "\"limit\":-5")};
    static const char *const answers[] = {NO_TO("1000000001"), OK_TO("1000000002"), OK_TO("1000000003"), NO_TO("1000000004")};
    for (int is_away = 0; is_away < 2; is_away++) {
        struct tiltshadow *shadow;
        struct tiltshadow_frame frame;
        char byte;
        scripted.is_ours = true;
        int daemon = join(listener, NULL, &shadow);
        say(daemon, HELLO FRAME("1"));
        EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME);
        if (is_away) {
            close(daemon);
            EXPECT(next(shadow, &frame) == TILTSHADOW_AWAY);
        }
        for (int call = 0; call < 4; call++) EXPECT(tiltshadow_subscribe(shadow, calls[call]) == 1000000001 + call);
        if (is_away) {
            while (tiltshadow_read(shadow, &frame) == TILTSHADOW_AWAY) poll(&(struct pollfd){tiltshadow_fd(shadow), POLLIN, 0}, 1, -1);
            daemon = accept(listener, NULL, NULL);
            say(daemon, HELLO);
        }
        for (int call = 0; call < 4; call++) {
            EXPECT(strcmp(heard(daemon), asked[call]) == 0);
            say(daemon, answers[call]);
            EXPECT(tiltshadow_read(shadow, &frame) == TILTSHADOW_NOTHING);
            EXPECT(recv(daemon, &byte, 1, MSG_DONTWAIT) < 0 && errno == EAGAIN); /* not at once */
            scripted.now_ms += 30;
            EXPECT(tiltshadow_read(shadow, &frame) == TILTSHADOW_NOTHING);
        }
        close(daemon);
        EXPECT(next(shadow, &frame) == TILTSHADOW_AWAY);
        while (tiltshadow_read(shadow, &frame) == TILTSHADOW_AWAY) poll(&(struct pollfd){tiltshadow_fd(shadow), POLLIN, 0}, 1, -1);
        daemon = accept(listener, NULL, NULL);
        EXPECT(strcmp(heard(daemon), ASKED("\"options\"", "\"lookahead_ms\":5,\"rate_hz\":100,\"limit\":7")) == 0);
        scripted.is_ours = false;
        close(daemon);
        tiltshadow_close(shadow);
    }
}

/* The daemon that is full says so and hangs up, before it was asked for anything: the asking fails, and what it said counts. */
static void hear_who_hangs_up_at_once(int listener) {
    struct tiltshadow_frame frame;
    struct tiltshadow *shadow = tiltshadow_open(address.sun_path, "{\"gain\":20}");
    hurry.words = HELLO "{\"type\":\"ok\",\"id\":\"options\"}\n" FRAME("3"), hurry.listener = listener;
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && frame.seq == 3);
    hurry.words = "{\"type\":\"error\",\"code\":\"too-many\",\"message\":\"no place\"}\n";
    EXPECT(next(shadow, &frame) == TILTSHADOW_AWAY);
    EXPECT(next(shadow, &frame) == TILTSHADOW_AWAY && strcmp(tiltshadow_message(shadow), "the daemon says: no place") == 0);
    hurry.words = NULL;
    tiltshadow_close(shadow);
}

/* A child holds all descriptors: those of a connection that has ended wake nobody, and the daemon hears of the end. */
static void hang_up_though_a_child_lives(int listener) {
    struct tiltshadow *shadow;
    struct tiltshadow_frame frame;
    char byte;
    scripted.is_ours = true;
    for (int is_closed = 0; is_closed < 2; is_closed++) {
        int daemon = join(listener, NULL, &shadow);
        struct pollfd wanted = {tiltshadow_fd(shadow), POLLIN, 0};
        scripted.never_wakes = true;
        say(daemon, HELLO FRAME("1"));
        EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME);
        pid_t child = fork();
        if (child == 0) {
            close(daemon);
            for (;;) pause();
        }
        if (is_closed) {
            tiltshadow_close(shadow);
            EXPECT(recv(daemon, &byte, 1, MSG_DONTWAIT) == 0);
            close(daemon);
        } else {
            shutdown(daemon, SHUT_RDWR);
            EXPECT(next(shadow, &frame) == TILTSHADOW_AWAY && poll(&wanted, 1, 0) == 0);
            close(daemon);
            tiltshadow_close(shadow);
        }
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        scripted.never_wakes = false;
    }
    int daemon = join(listener, NULL, &shadow);
    pid_t child = fork();
    if (child == 0) {
        tiltshadow_close(shadow);
        _exit(0);
    }
    waitpid(child, NULL, 0);
    say(daemon, HELLO FRAME("2"));
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && frame.seq == 2); /* its parent's goes on */
    scripted.is_ours = false;
    close(daemon);
    tiltshadow_close(shadow);
}

/* A socket that listens there. */
static int listen_at(const char *path) {
    struct sockaddr_un place = {.sun_family = AF_UNIX};
    snprintf(place.sun_path, sizeof place.sun_path, "%s", path);
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    if (bind(listener, (struct sockaddr *)&place, sizeof place) != 0 || listen(listener, 8) != 0) exit(2);
    return listener;
}

/* One of the user's own that starts later is found, where no path was given. */
static void look_for_the_socket_anew(int listener) {
    char run[120], place[160];
    struct tiltshadow_frame frame;
    snprintf(run, sizeof run, "%s.run", address.sun_path);
    mkdir(run, 0700);
    setenv("XDG_RUNTIME_DIR", run, 1);
    setenv("TILTSHADOW_SOCKET", address.sun_path, 1);
    struct tiltshadow *shadow = tiltshadow_open("", NULL);
    poll(&(struct pollfd){tiltshadow_fd(shadow), POLLIN, 0}, 1, -1);
    EXPECT(tiltshadow_read(shadow, &frame) == TILTSHADOW_NOTHING);
    close(accept(listener, NULL, NULL));
    EXPECT(next(shadow, &frame) == TILTSHADOW_AWAY);
    unsetenv("TILTSHADOW_SOCKET");
    for (int is_newer = 0; is_newer < 2; is_newer++) {
        snprintf(place, sizeof place, "%s/tiltshadow", run);
        if (is_newer) mkdir(place, 0700);
        snprintf(place, sizeof place, is_newer ? "%s/tiltshadow/tiltshadow.sock" : "%s/tiltshadow.sock", run);
        int own = listen_at(place);
        while (tiltshadow_read(shadow, &frame) == TILTSHADOW_AWAY) poll(&(struct pollfd){tiltshadow_fd(shadow), POLLIN, 0}, 1, -1);
        int daemon = accept(own, NULL, NULL);
        say(daemon, HELLO FRAME("1"));
        EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME);
        close(daemon);
        EXPECT(next(shadow, &frame) == TILTSHADOW_AWAY && strstr(tiltshadow_message(shadow), place) == tiltshadow_message(shadow));
        close(own);
    }
    tiltshadow_close(shadow);
}

/* What the client does with all that has come, and once more when its timer wakes it. */
static enum tiltshadow_result look(struct tiltshadow *shadow) {
    struct tiltshadow_frame frame;
    enum tiltshadow_result result = tiltshadow_read(shadow, &frame);
    if (result != TILTSHADOW_NOTHING) return result;
    poll(&(struct pollfd){tiltshadow_fd(shadow), POLLIN, 0}, 1, 50);
    return tiltshadow_read(shadow, &frame);
}

/* Waits until the client has connected again; the daemon's end. */
static int rejoin(int listener, struct tiltshadow *shadow) {
    while (look(shadow) == TILTSHADOW_AWAY) {}
    return accept(listener, NULL, NULL);
}

#define OK(paused) "{\"type\":\"ok\",\"rate_hz\":50,\"paused\":" paused "}\n"
#define NOT_NOW "{\"type\":\"error\",\"code\":\"not-permitted\",\"message\":\"not now\"}\n"

/* A second word of the program, and the daemon hangs before it has answered, or has answered the first alone. */
static void leave_one_that_hangs_when_it_is_to_go_on(int listener) {
    for (int case_ = 0; case_ < 3; case_++) {
        struct tiltshadow *shadow;
        struct tiltshadow_frame frame;
        scripted.is_ours = true;
        int daemon = join(listener, NULL, &shadow);
        say(daemon, HELLO FRAME("1"));
        EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME);
        tiltshadow_send(shadow, "{\"type\":\"pause\"}");
        if (case_ == 0) tiltshadow_send(shadow, "{\"type\":\"resume\"}"); /* at once, before the answer to the first */
        say(daemon, OK("true"));
        EXPECT(look(shadow) == TILTSHADOW_NOTHING);
        if (case_ != 0) {
            scripted.now_ms += 100000;
            EXPECT(look(shadow) == TILTSHADOW_NOTHING);
            tiltshadow_send(shadow, "{ \"type\": \"resume\" }");
            EXPECT(scripted.timer_ms == 3000);
        }
        if (case_ == 2) { /* away: no frame is due, whatever else is said */
            say(daemon, NOT_NOW OK("false"));
            EXPECT(look(shadow) == TILTSHADOW_NOTHING);
            scripted.now_ms += 100000;
            EXPECT(look(shadow) == TILTSHADOW_NOTHING);
            say(daemon, FRAME("2"));
            EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME);
        }
        scripted.now_ms += 2999;
        EXPECT(look(shadow) == TILTSHADOW_NOTHING);
        scripted.now_ms += 1;
        EXPECT(look(shadow) == TILTSHADOW_AWAY && strstr(tiltshadow_message(shadow), "the daemon hangs"));
        scripted.is_ours = false;
        close(daemon);
        tiltshadow_close(shadow);
    }
}

/* Bytes before hello, and broken lines or pieces of one behind it, are no signs of life. */
static void give_up_on_what_makes_no_sense(int listener) {
    static const struct { const char *greeting, *words; int most_ms; } rows[] = {
        {" ", " ", 5000}, {HELLO FRAME("1"), " ", 3000}, {HELLO FRAME("1"), "}{\n{\"no\":\"type\"}\n", 3000}};
    for (size_t index = 0; index < sizeof rows / sizeof *rows; index++) {
        struct tiltshadow *shadow;
        scripted.is_ours = true;
        int daemon = join(listener, NULL, &shadow);
        say(daemon, rows[index].greeting);
        look(shadow);
        for (int waited_ms = 0; waited_ms < rows[index].most_ms; waited_ms += 1000) {
            say(daemon, rows[index].words);
            EXPECT(look(shadow) == TILTSHADOW_NOTHING);
            scripted.now_ms += 1000;
        }
        EXPECT(look(shadow) == TILTSHADOW_AWAY);
        scripted.is_ours = false;
        close(daemon);
        tiltshadow_close(shadow);
    }
}

/* Whether or not the daemon does, and whichever refusal it is, a connection without hello ends. */
static void leave_who_refuses_in_place_of_hello(int listener) {
    static const char *const codes[] = {"too-many", "not-permitted", "later"};
    for (size_t index = 0; index < sizeof codes / sizeof *codes; index++) {
        struct tiltshadow *shadow;
        struct tiltshadow_frame frame;
        char line[100];
        int daemon = join(listener, NULL, &shadow);
        snprintf(line, sizeof line, "{\"type\":\"error\",\"code\":\"%s\",\"message\":\"no place\"}\n", codes[index]);
        say(daemon, line);
        EXPECT(tiltshadow_read(shadow, &frame) == TILTSHADOW_AWAY && recv(daemon, line, 1, MSG_DONTWAIT) == 0);
        EXPECT(strcmp(tiltshadow_message(shadow), "the daemon says: no place") == 0);
        close(daemon);
        tiltshadow_close(shadow);
    }
}

/* What is handed out for a page: its first bytes, how many it has, and how it is sealed. */
struct handed { const char *magic; uint32_t version, size; off_t bytes; int seals; };

/* Says a line with so many descriptors of it. */
static void hand_out(int daemon, struct handed page, const char *line, size_t count) {
    struct tiltshadow_page image = {.version = page.version, .size = page.size};
    int file = memfd_create("page", MFD_CLOEXEC | MFD_ALLOW_SEALING), files[2] = {file, file};
    memcpy(&image, page.magic, 8);
    if (file < 0 || write(file, &image, sizeof image) != sizeof image || ftruncate(file, page.bytes) != 0) exit(1);
    if (page.seals && fcntl(file, F_ADD_SEALS, page.seals) != 0) exit(1);
    struct iovec bytes = {(char *)line, strlen(line)};
    union { struct cmsghdr header; char bytes[CMSG_SPACE(sizeof files)]; } control;
    struct msghdr message = {.msg_iov = &bytes, .msg_iovlen = 1, .msg_control = &control,
                             .msg_controllen = CMSG_SPACE(count * sizeof(int))};
    control.header = (struct cmsghdr){CMSG_LEN(count * sizeof(int)), SOL_SOCKET, SCM_RIGHTS};
    memcpy(CMSG_DATA(&control.header), files, count * sizeof(int));
    if (sendmsg(daemon, &message, 0) != (ssize_t)bytes.iov_len) exit(1);
    close(file);
}

#define PAGE "{\"type\":\"page\",\"id\":\"page\",\"rate_hz\":50}\n"
static const char map_request[] = "{\"type\":\"map\",\"id\":\"page\",\"rate_hz\":100.000}\n";
#define FRAMES_REQUEST "{\"type\":\"pause\"}\n{\"type\":\"resume\"}\n"
static const char frames_request[] = FRAMES_REQUEST;

/* A client that has asked for a page, and the daemon's end. */
static int map(int listener, struct tiltshadow **shadow) {
    struct tiltshadow_frame frame;
    int daemon = join(listener, NULL, shadow);
    say(daemon, HELLO FRAME("1"));
    EXPECT(next(*shadow, &frame) == TILTSHADOW_FRAME && tiltshadow_map(*shadow, 100));
    EXPECT(strcmp(heard(daemon), map_request) == 0);
    return daemon;
}

/* As often as a program changes its mind: what it wants last is asked for, once the daemon has answered, and not at once. */
static void ask_seldom_for_a_page(int listener) {
    struct tiltshadow *shadow;
    struct tiltshadow_frame frame;
    char byte;
    scripted.is_ours = true;
    int daemon = map(listener, &shadow);
    for (int rate = 1; rate <= 60; rate++) tiltshadow_map(shadow, rate);
    scripted.now_ms += 100;
    EXPECT(tiltshadow_read(shadow, &frame) == TILTSHADOW_NOTHING);
    EXPECT(recv(daemon, &byte, 1, MSG_DONTWAIT) < 0 && errno == EAGAIN); /* it has not answered */
    hand_out(daemon, (struct handed){"TILTPOSE", 1, 128, 128, F_SEAL_SHRINK}, PAGE, 1);
    EXPECT(tiltshadow_read(shadow, &frame) == TILTSHADOW_NOTHING && tiltshadow_page(shadow));
    EXPECT(strcmp(heard(daemon), "{\"type\":\"map\",\"id\":\"page\",\"rate_hz\":60.000}\n") == 0);
    hand_out(daemon, (struct handed){"TILTPOSE", 1, 128, 128, F_SEAL_SHRINK}, PAGE, 1);
    EXPECT(tiltshadow_read(shadow, &frame) == TILTSHADOW_NOTHING);
    for (int round = 0; round < 60; round++) tiltshadow_map(shadow, 50), tiltshadow_map(shadow, 0);
    tiltshadow_subscribe(shadow, "{\"gain\":5}");
    EXPECT(recv(daemon, &byte, 1, MSG_DONTWAIT) < 0 && errno == EAGAIN && scripted.timer_ms == 30);
    for (int step = 0; step < 3; step++) {
        static const char *const asked[] = {FRAMES_REQUEST, ASKED("1000000001", "\"gain\":5"), ""};
        scripted.now_ms += step == 1 ? 60 : 30; /* those were two */
        EXPECT(tiltshadow_read(shadow, &frame) == TILTSHADOW_NOTHING);
        EXPECT(step == 2 || strcmp(heard(daemon), asked[step]) == 0);
    }
    EXPECT(recv(daemon, &byte, 1, MSG_DONTWAIT) < 0 && errno == EAGAIN);
    /* A pause that is asked for behind it is the last word. */
    say(daemon, "{\"type\":\"ok\",\"paused\":true}\n{\"type\":\"ok\",\"paused\":false}\n" OK_TO("1000000001") FRAME("2"));
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && tiltshadow_subscribe(shadow, "{\"gain\":6}"));
    heard(daemon);
    EXPECT(tiltshadow_map(shadow, 100) && tiltshadow_send(shadow, "{\"type\":\"pause\"}"));
    scripted.now_ms += 30;
    EXPECT(tiltshadow_read(shadow, &frame) == TILTSHADOW_NOTHING && strcmp(heard(daemon), "{\"type\":\"pause\"}\n") == 0);
    scripted.is_ours = false;
    close(daemon);
    tiltshadow_close(shadow);
}

/* A page and frames in turn, every 20 ms, with a daemon that answers at once: more than 50 requests within a second end it. */
static void change_its_mind_no_oftener_than_a_daemon_takes(int listener) {
    static const struct handed page = {"TILTPOSE", 1, 128, 128, F_SEAL_SHRINK};
    enum { STEP_MS = 5, STEPS = 600, SECOND = 1000 / STEP_MS };
    struct tiltshadow *shadow;
    struct tiltshadow_frame frame;
    int asked[STEPS] = {0}, most = 0, pages = 0;
    scripted.is_ours = true;
    int daemon = map(listener, &shadow);
    hand_out(daemon, page, PAGE, 1);
    tiltshadow_read(shadow, &frame);
    for (int step = 0; step < STEPS; step++, scripted.now_ms += STEP_MS) {
        char text[1024];
        if (step % 4 == 0) tiltshadow_map(shadow, step % 8 ? 100 : 0);
        tiltshadow_read(shadow, &frame);
        ssize_t count = recv(daemon, text, sizeof text - 1, MSG_DONTWAIT);
        text[count < 0 ? 0 : count] = 0;
        for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"), asked[step]++) {
            if (strstr(line, "map")) hand_out(daemon, page, PAGE, 1), pages++;
            else say(daemon, strstr(line, "pause") ? OK("true") : OK("false") FRAME("2"));
        }
    }
    for (int step = SECOND, sum = 0; step <= STEPS; step++, most = sum > most ? sum : most, sum = 0)
        for (int index = step - SECOND; index < step; index++) sum += asked[index];
    EXPECT(most <= 50 && pages > 3);
    scripted.is_ours = false;
    close(daemon);
    tiltshadow_close(shadow);
}

static void read_a_page_that_is_longer(int listener) {
    static const struct handed pages[] = {{"TILTPOSE", 1, 128, 128, F_SEAL_SHRINK},
                                          {"TILTPOSE", 1, 192, 192, F_SEAL_SHRINK | F_SEAL_GROW},
                                          {"TILTPOSE", 1, 4096, 8192, F_SEAL_SHRINK}};
    for (size_t index = 0; index < sizeof pages / sizeof *pages; index++) {
        struct tiltshadow *shadow;
        struct tiltshadow_frame frame;
        int daemon = map(listener, &shadow);
        hand_out(daemon, pages[index], PAGE, 1);
        EXPECT(tiltshadow_read(shadow, &frame) == TILTSHADOW_NOTHING);
        const struct tiltshadow_page *page = tiltshadow_page(shadow);
        EXPECT(page && page->size == pages[index].size);
        close(daemon);
        tiltshadow_close(shadow);
    }
}

/* Another thread may be reading the last one. */
static void keep_the_page_before(int listener) {
    struct tiltshadow *shadow;
    struct tiltshadow_frame frame;
    int daemon = map(listener, &shadow);
    const struct tiltshadow_page *page = NULL;
    for (uint32_t size = 128; size < 131; size++) {
        const struct tiltshadow_page *before = page;
        hand_out(daemon, (struct handed){"TILTPOSE", 1, size, 192, F_SEAL_SHRINK}, PAGE, 1);
        EXPECT(tiltshadow_read(shadow, &frame) == TILTSHADOW_NOTHING);
        page = tiltshadow_page(shadow);
        EXPECT(page && page != before && page->size == size && (!before || before->size == size - 1));
    }
    hand_out(daemon, (struct handed){"TILTPOSE", 2, 128, 128, F_SEAL_SHRINK}, PAGE, 1);
    EXPECT(tiltshadow_read(shadow, &frame) == TILTSHADOW_NOTHING && !tiltshadow_page(shadow) && page->size == 130);
    close(daemon);
    tiltshadow_close(shadow);
}

/* They go on, and another page is asked for on the next connection only. */
static void have_frames_where_there_is_no_page(int listener) {
    static const struct { struct handed page; const char *flaw; } rows[] = {
        {{"TILTPOSE", 2, 128, 128, F_SEAL_SHRINK}, "it is of another version"},
        {{"XXXXXXXX", 1, 128, 128, F_SEAL_SHRINK}, "it is of another version"},
        {{"TILTPOSE", 1, 127, 128, F_SEAL_SHRINK}, "it is of another version"},
        {{"TILTPOSE", 1, 128, 0, F_SEAL_SHRINK}, "it is shorter than 128 bytes"},
        {{"TILTPOSE", 1, 128, 127, F_SEAL_SHRINK | F_SEAL_GROW}, "it is shorter than 128 bytes"},
        {{"TILTPOSE", 1, 128, 128, 0}, "it is not sealed against shrinking"},
        {{"TILTPOSE", 1, 128, 128, F_SEAL_GROW}, "it is not sealed against shrinking"},
        {{NULL, 0, 0, 0, 0}, "its descriptor has not come along"},
    };
    for (size_t index = 0; index < sizeof rows / sizeof *rows; index++) {
        struct tiltshadow *shadow;
        struct tiltshadow_frame frame;
        char words[128];
        int daemon = map(listener, &shadow);
        if (rows[index].page.magic) hand_out(daemon, rows[index].page, PAGE, 1);
        else say(daemon, PAGE);
        EXPECT(tiltshadow_read(shadow, &frame) == TILTSHADOW_NOTHING && !tiltshadow_page(shadow));
        snprintf(words, sizeof words, "cannot read the daemon's page: %s", rows[index].flaw);
        EXPECT(strcmp(tiltshadow_message(shadow), words) == 0);
        EXPECT(strcmp(heard(daemon), frames_request) == 0);
        say(daemon, "{\"type\":\"ok\",\"paused\":true}\n{\"type\":\"ok\",\"paused\":false}\n" FRAME("2"));
        EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && frame.seq == 2);
        say(daemon, FRAME("3"));
        EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && frame.seq == 3);
        EXPECT(recv(daemon, words, sizeof words, MSG_DONTWAIT) < 0 && errno == EAGAIN); /* asked for nothing more */
        close(daemon);
        EXPECT(next(shadow, &frame) == TILTSHADOW_AWAY);
        poll(&(struct pollfd){.fd = tiltshadow_fd(shadow), .events = POLLIN}, 1, -1);
        EXPECT(tiltshadow_read(shadow, &frame) == TILTSHADOW_NOTHING);
        daemon = accept(listener, NULL, NULL);
        EXPECT(strcmp(heard(daemon), map_request) == 0);
        close(daemon);
        tiltshadow_close(shadow);
    }
}

/* The lowest number that is free. */
static int free_number(void) {
    int number = dup(0);
    close(number);
    return number;
}

/* Of two that come with one line, for which there is room, one is closed. */
static void keep_no_descriptor_that_came(int listener) {
    struct tiltshadow *shadow;
    struct tiltshadow_frame frame;
    int daemon = map(listener, &shadow), before = free_number();
    static const struct handed page = {"TILTPOSE", 1, 128, 128, F_SEAL_SHRINK};
    for (int round = 0; round < 3; round++) {
        hand_out(daemon, page, PAGE, 2);
        EXPECT(tiltshadow_read(shadow, &frame) == TILTSHADOW_NOTHING && tiltshadow_page(shadow));
        EXPECT(free_number() == before);
    }
    hand_out(daemon, page, FRAME("7"), 2);
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME);
    close(daemon);
    tiltshadow_close(shadow);
    EXPECT(free_number() < before);
}

/* Who asks for a page has paused no more: one that hangs then is left, and where there is no page there are frames. */
static void come_out_of_a_pause_with_a_page(int listener) {
    for (int case_ = 0; case_ < 4; case_++) {
        struct tiltshadow *shadow;
        struct tiltshadow_frame frame;
        scripted.is_ours = true;
        int daemon = join(listener, NULL, &shadow);
        say(daemon, HELLO FRAME("1"));
        EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME);
        tiltshadow_send(shadow, "{\"type\":\"pause\"}");
        if (case_ != 3) say(daemon, OK("true"));
        EXPECT(look(shadow) == TILTSHADOW_NOTHING);
        scripted.now_ms += case_ != 3 ? 100000 : 0;
        EXPECT(strcmp(heard(daemon), "{\"type\":\"pause\"}\n") == 0 && tiltshadow_map(shadow, 100));
        EXPECT(strcmp(heard(daemon), map_request) == 0);
        if (case_ == 3) say(daemon, OK("true")); /* the answer to the first */
        EXPECT(look(shadow) == TILTSHADOW_NOTHING);
        if (case_ == 1) {
            hand_out(daemon, (struct handed){"TILTPOSE", 1, 128, 128, F_SEAL_SHRINK}, PAGE, 1);
            EXPECT(look(shadow) == TILTSHADOW_NOTHING && tiltshadow_page(shadow));
            scripted.now_ms += 100000;
            EXPECT(look(shadow) == TILTSHADOW_NOTHING);
        } else if (case_ == 2) {
            say(daemon, "{\"type\":\"error\",\"id\":\"page\",\"code\":\"no-page\",\"message\":\"none\"}\n");
            EXPECT(look(shadow) == TILTSHADOW_NOTHING && strcmp(heard(daemon), "{\"type\":\"resume\"}\n") == 0);
            say(daemon, OK("false") FRAME("2"));
            EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && frame.seq == 2);
        } else {
            scripted.now_ms += 2999;
            EXPECT(look(shadow) == TILTSHADOW_NOTHING);
            scripted.now_ms += 1;
            EXPECT(look(shadow) == TILTSHADOW_AWAY && strstr(tiltshadow_message(shadow), "the daemon hangs"));
        }
        scripted.is_ours = false;
        close(daemon);
        tiltshadow_close(shadow);
    }
}

/* Where no frames are due, a page or the ok to a pause begins with 0.1 s again; an ok that is no pause's does not. */
static void wait_no_longer_for_want_of_frames(int listener) {
    static const char *const words[] = {NULL, OK("true"), OK("false")};
    for (size_t index = 0; index < sizeof words / sizeof *words; index++) {
        struct tiltshadow *shadow;
        scripted.is_ours = true;
        int daemon = join(listener, NULL, &shadow);
        tiltshadow_map(shadow, 100);
        for (int pause_ms = 100; pause_ms <= 400; pause_ms *= 2) {
            say(daemon, HELLO);
            close(daemon);
            EXPECT(look(shadow) == TILTSHADOW_AWAY && scripted.timer_ms == pause_ms);
            daemon = rejoin(listener, shadow);
        }
        say(daemon, HELLO);
        if (words[index]) say(daemon, words[index]);
        else hand_out(daemon, (struct handed){"TILTPOSE", 1, 128, 128, F_SEAL_SHRINK}, PAGE, 1);
        close(daemon);
        EXPECT(look(shadow) == TILTSHADOW_AWAY && scripted.timer_ms == (index < 2 ? 100 : 800));
        scripted.is_ours = false;
        tiltshadow_close(shadow);
    }
}

/* What the daemon took is asked of the next connection, and what it refused is not. */
static void keep_the_options_that_were_taken(int listener) {
    struct tiltshadow *shadow;
    struct tiltshadow_frame frame;
    char long_option[4096];
    const char *const none[] = {"{\"id\":5}", "{\"type\":\"x\"}", "{\"i\\u0064\":5}", long_option};
    snprintf(long_option, sizeof long_option, "{\"note\":\"%04045d\"}", 0);
    scripted.is_ours = true;
    int daemon = join(listener, "{\"rate_hz\":60, \"phase_ns\" : 5}", &shadow);
    heard(daemon);
    say(daemon, HELLO "{\"type\":\"ok\",\"id\":\"options\"}\n" FRAME("1"));
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME);
    errno = 0;
    EXPECT(tiltshadow_subscribe(shadow, NULL) == 0 && errno == EINVAL);
    for (size_t index = 0; index < sizeof none / sizeof *none; index++) {
        errno = 0;
        EXPECT(tiltshadow_subscribe(shadow, none[index]) == 0 && errno == EINVAL);
    }
    EXPECT(tiltshadow_subscribe(shadow, "\n{ \"gain\":\n20\n}") == 1000000001);
    EXPECT(tiltshadow_subscribe(shadow, "{\"gain\":9e9,\"display_rotation\":90}") == 1000000002);
    EXPECT(strcmp(heard(daemon), "{\"type\":\"subscribe\",\"id\":1000000001,\"gain\": 20}\n") == 0);
    say(daemon, "{\"type\":\"ok\",\"id\":1000000001}\n" FRAME("2"));
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && frame.ok_id == 1000000001);
    EXPECT(scripted.timer_ms == 30 && tiltshadow_read(shadow, &frame) == TILTSHADOW_NOTHING);
    EXPECT(recv(daemon, long_option, 1, MSG_DONTWAIT) < 0 && errno == EAGAIN); /* not sooner */
    scripted.now_ms += 30;
    EXPECT(look(shadow) == TILTSHADOW_NOTHING && scripted.timer_ms > 2900);
    EXPECT(strcmp(heard(daemon), "{\"type\":\"subscribe\",\"id\":1000000002,\"gain\":9e9,\"display_rotation\":90}\n") == 0);
    say(daemon, "{\"type\":\"error\",\"id\":1000000002,\"code\":\"c\",\"message\":\"no\"}\n" FRAME("3"));
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && strcmp(tiltshadow_message(shadow), "the daemon says: no") == 0);
    scripted.now_ms += 30;
    /* As a slider does: of what waits for an answer the newest is asked for. */
    EXPECT(tiltshadow_subscribe(shadow, "{\"limit\":6}") && tiltshadow_subscribe(shadow, "{\"limit\":7}"));
    EXPECT(tiltshadow_subscribe(shadow, "{\"rate_hz\":50,\"limit\":8}") == 1000000005);
    EXPECT(strcmp(heard(daemon), "{\"type\":\"subscribe\",\"id\":1000000003,\"limit\":6}\n") == 0);
    scripted.now_ms += 30;
    say(daemon, "{\"type\":\"ok\",\"id\":1000000003}\n" FRAME("4"));
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME);
    EXPECT(strcmp(heard(daemon), "{\"type\":\"subscribe\",\"id\":1000000005,\"rate_hz\":50,\"limit\":8}\n") == 0);
    say(daemon, "{\"type\":\"ok\",\"id\":1000000005}\n" FRAME("5"));
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && frame.ok_id == 1000000005);
    scripted.now_ms += 30;
    /* Of what is no JSON the daemon does not say which request it was. */
    EXPECT(tiltshadow_subscribe(shadow, "{\"include\":[1]}") && tiltshadow_subscribe(shadow, "{\"include\":[\"up\"]}"));
    EXPECT(strcmp(heard(daemon), "{\"type\":\"subscribe\",\"id\":1000000006,\"include\":[1]}\n") == 0);
    scripted.now_ms += 30;
    say(daemon, "{\"type\":\"error\",\"code\":\"not-json\",\"message\":\"no\"}\n");
    EXPECT(look(shadow) == TILTSHADOW_NOTHING);
    EXPECT(strcmp(heard(daemon), "{\"type\":\"subscribe\",\"id\":1000000007,\"include\":[\"up\"]}\n") == 0);
    say(daemon, "{\"type\":\"ok\",\"id\":1000000007}\n");
    EXPECT(look(shadow) == TILTSHADOW_NOTHING);
    close(daemon);
    EXPECT(next(shadow, &frame) == TILTSHADOW_AWAY);
    EXPECT(tiltshadow_turn(shadow, 270) && tiltshadow_subscribe(shadow, "{\"gain\":5,\"limit\":8}") == 1000000009);
    EXPECT(tiltshadow_subscribe(shadow, "{\"display_rotation\":180,\"gain\":6}") == 1000000010);
    daemon = rejoin(listener, shadow);
    /* A rate without a phase gives the phase up. */
    EXPECT(strcmp(heard(daemon), "{\"type\":\"subscribe\",\"id\":\"options\",\"gain\": 20,\"rate_hz\":50,\"limit\":8,\"include\":[\"up\"]}\n"
                                 ASKED("1000000009", "\"gain\":5,\"limit\":8")) == 0);
    scripted.now_ms += 30;
    say(daemon, HELLO OK_TO("\"options\"") OK_TO("1000000009"));
    EXPECT(look(shadow) == TILTSHADOW_NOTHING);
    EXPECT(strcmp(heard(daemon), ASKED("1000000010", "\"display_rotation\":180,\"gain\":6")) == 0);
    say(daemon, OK_TO("1000000010"));
    EXPECT(look(shadow) == TILTSHADOW_NOTHING);
    close(daemon);
    EXPECT(look(shadow) == TILTSHADOW_AWAY);
    daemon = rejoin(listener, shadow);
    EXPECT(strcmp(heard(daemon), "{\"type\":\"subscribe\",\"id\":\"options\",\"rate_hz\":50,\"include\":[\"up\"],"
                                 "\"limit\":8,\"display_rotation\":180,\"gain\":6}\n") == 0);
    close(daemon);
    tiltshadow_close(shadow);

    /* Without any at first; and once taken, a refusal is waited out. Neither answered nor refused, they are asked for again. */
    daemon = join(listener, NULL, &shadow);
    say(daemon, HELLO FRAME("1"));
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME);
    EXPECT(tiltshadow_subscribe(shadow, "{\"gain\":5}") && tiltshadow_subscribe(shadow, "{}"));
    static const char *const asked[] = {"{\"type\":\"subscribe\",\"id\":1000000001,\"gain\":5}\n",
                                        "{\"type\":\"subscribe\",\"id\":\"options\",\"gain\":5}\n"
                                        "{\"type\":\"subscribe\",\"id\":1000000002}\n"};
    for (int round = 0; round < 2; round++) {
        close(daemon);
        EXPECT(look(shadow) == TILTSHADOW_AWAY);
        daemon = rejoin(listener, shadow);
        EXPECT(strcmp(heard(daemon), asked[round]) == 0);
        if (round == 0) say(daemon, HELLO "{\"type\":\"ok\",\"id\":1000000001}\n");
        EXPECT(look(shadow) == TILTSHADOW_NOTHING);
    }
    say(daemon, HELLO "{\"type\":\"error\",\"id\":\"options\",\"message\":\"no\"}\n");
    EXPECT(look(shadow) == TILTSHADOW_AWAY);
    scripted.is_ours = false;
    close(daemon);
    tiltshadow_close(shadow);
}

/* Gain, blur and opacity by hello, limit and mapping by an ok; what the program asks for is what its frames have. */
static void tell_how_a_shadow_is_to_look(int listener) {
    static const char greeting[] = "{\"type\":\"hello\",\"protocol\":1,\"gain\":12,\"shadow\":{\"blur_px\":30,\"opacity\":0.5}}\n";
    struct tiltshadow *shadow;
    struct tiltshadow_frame frame;
    struct tiltshadow_look told = {0};
    scripted.is_ours = true;
    int daemon = join(listener, NULL, &shadow);
    EXPECT(!tiltshadow_look(shadow, &told) && told.gain == 0);
    say(daemon, HELLO FRAME("1"));
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && tiltshadow_look(shadow, &told));
    EXPECT(told.gain == 10 && told.limit == 16 && told.mapping == TILTSHADOW_TILT && told.blur_px == 16 && told.opacity == 0.35);
    EXPECT(tiltshadow_subscribe(shadow, "{}"));
    say(daemon, "{\"type\":\"ok\",\"id\":1000000001,\"gain\":20,\"limit\":40,\"mapping\":\"projection\"}\n" FRAME("2"));
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && tiltshadow_look(shadow, &told));
    EXPECT(told.gain == 20 && told.limit == 40 && told.mapping == TILTSHADOW_PROJECTION);
    close(daemon);
    EXPECT(next(shadow, &frame) == TILTSHADOW_AWAY && tiltshadow_look(shadow, &told) && told.limit == 40);
    daemon = rejoin(listener, shadow);
    say(daemon, greeting);
    EXPECT(look(shadow) == TILTSHADOW_NOTHING && tiltshadow_look(shadow, &told));
    EXPECT(told.gain == 20 && told.limit == 40 && told.blur_px == 30 && told.opacity == 0.5); /* until it is told */
    say(daemon, "{\"type\":\"ok\",\"id\":\"options\",\"gain\":12,\"limit\":1e999,\"mapping\":\"tilt\"}\n" FRAME("3"));
    EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && tiltshadow_look(shadow, &told));
    EXPECT(told.gain == 12 && told.limit == 40 && told.mapping == TILTSHADOW_TILT);
    static const char *const later[] = {"euler\",\"limit\":1000", "a later one\"", "tilt\""};
    static const enum tiltshadow_mapping mappings[] = {TILTSHADOW_EULER, TILTSHADOW_EULER, TILTSHADOW_TILT};
    for (int index = 0; index < 3; index++) {
        char ok[200];
        snprintf(ok, sizeof ok, "{\"type\":\"ok\",\"mapping\":\"%s}\n" FRAME("4"), later[index]);
        say(daemon, ok);
        EXPECT(next(shadow, &frame) == TILTSHADOW_FRAME && tiltshadow_look(shadow, &told));
        EXPECT(told.mapping == mappings[index] && told.limit == 1000);
    }
    scripted.is_ours = false;
    close(daemon);
    tiltshadow_close(shadow);
}

/* Of the next connection, too, and of one that is made after the program has said so. */
static void keep_a_pause(int listener) {
    static const char pause_request[] = "{\"type\":\"pause\"}\n";
    struct tiltshadow *shadow;
    char byte;
    scripted.is_ours = true;
    int daemon = map(listener, &shadow);
    EXPECT(tiltshadow_send(shadow, "{\"type\":\"pause\"}") && strcmp(heard(daemon), pause_request) == 0);
    for (int round = 0; round < 2; round++) {
        close(daemon);
        EXPECT(look(shadow) == TILTSHADOW_AWAY);
        daemon = rejoin(listener, shadow);
        EXPECT(strcmp(heard(daemon), pause_request) == 0);
        say(daemon, HELLO FRAME("1") OK("true"));
        EXPECT(look(shadow) == TILTSHADOW_FRAME && look(shadow) == TILTSHADOW_NOTHING);
        scripted.now_ms += 100000;
        EXPECT(look(shadow) == TILTSHADOW_NOTHING);
    }
    close(daemon);
    EXPECT(look(shadow) == TILTSHADOW_AWAY && !tiltshadow_send(shadow, "{\"type\":\"resume\"}"));
    daemon = rejoin(listener, shadow);
    EXPECT(strcmp(heard(daemon), map_request) == 0);
    close(daemon);
    EXPECT(look(shadow) == TILTSHADOW_AWAY && !tiltshadow_send(shadow, "{\"type\":\"pause\"}") && tiltshadow_map(shadow, 0));
    daemon = rejoin(listener, shadow);
    EXPECT(recv(daemon, &byte, 1, MSG_DONTWAIT) < 0 && errno == EAGAIN); /* frames again */
    close(daemon);
    scripted.is_ours = false;
    tiltshadow_close(shadow);
}

int main(int count, char **words) {
    if (count != 2) return 2;
    setvbuf(stdout, NULL, _IOLBF, 0); /* what failed is printed even where the next step waits for ever */
    snprintf(address.sun_path, sizeof address.sun_path, "%s", words[1]);
    int listener = listen_at(address.sun_path);
    ask_over_several_lines(listener);
    take_no_options_but_json(listener);
    send_the_longest_request(listener);
    keep_the_last_frame(listener);
    count_those_passed_over(listener);
    write_no_frame_but_with_its_result(listener);
    ask_again_for_what_was_taken(listener);
    wait_for_the_options(listener);
    keep_the_last_words(listener, NULL);
    keep_the_last_words(listener, "{}");
    forget_earlier_words(listener);
    show_what_it_says(listener);
    take_the_longest_line(listener);
    tell_frames_at_a_phase(listener);
    tell_every_ok(listener);
    count_connections_and_sensors(listener);
    end_with_options_that_are_no_json(listener);
    leave_out_numbers_that_cannot_be(listener);
    leave_out_what_is_no_frame(listener);
    come_back_from_a_flood(listener);
    tell_how_the_picture_is_turned(listener);
    lose_what_is_refused_alone(listener);
    hear_who_hangs_up_at_once(listener);
    look_for_the_socket_anew(listener);
    hang_up_though_a_child_lives(listener);
    leave_one_that_hangs_when_it_is_to_go_on(listener);
    give_up_on_what_makes_no_sense(listener);
    leave_who_refuses_in_place_of_hello(listener);
    ask_seldom_for_a_page(listener);
    change_its_mind_no_oftener_than_a_daemon_takes(listener);
    read_a_page_that_is_longer(listener);
    keep_the_page_before(listener);
    have_frames_where_there_is_no_page(listener);
    keep_no_descriptor_that_came(listener);
    come_out_of_a_pause_with_a_page(listener);
    wait_no_longer_for_want_of_frames(listener);
    keep_the_options_that_were_taken(listener);
    keep_a_pause(listener);
    tell_how_a_shadow_is_to_look(listener);
    printf("pass %d\n", passed);
    return failed > 0;
}
