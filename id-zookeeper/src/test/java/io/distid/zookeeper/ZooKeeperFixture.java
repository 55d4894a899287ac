package io.distid.zookeeper;

import io.distid.internal.lease.LeaseToken;
import io.distid.spi.IdConfig;
import io.distid.spi.RecordStore;
import io.distid.spi.RecordStore.Header;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordStore.View;
import io.distid.spi.RecordStore.Write;
import io.distid.spi.RecordStore.Written;
import io.distid.testkit.ConfigPairs;
import io.distid.testservers.ZooKeeperEnsemble;
import io.distid.testservers.ZooKeeperServer;
import io.distid.testservers.fault.LossyLink;
import io.distid.worker.StoreWorkerIds;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerRequest;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryNTimes;
import org.jspecify.annotations.Nullable;

/** A server seen past distid's own code, and the requests that tests make. */
final class ZooKeeperFixture {
    /** For servers and test JVMs that stand still; what is to run out is set shorter where that is tested. */
    static final int TIMEOUT_MILLIS = 60_000;

    private static final String NAMESPACE = "orders";
    private static final long LONG_PAST_MILLIS = 36_000_000;

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

    /** A way to the server whose answers a test disturbs. */
    static LossyLink link(ZooKeeperServer server) {
        return new LossyLink(new InetSocketAddress(server.host(), server.port()));
    }

    /** An address as key {@code connect} has it. */
    static String connect(InetSocketAddress address) {
        return address.getHostString() + ":" + address.getPort();
    }

    /** Settings in pairs of key and value, and such as wait longer than any server stands still. */
    static Map<String, String> patient(String... settings) {
        String millis = TIMEOUT_MILLIS + "ms";
        return ConfigPairs.with(Map.of("timeout", millis, "session-timeout", millis), settings);
    }

    static WorkerRequest request(int lastId, Duration reservation) {
        return new WorkerRequest(
                NAMESPACE, lastId, OptionalInt.empty(), reservation, "layout", "node", InstantSource.system());
    }

    /** A source over a connection that a test disturbs. */
    static WorkerIds ids(ZooKeeperTree tree, String path, Duration maxAhead) {
        return new StoreWorkerIds(new ZooKeeperRecordStore(tree, path), maxAhead, StoreWorkerIds.Creation.ALLOWED);
    }

    /** Moves the floor of namespace {@code orders}, as somebody does who knows how the server stands now, to where it is long past. */
    static void moveFloorBack(ZooKeeperServer server, String path) {
        try (RecordStore store = new ZooKeeperRecordStore(tree(server), path)) {
            View view = store.read(NAMESPACE, 0, 1);
            write(
                    store,
                    view.header(),
                    System.currentTimeMillis() - LONG_PAST_MILLIS,
                    view.at().incarnation(),
                    view.count().lost());
        }
    }

    private static void write(RecordStore store, @Nullable Header expected, long floor, String incarnation, long lost) {
        Header next = new Header(LeaseToken.draw(), "layout", floor, incarnation, lost);
        if (!store.writeHeader(NAMESPACE, expected, next)) {
            throw new IllegalStateException("others write the header, too");
        }
    }

    /** The record of a worker id, which is there. */
    static LeaseRecord record(ZooKeeperServer server, String path, int id) {
        try (RecordStore store = new ZooKeeperRecordStore(tree(server), path)) {
            return store.read(NAMESPACE, id, 1).records().get(id);
        }
    }

    /** Makes or replaces a record of namespace {@code orders}, which need not be there yet. */
    static void put(ZooKeeperServer server, String path, int id, long bound, long freeFrom, String holder) {
        try (RecordStore store = new ZooKeeperRecordStore(tree(server), path)) {
            View view = store.read(NAMESPACE, id, 1);
            if (view.header() == null) {
                write(store, null, 0, "", 0);
            }
            LeaseRecord next = new LeaseRecord(LeaseToken.draw(), bound, 0, freeFrom, holder, null);
            Write write = new Write(id, view.records().get(id), next, null);
            if (!(store.write(NAMESPACE, List.of(write)).get(0) instanceof Written)) {
                throw new IllegalStateException("others write the record, too");
            }
        }
    }

    /** Puts the servers back to the copies of their data: all at a time, since none of them answers alone. */
    static void putBack(ZooKeeperEnsemble ensemble) {
        ensemble.members().forEach(ZooKeeperServer::kill);
        CompletableFuture.allOf(ensemble.members().stream()
                        .map(member ->
                                CompletableFuture.runAsync(member::restoreData, task -> new Thread(task).start()))
                        .toArray(CompletableFuture[]::new))
                .join();
    }

    static <T> T ask(ZooKeeperServer server, Question<T> question) throws Exception {
        return ask(server, "", question);
    }

    /** Asks as the user and password of scheme digest, if any are given. */
    static <T> T ask(ZooKeeperServer server, String digest, Question<T> question) throws Exception {
        try (CuratorFramework client = client(server.connectString(), digest)) {
            return question.ask(client);
        }
    }

    /** A client of Curator's, past distid's own code. */
    static CuratorFramework client(String connect, String digest) {
        CuratorFrameworkFactory.Builder builder = CuratorFrameworkFactory.builder()
                .connectString(connect)
                .sessionTimeoutMs(TIMEOUT_MILLIS)
                .connectionTimeoutMs(TIMEOUT_MILLIS)
                .retryPolicy(new RetryNTimes(100, 100));
        if (!digest.isEmpty()) {
            builder.authorization("digest", digest.getBytes(StandardCharsets.UTF_8));
        }
        CuratorFramework client = builder.build();
        client.start();
        return client;
    }
}
