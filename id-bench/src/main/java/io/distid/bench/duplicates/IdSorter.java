package io.distid.bench.duplicates;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Sorts ids by their value, so that a {@link DuplicateCounter} finds repeats. Each id keeps the places where it may
 * have been issued. It compares all bits of all ids, so it is exact. Used by one thread.
 *
 * <p>An external merge sort: a chunk of ids is sorted in memory and written out as a run, and at the end all runs are
 * merged. Memory: one chunk and a buffer for each run. Disk: 16 bytes an id, 24 for UUIDs.
 */
public final class IdSorter implements AutoCloseable {
    /** The most ids that can be sorted at once: places are numbered by an int. */
    public static final long MOST_IDS = Integer.MAX_VALUE;

    /** Progress is reported after so many ids. */
    public static final int PROGRESS_INTERVAL = 1 << 16;

    private static final int MOST_IN_CHUNK = 4 << 20;
    private static final long BUFFERS = Math.min(32 << 20, Runtime.getRuntime().maxMemory() / 8);

    private final int width;
    private final Path file;
    private final int recordBytes;
    private final List<long[]> runs = new ArrayList<>();
    private final Chunk chunk;
    private final ByteBuffer out = ByteBuffer.allocateDirect(256 << 10);
    private @Nullable FileChannel channel;
    private long size;

    /** Takes ids in the order of their value, each with the places of its issue and its place among all, from 0. Called by one thread. */
    @FunctionalInterface
    public interface Sink {
        /** Takes an id; {@code high}: the high half of a UUID; 0 for other ids. */
        void accept(long high, long low, int earliest, int latest, long place) throws IOException;
    }

    /** For ids of so many words, 1 or 2; {@code file}: where runs go; removed by {@link #close()}. */
    public IdSorter(int width, Path file) {
        // A chunk with its sorting gets a third of the heap, so the rest has enough.
        this(width, file, (int) Math.min(MOST_IN_CHUNK, Runtime.getRuntime().maxMemory() / 3 / Chunk.BYTES_PER_ID));
    }

    IdSorter(int width, Path file, int mostInChunk) {
        this.width = width;
        this.file = file;
        this.recordBytes = 8 * width + 8;
        this.chunk = new Chunk(width, mostInChunk);
    }

    /**
     * Adds an id with the first and the last place, from 0, at which it may have been issued. Throws {@link
     * IOException} if it cannot be written to disk, or there are more than {@link #MOST_IDS}.
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

    /** Passes on all ids, the smallest first. Call it once; {@code progress}: receives the share now and then. */
    public void drain(Sink sink, DoubleConsumer progress) throws IOException {
        FileChannel from = spill();
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
            if (place % PROGRESS_INTERVAL == 0) {
                progress.accept((double) place / size);
            }
            sink.accept(run.high, run.low, (int) (run.places >> 32), (int) run.places, place++);
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

    private FileChannel spill() throws IOException {
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
            chunk.put(i, out);
        }
        write(to);
        chunk.clear();
        runs.add(new long[] {start, to.position()});
        return to;
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
        private static final Comparator<Run> BY_ID = Comparator.<Run>comparingLong(run -> run.high + Long.MIN_VALUE)
                .thenComparingLong(run -> run.low + Long.MIN_VALUE);

        private final FileChannel channel;
        private final long end;
        private final ByteBuffer buffer;
        private final int width;
        private long at;
        private long high;
        private long low;
        private long places;

        Run(FileChannel channel, long start, long end, int bytes, int width) {
            this.channel = channel;
            this.at = start;
            this.end = end;
            this.width = width;
            this.buffer = ByteBuffer.allocateDirect(bytes).limit(0);
        }

        boolean next() throws IOException {
            if (!buffer.hasRemaining() && !fill()) {
                return false;
            }
            low = buffer.getLong();
            high = width == 2 ? buffer.getLong() : 0;
            places = buffer.getLong();
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
