package io.distid.bench.duplicates;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/*
 * An external merge sort. Ids are collected in primitive arrays. A full array is sorted by radix and written out as a
 * run. At the end all runs are merged, so that equal ids follow each other and each id's rank is known. It compares all
 * bits of all ids, so it is exact. Memory: one chunk and a buffer for each run. Disk: 16 bytes an id, 24 for UUIDs, and
 * none if all ids fit a chunk.
 */
/**
 * Sorts ids by their value, so that a {@link DuplicateCounter} finds repeats. Each id keeps the places where it may
 * have been issued. Used by one thread.
 */
public final class IdSorter implements AutoCloseable {
    /** The most ids that can be sorted at once: places are numbered by an int. */
    public static final long MOST_IDS = Integer.MAX_VALUE;

    /** A caller reports progress after so many ids. */
    public static final int PROGRESS_INTERVAL = 1 << 16;

    private static final int MOST_IN_CHUNK = 4 << 20;
    private static final long BUFFERS = Math.min(32 << 20, Runtime.getRuntime().maxMemory() / 8);

    private final int width;
    private final Path file;
    private final int recordBytes;
    private final List<long[]> runs = new ArrayList<>();
    private final Chunk chunk;
    private final ByteBuffer out = ByteBuffer.allocateDirect(256 << 10).order(ByteOrder.nativeOrder());
    private @Nullable FileChannel channel;
    private long size;

    /** Takes ids in the order of their value. Called by one thread. */
    @FunctionalInterface
    public interface Sink {
        /**
         * Takes an id.
         *
         * @param high the high half of a UUID; 0 for other ids
         * @param low the low half of a UUID, or the id
         * @param earliest as it was added
         * @param latest as it was added
         * @param place its place in the order of values, from 0
         * @throws IOException if it cannot
         */
        void accept(long high, long low, int earliest, int latest, long place) throws IOException;
    }

    /**
     * For ids yet to come.
     *
     * @param width words of an id: 1, or 2 for UUIDs
     * @param file where runs go if there are any; removed by {@link #close()}
     */
    public IdSorter(int width, Path file) {
        // A chunk with its sorting gets a third of the heap, so the rest has enough.
        this(width, file, (int) Math.min(MOST_IN_CHUNK, Runtime.getRuntime().maxMemory() / 3 / Chunk.BYTES_PER_ID));
    }

    /** The same with chunks of a given size. */
    IdSorter(int width, Path file, int mostInChunk) {
        this.width = width;
        this.file = file;
        this.recordBytes = 8 * width + 8;
        this.chunk = new Chunk(width, mostInChunk);
    }

    /**
     * Adds an id.
     *
     * @param high the high half of a UUID; 0 for other ids
     * @param low the low half of a UUID, or the id
     * @param earliest the first place at which it may have been issued, from 0
     * @param latest the last such place
     * @throws IOException if it cannot be written to disk, or there are more than {@link #MOST_IDS}
     */
    public void add(long high, long low, int earliest, int latest) throws IOException {
        if (size == MOST_IDS) {
            throw new IOException("more than " + MOST_IDS + " ids cannot be checked at once");
        }
        if (chunk.isFull()) {
            spill();
        }
        chunk.add(high, low, earliest, latest);
        size++;
    }

    /** How many ids were added; 0 or more. */
    public long size() {
        return size;
    }

    /**
     * Passes on all ids, the smallest first. Call it once.
     *
     * @param sink receives the ids
     * @throws IOException if they cannot be read back, or the sink throws
     */
    public void drain(Sink sink) throws IOException {
        if (channel == null) {
            chunk.sort();
            for (int i = 0; i < chunk.size(); i++) {
                chunk.move(i);
                sink.accept(chunk.high(), chunk.low(), chunk.earliest(), chunk.latest(), i);
            }
            return;
        }
        spill();
        merge(channel, sink);
    }

    private void merge(FileChannel from, Sink sink) throws IOException {
        int buffer = (int) Math.max(1, Math.min(256 << 10, BUFFERS / runs.size()) / recordBytes) * recordBytes;
        PriorityQueue<Run> queue = new PriorityQueue<>(Run.BY_ID);
        for (long[] bounds : runs) {
            Run run = new Run(from, bounds[0], bounds[1], buffer, width);
            if (run.next()) {
                queue.add(run);
            }
        }
        long place = 0;
        Run run = queue.poll();
        while (run != null) {
            sink.accept(run.high, run.low, run.earliest, run.latest, place++);
            boolean more = run.next();
            Run best = queue.peek();
            // Runs of growing ids hardly overlap, so the next id mostly comes from the same run.
            if (!more) {
                run = queue.poll();
            } else if (best != null && Run.BY_ID.compare(run, best) > 0) {
                queue.add(run);
                run = queue.poll();
            }
        }
    }

    private void spill() throws IOException {
        FileChannel to = channel;
        if (to == null) {
            to = OwnerOnlyFiles.open(
                    file,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.DELETE_ON_CLOSE);
            channel = to;
        }
        long start = to.position();
        chunk.sort();
        for (int i = 0; i < chunk.size(); i++) {
            if (out.remaining() < recordBytes) {
                write(to);
            }
            chunk.move(i);
            if (width == 2) {
                out.putLong(chunk.high());
            }
            out.putLong(chunk.low()).putInt(chunk.earliest()).putInt(chunk.latest());
        }
        write(to);
        chunk.clear();
        runs.add(new long[] {start, to.position()});
    }

    private void write(FileChannel to) throws IOException {
        out.flip();
        while (out.hasRemaining()) {
            to.write(out);
        }
        out.clear();
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
        }
    }

    /** A sorted part of the file, at one of its ids. */
    private static final class Run {
        private static final Comparator<Run> BY_ID = (a, b) -> {
            int byHigh = Long.compareUnsigned(a.high, b.high);
            return byHigh != 0 ? byHigh : Long.compareUnsigned(a.low, b.low);
        };

        private final FileChannel channel;
        private final long end;
        private final ByteBuffer buffer;
        private final int width;
        private long at;
        private long high;
        private long low;
        private int earliest;
        private int latest;

        Run(FileChannel channel, long start, long end, int bytes, int width) {
            this.channel = channel;
            this.at = start;
            this.end = end;
            this.width = width;
            this.buffer = ByteBuffer.allocateDirect(bytes)
                    .order(ByteOrder.nativeOrder())
                    .limit(0);
        }

        boolean next() throws IOException {
            if (!buffer.hasRemaining() && !fill()) {
                return false;
            }
            high = width == 2 ? buffer.getLong() : 0;
            low = buffer.getLong();
            earliest = buffer.getInt();
            latest = buffer.getInt();
            return true;
        }

        private boolean fill() throws IOException {
            buffer.clear().limit((int) Math.min(buffer.capacity(), end - at));
            while (buffer.hasRemaining()) {
                int read = channel.read(buffer, at);
                if (read < 0) {
                    throw new IOException("the file of sorted ids was cut short");
                }
                at += read;
            }
            buffer.flip();
            return buffer.hasRemaining();
        }
    }
}
