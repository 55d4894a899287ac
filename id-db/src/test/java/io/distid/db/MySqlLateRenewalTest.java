package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.BackendException;
import io.distid.spi.RecordStore;
import io.distid.sql.Proxies;
import io.distid.sql.Servers;
import io.distid.sql.Workers;
import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.testservers.Database;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A renewal of a lease that was over, which is carried out where another server was the primary, and whose answer is lost: the row shows no more that it was over. */
class MySqlLateRenewalTest {
    private static final String FREE_FROM = "SELECT free_from FROM distid_worker WHERE worker_id = 0";

    private final Database database = Servers.shared().createDatabase();
    private final AtomicBoolean lossy = new AtomicBoolean();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void holderLearnsOfTheFloorByTheNextOne(boolean asBatch) throws SQLException {
        RecordStore records = Workers.records(database);
        try (WorkerIds source = Workers.over(Proxies.proxy(RecordStore.class, (method, arguments) -> {
            Object answer = method.invoke(records, arguments);
            if (method.getName().equals("write") && lossy.getAndSet(false)) {
                throw new BackendException("the answer is lost");
            }
            return answer;
        }))) {
            RenewedLease lease = Leases.byHand(source, Workers.request(0).withReservation(Duration.ofMillis(500)));
            long freeFrom = Servers.number(database, FREE_FROM);
            Servers.execute(database, "UPDATE distid_worker SET incarnation = '7@elsewhere:3306' WHERE worker_id = -1");
            Eventually.await("the end of the lease").until(() -> System.currentTimeMillis() > freeFrom);
            long confirmed = lease.reservedUntil();
            lossy.set(true);

            assertThat(renew(lease, asBatch)).as("its answer is lost").isFalse();
            assertThat(Servers.number(database, FREE_FROM))
                    .as("carried out all the same")
                    .isGreaterThan(freeFrom);
            assertThat(renew(lease, asBatch)).isTrue();
            assertThat(lease.stampedUntil())
                    .isGreaterThan(confirmed)
                    .isEqualTo(Servers.number(database, "SELECT floor FROM distid_worker WHERE worker_id = -1"));
        }
    }

    private static boolean renew(RenewedLease lease, boolean asBatch) {
        return asBatch ? lease.renewAsBatch() : lease.renew();
    }
}
