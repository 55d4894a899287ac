package io.distid.etcd;

import io.distid.testkit.BadConfig;
import io.distid.testkit.FaultableServer;
import io.distid.testkit.ServerExtension;
import io.distid.testkit.contract.SegmentStoreContract;
import io.distid.testservers.EtcdServer;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.extension.RegisterExtension;

@Order(3)
class EtcdSegmentStoreContractTest extends SegmentStoreContract {
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

    /** Processes that claim small ranges at once are in each other's way here: each has to begin with what the others wrote. */
    @Override
    protected int claimsPerThread() {
        return 5;
    }

    @Override
    protected List<BadConfig> badConfigs() {
        return EtcdFixture.badConfigs();
    }

    @Override
    protected void createTag(String tag, long start, int step) {
        EtcdFixture.put(SERVER.get(), "distid/segments/step/" + tag, Integer.toString(step));
        rollBack(tag, start);
    }

    @Override
    protected void rollBack(String tag, long to) {
        EtcdFixture.put(SERVER.get(), "distid/segments/max/" + tag, Long.toString(to - 1));
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
