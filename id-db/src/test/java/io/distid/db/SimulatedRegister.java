package io.distid.db;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.testkit.simulation.HardwareClock;
import io.distid.testkit.simulation.Network;
import io.distid.testkit.simulation.Plan;
import io.distid.testkit.simulation.SimulatedDisk;
import io.distid.testkit.simulation.SimulatedProcess;
import io.distid.testkit.simulation.SimulatedStore;
import io.distid.testkit.simulation.World;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A model of the register of nodes, in a simulated cluster: what {@link RegisteredNumbers} does in SQL, step by step. Each file of a
 * disk is used by several nodes, one of which holds it.
 *
 * <p>An operator deletes the file of a node whose number the register has lost, once the node has ended.
 */
final class SimulatedRegister extends SimulatedStore {
    /** What it can be made to lack: negative controls. */
    enum Flaw {
        /** Registrations tell a time so early that the horizon above it is now. */
        NO_FLOOR,
        /** Each token is found to be the asker's. */
        ANY_TOKEN,
        /** No clock and no bound is found to be too far ahead. */
        ANY_CLOCK,
        /** Each layout is found to be the registered one. */
        ANY_LAYOUT,
        /** A node that ended finds its file as it was first written. */
        OLD_FILE,
        /** A process sees neither a lock file that was replaced nor what another wrote. */
        UNSOUND_DISK,
        /** Nodes that do not reach the register go on by their file: what they do, and what documentation warns of. */
        FILE_ALONE
    }

    /** More than are registered, lost and registered again in any world. */
    private static final int LAST_ID = 500;

    private static final Pattern TOKEN =
            Pattern.compile("(?s)\\nworker-id (\\d+)\\n.* token=([0-9a-f]+)\\nreserved-until ");

    private final World world;
    private final Set<Flaw> flaws;
    private final HardwareClock clock;
    private final SimulatedDisk disk;
    private final Map<String, byte[]> firstContents = new HashMap<>();
    private Map<Integer, Row> rows = new TreeMap<>();
    private int next = 1;

    private record Row(String layout, String token) {}

    private record Saved(Map<Integer, Row> rows, int next) {}

    SimulatedRegister(World world, Set<Flaw> flaws) {
        this.world = world;
        this.flaws = flaws;
        this.clock = world.storeClock();
        this.disk = new SimulatedDisk(world, !has(Flaw.UNSOUND_DISK));
    }

    @Override
    public WorkerIds open(SimulatedProcess process) {
        sweep();
        return new MySqlRegisterWorkerIds(
                () -> new Session(process, this),
                disk.path(process, file(process.node())),
                null,
                world.plan().maxAhead());
    }

    @Override
    public void ended(SimulatedProcess process) {
        disk.ended(process);
        sweep();
        if (has(Flaw.OLD_FILE)) {
            String name = file(process.node());
            byte[] now = disk.contents().get(name);
            if (now != null) {
                disk.put(name, firstContents.computeIfAbsent(name, first -> now));
            }
        }
    }

    @Override
    public Map<Integer, Long> bounds() {
        return disk.bounds();
    }

    @Override
    public HardwareClock clock() {
        return clock;
    }

    @Override
    public boolean startsAhead() {
        return true;
    }

    @Override
    public int lastId(Plan plan) {
        return LAST_ID;
    }

    /** The table; the files of nodes are elsewhere. */
    @Override
    public Object save() {
        return new Saved(new TreeMap<>(rows), next);
    }

    @Override
    public void restore(Object saved) {
        Saved back = (Saved) saved;
        rows = new TreeMap<>(back.rows);
        next = back.next;
    }

    /** Made anew, a table counts from 1. */
    @Override
    public void wipe() {
        rows.clear();
        next = 1;
    }

