package io.distid.uuid;

import io.distid.testkit.contract.UuidGeneratorContract;
import java.util.Map;

class UuidV6GivenNodeContractTest extends UuidGeneratorContract {
    @Override
    protected String strategy() {
        return "uuid-v6";
    }

    @Override
    protected int version() {
        return 6;
    }

    @Override
    protected Map<String, String> config(int node) {
        return Map.of("node", "00000000a0" + "0" + node);
    }
}
