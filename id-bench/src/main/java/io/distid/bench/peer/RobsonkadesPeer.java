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
        String fast = "robsonkades v7";
        String secure = "robsonkades v7 secure";
        String neighbours = "adds 1 to 1024 within a ms, so neighbours can be guessed in few attempts";
        return List.of(
                inProcess(
                        fast,
                        origin("uuidv7", UUIDv7.class.getName(), "randomUUID(), fill()"),
                        () -> new RobsonkadesUuids(epochFirst(fast, Ordering.PER_THREAD, PREDICTABLE)),
                        EPOCH_FIRST),
                uuids(
                        secure,
                        origin("uuidv7", UUIDv7.class.getName(), "secureRandomUUID()"),
                        epochFirst(secure, Ordering.PER_THREAD, neighbours),
                        () -> UUIDv7::secureRandomUUID,
                        EPOCH_FIRST));
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

    /** The default form, and its batch. Its state belongs to threads, so all nodes of a process share it. */
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
