package io.distid.uuid;

import io.distid.testkit.contract.UuidGeneratorContract;

class UuidV7ContractTest extends UuidGeneratorContract {
    @Override
    protected String strategy() {
        return "uuid-v7";
    }

    @Override
    protected int version() {
        return 7;
    }
}
