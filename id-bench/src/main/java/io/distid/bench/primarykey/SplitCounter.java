package io.distid.bench.primarykey;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;

/**
 * InnoDB's own count of page splits. It is off by default, so it is switched on, and off again at the end.
 *
 * <p>It counts the whole server. An account without the right to switch it on or to read it has no count.
 */
final class SplitCounter {
    private static final String NAME = "'index_page_splits'";
    private static final String READ = "SELECT * FROM information_schema.INNODB_METRICS WHERE NAME = " + NAME;

    private final Connection connection;
    private boolean switchedOn;

    SplitCounter(Connection connection) {
        this.connection = connection;
    }

    /** Switches the counter on, if this account may. */
    void enable() {
        try (Statement statement = connection.createStatement()) {
            if (read().isEmpty()) {
                statement.execute("SET GLOBAL innodb_monitor_enable = " + NAME);
                switchedOn = true;
            }
        } catch (SQLException e) {
            System.getLogger(SplitCounter.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "page splits are not counted, since this account may not: {0}",
                            e.getMessage());
        }
    }

    /** Splits so far, or empty if they are not counted. */
    OptionalLong read() {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(READ)) {
            return row.next() && isOn(row) ? OptionalLong.of(row.getLong("COUNT")) : OptionalLong.empty();
        } catch (SQLException e) {
            return OptionalLong.empty();
        }
    }

    /** Leaves the server as it was. */
    void restore() throws SQLException {
        if (switchedOn) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET GLOBAL innodb_monitor_disable = " + NAME);
            }
        }
    }

    /** MySQL has a word in STATUS, MariaDB since 10.5 a number in ENABLED. */
    private static boolean isOn(ResultSet row) throws SQLException {
        for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
            String name = row.getMetaData().getColumnLabel(column).toUpperCase(Locale.ROOT);
            if (name.equals("STATUS") || name.equals("ENABLED")) {
                return Set.of("enabled", "1").contains(row.getString(column));
            }
        }
        return false;
    }
}
