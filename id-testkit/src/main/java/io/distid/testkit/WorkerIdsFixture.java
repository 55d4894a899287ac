package io.distid.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.BackendException;
import io.distid.IdException;
import io.distid.IdsExhaustedException;
import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
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

/** What the tests of a leased source of {@link WorkerIds} have in common: what a subclass says of it, and how they ask it. */
abstract class WorkerIdsFixture extends PortContract<WorkerIds> {
    static final String LAYOUT = "41 ms, 10 worker, 12 sequence, from 2020-01-01";
    static final Duration LASTING = Duration.ofMinutes(2);
    private static final AtomicInteger NAMESPACES = new AtomicInteger();

    /**
     * The source under test.
     *
     * @return the name its provider is found by
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
     * How long a test waits for what must happen, such as an expiry or the end of a call, before it fails. It is no claim about
     * speed: a machine that runs other tests besides may stand still for seconds.
     *
     * @return by default two minutes
     */
    protected Duration patience() {
        return Duration.ofMinutes(2);
    }

    /**
     * Removes all that the store keeps of a namespace, as an operator's mistake or a lost disk would.
     *
     * @param namespace whose ids
     * @throws Exception if it cannot be done
     */
    protected abstract void wipe(String namespace) throws Exception;

    /**
     * Removes what the store keeps of one worker id, and nothing else.
     *
     * @param namespace whose id
     * @param workerId the id
     * @throws Exception if it cannot be done
     */
    protected abstract void forget(String namespace, int workerId) throws Exception;

    /**
     * Sets back the bound that the store keeps of one worker id, and nothing else, as an old backup or a lagging replica would.
     *
     * @param namespace whose id
     * @param workerId the id
     * @param bound the bound that the record is to have, in epoch ms
     * @throws Exception if it cannot be done
     */
    protected abstract void setBack(String namespace, int workerId, long bound) throws Exception;

    /**
     * How far above the store's clock the first holder of a namespace begins: key {@code max-ahead}, and the reservation.
     *
     * @return by default a second, which the settings should ask for, and {@link #reservation()}
     */
    protected Duration horizon() {
        return reservation().plusSeconds(1);
    }

    /**
     * How far ahead of the store's clock a holder's may be: key {@code max-ahead}.
     *
     * @return by default the {@link #horizon()} without the {@link #reservation()}
     */
    protected Duration maxAhead() {
        return horizon().minus(reservation());
    }

    /**
     * Renews a lease once, now. The leases that this is asked for were granted to requests whose renewer does nothing.
     *
     * @param lease that the source granted, or {@link #copyOf} made; by default a {@link RenewedLease}
     */
    protected void renew(WorkerLease lease) {
        if (!(lease instanceof RenewedLease renewed)) {
            throw new AssertionError("a " + lease.getClass().getName() + " is no RenewedLease: override renew");
        }
        renewed.renew();
    }

    /**
     * A second holder with all that the first one knows, as in a copy of its process: both renew the same record from here on. Connections
     * are shared.
     *
     * @param lease that the source granted
     * @return null unless overridden: tests of copies are skipped
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
     * A request for tests in which no reservation ends: none does, either, if the machine stands still for a while. All requests of a
     * namespace are such, since its holders must have one reservation.
     */
    final WorkerRequest lasting(String namespace, int lastId) {
        return request(namespace, lastId).withReservation(LASTING);
    }

    final WorkerRequest lasting(String namespace, int lastId, OptionalInt preferred, String holder) {
        return request(namespace, lastId, preferred, holder).withReservation(LASTING);
    }

    /**
     * Acquires an id that another holds, which is refused while its bound lies ahead. Only where the holder stood still for so long that
     * its bound has passed may it be granted.
     *
     * @param bound the holder's bound
     * @param what is tried, for the message
     * @return null if it was refused, as it is unless the machine stands still
     */
    static @Nullable WorkerLease acquireUnlessReserved(
            WorkerIds source, WorkerRequest request, LongSupplier bound, String what) {
        WorkerLease other;
        try {
            other = source.acquire(request);
        } catch (IdException refusal) {
            assertThat(refusal).as(what).isInstanceOf(IdsExhaustedException.class);
            return null;
        }
        // Read afterwards: a bound that was lost no longer moves.
        assertThat(System.currentTimeMillis())
                .as("now, when it was granted: %s", what)
                .isGreaterThanOrEqualTo(bound.getAsLong());
        return other;
    }

    /** A request for a lease that nobody renews but {@link #renew}. */
    final WorkerRequest byHand(String namespace, int lastId) {
        return request(namespace, lastId).withRenewer(lease -> {});
    }

    /** Waits until ticks above the one that a lease began with are reserved: a while, in a fresh namespace. */
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
        return child(namespace, lastId, reservation, LAYOUT, holder, leases);
    }

    final TestJvm child(String namespace, int lastId, Duration reservation, String layout, String holder, int leases) {
        return new TestJvm(
                WorkerIdsChild.class,
                config(),
                source(),
                namespace,
                Integer.toString(lastId),
                Long.toString(reservation.toMillis()),
                layout,
                holder,
                Integer.toString(leases));
    }
}
