package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.coordination.FencedLocks;
import io.distid.coordination.LockGrant;
import io.distid.spi.IdConfig;
import io.distid.spi.SegmentStore;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.EtcdOptions;
import io.distid.testservers.EtcdServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server whose log-ins are JSON web tokens: each change of users or roles makes those that were given before it stale, for as long as they last. */
class EtcdJwtTest {
    private static final String PASSWORD = "correct-horse";

    @TempDir
    Path directory;

    @Test
    void userThatIsAddedCostsNoCallOfUsersThatAreLoggedIn() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2_048);
        KeyPair keys = generator.generateKeyPair();
        String tokens = "--auth-token=jwt,pub-key=" + pem("PUBLIC KEY", keys.getPublic()) + ",priv-key="
                + pem("PRIVATE KEY", keys.getPrivate()) + ",sign-method=RS256,ttl=24h";
        try (EtcdServer server = ServerAssumptions.orSkip(() ->
                EtcdServer.start(EtcdOptions.DEFAULT.with("--bcrypt-cost=4").with(tokens)))) {
            EtcdFixture.post(server, "/v3/auth/user/add", Map.of("name", "root", "password", PASSWORD));
            EtcdFixture.post(server, "/v3/auth/role/add", Map.of("name", "root"));
            EtcdFixture.post(server, "/v3/auth/user/grant", Map.of("user", "root", "role", "root"));
            EtcdFixture.post(server, "/v3/auth/enable", Map.of());
            requireThatAllGoesOn(server);
        }
    }

    private static void requireThatAllGoesOn(EtcdServer server) throws Exception {
        Map<String, String> config = EtcdFixture.config(server, "user", "root", "password", PASSWORD, "create", "true");
        Map<String, String> locking = EtcdFixture.config(server, "user", "root", "password", PASSWORD);
        EtcdSegmentStoreProvider segments = new EtcdSegmentStoreProvider();
        EtcdLink operator = new EtcdLink(IdConfig.of(new EtcdLockStoreProvider(), locking));
        try (WorkerIds source = EtcdFixture.workers(config);
                SegmentStore store = segments.open(IdConfig.of(segments, config));
                FencedLocks locks = FencedLocks.open("etcd", locking)) {
            RenewedLease lease = Namespace.fresh().acquireByHand(source);
            long last = store.claim("jwt", 10).end();
            LockGrant grant = locks.lock("jwt").lock();

            operator.call("/v3/auth/user/add", Map.of("name", "bob", "password", PASSWORD));

            lease.renew();
            assertThat(lease.failure()).as("failure of a renewal").isNull();
            assertThat(store.claim("jwt", 10).start()).isEqualTo(last);
            grant.extend(Duration.ofMinutes(10));
            grant.unlock();
            lease.close();
        } finally {
            operator.close();
        }
    }

    private Path pem(String what, Key key) throws Exception {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded());
        Path file = directory.resolve(what.replace(' ', '-') + ".pem");
        return Files.writeString(file, "-----BEGIN " + what + "-----\n" + body + "\n-----END " + what + "-----\n");
    }
}
