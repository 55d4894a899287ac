package io.distid.uuid;

import io.distid.testkit.contract.UuidGeneratorContract;
import io.distid.text.TextForm;
import io.distid.text.UuidText;

class UlidContractTest extends UuidGeneratorContract {
    @Override
    protected String strategy() {
        return "ulid";
    }

    @Override
    protected int version() {
        return NO_VERSION;
    }

    @Override
    protected UuidText text() {
        return TextForm.CROCKFORD.uuids();
    }
}
