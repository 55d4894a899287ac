package io.distid.db;

import io.distid.IdsExhaustedException;
import io.distid.jdbc.JdbcKeys;
import io.distid.jdbc.PooledDatabase;
import io.distid.spi.IdConfig;
import io.distid.worker.WorkerRequest;
import org.jspecify.annotations.Nullable;

/**
 * The register of nodes: a table with a row for each node, numbered by {@code AUTO_INCREMENT}. Connects for a registration only. Immutable.
 *
 * @param config of {@code mysql-register}
 * @param table the columns and keys that the table must have
 * @param address the name that a node registers; null for the holder's name
 */
record RegisteredNumbers(
        IdConfig config, Table table, @Nullable String address) {
    private static final int MOST_RETRIES = 10;

    /** Returns a worker id that no node of this register got before. If the answer is lost, the number is used up. */
    int next(WorkerRequest request) {
        String url = JdbcKeys.url(config);
        String name = address == null ? request.holder() : address;
        try (PooledDatabase database =
                new PooledDatabase(MySql.DIALECT, config, url, PooledDatabase.Mode.TRANSACTIONS, 0, MOST_RETRIES)) {
            table.prepare(config, database);
            return database.call("register node \"" + name + "\"", connection -> {
                String sql = "INSERT INTO " + table.name() + " (namespace, address) VALUES (?, ?)";
                long number = MySql.DIALECT.answered(connection, sql, request.namespace(), name);
                int most = request.lastId() - request.firstId();
                if (number > most) {
                    throw new IdsExhaustedException("node \"" + name + "\" would be number " + number + " of table "
                            + table.name() + " at " + database + ", but a layout with worker ids from "
                            + request.firstId() + " to " + request.lastId() + " has numbers up to " + most
                            + ". Numbers are never used again: take worker=mysql, which leases them,"
                            + " or a layout with more worker bits.");
                }
                return request.firstId() + (int) number;
            });
        }
    }
}
