package io.distid.uuid;

import io.distid.testkit.contract.UuidGeneratorContract;
import java.util.Map;

class UuidV7CoarseContractTest extends UuidGeneratorContract {
    @Override
    protected String strategy() {
        return "uuid-v7";
    }

    @Override
    protected int version() {
        return 7;
    }

    @Override
    protected Map<String, String> config(int node) {
        return Map.of("clock", "coarse");
    }
}
