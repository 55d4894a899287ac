package io.distid.bench.throughput;

/**
 * Something whose throughput is measured.
 *
 * @param name what the report calls it
 * @param method the benchmark, as JMH names it
 * @param strategy the strategy it opens, or empty if it goes past the SPI
 */
public record Target(String name, String method, String strategy) {
    /** The limit of one counter shared by all threads. */
    public static final Target ATOMIC_LONG =
            new Target("AtomicLong.getAndIncrement", ReferenceThroughput.class.getName() + ".atomicLong", "");

    /** The limit of anything that reads the clock once for each id. */
    public static final Target CLOCK =
            new Target("System.currentTimeMillis", ReferenceThroughput.class.getName() + ".currentTimeMillis", "");

    /**
     * A strategy.
     *
     * @param name as the SPI finds it
     * @param bits 63 or 128
     * @return the benchmark that suits the kind of its ids
     */
    public static Target strategy(String name, int bits) {
        String method =
                bits == 63 ? LongThroughput.class.getName() + ".nextId" : UuidThroughput.class.getName() + ".nextUuid";
        return new Target(name, method, name);
    }
}
