/* tiltshadow_pose.c: see tiltshadow_pose.h. Apache-2.0. */
#include "tiltshadow_pose.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

enum { WORDS = 16, SEQUENCE = 2, TRIES = 1000, PANEL = 8, DISPLAY = 10 };
_Static_assert(sizeof(struct tiltshadow_page) == 8 * WORDS, "a page is 128 bytes");
_Static_assert(offsetof(struct tiltshadow_page, sequence) == 8 * SEQUENCE, "the third word is the sequence");

static const int64_t OLD_NS = 3000000000, EASE_NS = 1000000000, FARTHEST_NS = 100000000;
static const double FARTHEST = 20 * 3.14159265358979323846 / 180, LARGEST = 1e6;

/* The reader's half of a sequence lock: what is loaded behind the acquire is no older than the sequence, and the fence keeps it
 * before the second look at that. Tests/PosePage shows what happens without either. */
bool tiltshadow_read_page(const struct tiltshadow_page *page, struct tiltshadow_page *copy) {
    const uint64_t *from = (const uint64_t *)page;
    uint64_t words[WORDS];
    for (int tries = 0; tries < TRIES; tries++) {
        uint64_t sequence = __atomic_load_n(from + SEQUENCE, __ATOMIC_ACQUIRE);
        if (sequence & 1) continue;
        for (int index = 0; index < WORDS; index++) words[index] = __atomic_load_n(from + index, __ATOMIC_RELAXED);
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
        if (__atomic_load_n(from + SEQUENCE, __ATOMIC_RELAXED) != sequence) continue;
        memcpy(copy, words, sizeof words);
        return true;
    }
    return false;
}

struct vector { double x, y, z; };

