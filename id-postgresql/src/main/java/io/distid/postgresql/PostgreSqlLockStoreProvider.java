package io.distid.postgresql;

import io.distid.coordination.LockStore;
import io.distid.coordination.LockStoreProvider;
import io.distid.jdbc.JdbcKeys;
import io.distid.jdbc.TableLockStore;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import java.util.List;

/** {@code postgresql} as a store of locks: one row for each lock. Stateless: safe for use by any number of threads. */
public final class PostgreSqlLockStoreProvider implements LockStoreProvider {
    private static final List<ConfigKey> KEYS = JdbcKeys.with(
            PostgreSqlKeys.URL,
            PostgreSqlKeys.table("distid_lock"),
            JdbcKeys.CREATE,
            JdbcKeys.poolSize(4),
            JdbcKeys.RETRIES,
            JdbcKeys.TIMEOUT);

    /** For ServiceLoader. */
    public PostgreSqlLockStoreProvider() {}

    @Override
    public String name() {
        return "postgresql";
    }

    @Override
    public String summary() {
        return "locks in a table; waiters ask again every few ms";
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
    public LockStore open(IdConfig config) {
        return new TableLockStore(
                PostgreSql.DIALECT, config, PostgreSqlTables.locks(config).preparing(config));
    }
}
