package io.distid.bench.jmh;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.NoArgGenerator;
import com.github.f4b6a3.uuid.UuidCreator;
import io.distid.UuidGenerator;
import io.distid.uuid.UuidClock;
import io.distid.uuid.UuidV1;
import io.distid.uuid.UuidV4;
import io.distid.uuid.UuidV6;
import io.distid.uuid.UuidV7;
import io.github.robsonkades.uuidv7.UUIDv7;
import io.github.robsonkades.uuidv7.UUIDv7Generator;
import java.util.UUID;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** UUIDs, one generator for all threads, and what other libraries make of the same task. */
public class UuidBench {
    private static final int BATCH = 1024;

    /** Made by JMH. */
    public UuidBench() {}

    /** Makers of single UUIDs. Those of peers whose random bits anyone can predict from a few ids are marked insecure. */
    public enum Maker {
        /** Ours: all threads in one order, clock read for each id. */
        V7(() -> of(UuidV7.open())),
        /** Ours, on a field that is set each 0.5 ms. */
        V7_COARSE(() -> of(UuidV7.open(UuidClock.coarse()))),
        /** Ours, each thread in an order of its own. */
        V7_THREAD(() -> of(UuidV7.openPerThread(UuidClock.exact()))),
        /** Ours, each thread in an order of its own, on a field that is set each 0.5 ms. */
        V7_THREAD_COARSE(() -> of(UuidV7.openPerThread(UuidClock.coarse()))),
        /** Ours on AES-CTR. */
        V4_DRBG(() -> of(UuidV4.openDrbg())),
        /** Ours. */
        V1(() -> of(UuidV1.open())),
        /** Ours. */
        V6(() -> of(UuidV6.open())),
        /** The JDK's version 4. */
        JDK_V4(() -> UUID::randomUUID),
        /** uuid-creator's version 4. */
        UUID_CREATOR_V4(() -> UuidCreator::getRandomBased),
        /** uuid-creator's version 7. */
        UUID_CREATOR_V7(() -> UuidCreator::getTimeOrderedEpoch),
        /** uuid-creator's version 7 that adds 1 within a ms. */
        UUID_CREATOR_V7_PLUS_1(() -> UuidCreator::getTimeOrderedEpochPlus1),
        /** JUG's version 7. */
        JUG_V7(() -> of(Generators.timeBasedEpochGenerator())),
        /** JUG's version 7 that draws anew for each id. */
        JUG_V7_RANDOM(() -> of(Generators.timeBasedEpochRandomGenerator())),
        /** robsonkades' version 7 from SecureRandom. */
        ROBSONKADES_SECURE(() -> UUIDv7::secureRandomUUID),
        /** robsonkades' version 7; insecure. */
        ROBSONKADES_FAST(() -> UUIDv7::randomUUID),
        /** robsonkades' version 7 in one order; insecure. */
        ROBSONKADES_GENERATOR(() -> UUIDv7Generator.create()::next);

        private final Supplier<Supplier<UUID>> open;

        Maker(Supplier<Supplier<UUID>> open) {
            this.open = open;
        }

        private static Supplier<UUID> of(UuidGenerator generator) {
            return generator::nextUuid;
        }

        private static Supplier<UUID> of(NoArgGenerator generator) {
            return generator::generate;
        }
    }

    /** The maker of a run. */
    @State(Scope.Benchmark)
    public static class Made {
        /** Which. */
        @Param
        public Maker maker = Maker.V7;

        private Supplier<UUID> next = UUID::randomUUID;

        /** Made by JMH. */
        public Made() {}

        /** Opens it. */
        @Setup
        public void open() {
            next = maker.open.get();
        }
    }

    /** Ours that fill arrays. */
    @State(Scope.Benchmark)
    public static class Ours {
        private final UuidV7 v7 = UuidV7.open();
        private final UuidV4 v4 = UuidV4.openDrbg();

        /** Made by JMH. */
        public Ours() {}
    }

    /** Where a thread's batches go. */
    @State(Scope.Thread)
    public static class Halves {
        private final long[] array = new long[2 * BATCH];

        /** Made by JMH. */
        public Halves() {}
    }

    /**
     * One UUID.
     *
     * @param made by whom
     * @return the UUID
     */
    @Benchmark
    public UUID next(Made made) {
        return made.next.get();
    }

    /**
     * A batch of 1024 of version 7, counted as 1024.
     *
     * @param ours by whom
     * @param halves where they go
     * @return the halves
     */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long[] batchV7(Ours ours, Halves halves) {
        ours.v7.nextUuids(halves.array, 0, 2 * BATCH);
        return halves.array;
    }

    /**
     * A batch of 1024 of version 4 on AES-CTR, counted as 1024.
     *
     * @param ours by whom
     * @param halves where they go
     * @return the halves
     */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long[] batchV4Drbg(Ours ours, Halves halves) {
        ours.v4.nextUuids(halves.array, 0, 2 * BATCH);
        return halves.array;
    }

    /**
     * robsonkades' fill with 1024 of version 7, counted as 1024; its random bits are insecure.
     *
     * @param halves where they go
     * @return the halves
     */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long[] batchRobsonkades(Halves halves) {
        UUIDv7.fill(halves.array, 0, BATCH);
        return halves.array;
    }
}
