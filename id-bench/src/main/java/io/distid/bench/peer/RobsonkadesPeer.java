package io.distid.bench.peer;

import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.UuidGenerator;
import io.distid.bench.subject.Promise;
import io.distid.bench.subject.Subject;
import io.github.robsonkades.uuidv7.UUIDv7;
import java.util.List;
import java.util.UUID;

/** robsonkades' uuidv7. Stateless. */
public final class RobsonkadesPeer extends Peer {
    private static final String PREDICTABLE = "its random bits are not cryptographic";

    @Override
    public List<Subject> rows() {
        return List.of(robsonkades(), robsonkadesSecure());
    }

    @Override
    public Promise promise(String row) {
        return new Promise(
                "uuidv7 1.1.0",
                "https://www.javadoc.io/doc/io.github.robsonkades/uuidv7/1.1.0/io/github/robsonkades/uuidv7/UUIDv7.html",
                against(
                        ORDER,
                        ANY,
                        "If the observed wall clock moves backwards, generation continues from the last emitted timestamp"));
    }

    private static Subject robsonkades() {
        String name = "robsonkades v7";
        IdTraits claims = epochFirst(name, Ordering.PER_THREAD, PREDICTABLE);
        return inProcess(
                name,
                origin("uuidv7", UUIDv7.class.getName(), "randomUUID(), fill()"),
                () -> new RobsonkadesUuids(claims),
                EPOCH_FIRST);
    }

    private static Subject robsonkadesSecure() {
        String name = "robsonkades v7 secure";
        IdTraits claims = epochFirst(
                name, Ordering.PER_THREAD, "adds 1 to 1024 within a ms, so neighbours can be guessed in few attempts");
        return inProcess(
                name,
                origin("uuidv7", UUIDv7.class.getName(), "secureRandomUUID()"),
                () -> new PeerUuidGenerator(UUIDv7::secureRandomUUID, claims),
                EPOCH_FIRST);
    }

    /**
     * The default form of robsonkades' uuidv7, and its batch. Its state belongs to threads, so all nodes of a process
     * share it.
     */
    private record RobsonkadesUuids(IdTraits traits) implements UuidGenerator {
        @Override
        public UUID nextUuid() {
            return UUIDv7.randomUUID();
        }

        @Override
        public void nextUuids(long[] halves, int from, int to) {
            UuidGenerator.requirePairs(halves, from, to);
            UUIDv7.fill(halves, from, (to - from) / 2);
        }

        @Override
        public void close() {}
    }
}
