package io.distid.zookeeper;

import io.distid.testkit.simulation.HardwareClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/** The nodes of a modelled ensemble, which are changed by transactions. Reads see the last one. */
final class SimulatedNodes {
    private static final int PARTED_ONE_IN = 4;

    private final HardwareClock clock;
    private Map<String, ZooKeeperTree.Node> nodes = new TreeMap<>();
    private long transaction = 1;
    private int asked;

    /** All nodes at one moment. */
    record Saved(Map<String, ZooKeeperTree.Node> nodes, long transaction) {}

    SimulatedNodes(HardwareClock clock) {
        this.clock = clock;
        wipe();
    }

    Saved save() {
        return new Saved(new TreeMap<>(nodes), transaction);
    }

    void restore(Saved saved) {
        nodes = new TreeMap<>(saved.nodes);
        // A leader is elected, by servers that know of no epoch but those of then.
        transaction = (saved.transaction >>> Integer.SIZE) + 1 << Integer.SIZE;
    }

    void wipe() {
        nodes.clear();
        transaction++;
        nodes.put("", new ZooKeeperTree.Node(new byte[0], made()));
    }

    /** Whether the server stands still between the requests that are sent together now. */
    boolean isParted() {
        return ++asked % PARTED_ONE_IN == 0;
    }

    Set<String> paths() {
        return nodes.keySet();
    }

    byte[] data(String path) {
        return nodes.get(path).data();
    }

    ZooKeeperTree.@Nullable Node read(String path) {
        ZooKeeperTree.Node node = nodes.get(path);
        return node == null ? null : new ZooKeeperTree.Node(node.data(), stat(node));
    }

    @Nullable
    Stat stat(String path) {
        ZooKeeperTree.Node node = nodes.get(path);
        return node == null ? null : stat(node);
    }

    ZooKeeperTree.Children children(String path) throws KeeperException {
        ZooKeeperTree.Node node = require(path, ZooKeeperTree.ANY_VERSION);
        List<String> names = new ArrayList<>();
        for (String other : nodes.keySet()) {
            if (other.startsWith(path + "/") && other.indexOf('/', path.length() + 1) < 0) {
                names.add(other.substring(path.length() + 1));
            }
        }
        return new ZooKeeperTree.Children(names, stat(node));
    }

    /** All or nothing, by one transaction. */
    List<@Nullable Stat> commit(List<ZooKeeperTree.Step> steps) throws KeeperException {
        Map<String, ZooKeeperTree.Node> before = new TreeMap<>(nodes);
        transaction++;
        List<@Nullable Stat> stats = new ArrayList<>();
        try {
            for (ZooKeeperTree.Step step : steps) {
                stats.add(carryOut(step));
            }
            return stats;
        } catch (KeeperException e) {
            nodes = before;
            throw e;
        }
    }

    String createSequential(String prefix, byte[] data) throws KeeperException {
        Stat parent = require(parent(prefix), ZooKeeperTree.ANY_VERSION).stat();
        String path = prefix + "%010d".formatted((parent.getCversion() + parent.getNumChildren()) / 2);
        commit(List.of(new ZooKeeperTree.Create(path, data)));
        return path;
    }

    Stat create(String path, byte[] data) throws KeeperException {
        commit(List.of(new ZooKeeperTree.Create(path, data)));
        return copy(nodes.get(path).stat());
    }

    Stat write(String path, byte[] data, int version) throws KeeperException {
        return commit(List.of(new ZooKeeperTree.Write(path, data, version))).get(0);
    }

    void delete(String path, int version) throws KeeperException {
        commit(List.of(new ZooKeeperTree.Delete(path, version)));
    }

    private @Nullable Stat carryOut(ZooKeeperTree.Step step) throws KeeperException {
        String path = step.path();
        if (step instanceof ZooKeeperTree.Check) {
            require(path, ZooKeeperTree.ANY_VERSION);
            return null;
        }
        if (step instanceof ZooKeeperTree.Create create) {
            if (nodes.containsKey(path)) {
                throw new KeeperException.NodeExistsException(path);
            }
            touchParent(path, 1);
            nodes.put(path, new ZooKeeperTree.Node(create.data(), made()));
            return null;
        }
        if (step instanceof ZooKeeperTree.Write write) {
            Stat stat = copy(require(path, write.version()).stat());
            stat.setVersion(stat.getVersion() + 1);
            stat.setMzxid(transaction);
            stat.setMtime(clock.millis());
            ZooKeeperTree.Node written = new ZooKeeperTree.Node(write.data(), stat);
            nodes.put(path, written);
            return stat(written);
        }
        require(path, ((ZooKeeperTree.Delete) step).version());
        nodes.remove(path);
        touchParent(path, -1);
        return null;
    }

    private void touchParent(String path, int children) throws KeeperException {
        ZooKeeperTree.Node parent = require(parent(path), ZooKeeperTree.ANY_VERSION);
        Stat stat = copy(parent.stat());
        stat.setCversion(stat.getCversion() + 1);
        stat.setNumChildren(stat.getNumChildren() + children);
        stat.setPzxid(transaction);
        nodes.put(parent(path), new ZooKeeperTree.Node(parent.data(), stat));
    }

    private ZooKeeperTree.Node require(String path, int version) throws KeeperException {
        ZooKeeperTree.Node node = nodes.get(path);
        if (node == null) {
            throw new KeeperException.NoNodeException(path);
        }
        if (version != ZooKeeperTree.ANY_VERSION && version != node.stat().getVersion()) {
            throw new KeeperException.BadVersionException(path);
        }
        return node;
    }

    private Stat made() {
        Stat stat = new Stat();
        stat.setCzxid(transaction);
        stat.setMzxid(transaction);
        stat.setPzxid(transaction);
        stat.setCtime(clock.millis());
        stat.setMtime(clock.millis());
        return stat;
    }

    private Stat stat(ZooKeeperTree.Node node) {
        return copy(node.stat());
    }

    private static String parent(String path) {
        return path.substring(0, path.lastIndexOf('/'));
    }

    private static Stat copy(Stat of) {
        Stat stat = new Stat();
        stat.setCzxid(of.getCzxid());
        stat.setMzxid(of.getMzxid());
        stat.setPzxid(of.getPzxid());
        stat.setCtime(of.getCtime());
        stat.setMtime(of.getMtime());
        stat.setVersion(of.getVersion());
        stat.setCversion(of.getCversion());
        stat.setNumChildren(of.getNumChildren());
        return stat;
    }
}
