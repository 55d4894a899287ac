package io.distid.bench.latency;

import io.distid.bench.jvm.ChildJvm;
import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.throughput.Figure;
import io.distid.bench.throughput.Target;
import io.distid.bench.throughput.TrialResult;
import io.distid.testservers.RealServer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A process of its own whose calls come at a fixed rate: in the first second of its generator, and while the store stands still. Counts the calls that wait. For use by one thread.
 */
public final class PacedProcess {
    /** Calls a second. */
    public static final int PER_SECOND = 100_000;

    /** How long the store stands still. */
    public static final Duration PAUSE = Duration.ofMillis(500);

    /** About how long a measurement takes. */
    public static final Duration ESTIMATE = Duration.ofSeconds(6);

    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration WARM_UP = Duration.ofSeconds(3);
    private static final Duration PAUSED = Duration.ofSeconds(2);
    private static final Duration BEFORE_PAUSE = Duration.ofMillis(500);
    /** Beyond what the calls should take. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final SettingsFile settings;

    /**
     * Starts no process yet.
     *
     * @param settings where each process finds the settings of its subject
     */
    public PacedProcess(SettingsFile settings) {
        this.settings = settings;
    }

    /**
     * The first second from the first id on, in one more process.
     *
     * @param target a subject
     * @return with {@link Figure#WAITS} if the subject counts them, without the wait for the first id
     * @throws IllegalStateException if the process failed, ended or hangs; the message is the reason
     * @throws InterruptedException if it was ended by a signal from the keyboard
     */
    public TrialResult firstSecond(Target target) throws InterruptedException {
        try (ChildJvm jvm = opened(target)) {
            long before = waits(jvm);
            paced(jvm, FIRST);
            return result(jvm, before);
        }
    }

    /**
     * Two seconds, in the first of which the store stands still for {@link #PAUSE}, after three that are not looked at.
     *
     * @param target a subject that asks the server
     * @param store the server
     * @return with {@link Figure#WAITS} if the subject counts them
     * @throws IllegalStateException if the process failed, ended or hangs; the message is the reason
     * @throws UnsupportedOperationException if the server cannot be made to stand still
     * @throws InterruptedException if it was ended by a signal from the keyboard
     */
    public TrialResult whileStorePaused(Target target, RealServer store) throws InterruptedException {
        try (ChildJvm jvm = opened(target)) {
            paced(jvm, WARM_UP);
            long before = waits(jvm);
            tell(jvm, PAUSED);
            Thread.sleep(BEFORE_PAUSE.toMillis());
            store.pause();
            try {
                Thread.sleep(PAUSE.toMillis());
            } finally {
                store.resume();
            }
            timed(jvm, PAUSED);
            return result(jvm, before);
        }
    }

    private ChildJvm opened(Target target) throws InterruptedException {
        ChildJvm jvm = LatencyChild.start(target.subject(), target.subject(), settings);
        try {
            LatencyChild.ready(jvm);
            OpenedGenerator.by(jvm, Duration.ZERO);
            return jvm;
        } catch (RuntimeException | InterruptedException e) {
            jvm.close();
            throw e;
        }
    }

    private static void paced(ChildJvm jvm, Duration time) throws InterruptedException {
        tell(jvm, time);
        timed(jvm, time);
    }

    private static void tell(ChildJvm jvm, Duration time) {
        long count = PER_SECOND * time.toMillis() / 1000;
        jvm.tell("paced", PER_SECOND, count, time.plus(PATIENCE).toNanos());
    }

    private static void timed(ChildJvm jvm, Duration time) throws InterruptedException {
        jvm.await("timed", time.plus(PATIENCE).plus(PATIENCE));
    }

    /** How many calls have waited so far, or -1 if the subject does not count them. */
    private static long waits(ChildJvm jvm) throws InterruptedException {
        jvm.tell("waits");
        return Long.parseLong(jvm.await("waits", PATIENCE).get(0));
    }

    /** Ends the process, which has made the calls. */
    private static TrialResult result(ChildJvm jvm, long waitsBefore) throws InterruptedException {
        long waits = waits(jvm);
        jvm.tell("close");
        jvm.await("closed", PATIENCE);
        Map<Figure, Double> figures = new EnumMap<>(Figure.class);
        if (waits >= 0) {
            figures.put(Figure.WAITS, (double) (waits - waitsBefore));
        }
        return new TrialResult(1, false, List.of(), null, figures);
    }
}
