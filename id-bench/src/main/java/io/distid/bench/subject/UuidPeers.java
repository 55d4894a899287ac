package io.distid.bench.subject;

import com.fasterxml.uuid.Generators;
import com.github.f4b6a3.uuid.factory.standard.RandomBasedFactory;
import com.github.f4b6a3.uuid.factory.standard.TimeOrderedEpochFactory;
import io.distid.IdTraits;
import io.distid.Ordering;
import io.github.robsonkades.uuidv7.UUIDv7;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/** Peers of 128-bit ids, each as its README recommends, the fast forms that it names beside it. */
final class UuidPeers {
    private static final String PREDICTABLE = "its random bits are not cryptographic";
    private static final int BELOW_TIME = 16;
    private static final IdTime EPOCH_FIRST = (high, low) -> high >>> BELOW_TIME;

    private UuidPeers() {}

    static List<Subject> all() {
        return List.of(
                jdk(),
                uuidCreatorV4("uuid-creator v4", false),
                uuidCreatorV4("uuid-creator v4 fast", true),
                uuidCreatorV7("uuid-creator v7", false),
                uuidCreatorV7("uuid-creator v7 fast", true),
                jug(),
                robsonkades(),
                robsonkadesSecure(),
                ulidCreator());
    }

    /** Forms of secure peers that may be faster than the form that is a row. */
    static List<Subject> ofBars() {
        return List.of(uuidCreatorV7PlusOne(), jugRandom());
    }

    private static Subject jdk() {
        String name = "jdk randomUUID";
        IdTraits claims = PeerClaims.random(name);
        return Peers.inProcess(
                name,
                Library.jdk(),
                "java.util.UUID",
                "randomUUID()",
                node -> new PeerUuidGenerator(UUID::randomUUID, claims),
                null);
    }

    /** A factory for each node: the static methods of the README share one, and so would all nodes of a process. */
    private static Subject uuidCreatorV4(String name, boolean fast) {
        IdTraits claims = fast ? PeerClaims.random(name, PREDICTABLE) : PeerClaims.random(name);
        return Peers.inProcess(
                name,
                Library.of("uuid-creator"),
                "com.github.f4b6a3.uuid.factory.standard.RandomBasedFactory",
                fast ? "withFastRandom" : "",
                node -> {
                    RandomBasedFactory factory =
                            fast ? RandomBasedFactory.builder().withFastRandom().build() : new RandomBasedFactory();
                    return new PeerUuidGenerator(factory::create, claims);
                },
                null);
    }

    private static Subject uuidCreatorV7(String name, boolean fast) {
        IdTraits claims = fast
                ? PeerClaims.epochFirst(name, Ordering.PER_GENERATOR, PREDICTABLE)
                : PeerClaims.epochFirst(name, Ordering.PER_GENERATOR);
        return Peers.inProcess(
                name,
                Library.of("uuid-creator"),
                "com.github.f4b6a3.uuid.factory.standard.TimeOrderedEpochFactory",
                fast ? "withFastRandom" : "",
                node -> {
                    TimeOrderedEpochFactory factory = fast
                            ? TimeOrderedEpochFactory.builder().withFastRandom().build()
                            : PeerFactories.uuidCreatorV7();
                    return new PeerUuidGenerator(factory::create, claims);
                },
                EPOCH_FIRST);
    }

    private static Subject uuidCreatorV7PlusOne() {
        String name = "uuid-creator v7 plus 1";
        return epochFirst(
                name,
                Library.of("uuid-creator"),
                "com.github.f4b6a3.uuid.factory.standard.TimeOrderedEpochFactory",
                "withIncrementPlus1",
                () -> TimeOrderedEpochFactory.builder().withIncrementPlus1().build()::create,
                PeerClaims.epochFirst(
                        name, Ordering.PER_GENERATOR, "adds 1 within a ms, so neighbours can be guessed"));
    }

    private static Subject jugRandom() {
        String name = "jug v7 random";
        return epochFirst(
                name,
                Library.of("java-uuid-generator"),
                "com.fasterxml.uuid.impl.TimeBasedEpochRandomGenerator",
                "timeBasedEpochRandomGenerator()",
                () -> Generators.timeBasedEpochRandomGenerator()::generate,
                PeerClaims.epochFirst(name, Ordering.NONE, "draws anew for each id, so ids of one ms have no order"));
    }

    private static Subject jug() {
        String name = "jug v7";
        return epochFirst(
                name,
                Library.of("java-uuid-generator"),
                "com.fasterxml.uuid.impl.TimeBasedEpochGenerator",
                "timeBasedEpochGenerator()",
                () -> PeerFactories.jugV7()::generate,
                PeerClaims.epochFirst(
                        name, Ordering.PER_GENERATOR, "adds 1 within a ms, so neighbours can be guessed"));
    }

    /** A version 7 with a generator for each node; its type is named and not loaded, so that no peer is before it is opened. */
    private static Subject epochFirst(
            String name, String library, String type, String options, Supplier<Supplier<UUID>> open, IdTraits claims) {
        return Peers.inProcess(
                name, library, type, options, node -> new PeerUuidGenerator(open.get(), claims), EPOCH_FIRST);
    }

    private static Subject robsonkades() {
        String name = "robsonkades v7";
        IdTraits claims = PeerClaims.epochFirst(name, Ordering.PER_THREAD, PREDICTABLE);
        return Peers.inProcess(
                name,
                Library.of("uuidv7"),
                UUIDv7.class.getName(),
                "randomUUID(), fill()",
                node -> new RobsonkadesUuids(claims),
                EPOCH_FIRST);
    }

    private static Subject robsonkadesSecure() {
        String name = "robsonkades v7 secure";
        IdTraits claims = PeerClaims.epochFirst(
                name, Ordering.PER_THREAD, "adds 1 to 1024 within a ms, so neighbours can be guessed in few attempts");
        return Peers.inProcess(
                name,
                Library.of("uuidv7"),
                UUIDv7.class.getName(),
                "secureRandomUUID()",
                node -> new PeerUuidGenerator(UUIDv7::secureRandomUUID, claims),
                EPOCH_FIRST);
    }

    private static Subject ulidCreator() {
        String name = "ulid-creator monotonic";
        IdTraits claims = PeerClaims.epochFirst(
                name, Ordering.PER_GENERATOR, "adds 1 within a ms, so neighbours can be guessed", "a ULID, not a UUID");
        return Peers.inProcess(
                name,
                Library.of("ulid-creator"),
                "com.github.f4b6a3.ulid.UlidFactory",
                "newMonotonicInstance()",
                node -> new MonotonicUlids(claims),
                EPOCH_FIRST);
    }
}
