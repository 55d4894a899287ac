package io.distid.bench.faults;

import io.distid.bench.results.FaultPlan;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The random decisions of a seed. Each cell has its own random numbers, so it does not depend on the other cells of a
 * run.
 */
final class Schedule {
    private static final int NODES = 2;
    private static final int JUMPS = 20;
    private static final int SHORTEST = 50;
    private static final int LONGEST = 200;

    private Schedule() {}

    static FaultPlan plan(long seed, String fault, String subject, int idsBefore) {
        SplittableRandom random =
                new SplittableRandom(seed ^ (long) fault.hashCode() << Integer.SIZE ^ subject.hashCode());
        int victim = random.nextInt(NODES);
        int before = idsBefore + random.nextInt(idsBefore);
        // Back and ahead by turns, so that each jump is visible.
        List<Integer> jumps = IntStream.range(0, JUMPS)
                .map(jump -> random.nextInt(SHORTEST, LONGEST + 1) * (jump % 2 == 0 ? -1 : 1))
                .boxed()
                .toList();
        return new FaultPlan(victim, before, jumps);
    }
}
