package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.BackendException;
import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.testkit.Leases;
import io.distid.testservers.Database;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A renewal of a lease that was over, which is carried out where another server was the primary, and whose answer is lost: the row shows no more that it was over. */
class MySqlLateRenewalTest {
    private static final Duration MAX_AHEAD = Duration.ofSeconds(1);

    private final Database database = Servers.shared().createDatabase();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void holderIsToldOfTheFloorByTheNextOne(boolean asBatch) throws SQLException {
        try (WorkerIds source = losingTheFirstLateAnswer()) {
            RenewedLease lease = Leases.byHand(source, Workers.request(0));
            Leases.renewAbove(lease, lease.stampedUntil());
            Servers.execute(database, "UPDATE distid_worker SET expires_at = 1 WHERE worker_id = 0");
            Servers.execute(database, "UPDATE distid_worker SET holder = '7 at elsewhere:3306' WHERE worker_id = -1");
            long confirmed = lease.reservedUntil();

            assertThat(renew(lease, asBatch)).as("its answer is lost").isFalse();
            assertThat(Servers.number(database, "SELECT expires_at FROM distid_worker WHERE worker_id = 0"))
                    .as("carried out all the same")
                    .isGreaterThan(System.currentTimeMillis());
            assertThat(renew(lease, asBatch)).isTrue();
            assertThat(lease.stampedUntil())
                    .isGreaterThan(confirmed)
                    .isEqualTo(
                            Servers.number(database, "SELECT reserved_until FROM distid_worker WHERE worker_id = -1"));

            long told = lease.stampedUntil();
            assertThat(renew(lease, asBatch)).isTrue();
            assertThat(lease.stampedUntil()).as("of one in time").isEqualTo(told);
        }
    }

    private static boolean renew(RenewedLease lease, boolean asBatch) {
        return asBatch ? lease.renewAsBatch() : lease.renew();
    }

    private WorkerIds losingTheFirstLateAnswer() {
        IdConfig config = IdConfig.of(
                Providers.find(WorkerIdsProvider.class, "mysql"),
                Servers.config(database, "max-ahead", MAX_AHEAD.toMillis() + "ms"));
        LeaseTable table = new WorkerTable(config);
        AtomicBoolean lost = new AtomicBoolean();
        return new MySqlWorkerIds(
                "mysql",
                Proxies.proxy(LeaseTable.class, (method, arguments) -> {
                    Object answer = method.invoke(table, arguments);
                    if (method.getName().equals("renewLate") && !lost.getAndSet(true)) {
                        throw new BackendException("the answer is lost");
                    }
                    return answer;
                }),
                MAX_AHEAD);
    }
}
