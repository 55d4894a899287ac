package io.distid.testkit.tiny;

import io.distid.testkit.contract.UuidGeneratorContract;

/** The contract as an implementer meets it. */
class TinyUuidTest extends UuidGeneratorContract {
    @Override
    protected String strategy() {
        return "tiny-uuid";
    }

    @Override
    protected int version() {
        return 8;
    }
}
