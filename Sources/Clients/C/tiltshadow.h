/*
 * tiltshadow.h: offsets for drop shadows from a device's motion sensor; a client of the tiltshadow daemon.
 *
 *     struct tiltshadow *shadow = tiltshadow_open(NULL, "{\"rate_hz\":60}");
 *     // watch tiltshadow_fd(shadow) for reading in the program's own loop, and then:
 *     struct tiltshadow_frame frame;
 *     if (tiltshadow_read(shadow, &frame) == TILTSHADOW_FRAME) draw_shadow(frame.x, frame.y);
 *
 * One descriptor for the whole life: while the daemon is away it becomes readable when it is time to connect again,
 * which tiltshadow_read() does. Nothing here starts a thread, depends on the locale, or blocks, except for at most 40 ms
 * where old frames had queued while the caller paused: a reader that is slower than the daemon gets the newest frame,
 * which comes with the next tick, never a queue of old ones. Apache-2.0.
 */
#ifndef TILTSHADOW_H
#define TILTSHADOW_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A connection to the daemon; made again by itself when it ends. */
struct tiltshadow;

enum tiltshadow_state {
    TILTSHADOW_NONE,     /* no sensor: x and y ease to the fallback */
    TILTSHADOW_STALE,    /* the sensor fell silent: the last offset is kept for a while */
    TILTSHADOW_TRACKING, /* the offset follows the device */
};

/* One frame: where to draw the shadow, and the pose it comes from. */
struct tiltshadow_frame {
    double x, y;            /* points to the right and down, to be added to the shadow at rest */
    enum tiltshadow_state state;
    uint64_t seq;           /* frames that were due to this subscriber: a gap is a loss */
    int64_t t_ns;           /* nanoseconds of CLOCK_MONOTONIC */
    uint64_t dropped;       /* frames missed just before this one, as too old, or never sent */
    bool has_tilt;          /* pitch_rad and roll_rad are known */
    double pitch_rad, roll_rad;
    bool has_up;            /* asked for with "include":["up"] */
    double up[3];           /* unit vector, screen axes */
    int64_t for_ns;         /* the instant that it is true for: t_ns, and where the daemon looked ahead, later */
    /* An "ok" of the daemon, for tiltshadow_ok() of tiltshadow_display.h. Where several came before one frame, it has the
     * oldest and the next frames have the others, each its own, so that none is missed (of more than 4, the oldest is);
     * from then on frames have the last one. With "when":"changed", too, the next frame is that of the next tick. */
    int64_t ok_id;          /* the "id" of the request, where that is a whole number; else 0 */
    double rate_hz;         /* as the daemon makes frames; 0 before an "ok" */
    bool is_phased;         /* made at phase_ns + n / rate_hz, which need not be what was asked for */
    int64_t phase_ns;
    bool is_still;          /* the offset has not moved for a second */
};

enum tiltshadow_result {
    TILTSHADOW_NOTHING,     /* nothing new */
    TILTSHADOW_FRAME,       /* the newest frame was written */
    TILTSHADOW_AWAY,        /* no daemon answers now; it is tried again by itself */
    TILTSHADOW_FAILED,      /* for good: see tiltshadow_message() */
};

/*
 * Begins to look for the daemon. path: its socket, or NULL for TILTSHADOW_SOCKET, else tiltshadow/tiltshadow.sock in
 * XDG_RUNTIME_DIR where there is one (or tiltshadow.sock, its place in early builds), else the system's, looked for anew with each
 * attempt. options: a JSON object of the subscribe request's options, such as {"rate_hz":60,"gain":20}, or NULL for the
 * daemon's defaults. Returns NULL, with errno, only where memory or descriptors are short, and with EINVAL where the path or
 * the options are too long, or those are not one whole JSON object, name an id or a type, or write a name with an escape.
 */
struct tiltshadow *tiltshadow_open(const char *path, const char *options);

/* Ends the connection; NULL is allowed. */
void tiltshadow_close(struct tiltshadow *);

/* The descriptor to watch for reading (poll, GLib, QSocketNotifier, libuv); the same one until tiltshadow_close(). */
int tiltshadow_fd(const struct tiltshadow *);

/* Reads what has come, and connects where it is time to. Writes to frame only with TILTSHADOW_FRAME. */
enum tiltshadow_result tiltshadow_read(struct tiltshadow *, struct tiltshadow_frame *frame);

