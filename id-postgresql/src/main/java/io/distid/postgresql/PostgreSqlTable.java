package io.distid.postgresql;

import io.distid.jdbc.JdbcKeys;
import io.distid.jdbc.PooledDatabase;
import io.distid.jdbc.SqlStatements;
import io.distid.spi.IdConfig;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A table that this module uses: its name, its columns and keys, and so the statement that creates it.
 *
 * @param setting the key of the settings that names it
 * @param name the name, quoted for use in a statement
 * @param columns the columns in use
 * @param key the columns that must form a primary or unique key
 * @param more other columns and keys that it is created with
 * @param indexed a column with an index of its own; null if there is none
 */
record PostgreSqlTable(
        String setting,
        String name,
        List<Column> columns,
        List<String> key,
        List<String> more,
        @Nullable String indexed) {
    /** The codes for a process that creates something at the same time as another process: the last is for the type of a table's rows. */
    private static final Set<String> MADE_BY_ANOTHER = Set.of("42P07", "23505", "42710");

    /**
     * A column in use.
     *
     * @param definition the definition that it is created with
     * @param types the accepted types, as {@code pg_type} names them
     */
    record Column(String name, String definition, List<String> types) {}

    /** The table that the server has. */
    private record Found(String kind, Map<String, String> types, List<Set<String>> keys) {}

    static PostgreSqlTable of(IdConfig config, String setting, List<Column> columns, List<String> key, String... more) {
        return new PostgreSqlTable(
                setting, PostgreSqlKeys.quoted(config.text(setting)), columns, key, List.of(more), null);
    }

    PostgreSqlTable withIndex(String column) {
        return new PostgreSqlTable(setting, name, columns, key, more, column);
    }

    /** The statement that creates the table, for messages and for {@code create}. */
    String ddl() {
        return Stream.of(
                        columns.stream().map(column -> column.name + " " + column.definition),
                        more.stream(),
                        Stream.of("PRIMARY KEY (" + String.join(", ", key) + ")"))
                .flatMap(parts -> parts)
                .collect(Collectors.joining(", ", "CREATE TABLE IF NOT EXISTS " + name + " (", ")"));
    }

    /** A function that calls {@link #prepare} and returns the table's name. */
    Function<PooledDatabase, String> preparing(IdConfig config) {
        return database -> {
            prepare(config, database);
            return name;
        };
    }

    /**
     * Creates the table if asked to, and checks it.
     *
     * @throws io.distid.ConfigException if the table is missing, or has other columns or keys; the message holds the statement that
     *     fixes it
     * @throws io.distid.BackendException if the server does not answer, or refuses
     */
    void prepare(IdConfig config, PooledDatabase database) {
        if (config.flag(JdbcKeys.CREATE.name())) {
            create(database, ddl());
            if (indexed != null) {
                String index = name.substring(name.lastIndexOf('.') + 1).replaceFirst("\"$", "_" + indexed + "\"");
                create(database, "CREATE INDEX IF NOT EXISTS " + index + " ON " + name + " (" + indexed + ")");
            }
        }
        Found found = database.call("read table " + name, this::find);
        if (found == null) {
            throw config.invalid(
                    setting,
                    "a table of " + database + ", which has no table " + name
                            + "; create the table, or set create=true for this: " + ddl());
        }
        List<String> wrong = faults(found);
        if (!wrong.isEmpty()) {
            throw config.invalid(
                    setting,
                    "a table as this statement makes it: " + ddl() + "; but " + name + " at " + database + " is not: "
                            + String.join("; ", wrong));
        }
    }

    private static void create(PooledDatabase database, String ddl) {
        database.call(
                ddl.substring(0, ddl.indexOf(" IF")).toLowerCase(java.util.Locale.ROOT),
                connection -> create(connection, ddl));
    }

    /** Creates what is not there, though another process may do so at the same time. */
    static int create(Connection connection, String ddl) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            try {
                return statement.executeUpdate(ddl);
            } catch (SQLException e) {
                if (!MADE_BY_ANOTHER.contains(String.valueOf(e.getSQLState()))) {
                    throw e;
                }
                if (!connection.getAutoCommit()) {
                    connection.rollback();
                }
                // It is there by now. Where something else has its name, the server says so again.
                return statement.executeUpdate(ddl);
            }
        }
    }

    private @Nullable Found find(Connection connection) throws SQLException {
        String kind = null;
        Map<String, String> types = new HashMap<>();
        String columnsOf = "SELECT c.relkind::text || c.relpersistence::text, a.attname, t.typname FROM pg_class c"
                + " LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped"
                + " LEFT JOIN pg_type t ON t.oid = a.atttypid WHERE c.oid = to_regclass(?)";
        try (PreparedStatement query = SqlStatements.prepare(connection, columnsOf, name);
                ResultSet row = query.executeQuery()) {
            while (row.next()) {
                kind = row.getString(1);
                types.put(row.getString(2), row.getString(3));
            }
        }
        Map<Long, Set<String>> keys = new HashMap<>();
        String keysOf = "SELECT i.indexrelid, a.attname FROM pg_index i"
                + " JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)"
                + " WHERE i.indrelid = to_regclass(?) AND i.indisunique AND i.indisvalid AND i.indpred IS NULL"
                + " AND i.indexprs IS NULL";
        try (PreparedStatement query = SqlStatements.prepare(connection, keysOf, name);
                ResultSet row = query.executeQuery()) {
            while (row.next()) {
                keys.computeIfAbsent(row.getLong(1), index -> new HashSet<>()).add(row.getString(2));
            }
        }
        return kind == null ? null : new Found(kind, types, List.copyOf(keys.values()));
    }

    /** The reasons why a table cannot be used, each with the statement that fixes it. */
    private List<String> faults(Found found) {
        // The kinds r and p are an ordinary and a partitioned table.
        if (!found.kind.startsWith("r") && !found.kind.startsWith("p")) {
            return List.of("it is a view or the like, not a table; name a table");
        }
        String alter = "ALTER TABLE " + name + " ";
        List<String> faults = new ArrayList<>();
        if (!found.kind.endsWith("p")) {
            faults.add("it is emptied when the server crashes, after which ids would be granted twice: " + alter
                    + "SET LOGGED");
        }
        for (Column wanted : columns) {
            String type = found.types.get(wanted.name);
            if (type == null) {
                faults.add("column " + wanted.name + " is missing: " + alter + "ADD COLUMN " + wanted.name + " "
                        + wanted.definition);
            } else if (!wanted.types.contains(type)) {
                faults.add("column " + wanted.name + " is " + type + ", must be " + wanted.types.get(0) + ": " + alter
                        + "ALTER COLUMN " + wanted.name + " TYPE " + wanted.types.get(0));
            }
        }
        if (!found.keys.contains(Set.copyOf(key))) {
            String columnsOfKey = "(" + String.join(", ", key) + ")";
            faults.add("it has no primary or unique key " + columnsOfKey + ": " + alter + "ADD UNIQUE " + columnsOfKey);
        }
        return faults;
    }
}
