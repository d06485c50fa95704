// libmosquitto, which is looked for when it is first called: a build needs nothing of it, and a program without it says so. What
// stands here of its header is the same in every version with the name of the library below.
#include <dlfcn.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/socket.h>

static const char *const cmosquitto_library = "libmosquitto.so.1";

struct mosquitto;
typedef struct mqtt5__property mosquitto_property;
struct mosquitto_message {
    int mid;
    char *topic;
    void *payload;
    int payloadlen;
    int qos;
    bool retain;
};

// MOSQ_ERR_SUCCESS, MOSQ_ERR_NOMEM, MOSQ_ERR_TLS, MOSQ_ERR_ERRNO, MOSQ_ERR_EAI; MQTT_PROP_MAXIMUM_PACKET_SIZE.
static const int cmosquitto_success = 0, cmosquitto_no_memory = 1, cmosquitto_tls = 8, cmosquitto_errno = 14,
                 cmosquitto_lookup = 15, cmosquitto_most_bytes = 39;
// MOSQ_OPT_PROTOCOL_VERSION, and MQTT_PROTOCOL_V5 for it; MOSQ_OPT_TCP_NODELAY, MOSQ_OPT_TLS_USE_OS_CERTS.
static const int cmosquitto_protocol_version = 1, cmosquitto_protocol_5 = 5, cmosquitto_no_delay = 11,
                 cmosquitto_system_certificates = 13;
// MQTT_SUB_OPT_NO_LOCAL, MQTT_SUB_OPT_SEND_RETAIN_NEVER; MOSQ_LOG_ERR.
static const int cmosquitto_others_messages = 0x04, cmosquitto_no_retained = 0x20, cmosquitto_log_error = 0x08;

typedef void (*cmosquitto_connected)(struct mosquitto *, void *, int, int, const mosquitto_property *);
typedef void (*cmosquitto_ended)(struct mosquitto *, void *, int, const mosquitto_property *);
typedef void (*cmosquitto_published)(struct mosquitto *, void *, int, int, const mosquitto_property *);
typedef void (*cmosquitto_subscribed)(struct mosquitto *, void *, int, int, const int *, const mosquitto_property *);
typedef void (*cmosquitto_unsubscribed)(struct mosquitto *, void *, int, const mosquitto_property *);
typedef void (*cmosquitto_message)(
    struct mosquitto *, void *, const struct mosquitto_message *, const mosquitto_property *);
typedef void (*cmosquitto_said)(struct mosquitto *, void *, int, const char *);
typedef int (*cmosquitto_password)(char *, int, int, void *);

static inline void *cmosquitto_named(const char *name) {
    static void *library;
    if (!library) library = dlopen(cmosquitto_library, RTLD_NOW);
    return library ? dlsym(library, name) : NULL;
}

static inline bool cmosquitto_is_there(void) { return cmosquitto_named("mosquitto_reason_string") != NULL; }

