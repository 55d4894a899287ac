package io.distid.db;

import io.distid.internal.worker.HeldWorkerFile;
import io.distid.internal.worker.LeasedSequencerConfig;
import io.distid.jdbc.JdbcKeys;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.RecordStore;
import io.distid.worker.StoreWorkerIds;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code worker=mysql-register}: a node registers its address in a table once. It takes the row's number as its worker id for good, and keeps
 * the number in a local file. The worker id is leased as with {@code worker=mysql}.
 *
 * <p>Numbers are never used again. A node without a lasting disk takes a new number at each start, and so uses up the range. Such nodes
 * should use {@code worker=mysql}. The first number is 1, so worker id 0 is never granted. Stateless: safe for use by any number of threads.
 */
public final class MySqlRegisterProvider implements WorkerIdsProvider {
    private static final String LEASE_TABLE = "lease-table";
    private static final List<ConfigKey> KEYS = JdbcKeys.with(
            MySqlKeys.URL,
            MySqlKeys.table(JdbcKeys.TABLE, "distid_node", "the table of nodes, with or without its database"),
            MySqlKeys.table(LEASE_TABLE, "distid_worker", "the table of leases, as of worker=mysql"),
            ConfigKey.flag("create", false, "create the tables if there are none; needs the CREATE privilege"),
            ConfigKey.text("file", null, "where this node keeps its number; on a disk that outlives the process"),
            ConfigKey.matching(
                    "address",
                    "(?=.{1,255}$)\\P{Cntrl}*[^\\p{Cntrl}\\s]\\P{Cntrl}*",
                    "1 to 255 characters, not blank and without control characters",
                    null,
                    "what the node is registered as; default: its host and process id"),
            LeasedSequencerConfig.MAX_AHEAD,
            JdbcKeys.poolSize(2),
            JdbcKeys.TIMEOUT);

    /** For ServiceLoader. */
    public MySqlRegisterProvider() {}

    @Override
    public String name() {
        return "mysql-register";
    }

    @Override
    public String summary() {
        return "a number from a table for each node, kept in a local file and never used again, and leased as by mysql";
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
    public boolean needsFile() {
        return true;
    }

    @Override
    public List<ConfigKey> keys() {
        return KEYS;
    }

    @Override
    public WorkerIds open(IdConfig config) {
        @Nullable String address = config.has("address") ? config.text("address") : null;
        RegisteredNumbers numbers = new RegisteredNumbers(config, TableDefinitions.nodes(config), address);
        HeldWorkerFile file = HeldWorkerFile.lock(config.file("file"));
        try {
            StoreWorkerIds leases =
                    new StoreWorkerIds(records(config), config.duration("max-ahead"), StoreWorkerIds.Creation.ALWAYS);
            return new MySqlRegisterWorkerIds(leases, numbers::next, file);
        } catch (RuntimeException | Error e) {
            file.close();
            throw e;
        }
    }

    @Override
    public RecordStore records(IdConfig config) {
        return MySqlWorkerIdsProvider.records(config, LEASE_TABLE);
    }
}
