/* The HID report descriptor of a sensor hub with a 3D accelerometer and a 3D gyrometer, and the
 * reports it describes (HID Usage Tables, page 0x20, "Sensors"). */
#pragma once
#include <stdint.h>

enum sensor { accelerometer, gyrometer, sensor_count };

/* Values of the reporting and power fields that the kernel driver selects, counted from 1. */
enum { reporting_all_events = 2, power_full = 2 };

/* Feature report: what the host sets. */
struct __attribute__((packed)) feature_report {
    uint8_t id, reporting, power;
    uint32_t interval_ms;
    uint16_t sensitivity;
};

/* Input report: one reading, in the units of the descriptor (1e-3 g, 1e-2 deg/s). */
struct __attribute__((packed)) input_report {
    uint8_t id, state, event;
    int16_t axis[3];
};

enum { accelerometer_counts_per_g = 1000, gyrometer_counts_per_degree = 100 };

#define LE16(value) (uint8_t)((value) & 0xff), (uint8_t)((value) >> 8)
#define USAGE_PAGE_SENSOR 0x05, 0x20
#define USAGE(usage) 0x0a, LE16(usage)
#define COLLECTION_APPLICATION 0xa1, 0x01
#define COLLECTION_PHYSICAL 0xa1, 0x00
#define COLLECTION_LOGICAL 0xa1, 0x02
#define END_COLLECTION 0xc0
#define REPORT_ID(id) 0x85, (id)
#define REPORT_SIZE(bits) 0x75, (bits), 0x95, 1
#define UNIT_EXPONENT(code) 0x55, (code) /* 4-bit two's complement: 0x0d is -3, 0x0e is -2 */
#define FEATURE_ARRAY 0xb1, 0x00
#define FEATURE_VARIABLE 0xb1, 0x02
#define INPUT_ARRAY 0x81, 0x00
#define INPUT_VARIABLE 0x81, 0x02

/* A field that selects one of `count` usages, as a number from 1. */
#define SELECTOR(usage, count) \
    USAGE(usage), 0x15, 1, 0x25, (count), REPORT_SIZE(8), COLLECTION_LOGICAL
#define USAGES_5(u) USAGE(u), USAGE((u) + 1), USAGE((u) + 2), USAGE((u) + 3), USAGE((u) + 4)
#define USAGES_6(u) USAGES_5(u), USAGE((u) + 5)
#define USAGES_7(u) USAGES_6(u), USAGE((u) + 6)

#define REPORTING_STATE SELECTOR(0x0316, 6), USAGES_6(0x0840), FEATURE_ARRAY, END_COLLECTION
#define POWER_STATE SELECTOR(0x0319, 6), USAGES_6(0x0850), FEATURE_ARRAY, END_COLLECTION
#define REPORT_INTERVAL \
    USAGE(0x030e), 0x15, 0, 0x27, LE16(0xffff), LE16(0x7fff), REPORT_SIZE(32), UNIT_EXPONENT(0), \
        FEATURE_VARIABLE
#define CHANGE_SENSITIVITY(field) \
    USAGE((field) | 0x1000), 0x15, 0, 0x27, LE16(0xffff), LE16(0), REPORT_SIZE(16), \
        UNIT_EXPONENT(0x0e), FEATURE_VARIABLE
#define SENSOR_STATE SELECTOR(0x0201, 7), USAGES_7(0x0800), INPUT_ARRAY, END_COLLECTION
#define SENSOR_EVENT SELECTOR(0x0202, 5), USAGES_5(0x0810), INPUT_ARRAY, END_COLLECTION
#define AXIS(usage, exponent) \
    USAGE(usage), 0x16, LE16(0x8001), 0x26, LE16(0x7fff), REPORT_SIZE(16), \
        UNIT_EXPONENT(exponent), INPUT_VARIABLE

/* One sensor; its axes have the usages `field` + 1, + 2 and + 3. */
#define SENSOR(type, id, field, exponent) \
    USAGE_PAGE_SENSOR, 0x09, (type), COLLECTION_PHYSICAL, REPORT_ID(id), \
        REPORTING_STATE, POWER_STATE, REPORT_INTERVAL, CHANGE_SENSITIVITY(field), \
        SENSOR_STATE, SENSOR_EVENT, \
        AXIS((field) + 1, exponent), AXIS((field) + 2, exponent), AXIS((field) + 3, exponent), \
        END_COLLECTION

static const uint8_t report_descriptor[] = {
    USAGE_PAGE_SENSOR, 0x09, 0x01, COLLECTION_APPLICATION,
    SENSOR(0x73, 1 + accelerometer, 0x0452, 0x0d),
    SENSOR(0x76, 1 + gyrometer, 0x0456, 0x0e),
    END_COLLECTION,
};
