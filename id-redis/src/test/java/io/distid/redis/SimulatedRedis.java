package io.distid.redis;

import io.distid.BackendException;
import io.distid.testkit.simulation.HardwareClock;
import io.distid.testkit.simulation.SimulatedDisk;
import io.distid.testkit.simulation.SimulatedProcess;
import io.distid.testkit.simulation.SimulatedStore;
import io.distid.testkit.simulation.World;
import io.distid.worker.WorkerIds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * {@link ScriptedRedis} in a simulated cluster. Of a set, from which nothing expires, an operator removes the ids of nodes that have
 * ended.
 */
final class SimulatedRedis extends SimulatedStore {
    private static final String NAMESPACE = "{simulation}";
    private static final int ATTEMPTS = 50;

    /** The kinds of worker ids. */
    enum Kind {
        SET("machines:" + NAMESPACE + ":notes", "machines:" + NAMESPACE),
        SET_AND_FILE(SET.hash, SET.set);

        final String hash;
        final String set;

        Kind(String hash, String set) {
            this.hash = hash;
            this.set = set;
        }
    }

    private final Kind kind;
    private final World world;
    private final HardwareClock clock;
    private final ScriptedRedis redis;
    /** Of each node its own file. */
    private final SimulatedDisk disk;

    private final Set<String> ended = new HashSet<>();

    SimulatedRedis(World world, Kind kind, UnaryOperator<String> edit) {
        this.world = world;
        this.kind = kind;
        this.clock = world.storeClock();
        this.disk = new SimulatedDisk(world, true);
        this.redis = new ScriptedRedis(clock.millis(), edit);
    }

    @Override
    public WorkerIds open(SimulatedProcess process) {
        sweep();
        Link link = new Link(process, this);
        return new RedisSetWorkerIds(
                link,
                "machines",
                world.plan().maxAhead(),
                kind == Kind.SET_AND_FILE ? disk.path(process, file(process.node())) : null,
                ATTEMPTS);
    }

    @Override
    public void ended(SimulatedProcess process) {
        ended.add(process.name());
        disk.ended(process);
        sweep();
    }

    @Override
    public Map<Integer, Long> bounds() {
        Map<Integer, Long> bounds = new HashMap<>();
        records().forEach((id, record) -> bounds.put(id, Long.parseLong(record.substring(0, record.indexOf(' ')))));
        return bounds;
    }

    @Override
    public HardwareClock clock() {
        return clock;
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

    /** By the run of the server that answers. */
    @Override
    public boolean showsThatItWentBack() {
        return true;
    }

    @Override
    public void wipe() {
        redis.delete(kind.hash);
        redis.delete(kind.set);
    }

    @Override
    public void loseRecord(SplittableRandom random) {
        List<Integer> ids = new ArrayList<>(records().keySet());
        String id = ids.isEmpty() ? "0" : Integer.toString(ids.get(random.nextInt(ids.size())));
        if (random.nextBoolean()) {
            redis.removeMember(kind.set, id);
        } else {
            redis.deleteField(kind.hash, id);
        }
    }

    @Override
    public void deleteLock(int node) {
        disk.delete(file(node) + ".lock");
    }

    @Override
    public void losePower() {
        disk.losePower();
    }

    private static String file(int node) {
        return "node" + node;
    }

    private Object run(Script script, List<String> keys, List<String> arguments) {
        redis.advance(clock.millis() - redis.millis());
        return redis.run(script, keys, arguments);
    }

    /** The operator's SREM. */
    private void sweep() {
        Map<Integer, String> records = records();
        for (String id : members()) {
            String record = records.get(Integer.valueOf(id));
            if (record == null || ended.contains(record.substring(record.lastIndexOf(' ') + 1))) {
                redis.removeMember(kind.set, id);
            }
        }
    }

    private Set<String> members() {
        return redis.snapshot().get(kind.set) instanceof TreeSet<?> set
                ? new HashSet<>(set.stream().map(String::valueOf).toList())
                : Set.of();
    }

    private Map<Integer, String> records() {
        Map<Integer, String> records = new HashMap<>();
        if (redis.snapshot().get(kind.hash) instanceof Map<?, ?> hash) {
            hash.forEach((field, value) -> {
                if (Character.isDigit(field.toString().charAt(0))) {
                    records.put(Integer.valueOf(field.toString()), value.toString());
                }
            });
        }
        return records;
    }

    /** One process's link; as the real one, it repeats a request once. */
    private record Link(SimulatedProcess process, SimulatedRedis redis) implements ScriptRunner {
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
                    .call(process, "script on " + keys + " " + arguments, () -> redis.run(script, keys, arguments));
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
