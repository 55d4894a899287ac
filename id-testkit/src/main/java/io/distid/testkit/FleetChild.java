package io.distid.testkit;

import io.distid.BackendException;
import io.distid.IdException;
import io.distid.IdGenerators;
import io.distid.IdsExhaustedException;
import io.distid.LeaseLostException;
import io.distid.LongIdGenerator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/** One node of a fleet: issues ids as fast as it can, and writes down which, so that nothing is lost when it is killed. */
final class FleetChild {
    private static final int BATCH = 2_000;

    private final LongIdGenerator ids;
    private final FileChannel record;
    private final ByteBuffer runs = ByteBuffer.allocate(BATCH * 2 * Long.BYTES);
    private long last;

    private FleetChild(LongIdGenerator ids, FileChannel record) {
        this.ids = ids;
        this.record = record;
    }

    /**
     * Says {@code open} once it has a worker id, {@code lost} once that is lost for good, {@code closed} when told to stop.
     *
     * @param args the strategy, and the file that the ids are written to: first and last of each run without a gap
     * @throws Exception if anything fails; the parent sees that nothing is closed
     */
    public static void main(String[] args) throws Exception {
        ChildInput input = new ChildInput();
        try (FileChannel record =
                        FileChannel.open(Path.of(args[1]), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                LongIdGenerator ids = open(args[0], input)) {
            System.out.println("open");
            FleetChild child = new FleetChild(ids, record);
            boolean lost = false;
            while (input.command(Duration.ZERO) == null) {
                boolean lostNow = !child.draw();
                if (lostNow && !lost) {
                    System.out.println("lost");
                }
                lost |= lostNow;
            }
        }
        System.out.println("closed");
    }

    /** As an orchestrator does, starts again while a predecessor's lease keeps the last id, or the store is away. */
    private static LongIdGenerator open(String strategy, ChildInput input) {
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (true) {
            try {
                return IdGenerators.openLong(strategy, input.settings());
            } catch (IdsExhaustedException | BackendException e) {
                if (System.nanoTime() - end > 0) {
                    throw e;
                }
            }
        }
    }

    /** Draws a batch and writes it down; false if the worker id is lost for good. */
    private boolean draw() throws IOException {
        long[] drawn = new long[BATCH];
        try {
            ids.nextIds(drawn, 0, BATCH);
        } catch (LeaseLostException e) {
            return !(e.getCause() instanceof LeaseLostException);
        } catch (IdException e) {
            // The store is away, and the bound is reached: ids go on by themselves.
            return true;
        }
        runs.clear();
        for (int i = 0; i < BATCH; i++) {
            if (drawn[i] <= last) {
                throw new AssertionError(drawn[i] + " follows " + last);
            }
            if (i == 0 || drawn[i] != last + 1) {
                if (i > 0) {
                    runs.putLong(last);
                }
                runs.putLong(drawn[i]);
            }
            last = drawn[i];
        }
        runs.putLong(last).flip();
        while (runs.hasRemaining()) {
            record.write(runs);
        }
        return true;
    }
}
