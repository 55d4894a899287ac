package io.distid.etcd;

import io.distid.testkit.BadConfig;
import io.distid.testkit.FaultableServer;
import io.distid.testkit.ServerExtension;
import io.distid.testkit.contract.FencedLockContract;
import io.distid.testservers.EtcdServer;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.extension.RegisterExtension;

@Order(3)
class EtcdLockContractTest extends FencedLockContract {
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

    @Override
    protected List<BadConfig> badConfigs() {
        return EtcdFixture.badConfigs();
    }

    @Override
    protected void loseRecord(String lock) {
        EtcdFixture.delete(SERVER.get(), "distid/lock/record/" + lock);
    }

    @Override
    protected FaultableServer server() {
        return SERVER;
    }

    @Override
    protected Map<String, String> configThrough(InetSocketAddress address) {
        return EtcdFixture.through(address, config());
    }
}
