package io.distid.uuid;

import io.distid.UuidGenerator;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes the random bits of ids to standard output without end, for programs that judge them: see docs/results/randomness.md.
 *
 * <p>All 122 of {@code v4}, the last 55 of {@code v7}; the fixed bits, time and counter are left out.
 */
final class RandomStream {
    private static final int BATCH = 4096;

    private final OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16);
    private long pending;
    private int pendingBits;

    private RandomStream() {}

    /** @param version {@code v4} or {@code v7} */
    public static void main(String... version) throws IOException {
        boolean v4 = version[0].equals("v4");
        long[] halves = new long[2 * BATCH];
        RandomStream stream = new RandomStream();
        try (UuidGenerator ids = v4 ? UuidV4.open() : UuidV7.open()) {
            while (true) {
                ids.nextUuids(halves, 0, halves.length);
                for (int i = 0; i < halves.length; i += 2) {
                    if (v4) {
                        stream.put(halves[i] >>> 16, 48);
                        stream.put(halves[i], 12);
                        stream.put(halves[i + 1] >>> 31, 31);
                        stream.put(halves[i + 1], 31);
                    } else {
                        stream.put(halves[i + 1], UuidV7.RANDOM_BITS);
                    }
                }
            }
        }
    }

    /** Appends the lowest bits of a number, at most 55, since up to 7 are pending. */
    private void put(long bits, int count) throws IOException {
        pending = pending << count | bits & (1L << count) - 1;
        pendingBits += count;
        while (pendingBits >= 8) {
            pendingBits -= 8;
            out.write((int) (pending >>> pendingBits));
        }
    }
}
