package io.distid.db;

import io.distid.ConfigException;
import io.distid.spi.IdConfig;

/**
 * Ids from Flickr's ticket table: {@code REPLACE INTO} one row over and over, and read {@code LAST_INSERT_ID()}.
 *
 * <p>One id is one round trip and one commit; callers of one name wait for each other, since they replace the same row. All names of a table share one counter, and the rows {@code /1} to
 * {@code /1000}, which batches replace. With one server, an id is greater than every id that was issued before the call began. Several servers can share the load and replace each other:
 * they have one increment, and each an offset of its own. Then ids have no order.
 *
 * @see <a href="https://code.flickr.net/2010/02/08/ticket-servers-distributed-unique-primary-keys-on-the-cheap/">Ticket servers:
 *     distributed unique primary keys on the cheap</a>
 */
final class MySqlReplaceInto extends Tickets {
    MySqlReplaceInto(IdConfig config, Table table) {
        super(
                config,
                table,
                new TicketStatement(
                        "REPLACE INTO " + table.name() + " (`" + config.text("tag-column") + "`) VALUES ",
                        "(?)",
                        config.text("tag")));
    }

    /**
     * Refuses a server that forgets its counter unless calls write in order. Otherwise the call with the lower of two
     * ids may write last, so the row may not hold the greatest id.
     */
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
