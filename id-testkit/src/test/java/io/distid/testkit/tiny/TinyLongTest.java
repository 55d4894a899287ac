package io.distid.testkit.tiny;

import io.distid.ConfigException;
import io.distid.testkit.BadConfig;
import io.distid.testkit.contract.LongIdGeneratorContract;
import java.util.List;
import java.util.Map;

/** The contract as an implementer meets it: from another package, with one method that must be written. */
class TinyLongTest extends LongIdGeneratorContract {
    @Override
    protected String strategy() {
        return "tiny-long";
    }

    @Override
    protected Map<String, String> config(int node) {
        return Map.of("node", Integer.toString(node), "password", "hunter2");
    }

    @Override
    protected List<BadConfig> badConfigs() {
        return List.of(
                BadConfig.of("a bad counter", Map.of("counter", "ÄÖÜ"), ConfigException.class, "counter", "ÄÖÜ"));
    }
}
