package io.distid.etcd;

import io.distid.testkit.ServerExtension;
import io.distid.testkit.fleet.LeasedFleetContract;
import io.distid.testservers.EtcdServer;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Order(2)
@Tag("slow")
class EtcdFleetTest extends LeasedFleetContract {
    @RegisterExtension
    final ServerExtension<EtcdServer> server = new ServerExtension<>(EtcdServer::start);

    @Override
    protected String worker() {
        return "etcd";
    }

    @Override
    protected Map<String, String> workerConfig() {
        return EtcdFixture.config(server.get(), "create", "true", "max-ahead", "1s");
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
