package io.distid.bench.subject;

import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.bench.results.Origin;
import java.time.Instant;
import java.util.Map;

/**
 * A textbook Snowflake: time, configured worker id and sequence. It refuses a clock that steps back while it runs, and
 * remembers nothing of its last run. It is the control of the table of faults.
 */
final class TextbookSnowflake implements LongIdGenerator {
    private static final String NAME = "textbook snowflake";
    private static final String WORKER = "worker.id";
    private static final long EPOCH = 1_288_834_974_657L;
    private static final int TIME_BITS = 41;
    private static final int WORKER_BITS = 10;
    private static final int SEQUENCE_BITS = 12;
    private static final long LAST_SEQUENCE = (1 << SEQUENCE_BITS) - 1;

    static final Subject SUBJECT = new Subject(
            NAME,
            new Origin("of the lab", TextbookSnowflake.class.getName(), "workerId=node"),
            null,
            (node, servers) -> Map.of(WORKER, String.valueOf(node)),
            settings -> new TextbookSnowflake(Integer.parseInt(settings.get(WORKER))),
            (high, id) -> (id >>> WORKER_BITS + SEQUENCE_BITS) + EPOCH,
            Layout.told(1 << WORKER_BITS, 0));

    private final IdTraits traits = IdTraits.builder(NAME)
            .ordering(Ordering.PER_GENERATOR)
            .timeSorted(true)
            .idsPerSecond(4_096_000)
            .endOfLife(Instant.ofEpochMilli(EPOCH + (1L << TIME_BITS)))
            .build();
    private final long worker;
    private long lastMillis = -1;
    private long sequence;

    TextbookSnowflake(int worker) {
        if (worker < 0 || worker >= 1 << WORKER_BITS) {
            throw new IllegalArgumentException("worker.id is " + worker + ": must be from 0 to 1023");
        }
        this.worker = worker;
    }

    @Override
    public synchronized long nextId() {
        long now = System.currentTimeMillis();
        if (now < lastMillis) {
            throw new IllegalStateException("the clock moved backwards by " + (lastMillis - now) + " ms");
        }
        sequence = now == lastMillis ? sequence + 1 & LAST_SEQUENCE : 0;
        while (sequence == 0 && now == lastMillis) {
            Thread.onSpinWait();
            now = System.currentTimeMillis();
        }
        lastMillis = now;
        return now - EPOCH << WORKER_BITS + SEQUENCE_BITS | worker << SEQUENCE_BITS | sequence;
    }

    @Override
    public IdTraits traits() {
        return traits;
    }

    @Override
    public void close() {}
}
