package io.distid.testkit.fleet;

import io.distid.BackendException;
import io.distid.ClockBehindException;
import io.distid.IdException;
import io.distid.IdGenerators;
import io.distid.IdsExhaustedException;
import io.distid.LeaseLostException;
import io.distid.LongIdGenerator;
import io.distid.testkit.ChildInput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One node of a fleet. It issues ids, and records them and their bounds in a file, so that nothing is lost when it is killed. */
final class FleetChild {
    private static final Duration RETRY = Duration.ofMillis(20);

    private final LongIdGenerator ids;
    private final RecordedLease lease = Objects.requireNonNull(RecordedWorkerIdsProvider.lease());
    private final FileChannel record;
    private final long[] drawn;
    private final ByteBuffer pairs;
    private long last;
    private long bound = Long.MIN_VALUE;

    private FleetChild(LongIdGenerator ids, FileChannel record, int batch) {
        this.ids = ids;
        this.record = record;
        drawn = new long[batch];
        pairs = ByteBuffer.allocate((batch + 2) * 2 * Long.BYTES);
        pairs.putLong(FleetRecord.BEGAN).putLong(lease.stampedUntil());
    }

    /**
     * Runs a node. It prints {@code open} once it has a worker id, {@code lost} and the reason once the id is lost for good, and {@code closed} after a stop. It prints {@code unanswered} if the
     * store does not answer the release at that stop. It prints {@code refused} and the error if it gets no worker id, unless no id is free or the store is away.
     *
     * @param args strategy, file of the ids (see {@link FleetRecord}), ids of a batch, ms after each batch, ms to try to open
     * @throws Exception if anything fails; the parent sees that nothing is closed
     */
    public static void main(String[] args) throws Exception {
        ChildInput input = new ChildInput();
        RecordedWorkerIdsProvider.insert(input.settings());
        Duration pace = Duration.ofMillis(Long.parseLong(args[3]));
        try (FileChannel record =
                        FileChannel.open(Path.of(args[1]), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                LongIdGenerator ids = open(args[0], input, Duration.ofMillis(Long.parseLong(args[4])))) {
            if (ids != null) {
                System.out.println("open");
                FleetChild child = new FleetChild(ids, record, Integer.parseInt(args[2]));
                boolean lost = false;
                while (input.command(pace) == null) {
                    IdException loss = child.draw();
                    if (loss != null && !lost) {
                        System.out.println("lost " + line(loss));
                        lost = true;
                    }
                }
            }
        } catch (BackendException e) {
            // The release was not answered, so the id becomes free once the reservation is over.
            System.out.println("unanswered " + line(e));
            return;
        } catch (IdException e) {
            System.out.println("refused " + line(e));
            throw e;
        }
        System.out.println("closed");
    }

    /**
     * Opens a generator. Like an orchestrator, it starts again while a predecessor's lease keeps the last id, or the store is away.
     * Returns null after a command to stop.
     */
    private static @Nullable LongIdGenerator open(String strategy, ChildInput input, Duration patience)
            throws InterruptedException {
        long start = System.nanoTime();
        while (true) {
            try {
                return IdGenerators.openLong(strategy, input.settings());
            } catch (IdsExhaustedException | BackendException | ClockBehindException | LeaseLostException e) {
                if (System.nanoTime() - start > patience.toNanos()) {
                    throw e;
                }
                if (input.command(RETRY) != null) {
                    return null;
                }
            }
        }
    }

    /** Issues a batch and records it; returns the error if the worker id is lost for good. */
    private @Nullable IdException draw() throws IOException {
        try {
            ids.nextIds(drawn, 0, drawn.length);
        } catch (IdException e) {
            // If the id is not lost, the store is away and the bound is reached; ids go on by themselves.
            return lease.health().lost() ? Objects.requireNonNullElse(lease.failure(), e) : null;
        }
        // The bound of each of these ids was read before this.
        long highest = lease.highest();
        if (highest != bound) {
            pairs.putLong(FleetRecord.BOUND).putLong(highest);
            bound = highest;
        }
        for (int i = 0; i < drawn.length; i++) {
            if (drawn[i] <= last) {
                throw new AssertionError(drawn[i] + " follows " + last);
            }
            if (i == 0 || drawn[i] != last + 1) {
                if (i > 0) {
                    pairs.putLong(last);
                }
                pairs.putLong(drawn[i]);
            }
            last = drawn[i];
        }
        pairs.putLong(last).flip();
        while (pairs.hasRemaining()) {
            record.write(pairs);
        }
        pairs.clear();
        return null;
    }

    private static String line(IdException e) {
        return e.getClass().getSimpleName() + " " + e.getMessage().replace('\n', ' ');
    }
}
