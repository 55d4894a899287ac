package io.distid.text;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.LongStream;

/** Ids to try: edges, and random ones of all magnitudes from a fixed seed. */
final class Values {
    private Values() {}

    /** Powers of the radices and their neighbours, as unsigned 64 bits. */
    static long[] edges() {
        LongStream.Builder edges = LongStream.builder();
        for (int bit = 0; bit < 64; bit++) {
            around(edges, 1L << bit);
        }
        for (int radix : new int[] {10, 36, 58, 62}) {
            for (long power = 1; Long.compareUnsigned(power, Long.divideUnsigned(-1, radix)) <= 0; power *= radix) {
                around(edges, power * radix);
            }
        }
        return edges.build().distinct().toArray();
    }

    /** All pairs of a few halves, and powers of the radices. */
    static List<UUID> uuidEdges() {
        List<UUID> edges = new ArrayList<>();
        long[] halves = {0, 1, 2, Long.MAX_VALUE, Long.MIN_VALUE, -1, -2, 1L << 32, (1L << 32) - 1, 0x0123456789abcdefL
        };
        for (long high : halves) {
            for (long low : halves) {
                edges.add(new UUID(high, low));
            }
        }
        for (long edge : edges()) {
            edges.add(new UUID(edge, 0));
            edges.add(new UUID(0, edge));
            edges.add(new UUID(edge, edge));
        }
        return edges;
    }

    static long random(SplittableRandom random) {
        return random.nextLong() >>> random.nextInt(64);
    }

    private static void around(LongStream.Builder edges, long value) {
        edges.add(value - 1).add(value).add(value + 1);
    }
}
