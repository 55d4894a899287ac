package io.distid.uuid;

import io.distid.testkit.contract.UuidGeneratorContract;
import java.util.Map;

class UuidV4SystemContractTest extends UuidGeneratorContract {
    @Override
    protected String strategy() {
        return "uuid-v4";
    }

    @Override
    protected int version() {
        return 4;
    }

    @Override
    protected Map<String, String> config(int node) {
        return Map.of("source", "system");
    }
}