    @Override
    public void loseRecord(SplittableRandom random) {
        if (!rows.isEmpty()) {
            List<Integer> numbers = new ArrayList<>(rows.keySet());
            rows.remove(numbers.get(random.nextInt(numbers.size())));
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

    /** The operator looks through the files. */
    private void sweep() {
        if (has(Flaw.ANY_TOKEN) || has(Flaw.FILE_ALONE)) {
            // Nobody is refused then.
            return;
        }
        disk.contents().forEach((name, data) -> {
            Matcher file = TOKEN.matcher(new String(data, StandardCharsets.UTF_8));
            if (!name.endsWith(".new") && file.find()) {
                Row row = rows.get(Integer.valueOf(file.group(1)));
                if (row == null || !row.token.equals(file.group(2))) {
                    disk.delete(name);
                }
            }
        });
    }

    private NodeRegister.Registration register(
            WorkerRequest request, String token, long clockOfNode, MySqlHorizon horizon) {
        int number = next;
        if (number > request.lastId()) {
            throw new IdsExhaustedException("number " + number + " is above " + request.lastId());
        }
        if (rows.values().stream().anyMatch(row -> !row.layout.equals(request.fingerprint()))
                && !has(Flaw.ANY_LAYOUT)) {
            throw new ConfigException("the namespace is in use with another layout");
        }
        long now = clock.millis();
        if (!has(Flaw.ANY_CLOCK)) {
            horizon.requireClock("model", clockOfNode, now);
        }
        next = number + 1;
        rows.put(number, new Row(request.fingerprint(), token));
        return new NodeRegister.Registration(number, has(Flaw.NO_FLOOR) ? now - horizon.millis() : now);
    }

    private NodeRegister.Entry find(int number, @Nullable String own) {
        Row row = rows.get(number);
        String token = has(Flaw.ANY_TOKEN) ? own : row == null ? null : row.token;
        return new NodeRegister.Entry(token, has(Flaw.ANY_CLOCK) ? Long.MAX_VALUE / 2 : clock.millis());
    }

    private @Nullable String tokenIn(String file) {
        byte[] data = disk.contents().get(file);
        if (data == null) {
            return null;
        }
        Matcher found = TOKEN.matcher(new String(data, StandardCharsets.UTF_8));
        return found.find() ? found.group(2) : null;
    }

    private boolean has(Flaw flaw) {
        return flaws.contains(flaw);
    }

    private String file(int node) {
        return "node" + node % world.plan().pool();
    }

    /**
     * One lease's connections. They ask until there is an answer: what is claimed of a register that loses rows is claimed of nodes that
     * reach it.
     */
    private static final class Session implements NodeRegister {
        private static final Duration RETRY = Duration.ofMillis(10);

        private final SimulatedProcess process;
        private final SimulatedRegister register;
        private final String file;
        private NumberLookup.@Nullable Answer late;

        Session(SimulatedProcess process, SimulatedRegister register) {
            this.process = process;
            this.register = register;
            this.file = register.file(process.node());
        }

        @Override
        public Registration register(WorkerRequest request, String address, String token, MySqlHorizon horizon) {
            long clock = request.clock().millis();
            return call("register " + address, () -> register.register(request, token, clock, horizon));
        }

        @Override
        public Entry find(int number) {
            while (true) {
                try {
                    return call("find " + number, () -> register.find(number, register.tokenIn(file)));
                } catch (BackendException e) {
                    if (register.has(Flaw.FILE_ALONE)) {
                        throw e;
                    }
                    process.park(RETRY.toNanos());
                }
            }
        }

        /** An answer that comes after the caller's patience is told at the next call. */
        @Override
        public NumberLookup lookup(int number, Duration patience) {
            return new NumberLookup() {
                @Override
                public Answer find() {
                    Answer known = late;
                    late = null;
                    if (known != null) {
                        return known;
                    }
                    long asked = process.nanoTime();
                    Entry entry = Session.this.find(number);
                    if (process.nanoTime() - asked > patience.toNanos() && register.has(Flaw.FILE_ALONE)) {
                        late = new Answer(entry, false);
                        throw new BackendException("no answer in time");
                    }
                    return new Answer(entry, true);
                }

                @Override
                public void close() {
                    // Asks on no thread.
                }
            };
        }

        @Override
        public void close() {
            // The model stays.
        }

        private <T> T call(String what, Network.Step<T, RuntimeException> step) {
            return process.world().network().call(process, what, step);
        }
    }
}
