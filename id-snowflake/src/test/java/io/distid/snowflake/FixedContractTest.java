package io.distid.snowflake;

import io.distid.ConfigException;
import io.distid.testkit.BadConfig;
import io.distid.testkit.contract.LongIdGeneratorContract;
import java.util.List;
import java.util.Map;

class FixedContractTest extends LongIdGeneratorContract {
    @Override
    protected String strategy() {
        return "snowflake";
    }

    @Override
    protected Map<String, String> config(int node) {
        return Map.of("worker.id", String.valueOf(node));
    }

    @Override
    protected List<BadConfig> badConfigs() {
        return List.of(
                refused("bits that do not add up", Map.of("worker-bits", "6"), "= 64 bits", "must be 63"),
                refused("a worker id above its bits", Map.of("worker.id", "1024"), "1024", "0 to 1023"),
                refused("a datacenter above its bits", Map.of("datacenter", "32"), "32", "0 to 31"),
                refused(
                        "a worker above those of its datacenter",
                        Map.of("datacenter", "1", "worker.id", "32"),
                        "0 to 31"),
                refused("an epoch ahead", Map.of("epoch", "2999-01-01T00:00:00Z"), "2999-01-01", "to now, which is"),
                refused("an epoch beyond all clocks", Map.of("epoch", "+1000000000-12-31T23:59:59Z"), "+1000000000"),
                refused("a tick of zero", Map.of("tick", "0ms"), "\"0ms\"", "from 1ms"),
                refused("a tick of half a ms", Map.of("tick", "PT0.0015S"), "PT0.0015S", "whole ms"),
                refused("a field twice", Map.of("field-order", "time,time,worker,sequence"), "TIME, TIME", "each once"),
                refused(
                        "no such field",
                        Map.of("field-order", "time,datacentre,worker,sequence"),
                        "datacentre",
                        "datacenter"),
                refused("no such preset", Map.of("preset", "tweeter"), "tweeter", "twitter"),
                refused("no such start", Map.of("sequence-start", "random:"), "random:", "zero or random:N"),
                refused("a start beyond the sequence", Map.of("sequence-start", "random:4097"), "4097", "4096"),
                refused("no such source", Map.of("worker", "zookeper"), "zookeper", "fixed"));
    }

    private static BadConfig refused(String name, Map<String, String> changes, String... mentions) {
        return BadConfig.of(name, changes, ConfigException.class, mentions);
    }
}
