package io.distid.testkit;

import io.distid.spi.RecordStore;
import java.time.InstantSource;

/** The smallest store keeps all promises. */
class MemoryRecordStoreTest extends RecordStoreContract {
    private final MemoryRecordStore memory = new MemoryRecordStore(InstantSource.system());

    @Override
    protected RecordStore open() {
        return memory;
    }

    @Override
    protected boolean restart() {
        memory.restore(memory.copy());
        return true;
    }

    @Override
    protected boolean goBackBehind(Runnable lost) {
        Object before = memory.copy();
        lost.run();
        memory.restore(before);
        return true;
    }
}
