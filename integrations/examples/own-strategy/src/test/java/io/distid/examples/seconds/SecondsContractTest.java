package io.distid.examples.seconds;

import io.distid.ConfigException;
import io.distid.testkit.BadConfig;
import io.distid.testkit.contract.LongIdGeneratorContract;
import java.util.List;
import java.util.Map;

class SecondsContractTest extends LongIdGeneratorContract {
    @Override
    protected String strategy() {
        return "seconds";
    }

    /** A second holds 65,536 ids, and the contract draws more: ids may lead the clock. */
    @Override
    protected Map<String, String> config(int node) {
        return Map.of("worker.id", String.valueOf(node), "max-lead", "1d");
    }

    @Override
    protected List<BadConfig> badConfigs() {
        return List.of(BadConfig.of(
                "a worker id above its bits", Map.of("worker.id", "32"), ConfigException.class, "32", "0 to 31"));
    }
}
