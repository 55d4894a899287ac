package io.distid.bench.peer;

import com.github.f4b6a3.ulid.UlidFactory;
import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.UuidGenerator;
import io.distid.bench.subject.Promise;
import io.distid.bench.subject.Subject;
import java.util.List;
import java.util.UUID;

/** ulid-creator. Stateless. */
public final class UlidCreatorPeer extends Peer {
    @Override
    public List<Subject> rows() {
        String name = "ulid-creator monotonic";
        IdTraits claims = epochFirst(
                name, Ordering.PER_GENERATOR, "adds 1 within a ms, so neighbours can be guessed", "a ULID, not a UUID");
        return List.of(inProcess(
                name,
                origin("ulid-creator", "com.github.f4b6a3.ulid.UlidFactory", "newMonotonicInstance()"),
                () -> new MonotonicUlids(UlidFactory.newMonotonicInstance(), claims),
                EPOCH_FIRST));
    }

    @Override
    public Promise promise(String row) {
        return new Promise(
                "ulid-creator 5.2.4",
                "https://github.com/f4b6a3/ulid-creator/blob/ulid-creator-5.2.4/README.md",
                documented(ORDER, ANY, "Sorted by generation time", "a clock that steps back is not mentioned"));
    }

    /** ulid-creator. A ULID is measured as the 128 bits that it is, which costs it one object more than a ULID of its own. */
    private record MonotonicUlids(UlidFactory factory, IdTraits traits) implements UuidGenerator {
        @Override
        public UUID nextUuid() {
            return factory.create().toUuid();
        }

        @Override
        public String nextText() {
            return factory.create().toString();
        }

        @Override
        public int textLength() {
            return 26;
        }

        @Override
        public void close() {}
    }
}
