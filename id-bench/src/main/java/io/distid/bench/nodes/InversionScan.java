package io.distid.bench.nodes;

import io.distid.Ordering;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Reads all files at once in the order of time, and counts inversions. It also finds the possible places of each id in
 * the order of issue. Memory does not grow with the ids.
 *
 * <p>Some ids are certainly earlier than an id. The same thread got them before, or their block had returned before its
 * block began. All others may have overlapped and have no order. An inversion is an id that is not greater than a
 * certainly earlier one. It counts once each for its thread, its node and all nodes.
 */
final class InversionScan {
    private static final int EXAMPLES = 3;

    private final ThreadFiles files;
    private final long[] inversions = new long[Ordering.values().length];
    private final Map<Ordering, List<String>> examples = new EnumMap<>(Ordering.class);
    private final Greatest[] nodes;
    private final long[] ofNode;
    private final Greatest all = new Greatest();
    private long begun;
    private long returned;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;

    /** The greatest id so far, and its place; 0 at first. */
    private static final class Greatest {
        private long high;
        private long low;
        private ThreadFile file;
        private long index;

        boolean notBelow(long otherHigh, long otherLow) {
            int byHigh = Long.compareUnsigned(high, otherHigh);
            return file != null && (byHigh > 0 || byHigh == 0 && Long.compareUnsigned(low, otherLow) >= 0);
        }

        void raise(long newHigh, long newLow, ThreadFile newFile, long newIndex) {
            if (newFile != null && !notBelow(newHigh, newLow)) {
                high = newHigh;
                low = newLow;
                file = newFile;
                index = newIndex;
            }
        }

        void raise(Greatest other) {
            raise(other.high, other.low, other.file, other.index);
        }
    }

    /** A position in a file: within a block, or just before one. */
    private static final class Cursor {
        private final ThreadFile file;
        private final ThreadFileReader reader;
        private final Greatest ofThread = new Greatest();
        private final Greatest nodeFloor = new Greatest();
        private final Greatest floor = new Greatest();
        private boolean within;
        private long taken;
        private long certainlyBefore;

        Cursor(ThreadFile file, ThreadFileReader reader) {
            this.file = file;
            this.reader = reader;
        }

        long time() {
            return within ? reader.returned() : reader.began();
        }
    }

    /** Takes each id with the first and the last place, from 0, at which it may have been issued. */
    interface Sink {
        void add(long high, long low, int earliest, int latest) throws IOException;
    }

    InversionScan(ThreadFiles files) {
        this.files = files;
        this.nodes = new Greatest[files.nodes()];
        this.ofNode = new long[files.nodes()];
        Arrays.setAll(nodes, node -> new Greatest());
    }

    void run(Sink sink) throws IOException {
        // At equal times a beginning comes before a return: only a block that had certainly returned is earlier.
        PriorityQueue<Cursor> queue =
                new PriorityQueue<>(Comparator.comparingLong(Cursor::time).thenComparing(cursor -> cursor.within));
        List<ThreadFileReader> readers = new ArrayList<>();
        try {
            for (ThreadFile file : files.all()) {
                ThreadFileReader reader = new ThreadFileReader(file.path(), files.width());
                readers.add(reader);
                if (reader.next()) {
                    queue.add(new Cursor(file, reader));
                }
            }
            for (Cursor cursor = queue.poll(); cursor != null; cursor = queue.poll()) {
                if (!cursor.within) {
                    begin(cursor);
                    queue.add(cursor);
                } else {
                    end(cursor, sink);
                    if (cursor.reader.next()) {
                        queue.add(cursor);
                    }
                }
            }
        } finally {
            for (ThreadFileReader reader : readers) {
                reader.close();
            }
        }
    }

    private void begin(Cursor cursor) {
        first = Math.min(first, cursor.reader.began());
        cursor.within = true;
        cursor.certainlyBefore = returned - cursor.taken;
        begun += cursor.reader.count();
        // Taken now: ids that others return during this block are not certainly earlier.
        cursor.nodeFloor.raise(nodes[cursor.file.node()]);
        cursor.floor.raise(all);
    }

    private void end(Cursor cursor, Sink sink) throws IOException {
        ThreadFileReader block = cursor.reader;
        last = Math.max(last, block.returned());
        long perhapsBefore = begun - cursor.taken - block.count();
        for (int i = 0; i < block.count(); i++) {
            long high = block.high(i);
            long low = block.low(i);
            long index = cursor.taken + i;
            compare(cursor, high, low, index);
            cursor.ofThread.raise(high, low, cursor.file, index);
            sink.add(high, low, (int) (cursor.certainlyBefore + index), (int) (perhapsBefore + index));
        }
        cursor.within = false;
        cursor.taken += block.count();
        returned += block.count();
        ofNode[cursor.file.node()] += block.count();
        nodes[cursor.file.node()].raise(cursor.ofThread);
        all.raise(cursor.ofThread);
    }

    private void compare(Cursor cursor, long high, long low, long index) {
        boolean ofThread = cursor.ofThread.notBelow(high, low);
        count(Ordering.PER_THREAD, cursor, high, low, index, cursor.ofThread);
        count(Ordering.PER_GENERATOR, cursor, high, low, index, ofThread ? cursor.ofThread : cursor.nodeFloor);
        count(Ordering.GLOBAL, cursor, high, low, index, ofThread ? cursor.ofThread : cursor.floor);
    }

    private void count(Ordering order, Cursor cursor, long high, long low, long index, Greatest earlier) {
        if (earlier.notBelow(high, low) && inversions[order.ordinal()]++ < EXAMPLES) {
            examples.computeIfAbsent(order, any -> new ArrayList<>())
                    .add(files.text(high, low) + " (" + cursor.file.place(index) + ") is not greater than "
                            + files.text(earlier.high, earlier.low) + " (" + earlier.file.place(earlier.index)
                            + "), which had been returned before");
        }
    }

    /** Ids that break an order; 0 for {@link Ordering#NONE}. */
    long inversions(Ordering order) {
        return inversions[order.ordinal()];
    }

    List<String> examples(Ordering order) {
        return List.copyOf(examples.getOrDefault(order, List.of()));
    }

    long ids() {
        return returned;
    }

    /** The number of ids of the node with the fewest. */
    long fewest() {
        return Arrays.stream(ofNode).min().orElse(0);
    }

    /** From the first call to the last return, in ns. */
    long nanos() {
        return Math.max(1, last - first);
    }
}
