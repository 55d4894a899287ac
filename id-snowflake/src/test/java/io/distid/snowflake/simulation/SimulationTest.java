package io.distid.snowflake.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.snowflake.simulation.Statistics.What;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Ten thousand fleets, each a world of its own. {@code -Ddistid.sim.seed=N} runs world N alone and prints what happens in it;
 * {@code -Ddistid.sim.seeds=N} runs N of them.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SimulationTest {
    private static final Logger LOG = Logger.getLogger("io.distid");
    private static final Long ONLY = Long.getLong("distid.sim.seed");
    private static final int SEEDS = Integer.getInteger("distid.sim.seeds", 10_000);
    private static final int CONTROL_SEEDS = 300;

    private record Outcome(long seed, int repeated, List<String> violations, Statistics statistics) {
        @Override
        public String toString() {
            return "world " + seed + ": " + violations;
        }
    }

    @BeforeAll
    static void failuresAreExpected() {
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void failuresAreUnexpected() {
        LOG.setLevel(null);
    }

    @Test
    void noIdIsRepeatedInAnyWorld() throws Exception {
        if (ONLY != null) {
            Outcome outcome = run(ONLY, DistidSource::open, false, true);
            System.out.println("world " + ONLY + ": " + outcome.statistics);
            assertThat(outcome.violations).as("world %d", ONLY).isEmpty();
            return;
        }
        Statistics all = new Statistics();
        List<Outcome> bad = new ArrayList<>();
        for (Outcome outcome : runAll(SEEDS, DistidSource::open, false)) {
            all.add(outcome.statistics);
            if (!outcome.violations.isEmpty()) {
                bad.add(outcome);
            }
        }
        System.out.println("simulation of " + SEEDS + " worlds: " + all);
        assertThat(bad)
                .as("worlds with violations; run one by -Ddistid.sim.seed=<seed>")
                .isEmpty();
        for (What what : What.values()) {
            assertThat(all.get(what)).as("how often: %s", what).isGreaterThan(SEEDS / 100);
        }
    }

    @Test
    void worldIsTheSameEachTime() {
        for (long seed = 1; seed <= 20; seed++) {
            Outcome once = run(seed, DistidSource::open, false, false);
            Outcome again = run(seed, DistidSource::open, false, false);
            assertThat(again.statistics.toString()).as("world %d", seed).isEqualTo(once.statistics.toString());
        }
    }

    @Test
    void textbooksRuleRepeatsIds() throws Exception {
        assertThat(worldsWithRepeatedIds((life, fleet) -> new TextbookSource(life), false))
                .as("of %d worlds", CONTROL_SEEDS)
                .isGreaterThan(CONTROL_SEEDS / 20);
    }

    @Test
    void leafsRuleRepeatsIds() throws Exception {
        assertThat(worldsWithRepeatedIds(LeafSource::open, false))
                .as("of %d worlds", CONTROL_SEEDS)
                .isGreaterThan(CONTROL_SEEDS / 20);
    }

    @Test
    void storeThatForgetsTheReservationRepeatsIds() throws Exception {
        assertThat(worldsWithRepeatedIds(DistidSource::open, true))
                .as("of %d worlds", CONTROL_SEEDS)
                .isGreaterThan(CONTROL_SEEDS / 20);
    }

    private static long worldsWithRepeatedIds(Source.Rule rule, boolean forgetful) throws Exception {
        List<Outcome> outcomes = runAll(CONTROL_SEEDS, rule, forgetful);
        long repeating =
                outcomes.stream().filter(outcome -> outcome.repeated > 0).count();
        System.out.println("negative control: ids repeated in " + repeating + " of " + CONTROL_SEEDS + " worlds");
        return repeating;
    }

    private static Outcome run(long seed, Source.Rule rule, boolean forgetful, boolean verbose) {
        World world = new World(seed, verbose);
        try {
            Fleet fleet =
                    new Fleet(world, rule, forgetful, Thread.currentThread().getName());
            fleet.run();
            fleet.recover();
            return new Outcome(seed, fleet.ledger.repeated(), fleet.ledger.violations(), world.statistics);
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("world " + seed + " ended in " + e, e);
        }
    }

    private static List<Outcome> runAll(int seeds, Source.Rule rule, boolean forgetful) throws Exception {
        AtomicLong next = new AtomicLong();
        AtomicInteger threads = new AtomicInteger();
        int lanes = Runtime.getRuntime().availableProcessors();
        ExecutorService pool =
                Executors.newFixedThreadPool(lanes, task -> new Thread(task, "lane" + threads.incrementAndGet()));
        try {
            List<Future<List<Outcome>>> parts = new ArrayList<>();
            for (int lane = 0; lane < lanes; lane++) {
                parts.add(pool.submit(() -> {
                    List<Outcome> outcomes = new ArrayList<>();
                    for (long seed = next.incrementAndGet(); seed <= seeds; seed = next.incrementAndGet()) {
                        outcomes.add(run(seed, rule, forgetful, false));
                    }
                    return outcomes;
                }));
            }
            List<Outcome> all = new ArrayList<>();
            for (Future<List<Outcome>> part : parts) {
                all.addAll(part.get());
            }
            return all;
        } finally {
            pool.shutdownNow();
        }
    }
}
