package io.distid.testkit.simulation;

/** The generator of a node in one of its processes, as its callers see it. It passes each issued id to the judge. */
final class OpenGenerator {
    private final World world;
    private final SimulatedProcess process;
    private final IdSource source;
    private final int holder;
    private long greatest;

    /**
     * Creates an open generator.
     *
     * @param holder the judge's number for it
     * @param greatest the greatest id that it has issued; {@link Long#MIN_VALUE} if it has issued none
     */
    OpenGenerator(SimulatedProcess process, IdSource source, int holder, long greatest) {
        this.world = process.world();
        this.process = process;
        this.source = source;
        this.holder = holder;
        this.greatest = greatest;
    }

    IdSource source() {
        return source;
    }

    int holder() {
        return holder;
    }

    long greatest() {
        return greatest;
    }

    boolean lost() {
        SimulatedWorkerIds workers = source.workers();
        return workers != null && workers.lease().health().lost();
    }

    boolean renewing() {
        SimulatedWorkerIds workers = source.workers();
        return workers != null && workers.renewing();
    }

    /** Asks for a batch, or for some single ids. */
    void drawSome() {
        if (world.oneIn(5)) {
            draw(batch());
            return;
        }
        for (int calls = 1 + world.random().nextInt(4); calls > 0; calls--) {
            draw(1);
        }
    }

    private int batch() {
        int most = 3 << process.format().sequenceBits();
        return 1 + (int) world.skewed(Math.min(world.oneIn(20) ? 3_000 : 100, most));
    }

    void draw(int count) {
        long before = greatest;
        boolean lostBefore = lost();
        long outer = process.latestReading();
        process.latestReading(Long.MIN_VALUE);
        try {
            long[] ids = new long[count];
            if (count == 1) {
                ids[0] = source.next();
            } else {
                source.next(ids);
            }
            for (long id : ids) {
                world.judge().issued(holder, source, id, before, process.latestReading(), lostBefore);
                before = Math.max(before, id);
            }
            greatest = Math.max(greatest, before);
        } finally {
            process.latestReading(outer);
        }
    }
}
