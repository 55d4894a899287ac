package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.StoreRegressedException;
import io.distid.spi.RecordStore.Header;
import io.distid.testservers.EtcdServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.InstantSource;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys that were removed, and written by hand. */
class EtcdMadeAnewTest {
    private final EtcdServer server = EtcdFixture.server();
    private final Namespace namespace = Namespace.fresh();

    /** Though another holds it: the next holder would begin too low. */
    @Test
    void boundBelowTheConfirmedOneIsARegression() {
        try (WorkerIds source = namespace.open(server)) {
            RenewedLease lease = namespace.acquireByHand(source);
            namespace.putRecord(server, 0, "others-token", 1_000, 1_000);
            lease.renew();
            assertThat(lease.failure())
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining("1970-01-01T00:00:01Z")
                    .hasMessageContaining("worker id 0 of namespace \"" + namespace.name() + "\"");
            assertThat(namespace.readRecord(server, 0).bound()).isEqualTo(lease.reservedUntil());
        }
    }

    @Test
    void namespaceThatIsMissingIsMadeOnlyWhereThatIsAskedFor() {
        try (WorkerIds source = EtcdFixture.workers(EtcdFixture.config(server))) {
            assertThat(catchThrowable(() -> source.acquire(namespace.request())))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("does not exist")
                    .hasMessageContaining("create=true");
            assertThat(EtcdFixture.entry(server, namespace.header())).isNull();
        }
    }

    /** Where it lies beside those of ids, in etcd's order. */
    @ParameterizedTest
    @ValueSource(strings = {"00", "+0", "-1", "2147483648", ":", "foo", ""})
    void keyOfNoIdDoesNotStandInForARecord(String name) {
        try (WorkerIds source = namespace.open(server)) {
            namespace.acquireByHand(source).close();
            Header before = namespace.readHeader(server);
            EtcdFixture.delete(server, namespace.record(0));
            EtcdFixture.put(server, namespace.record(0).replaceFirst("0+$", name), "1 - other/1");
            namespace.acquireByHand(source).close();
            assertThat(namespace.readHeader(server).lost())
                    .as("records that were noticed to be lost")
                    .isEqualTo(before.lost() + 1);
        }
    }

    /** Whoever holds them goes on, and another layout's ids could be equal to theirs. */
    @Test
    void recordsWithoutAHeaderAreNotMadeTheRecordsOfAnotherLayout() {
        try (WorkerIds source = namespace.open(server)) {
            WorkerLease held = namespace.acquireByHand(source);
            EtcdFixture.delete(server, namespace.header());
            WorkerRequest other = new WorkerRequest(
                    namespace.name(),
                    1,
                    OptionalInt.empty(),
                    Namespace.RESERVATION,
                    "other",
                    "test/2",
                    InstantSource.system());
            assertThat(catchThrowable(() -> source.acquire(other)))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("1 records of worker ids and no header");
            assertThat(catchThrowable(() -> source.acquire(namespace.request(1))))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("Restore the header");
            // As the README says.
            EtcdFixture.put(server, namespace.header(), "by-hand 0 0 - layout");
            WorkerLease lease = source.acquire(namespace.request(1));
            assertThat(lease.stampedUntil())
                    .as("where the other ids begin")
                    .isGreaterThanOrEqualTo(held.reservedUntil());
            assertThat(catchThrowable(() -> source.acquire(other)))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("is in use with the layout");
            lease.close();
            held.close();
        }
    }

    @Test
    void valuesThatAreNoRecordsAreShown() {
        try (WorkerIds source = namespace.open(server)) {
            namespace.acquireByHand(source).close();
            EtcdFixture.put(server, namespace.record(0), "nonsense");
            assertThat(catchThrowable(() -> source.acquire(namespace.request())))
                    .isInstanceOf(IdException.class)
                    .hasMessageStartingWith("key " + namespace.record(0) + " of etcd at " + server.endpoints()
                            + " does not hold a record of a worker id: \"nonsense\"");
        }
    }
}
