package io.distid.etcd;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.coordination.CompareAndSetLocks;
import io.distid.coordination.LockStore;
import io.distid.spi.IdConfig;
import io.distid.testkit.BadConfig;
import io.distid.testkit.ConfigPairs;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.EtcdOptions;
import io.distid.testservers.EtcdServer;
import io.distid.worker.WorkerIds;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The servers, seen past distid's stores. */
final class EtcdFixture {
    /** For servers and test JVMs that stand still; what is to run out is set shorter where that is tested. */
    static final int TIMEOUT_MILLIS = 60_000;

    /** How long {@link #locks} keep a record. */
    static final Duration KEEP = Duration.ofDays(2);

    private EtcdFixture() {}

    static EtcdServer server() {
        return ServerAssumptions.orSkip(EtcdServer::shared);
    }

    /** What all ports refuse, beyond what their keys say. */
    static List<BadConfig> badConfigs() {
        return List.of(
                BadConfig.of("a prefix with a space", Map.of("prefix", "a b"), ConfigException.class, "a b"),
                BadConfig.of(
                        "a port above 65535",
                        Map.of("endpoints", "http://127.0.0.1:70000"),
                        ConfigException.class,
                        "65535"),
                BadConfig.of("a user without a password", Map.of("user", "alice"), ConfigException.class, "password"),
                BadConfig.of(
                        "a file that is not there", Map.of("tls-ca", "/no/such/file"), ConfigException.class, "tls-ca"),
                BadConfig.of(
                        "no server at that port",
                        Map.of("endpoints", "http://127.0.0.1:1"),
                        BackendException.class,
                        "http://127.0.0.1:1"));
    }

    /** A cluster of its own, also where the tests' server is an endpoint: that one is not given options. */
    static EtcdServer ownCluster() {
        return ServerAssumptions.orSkip(
                () -> EtcdServer.start(EtcdOptions.DEFAULT.with("--initial-cluster-token=own")));
    }

    /** Settings that wait longer than any server stands still, and others in pairs of key and value. */
    static Map<String, String> config(EtcdServer server, String... settings) {
        return ConfigPairs.with(Map.of("endpoints", server.endpoints(), "timeout", TIMEOUT_MILLIS + "ms"), settings);
    }

    /** The same settings, by way of another address. */
    static Map<String, String> through(InetSocketAddress address, Map<String, String> config) {
        Map<String, String> through = new HashMap<>(config);
        through.put("endpoints", "http://" + address.getHostString() + ":" + address.getPort());
        return through;
    }

    static WorkerIds workers(Map<String, String> config) {
        EtcdWorkerIdsProvider provider = new EtcdWorkerIdsProvider();
        return provider.open(IdConfig.of(provider, config));
    }

    /** A connection of a source of worker ids, for tests that look at what it is asked. */
    static Etcd connect(EtcdServer server) {
        return EtcdGateway.connect(IdConfig.of(new EtcdWorkerIdsProvider(), config(server)), Namespace.PREFIX + "/");
    }

    /** Locks by a connection that a test sees; their records have keys as those of {@link EtcdLockStoreProvider}. */
    static LockStore locks(EtcdServer server, String prefix, EtcdCall.Seen seen) {
        EtcdLink link = new EtcdLink(IdConfig.of(new EtcdLockStoreProvider(), config(server)));
        String records = prefix + "/record/";
        return new CompareAndSetLocks(new EtcdLockRecords(
                EtcdCall.seen(new EtcdGateway(link, null), seen),
                records,
                KEEP,
                new LockEvents(link, records, Duration.ofDays(1))));
    }

    /** Asks a server for something by a connection of its own. */
    static <T extends @Nullable Object> T ask(EtcdServer server, Function<EtcdGateway, T> question) {
        EtcdWorkerIdsProvider provider = new EtcdWorkerIdsProvider();
        Map<String, String> config = config(server, "endpoints", server.plainUrl());
        EtcdGateway etcd = new EtcdGateway(new EtcdLink(IdConfig.of(provider, config)), null);
        try {
            return question.apply(etcd);
        } finally {
            etcd.close();
        }
    }

    /** A key, null if there is none. */
    static Etcd.@Nullable Entry entry(EtcdServer server, String key) {
        return EtcdFixture.<Etcd.@Nullable Entry>ask(server, etcd -> etcd.get(key));
    }

    /** A key that must be there. */
    static Etcd.Entry present(EtcdServer server, String key) {
        return Objects.requireNonNull(entry(server, key), key);
    }

    /** Posts to a server what the stores have no use for. */
    static EtcdAnswer post(EtcdServer server, String path, Map<String, Object> body) {
        EtcdWorkerIdsProvider provider = new EtcdWorkerIdsProvider();
        EtcdLink link = new EtcdLink(IdConfig.of(provider, config(server, "endpoints", server.plainUrl())));
        try {
            return link.call(path, body);
        } finally {
            link.close();
        }
    }

    static String incarnation(EtcdServer server) {
        return ask(server, etcd -> etcd.commit(new Transaction().read("none")).incarnation());
    }

    static long revision(EtcdServer server) {
        return ask(server, etcd -> etcd.range("none").revision());
    }

    static void put(EtcdServer server, String key, String value) {
        ask(server, etcd -> etcd.commit(new Transaction().put(key, value)));
    }

    static void delete(EtcdServer server, String... keys) {
        for (String key : keys) {
            post(server, "/v3/kv/deleterange", Map.of("key", Transaction.encode(key)));
        }
    }

    static void deleteAll(EtcdServer server, String prefix) {
        post(server, "/v3/kv/deleterange", Transaction.range(prefix));
    }
}
