package io.distid.postgresql;

import io.distid.jdbc.SqlStatements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sequence of the server.
 *
 * @param kind the kind of the relation and whether it is permanent, as in {@code pg_class}: {@code Sp}
 * @param start the start of its series; all its numbers have the same remainder
 * @param cached how many numbers a session takes at a time
 */
record SequenceFacts(String kind, String type, long start, long increment, long max, boolean cycles, long cached) {

    /** Reads a sequence; null if no sequence has that name. */
    static @Nullable SequenceFacts read(Connection connection, String name) throws SQLException {
        String sql =
                "SELECT c.relkind::text || c.relpersistence::text, format_type(s.seqtypid, NULL), s.seqstart, s.seqincrement,"
                        + " s.seqmax, s.seqcycle, s.seqcache FROM pg_class c LEFT JOIN pg_sequence s ON s.seqrelid = c.oid"
                        + " WHERE c.oid = to_regclass(?)";
        try (PreparedStatement query = SqlStatements.prepare(connection, sql, name);
                ResultSet row = query.executeQuery()) {
            return row.next()
                    ? new SequenceFacts(
                            row.getString(1),
                            row.getString(2),
                            row.getLong(3),
                            row.getLong(4),
                            row.getLong(5),
                            row.getBoolean(6),
                            row.getLong(7))
                    : null;
        }
    }

    /** The reasons why no ids can be issued, each with the statement that fixes it. */
    List<String> faults(String name, long wantedIncrement, String reason) {
        if (!kind.startsWith("S")) {
            return List.of("it is not a sequence");
        }
        String alter = "ALTER SEQUENCE " + name + " ";
        List<String> faults = new ArrayList<>();
        if (!kind.endsWith("p")) {
            faults.add("it begins again when the server crashes or the session ends: " + alter + "SET LOGGED");
        }
        if (!type.equals("bigint")) {
            faults.add("it is " + type + " and would end early: " + alter + "AS bigint");
        }
        if (cycles) {
            faults.add("it would begin again at its end: " + alter + "NO CYCLE");
        }
        if (cached != 1) {
            faults.add("each session takes " + cached + " numbers at a time, so that ids would not increase: " + alter
                    + "CACHE 1");
        }
        if (increment != wantedIncrement) {
            faults.add("it counts by " + increment + ", must be " + wantedIncrement + " " + reason
                    + ". If other generators draw from it, give this one their settings. To change it, stop all"
                    + " of them, and run "
                    + alter + "INCREMENT BY " + wantedIncrement);
        }
        if (start < 1) {
            faults.add("it starts at " + start + ", must be at least 1: " + alter + "START WITH 1");
        }
        return faults;
    }

    /** The first number of the series at or above a number. */
    long atOrAbove(long number) {
        return number + Math.floorMod(start - number, increment);
    }
}
