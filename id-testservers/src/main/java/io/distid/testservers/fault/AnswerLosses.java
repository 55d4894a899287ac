package io.distid.testservers.fault;

import io.distid.testservers.process.Await;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Chooses the answers of a {@link LossyLink} that are dropped, and runs what comes before a drop. Safe for use by any
 * number of threads.
 */
final class AnswerLosses {
    private static final Duration LONGEST_MEANWHILE = Duration.ofMinutes(2);

    private long passing = -1;
    private Runnable meanwhile = () -> {};
    private final AtomicInteger underWay = new AtomicInteger();
    private double probability;
    private Random random = new Random(0);
    private long answered;
    private long dropped;

    /** As {@link LossyLink#dropAnswerAfter(long, Runnable)}. */
    synchronized void dropAfter(long answers, Runnable first) {
        passing = answers;
        meanwhile = first;
    }

    /** As {@link LossyLink#dropAnswers}. */
    synchronized void dropAtRandom(double share, long seed) {
        probability = share;
        random = new Random(seed);
    }

    /** As {@link LossyLink#dropNoAnswer}. */
    void dropNone() {
        synchronized (this) {
            passing = -1;
            probability = 0;
        }
        if (!Await.until(LONGEST_MEANWHILE, () -> underWay.get() == 0)) {
            throw new IllegalStateException(
                    "what is done before an answer is dropped has not ended within two minutes");
        }
    }

    /** Counts an answer, and returns whether to drop it. Then the action that comes before the drop has run. */
    boolean drops() {
        Runnable first = null;
        synchronized (this) {
            answered++;
            boolean chosen = passing == 0;
            boolean drop = chosen || probability > 0 && random.nextDouble() < probability;
            if (passing >= 0) {
                passing--;
            }
            if (!drop) {
                return false;
            }
            dropped++;
            if (chosen) {
                first = meanwhile;
                underWay.incrementAndGet();
            }
        }
        if (first != null) {
            try {
                // Run without the lock, since it may use the link.
                first.run();
            } finally {
                underWay.decrementAndGet();
            }
        }
        return true;
    }

    synchronized long answered() {
        return answered;
    }

    synchronized long dropped() {
        return dropped;
    }
}
