package io.distid.zookeeper;

import io.distid.internal.lease.LeaseToken;
import io.distid.spi.IdConfig;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordText;
import io.distid.testkit.ConfigPairs;
import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.testservers.ZooKeeperServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/** A fleet in a chroot of its own, whatever rights it has there, and a client that does to it what Leaf and operators do, past distid's own code. */
final class LeafSnowflakeFixture implements AutoCloseable {
    static final Duration RESERVATION = Duration.ofMillis(900);
    static final String LAYOUT = "41 ms, 10 worker, 12 sequence, from 2010-11-04";

    final String name = "my-fleet-1";
    final CuratorFramework client;
    final String connect;

    LeafSnowflakeFixture(ZooKeeperServer server) {
        String chroot = "/test-" + UUID.randomUUID();
        try (CuratorFramework outside = ZooKeeperFixture.client(server.connectString(), "")) {
            outside.create().forPath(chroot);
        } catch (Exception e) {
            throw new IllegalStateException("cannot make " + chroot + " on " + server, e);
        }
        connect = server.connectString() + chroot;
        client = ZooKeeperFixture.client(connect, "");
    }

    /** Opens a source for a process at that port. */
    WorkerIds open(int port, String... settings) {
        return new LeafSnowflakeWorkerIdsProvider().open(config(port, settings));
    }

    /** The same over a connection that a test disturbs, or with what no key allows. */
    WorkerIds open(ZooKeeperTree tree, int port, @Nullable Duration reuseAfter) {
        return LeafSnowflakeWorkerIdsProvider.open(
                tree,
                name,
                new LeafSnowflakeFleet.Settings("10.0.0.1:" + port, true, reuseAfter, Duration.ofSeconds(1)));
    }

    /** A connection of distid's own. */
    ZooKeeperTree tree() {
        return new CuratorTree(ZooKeeperLink.open(config(8080)));
    }

    IdConfig config(int port, String... settings) {
        Map<String, String> config = ConfigPairs.with(
                ZooKeeperFixture.patient(
                        "connect",
                        connect,
                        "leaf-name",
                        name,
                        "address",
                        "10.0.0.1",
                        "port",
                        Integer.toString(port),
                        "create",
                        "true",
                        "max-ahead",
                        "1s"),
                settings);
        return IdConfig.of(new LeafSnowflakeWorkerIdsProvider(), config);
    }

    static WorkerRequest request(int lastId) {
        return request(0, lastId, InstantSource.system());
    }

    static WorkerRequest request(int firstId, int lastId, InstantSource clock) {
        return new WorkerRequest(
                "orders", firstId, lastId, OptionalInt.empty(), RESERVATION, LAYOUT, "test-holder", clock);
    }

    /** Releases at the bound, once that lies above the stamp of the holder before; returns it. */
    static long use(RenewedLease byHand) {
        Leases.renewAbove(byHand, byHand.stampedUntil());
        long stamp = byHand.reservedUntil();
        byHand.release(stamp);
        return stamp;
    }

    /** Waits until the first holder of a number may issue. */
    static void awaitStart(WorkerLease lease) {
        Eventually.await("the first id").until(() -> System.currentTimeMillis() > lease.stampedUntil() + 100);
        Eventually.await("a renewal").until(() -> lease.reservedUntil() > System.currentTimeMillis());
    }

    /** What a Leaf does at its first start. */
    String leafJoins(String address, long timestamp) throws Exception {
        return client.create()
                .creatingParentsIfNeeded()
                .withMode(CreateMode.PERSISTENT_SEQUENTIAL)
                .forPath(forever() + "/" + address + "-", leafUpload(address, timestamp));
    }

    /** What a Leaf does every three seconds. */
    void leafUploads(String path, String address, long timestamp) throws Exception {
        client.setData().forPath(path, leafUpload(address, timestamp));
    }

    private static byte[] leafUpload(String address, long timestamp) {
        int colon = address.indexOf(':');
        return bytes("{\"ip\":\"" + address.substring(0, colon) + "\",\"port\":\"" + address.substring(colon + 1)
                + "\",\"timestamp\":" + timestamp + "}");
    }

    /** Has somebody hold a number for an hour, whom nothing delays. */
    void holdForAnHour(int port, int number) throws Exception {
        LeaseRecord record = RecordText.record(text(record(number)), null, record(number));
        long until = System.currentTimeMillis() + 3_600_000;
        LeaseRecord held =
                new LeaseRecord(LeaseToken.draw(), record.bound(), record.stamped(), until, "another holder", null);
        client.transaction()
                .forOperations(
                        client.transactionOp()
                                .setData()
                                .forPath(path(port, number), leafUpload("10.0.0.1:" + port, record.bound() + 1)),
                        client.transactionOp().setData().forPath(record(number), bytes(RecordText.of(held))));
    }

    String forever() {
        return "/snowflake/" + name + "/forever";
    }

    String path(int port, int number) {
        return forever() + "/" + new LeafSnowflakeNode("10.0.0.1:" + port, number).name();
    }

    String records() {
        return "/snowflake/" + name + "/distid";
    }

    String record(int number) {
        return records() + "/" + number;
    }

    List<String> nodes() throws Exception {
        return client.getChildren().forPath(forever()).stream().sorted().toList();
    }

    String text(String path) throws Exception {
        return new String(client.getData().forPath(path), StandardCharsets.UTF_8);
    }

    long timestamp(String path) throws Exception {
        return LeafSnowflakeUpload.timestamp(path, client.getData().forPath(path));
    }

    Stat stat(String path) throws Exception {
        return client.checkExists().forPath(path);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        client.close();
    }
}
