package io.distid.db;

import static io.distid.testkit.ServerAssumptions.orSkip;

import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Assumptions;

/** A server that one test class may hurt, with one database; an endpoint that must not be hurt is used as it is. */
final class PrivateServer implements AutoCloseable {
    private final MySqlServer server = orSkip(MySqlServer::start);
    private final Database database = server.createDatabase();

    Database database() {
        return database;
    }

    MySqlServer server() {
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
