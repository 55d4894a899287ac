package io.distid.zookeeper;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorWatcher;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.curator.framework.api.transaction.CuratorTransactionResult;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/** The tree of a real ensemble. */
final class CuratorTree implements ZooKeeperTree {
    private final ZooKeeperLink link;

    CuratorTree(ZooKeeperLink link) {
        this.link = link;
    }

    @Override
    public String where() {
        return link.where();
    }

    @Override
    public boolean isConnected() {
        return link.isConnected();
    }

    @Override
    public void awaitConnected() {
        link.awaitConnected();
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public @Nullable Node read(String path) throws KeeperException {
        Stat stat = new Stat();
        try {
            byte[] data = link.call(
                    path, client -> client.getData().storingStatIn(stat).forPath(path));
            return new Node(data, stat);
        } catch (KeeperException.NoNodeException e) {
            return null;
        }
    }

    /** All are asked for before the first answers: as many round trips as one. */
    @Override
    public List<@Nullable Node> readAll(List<String> paths) throws KeeperException {
        return paths.isEmpty() ? List.of() : link.call(paths.get(0), client -> readTogether(client, paths));
    }

    private List<@Nullable Node> readTogether(CuratorFramework client, List<String> paths) throws Exception {
        ZooKeeper session = client.getZookeeperClient().getZooKeeper();
        List<CompletableFuture<Optional<Node>>> answers = new ArrayList<>(paths.size());
        for (String path : paths) {
            CompletableFuture<Optional<Node>> answer = new CompletableFuture<>();
            answers.add(answer);
            session.getData(
                    path, false, (code, asked, context, data, stat) -> complete(answer, code, asked, data, stat), null);
        }
        long start = System.nanoTime();
        List<@Nullable Node> found = new ArrayList<>(paths.size());
        for (CompletableFuture<Optional<Node>> answer : answers) {
            long left = link.timeout().toNanos() - (System.nanoTime() - start);
            try {
                found.add(answer.get(Math.max(0, left), TimeUnit.NANOSECONDS).orElse(null));
            } catch (ExecutionException e) {
                throw (KeeperException) e.getCause();
            } catch (TimeoutException e) {
                throw KeeperException.create(KeeperException.Code.REQUESTTIMEOUT, paths.get(0));
            }
        }
        return found;
    }

    private static void complete(
            CompletableFuture<Optional<Node>> answer, int code, String path, byte[] data, Stat stat) {
        if (code == KeeperException.Code.OK.intValue()) {
            answer.complete(Optional.of(new Node(data, stat)));
        } else if (code == KeeperException.Code.NONODE.intValue()) {
            answer.complete(Optional.empty());
        } else {
            answer.completeExceptionally(KeeperException.create(KeeperException.Code.get(code), path));
        }
    }

    @Override
    public @Nullable Stat stat(String path) throws KeeperException {
        return link.call(path, client -> client.checkExists().forPath(path));
    }

    @Override
    public Children children(String path) throws KeeperException {
        Stat stat = new Stat();
        return new Children(
                link.call(
                        path, client -> client.getChildren().storingStatIn(stat).forPath(path)),
                stat);
    }

    @Override
    public Stat create(String path, byte[] data) throws KeeperException {
        Stat stat = new Stat();
        link.call(path, client -> client.create().storingStatIn(stat).forPath(path, data));
        return stat;
    }

    @Override
    public void createWithParents(String path, byte[] data) throws KeeperException {
        link.call(path, client -> client.create().creatingParentsIfNeeded().forPath(path, data));
    }

    @Override
    public String createSequential(String prefix, byte[] data) throws KeeperException {
        return link.call(
                prefix,
                client -> client.create()
                        .withMode(CreateMode.PERSISTENT_SEQUENTIAL)
                        .forPath(prefix, data));
    }

    @Override
    public Stat write(String path, byte[] data, int version) throws KeeperException {
        return link.call(path, client -> client.setData().withVersion(version).forPath(path, data));
    }

    @Override
    public void delete(String path, int version) throws KeeperException {
        link.call(path, client -> client.delete().withVersion(version).forPath(path));
    }

    @Override
    public List<@Nullable Stat> commit(List<Step> steps) throws KeeperException {
        List<CuratorTransactionResult> done =
                link.call(steps.get(0).path(), client -> client.transaction().forOperations(operations(client, steps)));
        List<@Nullable Stat> stats = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            stats.add(steps.get(i) instanceof Write ? done.get(i).getResultStat() : null);
        }
        return stats;
    }

    private static List<CuratorOp> operations(CuratorFramework client, List<Step> steps) throws Exception {
        List<CuratorOp> operations = new ArrayList<>();
        for (Step step : steps) {
            operations.add(operation(client, step));
        }
        return operations;
    }

    private static CuratorOp operation(CuratorFramework client, Step step) throws Exception {
        if (step instanceof Create create) {
            return client.transactionOp().create().forPath(create.path(), create.data());
        }
        if (step instanceof Write write) {
            return client.transactionOp().setData().withVersion(write.version()).forPath(write.path(), write.data());
        }
        return client.transactionOp()
                .delete()
                .withVersion(((Delete) step).version())
                .forPath(step.path());
    }

    @Override
    public boolean changes(String path, long transaction, Duration patience) throws KeeperException {
        CountDownLatch changed = new CountDownLatch(1);
        CuratorWatcher watcher = event -> {
            if (event.getType() != EventType.None) {
                changed.countDown();
            }
        };
        Stat now = link.call(
                path, client -> client.checkExists().usingWatcher(watcher).forPath(path));
        if (now == null || now.getMzxid() != transaction) {
            return true;
        }
        return link.call(path, client -> changed.await(patience.toMillis(), TimeUnit.MILLISECONDS));
    }

    @Override
    public void close() {
        link.close();
    }
}
