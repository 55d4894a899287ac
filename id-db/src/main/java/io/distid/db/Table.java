package io.distid.db;

import io.distid.ConfigException;
import io.distid.jdbc.JdbcKeys;
import io.distid.jdbc.PooledDatabase;
import io.distid.spi.IdConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A table that something here works on: its name, what it must look like, and so the statement that makes it.
 *
 * @param setting the key that names it
 * @param name quoted, so that it can stand in a statement
 * @param columns the columns that are used
 * @param key the columns of which a primary or unique key must consist
 * @param more what else it is made with: columns and keys that are not needed
 * @param cleaned whether rows are deleted without a look at who made them, so that it must have no other columns: it would be somebody's own table
 * @param former a column that it had in an earlier version, whose rows mean something else; null if it always had these
 */
record Table(
        String setting,
        String name,
        List<Column> columns,
        List<String> key,
        List<String> more,
        boolean cleaned,
        @Nullable String former) {

    /**
     * A column that is used.
     *
     * @param definition what it is made as
     * @param types the types that will do, as the server names them in {@code information_schema}, in capitals
     * @param length how many characters it must hold at least; 0 if that does not matter
     */
    record Column(String name, String definition, List<String> types, int length) {
        boolean autoIncrement() {
            return definition.endsWith("AUTO_INCREMENT");
        }
    }

    /** A table named by key {@code table}. */
    static Table of(IdConfig config, List<Column> columns, List<String> key, String... more) {
        return named(JdbcKeys.TABLE, config, columns, key, more);
    }

    /** A table named by a key whose pattern has no quote in it. */
    static Table named(String setting, IdConfig config, List<Column> columns, List<String> key, String... more) {
        String quoted = "`" + config.text(setting).replace(".", "`.`") + "`";
        return new Table(setting, quoted, columns, key, List.of(more), false, null);
    }

    /** The same, of which rows are deleted. */
    Table withRowsDeleted() {
        return new Table(setting, name, columns, key, more, true, former);
    }

    /** The same, which is refused where it has a column of an earlier version. */
    Table withFormer(String column) {
        return new Table(setting, name, columns, key, more, cleaned, column);
    }

    /** The column that the server counts by, quoted. */
    String counter() {
        return columns.stream()
                .filter(Column::autoIncrement)
                .map(column -> "`" + column.name + "`")
                .findFirst()
                .orElseThrow();
    }

    /** The statement that makes it, for messages and for {@code create}. */
    String ddl() {
        return Stream.of(
                        columns.stream().map(column -> column.name + " " + column.definition),
                        Stream.of("PRIMARY KEY (" + String.join(", ", key) + ")"),
                        more.stream())
                .flatMap(parts -> parts)
                .collect(Collectors.joining(", ", "CREATE TABLE IF NOT EXISTS " + name + " (", ") ENGINE = InnoDB"));
    }

    /**
     * Creates it if asked to, and checks that it can be worked with. Checked after it was created, too: a server may put another
     * engine in InnoDB's place without an error.
     *
     * @return its columns by name, as they were found
     * @throws ConfigException if it is missing, has other columns or keys, or an engine without transactions; the message holds the
     *     statement that fixes it
     * @throws io.distid.BackendException if the server does not answer, or refuses
     */
    Map<String, TableFacts.Found> prepare(IdConfig config, PooledDatabase database) {
        if (config.flag("create")) {
            database.call("create table " + name, connection -> {
                try (Statement statement = connection.createStatement()) {
                    return statement.executeUpdate(ddl());
                }
            });
        }
        TableFacts facts = database.call("read table " + name, connection -> {
            SQLException missing = missing(connection);
            if (missing != null) {
                ConfigException refusal = refusal(config, database, config.hide(missing.getMessage()));
                refusal.initCause(config.hide(missing));
                throw refusal;
            }
            return TableFacts.read(connection, name);
        });
        List<String> wrong = facts.faults(this);
        if (!wrong.isEmpty()) {
            throw config.invalid(
                    setting,
                    "a table as this makes it: " + ddl() + "; but " + name + " at " + database + " is not: "
                            + String.join("; ", wrong));
        }
        return facts.columns();
    }

    /** {@link #prepare}, and its name. */
    Function<PooledDatabase, String> preparing(IdConfig config) {
        return database -> {
            prepare(config, database);
            return name;
        };
    }

    /**
     * Looks for the table by a statement that any SQL firewall lets pass: some refuse {@code LIMIT 0} and conditions that are never true.
     *
     * @return the server's words if it is missing; null if it is there
     */
    @Nullable
    SQLException missing(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeQuery("SELECT 1 FROM " + name + " LIMIT 1").close();
            return null;
        } catch (SQLException e) {
            if (MySqlErrors.isMissing(e)) {
                return e;
            }
            throw e;
        }
    }

    private ConfigException refusal(IdConfig config, PooledDatabase database, String found) {
        return config.invalid(
                setting,
                "a table of " + database + ", but it answers \"" + found
                        + "\"; create the table, or set create=true for this: " + ddl());
    }
}
