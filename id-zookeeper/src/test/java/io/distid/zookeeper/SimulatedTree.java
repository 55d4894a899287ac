package io.distid.zookeeper;

import io.distid.testkit.simulation.HardwareClock;
import io.distid.testkit.simulation.Plan;
import io.distid.testkit.simulation.SimulatedDisk;
import io.distid.testkit.simulation.SimulatedProcess;
import io.distid.testkit.simulation.SimulatedStore;
import io.distid.testkit.simulation.World;
import io.distid.worker.WorkerIds;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;

/** A model of one ensemble in a simulated cluster, and a Leaf fleet on it. */
final class SimulatedTree extends SimulatedStore implements SimulatedSession.Ensemble {
    /** What keeps a number. */
    enum Kind {
        LEAF,
        LEAF_AND_FILE
    }

    /** What it can be made to lack: negative controls. */
    enum Flaw {
        NONE,
        /** A node above others was always made long ago. */
        OLD_PARENTS,
        /** Each layout is found to be the reader's own. */
        ANY_LAYOUT
    }

    private static final String MARKS = "/snowflake/simulation/distid";

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

    private final SimulatedNodes nodes;

    SimulatedTree(World world, Kind kind, Flaw flaw) {
        this.world = world;
        this.kind = kind;
        this.flaw = flaw;
        this.clock = world.storeClock();
        this.disk = new SimulatedDisk(world, true);
        this.nodes = new SimulatedNodes(clock, flaw);
    }

    @Override
    public WorkerIds open(SimulatedProcess process) {
        return new LeafSnowflakeWorkerIds(
                new SimulatedSession(process, this),
                new LeafSnowflakeWorkerIds.Settings(
                        null,
                        "10.0.0." + process.node() + ":80",
                        true,
                        kind == Kind.LEAF_AND_FILE ? disk.path(process, file(process.node())) : null,
                        world.plan().reservation().dividedBy(3),
                        REUSE_AFTER,
                        world.plan().maxAhead()));
    }

    @Override
    public Map<Integer, Long> bounds() {
        Map<Integer, Long> bounds = new HashMap<>(disk.bounds());
        for (String path : records()) {
            LeafSnowflakeMark mark = LeafSnowflakeMark.parse(path, nodes.data(path));
            if (!mark.isNew()) {
                bounds.merge(Integer.parseInt(path.substring(MARKS.length() + 1)), mark.bound(), Math::max);
            }
        }
        return bounds;
    }

    @Override
    public HardwareClock clock() {
        return clock;
    }

    /** Numbers are burned, some more than there are nodes to start in the end. */
    @Override
    public int lastId(Plan plan) {
        return super.lastId(plan) + (kind == Kind.LEAF ? BURNED : MOST_FILES);
    }

    @Override
    public void ended(SimulatedProcess process) {
        disk.ended(process);
    }

    @Override
    public void deleteLock(int node) {
        disk.delete(file(node) + ".lock");
    }

    @Override
    public void losePower() {
        disk.losePower();
    }

    @Override
    public Object save() {
        return nodes.save();
    }

    @Override
    public void restore(Object saved) {
        nodes.restore((SimulatedNodes.Saved) saved);
    }

    @Override
    public void wipe() {
        nodes.wipe();
    }

    @Override
    public void loseRecord(SplittableRandom random) {
        List<String> records = records();
        if (!records.isEmpty()) {
            try {
                nodes.delete(records.get(random.nextInt(records.size())), ZooKeeperTree.ANY_VERSION);
            } catch (KeeperException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public SimulatedNodes nodes() {
        return nodes;
    }

    @Override
    public ZooKeeperTree.@Nullable Node read(String path, SimulatedProcess reader) {
        ZooKeeperTree.Node node = nodes.read(path);
        return node != null && path.equals(MARKS) && flaw == Flaw.ANY_LAYOUT
                ? new ZooKeeperTree.Node(reader.format().fingerprint().getBytes(StandardCharsets.UTF_8), node.stat())
                : node;
    }

    private static String file(int node) {
        return "node" + node;
    }

    private List<String> records() {
        return nodes.paths().stream()
                .filter(path -> path.matches(MARKS + "/\\d+"))
                .toList();
    }
}
