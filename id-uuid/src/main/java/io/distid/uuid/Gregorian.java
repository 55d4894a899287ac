package io.distid.uuid;

/** The time of versions 1 and 6: a 60-bit count of 100 ns since the Gregorian calendar began, 1582-10-15T00:00Z. */
final class Gregorian {
    static final long UNIX_EPOCH = 0x01B2_1DD2_1381_4000L;
    static final long TICKS_PER_MILLI = 10_000;

    private Gregorian() {}

    /** Version 1 puts the time's low bits first, so its ids do not sort by time. */
    static long highV1(long time) {
        return time << 32 | time >>> 16 & 0xFFFF_0000L | 0x1000 | time >>> 48;
    }

    /** Version 6 is version 1 with the time in its natural order. */
    static long highV6(long time) {
        return time >>> 12 << 16 | 0x6000 | time & 0xFFF;
    }

    static long timeOfV1(long high) {
        return (high & 0xFFF) << 48 | (high & 0xFFFF_0000L) << 16 | high >>> 32;
    }

    static long timeOfV6(long high) {
        return high >>> 16 << 12 | high & 0xFFF;
    }
}
