package io.distid.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The ids of one node of a fleet, as its {@link FleetChild} writes them down: first and last of each run without a gap.
 *
 * @param file may still grow, or not be there yet
 */
record FleetRecord(Path file) {
    private static final int RUN_BYTES = 2 * Long.BYTES;

    /** In bytes; 0 if the node has not begun. */
    long size() {
        try {
            return Files.exists(file) ? Files.size(file) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The last id; -1 if there is none. */
    long lastId() {
        long runs = size() / RUN_BYTES;
        if (runs == 0) {
            return -1;
        }
        try (FileChannel ids = FileChannel.open(file)) {
            ByteBuffer last = ByteBuffer.allocate(Long.BYTES);
            ids.read(last, runs * RUN_BYTES - Long.BYTES);
            return last.flip().getLong();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<ClaimRange> ranges() {
        try {
            ByteBuffer runs = ByteBuffer.wrap(Files.readAllBytes(file));
            List<ClaimRange> ranges = new ArrayList<>();
            // The last run of a node that is killed while it writes may be cut short.
            while (runs.remaining() >= RUN_BYTES) {
                ranges.add(new ClaimRange(runs.getLong(), runs.getLong() + 1));
            }
            return ranges;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
