package io.distid.bench.throughput;

import java.io.Serializable;
import java.util.Map;

/**
 * Something whose throughput is measured: ids of a subject, or a benchmark method. Immutable.
 *
 * @param subject the name of the subject in the catalogue; empty if {@code benchmark} opens none
 * @param benchmark JMH's name of a benchmark; empty for single ids and batches
 * @param params the benchmark's parameters, without its subject, which is set automatically
 */
public record Target(String name, String subject, String benchmark, Map<String, String> params)
        implements Serializable {
    /** The limit of one counter shared by all threads. */
    public static final Target ATOMIC_LONG = reference("AtomicLong.getAndIncrement", "atomicLong");

    /** The limit of anything that reads the clock once for each id. */
    public static final Target CLOCK = reference("System.currentTimeMillis", "currentTimeMillis");

    /** Copies the parameters. */
    public Target {
        params = Map.copyOf(params);
    }

    /** Ids of a strategy or a peer: one by one, and by the batch if the subject offers one. */
    public static Target subject(String name) {
        return new Target(name, name, "", Map.of());
    }

    /** 63-bit ids of a subject, by what is done with its metrics: {@code watched}, {@code counted} or {@code not watched}. */
    public static Target metrics(String subject, String how) {
        return new Target(
                subject + ", " + how, subject, IdThroughput.class.getName() + ".nextId", Map.of("metrics", how));
    }

    private static Target reference(String name, String method) {
        return new Target(name, "", ReferenceThroughput.class.getName() + "." + method, Map.of());
    }
}
