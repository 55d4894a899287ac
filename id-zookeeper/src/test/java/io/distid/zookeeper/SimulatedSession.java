package io.distid.zookeeper;

import io.distid.BackendException;
import io.distid.testkit.simulation.Network;
import io.distid.testkit.simulation.SimulatedProcess;
import java.time.Duration;
import java.util.List;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/** One process's session with a {@link SimulatedTree}. */
record SimulatedSession(SimulatedProcess process, SimulatedTree tree) implements ZooKeeperTree {
    private static final long LOOK_NANOS = 50_000_000;

    @Override
    public String where() {
        return "the model";
    }

    @Override
    public boolean isConnected() {
        return process.world().network().reaches(process);
    }

    @Override
    public void awaitConnected() {
        // A call that is not answered tells.
    }

    @Override
    public long nanoTime() {
        return process.nanoTime();
    }

    @Override
    public @Nullable Node read(String path) throws KeeperException {
        return call("read " + path, () -> tree.read(path, process));
    }

    @Override
    public @Nullable Stat stat(String path) throws KeeperException {
        return call("stat " + path, () -> tree.nodes().stat(path));
    }

    @Override
    public Children children(String path) throws KeeperException {
        return call("children of " + path, () -> tree.nodes().children(path));
    }

    @Override
    public Stat create(String path, byte[] data) throws KeeperException {
        return call("create " + path, () -> tree.nodes().create(path, data));
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
        return call("create the next of " + prefix, () -> tree.nodes().createSequential(prefix, data));
    }

    @Override
    public Stat write(String path, byte[] data, int version) throws KeeperException {
        return call("write " + path, () -> tree.nodes().write(path, data, version));
    }

    @Override
    public void delete(String path, int version) throws KeeperException {
        call("delete " + path, () -> {
            tree.nodes().delete(path, version);
            return path;
        });
    }

    @Override
    public List<@Nullable Stat> commit(List<Step> steps) throws KeeperException {
        return call("commit " + steps, () -> tree.nodes().commit(steps));
    }

    @Override
    public boolean changes(String path, long transaction, Duration patience) throws KeeperException {
        for (long left = patience.toNanos(); left > 0; left -= LOOK_NANOS) {
            Stat now = stat(path);
            if (now == null || now.getMzxid() != transaction) {
                return true;
            }
            process.park(LOOK_NANOS);
        }
        return false;
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
