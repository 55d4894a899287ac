package io.distid.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.BackendException;
import io.distid.IdException;
import io.distid.IdsExhaustedException;
import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.testkit.TestJvm;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * The common part of the tests of a leased source of {@link WorkerIds}: a subclass describes the source, and the tests ask
 * it.
 */
abstract class WorkerIdsFixture extends PortContract<WorkerIds> {
    static final String LAYOUT = "41 ms, 10 worker, 12 sequence, from 2020-01-01";
    static final Duration LASTING = Duration.ofMinutes(2);
    private static final AtomicInteger NAMESPACES = new AtomicInteger();

    /**
     * The source under test.
     *
     * @return the name of its provider
     */
    protected abstract String source();

    /**
     * How far ahead most tests reserve, and so how long they wait for an expiry.
     *
     * @return by default 2 seconds
     */
    protected Duration reservation() {
        return Duration.ofSeconds(2);
    }

    /**
     * How long a test waits for an event, such as an expiry or the end of a call, before it fails. It says nothing about speed:
     * a machine that runs other tests, too, may stand still for seconds.
     *
     * @return by default two minutes
     */
    protected Duration patience() {
        return Duration.ofMinutes(2);
    }

    /**
     * Removes all data of a namespace from the store, like an operator's mistake or a lost disk.
     *
     * @param namespace the namespace of the ids
     * @throws Exception if it cannot be done
     */
    protected abstract void wipe(String namespace) throws Exception;

    /**
     * Removes the record of one worker id from the store, and nothing else.
     *
     * @param namespace the namespace of the id
     * @param workerId the id
     * @throws Exception if it cannot be done
     */
    protected abstract void forget(String namespace, int workerId) throws Exception;

    /**
     * Sets back the bound of one worker id in the store, like an old backup or a lagging replica. If the store compares nothing but tokens, the
     * record also gets another token, as an old record has.
     *
     * @param namespace the namespace of the id
     * @param workerId the id
     * @param bound the new bound of the record, in epoch ms
     * @throws Exception if it cannot be done
     */
    protected abstract void setBack(String namespace, int workerId, long bound) throws Exception;

    /**
     * How far above the store's clock the first holder of a namespace begins: key {@code max-ahead}, and the reservation.
     *
     * @return by default a second, which the settings should ask for, plus {@link #reservation()}
     */
    protected Duration horizon() {
        return reservation().plusSeconds(1);
    }

    /**
     * How far a holder's clock may be ahead of the store's: key {@code max-ahead}.
     *
     * @return by default the {@link #horizon()} without the {@link #reservation()}
     */
    protected Duration maxAhead() {
        return horizon().minus(reservation());
    }

    /**
     * Renews a lease once, now. These leases were granted to requests whose renewer does nothing.
     *
     * @param lease a lease of the source, or of {@link #copyOf}; by default a {@link RenewedLease}
     */
    protected void renew(WorkerLease lease) {
        if (!(lease instanceof RenewedLease renewed)) {
            throw new AssertionError("a " + lease.getClass().getName() + " is not a RenewedLease: override renew");
        }
        renewed.renew();
    }

    /**
     * Creates a second holder with the memory of the first, as in a copy of its process. From then on both renew the same record.
     * Connections are shared.
     *
     * @param lease a lease of the source
     * @return null unless overridden; then tests of copies are skipped
     */
    @Nullable
    protected WorkerLease copyOf(WorkerLease lease) {
        return null;
    }

    @Override
    final WorkerIds open(Map<String, String> config) {
        WorkerIdsProvider provider = Providers.find(WorkerIdsProvider.class, source());
        return provider.open(IdConfig.of(provider, config));
    }

    @Override
    final ConfigChecks<WorkerIdsProvider> configChecks() {
        return new ConfigChecks<>(WorkerIdsProvider.class, source(), config(), this::open);
    }

