package io.distid.zookeeper;

import io.distid.BackendException;
import io.distid.testkit.simulation.Network;
import io.distid.testkit.simulation.SimulatedProcess;
import java.util.ArrayList;
import java.util.List;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/** One process's session with a modelled ensemble. */
record SimulatedSession(SimulatedProcess process, Ensemble ensemble) implements ZooKeeperTree {
    /** Apart, more would take longer than a world has time for. */
    private static final int FEW = 8;

    /** A store of a world, which copies of a process share. */
    interface Ensemble {
        SimulatedNodes nodes();
    }

    private SimulatedNodes nodes() {
        return ensemble.nodes();
    }

    @Override
    public String where() {
        return "the model";
    }

    @Override
    public @Nullable Node read(String path) throws KeeperException {
        return call("read " + path, () -> nodes().read(path));
    }

    /** They come over one connection, so that all are answered or the answer is lost. At times the server stands still in between. */
    @Override
    public List<@Nullable Node> readAll(List<String> paths) throws KeeperException {
        if (paths.size() <= FEW && nodes().isParted()) {
            return ZooKeeperTree.super.readAll(paths);
        }
        return call("read " + paths, () -> found(paths));
    }

    private List<@Nullable Node> found(List<String> paths) {
        List<@Nullable Node> found = new ArrayList<>();
        paths.forEach(path -> found.add(nodes().read(path)));
        return found;
    }

    /** At times the server stands still in between. */
    @Override
    public Look look(List<String> paths, String clock) throws KeeperException {
        if (nodes().isParted()) {
            return ZooKeeperTree.super.look(paths, clock);
        }
        return call("look at " + paths, () -> {
            List<@Nullable Node> found = found(paths);
            return new Look(found, nodes().stat(clock) == null ? null : nodes().write(clock, new byte[0], ANY_VERSION));
        });
    }

    /** At times the server stands still in between. */
    @Override
    public Commits commitEach(List<List<Step>> transactions, String note) throws KeeperException {
        if (nodes().isParted()) {
            return ZooKeeperTree.super.commitEach(transactions, note);
        }
        return call("commit each of " + transactions, () -> {
            List<@Nullable Stat> written = new ArrayList<>();
            for (List<Step> steps : transactions) {
                try {
                    written.add(nodes().commit(steps).get(steps.size() - 1));
                } catch (KeeperException e) {
                    written.add(null);
                }
            }
            return new Commits(written, nodes().read(note));
        });
    }

    @Override
    public @Nullable Stat stat(String path) throws KeeperException {
        return call("stat " + path, () -> nodes().stat(path));
    }

    @Override
    public Children children(String path) throws KeeperException {
        return call("children of " + path, () -> nodes().children(path));
    }

    @Override
    public Stat create(String path, byte[] data) throws KeeperException {
        return call("create " + path, () -> nodes().create(path, data));
    }

    /** As Curator does it: one after another. */
    @Override
    public void createWithParents(String path, byte[] data) throws KeeperException {
        for (int at = path.indexOf('/', 1); at > 0; at = path.indexOf('/', at + 1)) {
            try {
                create(path.substring(0, at), new byte[0]);
            } catch (KeeperException.NodeExistsException e) {
                // As it should be.
            }
        }
        create(path, data);
    }

    @Override
    public String createSequential(String prefix, byte[] data) throws KeeperException {
        return call("create the next of " + prefix, () -> nodes().createSequential(prefix, data));
    }

    @Override
    public Stat write(String path, byte[] data, int version) throws KeeperException {
        return call("write " + path, () -> nodes().write(path, data, version));
    }

    @Override
    public void delete(String path, int version) throws KeeperException {
        call("delete " + path, () -> {
            nodes().delete(path, version);
            return path;
        });
    }

    @Override
    public List<@Nullable Stat> commit(List<Step> steps) throws KeeperException {
        return call("commit " + steps, () -> nodes().commit(steps));
    }

    @Override
    public void close() {
        // The model stays.
    }

    private <T extends @Nullable Object> T call(String what, Network.Step<T, KeeperException> step)
            throws KeeperException {
        return process.world()
                .network()
                .call(process, what, step, () -> new BackendException("no answer in time: " + what));
    }
}
