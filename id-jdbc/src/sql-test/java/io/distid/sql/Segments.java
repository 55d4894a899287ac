package io.distid.sql;

import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.spi.SegmentStore;
import io.distid.spi.SegmentStoreProvider;
import io.distid.testservers.Database;
import java.util.Map;

/** Opens the store as a strategy does. */
public final class Segments {
    private Segments() {}

    public static SegmentStore open(Database database) {
        return open(Servers.config(database, "create", "false"));
    }

    public static SegmentStore open(Map<String, String> config) {
        SegmentStoreProvider provider = Providers.find(SegmentStoreProvider.class, Product.NAME);
        return provider.open(IdConfig.of(provider, config));
    }
}
