package io.distid.db;

import io.distid.jdbc.RowCleaner;
import io.distid.spi.IdConfig;

/**
 * Ids from an AUTO_INCREMENT column: each id is an inserted row, which is deleted again once there are newer rows.
 *
 * <p>One id is one round trip and one commit. With one server, an id is greater than every id that was issued before the call
 * began; concurrent calls may return in either order. The newest rows always stay, since servers older than MySQL 8.0 and
 * MariaDB 10.2.4 count on from them after a restart.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.4/en/innodb-auto-increment-handling.html">AUTO_INCREMENT in InnoDB</a>
 */
final class MySqlAutoIncrement extends Tickets {
    /**
     * How many of the newest rows stay. A server that forgets its counter needs them, and the gap lock of a delete must not reach new
     * rows.
     */
    private static final int KEPT = 1_000;

    private final RowCleaner cleaner;

    MySqlAutoIncrement(IdConfig config, Table table) {
        super(config, table, new TicketStatement("INSERT INTO " + table.name() + " () VALUES ", "()", null));
        this.cleaner = new RowCleaner(config.strategy(), config.flag("clean"), config.duration("timeout"));
    }

    @Override
    void drawn(TicketServer server, long last, int count) {
        cleaner.made(count, most -> {
            long below = last - KEPT * server.series().increment();
            return below > 1 ? server.clean(below, most) : 0;
        });
    }

    @Override
    protected void end() {
        cleaner.close();
        super.end();
    }
}
