package io.distid.bench.peer;

import static io.distid.bench.subject.Promise.ANY;
import static io.distid.bench.subject.Promise.documented;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.NoArgGenerator;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import io.distid.Ordering;
import io.distid.bench.subject.Library;
import io.distid.bench.subject.Promise;
import io.distid.bench.subject.Promise.Weakness;
import io.distid.bench.subject.Subject;
import io.distid.bench.subject.Subjects;
import java.util.List;
import java.util.function.Supplier;

/** JUG's version 7, as its README recommends. Stateless. */
public final class JugPeer implements Subjects {
    @Override
    public List<Subject> rows() {
        return List.of(v7(
                "jug v7",
                "TimeBasedEpochGenerator",
                "timeBasedEpochGenerator()",
                Generators::timeBasedEpochGenerator,
                Ordering.PER_GENERATOR,
                "adds 1 within a ms, so neighbours can be guessed"));
    }

    /** Forms of secure peers that may be faster than the form in the rows. */
    @Override
    public List<Subject> ofBars() {
        return List.of(v7(
                "jug v7 random",
                "TimeBasedEpochRandomGenerator",
                "timeBasedEpochRandomGenerator()",
                Generators::timeBasedEpochRandomGenerator,
                Ordering.NONE,
                "takes new random bits for each id, so ids of one ms have no order"));
    }

    @Override
    public List<FirstId> firstIds() {
        return List.of(new FirstId("jug v7", "jug v7", First.class, TimeBasedEpochGenerator.class));
    }

    @Override
    public Promise promise(String row) {
        return new Promise(
                "java-uuid-generator 5.2.0",
                "https://github.com/cowtowncoder/java-uuid-generator/blob/java-uuid-generator-5.2.0/README.md",
                documented(
                        Weakness.ORDER,
                        ANY,
                        "with lexicographic ordering",
                        "of version 7; a clock that steps back is not mentioned"));
    }

    private static Subject v7(
            String name, String type, String options, Supplier<NoArgGenerator> open, Ordering ordering, String note) {
        return Peers.uuids(
                name,
                Library.of("java-uuid-generator"),
                "com.fasterxml.uuid.impl." + type,
                options,
                PeerClaims.epochFirst(name, ordering, note),
                () -> open.get()::generate,
                Peers.EPOCH_FIRST);
    }

    private static final class First {
        static {
            Generators.timeBasedEpochGenerator().generate();
        }
    }
}
