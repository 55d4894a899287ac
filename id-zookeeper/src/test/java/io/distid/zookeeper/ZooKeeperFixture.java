package io.distid.zookeeper;

import io.distid.spi.IdConfig;
import io.distid.testkit.ConfigPairs;
import io.distid.testservers.ZooKeeperServer;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryNTimes;

/** A server seen past distid's own code, and the requests that tests make. */
final class ZooKeeperFixture {
    /** For servers and test JVMs that stand still; what is to run out is set shorter where that is tested. */
    static final int TIMEOUT_MILLIS = 60_000;

    /** Of namespaces; in ms above the time at which it is written. */
    static final String FLOOR_LONG_PAST = "-36000000";

    private ZooKeeperFixture() {}

    /** An operation on the server. */
    interface Question<T> {
        /** Asks. */
        T ask(CuratorFramework client) throws Exception;
    }

    /** A path that no other test and no other run has: the server may be an endpoint that somebody else runs. */
    static String freshPath() {
        return "/distid-test-" + UUID.randomUUID();
    }

    static WorkerIds open(ZooKeeperServer server, String path, String... settings) {
        return open(server.connectString(), path, settings);
    }

    static WorkerIds open(String connect, String path, String... settings) {
        Map<String, String> config = ConfigPairs.with(
                patient("connect", connect, "path", path, "create", "true", "max-ahead", "1s"), settings);
        ZooKeeperWorkerIdsProvider provider = new ZooKeeperWorkerIdsProvider();
        return provider.open(IdConfig.of(provider, config));
    }

    /** A connection of distid's own. */
    static ZooKeeperTree tree(ZooKeeperServer server, String... settings) {
        return tree(server.connectString(), settings);
    }

    static ZooKeeperTree tree(String connect, String... settings) {
        Map<String, String> config = ConfigPairs.with(patient("connect", connect), settings);
        return new CuratorTree(ZooKeeperLink.open(IdConfig.of(new ZooKeeperWorkerIdsProvider(), config)));
    }

    /** Settings in pairs of key and value, and such as wait longer than any server stands still. */
    static Map<String, String> patient(String... settings) {
        String millis = TIMEOUT_MILLIS + "ms";
        return ConfigPairs.with(Map.of("timeout", millis, "session-timeout", millis), settings);
    }

    static WorkerRequest request(int lastId, Duration reservation) {
        return request(lastId, reservation, InstantSource.system());
    }

    static WorkerRequest request(int lastId, Duration reservation, InstantSource clock) {
        return new WorkerRequest("orders", lastId, OptionalInt.empty(), reservation, "layout", "node", clock);
    }

    /** Moves the floor of namespace {@code orders}, which need not be there yet, to where it is long past. */
    static void moveFloorBack(ZooKeeperServer server, String path) throws Exception {
        ask(
                server,
                client -> client.create()
                        .orSetData()
                        .creatingParentsIfNeeded()
                        .forPath(path + "/orders/floor", FLOOR_LONG_PAST.getBytes(StandardCharsets.UTF_8)));
    }

    static <T> T ask(ZooKeeperServer server, Question<T> question) throws Exception {
        return ask(server, "", question);
    }

    /** Asks as the user and password of scheme digest, if any are given. */
    static <T> T ask(ZooKeeperServer server, String digest, Question<T> question) throws Exception {
        CuratorFrameworkFactory.Builder builder = CuratorFrameworkFactory.builder()
                .connectString(server.connectString())
                .sessionTimeoutMs(TIMEOUT_MILLIS)
                .connectionTimeoutMs(TIMEOUT_MILLIS)
                .retryPolicy(new RetryNTimes(20, 100));
        if (!digest.isEmpty()) {
            builder.authorization("digest", digest.getBytes(StandardCharsets.UTF_8));
        }
        try (CuratorFramework client = builder.build()) {
            client.start();
            return question.ask(client);
        }
    }
}
