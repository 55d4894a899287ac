package io.distid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.testkit.Eventually;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalInt;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A fleet that is lost while a process takes a worker id of it, and made anew by one of another layout: ids of the two can be equal. */
class LeafSnowflakeOtherLayoutTest extends WithLeafSnowflakeFleet {
    private static final String OTHER = "another layout";

    @ParameterizedTest
    @CsvSource({"write, .*/distid/clock", "children, .*/forever", "read, .*/forever/.*"})
    void noIdOfItIsTakenAndItsLayoutStays(String step, String node) throws Exception {
        try (WorkerIds before = fleet.open(8080)) {
            before.acquire(request(LeafSnowflakeFixture.LAYOUT)).release(0);
        }
        try (WorkerIds others = fleet.open(8080);
                WorkerIds ids = new LeafSnowflakeWorkerIds(
                        tree(step, node, () -> takeAndGiveBack(others)),
                        new LeafSnowflakeWorkerIds.Settings(
                                fleet.name,
                                "10.0.0.1:8080",
                                true,
                                null,
                                Duration.ofMillis(300),
                                null,
                                Duration.ofSeconds(1)))) {
            assertThatThrownBy(() -> ids.acquire(request(LeafSnowflakeFixture.LAYOUT)))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("is in use with the layout \"" + OTHER + "\"");
            assertThat(fleet.text("/snowflake/" + fleet.name + "/distid")).isEqualTo(OTHER);
        }
    }

    /** Not before its time, so that the next process of this address finds no upload of the future. */
    private static void takeAndGiveBack(WorkerIds others) {
        WorkerLease lease = others.acquire(request(OTHER));
        Eventually.await("its first id").until(() -> System.currentTimeMillis() > lease.stampedUntil());
        lease.release(lease.stampedUntil());
    }

    /** Loses the fleet once, before the first step of that name and node. */
    private ZooKeeperTree tree(String step, String node, Runnable meanwhile) {
        ZooKeeperTree real = new CuratorTree(ZooKeeperLink.open(fleet.config(8080)));
        boolean[] done = new boolean[1];
        return (ZooKeeperTree) Proxy.newProxyInstance(
                ZooKeeperTree.class.getClassLoader(),
                new Class<?>[] {ZooKeeperTree.class},
                (proxy, method, arguments) -> {
                    if (method.isDefault()) {
                        return InvocationHandler.invokeDefault(proxy, method, arguments);
                    }
                    if (!done[0] && method.getName().equals(step) && ((String) arguments[0]).matches(node)) {
                        done[0] = true;
                        fleet.client.delete().deletingChildrenIfNeeded().forPath("/snowflake/" + fleet.name);
                        meanwhile.run();
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static WorkerRequest request(String layout) {
        return new WorkerRequest(
                        "orders",
                        1023,
                        OptionalInt.empty(),
                        Duration.ofMillis(100),
                        layout,
                        "test-holder",
                        InstantSource.system())
                .withRenewer(lease -> {});
    }
}
