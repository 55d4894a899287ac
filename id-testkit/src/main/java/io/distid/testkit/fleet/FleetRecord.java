package io.distid.testkit.fleet;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The ids and the bounds of one node of a fleet, in the file of its {@link FleetChild}. The file holds pairs of numbers. A pair is a run
 * of ids without a gap (first and last), or {@link #BEGAN} or {@link #BOUND} with a time. The bound that the node read before a run
 * stands before that run.
 *
 * @param file the file, which may still grow, or not exist yet
 */
record FleetRecord(Path file) {
    /** Marks the stamp above which the node began, in epoch ms. */
    static final long BEGAN = -1;
    /** Marks a bound that the node read, in epoch ms. */
    static final long BOUND = -2;

    private static final int PAIR_BYTES = 2 * Long.BYTES;

    /** A reader of a node's record. */
    interface Reader {
        /**
         * Reads one run.
         *
         * @param began the stamp above which the node began
         * @param bound the last bound that the node read before
         */
        void run(long first, long last, long began, long bound);
    }

    /** The size in bytes, bounds included, which never come alone; 0 if the node has not begun. */
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

    /** Passes each run to a reader, in the order of the ids. */
    void read(Reader reader) {
        long began = Long.MAX_VALUE;
        long bound = Long.MIN_VALUE;
        // If a node is killed while it writes, its last pair may be cut.
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
