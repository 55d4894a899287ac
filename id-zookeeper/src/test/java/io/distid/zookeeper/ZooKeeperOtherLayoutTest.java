package io.distid.zookeeper;

import static io.distid.zookeeper.ZooKeeperFixture.open;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.ZooKeeperServer;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A namespace that is lost while a process takes a worker id of it, and made anew by one of another layout: ids of the two can be equal. */
class ZooKeeperOtherLayoutTest {
    private static final Duration RESERVATION = Duration.ofMinutes(2);
    private static final Duration MAX_AHEAD = Duration.ofSeconds(1);

    private final ZooKeeperServer server = ServerAssumptions.orSkip(ZooKeeperServer::shared);
    private final String path = ZooKeeperFixture.freshPath();
    private final WorkerIds others = open(server, path);

    @AfterEach
    void end() {
        others.close();
    }

    @ParameterizedTest
    @CsvSource({"read, 0, 0", "read, 1, 0", "commit, 0, 0", "commit, 1, 0", "commit, 0, 3", "commit, 1, 3"})
    void noIdOfItIsTaken(String step, int releases, int preferredId) {
        try (WorkerIds before = open(server, path)) {
            before.acquire(request("layout", 1).withPreferredId(0)).release(0);
        }
        try (WorkerIds ids = ZooKeeperFixture.ids(tree(step, () -> lose(releases)), path, MAX_AHEAD)) {
            WorkerRequest request = request("layout", 3).withPreferredId(preferredId);
            assertThatThrownBy(() -> ids.acquire(request))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("is in use with the layout \"other\"");
        }
    }

    /** The same request has its id where nothing of that happens. */
    @Test
    void idIsTakenOfANamespaceOfItsOwnLayout() {
        try (WorkerIds ids = ZooKeeperFixture.ids(tree("none", () -> {}), path, MAX_AHEAD)) {
            WorkerLease lease = ids.acquire(request("layout", 3).withPreferredId(3));
            assertThat(lease.workerId()).isEqualTo(3);
            lease.close();
        }
    }

    /** The namespace, to one who takes an id of it for another layout, and gives some back. */
    private void lose(int releases) {
        try {
            ZooKeeperFixture.ask(
                    server, client -> client.delete().deletingChildrenIfNeeded().forPath(path + "/orders"));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        for (int id = 0; id < releases; id++) {
            others.acquire(request("other", 3).withPreferredId(id)).release(0);
        }
        others.acquire(request("other", 3).withPreferredId(2));
    }

    /** Once, before the first step of that name that is about a worker id. */
    private ZooKeeperTree tree(String step, Runnable meanwhile) {
        ZooKeeperTree real = ZooKeeperFixture.tree(server);
        boolean[] done = new boolean[1];
        return (ZooKeeperTree) Proxy.newProxyInstance(
                ZooKeeperTree.class.getClassLoader(),
                new Class<?>[] {ZooKeeperTree.class},
                (proxy, method, arguments) -> {
                    if (method.isDefault()) {
                        // One request after the other.
                        return InvocationHandler.invokeDefault(proxy, method, arguments);
                    }
                    boolean isDue = method.getName().equals(step) && isAboutAnId(arguments[0]);
                    if (isDue && !done[0]) {
                        done[0] = true;
                        meanwhile.run();
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static boolean isAboutAnId(Object argument) {
        return argument instanceof List<?> steps
                ? isAboutAnId(((ZooKeeperTree.Step) steps.get(steps.size() - 1)).path())
                : ((String) argument).matches(".*/\\d+");
    }

    private static WorkerRequest request(String layout, int lastId) {
        return new WorkerRequest(
                        "orders", lastId, OptionalInt.empty(), RESERVATION, layout, "node", InstantSource.system())
                .withRenewer(lease -> {});
    }
}
