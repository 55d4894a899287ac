package io.distid.snowflake;

import io.distid.testkit.contract.LongIdGeneratorContract;
import java.util.Map;

class CoarseContractTest extends LongIdGeneratorContract {
    @Override
    protected String strategy() {
        return "snowflake";
    }

    @Override
    protected Map<String, String> config(int node) {
        return Map.of("clock", "coarse", "worker.id", String.valueOf(node), "namespace", "coarse");
    }
}
