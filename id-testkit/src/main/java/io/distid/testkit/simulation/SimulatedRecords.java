package io.distid.testkit.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A store that keeps a header and a record for each worker id, and how it is damaged. Not safe for use by several threads: a world
 * runs on one.
 *
 * @param <H> the header, immutable
 * @param <R> a record, immutable
 */
public abstract class SimulatedRecords<H, R> extends SimulatedStore {
    /** What is known of the namespace; null before it is made, and once it is lost. */
    protected @Nullable H header;

    /** The records by worker id. */
    protected final Map<Integer, R> rows = new HashMap<>();

    private final HardwareClock clock;

    private record Saved<H, R>(@Nullable H header, Map<Integer, R> rows) {}

    /**
     * A store in which nobody has been yet.
     *
     * @param world where it is
     */
    protected SimulatedRecords(World world) {
        this.clock = world.storeClock();
    }

    /**
     * The bound that a record keeps.
     *
     * @param row the record
     * @return epoch ms
     */
    protected abstract long boundOf(R row);

    /** {@inheritDoc} */
    @Override
    public final HardwareClock clock() {
        return clock;
    }

    /** {@inheritDoc} */
    @Override
    public final Map<Integer, Long> bounds() {
        Map<Integer, Long> bounds = new HashMap<>();
        rows.forEach((id, row) -> bounds.put(id, boundOf(row)));
        return bounds;
    }

    /** {@inheritDoc} */
    @Override
    public final Object save() {
        return new Saved<>(header, Map.copyOf(rows));
    }

    /** {@inheritDoc} */
    @Override
    @SuppressWarnings("unchecked")
    public final void restore(Object saved) {
        Saved<H, R> before = (Saved<H, R>) saved;
        header = before.header;
        rows.clear();
        rows.putAll(before.rows);
        restored();
    }

    /** Called once it was put back to an earlier state. */
    protected void restored() {
        // Nothing shows.
    }

    /** {@inheritDoc} */
    @Override
    public final void wipe() {
        header = null;
        rows.clear();
    }

    /** {@inheritDoc} */
    @Override
    public final void loseRecord(SplittableRandom random) {
        int which = random.nextInt(rows.size() + 1);
        if (which == rows.size()) {
            header = null;
        } else {
            rows.remove(new ArrayList<>(rows.keySet()).get(which));
        }
    }
}
