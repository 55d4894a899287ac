package io.distid.snowflake.simulation;

import io.distid.snowflake.Snowflake;
import io.distid.snowflake.SnowflakeLayout;
import io.distid.testkit.simulation.IdFormat;
import io.distid.testkit.simulation.IdSource;
import io.distid.testkit.simulation.Plan;
import io.distid.testkit.simulation.SimulatedProcess;
import io.distid.testkit.simulation.SimulatedWorkerIds;
import java.time.Instant;

/** The real generator. */
final class SnowflakeSource implements IdSource {
    private final Snowflake snowflake;
    private final SimulatedWorkerIds workers;

    private SnowflakeSource(Snowflake snowflake, SimulatedWorkerIds workers) {
        this.snowflake = snowflake;
        this.workers = workers;
    }

    static IdSource open(SimulatedProcess process) {
        Plan plan = process.world().plan();
        SimulatedWorkerIds workers = SimulatedWorkerIds.open(process);
        try {
            Snowflake snowflake = Snowflake.builder()
                    .layout(layout(process.format()))
                    .rule(plan.rule())
                    .clock(process)
                    .parking(process)
                    .reservation(plan.reservation())
                    .startWait(plan.startWait())
                    .namespace(workers.namespace())
                    .open(workers);
            return new SnowflakeSource(snowflake, workers);
        } catch (RuntimeException | Error e) {
            workers.close();
            throw e;
        }
    }

    /** The same bits, some of the worker id's as a datacenter. */
    static SnowflakeLayout layout(IdFormat format) {
        int datacenterBits = format.workerBits() / 3;
        return SnowflakeLayout.of(
                Instant.ofEpochMilli(format.epochMillis()),
                format.tick(),
                format.timeBits(),
                datacenterBits,
                format.workerBits() - datacenterBits,
                format.sequenceBits());
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
    public SimulatedWorkerIds workers() {
        return workers;
    }

    @Override
    public void close() {
        workers.endRenewals();
        try {
            snowflake.close();
        } finally {
            workers.close();
        }
    }
}
