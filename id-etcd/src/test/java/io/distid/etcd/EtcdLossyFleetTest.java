package io.distid.etcd;

import io.distid.testkit.ServerExtension;
import io.distid.testkit.fleet.LossyFleetContract;
import io.distid.testservers.EtcdServer;
import java.net.InetSocketAddress;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Order(2)
@Tag("slow")
class EtcdLossyFleetTest extends LossyFleetContract {
    @RegisterExtension
    final ServerExtension<EtcdServer> server = new ServerExtension<>(EtcdServer::start);

    @Override
    protected String worker() {
        return "etcd";
    }

    @Override
    protected InetSocketAddress server() {
        return server.address();
    }

    @Override
    protected Map<String, String> workerConfigThrough(InetSocketAddress address) {
        return EtcdFixture.through(address, Map.of("create", "true", "max-ahead", "1s"));
    }
}
