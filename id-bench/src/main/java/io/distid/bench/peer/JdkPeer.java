package io.distid.bench.peer;

import io.distid.bench.results.Origin;
import io.distid.bench.subject.Library;
import io.distid.bench.subject.Promise;
import io.distid.bench.subject.Subject;
import java.util.List;
import java.util.UUID;

/** The class library of this JVM. Stateless. */
public final class JdkPeer extends Peer {
    @Override
    public List<Subject> rows() {
        String name = "jdk randomUUID";
        return List.of(uuids(
                name,
                new Origin(Library.jdk(), "java.util.UUID", "randomUUID()"),
                random(name),
                () -> UUID::randomUUID,
                null));
    }

    @Override
    public Promise promise(String row) {
        return new Promise(Library.jdk(), "https://docs.oracle.com/en/java/javase/");
    }
}
