package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.testkit.Patience;
import io.distid.testservers.Database;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;

/** Opens worker ids as a strategy does, and asks for them. */
final class Workers {
    static final String NAMESPACE = "fleet";
    static final String LAYOUT = "41 bits, 10 bits, 12 bits";
    /** Far longer than a test takes, however busy the machine: what is to expire is set so in the table. */
    static final Duration RESERVATION = Duration.ofMinutes(10);

    private Workers() {}

    /** {@code worker=mysql}, whose first lease need not wait long. */
    static WorkerIds leased(Database database, String... more) {
        Map<String, String> config = Servers.config(database, more);
        config.putIfAbsent("max-ahead", "1s");
        return open("mysql", config);
    }

    static WorkerIds open(String source, Map<String, String> config) {
        WorkerIdsProvider provider = Providers.find(WorkerIdsProvider.class, source);
        return provider.open(IdConfig.of(provider, config));
    }

    /** A lease that the test alone renews. */
    static RenewedLease byHand(WorkerIds source, WorkerRequest request) {
        AtomicReference<RenewedLease> lease = new AtomicReference<>();
        source.acquire(request.withRenewer(lease::set));
        return lease.get();
    }

    /** Renews a lease by hand until its bound has passed another, without ever losing it. */
    static void renewAbove(RenewedLease lease, long bound) {
        Patience.await("a bound above " + bound).until(() -> {
            boolean renewed = lease.renew();
            assertThat(lease.health().lost()).as("lost, by %s", lease.failure()).isFalse();
            return renewed && lease.reservedUntil() > bound;
        });
    }

    static WorkerRequest request(int lastId) {
        return request(lastId, LAYOUT, InstantSource.system());
    }

    static WorkerRequest request(int lastId, String layout, InstantSource clock) {
        return new WorkerRequest(NAMESPACE, lastId, OptionalInt.empty(), RESERVATION, layout, "test", clock);
    }
}
