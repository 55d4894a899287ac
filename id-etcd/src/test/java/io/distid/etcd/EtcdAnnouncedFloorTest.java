package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.spi.RecordText;
import io.distid.testkit.ManualClock;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A floor that is announced in a copy of etcd's data already, to which etcd is put back in a term that it was in before. */
class EtcdAnnouncedFloorTest {
    private final ManualClock clock = new ManualClock(Instant.parse("2027-01-15T08:00:00Z"));
    private final EtcdModel model = new EtcdModel();
    private final Etcd etcd = new SimulatedEtcd.Direct(model, clock::millis);
    private final Namespace namespace = Namespace.fresh();

    @Test
    void floorIsNotRaisedByALookFromBeforeEtcdWentBackToThatTerm() {
        announce();
        Object copy = model.save();
        model.elect();
        AtomicBoolean paused = new AtomicBoolean();
        AtomicLong reserved = new AtomicLong();
        Etcd pausing = beforeARaise(() -> {
            if (paused.compareAndSet(false, true)) {
                reserved.set(reserveMore());
                model.restore(copy);
            }
        });
        try (WorkerIds source = Namespace.open(pausing)) {
            WorkerLease lease = source.acquire(request());
            assertThat(lease.stampedUntil())
                    .as("stamped until, and what a holder had reserved that etcd forgot")
                    .isGreaterThanOrEqualTo(reserved.get());
            lease.close();
        }
    }

    /** By a process that ends before it raises the floor. */
    private void announce() {
        Etcd ending = beforeARaise(() -> {
            throw new BackendException("the process ends");
        });
        try (WorkerIds source = Namespace.open(ending)) {
            assertThatThrownBy(() -> source.acquire(request())).isInstanceOf(BackendException.class);
        }
    }

    private long reserveMore() {
        try (WorkerIds other = Namespace.open(etcd)) {
            RenewedLease lease = (RenewedLease) other.acquire(request());
            clock.advance(Duration.ofMinutes(1));
            assertThat(lease.renew()).isTrue();
            assertThat(lease.reservedUntil()).isGreaterThan(lease.stampedUntil());
            return lease.reservedUntil();
        }
    }

    private WorkerRequest request() {
        return namespace.request().withClock(clock);
    }

    private Etcd beforeARaise(Runnable meanwhile) {
        return new SimulatedEtcd() {
            @Override
            public Outcome commitOnce(Transaction transaction) {
                if (raises(transaction)) {
                    meanwhile.run();
                }
                return etcd.commitOnce(transaction);
            }
        };
    }

    /** Whether it writes a header that names an incarnation. */
    private boolean raises(Transaction transaction) {
        for (Object each : EtcdAnswer.list(transaction.body(), "success")) {
            if (each instanceof Map<?, ?> operation
                    && operation.get("request_put") instanceof Map<?, ?> put
                    && Transaction.encode(namespace.header()).equals(put.get("key"))) {
                String value = new String(
                        Base64.getDecoder().decode(String.valueOf(put.get("value"))), StandardCharsets.UTF_8);
                return !RecordText.header(value, namespace.header())
                        .incarnation()
                        .isEmpty();
            }
        }
        return false;
    }
}
