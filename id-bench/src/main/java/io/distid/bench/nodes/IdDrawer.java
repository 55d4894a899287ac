package io.distid.bench.nodes;

import io.distid.IdGenerator;
import io.distid.LongIdGenerator;
import io.distid.UuidGenerator;
import java.io.IOException;
import java.util.UUID;

/**
 * Draws ids from a generator flat out, in blocks that last some tens of microseconds.
 *
 * <p>A fast generator fills a block of thousands in that time, so that the clock and the file cost little; one that takes longer
 * for one id has blocks of one, and every call its own stamps. For use by one thread.
 */
public final class IdDrawer {
    private static final long SHORT = 16_000;
    private static final long LONG = 64_000;

    private final IdGenerator generator;
    private final int width;
    private final long[] words;
    private long drawn;
    private long storing;

    /**
     * For one thread.
     *
     * @param generator what ids are drawn from
     */
    public IdDrawer(IdGenerator generator) {
        this.generator = generator;
        this.width = width(generator);
        this.words = new long[ThreadFileWriter.BLOCK * width];
    }

    /**
     * How long the ids of a generator are.
     *
     * @param generator any
     * @return words of an id: 1, or 2 for UUIDs
     */
    public static int width(IdGenerator generator) {
        return generator instanceof UuidGenerator ? 2 : 1;
    }

    /** Draws ids and drops them, so that what is timed later is compiled. */
    void warmUp(long nanos) {
        long start = System.nanoTime();
        for (int size = 1; System.nanoTime() - start < nanos; size = Math.min(ThreadFileWriter.BLOCK, size * 2)) {
            fill(size);
        }
    }

    /**
     * Draws ids and keeps them. At least one, however late it begins: on a busy machine nothing would be left to check.
     *
     * @param file where they go
     * @param most how many at most
     * @param until when to stop, by {@code System.nanoTime()}
     * @throws IOException if they cannot be written
     */
    public void draw(BlockSink file, long most, long until) throws IOException {
        int size = 1;
        long began = System.nanoTime();
        while (drawn < most && (drawn == 0 || began - until < 0)) {
            int count = (int) Math.min(size, most - drawn);
            fill(count);
            long returned = System.nanoTime();
            check(count);
            file.add(words, count * width, width, began, returned);
            drawn += count;
            long lasted = returned - began;
            if (lasted < SHORT) {
                size = Math.min(ThreadFileWriter.BLOCK, size * 2);
            } else if (lasted > LONG) {
                size = Math.max(1, size / 2);
            }
            began = System.nanoTime();
            storing += began - returned;
        }
    }

    /**
     * How many were kept.
     *
     * @return 0 or more
     */
    public long drawn() {
        return drawn;
    }

    /** How long it took to keep them, in ns. */
    long storing() {
        return storing;
    }

    private void fill(int count) {
        if (generator instanceof LongIdGenerator longs) {
            for (int i = 0; i < count; i++) {
                words[i] = longs.nextId();
            }
        } else if (generator instanceof UuidGenerator uuids) {
            for (int i = 0; i < count; i++) {
                UUID id = uuids.nextUuid();
                words[2 * i] = id.getMostSignificantBits();
                words[2 * i + 1] = id.getLeastSignificantBits();
            }
        }
    }

    /**
     * Draws one id and keeps it, as a block of its own, whatever it is: what comes after the last id of a format is to be compared, too.
     *
     * @param file where it goes; it is flushed
     * @return whether it may be an id: a UUID, or a positive number
     * @throws IOException if it cannot be written
     */
    public boolean drawOne(ThreadFileWriter file) throws IOException {
        long began = System.nanoTime();
        fill(1);
        long returned = System.nanoTime();
        file.add(words, width, width, began, returned);
        file.flush();
        drawn++;
        return width == 2 || words[0] > 0;
    }

    private void check(int count) {
        if (width == 2) {
            return;
        }
        for (int i = 0; i < count; i++) {
            if (words[i] <= 0) {
                throw new IllegalStateException("returned id " + words[i] + ": ids must be positive");
            }
        }
    }
}
