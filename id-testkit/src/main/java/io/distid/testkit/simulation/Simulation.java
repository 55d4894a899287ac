package io.distid.testkit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Many small clusters in virtual time, each a world of its own. Nodes have bad clocks, crash, pause and are copied. The network loses and repeats
 * requests, and the store loses data. The real sequencer, the real lease and the protocol of one source of worker ids run there, and each id is
 * judged.
 *
 * <p>{@code -Ddistid.simulation.seed=N} runs world N alone and prints its events; {@code -Ddistid.simulation.seeds=N} runs worlds 1 to N.
 *
 * <p>While it runs, distid's log is off for the whole process, since the simulated faults would fill it with alarms. Immutable; runs its worlds
 * on several threads, each world on one.
 *
 * @param stores makes the store of a world
 * @param rule how a process issues ids
 * @param faults the possible faults; each world chooses some of them
 * @param copier copies processes; null if {@link SimulatedFault#CLONED} does not happen
 */
public record Simulation(
        Function<World, SimulatedStore> stores,
        IdSource.Rule rule,
        Set<SimulatedFault> faults,
        @Nullable ProcessCopier copier) {
    private static final int BATCH = 25;
    private static final Long ONLY = Long.getLong("distid.simulation.seed");
    private static final Integer SEEDS = Integer.getInteger("distid.simulation.seeds");

    /**
     * The end of one world. For use by one thread at a time, like its statistics.
     *
     * @param seed the seed of the world
     * @param repeated how many ids came twice
     * @param unsafe whether an id was issued that should not have been
     * @param violations the first few violations
     * @param statistics the counts of its events
     */
    public record Outcome(long seed, int repeated, boolean unsafe, List<String> violations, Statistics statistics) {
        @Override
        public String toString() {
            return "world " + seed + ": " + violations;
        }
    }

    /**
     * The end of all worlds. For use by one thread at a time, like its statistics.
     *
     * @param worlds how many there were
     * @param bad the worlds where a claim did not hold
     * @param unsafe how many worlds issued an id that they should not have issued
     * @param repeating how many worlds issued an id twice
     * @param statistics the counts of all worlds
     */
    public record Result(int worlds, List<Outcome> bad, int unsafe, int repeating, Statistics statistics) {
        @Override
        public String toString() {
            return worlds + " worlds, " + bad.size() + " with violations, " + unsafe + " unsafe, ids repeated in "
                    + repeating + "; " + statistics;
        }
    }

    /**
     * The sequencer on leases from a store.
     *
     * @param stores makes the store of a world
     * @param faults the possible faults
     * @return a simulation that is ready to run
     */
    public static Simulation of(Function<World, SimulatedStore> stores, Set<SimulatedFault> faults) {
        return new Simulation(stores, LeasedSource::open, faults, null);
    }

    /**
     * The same, with copies of processes.
     *
     * @param copier copies processes
     * @return a simulation that is ready to run
     */
    public Simulation copying(@Nullable ProcessCopier copier) {
        return new Simulation(stores, rule, faults, copier);
    }

    /**
     * Runs worlds, prints their end, and fails if a claim did not hold in a world.
     *
     * @param what names the simulated source, for the message
     * @param worlds how many, unless a system property says otherwise
     * @return their end, the same each time
     * @throws AssertionError if there were violations
     */
    public Result requireSound(String what, int worlds) {
        Result result = run(worlds);
        System.out.println("simulation of " + what + ": " + result);
        if (!result.bad.isEmpty()) {
            throw new AssertionError("simulation of " + what
                    + ": worlds with violations; run one by -Ddistid.simulation.seed=<seed>: " + result.bad);
        }
        return result;
    }

    /**
     * Runs worlds of a negative control, prints their end, and fails if all ids were right.
     *
     * @param what names the missing protection, for the message
     * @param mostWorlds how many to run at most
     * @return their end
     * @throws AssertionError if all ids were right
     */
    public Result requireUnsafe(String what, int mostWorlds) {
        Result result = runUntilViolated(mostWorlds);
        System.out.println("negative control, " + what + ": violations in " + result.unsafe + " of " + result.worlds
                + " worlds, ids repeated in " + result.repeating);
        if (result.unsafe == 0) {
            throw new AssertionError("negative control, " + what + ": no violation in " + result.worlds + " worlds");
        }
        return result;
    }

    /**
     * Runs worlds on as many threads as there are processors.
     *
     * @param worlds how many, unless a system property says otherwise
     * @return their end, the same each time
     */
    public Result run(int worlds) {
        if (ONLY != null) {
            return result(1, List.of(runWorld(ONLY, true)));
        }
        return runExactly(SEEDS == null ? worlds : SEEDS);
    }

    /**
     * Runs a number of worlds, whatever the system properties say.
     *
     * @param worlds how many
     * @return their end, the same each time
     */
    public Result runExactly(int worlds) {
        return run(1, worlds);
    }

    /** Runs worlds until one issues an id that it should not have issued. */
    private Result runUntilViolated(int mostWorlds) {
        Result result = run(1, Math.min(BATCH, mostWorlds));
        while (result.unsafe == 0 && result.worlds < mostWorlds) {
            Result more = run(result.worlds + 1, Math.min(result.worlds + BATCH, mostWorlds));
            result = new Result(result.worlds + more.worlds, more.bad, more.unsafe, more.repeating, more.statistics);
        }
        return result;
    }

    private Result run(int first, int last) {
        Logger log = Logger.getLogger("io.distid");
        Level before = log.getLevel();
        log.setLevel(Level.OFF);
        try {
            return result(last - first + 1, runAll(first, last));
        } finally {
            log.setLevel(before);
        }
    }

    /**
     * Runs one world on this thread.
     *
     * @param seed the seed of the world
     * @param verbose whether it prints its events
     * @return its end
     */
    public Outcome runWorld(long seed, boolean verbose) {
        World world = new World(seed, faults, stores, verbose);
        try {
            Cluster cluster = new Cluster(world, rule, copier);
            cluster.run();
            cluster.recover();
            IdJudge judge = world.judge();
            judge.end();
            return new Outcome(seed, judge.repeated(), judge.unsafe(), judge.violations(), world.statistics());
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("world " + seed + " ended in " + e, e);
        }
    }

    private static Result result(int worlds, List<Outcome> outcomes) {
        Statistics all = new Statistics();
        outcomes.forEach(outcome -> all.add(outcome.statistics));
        List<Outcome> bad = outcomes.stream()
                .filter(outcome -> !outcome.violations.isEmpty())
                .toList();
        int repeating =
                (int) outcomes.stream().filter(outcome -> outcome.repeated > 0).count();
        int unsafe = (int) outcomes.stream().filter(Outcome::unsafe).count();
        return new Result(worlds, bad, unsafe, repeating, all);
    }

    private List<Outcome> runAll(int first, int last) {
        AtomicLong next = new AtomicLong(first - 1);
        int threads = Runtime.getRuntime().availableProcessors();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<List<Outcome>>> parts = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                parts.add(pool.submit(() -> {
                    List<Outcome> outcomes = new ArrayList<>();
                    for (long seed = next.incrementAndGet(); seed <= last; seed = next.incrementAndGet()) {
                        outcomes.add(runWorld(seed, false));
                    }
                    return outcomes;
                }));
            }
            List<Outcome> all = new ArrayList<>();
            for (Future<List<Outcome>> part : parts) {
                all.addAll(part.get());
            }
            return all;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while simulating", e);
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }
}
