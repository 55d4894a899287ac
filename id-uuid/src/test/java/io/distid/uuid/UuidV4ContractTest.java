package io.distid.uuid;

import io.distid.testkit.contract.UuidGeneratorContract;

class UuidV4ContractTest extends UuidGeneratorContract {
    @Override
    protected String strategy() {
        return "uuid-v4";
    }

    @Override
    protected int version() {
        return 4;
    }
}
