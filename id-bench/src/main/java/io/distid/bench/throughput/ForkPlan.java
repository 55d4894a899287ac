package io.distid.bench.throughput;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The measurements in a forked JVM: single ids with each number of threads in turn, then batches. Immutable.
 *
 * @param warmUps unmeasured iterations before the first measurement; the others have one each, since the code is
 *     compiled then
 * @param warmUp the time of an unmeasured iteration
 * @param growth the time before the first measurement: at least this for a store's ranges, which grow with the demand,
 *     and at most this for random bits
 * @param iterations measured iterations of each measurement
 * @param iteration the time of a measured iteration
 * @param threads the numbers of threads that share the generator
 * @param batchThreads the numbers of threads for batches; not used without batches
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
    /** The time until a cipher is compiled: its calls are long and few. */
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

    /** The same plan for ranges of a store, with as many unmeasured iterations as the ranges need to grow. */
    public ForkPlan forRanges() {
        return withWarmUp(growth);
    }

    /**
     * The same plan for ids from random bits. It has as many unmeasured iterations as the compiler needs for a cipher,
     * if the plan has time for growth.
     */
    public ForkPlan forRandomBits() {
        return withWarmUp(growth.compareTo(CIPHER_COMPILED) < 0 ? growth : CIPHER_COMPILED);
    }

    private ForkPlan withWarmUp(Duration least) {
        int count = (int) Math.max(warmUps, least.toMillis() / warmUp.toMillis());
        return new ForkPlan(count, warmUp, growth, iterations, iteration, threads, batchThreads);
    }

    /** The same plan with other thread counts, also for batches if they use all counts. */
    public ForkPlan withThreads(List<Integer> counts) {
        List<Integer> batch = batchThreads.equals(threads) ? counts : counts.subList(0, 1);
        return new ForkPlan(warmUps, warmUp, growth, iterations, iteration, counts, batch);
    }

    /** The same in another time. */
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
