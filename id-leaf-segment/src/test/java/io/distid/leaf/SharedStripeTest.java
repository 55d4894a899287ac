package io.distid.leaf;

import static io.distid.leaf.Waiting.awaitParked;
import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.Eventually;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SharedStripeTest {
    private static final int BLOCK = 8;

    private final MemoryStore store = new MemoryStore().put("order", 1, 1_000);
    private final ScheduledExecutorService threads = LoaderThreads.create();
    private final LeafTag tag =
            new LeafTag("order", new LoadContext(store, Waiting.PATIENT, threads, System::nanoTime));
    private final SharedStripe stripe = new SharedStripe(tag, BLOCK, 64);

    @AfterEach
    void end() {
        tag.end();
        threads.shutdownNow();
    }

    /** Whoever tells of a restore waits for it. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void drainDoesNotWaitForTheStore() throws Exception {
        Semaphore gate = store.hold();
        FutureTask<Long> call = new FutureTask<>(stripe::nextId);
        Thread caller = new Thread(call);
        caller.setDaemon(true);
        caller.start();
        awaitParked(caller);
        assertThat(stripe.drain()).isZero();
        gate.release(1_000);
        assertThat(call.get(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .as("after the block that was being taken")
                .isEqualTo(BLOCK + 1);
        assertThat(stripe.nextId()).isEqualTo(BLOCK + 2);
        assertThat(tag.stats(stripe.left(), 0).burned()).isEqualTo(BLOCK);
        assertThat(tag.stats(stripe.left(), 0).issued()).isEqualTo(2);
    }

    @Test
    void idsOfADrainedBlockAreNotIssued() {
        assertThat(stripe.nextId()).isEqualTo(1);
        assertThat(stripe.drain()).isEqualTo(BLOCK - 1);
        assertThat(stripe.left()).isZero();
        assertThat(stripe.nextId()).isEqualTo(BLOCK + 1);
    }
}
