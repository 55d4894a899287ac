package io.distid.bench.peer;

import static io.distid.bench.subject.Promise.ANY;
import static io.distid.bench.subject.Promise.against;

import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.UuidGenerator;
import io.distid.bench.subject.Library;
import io.distid.bench.subject.Promise;
import io.distid.bench.subject.Promise.Weakness;
import io.distid.bench.subject.Subject;
import io.distid.bench.subject.Subjects;
import io.github.robsonkades.uuidv7.UUIDv7;
import java.util.List;
import java.util.UUID;

/** robsonkades' uuidv7. Stateless. */
public final class RobsonkadesPeer implements Subjects {
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
                        Weakness.ORDER,
                        ANY,
                        "If the observed wall clock moves backwards, generation continues from the last emitted timestamp"));
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
                Peers.EPOCH_FIRST);
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
                Peers.EPOCH_FIRST);
    }

    /**
     * The default form of robsonkades' uuidv7, and its batch. Its state belongs to threads, so all nodes of a process
     * share it.
     */
    private static final class RobsonkadesUuids implements UuidGenerator {
        private final IdTraits traits;

        RobsonkadesUuids(IdTraits traits) {
            this.traits = traits;
        }

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
        public IdTraits traits() {
            return traits;
        }

        @Override
        public void close() {}
    }
}
