package io.distid.sql;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.testkit.BadConfig;
import io.distid.testkit.ConfigPairs;
import io.distid.testkit.FaultableServer;
import io.distid.testservers.Database;
import java.net.InetSocketAddress;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The private server of a contract of a port, with one database for all its tests, to be registered in a static field. */
final class ContractServer implements FaultableServer, BeforeAllCallback, AfterAllCallback {
    /** While the server is down, each call waits that long for a connection; servers and test JVMs stand still for less. */
    private static final String TIMEOUT = "20s";

    private @Nullable PrivateServer server;

    @Override
    public void beforeAll(ExtensionContext context) {
        server = new PrivateServer();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (server != null) {
            server.close();
        }
    }

    private PrivateServer server() {
        return Objects.requireNonNull(server, "no test runs");
    }

    @Override
    public InetSocketAddress address() {
        return server().address();
    }

    @Override
    public void kill() {
        server().kill();
    }

    @Override
    public void restart() {
        server().restart();
    }

    Database database() {
        return server().database();
    }

    /** Settings that lead to it by way of an address, and others in pairs of key and value. */
    Map<String, String> configThrough(InetSocketAddress address, String... settings) {
        Database database = Servers.through(database(), address);
        return ConfigPairs.with(Servers.config(database, "timeout", TIMEOUT), settings);
    }

    void execute(String statement) throws SQLException {
        Servers.execute(database(), statement);
    }

    /** Names the column, so that whoever makes the table by hand is told of it. */
    static BadConfig missingTable(String column) {
        return BadConfig.of(
                "a missing table",
                Map.of("table", "nowhere", "create", "false"),
                ConfigException.class,
                "\"table\"",
                "nowhere",
                column);
    }

    static BadConfig wrongPassword() {
        return BadConfig.of("a wrong password", Map.of("password", "no"), BackendException.class, "\"password\"");
    }

    static BadConfig noServer() {
        return BadConfig.of(
                "a server that is not there",
                Map.of("url", Product.URL + "127.0.0.1:1/x", "timeout", "1s"),
                BackendException.class,
                "127.0.0.1:1");
    }
}
