package io.distid.bench.peer;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.NoArgGenerator;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import io.distid.Ordering;
import io.distid.bench.subject.Promise;
import io.distid.bench.subject.Subject;
import java.util.List;
import java.util.function.Supplier;

/** JUG's version 7, as its README recommends. Stateless. */
public final class JugPeer extends Peer {
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
                        ORDER,
                        ANY,
                        "with lexicographic ordering",
                        "of version 7; a clock that steps back is not mentioned"));
    }

    private static Subject v7(
            String name, String type, String options, Supplier<NoArgGenerator> open, Ordering ordering, String note) {
        return uuids(
                name,
                origin("java-uuid-generator", "com.fasterxml.uuid.impl." + type, options),
                epochFirst(name, ordering, note),
                () -> open.get()::generate,
                EPOCH_FIRST);
    }

    private static final class First {
        static {
            Generators.timeBasedEpochGenerator().generate();
        }
    }
}