    static String newNamespace() {
        return "contract-" + NAMESPACES.incrementAndGet() + "-" + Long.toString(System.nanoTime(), 36);
    }

    final WorkerRequest request(String namespace, int lastId) {
        return request(namespace, lastId, OptionalInt.empty(), "contract");
    }

    final WorkerRequest request(String namespace, int lastId, OptionalInt preferred, String holder) {
        return new WorkerRequest(namespace, lastId, preferred, reservation(), LAYOUT, holder, InstantSource.system());
    }

    /**
     * A request with a reservation so long that it does not end during a test, even if the machine stands still for a while. All
     * requests of a namespace must use it, since its holders must have the same reservation.
     */
    final WorkerRequest lasting(String namespace, int lastId) {
        return request(namespace, lastId).withReservation(LASTING);
    }

    final WorkerRequest lasting(String namespace, int lastId, OptionalInt preferred, String holder) {
        return request(namespace, lastId, preferred, holder).withReservation(LASTING);
    }

    /**
     * Acquires an id that another holder has, which is refused until that holder's lease is over. A grant is allowed only if the
     * holder stood still until then. It must begin above the holder's bound, which can lie up to max-ahead after the end of the lease.
     *
     * @param bound the holder's bound
     * @param what names the attempt, for the message
     * @return null if it was refused, which is the rule unless the machine stands still
     */
    final @Nullable WorkerLease acquireUnlessReserved(
            WorkerIds source, WorkerRequest request, LongSupplier bound, String what) {
        WorkerLease other;
        try {
            other = source.acquire(request);
        } catch (IdException refusal) {
            assertThat(refusal).as(what).isInstanceOf(IdsExhaustedException.class);
            return null;
        }
        // The bound is read afterwards, since a lost bound no longer moves.
        long reserved = bound.getAsLong();
        assertThat(System.currentTimeMillis() + maxAhead().toMillis())
                .as("now and max-ahead, when it was granted: %s", what)
                .isGreaterThanOrEqualTo(reserved);
        assertThat(other.stampedUntil()).as("stamped until: %s", what).isGreaterThanOrEqualTo(reserved);
        return other;
    }

    /** A request for a lease that only {@link #renew} renews. */
    final WorkerRequest byHand(String namespace, int lastId) {
        return request(namespace, lastId).withRenewer(lease -> {});
    }

    /** Waits until ticks above the beginning of a lease are reserved; in a fresh namespace this takes a while. */
    final void awaitTicks(WorkerLease lease) {
        Awaitility.await("ticks above " + lease.stampedUntil())
                .atMost(patience())
                .until(() -> lease.reservedUntil() > lease.stampedUntil());
    }

    /** The same for a lease that is renewed by hand. */
    final void renewUntilTicks(WorkerLease lease) {
        Awaitility.await("ticks above " + lease.stampedUntil())
                .pollInterval(reservation().dividedBy(10))
                .atMost(patience())
                .until(() -> {
                    renew(lease);
                    assertThat(lease.failure()).as("failure of a renewal").isNull();
                    return lease.reservedUntil() > lease.stampedUntil();
                });
    }

    /** Acquires the only id of a namespace once its last holder's reservation is over, or its source answers again. */
    final WorkerLease acquireOnceFree(WorkerIds source, WorkerRequest request) {
        return Awaitility.await("a free id, once the old holder's reservation is over")
                .atMost(patience())
                .ignoreExceptionsMatching(e -> e instanceof IdsExhaustedException || e instanceof BackendException)
                .until(() -> source.acquire(request), lease -> true);
    }

    final TestJvm child(String namespace, int lastId, Duration reservation, String holder, int leases) {
        return new TestJvm(
                WorkerIdsChild.class,
                config(),
                source(),
                namespace,
                Integer.toString(lastId),
                Long.toString(reservation.toMillis()),
                LAYOUT,
                holder,
                Integer.toString(leases));
    }
}
