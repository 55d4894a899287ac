package io.distid.sql;

import io.distid.testkit.fleet.LossyFleetContract;
import java.net.InetSocketAddress;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;

@Tag("slow")
@Order(1)
public class SqlLossyFleetTest extends LossyFleetContract {
    private final PrivateServer server = new PrivateServer();

    @AfterEach
    void end() {
        server.close();
    }

    @Override
    protected String worker() {
        return Product.NAME;
    }

    @Override
    protected InetSocketAddress server() {
        return server.address();
    }

    @Override
    protected Map<String, String> workerConfigThrough(InetSocketAddress address) {
        // A login whose answer is lost is waited for that long.
        return Servers.config(Servers.through(server.database(), address), "max-ahead", "1s", "timeout", "5s");
    }
}
