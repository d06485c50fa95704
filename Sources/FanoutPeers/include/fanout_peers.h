/* The other side of tiltshadow-bench fanout: what the daemon is held against, and those who read from both. */
#ifndef FANOUT_PEERS_H
#define FANOUT_PEERS_H

/* A fan-out as one would write it in C: one epoll loop, one timer, one read of the feed and one send a subscriber at each tick
   of rate_hz. Serves at path and reads struct input_event from standard input, until that ends. */
int fanout_loop(const char *path, double rate_hz);

/* Writes an accelerometer of 200 Hz as struct input_event to standard output, until nobody reads it. */
int fanout_feed(void);

/* Connects count times to path and reads. Says "ready" once each has had a frame; when standard input ends, how many frames
   came and how long after the deadline in them the last reader of a tick had its own: the median, the 99th percentile and
   the greatest, in microseconds. */
int fanout_readers(const char *path, int count);

/* Connects count times to path, asks each time for a page of poses that is written rate_hz times a second, and reads it as often
   for each. Says "ready" once each has had its page; when standard input ends, how often it was read. */
int fanout_mapped(const char *path, int count, double rate_hz);

#endif
