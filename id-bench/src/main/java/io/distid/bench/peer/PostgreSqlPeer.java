package io.distid.bench.peer;

import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.bench.subject.Layout;
import io.distid.bench.subject.LockIds;
import io.distid.bench.subject.NodeNumbers;
import io.distid.bench.subject.Promise;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Subject;
import java.sql.ResultSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** PostgreSQL's own means, by its driver: UUIDs of a function, since version 18, and a lock that a connection holds. Stateless. */
public final class PostgreSqlPeer extends Peer {
    private static final String UUIDS = "postgresql uuidv7";
    private static final String LOCK = "postgresql advisory lock";
    private static final String LIBRARY = "postgresql";
    private static final String DRIVER = "org.postgresql.Driver";

    /** UUIDs in the order of one session, which the threads of a node share. */
    @Override
    public List<Subject> rows() {
        return List.of(new Subject(
                UUIDS,
                origin(LIBRARY, DRIVER, "SELECT uuidv7()"),
                ServerKind.POSTGRESQL,
                (node, servers) -> servers.sql(ServerKind.POSTGRESQL, ""),
                settings -> {
                    BareStatement bare = new BareStatement("SELECT uuidv7()", settings);
                    return new PeerUuidGenerator(
                            () -> bare.draw((row, column) -> row.getObject(column, UUID.class)),
                            epochFirst(UUIDS, Ordering.PER_GENERATOR),
                            bare);
                },
                EPOCH_FIRST,
                Layout.NONE));
    }

    /** A lock without a lease and without a number. */
    static Subject lock() {
        return LockPeers.lock(
                LOCK, origin(LIBRARY, DRIVER, "SELECT pg_try_advisory_lock(1)"), "postgresql", PostgreSqlPeer::lock);
    }

    private static LockIds lock(Map<String, String> settings) {
        BareStatement take = new BareStatement("SELECT pg_try_advisory_lock(1)", settings);
        BareStatement free = take.beside("SELECT pg_advisory_unlock(1)");
        NodeNumbers numbers = new NodeNumbers(settings);
        // The server grants the lock again to the session that has it.
        Semaphore turn = new Semaphore(1);
        return new LockIds(
                IdTraits.builder(LOCK).ordering(Ordering.NONE).build(),
                () -> {
                    turn.acquire();
                    while (!take.draw(ResultSet::getBoolean)) {
                        TimeUnit.MILLISECONDS.sleep(1);
                    }
                    return new LockIds.Grant(numbers.next(), () -> free(free, turn), LockIds.Lease.UNKNOWN);
                },
                take);
    }

    private static void free(BareStatement free, Semaphore turn) {
        free.draw(ResultSet::getBoolean);
        turn.release();
    }

    @Override
    public Promise promise(String row) {
        return new Promise(
                "postgresql 42.7.13",
                "https://www.postgresql.org/docs/18/functions-uuid.html",
                documented(
                        ORDER,
                        ANY,
                        "Generates a version 7 (time-ordered) UUID",
                        "a clock that steps back is not mentioned"));
    }
}
