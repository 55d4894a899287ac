package io.distid.bench.predictability;

import io.distid.IdGenerator;
import io.distid.LongIdGenerator;
import io.distid.UuidGenerator;
import io.distid.bench.subject.IdTime;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/** Ids in the order of issue, each with the time of its call. Filled by one thread. */
final class ObservedIds {
    private static final int LEAST = 50;

    private final List<Observed> ids = new ArrayList<>();

    /** An id with the time of its call: the epoch ms of its middle. */
    record Observed(long high, long low, double millis) {
        /** All 128 bits. */
        BigInteger number() {
            return new BigInteger(
                    1, ByteBuffer.allocate(16).putLong(high).putLong(low).array());
        }

        long time(IdTime time) {
            return time.epochMillis(high, low);
        }
    }

    /** Takes single ids at random moments, as customers arrive: the gaps are exponential. */
    static ObservedIds arriving(IdGenerator generator, int count, Duration meanGap, long seed)
            throws InterruptedException {
        Random random = new Random(seed);
        ObservedIds sample = new ObservedIds();
        long next = System.nanoTime();
        for (int i = 0; i < count; i++) {
            next += (long) (-Math.log(1 - random.nextDouble()) * meanGap.toNanos());
            for (long left = next - System.nanoTime(); left > 0; left = next - System.nanoTime()) {
                LockSupport.parkNanos(left);
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
            sample.take(generator);
        }
        return sample;
    }

    /** Takes ids at full speed, and at least some even if that takes longer. */
    static ObservedIds flatOut(IdGenerator generator, int most, Duration longest) {
        ObservedIds sample = new ObservedIds();
        long end = System.nanoTime() + longest.toNanos();
        while (sample.size() < LEAST || sample.size() < most && System.nanoTime() - end < 0) {
            sample.take(generator);
        }
        return sample;
    }

    void take(IdGenerator generator) {
        double before = now();
        if (generator instanceof UuidGenerator uuids) {
            UUID id = uuids.nextUuid();
            add(id.getMostSignificantBits(), id.getLeastSignificantBits(), (before + now()) / 2);
        } else if (generator instanceof LongIdGenerator longs) {
            add(0, longs.nextId(), (before + now()) / 2);
        }
    }

    void add(long idHigh, long idLow, double epochMillis) {
        ids.add(new Observed(idHigh, idLow, epochMillis));
    }

    private static double now() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1e3 + now.getNano() / 1e6;
    }

    int size() {
        return ids.size();
    }

    Observed get(int index) {
        return ids.get(index);
    }
}
