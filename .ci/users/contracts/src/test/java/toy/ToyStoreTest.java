package toy;

import io.distid.spi.RecordStore;
import io.distid.testkit.MemoryRecordStore;
import io.distid.testkit.contract.RecordStoreContract;
import java.time.InstantSource;

/** The contract of a store; what cannot be done to it is skipped. */
class ToyStoreTest extends RecordStoreContract {
    private final RecordStore store = new MemoryRecordStore(InstantSource.system());

    @Override
    protected RecordStore open() {
        return store;
    }
}
