package io.distid.bench.predictability;

import io.distid.IdGenerator;
import io.distid.bench.results.Predictability;
import io.distid.bench.subject.IdTime;
import java.time.Duration;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Measures what an observer learns about one subject.
 *
 * <p>It guesses single ids of one node, issued at random moments, and then ids issued at full speed. For the volume,
 * two customers of that node compare their ids, while a second node issues half of all ids. The volume figure is the
 * difference of their ids, divided by the number of ids that both nodes issued in between. Not safe for use by several
 * threads.
 */
public final class Observer {
    /** The mean gap of single ids: 500 a second. */
    public static final Duration MEAN_GAP = Duration.ofMillis(2);

    private static final long SEED = 20_260_101;
    private static final int FLAT_OUT = 20_000;
    private static final Duration FLAT_OUT_TIME = Duration.ofMillis(30);
    private static final int VOLUME = 2_000;
    private static final Duration VOLUME_TIME = Duration.ofMillis(60);

    /** Above a thousand numbers for each id, the difference of two ids shows no volume. */
    private static final double COUNTS = 1000;

    private final IdGenerator node;
    private final @Nullable IdTime time;
    private @Nullable ObservedIds arriving;

    /** For one subject; {@code time}: reads the time out of an id, or null. */
    public Observer(IdGenerator node, @Nullable IdTime time) {
        this.node = node;
        this.time = time;
    }

    /** Takes ids that come singly. Others may do the same beside it. */
    public void watch(int count) throws InterruptedException {
        arriving = ObservedIds.arriving(node, count, MEAN_GAP, SEED);
    }

    /**
     * Takes ids at full speed, and evaluates all of them. Nothing else should run beside it. Throws {@link
     * IllegalStateException} if {@link #watch(int)} was not called before.
     */
    public Predictability learn(IdGenerator other) {
        ObservedIds singly = arriving;
        if (singly == null) {
            throw new IllegalStateException("no ids were watched yet");
        }
        ObservedIds flatOut = ObservedIds.flatOut(node, FLAT_OUT, FLAT_OUT_TIME);
        return new Predictability(
                new NextIdPredictor(singly, time).share(),
                new NextIdPredictor(flatOut, time).share(),
                time == null ? volume(node, other) : null,
                time == null ? null : timeError(singly, time));
    }

    /** The mean difference between the time in an id and the time of its call, in ms. */
    static double timeError(ObservedIds ids, IdTime time) {
        double sum = 0;
        for (int i = 0; i < ids.size(); i++) {
            sum += Math.abs(ids.get(i).time(time) - ids.get(i).millis());
        }
        return ids.size() == 0 ? 0 : sum / ids.size();
    }

    /** The estimate divided by the true number, or null if ids show no volume. */
    static @Nullable Double volume(IdGenerator node, IdGenerator other) {
        Random random = new Random(SEED);
        ObservedIds seen = new ObservedIds();
        ObservedIds hidden = new ObservedIds();
        long end = System.nanoTime() + VOLUME_TIME.toNanos();
        seen.take(node);
        int between = 1;
        for (; between <= VOLUME && System.nanoTime() - end < 0; between++) {
            if (random.nextBoolean()) {
                hidden.take(other);
            } else {
                seen.take(node);
            }
        }
        seen.take(node);
        ObservedIds.Observed first = seen.get(0);
        ObservedIds.Observed last = seen.get(seen.size() - 1);
        if (last.high() != first.high()) {
            return null;
        }
        double ratio = (double) (last.low() - first.low()) / between;
        return ratio > 1 / COUNTS && ratio < COUNTS ? ratio : null;
    }
}
