package io.distid.sonyflake;

import io.distid.ConfigException;
import io.distid.testkit.BadConfig;
import io.distid.testkit.contract.LongIdGeneratorContract;
import java.util.List;
import java.util.Map;

class SonyflakeContractTest extends LongIdGeneratorContract {
    @Override
    protected String strategy() {
        return "sonyflake";
    }

    @Override
    protected Map<String, String> config(int node) {
        return Map.of("worker", "fixed", "worker.id", String.valueOf(node));
    }

    @Override
    protected List<BadConfig> badConfigs() {
        return List.of(
                refused("start time ahead", "epoch", "2999-01-01T00:00:00Z", "to now, which is"),
                refused("machine id above its bits", "worker.id", "65536", "0 to 65535"),
                refused("too few bits for the time", "sequence-bits", "20", "at least 32"),
                refused("no such source", "worker", "zookeper", "fixed"));
    }

    private static BadConfig refused(String name, String key, String value, String allowed) {
        return BadConfig.of(name, Map.of(key, value), ConfigException.class, value, allowed);
    }
}
