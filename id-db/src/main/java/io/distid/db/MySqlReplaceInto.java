package io.distid.db;

import io.distid.ConfigException;
import io.distid.spi.IdConfig;
import java.util.List;
import java.util.Map;

/**
 * Ids from Flickr's ticket table: {@code REPLACE INTO} one row over and over, and read {@code LAST_INSERT_ID()}.
 *
 * <p>One id is one round trip and one commit; all callers of one name wait for each other, since they replace one row. All
 * names of a table share one counter, and the rows {@code /1} to {@code /1000}, which batches replace. With one server, an id is greater than every id that anyone drew before the call began.
 * Several servers with one increment and an offset each share the load and cover for each other; then there is no order. Safe
 * for use by any number of threads; a deadlock is retried a bounded number of times and counted. The ids end at
 * {@link Long#MAX_VALUE}.
 *
 * @see <a href="https://code.flickr.net/2010/02/08/ticket-servers-distributed-unique-primary-keys-on-the-cheap/">Ticket servers:
 *     distributed unique primary keys on the cheap</a>
 */
public final class MySqlReplaceInto extends Tickets {
    /*
     * Flickr's table has the id as primary key and the name as a unique key beside it. On InnoDB that REPLACE deletes one row and
     * inserts another, locking gaps of two indexes in turn, and two of them deadlock. Here the name is the primary key and the
     * only unique one: InnoDB then updates the one row in place, under the lock of that row. The id needs an index to count by,
     * but not a unique one.
     */
    private static final String DDL = "CREATE TABLE IF NOT EXISTS %s ("
            + "name VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY, "
            + "id BIGINT NOT NULL AUTO_INCREMENT, KEY (id)) ENGINE = InnoDB";

    private MySqlReplaceInto(IdConfig config, Table table) {
        super(
                config,
                table,
                new TicketStatement("REPLACE INTO " + table.name() + " (name) VALUES ", "(?)", config.text("name")));
    }

    static MySqlReplaceInto open(IdConfig config) {
        return new MySqlReplaceInto(
                config, Table.of(config, DDL, Map.of("id", List.of("BIGINT", "BIGINT UNSIGNED"), "name", List.of())));
    }

    /** Of two concurrent calls the one with the lower id may write last, so that the row does not hold the greatest. */
    @Override
    void requireSafe(TicketServer server) {
        if (!server.version().keepsCounter() && server.lockMode() != 0) {
            throw new ConfigException(
                    "mysql-replace-into: " + server + " is " + server.version()
                            + ", which forgets its counter at a restart, and the one row need not hold the greatest id: set"
                            + " innodb_autoinc_lock_mode=0, take MySQL 8.0 or MariaDB 10.2.4, or strategy mysql-auto-increment");
        }
    }
}
