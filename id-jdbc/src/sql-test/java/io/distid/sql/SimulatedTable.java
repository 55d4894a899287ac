package io.distid.sql;

import io.distid.BackendException;
import io.distid.spi.RecordStore;
import io.distid.testkit.MemoryRecordStore;
import io.distid.testkit.simulation.ProcessCopier;
import io.distid.testkit.simulation.SimulatedProcess;
import io.distid.testkit.simulation.SimulatedRecordStore;
import io.distid.testkit.simulation.World;
import io.distid.testservers.fault.ObjectCopier;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A model of the table of worker ids, in a simulated cluster: what is done in SQL, statement by statement. {@link Product} says what differs when a
 * row is replaced.
 */
public class SimulatedTable extends SimulatedRecordStore {
    public static final ProcessCopier COPIER =
            (source, original, copy) -> ObjectCopier.copy(source, ProcessCopier.SHARED, Map.of(original, copy));

    private final MemoryRecordStore rows = new MemoryRecordStore(() -> Instant.ofEpochMilli(clock().millis()));

    protected SimulatedTable(World world) {
        super(world);
    }

    @Override
    protected RecordStore connect(SimulatedProcess process) {
        return new Session(process, this);
    }

    @Override
    public Map<Integer, Long> bounds() {
        Map<Integer, Long> bounds = new HashMap<>();
        rows.read(NAMESPACE, 0, Integer.MAX_VALUE).records().forEach((id, record) -> bounds.put(id, record.bound()));
        return bounds;
    }

    @Override
    public Object save() {
        return rows.copy();
    }

    /** A replica that lags is promoted. */
    @Override
    public void restore(Object saved) {
        rows.restore(saved);
    }

    @Override
    public void wipe() {
        rows.wipe();
    }

    @Override
    protected void lose(int id) {
        rows.lose(NAMESPACE, id);
    }

    private static final class Session implements RecordStore {
        private final SimulatedProcess process;
        /** Not its rows: they would be copied along with a process. */
        private final SimulatedTable table;
        /** The server that was written to last. */
        private String known = "";

        Session(SimulatedProcess process, SimulatedTable table) {
            this.process = process;
            this.table = table;
        }

        private <T> T call(String what, Supplier<T> step) {
            return process.world().network().call(process, what, step::get);
        }

        @Override
        public View read(String namespace, int firstId, int count) {
            return call("read " + count + " ids from " + firstId, () -> table.rows.read(namespace, firstId, count));
        }

        @Override
        public boolean writeHeader(String namespace, @Nullable Header expected, Header next) {
            return call("write " + next, () -> table.rows.writeHeader(namespace, expected, next));
        }

        @Override
        public List<Outcome> write(String namespace, List<Write> writes) {
            List<Write> statement = writes.stream()
                    .map(write -> write.expected() == null
                            ? write
                            : new Write(write.id(), write.expected(), write.next(), null))
                    .toList();
            List<Outcome> first = call("write " + writes, () -> table.rows.write(namespace, statement));
            String server = first.get(0).at().incarnation();
            boolean areReplaced = first.stream().allMatch(Written.class::isInstance)
                    && writes.stream().allMatch(write -> write.expected() != null && write.header() == null);
            if (areReplaced && (Product.REPLACEMENT_NAMES_SERVER || server.equals(known))) {
                return first.stream()
                        .<Outcome>map(each -> new Written(((Written) each).record(), null, null, each.at()))
                        .toList();
            }
            known = server;
            return call("read what stands", () -> {
                List<Outcome> after = writes.stream()
                        .map(write -> outcome(write, table.rows.read(namespace, write.id(), 1)))
                        .toList();
                if (!Product.REPLACEMENT_NAMES_SERVER
                        && !after.get(0).at().incarnation().equals(server)) {
                    throw new BackendException("the connection is broken");
                }
                return after;
            });
        }

        private static Outcome outcome(Write write, View after) {
            LeaseRecord found = after.records().get(write.id());
            return found != null && found.token().equals(write.next().token())
                    ? new Written(found, after.header(), after.count(), after.at())
                    : new Differs(found, after.header(), after.at());
        }

        @Override
        public int readLimit() {
            return table.rows.readLimit();
        }

        @Override
        public int writeLimit() {
            return table.rows.writeLimit();
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
