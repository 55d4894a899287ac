package io.distid.bench.throughput;

import io.distid.IdGenerator;
import io.distid.LongIdGenerator;
import io.distid.UuidGenerator;
import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.IdTime;
import io.distid.bench.subject.Subject;
import io.distid.bench.way.Way;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The generator that a child JVM measures. The child starts no server: its settings have the addresses of the lab's
 * servers.
 *
 * <p>A generator whose ids contain time is opened again for each measurement, so that it begins without a lead. Others
 * stay open, as in a service: a store's ranges grow with the demand.
 */
final class ForkedSubject {
    private static @Nullable Subject subject;
    private static @Nullable IdGenerator generator;
    private static double lead = Double.NaN;

    private ForkedSubject() {}

    static synchronized IdGenerator open(String name) {
        Subject named = subject;
        if (named == null) {
            named = Catalogue.subject(name);
            subject = named;
        }
        IdGenerator open = generator;
        if (open == null) {
            open = named.opening().open(SettingsFile.ofThisJvm().of(name));
            generator = open;
        }
        lead = Double.NaN;
        return open;
    }

    /** Whether a subject has its own batches, not only the interface's loop over single ids. */
    static boolean hasBatch(String name) {
        return Way.BATCH.isOfferedBy(open(name));
    }

    /** The benchmark that suits the kind of its ids, as JMH names it. */
    static String benchmark(String name, boolean batch) {
        String method = open(name) instanceof UuidGenerator ? "nextUuid" : "nextId";
        return IdThroughput.class.getName() + "." + method + (batch ? "s" : "");
    }

    /** Measures the lead of the newest id. Call it when an iteration has ended. */
    static synchronized void iterationEnded() {
        Subject named = subject;
        if (named != null && generator != null && named.time() != null) {
            double now = lead(generator, named.time());
            lead = Double.isNaN(lead) ? now : Math.max(lead, now);
        }
    }

    static synchronized void measurementEnded() {
        if (subject != null && subject.time() != null) {
            close();
        }
    }

    static synchronized void close() {
        if (generator != null) {
            generator.close();
            generator = null;
        }
    }

    /** The greatest since it was opened last, in seconds, or null if no time can be read out of its ids. */
    static synchronized @Nullable Double greatestLead() {
        return Double.isNaN(lead) ? null : lead;
    }

    /** How far the time of a generator's next id is ahead of the clock, in seconds. */
    static double lead(IdGenerator generator, IdTime time) {
        long idMillis;
        if (generator instanceof UuidGenerator uuids) {
            UUID id = uuids.nextUuid();
            idMillis = time.epochMillis(id.getMostSignificantBits(), id.getLeastSignificantBits());
        } else {
            idMillis = time.epochMillis(0, ((LongIdGenerator) generator).nextId());
        }
        return (idMillis - System.currentTimeMillis()) / 1000.0;
    }
}
