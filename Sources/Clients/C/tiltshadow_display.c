/* tiltshadow_display.c: see tiltshadow_display.h. Needs nothing, not even libm. Apache-2.0. */
#include "tiltshadow_display.h"

#define DELIVERY 5e5 /* how long a frame takes to come, in nanoseconds */
#define LEAD 1e6     /* how long before its vsync a frame is made */
#define GATE 1.5e6   /* a vsync farther from where it should be is another one */

enum { LONGEST = 512, MOST_STRIKES = 8 };

static double magnitude(double value) { return value < 0 ? -value : value; }

static bool is_finite(double value) { return value - value == 0; }

/* floor(3); what is given here is far below 2^63. */
static double rounded_down(double value) {
    double whole = (double)(int64_t)value;
    return whole > value ? whole - 1 : whole;
}

static double rate(double value, double usual) { return value > 0 && is_finite(value) ? value : usual; }

/* How far an instant lies from the nearest of phase + n/rate. */
static double off_grid(double instant, double rate_hz, double phase) {
    double period = 1e9 / rate_hz, distance = instant - phase;
    return distance - rounded_down(distance / period + 0.5) * period;
}

double tiltshadow_lookahead_ms(double refresh_hz, double rate_hz, bool gyroscope) {
    double milliseconds = 1000 * (1 / rate(refresh_hz, 60) + 1 / rate(rate_hz, 50)) + DELIVERY / 1e6;
    if (!gyroscope || !(milliseconds > 0)) return 0;
    return milliseconds < 100 ? milliseconds : 100;
}

void tiltshadow_forget(struct tiltshadow_resampler *self) { self->count = 0; }

void tiltshadow_take(struct tiltshadow_resampler *self, int64_t t_ns, double x, double y, int state) {
    if (!(magnitude((double)t_ns) < 4e18 && magnitude(x) < 1e9 && magnitude(y) < 1e9)) return;
    if (self->count > 0 && t_ns <= self->newest.t_ns) return;
    self->previous = self->newest;
    self->newest = (struct tiltshadow_sample){t_ns, x, y, state};
    if (self->count < 2) self->count++;
}

bool tiltshadow_offset(const struct tiltshadow_resampler *self, int64_t vsync_ns, double *x, double *y) {
    const struct tiltshadow_sample *from = &self->previous, *to = &self->newest;
    if (self->count == 0) return false;
    /* Doubles before anything is subtracted: no instant can overflow them. */
    double end = (double)to->t_ns, span = end - (double)from->t_ns;
    bool is_broken = self->count < 2 || span > 2.5 * (1e9 / rate(self->rate_hz, 50)) || from->state != to->state;
    double part = is_broken ? 1 : ((double)vsync_ns - DELIVERY - end) / span;
    if (part < 0) part = 0;
    *x = part < 1 ? from->x + part * (to->x - from->x) : to->x;
    *y = part < 1 ? from->y + part * (to->y - from->y) : to->y;
    return true;
}

static enum tiltshadow_lock_answer release(struct tiltshadow_phase_lock *self) {
    bool was = self->has_asked;
    self->has_asked = self->is_answered = self->is_locked = false;
    return was ? TILTSHADOW_RELEASE : TILTSHADOW_KEEP;
}

static enum tiltshadow_lock_answer refuse(struct tiltshadow_phase_lock *self) {
    self->refusals++;
    return release(self);
}

/* From asking until asking again: 2 s, and after refusals 4, 8 … 64 s. */
static double wait(const struct tiltshadow_phase_lock *self) {
    return 2e9 * (double)(1 << (self->refusals < 5 ? self->refusals : 5));
}

static enum tiltshadow_lock_answer restart(struct tiltshadow_phase_lock *self, double now) {
    self->has_begun = true;
    self->has_fit = false;
    self->first = self->last = now;
    self->gap_count = 0;
    return release(self);
}

static double median_of_five(const double *values) {
    for (int index = 0; index < 5; index++) {
        int below = 0, same = 0;
        for (int other = 0; other < 5; other++) {
            below += values[other] < values[index];
            same += values[other] == values[index];
        }
        if (below <= 2 && below + same > 2) return values[index];
    }
    return 0;
}

