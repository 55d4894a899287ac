package io.distid.bench.nodes;

import io.distid.IdGenerator;
import io.distid.UuidGenerator;
import io.distid.bench.results.LeastIds;
import io.distid.bench.way.Way;
import java.io.IOException;
import java.util.List;

/**
 * Takes ids from a generator at full speed, in blocks of some tens of microseconds. It takes single ids, batches and
 * texts by turns, if the generator offers them.
 *
 * <p>A fast generator fills a block of thousands in that time, so the clock and the file cost little. A slow generator
 * has blocks of one id, and each call has its own times. For use by one thread.
 */
public final class IdDrawer {
    private static final long SHORT = 16_000;
    private static final long LONG = 64_000;
    /** The smallest batch: a single id is not a batch. */
    private static final int SMALLEST_BATCH = 16;

    private final IdGenerator generator;
    private final int width;
    private final List<Way> ways;
    private final int[] sizes;
    private final long[] words;
    private int turn;
    private long drawn;

    /** For one of several threads, which each begin with another way; {@code thread}: its number, from 0. */
    public IdDrawer(IdGenerator generator, int thread) {
        this.generator = generator;
        this.width = width(generator);
        this.ways = Way.offeredBy(generator);
        this.turn = thread % ways.size();
        this.sizes = ways.stream().mapToInt(IdDrawer::smallest).toArray();
        this.words = new long[ThreadFileWriter.BLOCK * width];
    }

    /** Returns the length of a generator's ids. */
    public static int width(IdGenerator generator) {
        return generator instanceof UuidGenerator ? 2 : 1;
    }

    /** Takes ids and drops them, so that later measurements run compiled code. */
    void warmUp(long nanos) {
        long start = System.nanoTime();
        int size = 1;
        for (int block = 0; System.nanoTime() - start < nanos; block++) {
            Way way = ways.get(block % ways.size());
            way.take(generator, words, 0, Math.max(smallest(way), size) * width);
            size = way == ways.get(ways.size() - 1) ? Math.min(ThreadFileWriter.BLOCK, size * 2) : size;
        }
    }

    /**
     * Takes ids and keeps them. It takes at least the number that a check needs, however late it begins and however
     * busy the machine is. But it gives up after {@link LeastIds#PATIENCE}.
     *
     * @param least the fewest ids, within the patience
     * @param most the most ids, which wins over {@code least}
     * @param until when to stop, by {@code System.nanoTime()}
     */
    public void draw(BlockSink file, long least, long most, long until) throws IOException {
        long began = System.nanoTime();
        long lastEnd = Math.max(began - until, 0) + until + LeastIds.PATIENCE.toNanos();
        while (drawn < most && (began - until < 0 || drawn < least && began - lastEnd < 0)) {
            int current = turn++ % ways.size();
            Way way = ways.get(current);
            int count = (int) Math.min(sizes[current], most - drawn);
            way.take(generator, words, 0, count * width);
            long returned = System.nanoTime();
            check(count);
            file.add(words, count * width, width, began, returned);
            drawn += count;
            long lasted = returned - began;
            if (lasted < SHORT) {
                sizes[current] = Math.min(ThreadFileWriter.BLOCK, sizes[current] * 2);
            } else if (lasted > LONG) {
                sizes[current] = Math.max(smallest(way), sizes[current] / 2);
            }
            began = System.nanoTime();
        }
    }

    private static int smallest(Way way) {
        return way == Way.BATCH ? SMALLEST_BATCH : 1;
    }

    /** How many were kept. */
    public long drawn() {
        return drawn;
    }

    /**
     * Takes a single id and keeps it as a block of its own, even if it is invalid. An id after the last one of a format
     * must be compared, too.
     */
    public boolean drawOne(ThreadFileWriter file) throws IOException {
        long began = System.nanoTime();
        Way.SINGLE.take(generator, words, 0, width);
        long returned = System.nanoTime();
        file.add(words, width, width, began, returned);
        file.flush();
        drawn++;
        return width == 2 || words[0] > 0;
    }

    private void check(int count) {
        for (int i = 0; width == 1 && i < count; i++) {
            if (words[i] <= 0) {
                throw new IllegalStateException("returned id " + words[i] + ": ids must be positive");
            }
        }
    }
}
