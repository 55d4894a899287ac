package io.distid.testkit;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The ids of one node of a fleet and the bounds it held, as its {@link FleetChild} writes them down: pairs of numbers, of which one is a
 * run of ids without a gap (first and last), or {@link #BEGAN} or {@link #BOUND} with a time. The bound that the node read before
 * it issued a run lies before that run.
 *
 * @param file may still grow, or not be there yet
 */
record FleetRecord(Path file) {
    /** Before the stamp above which the node began, in epoch ms. */
    static final long BEGAN = -1;
    /** Before a bound that the node read, in epoch ms. */
    static final long BOUND = -2;

    private static final int PAIR_BYTES = 2 * Long.BYTES;

    /** Is shown what a node wrote down. */
    interface Reader {
        /**
         * Takes one run.
         *
         * @param began above which stamp the node began
         * @param bound the last that the node read before
         */
        void run(long first, long last, long began, long bound);
    }

    /** In bytes, the bounds included, which never come alone; 0 if the node has not begun. */
    long size() {
        try {
            return Files.exists(file) ? Files.size(file) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The last id; -1 if there is none. */
    long lastId() {
        long pairs = size() / PAIR_BYTES;
        if (pairs == 0) {
            return -1;
        }
        try (FileChannel ids = FileChannel.open(file)) {
            ByteBuffer last = ByteBuffer.allocate(Long.BYTES);
            ids.read(last, pairs * PAIR_BYTES - Long.BYTES);
            return last.flip().getLong();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Shows each run, in the order of the ids. */
    void read(Reader reader) {
        long began = Long.MAX_VALUE;
        long bound = Long.MIN_VALUE;
        // The last pair of a node that is killed while it writes may be cut short.
        long pairs = size() / PAIR_BYTES;
        if (pairs == 0) {
            return;
        }
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            for (long i = 0; i < pairs; i++) {
                long first = in.readLong();
                long second = in.readLong();
                if (first == BEGAN) {
                    began = second;
                } else if (first == BOUND) {
                    bound = second;
                } else {
                    reader.run(first, second, began, bound);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
