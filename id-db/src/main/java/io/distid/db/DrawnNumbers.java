package io.distid.db;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/**
 * The numbers that a server has issued, by its newest rows. They include numbers of a series that the server counted by before.
 *
 * @param increment the increment that the server counts by now
 * @param greatest the greatest number with a remainder, by the remainder
 */
record DrawnNumbers(long increment, Map<Long, Long> greatest) {
    /** How many of the newest rows are never deleted. */
    private static final int NEWEST = 1_000;

    /** Reads the newest rows. An increment of 1 leaves no other series, so nothing is read. */
    static DrawnNumbers read(Connection connection, Table table, long increment) throws SQLException {
        Map<Long, Long> greatest = new HashMap<>();
        if (increment > 1) {
            String sql = "SELECT MOD(number, " + increment + ") remainder, MAX(number) FROM (SELECT " + table.counter()
                    + " number FROM " + table.name() + " ORDER BY number DESC LIMIT " + NEWEST
                    + ") newest GROUP BY remainder";
            try (Statement query = connection.createStatement();
                    ResultSet row = query.executeQuery(sql)) {
                while (row.next()) {
                    greatest.put(
                            row.getLong(1),
                            row.getBigDecimal(2).min(TicketServer.GREATEST).longValue());
                }
            }
        }
        return new DrawnNumbers(increment, greatest);
    }

    /** The greatest number of another server's series that this server issued; 0 if its rows show none. */
    long greatestOf(AutoIncrementSeries series) {
        return greatest.getOrDefault(Math.floorMod(series.offset(), increment), 0L);
    }
}
