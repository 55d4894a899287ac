package io.distid.snowflake.simulation;

import io.distid.snowflake.Snowflake;
import io.distid.snowflake.simulation.SlotStore.Grant;

/** The real thing. */
final class DistidSource implements Source {
    private final Snowflake snowflake;
    private final SlotWorkerIds workers;

    private DistidSource(Snowflake snowflake, SlotWorkerIds workers) {
        this.snowflake = snowflake;
        this.workers = workers;
    }

    static Source open(Life life, Fleet fleet) {
        Plan plan = life.world.plan;
        SlotWorkerIds workers = new SlotWorkerIds(life, fleet.network, fleet.store);
        try {
            Snowflake snowflake = Snowflake.builder()
                    .layout(plan.layout())
                    .rule(plan.rule())
                    .clock(life)
                    .parking(life)
                    .reservation(plan.reservation())
                    .startWait(plan.startWait())
                    // Nodes of one process here, which would be refused an id that a stopped neighbour still thinks its
                    // own.
                    .namespace(fleet.uniqueNamespace(life))
                    .open(workers);
            return new DistidSource(snowflake, workers);
        } catch (RuntimeException | Error e) {
            workers.close();
            throw e;
        }
    }

    @Override
    public long next() {
        return snowflake.nextId();
    }

    @Override
    public void next(long[] ids) {
        snowflake.nextIds(ids, 0, ids.length);
    }

    @Override
    public boolean lost() {
        return snowflake.health().lost();
    }

    @Override
    public Grant grant() {
        return workers.grant();
    }

    @Override
    public void close() {
        workers.close();
        snowflake.close();
    }
}
