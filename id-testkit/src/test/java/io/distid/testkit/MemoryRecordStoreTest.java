package io.distid.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.spi.RecordStore;
import io.distid.testkit.contract.RecordStoreContract;
import io.distid.worker.StoreWorkerIds;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

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

    @Test
    void sourceIsDescribedByItsStore() {
        try (StoreWorkerIds source =
                new StoreWorkerIds(memory, Duration.ofSeconds(5), StoreWorkerIds.Creation.ALLOWED)) {
            assertThat(source).hasToString("worker ids leased from " + memory.where("<namespace>"));
        }
    }
}
