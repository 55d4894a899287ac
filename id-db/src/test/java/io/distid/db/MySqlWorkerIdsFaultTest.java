package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.testkit.ManualClock;
import io.distid.testservers.Database;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A table of worker ids that is put back, emptied, changed by hand, or closed to its user. */
class MySqlWorkerIdsFaultTest {
    private final Database database = Servers.shared().createDatabase();
    private final WorkerIds source = Workers.leased(database);

    @AfterEach
    void close() {
        source.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE distid_worker SET token = 'earlier', bound_until = bound_until - 5000 WHERE worker_id = 0",
                "UPDATE distid_worker SET token = 'earlier', bound_until = bound_until - 1 WHERE worker_id = 0",
            })
    void rowThatWasRestoredEndsTheLeaseAndIsRaised(String restore) throws SQLException {
        AtomicInteger heard = new AtomicInteger();
        RenewedLease lease = Leases.byHand(source, Workers.request(0));
        lease.onLoss(heard::incrementAndGet);
        // Where a header that is much older would not help.
        Servers.execute(database, restore, "UPDATE distid_worker SET floor = 0 WHERE worker_id = -1");
        assertThat(lease.renew()).isFalse();
        assertThat(lease.health().lost()).isTrue();
        assertThat(lease.failure())
                .isInstanceOf(StoreRegressedException.class)
                .hasMessageContaining("namespace \"fleet\"")
                .hasMessageContaining("worker id 0")
                .hasMessageContaining("restored or emptied");
        assertThat(heard).hasValue(1);
        long bound = lease.reservedUntil();
        lease.release(bound);
        WorkerLease next = source.acquire(Workers.request(0));
        assertThat(next.stampedUntil()).as("above the bound that was").isEqualTo(bound);
        next.close();
        assertThat(lease.reservedUntil()).isEqualTo(bound);
    }

    @Test
    void rowThatWasRestoredToABoundOfBeforeTheLastRenewalEndsTheLease() throws SQLException {
        RenewedLease lease = Leases.byHand(source, Workers.request(0));
        long before = lease.reservedUntil();
        Leases.renewAbove(lease, before);
        Servers.execute(
                database,
                "UPDATE distid_worker SET token = 'earlier', bound_until = " + before + " WHERE worker_id = 0");
        assertThat(lease.renew()).isFalse();
        assertThat(lease.failure()).isInstanceOf(StoreRegressedException.class);
        lease.close();
    }

    /** To a source that has not seen its bound the header tells: no row is older than that. */
    @Test
    void rowThatWasRestoredBelowTheHeaderBeginsAboveThat() throws SQLException {
        WorkerLease lease = source.acquire(Workers.request(0));
        lease.release(lease.stampedUntil());
        Servers.execute(database, "UPDATE distid_worker SET bound_until = 1 WHERE worker_id = 0");
        long floor = Servers.number(database, "SELECT floor FROM distid_worker WHERE worker_id = -1");
        try (WorkerIds newcomers = Workers.leased(database)) {
            WorkerLease next = newcomers.acquire(Workers.request(0));
            assertThat(next.stampedUntil()).isEqualTo(floor).isEqualTo(lease.stampedUntil());
            next.close();
        }
    }

    @Test
    void slotGivenToAnotherByHandIsLostToItsHolder() throws SQLException {
        RenewedLease lease = Leases.byHand(source, Workers.request(0));
        Servers.execute(database, "UPDATE distid_worker SET token = 'another', holder = 'usurper' WHERE worker_id = 0");
        assertThat(lease.renew()).isFalse();
        assertThat(lease.health().lost()).isTrue();
        assertThat(lease.failure()).isInstanceOf(LeaseLostException.class).hasMessageContaining("held by usurper");
        lease.close();
        assertThat(Servers.number(database, "SELECT COUNT(*) FROM distid_worker WHERE holder = 'usurper'"))
                .isEqualTo(1);
        assertThatThrownBy(() -> source.acquire(Workers.request(0)))
                .isInstanceOf(IdsExhaustedException.class)
                .hasMessageContaining("usurper");
    }

    @Test
    void slotWhoseBoundIsFarAheadIsLeftAlone() throws SQLException {
        WorkerLease lease = source.acquire(Workers.request(1));
        int poisoned = lease.workerId();
        lease.release(System.currentTimeMillis());
        Servers.execute(
                database, "UPDATE distid_worker SET bound_until = bound_until + 3600000 WHERE worker_id = " + poisoned);
        WorkerLease other = source.acquire(Workers.request(1));
        assertThat(other.workerId()).isEqualTo(1 - poisoned);
        assertThatThrownBy(() -> source.acquire(Workers.request(1)))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("ms ahead of table `distid_worker`");
        other.close();
    }

    @Test
    void idsOfAWideLayoutAreNotAllWeighed() {
        WorkerRequest wide = new WorkerRequest(
                "wide",
                Integer.MAX_VALUE,
                OptionalInt.of(2_000_000_000),
                Workers.RESERVATION,
                "layout",
                "test",
                InstantSource.system());
        WorkerLease preferred = source.acquire(wide);
        WorkerLease other = source.acquire(wide);
        assertThat(preferred.workerId()).isEqualTo(2_000_000_000);
        assertThat(other.workerId()).isNotEqualTo(2_000_000_000);
        preferred.close();
        other.close();
    }

    @Test
    void clockThatRunsAwayIsNotFollowed() {
        ManualClock clock = new ManualClock(InstantSource.system().instant());
        RenewedLease lease = Leases.byHand(source, Workers.request(0, Workers.LAYOUT, clock));
        Eventually.await("a renewal").until(() -> {
            clock.set(InstantSource.system().instant());
            return lease.renew() && lease.reservedUntil() > lease.stampedUntil();
        });
        clock.advance(Duration.ofHours(2));
        assertThat(lease.renew()).isFalse();
        assertThat(lease.failure())
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("too far ahead of table `distid_worker`")
                .hasMessageContaining("max-ahead");
        long bound = lease.reservedUntil();
        assertThat(bound)
                .isLessThan(System.currentTimeMillis() + Duration.ofHours(1).toMillis());
        assertThat(lease.health().lost()).isFalse();
        Eventually.await("a renewal").until(() -> {
            clock.set(InstantSource.system().instant());
            return lease.renew() && lease.reservedUntil() > bound;
        });
        lease.close();
    }

    @Test
    void userWithoutPrivilegeIsReported() throws SQLException {
        Database reader = Servers.shared().createUser(database, "SELECT");
        try (WorkerIds readOnly = Workers.leased(reader, "create", "false")) {
            assertThatThrownBy(() -> readOnly.acquire(Workers.request(0)))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("user " + reader.user() + " lacks a privilege")
                    .hasMessageContaining("INSERT");
        }
    }

    @Test
    void namespaceThatIsNotANameNeverReachesTheServer() {
        assertThatThrownBy(() -> new WorkerRequest(
                        "x' OR '1'='1",
                        0,
                        OptionalInt.empty(),
                        Duration.ofSeconds(3),
                        "layout",
                        "test",
                        InstantSource.system()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("x' OR '1'='1");
        assertThatThrownBy(() -> source.acquire(new WorkerRequest(
                        "fleet",
                        0,
                        OptionalInt.empty(),
                        Duration.ofSeconds(3),
                        "l".repeat(256),
                        "test",
                        InstantSource.system())))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("255 characters");
    }
}
