package io.distid.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.distid.LeaseLostException;
import io.distid.spi.CapturedLog;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeaseNoticesTest {
    private static final LeaseLostException REASON = new LeaseLostException("another holds it");

    private final List<String> called = new ArrayList<>();

    @Test
    void whatEndsIssuingIsCalledFirstAndAnErrorOfOneKeepsNoOtherFromBeingCalled() {
        LeaseNotices notices = notices();
        notices.onLoss(() -> {
            called.add("first listener");
            throw new IllegalStateException("planted");
        });
        notices.onLoss((LossShutdown) () -> {
            called.add("first shutdown");
            throw new LinkageError("planted");
        });
        notices.onLoss(() -> called.add("second listener"));
        notices.onLoss((LossShutdown) () -> called.add("second shutdown"));
        try (CapturedLog log = new CapturedLog(RenewedLease.class)) {
            notices.lost(REASON);
            assertThat(called)
                    .containsExactly("first shutdown", "second shutdown", "first listener", "second listener");
            assertThat(log.lines())
                    .containsExactly(
                            "SEVERE worker id 5 is lost: another holds it",
                            "WARNING a listener to the loss of worker id 5 failed");
        }
    }

    /** If that took memory, a loss where none is left would be told to nobody, now or later. */
    @Test
    void wayToTheListenersTakesNoMemory() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long[] allocated = new long[3];
        LeaseNotices notices = notices();
        notices.onLoss(() -> allocated[2] = threads.getCurrentThreadAllocatedBytes());
        notices.onLoss((LossShutdown) () -> allocated[1] = threads.getCurrentThreadAllocatedBytes());
        OutOfMemoryError noThread = new OutOfMemoryError("planted");
        notices.callOn(task -> {
            throw noThread;
        });
        allocated[0] = threads.getCurrentThreadAllocatedBytes();
        notices.lost(REASON);
        assertThat(allocated[1]).as("to what ends issuing").isEqualTo(allocated[0]);
        assertThat(allocated[2]).as("to other listeners").isEqualTo(allocated[1]);
    }

    private static LeaseNotices notices() {
        return new LeaseNotices("worker id 5", () -> {});
    }
}
