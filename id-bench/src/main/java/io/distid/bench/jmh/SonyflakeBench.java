package io.distid.bench.jmh;

import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import java.util.HashMap;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Sonyflake at its cap, and past it with a lead beside Snowflake with the same lead. */
@State(Scope.Benchmark)
public class SonyflakeBench {
    private static final String LEAD = "365d";

    /** The strategy, and whether its ids may lead the clock. */
    @Param({"sonyflake", "sonyflake-leading", "snowflake-leading"})
    public String subject = "";

    private LongIdGenerator generator;

    /** Made by JMH. */
    public SonyflakeBench() {}

    /** Opens the generator. */
    @Setup
    public void open() {
        String[] words = subject.split("-");
        Map<String, String> config = new HashMap<>(Map.of("worker", "fixed", "worker.id", "1"));
        if (words.length > 1) {
            config.put("max-lead", LEAD);
        }
        generator = IdGenerators.openLong(words[0], config);
    }

    /**
     * One id.
     *
     * @return the id, so that making it cannot be optimised away
     */
    @Benchmark
    public long nextId() {
        return generator.nextId();
    }

    /** Closes the generator. */
    @TearDown
    public void close() {
        generator.close();
    }
}
