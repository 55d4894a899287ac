package io.distid.zookeeper;

import static io.distid.zookeeper.ZooKeeperFixture.ask;
import static io.distid.zookeeper.ZooKeeperFixture.open;
import static io.distid.zookeeper.ZooKeeperFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.ZooKeeperServer;
import io.distid.worker.WorkerIds;
import java.time.Duration;
import java.util.List;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.server.auth.DigestAuthenticationProvider;
import org.junit.jupiter.api.Test;

class ZooKeeperAuthTest {
    private static final Duration RESERVATION = Duration.ofSeconds(3);

    private final ZooKeeperServer server = ServerAssumptions.orSkip(ZooKeeperServer::shared);
    private final String path = ZooKeeperFixture.freshPath();

    private List<ACL> rights(String node) throws Exception {
        return ask(server, "app:right-one", client -> client.getACL().forPath(node));
    }

    @Test
    void nodesOfALoggedInHolderAreItsOwn() throws Exception {
        try (WorkerIds ids = open(server, path, "auth", "app:right-one")) {
            ids.acquire(request(0, RESERVATION)).close();
        }
        String digest = DigestAuthenticationProvider.generateDigest("app:right-one");
        ACL own = new ACL(ZooDefs.Perms.ALL, new Id("digest", digest));
        for (String node : List.of(path, path + "/orders", path + "/orders/0", path + "/:clock")) {
            assertThat(rights(node)).as("rights on %s", node).containsExactly(own);
        }
        assertThatThrownBy(() -> ask(server, client -> client.getData().forPath(path + "/orders/0")))
                .isInstanceOf(KeeperException.NoAuthException.class);
    }

    @Test
    void wrongPasswordAndNoLogInAreSaidAndNotShown() {
        try (WorkerIds ids = open(server, path, "auth", "app:right-one")) {
            ids.acquire(request(0, RESERVATION)).close();
        }
        for (String auth : List.of("app:wrong-one", "other:right-one")) {
            assertThatThrownBy(() -> openAndAcquire("auth", auth))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("ACL of " + path)
                    .hasMessageContaining("auth")
                    .hasMessageNotContaining("-one");
        }
        assertThatThrownBy(() -> openAndAcquire()).isInstanceOf(BackendException.class);
    }

    private void openAndAcquire(String... settings) {
        try (WorkerIds ids = open(server, path, settings)) {
            ids.acquire(request(0, RESERVATION)).close();
        }
    }

    @Test
    void rightsAreWhatTheKeySays() throws Exception {
        String digest = DigestAuthenticationProvider.generateDigest("app:right-one");
        String acl = "digest:" + digest + ":cdrwa,world:anyone:r";
        try (WorkerIds ids = open(server, path, "auth", "app:right-one", "acl", acl)) {
            ids.acquire(request(0, RESERVATION)).close();
        }
        assertThat(rights(path + "/orders/0"))
                .containsExactly(
                        new ACL(ZooDefs.Perms.ALL, new Id("digest", digest)),
                        new ACL(ZooDefs.Perms.READ, ZooDefs.Ids.ANYONE_ID_UNSAFE));
        byte[] readable = ask(server, client -> client.getData().forPath(path + "/orders/0"));
        assertThat(readable).isNotEmpty();
    }

    @Test
    void openRightsMayBeAskedFor() throws Exception {
        try (WorkerIds ids = open(server, path, "auth", "app:right-one", "acl", "open")) {
            ids.acquire(request(0, RESERVATION)).close();
        }
        assertThat(rights(path + "/orders/0")).isEqualTo(ZooDefs.Ids.OPEN_ACL_UNSAFE);
    }

    @Test
    void malformedRightsAreRefused() {
        for (String acl : List.of("everybody", "digest:app", "digest:app:xyz", "world:anyone:")) {
            assertThatThrownBy(() -> open(server, path, "acl", acl))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("\"acl\"");
        }
    }

    @Test
    void creatorsRightsWithoutALogInAreSaid() {
        try (WorkerIds ids = open(server, path, "acl", "creator")) {
            assertThatThrownBy(() -> ids.acquire(request(0, RESERVATION)))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("acl");
        }
    }
}
