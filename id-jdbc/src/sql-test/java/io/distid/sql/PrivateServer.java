package io.distid.sql;

import io.distid.testservers.Database;
import io.distid.testservers.SqlServer;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Assumptions;

/** A server that one test class may hurt, with one database; an endpoint that must not be hurt is used as it is. */
public final class PrivateServer implements AutoCloseable {
    private final SqlServer server = Product.start();
    private final Database database = server.createDatabase();

    public Database database() {
        return database;
    }

    public SqlServer server() {
        return server;
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(server.host(), server.port());
    }

    public void kill() {
        Assumptions.assumeTrue(server.canFault(), () -> server + " was not started here and must not be killed");
        server.kill();
    }

    public void restart() {
        if (server.canFault()) {
            server.restart();
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
