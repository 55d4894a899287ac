package io.distid.postgresql;

import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.spi.SegmentStore;
import io.distid.spi.SegmentStoreProvider;
import io.distid.testservers.Database;
import java.util.Map;

/** Opens the store as a strategy does. */
final class Segments {
    private Segments() {}

    static SegmentStore open(Database database) {
        return open(Servers.config(database, "create", "false"));
    }

    static SegmentStore open(Map<String, String> config) {
        SegmentStoreProvider provider = Providers.find(SegmentStoreProvider.class, "postgresql");
        return provider.open(IdConfig.of(provider, config));
    }
}
