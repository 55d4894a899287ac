package io.distid.zookeeper;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;

@Order(1)
@Tag("slow")
class LeafSnowflakeLossyFleetTest extends ZooKeeperLossyFleetTest {
    @Override
    protected String worker() {
        return "zookeeper-leaf";
    }

    @Override
    protected Map<String, String> workerConfigThrough(InetSocketAddress address) {
        Map<String, String> config = new HashMap<>(super.workerConfigThrough(address));
        config.put("address", "127.0.0.1");
        return config;
    }

    @Override
    protected Map<String, String> nodeConfig(int node) {
        return Map.of("worker.port", Integer.toString(4000 + node), "datacenter-bits", "0", "worker-bits", "10");
    }
}
