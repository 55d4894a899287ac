package io.distid.etcd;

import io.distid.testkit.ServerExtension;
import io.distid.testkit.fleet.FencedLockFleetContract;
import io.distid.testservers.EtcdServer;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Order(2)
@Tag("slow")
class EtcdLockFleetTest extends FencedLockFleetContract {
    @RegisterExtension
    static final ServerExtension<EtcdServer> SERVER = new ServerExtension<>(EtcdServer::start);

    @Override
    protected String store() {
        return "etcd";
    }

    @Override
    protected Map<String, String> config() {
        return EtcdFixture.config(SERVER.get());
    }

    /** etcd tells its time in whole seconds, so a lease may be taken for over 2 s late. */
    @Override
    protected Duration pause() {
        return Duration.ofSeconds(5);
    }

    @Override
    protected void stopServer() {
        SERVER.kill();
    }

    @Override
    protected void startServer() {
        SERVER.restart();
    }
}
