package io.distid.testkit.simulation;

import io.distid.spi.RecordStore;
import io.distid.testkit.MemoryRecordStore;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** {@link MemoryRecordStore} behind a network: each request is one atomic step. Not safe for use by several threads: a world runs on one. */
public final class SimulatedMemory extends SimulatedRecordStore {
    private final MemoryRecordStore store = new MemoryRecordStore(() -> Instant.ofEpochMilli(clock().millis()));

    /**
     * Creates an empty store.
     *
     * @param world the world of the store
     */
    public SimulatedMemory(World world) {
        super(world);
    }

    /** {@inheritDoc} */
    @Override
    protected RecordStore connect(SimulatedProcess process) {
        return new Client(process, this);
    }

    /** {@inheritDoc} */
    @Override
    public Map<Integer, Long> bounds() {
        Map<Integer, Long> bounds = new HashMap<>();
        store.read(NAMESPACE, 0, Integer.MAX_VALUE).records().forEach((id, record) -> bounds.put(id, record.bound()));
        return bounds;
    }

    /** {@inheritDoc} */
    @Override
    public Object save() {
        return store.copy();
    }

    /** {@inheritDoc} */
    @Override
    public void restore(Object saved) {
        store.restore(saved);
    }

    /** {@inheritDoc} */
    @Override
    public void wipe() {
        store.wipe();
    }

    /** {@inheritDoc} */
    @Override
    protected void lose(int id) {
        store.lose(NAMESPACE, id);
    }

    private record Client(SimulatedProcess process, SimulatedMemory memory) implements RecordStore {
        private <T> T call(String what, Supplier<T> step) {
            return process.world().network().call(process, what, step::get);
        }

        @Override
        public View read(String namespace, int firstId, int count) {
            return call("read " + count + " ids from " + firstId, () -> memory.store.read(namespace, firstId, count));
        }

        @Override
        public boolean writeHeader(String namespace, @Nullable Header expected, Header next) {
            return call("write " + next, () -> memory.store.writeHeader(namespace, expected, next));
        }

        @Override
        public List<Outcome> write(String namespace, List<Write> writes) {
            return call("write " + writes, () -> memory.store.write(namespace, writes));
        }

        @Override
        public int readLimit() {
            return memory.store.readLimit();
        }

        @Override
        public int writeLimit() {
            return memory.store.writeLimit();
        }

        @Override
        public String where(String namespace) {
            return "the model";
        }

        @Override
        public void close() {
            // The model stays.
        }
    }
}
