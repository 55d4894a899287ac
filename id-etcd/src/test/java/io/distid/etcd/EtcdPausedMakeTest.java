package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.ConfigException;
import io.distid.testservers.EtcdServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What happens between the look that finds no namespace and the transaction that makes it, as while a process is paused there. */
class EtcdPausedMakeTest {
    private static final Duration PAUSE = Duration.ofSeconds(5);

    private final EtcdServer server = EtcdFixture.server();
    private final Namespace namespace = Namespace.fresh();

    @Test
    void namespaceThatAnotherMadeMeanwhileAndThatIsLostBeginsAboveAllThatWasReservedInIt() {
        AtomicReference<RenewedLease> first = new AtomicReference<>();
        try (WorkerIds other = namespace.open(server);
                WorkerIds source = Namespace.open(paused(() -> first.set(takeAndLoseAll(other))))) {
            WorkerLease lease = source.acquire(request("layout", 0));

            assertThat(lease.stampedUntil())
                    .as("stamped until, and what the first holder had reserved")
                    .isGreaterThanOrEqualTo(first.get().reservedUntil());
            lease.close();
        }
    }

    /** Its holders go on, and ids of two layouts can be equal. */
    @Test
    void namespaceThatAnotherMadeMeanwhileWithAnotherLayoutAndThatLostItsHeaderAloneIsNotMade() {
        AtomicReference<RenewedLease> first = new AtomicReference<>();
        try (WorkerIds other = namespace.open(server);
                WorkerIds source = Namespace.open(paused(() -> first.set(takeAndLoseTheHeader(other))))) {
            assertThat(catchThrowable(() -> source.acquire(request("other", 1))))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("1 records of worker ids and no header");
            assertThat(EtcdFixture.entry(server, namespace.header())).isNull();
            assertThat(first.get().renew()).isTrue();
            first.get().close();
        }
    }

    /** By a clock that is not ahead of the look either. */
    private WorkerRequest request(String layout, int lastId) {
        Clock clock = Clock.offset(Clock.systemUTC(), PAUSE.negated());
        return new WorkerRequest(
                        namespace.name(), lastId, OptionalInt.empty(), Namespace.RESERVATION, layout, "test/2", clock)
                .withRenewer(lease -> {});
    }

    private RenewedLease takeAndLoseAll(WorkerIds other) {
        RenewedLease lease = namespace.acquireByHand(other);
        EtcdFixture.delete(server, namespace.header(), namespace.record(0), namespace.made());
        return lease;
    }

    private RenewedLease takeAndLoseTheHeader(WorkerIds other) {
        RenewedLease lease = namespace.acquireByHand(other);
        EtcdFixture.delete(server, namespace.header());
        return lease;
    }

    /** Once, before the namespace is made; the look before that was so long ago by then. */
    private Etcd paused(Runnable meanwhile) {
        AtomicReference<Runnable> once = new AtomicReference<>(meanwhile);
        return EtcdCall.seen(EtcdFixture.connect(server), call -> {
            Runnable before = call.is("requireMajority") ? once.getAndSet(null) : null;
            if (before != null) {
                before.run();
            }
            return call.send(look -> once.get() == null
                    ? look
                    : EtcdCall.at(look.revision(), look.serverMillis() - PAUSE.toMillis(), look.incarnation(), look));
        });
    }
}