/* While there is no estimate: the median of five gaps is the first. */
static enum tiltshadow_lock_answer begin(struct tiltshadow_phase_lock *self, double now) {
    double gap = now - self->last;
    if (!self->has_begun || 3 * magnitude(gap) > 1e9) return restart(self, now);
    if (gap < 1e6) return TILTSHADOW_KEEP;
    self->last = now;
    for (int index = 4; index > 0; index--) self->gaps[index] = self->gaps[index - 1];
    self->gaps[0] = gap;
    if (self->gap_count < 5) self->gap_count++;
    double median = median_of_five(self->gaps);
    if (self->gap_count == 5 && median >= 4.5e6 && median <= 45e6) {
        self->has_fit = true;
        self->phase = now;
        self->period = median;
        self->count = 1;
        self->strikes = 0;
        self->square = self->bias = 0;
    }
    return TILTSHADOW_KEEP;
}

static enum tiltshadow_lock_answer ask(struct tiltshadow_phase_lock *self, double refresh, double now) {
    if (self->count < 8 || now - self->first < 5e8 || self->square > 4e5 * 4e5) return TILTSHADOW_KEEP;
    if (self->has_ever_asked && magnitude(now - self->asked_at) < wait(self)) return TILTSHADOW_KEEP;
    double wanted = self->phase - LEAD;
    if (self->has_asked) {
        double drift = off_grid(wanted, self->given_rate_hz, self->given_phase);
        if (magnitude(drift) <= 2e5 && magnitude(refresh - self->rate_hz) / self->rate_hz <= 0.00002)
            return TILTSHADOW_KEEP;
    }
    self->rate_hz = rounded_down(refresh * 10000 + 0.5) / 10000;
    self->phase_ns = (int64_t)rounded_down(wanted + 0.5);
    self->lookahead_ms = 1000 / self->rate_hz + 1;
    self->has_asked = self->has_ever_asked = true;
    self->is_answered = false;
    self->asked_at = now;
    return TILTSHADOW_LOCK;
}

enum tiltshadow_lock_answer tiltshadow_vsync(struct tiltshadow_phase_lock *self, int64_t vsync_ns) {
    double now = (double)vsync_ns;
    if (!(magnitude(now) < 4e18)) return TILTSHADOW_KEEP;
    if (!self->has_fit) return begin(self, now);
    double distance = now - self->phase, periods = rounded_down(distance / self->period + 0.5);
    if (magnitude(periods) > 8) return restart(self, now);
    if (periods < 1 && distance <= GATE) return TILTSHADOW_KEEP;
    double predicted = self->phase + periods * self->period, error = now - predicted;
    if (magnitude(error) > GATE)
        return (self->strikes += 2) >= MOST_STRIKES ? restart(self, now) : TILTSHADOW_KEEP;
    if (periods > 1 || self->strikes > 0) self->strikes += periods > 1 ? 1 : -1;
    if (self->count < LONGEST) self->count++;
    double count = self->count, weight = count * (count + 1);
    self->phase = predicted + 2 * (2 * count - 1) / weight * error;
    self->period += 6 / weight * error / periods;
    if (count > 3) {
        self->square += (error * error - self->square) / (count - 3 < 32 ? count - 3 : 32);
        self->bias += (error - self->bias) / 16;
    }
    double bias = magnitude(self->bias);
    if (bias > 2.5e5 && self->count > 64) self->count = 64;
    if (self->strikes >= MOST_STRIKES || bias > 5e5 || !(self->period > 4e6 && self->period < 50e6))
        return restart(self, now);
    double refresh = 1e9 / self->period;
    bool is_display = self->gyroscope && refresh >= 23.9 && refresh <= 200.02;
    if (!is_display || (self->has_asked && self->square > 8e5 * 8e5)) return release(self);
    bool is_waiting = now - self->asked_at >= 0 && now - self->asked_at < 1e9;
    if (self->has_asked && !self->is_answered && !is_waiting) return refuse(self);
    return ask(self, refresh < 200 ? refresh : 200, now);
}

enum tiltshadow_lock_answer tiltshadow_ok(struct tiltshadow_phase_lock *self, double rate_hz, const int64_t *phase_ns) {
    if (!self->has_asked) return TILTSHADOW_KEEP;
    bool is_near = phase_ns && magnitude((double)*phase_ns) < 4e18 &&
                   magnitude(rate_hz - self->rate_hz) <= 2e-4 * self->rate_hz;
    if (!is_near || !(magnitude(off_grid((double)self->phase_ns, rate_hz, (double)*phase_ns)) <= 2.5e5)) return refuse(self);
    self->given_rate_hz = rate_hz;
    self->given_phase = (double)*phase_ns;
    self->is_answered = self->is_locked = true;
    self->refusals = 0;
    return TILTSHADOW_KEEP;
}

double tiltshadow_refresh_hz(const struct tiltshadow_phase_lock *self) {
    return self->has_fit && self->count >= 8 ? 1e9 / self->period : 0;
}
