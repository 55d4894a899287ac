package io.distid.db;

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
 * {@code worker=mysql}: worker ids leased from a table, reused once their lease is over. Stateless: safe for use by any number
 * of threads.
 */
public final class MySqlWorkerIdsProvider implements WorkerIdsProvider {
    private static final List<ConfigKey> KEYS = JdbcKeys.with(
            MySqlKeys.URL,
            MySqlKeys.table("distid_worker"),
            JdbcKeys.CREATE,
            LeasedSequencerConfig.MAX_AHEAD,
            JdbcKeys.poolSize(2),
            JdbcKeys.TIMEOUT);

    /** For ServiceLoader. */
    public MySqlWorkerIdsProvider() {}

    @Override
    public String name() {
        return "mysql";
    }

    @Override
    public String summary() {
        return "worker ids leased from a table, with a bound on ticks; reused once their lease is over";
    }

    @Override
    public String server() {
        return "mysql";
    }

    @Override
    public boolean durable() {
        return true;
    }

    @Override
    public List<ConfigKey> keys() {
        return KEYS;
    }

    /** A namespace is created whatever the settings are; key {@code create} is about the table. */
    @Override
    public WorkerIds open(IdConfig config) {
        return new StoreWorkerIds(records(config), config.duration("max-ahead"), StoreWorkerIds.Creation.ALWAYS);
    }

    @Override
    public RecordStore records(IdConfig config) {
        return records(config, JdbcKeys.TABLE);
    }

    /** Opens the records of the table that a setting names. */
    static TableRecordStore records(IdConfig config, String setting) {
        Table table = TableDefinitions.workers(config, setting);
        return new TableRecordStore(MySql.DIALECT, config, database -> {
            table.prepare(config, database);
            ServerIdentity identity = database.call("ask which server it is", ServerIdentity::visibleTo);
            return new LeaseStatements(table.name(), "table " + table.name() + " at " + database, identity);
        });
    }
}