// A function of the library under its own name; `otherwise` where there is none.
#define CMOSQUITTO(type, name, parameters, arguments, otherwise)          \
    static inline type name parameters {                                 \
        static type(*call) parameters;                                   \
        if (!call) call = (type(*) parameters)cmosquitto_named(#name);    \
        if (!call) return otherwise;                                     \
        return call arguments;                                           \
    }
#define CMOSQUITTO_STATUS(name, parameters, arguments) CMOSQUITTO(int, name, parameters, arguments, cmosquitto_errno)
#define CMOSQUITTO_CALLBACK(name, kind) \
    CMOSQUITTO(void, mosquitto_##name##_callback_set, (struct mosquitto * m, kind heard), (m, heard), )

CMOSQUITTO_STATUS(mosquitto_lib_init, (void), ())
CMOSQUITTO(struct mosquitto *, mosquitto_new, (const char *id, bool clean, void *object), (id, clean, object), NULL)
CMOSQUITTO(void, mosquitto_destroy, (struct mosquitto * m), (m), )
CMOSQUITTO_STATUS(mosquitto_int_option, (struct mosquitto * m, int option, int value), (m, option, value))
CMOSQUITTO_STATUS(mosquitto_username_pw_set, (struct mosquitto * m, const char *name, const char *word), (m, name, word))
CMOSQUITTO_STATUS(
    mosquitto_will_set_v5,
    (struct mosquitto * m, const char *topic, int count, const void *bytes, int qos, bool retain, mosquitto_property *more),
    (m, topic, count, bytes, qos, retain, more))
CMOSQUITTO_STATUS(
    mosquitto_tls_set,
    (struct mosquitto * m, const char *ca, const char *directory, const char *certificate, const char *key,
     cmosquitto_password ask),
    (m, ca, directory, certificate, key, ask))
CMOSQUITTO(void *, mosquitto_userdata, (struct mosquitto * m), (m), NULL)
CMOSQUITTO_STATUS(mosquitto_validate_utf8, (const char *text, int count), (text, count))
CMOSQUITTO_STATUS(
    mosquitto_property_add_int32, (mosquitto_property * *more, int name, uint32_t value), (more, name, value))
CMOSQUITTO(void, mosquitto_property_free_all, (mosquitto_property * *more), (more), )
CMOSQUITTO_STATUS(
    mosquitto_connect_bind_v5,
    (struct mosquitto * m, const char *host, int port, int alive, const char *from, const mosquitto_property *more),
    (m, host, port, alive, from, more))
CMOSQUITTO_STATUS(
    mosquitto_connect_bind_async, (struct mosquitto * m, const char *host, int port, int alive, const char *from),
    (m, host, port, alive, from))
CMOSQUITTO_STATUS(mosquitto_disconnect_v5, (struct mosquitto * m, int reason, const mosquitto_property *more), (m, reason, more))
CMOSQUITTO_STATUS(
    mosquitto_publish_v5,
    (struct mosquitto * m, int *id, const char *topic, int count, const void *bytes, int qos, bool retain,
     const mosquitto_property *more),
    (m, id, topic, count, bytes, qos, retain, more))
CMOSQUITTO_STATUS(
    mosquitto_subscribe_v5,
    (struct mosquitto * m, int *id, const char *topic, int qos, int options, const mosquitto_property *more),
    (m, id, topic, qos, options, more))
CMOSQUITTO_STATUS(
    mosquitto_unsubscribe_v5,
    (struct mosquitto * m, int *id, const char *topic, const mosquitto_property *more), (m, id, topic, more))
CMOSQUITTO(int, mosquitto_socket, (struct mosquitto * m), (m), -1)
CMOSQUITTO(bool, mosquitto_want_write, (struct mosquitto * m), (m), false)
CMOSQUITTO_STATUS(mosquitto_loop_read, (struct mosquitto * m, int most), (m, most))
CMOSQUITTO_STATUS(mosquitto_loop_write, (struct mosquitto * m, int most), (m, most))
CMOSQUITTO_STATUS(mosquitto_loop_misc, (struct mosquitto * m), (m))
CMOSQUITTO(const char *, mosquitto_strerror, (int error), (error), "no libmosquitto")
CMOSQUITTO(const char *, mosquitto_reason_string, (int reason), (reason), "no libmosquitto")
CMOSQUITTO_CALLBACK(connect_v5, cmosquitto_connected)
CMOSQUITTO_CALLBACK(disconnect_v5, cmosquitto_ended)
CMOSQUITTO_CALLBACK(publish_v5, cmosquitto_published)
CMOSQUITTO_CALLBACK(subscribe_v5, cmosquitto_subscribed)
CMOSQUITTO_CALLBACK(unsubscribe_v5, cmosquitto_unsubscribed)
CMOSQUITTO_CALLBACK(message_v5, cmosquitto_message)
CMOSQUITTO_CALLBACK(log, cmosquitto_said)

// The library tries the first address of a name alone, whether it can be reached or not, unless it is to come from one of another
// family: here, for each further attempt, any address of the next family that the name has; NULL where it has but one.
static inline const char *cmosquitto_origin(const char *host, unsigned attempt) {
    const struct addrinfo asked = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    if (attempt == 0 || getaddrinfo(host, NULL, &asked, &found) != 0) return NULL;
    const int first = found->ai_family;
    bool has_another = false;
    for (const struct addrinfo *each = found; each != NULL; each = each->ai_next) has_another |= each->ai_family != first;
    freeaddrinfo(found);
    if (!has_another) return NULL;
    return (first == AF_INET) == (attempt % 2 == 0) ? "0.0.0.0" : "::";
}

// Declared only with _GNU_SOURCE.
extern int pthread_setattr_default_np(const pthread_attr_t *attributes);

// The library takes a message of any length that a broker announces; with this, more than `most` bytes fail as no memory.
// Threads' stacks count as data, and are as large as the shell's limit says, which may be `most` by itself: here, `stack` bytes.
static inline void cmosquitto_limit_memory(unsigned long most, unsigned long stack) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) == 0) {
        if (pthread_attr_setstacksize(&attributes, stack) == 0) pthread_setattr_default_np(&attributes);
        pthread_attr_destroy(&attributes);
    }
    struct rlimit limit;
    if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
    if (limit.rlim_cur > most) limit.rlim_cur = most;
    setrlimit(RLIMIT_DATA, &limit);
}
