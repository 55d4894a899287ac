package io.distid.redis;

import io.distid.BackendException;
import io.distid.spi.RecordStore;
import io.distid.testkit.simulation.ProcessCopier;
import io.distid.testkit.simulation.RecordStoreSimulation;
import io.distid.testkit.simulation.SimulatedProcess;
import io.distid.testkit.simulation.SimulatedRecordStore;
import io.distid.testkit.simulation.World;
import io.distid.testservers.fault.ObjectCopier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The lease protocol over the real scripts of {@link RedisRecordStore}, which a model of Redis runs. */
class RedisSimulationTest extends RecordStoreSimulation {
    private static final String PREFIX = "workers";

    @Override
    protected SimulatedRecordStore store(World world) {
        return new SimulatedHash(world, false);
    }

    @Override
    protected ProcessCopier copier() {
        return (source, original, copy) -> ObjectCopier.copy(source, ProcessCopier.SHARED, Map.of(original, copy));
    }

    /** One hash of one Redis, and perhaps its set. Their keys are as {@link RedisRecordStore} makes them. */
    static final class SimulatedHash extends SimulatedRecordStore {
        private static final String KEY = PREFIX + ":{" + NAMESPACE + "}";

        private final ScriptedRedis redis = new ScriptedRedis(clock().millis());
        private final boolean hasSet;
        private final String hash;

        SimulatedHash(World world, boolean hasSet) {
            super(world);
            this.hasSet = hasSet;
            this.hash = hasSet ? KEY + ":notes" : KEY;
        }

        @Override
        protected RecordStore connect(SimulatedProcess process) {
            Link link = new Link(process, this);
            return hasSet
                    ? RedisRecordStore.withSet(link, PREFIX, AcquireRetries.DEFAULT_TIMEOUT)
                    : new RedisRecordStore(link, PREFIX);
        }

        private Object run(Script script, List<String> keys, List<String> arguments) {
            redis.advance(clock().millis() - redis.millis());
            return redis.run(script, keys, arguments);
        }

        @Override
        public Map<Integer, Long> bounds() {
            Map<Integer, Long> bounds = new HashMap<>();
            if (redis.snapshot().get(hash) instanceof Map<?, ?> fields) {
                fields.forEach((field, value) -> {
                    if (Character.isDigit(field.toString().charAt(0))) {
                        bounds.put(
                                Integer.valueOf(field.toString()),
                                Long.parseLong(value.toString().split(" ")[1]));
                    }
                });
            }
            return bounds;
        }

        @Override
        public Object save() {
            return redis.snapshot();
        }

        @Override
        @SuppressWarnings("unchecked")
        public void restore(Object saved) {
            redis.restart((Map<String, Object>) saved);
            // Another restore may come back to the same.
            redis.restart(redis.snapshot());
        }

        @Override
        public void wipe() {
            redis.delete(KEY);
            redis.delete(hash);
        }

        @Override
        protected void lose(int id) {
            redis.deleteField(hash, Integer.toString(id));
            if (hasSet) {
                // Alone it would be another program's.
                redis.removeMember(KEY, Integer.toString(id));
            }
        }
    }

    /** One process's link; as the real one, it repeats a request once. */
    private record Link(SimulatedProcess process, SimulatedHash store) implements ScriptRunner {
        @Override
        public Object run(Script script, List<String> keys, List<String> arguments) {
            try {
                return once(script, keys, arguments);
            } catch (BackendException e) {
                return once(script, keys, arguments);
            }
        }

        private Object once(Script script, List<String> keys, List<String> arguments) {
            return process.world()
                    .network()
                    .call(process, "script on " + keys + " " + arguments, () -> store.run(script, keys, arguments));
        }

        @Override
        public String where() {
            return "the model";
        }

        @Override
        public void close() {
            // The model stays.
        }
    }
}
