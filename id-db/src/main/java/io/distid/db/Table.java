package io.distid.db;

import io.distid.ConfigException;
import io.distid.jdbc.JdbcKeys;
import io.distid.jdbc.PooledDatabase;
import io.distid.spi.IdConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
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
 * @param more columns and keys that it is created with, but that are not needed
 * @param cleaned whether rows are deleted whatever created them; then it must have no other columns, or it may be a user's own table
 */
record Table(String setting, String name, List<Column> columns, List<String> key, List<String> more, boolean cleaned) {

    /**
     * A column in use.
     *
     * @param definition the definition that it is created with
     * @param types the accepted types, as {@code information_schema} names them, in capitals
     * @param length how many characters it must hold; 0 for any length
     */
    record Column(String name, String definition, List<String> types, int length) {
        boolean autoIncrement() {
            return definition.endsWith("AUTO_INCREMENT");
        }
    }

    /** Describes the table that key {@code table} names. */
    static Table of(IdConfig config, List<Column> columns, List<String> key, String... more) {
        return named(JdbcKeys.TABLE, config, columns, key, more);
    }

    /** Describes the table that a key names; the key's pattern allows no quote. */
    static Table named(String setting, IdConfig config, List<Column> columns, List<String> key, String... more) {
        String quoted = "`" + config.text(setting).replace(".", "`.`") + "`";
        return new Table(setting, quoted, columns, key, List.of(more), false);
    }

    /** Returns the same table, with rows that are deleted. */
    Table withRowsDeleted() {
        return new Table(setting, name, columns, key, more, true);
    }

    /** The column that the server numbers, quoted. */
    String counter() {
        return columns.stream()
                .filter(Column::autoIncrement)
                .map(column -> "`" + column.name + "`")
                .findFirst()
                .orElseThrow();
    }

    /** The statement that creates the table, for messages and for {@code create}. */
    String ddl() {
        return Stream.of(
                        columns.stream().map(column -> column.name + " " + column.definition),
                        Stream.of("PRIMARY KEY (" + String.join(", ", key) + ")"),
                        more.stream())
                .flatMap(parts -> parts)
                .collect(Collectors.joining(", ", "CREATE TABLE IF NOT EXISTS " + name + " (", ") ENGINE = InnoDB"));
    }

    /**
     * Creates the table if asked to, and checks it. A created table is checked, too, since a server may use another engine than InnoDB without
     * an error.
     */
    void prepare(IdConfig config, PooledDatabase database) {
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
                ConfigException refusal = config.invalid(
                        setting,
                        "a table of " + database + ", but it answers \"" + config.hide(missing.getMessage())
                                + "\"; create the table, or set create=true for this: " + ddl());
                refusal.initCause(config.hide(missing));
                throw refusal;
            }
            return TableFacts.read(connection, name);
        });
        List<String> wrong = facts.faults(this);
        if (!wrong.isEmpty()) {
            throw config.invalid(
                    setting,
                    "a table as this statement makes it: " + ddl() + "; but " + name + " at " + database + " is not: "
                            + String.join("; ", wrong));
        }
    }

    /** A function that calls {@link #prepare} and returns the table's name. */
    Function<PooledDatabase, String> preparing(IdConfig config) {
        return database -> {
            prepare(config, database);
            return name;
        };
    }

    /**
     * Returns the server's words if the table is missing, else null. Every SQL firewall passes the statement: some refuse
     * {@code LIMIT 0} and conditions that are never true.
     */
    @Nullable
    SQLException missing(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeQuery("SELECT 1 FROM " + name + " LIMIT 1").close();
            return null;
        } catch (SQLException e) {
            if (MySql.DIALECT.isMissing(e)) {
                return e;
            }
            throw e;
        }
    }
}