static double dot(struct vector a, struct vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static struct vector cross(struct vector a, struct vector b) {
    return (struct vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* An older daemon's ease may end a last bit beyond. */
static bool is_share(double number) { return number >= -1e-6 && number <= 1 + 1e-6; }

/* Whether its numbers can be those of a pose: whatever else stands there must become neither NaN nor beyond the limit. */
static bool is_sound(const struct tiltshadow_page *page) {
    const double *up = page->up, *rate = page->rate, square = up[0] * up[0] + up[1] * up[1] + up[2] * up[2];
    return square >= 0.25 && square <= 4 && is_share(page->strength) && is_share(page->fade) &&
           fabs(rate[0]) <= LARGEST && fabs(rate[1]) <= LARGEST && fabs(rate[2]) <= LARGEST && fabs(page->yaw) <= LARGEST;
}

/* The same of a program's own: none counts for 0, and one that is too large for the largest. */
static double within(double number) {
    return number > LARGEST ? LARGEST : number >= -LARGEST ? number : number < -LARGEST ? -LARGEST : 0;
}

/* From one instant to another; the longest time there is where it would be longer. */
static int64_t since(int64_t from, int64_t to) {
    int64_t time;
    return __builtin_sub_overflow(to, from, &time) ? from < 0 ? INT64_MAX : INT64_MIN : time;
}

/* Rodrigues' rotation by |w| about w, of sin |w| / |w|, (1 - cos |w|) / |w|^2 and cos |w|: neither root nor quotient. */
static struct vector turned(struct vector v, struct vector w, double s, double k, double c) {
    double along = k * dot(w, v);
    struct vector side = cross(w, v);
    return (struct vector){c * v.x + s * side.x + along * w.x, c * v.y + s * side.y + along * w.y,
                           c * v.z + s * side.z + along * w.z};
}

/* How much later an instant is than what the page is true for, a tenth of a second at most. */
static double seconds_ahead(const struct tiltshadow_page *page, int64_t instant_ns) {
    int64_t ahead = since(page->for_ns, instant_ns);
    ahead = ahead > FARTHEST_NS ? FARTHEST_NS : ahead < -FARTHEST_NS ? -FARTHEST_NS : ahead;
    return (double)ahead * 1e-9;
}

/* What the turn about the vertical is by then, or was: it leaks with 2 s, and is 20 degrees at most. */
static double turned_to(const struct tiltshadow_page *page, int64_t instant_ns) {
    struct vector up = {page->up[0], page->up[1], page->up[2]}, rate = {page->rate[0], page->rate[1], page->rate[2]};
    double speed = dot(up, rate) / sqrt(dot(up, up));
    double yaw = page->yaw + seconds_ahead(page, instant_ns) * (speed - 0.5 * page->yaw);
    return yaw > FARTHEST ? FARTHEST : yaw < -FARTHEST ? -FARTHEST : yaw;
}

/* Where up is so much later, or was so much earlier, where the device turns on as it did. */
static struct vector carried(const struct tiltshadow_page *page, int64_t instant_ns) {
    struct vector up = {page->up[0], page->up[1], page->up[2]};
    double square = dot(up, up);
    if (fabs(square - 1) > 1e-9) { /* no daemon writes it so: for the direction alone, a root would be for nothing */
        double cut = 1 / sqrt(square);
        up = (struct vector){cut * up.x, cut * up.y, cut * up.z};
    }
    double t = -seconds_ahead(page, instant_ns);
    struct vector w = {t * page->rate[0], t * page->rate[1], t * page->rate[2]};
    double q = dot(w, w);
    if (q == 0) return up; /* with the sign of its zeros: on either side of euler's leap */
    if (q > FARTHEST * FARTHEST) {
        double cut = FARTHEST / sqrt(q);
        w = (struct vector){cut * w.x, cut * w.y, cut * w.z};
        q = FARTHEST * FARTHEST;
    }
    /* Taylor's series: within 20 degrees the next terms are less than a double's last bit. */
    double s = 1 - q * (1.0 / 6) * (1 - q * (1.0 / 20) * (1 - q * (1.0 / 42) * (1 - q * (1.0 / 72) * (1 - q * (1.0 / 110)))));
    double k = 0.5 * (1 - q * (1.0 / 12) * (1 - q * (1.0 / 30) * (1 - q * (1.0 / 56) * (1 - q * (1.0 / 90)))));
    return turned(up, w, s, k, 1 - q * k);
}

/* atan2(y, sqrt(c)) for c >= 0, to 1e-13 rad: a third of the time of the C library's, which would be most of a read. Folded to
 * ratios of up to tan 22.5 degrees, where nine terms in their square do (Chebyshev's points); none is of nothing to nothing. */
static double inclination(double y, double c) {
    const double fold = 0.41421356237309503, quarter = 1.5707963267948966;
    double x = sqrt(c), a = fabs(y), less = a < x ? a : x, more = (a < x ? x : a) + 1e-300;
    bool is_folded = less > fold * more;
    double t = (is_folded ? less - more : less) / (is_folded ? less + more : more), z = t * t, zz = z * z;
    double even = 0.9999999999999735 + zz * (0.1999999960504065 + zz * (0.1111038526097431 +
                  zz * (0.07563724481465293 + zz * 0.030663661377318907)));
    double odd = -0.33333333330804016 + zz * (-0.1428569043231911 + zz * (-0.0907839493758025 - zz * 0.05874584960832314));
    double angle = t * (even + z * odd) + (is_folded ? 0.5 * quarter : 0);
    return copysign(a < x ? angle : quarter - angle, y);
}

static struct vector rotated(struct vector up, unsigned quarters) {
    switch (quarters & 3) {
    case 0: return up;
    case 1: return (struct vector){-up.y, up.x, up.z};
    case 2: return (struct vector){-up.x, -up.y, up.z};
    default: return (struct vector){up.y, -up.x, up.z};
    }
}

/* As the frame that turns the neutral pose to face up sees it; as it is where that is none. Squares would be beyond a double for a
 * neutral of 1e200. */
static struct vector referred(struct vector up, const double neutral[3]) {
    double side = hypot(neutral[0], neutral[1]), length = hypot(side, neutral[2]);
    if (!isfinite(length)) return up;
    if (!(side > 1e-9)) {
        double sign = neutral[2] < 0 ? -1 : 1;
        return (struct vector){up.x, sign * up.y, sign * up.z};
    }
    double c = neutral[2] / length;
    return turned(up, (struct vector){neutral[1] / side, -neutral[0] / side, 0}, side / length, 1 - c, c);
}

void tiltshadow_pose_of(const struct tiltshadow_page *page, int64_t instant_ns, const struct tiltshadow_pose_options *options,
                        struct tiltshadow_pose *pose) {
    int degrees = options->display_rotation;
    unsigned display = degrees == -1 ? page->flags >> DISPLAY : (unsigned)(degrees % 360 + 360) / 90;
    int64_t late = since(OLD_NS, since(page->t_ns, instant_ns));
    double age = late > 0 ? (double)late / (double)EASE_NS : 0;
    double left = age >= 1 ? 0 : 1 - age * age * (3 - 2 * age);
    /* One by one: to clear all of it first takes as long as half of the rest. */
    pose->state = page->state <= TILTSHADOW_TRACKING ? (enum tiltshadow_state)page->state : TILTSHADOW_NONE;
    pose->has_pose = page->flags & TILTSHADOW_PAGE_HAS_POSE && is_sound(page);
    pose->is_still = page->flags & TILTSHADOW_PAGE_STILL;
    pose->has_gyroscope = page->flags & TILTSHADOW_PAGE_GYROSCOPE;
    pose->has_ended = page->flags & TILTSHADOW_PAGE_ENDED;
    pose->is_old = late > 0;
    pose->t_ns = page->t_ns, pose->for_ns = page->for_ns;
    pose->rate_hz = page->rate_hz >= 0 && page->rate_hz <= LARGEST ? page->rate_hz : 0;
    pose->x = options->fallback[0], pose->y = options->fallback[1];
    pose->up[0] = pose->up[1] = pose->up[2] = pose->pitch_rad = pose->roll_rad = pose->fade = 0;
    if (!pose->has_pose) return;
    struct vector up = rotated(carried(page, instant_ns), (page->flags >> PANEL) + display);
    struct vector steered = options->has_neutral ? referred(up, options->neutral) : up;
    pose->up[0] = up.x, pose->up[1] = up.y, pose->up[2] = up.z;
    pose->pitch_rad = inclination(up.y, up.x * up.x + up.z * up.z);
    pose->roll_rad = inclination(-up.x, up.y * up.y + up.z * up.z);
    double x = -steered.x, y = steered.y;
    if (options->mapping == TILTSHADOW_TILT && options->has_neutral) {
        x = inclination(-steered.x, steered.y * steered.y + steered.z * steered.z);
        y = inclination(steered.y, steered.x * steered.x + steered.z * steered.z);
    } else if (options->mapping == TILTSHADOW_TILT) {
        x = pose->roll_rad, y = pose->pitch_rad;
    } else if (options->mapping == TILTSHADOW_EULER) {
        x = atan2(x, steered.z), y = asin(y > 1 ? 1 : y < -1 ? -1 : y);
    }
    double gain = within(options->gain), turn = options->yaw_assist ? gain * turned_to(page, instant_ns) : 0;
    x = page->strength * gain * x + turn * up.y;
    y = page->strength * gain * y + turn * up.x;
    double square = x * x + y * y, limit = options->limit > 0 ? options->limit : 0;
    double short_of = square > limit * limit ? limit / sqrt(square) : 1;
    double fade = pose->fade = page->fade * left;
    pose->x = fade * (options->base[0] + short_of * x) + (1 - fade) * options->fallback[0];
    pose->y = fade * (options->base[1] + short_of * y) + (1 - fade) * options->fallback[1];
}

bool tiltshadow_pose_at(const struct tiltshadow_page *page, int64_t instant_ns, const struct tiltshadow_pose_options *options,
                        struct tiltshadow_pose *pose) {
    struct tiltshadow_page copy;
    if (!tiltshadow_read_page(page, &copy)) return false;
    tiltshadow_pose_of(&copy, instant_ns, options, pose);
    return true;
}

bool tiltshadow_pose_or_last(const struct tiltshadow_page *page, struct tiltshadow_page *last, int64_t instant_ns,
                             const struct tiltshadow_pose_options *options, struct tiltshadow_pose *pose) {
    struct tiltshadow_page copy;
    if (!tiltshadow_read_page(page, &copy)) return false;
    tiltshadow_pose_of(&copy, instant_ns, options, pose);
    if (pose->has_pose) *last = copy;
    if (pose->has_pose || !(last->flags & TILTSHADOW_PAGE_HAS_POSE)) return true;
    enum tiltshadow_state state = pose->state;
    bool has_ended = pose->has_ended;
    tiltshadow_pose_of(last, instant_ns, options, pose);
    pose->state = state, pose->has_ended = has_ended, pose->is_still = false; /* it is still to ease */
    return true;
}
