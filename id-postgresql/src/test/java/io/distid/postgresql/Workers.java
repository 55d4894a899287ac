package io.distid.postgresql;

import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.spi.RecordStore;
import io.distid.testservers.Database;
import io.distid.worker.StoreWorkerIds;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.OptionalInt;

/** Opens worker ids as a strategy does, and asks for them. */
final class Workers {
    static final String NAMESPACE = "fleet";
    static final String LAYOUT = "41 bits, 10 bits, 12 bits";
    /** Far longer than a test takes, however busy the machine: what is to expire is set so in the table. */
    static final Duration RESERVATION = Duration.ofMinutes(10);

    static final Duration MAX_AHEAD = Duration.ofSeconds(1);

    private Workers() {}

    /** The records beneath {@code worker=postgresql}. */
    static RecordStore records(Database database, String... more) {
        IdConfig config =
                IdConfig.of(Providers.find(WorkerIdsProvider.class, "postgresql"), Servers.config(database, more));
        return new PostgreSqlWorkerIdsProvider().records(config);
    }

    /** Worker ids over records, as {@code worker=postgresql} has them. */
    static WorkerIds over(RecordStore records) {
        return new StoreWorkerIds(records, MAX_AHEAD, StoreWorkerIds.Creation.ALWAYS);
    }

    /** {@code worker=postgresql}, whose first lease need not wait long. */
    static WorkerIds leased(Database database, String... more) {
        Map<String, String> config = Servers.config(database, more);
        config.putIfAbsent("max-ahead", MAX_AHEAD.toMillis() + "ms");
        return open("postgresql", config);
    }

    static WorkerIds open(String source, Map<String, String> config) {
        WorkerIdsProvider provider = Providers.find(WorkerIdsProvider.class, source);
        return provider.open(IdConfig.of(provider, config));
    }

    static WorkerRequest request(int lastId) {
        return request(lastId, LAYOUT, InstantSource.system());
    }

    static WorkerRequest request(int lastId, String layout, InstantSource clock) {
        return new WorkerRequest(NAMESPACE, lastId, OptionalInt.empty(), RESERVATION, layout, "test", clock);
    }
}
