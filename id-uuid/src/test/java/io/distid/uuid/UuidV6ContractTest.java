package io.distid.uuid;

import io.distid.testkit.contract.UuidGeneratorContract;

class UuidV6ContractTest extends UuidGeneratorContract {
    @Override
    protected String strategy() {
        return "uuid-v6";
    }

    @Override
    protected int version() {
        return 6;
    }
}
