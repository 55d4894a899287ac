package io.distid.testkit.simulation;

import io.distid.spi.RecordStore;
import io.distid.worker.StoreWorkerIds;
import io.distid.worker.WorkerIds;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A model of a store that keeps records, and the lease protocol over it. Whoever simulates a store says how it is reached, and how it forgets. Not safe for use by
 * several threads: a world runs on one.
 */
public abstract class SimulatedRecordStore extends SimulatedStore {
    /** The namespace that all nodes ask in. */
    protected static final String NAMESPACE = "simulation";

    private final World world;
    private final HardwareClock clock;
    private @Nullable Protection missing;

    /**
     * A store in which nobody has been yet.
     *
     * @param world where it is
     */
    protected SimulatedRecordStore(World world) {
        this.world = world;
        this.clock = world.storeClock();
    }

    /**
     * The way of a process to the store: each of its requests is a {@link Network#call}.
     *
     * @param process the process
     * @return the adapter that is proven, over the model
     */
    protected abstract RecordStore connect(SimulatedProcess process);

    /**
     * Loses one record of {@link #NAMESPACE}.
     *
     * @param id which
     */
    protected abstract void lose(int id);

    /** Takes a protection away: a negative control. */
    SimulatedRecordStore without(Protection protection) {
        missing = protection;
        return this;
    }

    /** {@inheritDoc} */
    @Override
    public final WorkerIds open(SimulatedProcess process) {
        Protection left = missing;
        Duration maxAhead = world.plan().maxAhead();
        return open(
                process,
                left == Protection.HORIZON ? UnprotectedStore.FAR : maxAhead,
                store -> left == null
                        ? store
                        : new UnprotectedStore(store, left, process.format().fingerprint(), maxAhead));
    }

    /**
     * What a process leases from: the lease protocol, unless something is built on top of it.
     *
     * @param process the process
     * @param maxAhead key {@code max-ahead}
     * @param view the store as the protocol sees it, without a protection if this is a negative control
     * @return over the store that {@link #connect} returns
     */
    protected WorkerIds open(SimulatedProcess process, Duration maxAhead, UnaryOperator<RecordStore> view) {
        RecordStore store = view.apply(connect(process));
        SplittableRandom random = world.random();
        return source(process, new StoreWorkerIds(store, maxAhead, StoreWorkerIds.Creation.ALLOWED, process, random));
    }

    /**
     * What a process asks for worker ids.
     *
     * @param process the process
     * @param leases of this store
     * @return the same, unless overridden for a source that is built on them
     */
    protected WorkerIds source(SimulatedProcess process, StoreWorkerIds leases) {
        return leases;
    }

    /**
     * Where it is.
     *
     * @return the world
     */
    protected final World world() {
        return world;
    }

    /** {@inheritDoc} */
    @Override
    public final HardwareClock clock() {
        return clock;
    }

    /** By the incarnation that answers. */
    @Override
    public final boolean showsThatItWentBack() {
        return true;
    }

    /** {@inheritDoc} */
    @Override
    public final void loseRecord(SplittableRandom random) {
        Integer[] ids = bounds().keySet().toArray(Integer[]::new);
        if (ids.length > 0) {
            lose(ids[random.nextInt(ids.length)]);
        }
    }
}
