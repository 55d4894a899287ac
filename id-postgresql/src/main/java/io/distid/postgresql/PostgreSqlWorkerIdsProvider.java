package io.distid.postgresql;

import io.distid.internal.worker.LeasedSequencerConfig;
import io.distid.jdbc.JdbcKeys;
import io.distid.jdbc.TableRecordStore;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.RecordStore;
import io.distid.worker.StoreWorkerIds;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import java.util.List;

/**
 * {@code worker=postgresql}: worker ids leased from a table, reused once their lease is over. Stateless: safe for use by any number
 * of threads.
 */
public final class PostgreSqlWorkerIdsProvider implements WorkerIdsProvider {
    private static final List<ConfigKey> KEYS = JdbcKeys.with(
            PostgreSqlKeys.URL,
            PostgreSqlKeys.table("distid_worker"),
            JdbcKeys.CREATE,
            LeasedSequencerConfig.MAX_AHEAD,
            JdbcKeys.poolSize(2),
            JdbcKeys.TIMEOUT);

    /** For ServiceLoader. */
    public PostgreSqlWorkerIdsProvider() {}

    /** {@inheritDoc} */
    @Override
    public String name() {
        return "postgresql";
    }

    /** {@inheritDoc} */
    @Override
    public String summary() {
        return "worker ids leased from a table, with a bound on ticks; reused once their lease is over";
    }

    /** {@inheritDoc} */
    @Override
    public List<ConfigKey> keys() {
        return KEYS;
    }

    /** {@inheritDoc} */
    @Override
    public String server() {
        return "postgresql";
    }

    /** {@inheritDoc} */
    @Override
    public boolean durable() {
        return true;
    }

    /** A namespace is created whatever the settings are; key {@code create} is about the table. */
    @Override
    public WorkerIds open(IdConfig config) {
        return new StoreWorkerIds(records(config), config.duration("max-ahead"), StoreWorkerIds.Creation.ALWAYS);
    }

    @Override
    public RecordStore records(IdConfig config) {
        PostgreSqlTable table = PostgreSqlTables.workers(config);
        return new TableRecordStore(PostgreSql.DIALECT, config, database -> {
            table.prepare(config, database);
            return new PostgreSqlLeaseStatements(table.name(), "table " + table.name() + " at " + database);
        });
    }
}
