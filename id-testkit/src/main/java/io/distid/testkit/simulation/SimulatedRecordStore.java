package io.distid.testkit.simulation;

import io.distid.spi.RecordStore;
import io.distid.worker.StoreWorkerIds;
import io.distid.worker.WorkerIds;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A model of a store with records, and the lease protocol over it. A subclass says how the store is reached, and how it loses data. Not safe for use by several
 * threads: a world runs on one.
 */
public abstract class SimulatedRecordStore extends SimulatedStore {
    /** The namespace that all nodes ask in. */
    protected static final String NAMESPACE = "simulation";

    private final World world;
    private final HardwareClock clock;
    private @Nullable Protection missing;

    /**
     * Creates an empty store.
     *
     * @param world the world of the store
     */
    protected SimulatedRecordStore(World world) {
        this.world = world;
        this.clock = world.storeClock();
    }

    /**
     * Connects a process to the store: each of its requests is a {@link Network#call}.
     *
     * @param process the process
     * @return the adapter under test, over the model
     */
    protected abstract RecordStore connect(SimulatedProcess process);

    /**
     * Loses one record of {@link #NAMESPACE}.
     *
     * @param id the worker id of the record
     */
    protected abstract void lose(int id);

    /** Removes a protection, for a negative control. */
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
     * Opens the source of a process: the lease protocol, unless a subclass builds on top of it.
     *
     * @param process the process
     * @param maxAhead key {@code max-ahead}
     * @param view the protocol's view of the store; it lacks a protection in a negative control
     * @return a source over the store of {@link #connect}
     */
    protected WorkerIds open(SimulatedProcess process, Duration maxAhead, UnaryOperator<RecordStore> view) {
        RecordStore store = view.apply(connect(process));
        SplittableRandom random = world.random();
        return source(process, new StoreWorkerIds(store, maxAhead, StoreWorkerIds.Creation.ALLOWED, process, random));
    }

    /**
     * Returns the source that a process asks for worker ids.
     *
     * @param process the process
     * @param leases the leases of this store
     * @return the leases, unless overridden for a source that is built on them
     */
    protected WorkerIds source(SimulatedProcess process, StoreWorkerIds leases) {
        return leases;
    }

    /**
     * The world of the store.
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

    /** The store shows it by its incarnation. */
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
