package io.distid.sql;

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
public final class Workers {
    public static final String NAMESPACE = "fleet";
    public static final String LAYOUT = "41 bits, 10 bits, 12 bits";
    /** Far longer than a test takes, however busy the machine: what is to expire is set so in the table. */
    public static final Duration RESERVATION = Duration.ofMinutes(10);

    public static final Duration MAX_AHEAD = Duration.ofSeconds(1);

    private Workers() {}

    /** The records beneath the product's source of worker ids. */
    public static RecordStore records(Database database, String... more) {
        WorkerIdsProvider provider = Providers.find(WorkerIdsProvider.class, Product.NAME);
        return provider.records(IdConfig.of(provider, Servers.config(database, more)));
    }

    /** Worker ids over records, as that source has them. */
    public static WorkerIds over(RecordStore records) {
        return new StoreWorkerIds(records, MAX_AHEAD, StoreWorkerIds.Creation.ALWAYS);
    }

    /** That source, whose first lease need not wait long. */
    public static WorkerIds leased(Database database, String... more) {
        Map<String, String> config = Servers.config(database, more);
        config.putIfAbsent("max-ahead", MAX_AHEAD.toMillis() + "ms");
        return open(Product.NAME, config);
    }

    public static WorkerIds open(String source, Map<String, String> config) {
        WorkerIdsProvider provider = Providers.find(WorkerIdsProvider.class, source);
        return provider.open(IdConfig.of(provider, config));
    }

    public static WorkerRequest request(int lastId) {
        return request(lastId, LAYOUT, InstantSource.system());
    }

    public static WorkerRequest request(int lastId, String layout, InstantSource clock) {
        return new WorkerRequest(NAMESPACE, lastId, OptionalInt.empty(), RESERVATION, layout, "test", clock);
    }
}
