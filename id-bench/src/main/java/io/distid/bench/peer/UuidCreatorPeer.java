package io.distid.bench.peer;

import com.github.f4b6a3.uuid.factory.standard.RandomBasedFactory;
import com.github.f4b6a3.uuid.factory.standard.TimeOrderedEpochFactory;
import io.distid.Ordering;
import io.distid.bench.subject.Promise;
import io.distid.bench.subject.Subject;
import java.util.List;
import java.util.function.Supplier;

/** uuid-creator, as its README recommends, and beside it the fast forms of the README. Stateless. */
public final class UuidCreatorPeer extends Peer {
    private static final String PREDICTABLE = "its random bits are not cryptographic";

    @Override
    public List<Subject> rows() {
        return List.of(
                v4("uuid-creator v4", false),
                v4("uuid-creator v4 fast", true),
                v7("uuid-creator v7", "", TimeOrderedEpochFactory::new),
                v7(
                        "uuid-creator v7 fast",
                        "withFastRandom",
                        () -> TimeOrderedEpochFactory.builder().withFastRandom().build(),
                        PREDICTABLE));
    }

    /** Forms of secure peers that may be faster than the form in the rows. */
    @Override
    public List<Subject> ofBars() {
        return List.of(v7(
                "uuid-creator v7 plus 1",
                "withIncrementPlus1",
                () -> TimeOrderedEpochFactory.builder().withIncrementPlus1().build(),
                "adds 1 within a ms, so neighbours can be guessed"));
    }

    @Override
    public List<FirstId> firstIds() {
        return List.of(new FirstId("uuid-creator v7", "uuid-creator v7", First.class, TimeOrderedEpochFactory.class));
    }

    @Override
    public Promise promise(String row) {
        return new Promise(
                "uuid-creator 6.1.1",
                "https://www.javadoc.io/doc/com.github.f4b6a3/uuid-creator/6.1.1/com/github/f4b6a3/uuid/factory/standard/TimeOrderedEpochFactory.html",
                documented(
                        ORDER,
                        ANY,
                        "Returns a time-ordered unique identifier (UUIDv7).",
                        "a clock that steps back is not mentioned"));
    }

    /** A factory for each node: all nodes of a process would share the factory of the README's static methods. */
    private static Subject v4(String name, boolean fast) {
        return uuids(
                name,
                origin(
                        "uuid-creator",
                        "com.github.f4b6a3.uuid.factory.standard.RandomBasedFactory",
                        fast ? "withFastRandom" : ""),
                fast ? random(name, PREDICTABLE) : random(name),
                () -> (fast ? RandomBasedFactory.builder().withFastRandom().build() : new RandomBasedFactory())::create,
                null);
    }

    private static Subject v7(String name, String options, Supplier<TimeOrderedEpochFactory> open, String... notes) {
        return uuids(
                name,
                origin("uuid-creator", "com.github.f4b6a3.uuid.factory.standard.TimeOrderedEpochFactory", options),
                epochFirst(name, Ordering.PER_GENERATOR, notes),
                () -> open.get()::create,
                EPOCH_FIRST);
    }

    private static final class First {
        static {
            new TimeOrderedEpochFactory().create();
        }
    }
}
