package io.distid.zookeeper;

import static io.distid.zookeeper.LeafSnowflakeFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.spi.IdConfig;
import io.distid.worker.WorkerIds;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings that do not fit, log-ins and rights. */
class LeafSnowflakeConfigTest extends WithLeafSnowflakeFleet {
    private static final String SECRET = "leaf-user:s3cret-of-the-fleet";

    @ParameterizedTest
    @CsvSource({
        "name, a/b",
        "name, ../x",
        "leaf-name, .",
        "leaf-name, ..",
        "ip, 10.0.0.1/8",
        "port, 0",
        "port, 65536",
        "port, http",
        "reuse-after, 59s",
        "connect, nowhere",
        "create, perhaps",
        "no-such-key, 1"
    })
    void badValuesAreRefusedWithTheirKey(String key, String value) {
        assertThatThrownBy(() -> fleet.config(8080, key, value))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(key);
    }

    @Test
    void namespaceThatIsNoElementOfAPathIsNoName() {
        Map<String, String> given = Map.of("connect", fleet.connect, "address", "10.0.0.1", "port", "80");
        LeafSnowflakeWorkerIdsProvider provider = new LeafSnowflakeWorkerIdsProvider();
        try (WorkerIds source = provider.open(IdConfig.of(provider, given))) {
            for (String namespace : List.of(".", "..")) {
                assertThatThrownBy(() -> source.acquire(request(1023).withNamespace(namespace)))
                        .isInstanceOf(ConfigException.class)
                        .hasMessageContaining("namespace is \"" + namespace + "\": must be neither");
            }
        }
    }

    @Test
    void portIsNotGuessed() {
        IdConfig config = IdConfig.of(new LeafSnowflakeWorkerIdsProvider(), Map.of("leaf-name", fleet.name));
        assertThatThrownBy(() -> new LeafSnowflakeWorkerIdsProvider().open(config))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("\"port\"");
    }

    @Test
    void chrootThatIsMissingIsAnError() {
        String connect = fleet.connect + "/no-such-chroot";
        try (WorkerIds source = fleet.open(8080, "connect", connect)) {
            assertThatThrownBy(() -> source.acquire(request(1023)))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("chroot");
        }
    }

    @Test
    void nodeWithoutAnUploadIsRefusedAndNotReadAsTimeZero() throws Exception {
        String node = fleet.leafJoins("10.0.0.1:8080", 1);
        fleet.client.setData().forPath(node, new byte[0]);
        try (WorkerIds source = fleet.open(8080)) {
            assertThatThrownBy(() -> source.acquire(request(1023)))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining(node);
        }
    }

    @Test
    void nodesBelongToTheirCreatorWhenItLogsIn() throws Exception {
        try (WorkerIds ours = fleet.open(8080, "auth", SECRET);
                WorkerIds nobodys = fleet.open(8081);
                WorkerIds wrong = fleet.open(8082, "auth", "leaf-user:other")) {
            ours.acquire(request(1023)).close();
            fleet.client.getZookeeperClient().getZooKeeper().addAuthInfo("digest", LeafSnowflakeFixture.bytes(SECRET));
            assertThat(fleet.client.getACL().forPath(fleet.path(8080, 0)))
                    .singleElement()
                    .satisfies(acl -> assertThat(acl.getId().getId()).startsWith("leaf-user:"));
            assertThat(fleet.client.getACL().forPath(fleet.record(0)))
                    .isEqualTo(fleet.client.getACL().forPath(fleet.path(8080, 0)));
            for (WorkerIds source : new WorkerIds[] {nobodys, wrong}) {
                Throwable error = catchThrowable(() -> source.acquire(request(1023)));
                assertThat(error)
                        .isInstanceOf(BackendException.class)
                        .hasMessageContaining("ACL")
                        .hasMessageContaining("auth");
                assertThat(trace(error)).doesNotContain("s3cret").doesNotContain("leaf-user:other");
            }
            ours.acquire(request(1023)).close();
            assertThat(ours.toString()).doesNotContain("s3cret");
        }
    }

    @Test
    void rightsMayBeListed() throws Exception {
        try (WorkerIds source = fleet.open(8080, "acl", "world:anyone:cdrwa,ip:127.0.0.1:r")) {
            source.acquire(request(1023)).close();
            assertThat(fleet.client.getACL().forPath(fleet.path(8080, 0))).hasSize(2);
        }
    }

    private static String trace(Throwable error) {
        StringWriter trace = new StringWriter();
        error.printStackTrace(new PrintWriter(trace));
        return trace.toString();
    }
}
