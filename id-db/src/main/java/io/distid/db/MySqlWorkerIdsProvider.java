package io.distid.db;

import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.RecordStore;
import io.distid.worker.StoreWorkerIds;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import java.util.List;

/**
 * {@code worker=mysql}: worker ids leased from a table, reused once their lease is over. Stateless: safe for use by any number
 * of threads.
 */
public final class MySqlWorkerIdsProvider implements WorkerIdsProvider {
    private static final List<ConfigKey> KEYS = List.of(
            MySqlKeys.URL,
            MySqlKeys.USER,
            MySqlKeys.PASSWORD,
            MySqlKeys.DATA_SOURCE,
            MySqlKeys.table("distid_worker"),
            MySqlKeys.CREATE,
            MySqlKeys.MAX_AHEAD,
            MySqlKeys.poolSize(2),
            MySqlKeys.TIMEOUT);

    /** For ServiceLoader. */
    public MySqlWorkerIdsProvider() {}

    /** {@inheritDoc} */
    @Override
    public String name() {
        return "mysql";
    }

    /** {@inheritDoc} */
    @Override
    public String summary() {
        return "worker ids leased from a table, with a bound on ticks; reused once their lease is over";
    }

    /** {@inheritDoc} */
    @Override
    public String server() {
        return "mysql";
    }

    /** {@inheritDoc} */
    @Override
    public boolean durable() {
        return true;
    }

    /** {@inheritDoc} */
    @Override
    public List<ConfigKey> keys() {
        return KEYS;
    }

    /** A namespace is made whatever the settings are: key {@code create} is about the table. */
    @Override
    public WorkerIds open(IdConfig config) {
        return new StoreWorkerIds(records(config), config.duration("max-ahead"), StoreWorkerIds.Creation.ALWAYS);
    }

    @Override
    public RecordStore records(IdConfig config) {
        return new MySqlRecordStore(config, TableDefinitions.workers(config, MySqlKeys.TABLE));
    }
}
