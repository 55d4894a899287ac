package io.distid.db;

import io.distid.jdbc.SqlStatements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a server reports of a table: the facts that ids depend on, and that no error would show.
 *
 * <p>On an engine without transactions an {@code UPDATE} and the read after it are not one step, and a commit may be half written.
 * Without the key one row can become two. A view can show one row as two.
 *
 * @param kind {@code BASE TABLE}, {@code VIEW} and the like
 * @param engine such as {@code InnoDB}
 * @param columns by name, in small letters
 * @param keys the columns of each unique key
 */
record TableFacts(String kind, String engine, Map<String, Found> columns, List<Set<String>> keys) {
    /**
     * A column that was found.
     *
     * @param type in capitals, such as {@code BIGINT UNSIGNED}
     * @param length the length of a text, in characters
     */
    record Found(String type, int length, boolean autoIncrement) {}

    /** Reads all facts of a table, which must exist. */
    static TableFacts read(Connection connection, String quoted) throws SQLException {
        String[] name = quoted.replace("`", "").split("\\.");
        String schema = name.length == 1 ? "DATABASE()" : "'" + name[0] + "'";
        String table = name[name.length - 1];
        String where = " WHERE t.TABLE_SCHEMA = " + schema + " AND t.TABLE_NAME = ?";
        try (PreparedStatement query = SqlStatements.prepare(
                        connection, "SELECT t.TABLE_TYPE, t.ENGINE FROM information_schema.TABLES t" + where, table);
                ResultSet row = query.executeQuery()) {
            boolean listed = row.next();
            return new TableFacts(
                    listed ? row.getString(1) : "missing from information_schema",
                    listed ? String.valueOf(row.getString(2)) : "",
                    columns(connection, where, table),
                    keys(connection, where, table));
        }
    }

    /** The reasons why a table cannot be used, each with the statement that fixes it. */
    List<String> faults(Table table) {
        // MariaDB's tables with a history count as tables, too.
        if (!kind.equals("BASE TABLE") && !kind.equals("SYSTEM VERSIONED")) {
            return List.of("it is not a table that other sessions see, but " + kind + "; name a table, or drop"
                    + " this for one");
        }
        String alter = "ALTER TABLE " + table.name() + " ";
        List<String> faults = new ArrayList<>();
        if (!engine.equals("InnoDB")) {
            faults.add(
                    "its engine is " + engine + ", on which ids could be granted twice: " + alter + "ENGINE = InnoDB");
        }
        for (Table.Column wanted : table.columns()) {
            Found found = columns.get(wanted.name());
            String definition = wanted.name() + " " + wanted.definition();
            if (found == null) {
                faults.add("column " + wanted.name() + " is missing: " + alter + "ADD COLUMN " + definition);
            } else if (!wanted.types().isEmpty() && !wanted.types().contains(found.type)) {
                faults.add("column " + wanted.name() + " is " + found.type + ", must be "
                        + wanted.types().get(0) + ": " + alter + "MODIFY " + definition);
            } else if (found.length < wanted.length()) {
                faults.add("column " + wanted.name() + " holds " + found.length + " characters, must hold "
                        + wanted.length() + ": " + alter + "MODIFY " + definition);
            } else if (wanted.autoIncrement() && !found.autoIncrement) {
                faults.add("column " + wanted.name() + " is not AUTO_INCREMENT: " + alter + "MODIFY " + definition);
            }
        }
        Set<String> others = new TreeSet<>(columns.keySet());
        table.columns().forEach(wanted -> others.remove(wanted.name()));
        if (table.cleaned() && !others.isEmpty()) {
            faults.add("it has further columns (" + String.join(", ", others)
                    + "), so its rows may be another program's, and used rows are deleted: name a table"
                    + " of distid's own, or set clean=false");
        }
        if (!keys.contains(Set.copyOf(table.key()))) {
            String key = "(" + String.join(", ", table.key()) + ")";
            faults.add("it has no primary or unique key " + key + ": " + alter + "ADD UNIQUE KEY " + key);
        }
        return faults;
    }

    private static Map<String, Found> columns(Connection connection, String where, String table) throws SQLException {
        Map<String, Found> columns = new HashMap<>();
        String sql = "SELECT COLUMN_NAME, UPPER(DATA_TYPE), COLUMN_TYPE LIKE '%unsigned%', CHARACTER_MAXIMUM_LENGTH,"
                + " EXTRA LIKE '%auto_increment%' FROM information_schema.COLUMNS t" + where;
        try (PreparedStatement query = SqlStatements.prepare(connection, sql, table);
                ResultSet row = query.executeQuery()) {
            while (row.next()) {
                String type = row.getString(2) + (row.getBoolean(3) ? " UNSIGNED" : "");
                int length = (int) Math.min(Integer.MAX_VALUE, row.getLong(4));
                columns.put(row.getString(1).toLowerCase(Locale.ROOT), new Found(type, length, row.getBoolean(5)));
            }
        }
        return columns;
    }

    private static List<Set<String>> keys(Connection connection, String where, String table) throws SQLException {
        Map<String, Set<String>> keys = new HashMap<>();
        String sql =
                "SELECT INDEX_NAME, COLUMN_NAME FROM information_schema.STATISTICS t" + where + " AND NON_UNIQUE = 0";
        try (PreparedStatement query = SqlStatements.prepare(connection, sql, table);
                ResultSet row = query.executeQuery()) {
            while (row.next()) {
                // An index on an expression has no column.
                String column = String.valueOf(row.getString(2)).toLowerCase(Locale.ROOT);
                keys.computeIfAbsent(row.getString(1), key -> new HashSet<>()).add(column);
            }
        }
        return List.copyOf(keys.values());
    }
}
