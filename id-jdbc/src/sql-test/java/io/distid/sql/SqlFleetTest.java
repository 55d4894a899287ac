package io.distid.sql;

import io.distid.testkit.fleet.LeasedFleetContract;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;

@Order(1)
@Tag("slow")
class SqlFleetTest extends LeasedFleetContract {
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
    protected Map<String, String> workerConfig() {
        return Map.of(
                "url", server.database().url(),
                "user", server.database().user(),
                "password", server.database().password(),
                "create", "true",
                "max-ahead", "1s");
    }

    /** By {@code -Ddistid.fleet.outage.seconds}, as long as an operator takes to notice. */
    @Override
    protected Duration outage() {
        return Duration.ofSeconds(
                Long.getLong("distid.fleet.outage.seconds", super.outage().toSeconds()));
    }

    @Override
    protected void killServer() {
        server.kill();
    }

    @Override
    protected void startServer() {
        server.restart();
    }
}
