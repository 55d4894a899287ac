package io.distid.snowflake;

import io.distid.testkit.contract.LongIdGeneratorContract;
import java.util.Map;

/** Ids of 53 bits. */
class JavaScriptContractTest extends LongIdGeneratorContract {
    @Override
    protected String strategy() {
        return "snowflake";
    }

    @Override
    protected Map<String, String> config(int node) {
        return Map.of("preset", "javascript", "worker.id", String.valueOf(node), "namespace", "javascript");
    }
}
