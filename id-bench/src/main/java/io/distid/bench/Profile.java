package io.distid.bench;

import java.time.Duration;
import java.util.List;

/**
 * How long and how often things are measured.
 *
 * @param name what it is asked for by
 * @param forks JVMs per strategy and thread count; they are interleaved with those of all others
 * @param warmUps unmeasured iterations at the start of each fork
 * @param warmUp how long each of them takes
 * @param iterations measured iterations of each fork
 * @param iteration how long each of them takes
 * @param threads thread counts at which throughput is measured
 * @param nodes generators that the uniqueness and order of ids are checked over
 * @param nodeThreads threads that share each of them
 * @param idsPerThread the most ids a thread takes for that check
 * @param check the longest that a thread takes ids for that check
 */
record Profile(
        String name,
        int forks,
        int warmUps,
        Duration warmUp,
        int iterations,
        Duration iteration,
        List<Integer> threads,
        int nodes,
        int nodeThreads,
        int idsPerThread,
        Duration check) {

    /** Fit for a test: shows that everything runs, and says little about speed. */
    static final Profile TINY = new Profile(
            "tiny",
            1,
            1,
            Duration.ofMillis(100),
            3,
            Duration.ofMillis(100),
            List.of(1, 2),
            3,
            2,
            20_000,
            Duration.ofMillis(500));

    /** The default: under 4 minutes on two cores. */
    static final Profile QUICK = new Profile(
            "quick",
            2,
            2,
            Duration.ofMillis(400),
            3,
            Duration.ofMillis(400),
            List.of(1, 2),
            3,
            2,
            200_000,
            Duration.ofSeconds(2));

    /** Enough runs for narrow error bars; the time for a coffee or two. */
    static final Profile FULL = new Profile(
            "full",
            5,
            3,
            Duration.ofSeconds(1),
            5,
            Duration.ofSeconds(1),
            List.of(1, 2, 4, 8),
            4,
            4,
            1_000_000,
            Duration.ofSeconds(10));

    /** All that have a name, the shortest first. */
    static final List<Profile> ALL = List.of(TINY, QUICK, FULL);

    Profile {
        threads = List.copyOf(threads);
    }

    /** The figures in words, as the report has them. */
    @Override
    public String toString() {
        return name + ": " + forks + " forks of " + warmUps + " × " + warmUp.toMillis() + " ms warm-up and "
                + iterations
                + " × " + iteration.toMillis() + " ms; ids checked over " + nodes + " generators × " + nodeThreads
                + " threads, up to " + idsPerThread + " ids or " + check.toMillis() + " ms each";
    }

    Profile withThreads(List<Integer> counts) {
        return new Profile(
                name, forks, warmUps, warmUp, iterations, iteration, counts, nodes, nodeThreads, idsPerThread, check);
    }

    Profile withForks(int count) {
        return new Profile(
                name, count, warmUps, warmUp, iterations, iteration, threads, nodes, nodeThreads, idsPerThread, check);
    }

    Profile withNodes(int count) {
        return new Profile(
                name, forks, warmUps, warmUp, iterations, iteration, threads, count, nodeThreads, idsPerThread, check);
    }
}
