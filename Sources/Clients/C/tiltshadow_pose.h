/*
 * tiltshadow_pose.h: the newest pose from a page of memory that the daemon writes, without a system call; for compositors.
 *
 *     struct tiltshadow *shadow = tiltshadow_open(NULL, NULL);
 *     tiltshadow_map(shadow, 100);                             // asks for a page that is written 100 times a second
 *     // watch tiltshadow_fd(shadow) and call tiltshadow_read() as ever: it fetches the page, and another where that ends
 *
 *     struct tiltshadow_pose_options options = TILTSHADOW_POSE_OPTIONS;
 *     struct tiltshadow_pose pose = {0};
 *     struct tiltshadow_page last = {0};                       // stays from one picture to the next, as pose does
 *     const struct tiltshadow_page *page = tiltshadow_page(shadow);   // NULL while there is none: then frames come
 *     if (page && tiltshadow_pose_or_last(page, &last, photon_ns, &options, &pose)) draw_shadow(pose.x, pose.y);
 *
 * Nothing here but arithmetic: no memory of its own, no calls, any thread; tiltshadow_page() says how long a page stays. Ask
 * for it anew with each picture. Apache-2.0.
 */
#ifndef TILTSHADOW_POSE_H
#define TILTSHADOW_POSE_H

#include "tiltshadow.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The page as the daemon writes it, version 1; see PAGES of tiltshadow-protocol(7). Read it by the functions below: `sequence`
 * is odd while it is written, and a copy is whole where it was even before and the same after. */
struct tiltshadow_page {
    uint64_t magic;         /* the bytes TILTPOSE */
    uint32_t version, size; /* 1, 128 */
    uint64_t sequence;
    uint32_t state;         /* enum tiltshadow_state */
    uint32_t flags;         /* below; from bit 8 quarters by which the panel is turned, from bit 10 those of `rotate` */
    int64_t t_ns;           /* CLOCK_MONOTONIC when it was written */
    int64_t for_ns;         /* the instant that the pose is true for */
    double up[3];           /* away from the ground, device axes */
    double rate[3];         /* how fast the device turns, rad/s: up changes by up × rate */
    double strength;        /* how much of the usual gravity there is, 0 to 1 */
    double fade;            /* how much of the motion shows, from 0 (the fallback) to 1 */
    double yaw;             /* how far it was turned about the vertical lately, rad */
    double rate_hz;         /* how often it is written; more slowly at rest, once a second at least */
};

enum tiltshadow_page_flags {
    TILTSHADOW_PAGE_ENDED = 1,     /* it is not written any more: tiltshadow_read() asks for another */
    TILTSHADOW_PAGE_HAS_POSE = 2,  /* up means something */
    TILTSHADOW_PAGE_STILL = 4,     /* nothing has moved for a second */
    TILTSHADOW_PAGE_GYROSCOPE = 8, /* looking far ahead pays */
};

/* How a pose becomes an offset: as the options of subscribe do. */
struct tiltshadow_pose_options {
    double gain;                     /* points per radian */
    double limit;                    /* the longest offset, in points; with euler a daemon's own is 1000 */
    enum tiltshadow_mapping mapping;
    int display_rotation;            /* degrees, as for tiltshadow_turn(); -1 for what `rotate` of this user says. Others are
                                      * turned on: -90 is 270, 450 is 90 */
    bool yaw_assist;
    double base[2], fallback[2];     /* points: added to every offset; shown while there is no sensor */
    bool has_neutral;                /* the shadow lies at its base where up, as struct tiltshadow_pose has it, is neutral */
    double neutral[3];
};
/* The daemon's own defaults. Its settings may have others: tiltshadow_look() has their gain, limit and mapping; base and
   fallback no message tells. */
#define TILTSHADOW_POSE_OPTIONS {.gain = 10, .limit = 16, .fallback = {0, 4}}

/* Where to draw the shadow at an instant, and the pose it comes from. */
struct tiltshadow_pose {
    double x, y;
    enum tiltshadow_state state;
    bool has_pose, is_still, has_gyroscope;
    int64_t t_ns, for_ns;
    double pitch_rad, roll_rad, up[3]; /* at the instant, screen axes; 0 without a pose */
    double fade, rate_hz;
    bool is_old;                       /* not written for 3 s: the daemon hangs or has died; eased to the fallback */
    bool has_ended;                    /* the page is not written any more: another is asked for */
};

/* Copies a page as a whole; false where the daemon was writing each time it was tried, which takes it less than 1 µs. */
bool tiltshadow_read_page(const struct tiltshadow_page *, struct tiltshadow_page *copy);

/* The pose, carried to an instant of CLOCK_MONOTONIC by its own velocity, up to 0.1 s and 20 degrees, and its offset. False
 * where it could not be read, and pose is as it was: draw that again. */
bool tiltshadow_pose_at(const struct tiltshadow_page *, int64_t instant_ns, const struct tiltshadow_pose_options *,
                        struct tiltshadow_pose *pose);

/* The same, but where the page has ended, or has no pose yet, that of the last one that had one: it stays where it was and grows old
 * as one that is not written does, for 3 s after it was written and eased to the fallback within 1 s, while another is awaited.
 * state and has_ended are those of the newest page. last: {0} at first, kept by the caller from one picture to the next and
 * from one page to the next; one for each thread. */
bool tiltshadow_pose_or_last(const struct tiltshadow_page *, struct tiltshadow_page *last, int64_t instant_ns,
                             const struct tiltshadow_pose_options *, struct tiltshadow_pose *pose);

/* That of a copy. */
void tiltshadow_pose_of(const struct tiltshadow_page *copy, int64_t instant_ns, const struct tiltshadow_pose_options *,
                        struct tiltshadow_pose *pose);

#ifdef __cplusplus
}
#endif
#endif
