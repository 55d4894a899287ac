package io.distid.bench.throughput;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What happens in one forked JVM: ids one by one with each number of threads in turn, then by the batch. Immutable.
 *
 * @param warmUps unmeasured iterations, before the first of these measurements; each of the others has one, since it finds the
 *     code compiled
 * @param warmUp how long each of them takes
 * @param growth the least that all unmeasured iterations before the first measurement take for what claims ranges from a store,
 *     which begin small and grow with the demand; and the most for what takes random bits
 * @param iterations measured iterations of each measurement
 * @param iteration how long each of them takes
 * @param threads how many threads share the generator
 * @param batchThreads how many threads share it when ids are taken by the batch; nothing is done for what has no batch
 */
public record ForkPlan(
        int warmUps,
        Duration warmUp,
        Duration growth,
        int iterations,
        Duration iteration,
        List<Integer> threads,
        List<Integer> batchThreads) {
    private static final Duration START_UP = Duration.ofMillis(500);
    private static final Duration BETWEEN = Duration.ofMillis(40);
    /** Until the compiler is done with a cipher, whose calls are long and few. */
    private static final Duration CIPHER_COMPILED = Duration.ofMillis(600);

    /** Copies the lists. */
    public ForkPlan {
        threads = List.copyOf(threads);
        batchThreads = List.copyOf(batchThreads);
    }

    /** About how long it takes; with the start of the JVM. */
    public Duration estimate() {
        int measurements = threads.size() + batchThreads.size();
        Duration each = iteration.multipliedBy(iterations).plus(warmUp).plus(BETWEEN);
        return START_UP.plus(warmUp.multipliedBy(warmUps - 1)).plus(each.multipliedBy(measurements));
    }

    /** The same for what claims ranges from a store; with as many unmeasured iterations as its ranges need to grow. */
    public ForkPlan forRanges() {
        return withWarmUp(growth);
    }

    /**
     * The same for what takes its ids from random bits; with as many unmeasured iterations as the compiler needs for a cipher, where ranges
     * have time to grow as well.
     */
    public ForkPlan forRandomBits() {
        return withWarmUp(growth.compareTo(CIPHER_COMPILED) < 0 ? growth : CIPHER_COMPILED);
    }

    private ForkPlan withWarmUp(Duration least) {
        int count = (int) Math.max(warmUps, least.toMillis() / warmUp.toMillis());
        return new ForkPlan(count, warmUp, growth, iterations, iteration, threads, batchThreads);
    }

    /**
     * The same with other thread counts; batches too, if they are taken with all of those.
     *
     * @param counts how many threads share the generator
     * @return with batches for all of them, or for the first
     */
    public ForkPlan withThreads(List<Integer> counts) {
        List<Integer> batch = batchThreads.equals(threads) ? counts : counts.subList(0, 1);
        return new ForkPlan(warmUps, warmUp, growth, iterations, iteration, counts, batch);
    }

    /**
     * The same in another time.
     *
     * @param part of the time for which each rate is measured; at least three iterations are
     * @return with iterations of 20 ms or more
     */
    public ForkPlan shortened(double part) {
        int count = Math.max(3, (int) Math.round(iterations * part));
        long each = Math.round(iteration.toMillis() * iterations * part / count);
        Duration length = Duration.ofMillis(Math.max(20, Math.min(iteration.toMillis(), each)));
        Duration grown = Duration.ofMillis(Math.round(growth.toMillis() * Math.min(1, part)));
        return new ForkPlan(warmUps, warmUp, grown, count, length, threads, batchThreads);
    }

    /** The measurements in their order. */
    List<Trial> trials(boolean withBatch) {
        List<Trial> trials = new ArrayList<>();
        threads.forEach(count -> trials.add(trial(trials.isEmpty(), count, false)));
        if (withBatch) {
            batchThreads.forEach(count -> trials.add(trial(trials.isEmpty(), count, true)));
        }
        return trials;
    }

    private Trial trial(boolean first, int count, boolean batch) {
        return new Trial(count, batch, first ? warmUps : 1, warmUp.toMillis(), iterations, iteration.toMillis());
    }
}
