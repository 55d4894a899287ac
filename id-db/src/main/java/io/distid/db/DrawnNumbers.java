package io.distid.db;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/**
 * Which numbers a server has drawn, as its newest rows tell: also such as it would not draw any more, since it counted in another way before.
 *
 * @param increment that it counts by now
 * @param greatest of those that leave the same remainder, by that
 */
record DrawnNumbers(long increment, Map<Long, Long> greatest) {
    /** As many as are never deleted. */
    private static final int NEWEST = 1_000;

    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);

    /** With an increment of 1 there is no other series, and nothing is asked. */
    static DrawnNumbers read(Connection connection, Table table, long increment) throws SQLException {
        Map<Long, Long> greatest = new HashMap<>();
        if (increment > 1) {
            String sql = "SELECT MOD(number, " + increment + ") remainder, MAX(number) FROM (SELECT " + table.counter()
                    + " number FROM " + table.name() + " ORDER BY number DESC LIMIT " + NEWEST
                    + ") newest GROUP BY remainder";
            try (Statement query = connection.createStatement();
                    ResultSet row = query.executeQuery(sql)) {
                while (row.next()) {
                    greatest.put(row.getLong(1), row.getBigDecimal(2).min(MOST).longValue());
                }
            }
        }
        return new DrawnNumbers(increment, greatest);
    }

    /** The greatest of another server's series; 0 if it drew none of it, as far as its rows tell. */
    long greatestOf(AutoIncrementSeries series) {
        return greatest.getOrDefault(Math.floorMod(series.offset(), increment), 0L);
    }
}
