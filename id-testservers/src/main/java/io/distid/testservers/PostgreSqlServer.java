package io.distid.testservers;

import io.distid.testservers.ServerSettings.SqlEndpoint;
import io.distid.testservers.process.Ports;
import io.distid.testservers.process.SmallDisk;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A real PostgreSQL. It is the endpoint of {@code -Ddistid.postgresql.url=jdbc:postgresql://...} with {@code distid.postgresql.user} and
 * {@code distid.postgresql.password}, or {@code postgres:18} in Docker, or the binaries of io.zonky.test.postgres.
 *
 * <p>Each test should take a {@link #createDatabase() database of its own}. As safe for use by several threads as every {@link RealServer}.
 */
public final class PostgreSqlServer extends SqlServer {
    private static final ServerChoice.Shared<PostgreSqlServer> SHARED = new ServerChoice.Shared<>(() -> open(true));
    /** Whoever may can have statements counted, by an extension that has to be there from the start. */
    static final String COUNTING = "shared_preload_libraries=pg_stat_statements";

    /** What a new server takes of it is less than half. */
    private static final int DISK_MEBIBYTES = 192;

    private PostgreSqlServer(ServerNode node, String options, String user, String password, boolean shared) {
        super(node, options, user, password, shared);
    }

    /** Starts a private server, or connects to the endpoint. */
    public static PostgreSqlServer start() {
        return open(false);
    }

    /** Starts a private process with its data on its own disk of 192 MiB, which {@link #fillDisk()} fills, whatever Docker there is. */
    public static PostgreSqlServer startOnOwnDisk() {
        SmallDisk disk = SmallDisk.of(DISK_MEBIBYTES);
        return ServerChoice.answering(of(EmbeddedPostgreSql.launch(Ports.free(), List.of(), null, disk)));
    }

    /** Starts a private process with settings such as {@code max_connections=20}, which win over the others, whatever Docker there is. */
    public static PostgreSqlServer startWith(String... settings) {
        return ServerChoice.answering(of(EmbeddedPostgreSql.launch(Ports.free(), List.of(settings), null, null)));
    }

    /** Returns the one server of this JVM, which is kept until the JVM ends. It can be neither closed nor faulted. */
    public static PostgreSqlServer shared() {
        return SHARED.get();
    }

    private static PostgreSqlServer open(boolean shared) {
        SqlEndpoint named = ServerSettings.postgreSqlEndpoint();
        if (named != null) {
            ServerNode node = new ServerNode("PostgreSQL", named.host(), named.port());
            return ServerChoice.answering(
                    new PostgreSqlServer(node, named.options(), named.user(), named.password(), shared));
        }
        String secret = random();
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

    @Override
    String scheme() {
        return "jdbc:postgresql://";
    }

    @Override
    String home() {
        return "postgres";
    }

    /** In seconds, as the driver counts. */
    @Override
    Map<String, String> timeouts(Duration timeout) {
        String seconds = Long.toString(timeout.plusMillis(999).toSeconds());
        return Map.of("connectTimeout", seconds, "loginTimeout", seconds, "socketTimeout", seconds);
    }

    @Override
    Database create(Database database) {
        String name = database.name();
        String owner = name + "_owner";
        Database created = createUser(database);
        List<String> statements = new ArrayList<>();
        Map<String, String> found = found(name, owner);
        if (found.get("roles").equals("0")) {
            statements.add("CREATE ROLE " + owner);
            leftovers.add(0, "DROP ROLE IF EXISTS " + owner);
        }
        if (found.get("databases").equals("0")) {
            statements.add("CREATE DATABASE " + name + " OWNER " + owner);
            statements.add("REVOKE ALL ON DATABASE " + name + " FROM PUBLIC");
            leftovers.add(0, "DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
        }
        statements.add("GRANT " + owner + " TO " + created.user());
        // Objects of one user belong to all users of the database.
        statements.add("ALTER ROLE " + created.user() + " IN DATABASE " + name + " SET role = '" + owner + "'");
        execute(home(), statements);
        return created;
    }

    /** How many databases and roles of these names there are. */
    private Map<String, String> found(String database, String role) {
        try {
            return row("SELECT (SELECT count(*) FROM pg_roles WHERE rolname = '" + role + "') AS roles,"
                    + " (SELECT count(*) FROM pg_database WHERE datname = '" + database + "') AS databases");
        } catch (SQLException e) {
            throw new IllegalStateException(describe() + ": " + e.getMessage(), e);
        }
    }

    @Override
    void makeUser(Database created) {
        execute("CREATE ROLE " + created.user() + " LOGIN PASSWORD '" + created.password() + "'");
        leftovers.add("DROP ROLE IF EXISTS " + created.user());
    }

    @Override
    void grant(String privileges, Database created) {
        execute("GRANT CONNECT ON DATABASE " + created.name() + " TO " + created.user());
        execute(
                created.name(),
                List.of("GRANT " + privileges + " ON ALL TABLES IN SCHEMA public TO " + created.user()));
    }

    @Override
    String askVersion(Duration timeout) throws SQLException {
        return "PostgreSQL " + number(row("SHOW server_version", timeout).get("server_version"));
    }
}
