package io.distid.bench.startup;

import io.distid.IdGenerators;
import io.distid.bench.jvm.CommandLoop;
import io.distid.bench.subject.PeerFactories;
import io.distid.snowflake.Snowflake;
import io.distid.spi.IdConfig;
import io.distid.uuid.UuidV4;
import io.distid.uuid.UuidV7;
import io.distid.worker.FixedWorkerIdsProvider;
import java.util.Map;
import java.util.UUID;

/**
 * The child JVM of one first id, which it takes before anything else: on its way are neither lambdas nor other classes of the lab,
 * since whatever is loaded for the lab a subject would not have to load.
 */
final class FirstIdChild {
    /** Not {@code distid.}: opening by name has a closer look at such properties, which most processes have none of. */
    static final String PROPERTY = "io.distid.bench.first";

    static final String COMMAND = "first";

    static final String V4_DIRECT = "UuidV4.open()";
    static final String V7_DIRECT = "UuidV7.open()";
    static final String SNOWFLAKE_DIRECT = "Snowflake.builder().open()";

    private FirstIdChild() {}

    /**
     * Takes the first id, then serves the lab.
     *
     * @param args none
     * @throws InterruptedException never
     */
    public static void main(String[] args) throws InterruptedException {
        long start = System.nanoTime();
        first(System.getProperty(PROPERTY));
        long nanos = System.nanoTime() - start;
        CommandLoop.serve(() -> (command, words) -> CommandLoop.answer(COMMAND, nanos / 1e6));
    }

    /** An id. */
    private static Object first(String name) {
        switch (name) {
            case "uuid-v4":
            case "uuid-v7":
                return Ours.byName(name);
            case "snowflake":
                return Ours.snowflake();
            case V4_DIRECT:
                return V4.open();
            case V7_DIRECT:
                return V7.open();
            case SNOWFLAKE_DIRECT:
                return Direct.open();
            case "uuid-creator v7":
                return PeerFactories.uuidCreatorV7().create();
            case "jug v7":
                return PeerFactories.jugV7().generate();
            case "tsid-creator":
                return PeerFactories.tsidCreator(1).create().toLong();
            default:
                throw new IllegalArgumentException("nothing is called " + name);
        }
    }

    /** By name, each in a class of its own, so that none loads what another needs. */
    private static final class Ours {
        static UUID byName(String name) {
            return IdGenerators.openUuid(name).nextUuid();
        }

        static Long snowflake() {
            return IdGenerators.openLong("snowflake", Map.of("worker", "fixed", "worker.id", "1"))
                    .nextId();
        }
    }

    private static final class V4 {
        static UUID open() {
            return UuidV4.open().nextUuid();
        }
    }

    private static final class V7 {
        static UUID open() {
            return UuidV7.open().nextUuid();
        }
    }

    private static final class Direct {
        static Long open() {
            FixedWorkerIdsProvider fixed = new FixedWorkerIdsProvider();
            return Snowflake.builder()
                    .open(fixed.open(IdConfig.of(fixed, Map.of("id", "1"))))
                    .nextId();
        }
    }
}
