/*
 * tiltshadow_display.h: where to draw a shadow at a display's vsync. A resampler for frames of any rate, and a phase lock
 * that has the daemon send its frames at the display's own rate and phase. Nothing but arithmetic: no memory, no calls.
 *
 *     struct tiltshadow_resampler resampler = {.rate_hz = 50};
 *     struct tiltshadow_phase_lock lock = {.gyroscope = true};         // as the daemon's hello says: sensor.gyro
 *
 *     tiltshadow_take(&resampler, frame.t_ns, frame.x, frame.y, frame.state);      // each frame that comes
 *     tiltshadow_vsync(&lock, v);                                                  // each vsync; see there
 *     tiltshadow_ok(&lock, rate_hz, &phase_ns);                                    // each "ok" to what it asked for
 *     if (tiltshadow_offset(&resampler, v, &x, &y)) draw_shadow(x, y);             // or, while lock.is_locked,
 *     draw_shadow(resampler.newest.x, resampler.newest.y);                         // the newest frame as it is
 *
 * Instants are nanoseconds of CLOCK_MONOTONIC. Apache-2.0.
 */
#ifndef TILTSHADOW_DISPLAY_H
#define TILTSHADOW_DISPLAY_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One frame as the resampler keeps it. */
struct tiltshadow_sample {
    int64_t t_ns;
    double x, y;
    int state;
};

/* Draws frames of any rate at any vsync, on the way between the last two. Begin with all but rate_hz zero. */
struct tiltshadow_resampler {
    double rate_hz; /* what is subscribed to; 50 where it is no rate */
    int count;      /* of the two frames, how many came */
    struct tiltshadow_sample previous, newest;
};

/* lookahead_ms to subscribe with, so that a picture is true when it lights up; 0 without a gyroscope: there it makes noise visible.
 * A refresh that is no rate counts as 60 Hz, such a rate as 50. */
double tiltshadow_lookahead_ms(double refresh_hz, double rate_hz, bool gyroscope);

/* Begins anew: after a connection or "recentre" nothing is to be drawn between then and now. */
void tiltshadow_forget(struct tiltshadow_resampler *);

/* Takes a frame; one that is not newer than the last is ignored, as is one whose numbers cannot be. state: any number that differs where the state does. */
void tiltshadow_take(struct tiltshadow_resampler *, int64_t t_ns, double x, double y, int state);

/* The offset to draw at a vsync, always on the way between the last two frames; false before the first. */
bool tiltshadow_offset(const struct tiltshadow_resampler *, int64_t vsync_ns, double *x, double *y);

/* Finds a display's rate and phase in the instants of its vsyncs. Begin with all but gyroscope zero, with each connection
 * and each sensor. Without a gyroscope nothing is asked for, as the resampler is smoother, nor outside of 23.9 to 200.02 Hz. */
struct tiltshadow_phase_lock {
    bool gyroscope;
    bool is_locked; /* the newest frame is the one to draw, as it is */
    bool has_begun, has_fit, has_asked, has_ever_asked, is_answered;
    double rate_hz, lookahead_ms; /* what was asked for, with phase_ns */
    int64_t phase_ns;
    double given_rate_hz, given_phase; /* while locked, of the frames */
    int refusals;                      /* in a row */
    double first, last, asked_at; /* vsyncs: since the last restart, the newest, when it was last asked */
    double gaps[5];
    int gap_count;
    double phase, period; /* where the last vsync was, and how far the next is */
    int count, strikes;   /* vsyncs that the two rest upon, a least-squares line through so many; those that did not fit */
    double square, bias;  /* running means of the squared distance from the line, and of the distance */
};

enum tiltshadow_lock_answer {
    TILTSHADOW_KEEP,    /* nothing to do */
    TILTSHADOW_LOCK,    /* subscribe with the lock's rate_hz, phase_ns and lookahead_ms, and give the "ok" to tiltshadow_ok() */
    TILTSHADOW_RELEASE, /* subscribe as the resampler wants it, without a phase; it draws again */
};

/* Takes a vsync's instant, and says what to ask of the daemon. */
enum tiltshadow_lock_answer tiltshadow_vsync(struct tiltshadow_phase_lock *, int64_t vsync_ns);

/* Takes the "ok" to a request of the lock; NULL where it names no phase_ns. It may name another than was asked for. */
enum tiltshadow_lock_answer tiltshadow_ok(struct tiltshadow_phase_lock *, double rate_hz, const int64_t *phase_ns);

/* The display's refresh rate in Hz; 0 before it is known, and above about 222 Hz. */
double tiltshadow_refresh_hz(const struct tiltshadow_phase_lock *);

#ifdef __cplusplus
}
#endif
#endif
