package io.distid.redis;

import io.distid.testkit.simulation.SimulatedRecordStore;
import io.distid.testkit.simulation.World;

/** The lease protocol over the scripts of {@code redis-set}, with a set beside the hash. */
class RedisSetSimulationTest extends RedisSimulationTest {
    @Override
    protected SimulatedRecordStore store(World world) {
        return new SimulatedHash(world, true);
    }

    /** The protocol is that of {@link RedisSimulationTest}. */
    @Override
    protected int worlds() {
        return 40;
    }
}
