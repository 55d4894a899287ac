package io.distid.testservers;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Order;

@Order(1)
class ZooKeeperEnsembleTest extends EnsembleContract<ZooKeeperServer, ZooKeeperEnsemble> {
    /** Short, since a server that is paused takes connections; a client tries each of three for a third of it. */
    private static final Duration TIMEOUT = Duration.ofSeconds(6);

    private static final Duration CUT = Duration.ofSeconds(2);

    @Override
    ZooKeeperEnsemble startEnsemble() {
        return ZooKeeperEnsemble.start();
    }

    @Override
    void write(ZooKeeperEnsemble ensemble, String value) throws Exception {
        ZooKeeperClient.with(ensemble.connectString(), TIMEOUT, client -> write(client, value));
    }

    private static String write(ZooKeeper client, String value) throws KeeperException, InterruptedException {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        if (client.exists("/key", false) == null) {
            return client.create("/key", bytes, Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
        }
        return client.setData("/key", bytes, -1).toString();
    }

    @Override
    String read(ZooKeeperEnsemble ensemble, ZooKeeperServer member) throws Exception {
        return ZooKeeperClient.with(
                member.connectString(),
                TestServers.LIMIT,
                client -> new String(client.getData("/key", false, null), StandardCharsets.UTF_8));
    }

    /** One that is cut off says that it serves nobody. */
    @Override
    boolean lacks(ZooKeeperEnsemble ensemble, ZooKeeperServer member, String value) {
        return !member.answers(TestServers.LIMIT);
    }

    @Override
    boolean servesClients(ZooKeeperEnsemble ensemble, ZooKeeperServer member) {
        int index = ensemble.members().indexOf(member);
        try {
            ZooKeeperClient.with(ensemble.connectString().split(",")[index], CUT, client -> "connected");
            return true;
        } catch (Exception e) {
            return false;
        }
    }
}
