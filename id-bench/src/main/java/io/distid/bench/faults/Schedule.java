package io.distid.bench.faults;

import io.distid.bench.results.FaultPlan;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** What the seed decides. Each cell has its own random numbers, so that it does not depend on which others take part. */
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
        // By turns, so that each is a jump that can be seen.
        List<Integer> jumps = IntStream.range(0, JUMPS)
                .map(jump -> random.nextInt(SHORTEST, LONGEST + 1) * (jump % 2 == 0 ? -1 : 1))
                .boxed()
                .toList();
        return new FaultPlan(victim, before, jumps);
    }
}
