package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.testservers.Database;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A server is told from others, and from itself before it was started anew, be it on older data. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServerIdentityTest {
    private final PrivateServer server = new PrivateServer();

    @AfterAll
    void close() {
        server.close();
    }

    /** Over some seconds, since it has the second of the start in it, by two readings of the clock. */
    @Test
    void isTheSameForAsLongAsTheServerRuns() throws SQLException {
        Set<String> names = new HashSet<>();
        try (Connection connection = server.database().connect()) {
            ServerIdentity identity = ServerIdentity.visibleTo(connection);
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(7))
                    .during(Duration.ofSeconds(2))
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> {
                        names.add(identity.of(connection));
                        return names.size() == 1;
                    });
        }
        assertThat(names).singleElement().asString().matches("\\d+@\\S+:\\d+,since:\\d+");
    }

    @Test
    void isAnotherForAnotherServer() throws SQLException {
        assertThat(name(server.database())).isNotEqualTo(name(Servers.shared().createDatabase()));
    }

    /** In another second than that in which it was started before. */
    @Test
    void isAnotherAfterARestart() throws SQLException {
        String before = name(server.database());
        long start = Long.parseLong(before.substring(before.lastIndexOf(':') + 1));
        Eventually.await("the end of that second").until(() -> System.currentTimeMillis() / 1000 > start);
        server.kill();
        server.restart();
        assertThat(name(server.database())).isNotEqualTo(before);
    }

    @Test
    void fitsIntoTheTableAndLacksTheStartWhereTheServerDoesNotTellIt() throws SQLException {
        try (Connection connection = server.database().connect()) {
            String whole = ServerIdentity.visibleTo(connection).of(connection);
            assertThat(whole.length()).isLessThan(255);
            ServerIdentity place = ServerIdentity.visibleTo(Proxies.proxy(Connection.class, (method, arguments) -> {
                if (method.getName().equals("prepareStatement")
                        && arguments[0].toString().matches("(?i).*global_status.*")) {
                    throw new SQLException("command denied", "42000", 1142);
                }
                return method.invoke(connection, arguments);
            }));
            assertThat(place.of(connection)).isEqualTo(whole.substring(0, whole.indexOf(",since:")));
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void allBeginAboveWhatWasReservedWhereTheServerWasRestoredFromACopyOfItsData() {
        WorkerRequest request = Workers.request(1);
        Database database = server.database();
        try (WorkerIds source = Workers.leased(database)) {
            source.acquire(request).close();
            server.server().copyData();
            WorkerLease givenBackBefore = source.acquire(request);
            RenewedLease neverGranted = Leases.byHand(source, request);
            Leases.renewAbove(neverGranted, neverGranted.stampedUntil());
            server.server().restoreData();
            try (WorkerIds startedAnew = Workers.leased(database)) {
                List<WorkerLease> leases = List.of(startedAnew.acquire(request), startedAnew.acquire(request));
                long reserved = Math.max(givenBackBefore.reservedUntil(), neverGranted.reservedUntil());
                assertThat(leases)
                        .extracting(WorkerLease::workerId)
                        .containsExactlyInAnyOrder(givenBackBefore.workerId(), neverGranted.workerId());
                assertThat(leases)
                        .allSatisfy(lease -> assertThat(lease.stampedUntil()).isGreaterThanOrEqualTo(reserved));
            }
        }
    }

    private static String name(Database database) throws SQLException {
        try (Connection connection = database.connect()) {
            return ServerIdentity.visibleTo(connection).of(connection);
        }
    }
}
