package io.distid.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.LeaseLostException;
import io.distid.internal.lease.LossShutdown;
import io.distid.spi.CapturedLog;
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
                            "WARNING a listener to the loss of worker id 5 failed",
                            "WARNING a listener to the loss of worker id 5 failed",
                            "SEVERE worker id 5 is lost: another holds it");
        }
    }

    private static LeaseNotices notices() {
        return new LeaseNotices("worker id 5");
    }
}
