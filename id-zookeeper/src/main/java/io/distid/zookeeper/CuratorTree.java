package io.distid.zookeeper;

import java.util.ArrayList;
import java.util.List;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.OpResult;
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

    @Override
    public List<@Nullable Node> readAll(List<String> paths) throws KeeperException {
        if (paths.isEmpty()) {
            return List.of();
        }
        Pipeline pipeline = Pipeline.over(link, paths.get(0));
        int last = paths.size() - 1;
        List<Pipeline.Answer<Node>> answers =
                paths.subList(0, last).stream().map(pipeline::read).toList();
        Node lastFound = orNull(() -> pipeline.last(paths.get(last), session -> {
            Stat stat = new Stat();
            return new Node(session.getData(paths.get(last), false, stat), stat);
        }));
        List<@Nullable Node> found = new ArrayList<>(paths.size());
        for (Pipeline.Answer<Node> answer : answers) {
            found.add(orNull(answer::get));
        }
        found.add(lastFound);
        return found;
    }

    @Override
    public Look look(List<String> paths, String clock) throws KeeperException {
        Pipeline pipeline = Pipeline.over(link, clock);
        Pipeline.Answer<String> current = pipeline.sync(clock);
        List<Pipeline.Answer<Node>> answers = paths.stream().map(pipeline::read).toList();
        Stat written = orNull(() -> pipeline.last(clock, session -> session.setData(clock, new byte[0], ANY_VERSION)));
        current.get();
        List<@Nullable Node> nodes = new ArrayList<>(paths.size());
        for (Pipeline.Answer<Node> answer : answers) {
            nodes.add(orNull(answer::get));
        }
        return new Look(nodes, written);
    }

    @Override
    public Commits commitEach(List<List<Step>> transactions, String note) throws KeeperException {
        Pipeline pipeline = Pipeline.over(link, note);
        List<Pipeline.Answer<Stat>> answers =
                transactions.stream().map(pipeline::commit).toList();
        Node noted = orNull(() -> pipeline.last(note, session -> {
            Stat stat = new Stat();
            return new Node(session.getData(note, false, stat), stat);
        }));
        List<@Nullable Stat> written = new ArrayList<>(answers.size());
        for (Pipeline.Answer<Stat> answer : answers) {
            try {
                written.add(answer.get());
            } catch (KeeperException.NoNodeException
                    | KeeperException.NodeExistsException
                    | KeeperException.BadVersionException e) {
                written.add(null);
            }
        }
        return new Commits(written, noted);
    }

    /** A request that finds something unless the node is missing. */
    private interface Found<T> {
        T get() throws KeeperException;
    }

    private static <T> @Nullable T orNull(Found<T> found) throws KeeperException {
        try {
            return found.get();
        } catch (KeeperException.NoNodeException e) {
            return null;
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
        return Pipeline.over(link, steps.get(0).path()).commitLast(steps).stream()
                .map(result -> result instanceof OpResult.SetDataResult written ? written.getStat() : null)
                .toList();
    }

    @Override
    public void close() {
        link.close();
    }
}
