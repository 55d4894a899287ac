package io.distid.postgresql;

import io.distid.jdbc.JdbcKeys;
import io.distid.jdbc.TableSegmentStore;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.SegmentStore;
import io.distid.spi.SegmentStoreProvider;
import java.util.List;

/** Opens Leaf's table as a store of segments. Stateless: safe for use by any number of threads. */
public final class PostgreSqlSegmentStoreProvider implements SegmentStoreProvider {
    private static final List<ConfigKey> KEYS = JdbcKeys.with(
            PostgreSqlKeys.URL,
            PostgreSqlKeys.table("leaf_alloc"),
            JdbcKeys.CREATE,
            JdbcKeys.poolSize(2),
            JdbcKeys.TIMEOUT);

    /** For ServiceLoader. */
    public PostgreSqlSegmentStoreProvider() {}

    @Override
    public String name() {
        return "postgresql";
    }

    @Override
    public String summary() {
        return "segments from Leaf's own table leaf_alloc";
    }

    @Override
    public List<ConfigKey> keys() {
        return KEYS;
    }

    @Override
    public String server() {
        return "postgresql";
    }

    @Override
    public SegmentStore open(IdConfig config) {
        return new TableSegmentStore(
                name(),
                PostgreSql.DIALECT,
                config,
                ", update_time = CURRENT_TIMESTAMP",
                PostgreSqlTables.segments(config).preparing(config));
    }
}
