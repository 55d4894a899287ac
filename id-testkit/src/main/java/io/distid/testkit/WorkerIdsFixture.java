package io.distid.testkit;

import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.spi.WorkerIds;
import io.distid.spi.WorkerIdsProvider;
import io.distid.spi.WorkerRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;

/** What the tests of a leased source of {@link WorkerIds} have in common: what a subclass says of it, and how they ask it. */
abstract class WorkerIdsFixture extends PortContract<WorkerIds> {
    static final String LAYOUT = "41 ms, 10 worker, 12 sequence, from 2020-01-01";
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
     * How long a test waits for what must happen, such as an expiry, before it fails.
     *
     * @return by default 30 seconds
     */
    protected Duration patience() {
        return Duration.ofSeconds(30);
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

    final ChildJvm child(String namespace, int lastId, Duration reservation, String holder, int leases) {
        return new ChildJvm(
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
