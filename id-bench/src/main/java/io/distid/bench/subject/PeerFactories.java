package io.distid.bench.subject;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import com.github.f4b6a3.tsid.TsidFactory;
import com.github.f4b6a3.uuid.factory.standard.TimeOrderedEpochFactory;
import java.time.Instant;

/** Peers whose first id is measured in a JVM that does not load the catalogue: opened here alone, so that both open the same. Safe for
 * use by any number of threads. */
public final class PeerFactories {
    private static final int NODE_BITS_1024 = 10;

    private PeerFactories() {}

    /**
     * Opens uuid-creator's version 7.
     *
     * @return as its README recommends
     */
    public static TimeOrderedEpochFactory uuidCreatorV7() {
        return new TimeOrderedEpochFactory();
    }

    /**
     * Opens JUG's version 7.
     *
     * @return as its README recommends
     */
    public static TimeBasedEpochGenerator jugV7() {
        return Generators.timeBasedEpochGenerator();
    }

    /**
     * Opens tsid-creator.
     *
     * @param node below 1024
     * @return as its README recommends
     */
    public static TsidFactory tsidCreator(int node) {
        return TsidFactory.newInstance1024(node);
    }

    /** With another epoch than its own, which takes its builder. */
    static TsidFactory tsidCreator(int node, Instant epoch) {
        return TsidFactory.builder()
                .withNodeBits(NODE_BITS_1024)
                .withNode(node)
                .withCustomEpoch(epoch)
                .build();
    }
}
