package io.distid.db;

import io.distid.coordination.LockStore;
import io.distid.coordination.LockStoreProvider;
import io.distid.jdbc.JdbcKeys;
import io.distid.jdbc.TableLockStore;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import java.util.List;

/** {@code mysql} as a store of locks: one row for each lock. Stateless: safe for use by any number of threads. */
public final class MySqlLockStoreProvider implements LockStoreProvider {
    private static final List<ConfigKey> KEYS = JdbcKeys.with(
            MySqlKeys.URL,
            MySqlKeys.table("distid_lock"),
            JdbcKeys.CREATE,
            JdbcKeys.poolSize(4),
            JdbcKeys.RETRIES,
            JdbcKeys.TIMEOUT);

    /** For ServiceLoader. */
    public MySqlLockStoreProvider() {}

    @Override
    public String name() {
        return "mysql";
    }

    @Override
    public String summary() {
        return "locks in a table; waiters ask again every few ms";
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
    public LockStore open(IdConfig config) {
        return new TableLockStore(
                MySql.DIALECT, config, TableDefinitions.locks(config).preparing(config));
    }
}
