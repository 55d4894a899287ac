package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdException;
import io.distid.testservers.EtcdServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What happens between the read of a namespace and the transaction that takes an id which nobody had before. */
class EtcdFirstTakeTest {
    private static final Runnable NOTHING = () -> {};
    /** Long past, so that who begins there waits for nothing. */
    private static final long FLOOR = 1;

    private final EtcdServer server = EtcdFixture.server();
    private final Namespace namespace = Namespace.fresh();
    private final WorkerIds other = namespace.open(server);
    /** Once, after the namespace was read. */
    private final AtomicReference<Runnable> beforeGrant = new AtomicReference<>(NOTHING);
    /** Once, after a transaction that takes an id was carried out; its answer is lost then, and it is sent once more. */
    private final AtomicReference<Runnable> beforeRepeat = new AtomicReference<>();

    private final AtomicInteger grants = new AtomicInteger();
    private final WorkerIds source = Namespace.open(hooked());

    @BeforeEach
    void makeNamespace() {
        namespace.putHeader(server, FLOOR, 0);
    }

    @AfterEach
    void close() {
        source.close();
        other.close();
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void idThatAnotherTookMeanwhileAndWhoseRecordIsGoneBeginsAboveAllThatWasReserved(boolean closed, boolean repeated) {
        AtomicReference<RenewedLease> first = new AtomicReference<>();
        beforeGrant.set(() -> first.set(takeAndLoseRecord(closed)));
        beforeRepeat.set(repeated ? NOTHING : null);

        WorkerLease lease = source.acquire(namespace.request());

        assertThat(lease.stampedUntil())
                .as("stamped until, and what the first holder had reserved")
                .isGreaterThanOrEqualTo(first.get().reservedUntil());
        if (!closed) {
            first.get().renew();
            assertThat(first.get().failure()).isInstanceOf(IdException.class);
        }
        lease.close();
    }

    /** Then the number of records is right again when the transaction is repeated. */
    @Test
    void floorThatIsRaisedBeforeTheRepeatCountsForTheIdToo() {
        AtomicReference<RenewedLease> first = new AtomicReference<>();
        beforeGrant.set(() -> first.set(takeAndLoseRecord(false)));
        beforeRepeat.set(() -> other.acquire(namespace.request(1)).close());

        WorkerLease lease = source.acquire(namespace.request());

        assertThat(beforeRepeat).as("what was to be done before the repeat").hasNullValue();
        assertThat(lease.stampedUntil()).isGreaterThanOrEqualTo(first.get().reservedUntil());
        lease.close();
    }

    /** Else nodes of a fleet that starts together would all but one start anew, each time one of them has its id. */
    @Test
    void firstTakeOfAnotherIdMeanwhileIsInNobodysWay() {
        AtomicReference<WorkerLease> first = new AtomicReference<>();
        beforeGrant.set(() -> first.set(other.acquire(namespace.request(1).withPreferredId(1))));

        WorkerLease lease = source.acquire(namespace.request(1).withPreferredId(0));

        assertThat(first.get().workerId()).isEqualTo(1);
        assertThat(lease.workerId()).isZero();
        assertThat(grants).as("passes").hasValue(1);
        lease.close();
        first.get().close();
    }

    private RenewedLease takeAndLoseRecord(boolean closed) {
        RenewedLease lease = namespace.acquireByHand(other);
        assertThat(lease.stampedUntil()).isEqualTo(FLOOR);
        if (closed) {
            lease.close();
        }
        EtcdFixture.delete(server, namespace.record(0));
        return lease;
    }

    private Etcd hooked() {
        return EtcdCall.seen(EtcdFixture.connect(server), call -> {
            boolean takes = call.isWrite(namespace.record(0));
            if (takes) {
                grants.incrementAndGet();
                beforeGrant.getAndSet(NOTHING).run();
            }
            Object answer = call.send();
            if (takes && ((Etcd.Outcome) answer).succeeded()) {
                Runnable before = beforeRepeat.getAndSet(null);
                if (before != null) {
                    before.run();
                    return call.send();
                }
            }
            return answer;
        });
    }
}
