package io.distid.testservers;

import io.distid.testservers.ServerSettings.SqlEndpoint;
import io.distid.testservers.process.Ports;
import io.distid.testservers.process.ServerUnavailableException;
import io.distid.testservers.process.SmallDisk;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A real PostgreSQL. It is the endpoint of {@code -Ddistid.postgresql.url=jdbc:postgresql://...} with {@code distid.postgresql.user} and
 * {@code distid.postgresql.password}, or {@code postgres:18} in Docker, or the binaries of io.zonky.test.postgres.
 *
 * <p>Each test should take a {@link #createDatabase() database of its own}. As safe for use by several threads as every {@link RealServer}.
 */
public final class PostgreSqlServer extends RealServer implements SqlServer {
    private static final ServerChoice.Shared<PostgreSqlServer> SHARED = new ServerChoice.Shared<>(() -> open(true));
    private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)*");
    private static final Pattern NAME = Pattern.compile("[a-z0-9_]{1,32}");
    private static final Pattern PRIVILEGE = Pattern.compile("[A-Za-z ]+");
    /** Whoever may can have statements counted, by an extension that has to be there from the start. */
    static final String COUNTING = "shared_preload_libraries=pg_stat_statements";

    /** What a new server takes of it is less than half. */
    private static final int DISK_MEBIBYTES = 192;

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final String options;
    private final String user;
    private final String password;
    private final List<String> leftovers = new ArrayList<>();

    private PostgreSqlServer(ServerNode node, String options, String user, String password, boolean shared) {
        super(node, shared);
        this.options = options;
        this.user = user;
        this.password = password;
    }

    /**
     * Starts a private server, or connects to the endpoint.
     *
     * @return a server that answers
     * @throws ServerUnavailableException if none can be had
     * @throws IllegalArgumentException if a system property is malformed
     */
    public static PostgreSqlServer start() {
        return open(false);
    }

    /**
     * Starts a private server with its data on its own disk of 192 MiB, which {@link #fillDisk()} fills. It is a process of this machine,
     * whatever endpoint or Docker there is.
     *
     * @return a server that answers
     * @throws ServerUnavailableException if none can be had, or no disk can be mounted; the message says what is missing
     */
    public static PostgreSqlServer startOnOwnDisk() {
        SmallDisk disk = SmallDisk.of(DISK_MEBIBYTES);
        return ServerChoice.answering(of(EmbeddedPostgreSql.launch(Ports.free(), List.of(), null, disk)));
    }

    /**
     * Starts a private server with settings of its own. It is a process of this machine, whatever endpoint or Docker there is.
     *
     * @param settings settings such as {@code max_connections=20}, which win over the others
     * @return a server that answers
     * @throws ServerUnavailableException if none can be had
     */
    public static PostgreSqlServer startWith(String... settings) {
        return ServerChoice.answering(of(EmbeddedPostgreSql.launch(Ports.free(), List.of(settings), null, null)));
    }

    /**
     * Returns the one server of this JVM, started when first asked for and kept until the JVM ends. It can be neither
     * closed nor faulted.
     *
     * @return a server that answers
     * @throws ServerUnavailableException if none can be had
     * @throws IllegalArgumentException if a system property is malformed
     */
    public static PostgreSqlServer shared() {
        return SHARED.get();
    }

    /**
     * Creates a database under a new name, and a user who owns it and may do nothing elsewhere.
     *
     * @return the database; on an endpoint it is dropped again by {@link #close()}
     */
    @Override
    public Database createDatabase() {
        return createDatabase("distid_" + MySqlServer.random());
    }

    /**
     * Creates a database, if there is none of this name, and a user who may do everything in it and nothing elsewhere.
     *
     * @param name up to 32 small letters, digits and underscores
     * @return the database; on an endpoint it is dropped again by {@link #close()}
     * @throws IllegalArgumentException if the name is anything else
     */
    public Database createDatabase(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("name must be 1 to 32 small letters, digits and underscores: " + name);
        }
        String owner = name + "_owner";
        if (!exists("pg_roles", "rolname", owner)) {
            execute("CREATE ROLE " + owner);
            leftovers.add(0, "DROP ROLE IF EXISTS " + owner);
        }
        if (!exists("pg_database", "datname", name)) {
            execute("CREATE DATABASE " + name + " OWNER " + owner);
            execute("REVOKE ALL ON DATABASE " + name + " FROM PUBLIC");
            leftovers.add(0, "DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
        }
        Database created = createUser(new Database(name, jdbcUrl(name), user, password));
        execute("GRANT " + owner + " TO " + created.user());
        // Objects of one user belong to all users of the database.
        execute("ALTER ROLE " + created.user() + " IN DATABASE " + name + " SET role = '" + owner + "'");
        return created;
    }

    private boolean exists(String catalog, String column, String name) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT 1 FROM " + catalog + " WHERE " + column + " = '" + name + "'")) {
            return row.next();
        } catch (SQLException e) {
            throw new IllegalStateException(describe() + ": " + e.getMessage(), e);
        }
    }

    /**
     * Creates one more user of a database.
     *
     * @param database one that this server created
     * @param privileges privileges on the existing tables, such as {@code SELECT} and {@code UPDATE}; with none, the user may do
     *     nothing
     * @return the same database, seen by the new user; with no privileges the database itself cannot be entered
     * @throws IllegalArgumentException if a privilege is not a word or several words
     */
    public Database createUser(Database database, String... privileges) {
        for (String privilege : privileges) {
            if (!PRIVILEGE.matcher(privilege).matches()) {
                throw new IllegalArgumentException("not a privilege: " + privilege);
            }
        }
        String name = "u_" + MySqlServer.random();
        String secret = MySqlServer.random();
        execute("CREATE ROLE " + name + " LOGIN PASSWORD '" + secret + "'");
        leftovers.add("DROP ROLE IF EXISTS " + name);
        if (privileges.length > 0) {
            execute("GRANT CONNECT ON DATABASE " + database.name() + " TO " + name);
            execute(
                    database.name(),
                    "GRANT " + String.join(", ", privileges) + " ON ALL TABLES IN SCHEMA public TO " + name);
        }
        return new Database(database.name(), database.url(), name, secret);
    }

    /**
     * Returns the URL of a database, which need not exist, with no user in it.
     *
     * @param database its name
     * @return {@code jdbc:postgresql://host:port/database?options}
     */
    @Override
    public String jdbcUrl(String database) {
        return "jdbc:postgresql://" + host() + ":" + port() + "/" + database + (options.isEmpty() ? "" : "?" + options);
    }

    /**
     * Opens a connection as the administrator, to the database {@code postgres}.
     *
     * @return a connection with auto-commit on
     * @throws SQLException if the server does not answer within 30 s
     */
    @Override
    public Connection connect() throws SQLException {
        return connect("postgres");
    }

    /**
     * Opens a connection as the administrator.
     *
     * @param database the database to enter
     * @return a connection with auto-commit on
     * @throws SQLException if the server does not answer within 30 s
     */
    @Override
    public Connection connect(String database) throws SQLException {
        return connect(database, TIMEOUT);
    }

    private static PostgreSqlServer open(boolean shared) {
        SqlEndpoint named = ServerSettings.postgreSqlEndpoint();
        if (named != null) {
            ServerNode node = new ServerNode("PostgreSQL", named.host(), named.port());
            return ServerChoice.answering(
                    new PostgreSqlServer(node, named.options(), named.user(), named.password(), shared));
        }
        String secret = MySqlServer.random();
        return ServerChoice.start(
                () -> new PostgreSqlServer(inDocker(secret), "", "postgres", secret, shared),
                () -> of(EmbeddedPostgreSql.launch(Ports.free(), List.of(), null, null), shared));
    }

    /** Wraps one of several servers, which need not answer yet. */
    static PostgreSqlServer of(EmbeddedPostgreSql.Launched launched) {
        return of(launched, false);
    }

    private static PostgreSqlServer of(EmbeddedPostgreSql.Launched launched, boolean shared) {
        return new PostgreSqlServer(launched.node(), "", PostgreSqlDistribution.ADMIN, launched.password(), shared);
    }

    private static DockerServer inDocker(String secret) {
        List<String> command = List.of("-c", "max_connections=500", "-c", COUNTING);
        return DockerServer.launch("PostgreSQL", "postgres:18", 5432, Map.of("POSTGRES_PASSWORD", secret), command);
    }

    private Connection connect(String database, Duration timeout) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        // The driver counts in seconds.
        String seconds = Long.toString(timeout.plusMillis(999).toSeconds());
        properties.setProperty("connectTimeout", seconds);
        properties.setProperty("loginTimeout", seconds);
        properties.setProperty("socketTimeout", seconds);
        return DriverManager.getConnection(jdbcUrl(database), properties);
    }

    /** The administrator's password. */
    String password() {
        return password;
    }

    void execute(String sql) {
        execute("postgres", sql);
    }

    private void execute(String database, String sql) {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(describe() + ": " + e.getMessage(), e);
        }
    }

    @Override
    void cleanUp() {
        if (!node().canFault()) {
            leftovers.forEach(this::execute);
            leftovers.clear();
        }
    }

    @Override
    boolean refusesLogin(Exception e) {
        return e instanceof SQLException sql
                && String.valueOf(sql.getSQLState()).startsWith("28");
    }

    @Override
    String askVersion(Duration timeout) throws SQLException {
        try (Connection connection = connect("postgres", timeout);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW server_version")) {
            row.next();
            Matcher number = NUMBER.matcher(row.getString(1));
            return "PostgreSQL " + (number.lookingAt() ? number.group() : row.getString(1));
        }
    }
}
