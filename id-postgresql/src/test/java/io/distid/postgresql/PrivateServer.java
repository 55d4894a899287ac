package io.distid.postgresql;

import static io.distid.testkit.ServerAssumptions.orSkip;

import io.distid.testservers.Database;
import io.distid.testservers.PostgreSqlServer;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Assumptions;

/** A server that one test class may hurt, with one database; an endpoint that must not be hurt is used as it is. */
final class PrivateServer implements AutoCloseable {
    private final PostgreSqlServer server = orSkip(PostgreSqlServer::start);
    private final Database database = server.createDatabase();

    Database database() {
        return database;
    }

    PostgreSqlServer server() {
        return server;
    }

    InetSocketAddress address() {
        return new InetSocketAddress(server.host(), server.port());
    }

    void kill() {
        Assumptions.assumeTrue(server.canFault(), () -> server + " was not started here and must not be killed");
        server.kill();
    }

    void restart() {
        if (server.canFault()) {
            server.restart();
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
