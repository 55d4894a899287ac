package io.distid.testkit.fleet;

import io.distid.testkit.TestJvm;
import io.distid.testservers.fault.LossyLink;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** One place in a fleet: a process at a time, and its link to the store. For one thread. */
final class LossyNode {
    /** The pause that keeps an hour of ids small. */
    private static final Duration PACE = Duration.ofMillis(20);

    private static final int BATCH = 50;

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final double[] DROPPED = {0, 0.05, 0.2, 0.5};

    private final int number;
    private final FleetNodes fleet;
    private final Map<String, String> config;
    private final @Nullable LossyLink link;
    private int process;
    private long resumeAt;
    private boolean paused;
    private long stoppedAt;
    private boolean stopping;

    LossyNode(int number, FleetNodes fleet, Map<String, String> config, @Nullable LossyLink link) {
        this.number = number;
        this.fleet = fleet;
        this.config = config;
        this.link = link;
        start();
    }

    /** Injects one fault, or none. */
    void injectFault(Random random) {
        int what = random.nextInt(100);
        if (what < 30) {
            drop(DROPPED[random.nextInt(DROPPED.length)], random.nextLong());
        } else if (what < 45) {
            cut();
        } else if (what < 50) {
            kill();
        } else if (what < 55) {
            stop();
        } else if (what < 65) {
            pause(Duration.ofMillis(200 + random.nextInt(4_000)));
        }
    }

    void drop(double probability, long seed) {
        if (link != null) {
            link.dropAnswers(probability, seed);
        }
    }

    void cut() {
        if (link != null) {
            link.cut();
        }
    }

    void kill() {
        fleet.end(process);
        start();
    }

    void pause(Duration pause) {
        if (!paused && !stopping) {
            fleet.process(process).pause();
            paused = true;
            resumeAt = System.nanoTime() + pause.toNanos();
        }
    }

    /** Tells the process to end, which gives its worker id back. */
    void stop() {
        if (!paused && !stopping) {
            fleet.process(process).tell("stop");
            stopping = true;
            stoppedAt = System.nanoTime();
        }
    }

    /**
     * Does what is due: resumes a process that has paused for long enough, and replaces a process that has ended.
     *
     * @throws AssertionError if a process ended by itself, was refused for good, mistook its store for restored, or does not
     *     end
     */
    void attend() {
        if (paused && System.nanoTime() - resumeAt > 0) {
            resume();
        }
        TestJvm child = fleet.process(process);
        boolean ended = !child.isAlive();
        for (String line : child.lines()) {
            if (line.startsWith("refused") || line.contains("StoreRegressedException")) {
                throw new AssertionError("node " + number + ": " + line);
            }
            if (line.startsWith("lost")) {
                stop();
            }
        }
        if (ended && !stopping) {
            throw new AssertionError("node " + number + " ended by itself: " + child.errors());
        }
        if (ended) {
            fleet.end(process);
            start();
        } else if (stopping && System.nanoTime() - stoppedAt > PATIENCE.toNanos()) {
            throw new AssertionError("node " + number + " does not end within " + PATIENCE + ": " + child.errors());
        }
    }

    /** Ends all faults of this node. */
    void heal() {
        drop(0, 0);
        if (paused) {
            resume();
        }
    }

    /** Whether its process has ended after a stop. */
    boolean hasStopped() {
        return stopping && !fleet.process(process).isAlive();
    }

    /** The size of its process's record. */
    long size() {
        return fleet.record(process).size();
    }

    private void resume() {
        fleet.process(process).resume();
        paused = false;
    }

    private void start() {
        process = fleet.start(config, BATCH, PACE, Duration.ofDays(1));
        paused = false;
        stopping = false;
    }
}
