package io.distid.bench.throughput;

import org.jspecify.annotations.Nullable;

/**
 * Something whose throughput is measured.
 *
 * @param name what the report calls it
 * @param single the benchmark of ids one by one, as JMH names it
 * @param batch the benchmark of ids by the batch, done if the subject offers one, or null if there is none
 * @param subject what it opens, or empty if it goes past the SPI
 */
public record Target(String name, String single, @Nullable String batch, String subject) {
    /** The limit of one counter shared by all threads. */
    public static final Target ATOMIC_LONG = reference("AtomicLong.getAndIncrement", "atomicLong");

    /** The limit of anything that reads the clock once for each id. */
    public static final Target CLOCK = reference("System.currentTimeMillis", "currentTimeMillis");

    /**
     * A strategy or a peer.
     *
     * @param name of its row, by which a fork finds it
     * @param bits 63 or 128
     * @return the benchmarks that suit the kind of its ids
     */
    public static Target subject(String name, int bits) {
        String uuids = UuidThroughput.class.getName();
        String longs = LongThroughput.class.getName();
        return bits == 63
                ? new Target(name, longs + ".nextId", longs + ".nextIds", name)
                : new Target(name, uuids + ".nextUuid", uuids + ".nextUuids", name);
    }

    private static Target reference(String name, String method) {
        return new Target(name, ReferenceThroughput.class.getName() + "." + method, null, "");
    }
}
