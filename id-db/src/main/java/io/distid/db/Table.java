package io.distid.db;

import io.distid.ConfigException;
import io.distid.spi.IdConfig;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A table that something here works on: its name, what it must look like, and the statement that makes it.
 *
 * @param name quoted, so that it can stand in a statement
 * @param ddl the statement that creates it, for messages and for {@code create-table}
 * @param columns the columns that are used, and the types allowed for each; any if none is listed
 */
record Table(String name, String ddl, Map<String, List<String>> columns) {

    /** One column as the server describes it. */
    record Column(String type, int length, boolean autoIncrement) {}

    /**
     * A table named by key {@code table}; the key's pattern has no quote in it.
     *
     * @param ddl with {@code %s} where the name goes
     */
    static Table of(IdConfig config, String ddl, Map<String, List<String>> columns) {
        String quoted = "`" + config.text("table").replace(".", "`.`") + "`";
        return new Table(quoted, ddl.formatted(quoted), columns);
    }

    /**
     * Creates it if asked to, and checks that it can be worked with.
     *
     * @return its columns
     * @throws ConfigException if it is missing or has other columns; the message holds the statement that creates it
     * @throws io.distid.BackendException if the server does not answer, or refuses
     */
    Map<String, Column> prepare(IdConfig config, Database database) {
        if (config.flag("create-table")) {
            database.call("create table " + name, connection -> {
                try (Statement statement = connection.createStatement()) {
                    return statement.executeUpdate(ddl);
                }
            });
        }
        return database.call("read table " + name, connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet none = statement.executeQuery(
                            "SELECT " + String.join(", ", columns.keySet()) + " FROM " + name + " LIMIT 0")) {
                return check(config, none.getMetaData());
            } catch (SQLException e) {
                if (SqlErrors.isMissing(e) || SqlErrors.isMissingColumn(e)) {
                    ConfigException refusal = refusal(config, database, e.getMessage());
                    refusal.initCause(e);
                    throw refusal;
                }
                throw e;
            }
        });
    }

    private Map<String, Column> check(IdConfig config, ResultSetMetaData meta) throws SQLException {
        Map<String, Column> found = new LinkedHashMap<>();
        List<String> wrong = new ArrayList<>();
        int at = 0;
        for (Map.Entry<String, List<String>> wanted : columns.entrySet()) {
            String type = meta.getColumnTypeName(++at).toUpperCase(Locale.ROOT);
            found.put(wanted.getKey(), new Column(type, meta.getPrecision(at), meta.isAutoIncrement(at)));
            if (!wanted.getValue().isEmpty() && !wanted.getValue().contains(type)) {
                wrong.add("column " + wanted.getKey() + " is " + type + ", must be "
                        + wanted.getValue().get(0));
            }
        }
        if (!wrong.isEmpty()) {
            throw config.invalid(
                    "table",
                    "a table as this makes it, but " + String.join("; ", wrong) + " (alter it, or take another): "
                            + ddl);
        }
        return found;
    }

    private ConfigException refusal(IdConfig config, Database database, String found) {
        return config.invalid(
                "table",
                "a table of " + database + ", but it answers \"" + found
                        + "\"; create the table, or set create-table=true for this: " + ddl);
    }
}
