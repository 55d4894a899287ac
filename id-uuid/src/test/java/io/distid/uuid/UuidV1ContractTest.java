package io.distid.uuid;

import io.distid.testkit.contract.UuidGeneratorContract;

class UuidV1ContractTest extends UuidGeneratorContract {
    @Override
    protected String strategy() {
        return "uuid-v1";
    }

    @Override
    protected int version() {
        return 1;
    }
}
