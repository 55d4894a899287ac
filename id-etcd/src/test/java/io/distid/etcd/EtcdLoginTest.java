package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.coordination.FencedLocks;
import io.distid.spi.IdConfig;
import io.distid.spi.SegmentStore;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.EtcdOptions;
import io.distid.testservers.EtcdServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A server that asks for a user, who may use no keys but distid's. */
class EtcdLoginTest {
    private static final String PASSWORD = "correct-horse";
    private static EtcdServer server;

    @BeforeAll
    static void start() {
        server = ServerAssumptions.orSkip(() -> EtcdServer.start(EtcdOptions.DEFAULT.with("--bcrypt-cost=4")));
        post("user/add", Map.of("name", "root", "password", "root-password"));
        post("role/add", Map.of("name", "root"));
        post("user/grant", Map.of("user", "root", "role", "root"));
        post("user/add", Map.of("name", "alice", "password", PASSWORD));
        post("role/add", Map.of("name", "distid"));
        post(
                "role/grant",
                Map.of(
                        "name",
                        "distid",
                        "perm",
                        Map.of(
                                "permType",
                                "READWRITE",
                                "key",
                                Transaction.encode("distid/"),
                                "range_end",
                                Transaction.encode(Transaction.end("distid/")))));
        post("user/grant", Map.of("user", "alice", "role", "distid"));
        post("auth/enable", Map.of());
    }

    @AfterAll
    static void close() {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void userWithRightsOnDistidsKeysIsServedByAllPorts() throws Exception {
        Namespace namespace = Namespace.fresh();
        EtcdSegmentStoreProvider segments = new EtcdSegmentStoreProvider();
        try (WorkerIds source = EtcdFixture.workers(config("create", "true"));
                SegmentStore store = segments.open(IdConfig.of(segments, config("create", "true")));
                FencedLocks locks = FencedLocks.open("etcd", config())) {
            RenewedLease lease = namespace.acquireByHand(source);
            lease.renew();
            assertThat(lease.failure()).isNull();
            lease.close();
            assertThat(store.claim("login", 10).size()).isEqualTo(10);
            locks.lock("login").lock().unlock();
        }
    }

    /**
     * etcd forgets its tokens when it is restarted, and answers as to one that was over. A short time to live would not do: the next token
     * may be over before it is used.
     */
    @Test
    void tokenThatIsOverIsReplacedWithinTheCall() {
        Namespace namespace = Namespace.fresh();
        try (WorkerIds source = EtcdFixture.workers(config("create", "true"))) {
            RenewedLease lease = namespace.acquireByHand(source);
            server.restart();
            lease.renew();
            assertThat(lease.failure()).isNull();
            lease.close();
        }
    }

    @Test
    void wrongPasswordIsReportedAndNotRepeated() {
        assertThatThrownBy(() -> EtcdFixture.workers(config("password", "wrong-horse")))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("refused the log-in")
                .hasMessageContaining("user")
                .message()
                .doesNotContain("wrong-horse");
    }

    @Test
    void missingUserIsReported() {
        Map<String, String> config = new HashMap<>(config());
        config.remove("user");
        config.remove("password");
        assertThatThrownBy(() -> EtcdFixture.workers(config))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("refused the log-in")
                .hasMessageContaining("user");
    }

    @Test
    void keysThatTheUserMayNotReadAreReported() {
        assertThatThrownBy(() -> EtcdFixture.workers(config("prefix", "others/workers")))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("lacks a permission")
                .message()
                .doesNotContain(PASSWORD);
    }

    private static void post(String what, Map<String, Object> body) {
        EtcdFixture.post(server, "/v3/auth/" + what.replaceFirst("^auth/", ""), body);
    }

    private static Map<String, String> config(String... settings) {
        Map<String, String> config = new HashMap<>(EtcdFixture.config(server, "user", "alice", "password", PASSWORD));
        for (int i = 0; i < settings.length; i += 2) {
            config.put(settings[i], settings[i + 1]);
        }
        return config;
    }
}
