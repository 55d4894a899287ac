package io.distid.zookeeper;

import io.distid.testkit.simulation.HardwareClock;
import io.distid.testkit.simulation.Life;
import io.distid.testkit.simulation.Plan;
import io.distid.testkit.simulation.SimulatedDisk;
import io.distid.testkit.simulation.SimulatedStore;
import io.distid.testkit.simulation.World;
import io.distid.worker.WorkerIds;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/** A model of one ensemble in a simulated cluster: its tree, its transactions and its clock. Reads see the last transaction. */
final class SimulatedTree extends SimulatedStore {
    /** The kinds of worker ids. */
    enum Kind {
        LEASE("/distid/simulation/"),
        LEAF("/snowflake/simulation/distid/"),
        LEAF_AND_FILE(LEAF.records);

        final String records;

        Kind(String records) {
            this.records = records;
        }
    }

    /** What it can be made to lack: negative controls. */
    enum Flaw {
        NONE,
        /** A node above others was always made long ago. */
        OLD_PARENTS,
        /** The numbers of children that were made and removed are not told. */
        NO_REMOVALS,
        /** Each version fits. */
        ANY_VERSION,
        /** Each layout is found to be the reader's own. */
        ANY_LAYOUT
    }

    private static final long LONG_AGO = 1;
    /** So that a number whose mark was lost is not lost for ever; no world is troubled for as long. */
    private static final Duration REUSE_AFTER = Duration.ofHours(1);

    private static final int BURNED = 10;
    /** A number that a file keeps is nobody else's for ever. */
    private static final int MOST_FILES = 60;

    private final World world;
    private final Kind kind;
    private final Flaw flaw;
    private final HardwareClock clock;
    /** Of each node its own file. */
    private final SimulatedDisk disk;

    private Map<String, ZooKeeperTree.Node> nodes = new TreeMap<>();
    private long transaction = 1;

    private record Saved(Map<String, ZooKeeperTree.Node> nodes, long transaction) {}

    SimulatedTree(World world, Kind kind, Flaw flaw) {
        this.world = world;
        this.kind = kind;
        this.flaw = flaw;
        this.clock = world.storeClock();
        this.disk = new SimulatedDisk(world, true);
        wipe();
    }

    @Override
    public WorkerIds open(Life life) {
        ZooKeeperTree session = new SimulatedSession(life, this);
        return kind == Kind.LEASE
                ? new ZooKeeperWorkerIds(session, "/distid", true, world.plan().maxAhead())
                : new LeafSnowflakeWorkerIds(
                        session,
                        new LeafSnowflakeWorkerIds.Settings(
                                null,
                                "10.0.0." + life.node() + ":80",
                                true,
                                kind == Kind.LEAF_AND_FILE ? disk.path(life, file(life.node())) : null,
                                world.plan().reservation().dividedBy(3),
                                REUSE_AFTER,
                                world.plan().maxAhead()));
    }

    @Override
    public Map<Integer, Long> bounds() {
        Map<Integer, Long> bounds = new HashMap<>(disk.bounds());
        for (String path : records()) {
            byte[] data = nodes.get(path).data();
            int id = Integer.parseInt(path.substring(kind.records.length()));
            if (kind == Kind.LEASE) {
                LeaseRecord slot = LeaseRecord.parse(path, data);
                if (!slot.isNew()) {
                    bounds.merge(id, slot.bound(), Math::max);
                }
            } else {
                LeafSnowflakeMark mark = LeafSnowflakeMark.parse(path, data);
                if (!mark.isNew()) {
                    bounds.merge(id, mark.bound(), Math::max);
                }
            }
        }
        return bounds;
    }

    @Override
    public HardwareClock clock() {
        return clock;
    }

    /** Of a Leaf fleet, in which numbers are burned, some more than there are nodes to start in the end. */
    @Override
    public int lastId(Plan plan) {
        return super.lastId(plan) + (kind == Kind.LEASE ? 0 : kind == Kind.LEAF ? BURNED : MOST_FILES);
    }

    @Override
    public void ended(Life life) {
        disk.ended(life);
    }

    @Override
    public void deleteLock(int node) {
        disk.delete(file(node) + ".lock");
    }

    @Override
    public Object save() {
        return new Saved(new TreeMap<>(nodes), transaction);
    }

    @Override
    public void restore(Object saved) {
        nodes = new TreeMap<>(((Saved) saved).nodes);
        transaction = ((Saved) saved).transaction;
    }

    @Override
    public void wipe() {
        nodes.clear();
        transaction++;
        nodes.put("", new ZooKeeperTree.Node(new byte[0], made()));
    }

    @Override
    public void loseRecord(SplittableRandom random) {
        List<String> records = records();
        if (!records.isEmpty()) {
            try {
                delete(records.get(random.nextInt(records.size())), ZooKeeperTree.ANY_VERSION);
            } catch (KeeperException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    ZooKeeperTree.@Nullable Node read(String path, Life reader) {
        ZooKeeperTree.Node node = nodes.get(path);
        if (node == null) {
            return null;
        }
        boolean layout = path.equals(kind.records.substring(0, kind.records.length() - 1));
        return layout && flaw == Flaw.ANY_LAYOUT
                ? new ZooKeeperTree.Node(reader.format().fingerprint().getBytes(StandardCharsets.UTF_8), stat(node))
                : new ZooKeeperTree.Node(node.data(), stat(node));
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
        nodes.put(parent(path), new ZooKeeperTree.Node(parent.data(), stat));
    }

    private ZooKeeperTree.Node require(String path, int version) throws KeeperException {
        ZooKeeperTree.Node node = nodes.get(path);
        if (node == null) {
            throw new KeeperException.NoNodeException(path);
        }
        boolean fits =
                version == ZooKeeperTree.ANY_VERSION || version == node.stat().getVersion();
        if (!fits && flaw != Flaw.ANY_VERSION) {
            throw new KeeperException.BadVersionException(path);
        }
        return node;
    }

    private Stat made() {
        Stat stat = new Stat();
        stat.setCzxid(transaction);
        stat.setMzxid(transaction);
        stat.setCtime(clock.millis());
        stat.setMtime(clock.millis());
        return stat;
    }

    private Stat stat(ZooKeeperTree.Node node) {
        Stat stat = copy(node.stat());
        if (flaw == Flaw.OLD_PARENTS && stat.getCversion() > 0) {
            stat.setCtime(LONG_AGO);
        }
        if (flaw == Flaw.NO_REMOVALS) {
            stat.setCversion(stat.getNumChildren());
        }
        return stat;
    }

    private static String file(int node) {
        return "node" + node;
    }

    private List<String> records() {
        return nodes.keySet().stream()
                .filter(path -> path.startsWith(kind.records)
                        && path.length() > kind.records.length()
                        && Character.isDigit(path.charAt(kind.records.length())))
                .toList();
    }

    private static String parent(String path) {
        return path.substring(0, path.lastIndexOf('/'));
    }

    private static Stat copy(Stat of) {
        Stat stat = new Stat();
        stat.setCzxid(of.getCzxid());
        stat.setMzxid(of.getMzxid());
        stat.setCtime(of.getCtime());
        stat.setMtime(of.getMtime());
        stat.setVersion(of.getVersion());
        stat.setCversion(of.getCversion());
        stat.setNumChildren(of.getNumChildren());
        return stat;
    }
}
