package io.distid.db;

import io.distid.IdsExhaustedException;
import io.distid.spi.IdConfig;
import io.distid.spi.WorkerRequest;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;

/** A table in which nodes register, and whose numbers they take as their worker ids, for ever. */
final class RegisteredNumbers implements AutoCloseable {
    private static final String DDL = "CREATE TABLE IF NOT EXISTS %s ("
            + "id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, "
            + "namespace VARCHAR(64) NOT NULL, "
            + "address VARCHAR(255) NOT NULL, "
            + "registered_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP) ENGINE = InnoDB";
    private static final Map<String, List<String>> COLUMNS =
            Map.of("id", List.of("BIGINT", "BIGINT UNSIGNED"), "namespace", List.of(), "address", List.of());

    private final Database database;
    private final Table table;

    RegisteredNumbers(IdConfig config) {
        this.database = new Database(config, config.text("url"), Database.Mode.TRANSACTIONS, 0, 10);
        try {
            this.table = Table.of(config, DDL, COLUMNS);
            if (!table.prepare(config, database).get("id").autoIncrement()) {
                throw config.invalid(
                        "table", "a table whose column id is AUTO_INCREMENT, as this makes it: " + table.ddl());
            }
        } catch (RuntimeException | Error e) {
            database.close();
            throw e;
        }
    }

    /**
     * Registers a node.
     *
     * @return a number that no node got before, within the request's range
     * @throws IdsExhaustedException if the next number lies above the range; nothing is registered then
     */
    int register(WorkerRequest request, String address) {
        return database.call("register node \"" + address + "\"", connection -> {
            String sql = "INSERT INTO " + table.name() + " (namespace, address) VALUES (?, ?)";
            try (PreparedStatement insert = connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
                insert.setString(1, request.namespace());
                insert.setString(2, address);
                insert.executeUpdate();
                try (ResultSet keys = insert.getGeneratedKeys()) {
                    keys.next();
                    long number = keys.getLong(1);
                    if (number < 0 || number > request.lastId() - request.firstId()) {
                        throw new IdsExhaustedException(
                                "node \"" + address + "\" would be number " + number + " of table "
                                        + table.name() + " at " + database + ", but worker ids are from "
                                        + request.firstId() + " to "
                                        + request.lastId()
                                        + ". Numbers are never used again: take strategy mysql, which leases them,"
                                        + " or a layout with more worker bits.");
                    }
                    return request.firstId() + (int) number;
                }
            }
        });
    }

    @Override
    public String toString() {
        return table.name() + " at " + database;
    }

    @Override
    public void close() {
        database.close();
    }
}
