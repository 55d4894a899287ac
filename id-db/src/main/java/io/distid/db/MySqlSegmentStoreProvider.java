package io.distid.db;

import io.distid.jdbc.JdbcKeys;
import io.distid.jdbc.TableSegmentStore;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.SegmentStore;
import io.distid.spi.SegmentStoreProvider;
import java.util.List;

/** Opens Leaf's table as a store of segments. Stateless: safe for use by any number of threads. */
public final class MySqlSegmentStoreProvider implements SegmentStoreProvider {
    private static final List<ConfigKey> KEYS = JdbcKeys.with(
            MySqlKeys.URL, MySqlKeys.table("leaf_alloc"), JdbcKeys.CREATE, JdbcKeys.poolSize(2), JdbcKeys.TIMEOUT);

    /** For ServiceLoader. */
    public MySqlSegmentStoreProvider() {}

    @Override
    public String name() {
        return "mysql";
    }

    @Override
    public String summary() {
        return "segments from Leaf's own table leaf_alloc";
    }

    @Override
    public String server() {
        return "mysql";
    }

    @Override
    public List<ConfigKey> keys() {
        return KEYS;
    }

    @Override
    public SegmentStore open(IdConfig config) {
        // Leaf's own definition of the table has the server set the column update_time.
        return new TableSegmentStore(
                name(),
                MySql.DIALECT,
                config,
                "",
                TableDefinitions.segments(config).preparing(config));
    }
}
