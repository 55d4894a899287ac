package io.distid.testservers;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A real server that is asked in SQL: MySQL, MariaDB or PostgreSQL. As safe for use by several threads as every {@link RealServer}. */
public abstract sealed class SqlServer extends RealServer permits MySqlServer, PostgreSqlServer {
    private static final Pattern NAME = Pattern.compile("[a-z0-9_]{1,32}");
    private static final Pattern PRIVILEGE = Pattern.compile("[A-Za-z ]+");
    private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)*");
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    final List<String> leftovers = new ArrayList<>();
    private final String options;
    private final String user;
    private final String password;

    SqlServer(ServerNode node, String options, String user, String password, boolean shared) {
        super(node, shared);
        this.options = options;
        this.user = user;
        this.password = password;
    }

    /**
     * Creates a database under a new name, and a user who may do everything in it and nothing elsewhere.
     *
     * @return the database; on an endpoint it is dropped again by {@link #close()}
     */
    public final Database createDatabase() {
        return createDatabase("distid_" + random());
    }

    /**
     * Creates a database, if there is none of this name, and a user who may do everything in it and nothing elsewhere.
     *
     * @param name up to 32 small letters, digits and underscores
     * @return the database; on an endpoint it is dropped again by {@link #close()}
     * @throws IllegalArgumentException if the name is anything else
     */
    public final Database createDatabase(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("name must be 1 to 32 small letters, digits and underscores: " + name);
        }
        return create(new Database(name, jdbcUrl(name), user, password));
    }

    /**
     * Creates one more user of a database.
     *
     * @param database one that this server created
     * @param privileges on the existing tables, such as {@code SELECT} and {@code UPDATE}; with none, the user may log in and do nothing
     * @return the same database, seen by the new user; with no privileges the database itself cannot be entered
     * @throws IllegalArgumentException if a privilege is not a word or several words
     */
    public final Database createUser(Database database, String... privileges) {
        for (String privilege : privileges) {
            if (!PRIVILEGE.matcher(privilege).matches()) {
                throw new IllegalArgumentException("not a privilege: " + privilege);
            }
        }
        Database created = new Database(database.name(), database.url(), "u_" + random(), random());
        makeUser(created);
        if (privileges.length > 0) {
            grant(String.join(", ", privileges), created);
        }
        return created;
    }

    /**
     * Returns the URL of a database, which need not exist, with no user in it.
     *
     * @param database its name
     * @return a URL of JDBC, such as {@code jdbc:mysql://host:port/database?options}
     */
    public final String jdbcUrl(String database) {
        return scheme() + host() + ":" + port() + "/" + database + (options.isEmpty() ? "" : "?" + options);
    }

    /** Opens a connection as the administrator, to no database or to that of the administrator, as {@link #connect(String)} does. */
    public final Connection connect() throws SQLException {
        return connect(home());
    }

    /**
     * Opens a connection as the administrator.
     *
     * @param database to be entered
     * @return a connection with auto-commit on
     * @throws SQLException if the server does not answer within 30 s
     */
    public final Connection connect(String database) throws SQLException {
        return connect(database, TIMEOUT);
    }

    private Connection connect(String database, Duration timeout) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        timeouts(timeout).forEach(properties::setProperty);
        return DriverManager.getConnection(jdbcUrl(database), properties);
    }

    final String password() {
        return password;
    }

    final void execute(String sql) {
        execute(home(), List.of(sql));
    }

    /** Executes statements over one connection, since PostgreSQL starts a process for each. Every statement is committed by itself. */
    final void execute(String database, List<String> statements) {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(describe() + ": " + e.getMessage(), e);
        }
    }

    /** The first row of an answer, by its columns; empty if there is none. */
    final Map<String, String> row(String sql) throws SQLException {
        return row(sql, TIMEOUT);
    }

    final Map<String, String> row(String sql, Duration timeout) throws SQLException {
        try (Connection connection = connect(home(), timeout);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            Map<String, String> row = new LinkedHashMap<>();
            if (rows.next()) {
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    row.put(rows.getMetaData().getColumnLabel(i), String.valueOf(rows.getString(i)));
                }
            }
            return row;
        }
    }

    static String random() {
        return UUID.randomUUID().toString().replace("-", "").substring(0, 24);
    }

    /** The number that a version begins with. */
    static String number(String version) {
        Matcher number = NUMBER.matcher(version);
        return number.lookingAt() ? number.group() : version;
    }

    @Override
    final void cleanUp() {
        if (!node().canFault() && !leftovers.isEmpty()) {
            execute(home(), leftovers);
            leftovers.clear();
        }
    }

    @Override
    final boolean refusesLogin(Exception e) {
        return e instanceof SQLException sql
                && String.valueOf(sql.getSQLState()).startsWith("28");
    }

    /** How a URL begins. */
    abstract String scheme();

    /** The database that the administrator enters; empty for none. */
    abstract String home();

    /** The driver's properties for a time-out. */
    abstract Map<String, String> timeouts(Duration timeout);

    /** Creates a database, seen by the administrator, and a user of it. */
    abstract Database create(Database database);

    /** Creates a user who may do nothing. */
    abstract void makeUser(Database created);

    abstract void grant(String privileges, Database created);
}