/* Changes options, a JSON object as for tiltshadow_open(), but not NULL: at once, and of every later connection, unless the daemon
 * refuses them, which tiltshadow_message() says. Of what is asked for while the daemon is away, has a change to answer, or was asked
 * less than 0.03 s ago, it is asked call by call, for the newest of each option: call it as often as a slider is dragged. Returns the
 * ok_id of the frame that tells of its ok, from 1000000001 on, unless later calls name all that it names; 0, with EINVAL, where
 * nothing can be asked so, and with ENOMEM. */
int64_t tiltshadow_subscribe(struct tiltshadow *, const char *options);

/* Sends a request: one JSON object, such as {"type":"recentre"}. It is not asked of the next connection again, not even options
 * (what a phase lock asks for is sent so, with an id of less than 1000000001), except that the last of "pause" and "resume"
 * counts for every later connection. False where no daemon is there to take it. */
bool tiltshadow_send(struct tiltshadow *, const char *request);

/* How far the picture is turned clockwise against the device: 0, 90, 180 or 270 degrees, as screen.orientation.angle and as the
 * inverse of wl_output's transform (its 90 is 270 here). Asked for as by tiltshadow_subscribe(); call it when the screen turns. False,
 * and nothing changes, for any other number, and where memory is short. */
bool tiltshadow_turn(struct tiltshadow *, int degrees);

/* Instead of frames, asks for a page of memory with the newest pose, written rate_hz times a second (1 to 200), now and of every
 * later connection; 0 for frames again. Of several calls in a row the last is asked for, once an earlier wish is answered and 0.03 s
 * later. See tiltshadow_pose.h. Frames go on to come until there is a page, and where there can be none, which tiltshadow_message()
 * says; a pause ends with it. False, and nothing changes, for any other rate. */
bool tiltshadow_map(struct tiltshadow *, double rate_hz);

/* Whether slow ticks will do for the page while the device lies still, which spares the machine most wake-ups; false at first.
 * Call it before tiltshadow_map(): it counts for what is asked for from then on. */
void tiltshadow_map_rests(struct tiltshadow *, bool rests);

/* The newest page, or NULL before the first; from any thread, while none is in tiltshadow_close(). One whose daemon has gone, or
 * whose user sits in front no more, says so itself until there is another. It stays until tiltshadow_close(), or until
 * tiltshadow_read() has taken the page after the next: a thread that asks for it with each picture never reads where none is. */
struct tiltshadow_page;
const struct tiltshadow_page *tiltshadow_page(const struct tiltshadow *);

/* True where the daemon's sensor has a gyroscope, so that looking ahead pays; false while there is no daemon or no sensor. */
bool tiltshadow_has_gyroscope(const struct tiltshadow *);

/* From a pose to an offset: by the tilt angles, the projection onto the screen, or the Euler angles, which is the usual formula, jumps
 * at the vertical and is there to be compared. */
enum tiltshadow_mapping { TILTSHADOW_TILT, TILTSHADOW_PROJECTION, TILTSHADOW_EULER };

/* What the shadow is meant to look like, as the daemon has told it last; what it has not told is as by its own defaults. */
struct tiltshadow_look {
    double gain;                     /* points per radian: of its settings, and of frames once it has taken options */
    double limit;                    /* the longest offset of frames, in points */
    enum tiltshadow_mapping mapping; /* of frames; where the daemon says a word that is none of these, as it was before */
    double blur_px, opacity;         /* of the shadow: points, and 0 to 1 */
};

/* For who draws by a page as frames are drawn, or the shadow itself. Gain, blur and opacity are told at once; limit and mapping by
 * an "ok", which tiltshadow_subscribe(shadow, "{}") asks for where the program has no options of its own. After a change of
 * the daemon's settings it tells by the next "ok", and by the next connection. False before it has told anything. */
bool tiltshadow_look(const struct tiltshadow *, struct tiltshadow_look *);

/* How many connections and sensors there have been: one more with each connection, and with each sensor that is found later.
 * Where it has changed, begin a phase lock and a resampler of tiltshadow_display.h anew, and ask for no phase. */
unsigned tiltshadow_sensor_count(const struct tiltshadow *);

/* What went wrong last, in words; never NULL. The daemon's are as it sends them, but that quotes and slashes are without their
 * escapes of JSON, and what would command a terminal is made visible. */
const char *tiltshadow_message(const struct tiltshadow *);

#ifdef __cplusplus
}
#endif
#endif
