package io.distid.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.InterruptedIdException;
import io.distid.time.Parking;
import io.distid.worker.RenewedLease;
import io.distid.worker.StoreWorkerIds;
import io.distid.worker.StoreWorkerIds.Creation;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** One worker id that is kept for a node, in time that passes while somebody waits. */
class KeptWorkerIdTest {
    private static final Duration RESERVATION = Duration.ofSeconds(3);
    private static final Duration MAX_AHEAD = Duration.ofSeconds(5);

    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final long start = clock.millis();
    private Runnable whileParked = () -> {};
    private final Parking parking = new Parking() {
        @Override
        public long nanoTime() {
            return (clock.millis() - start) * 1_000_000;
        }

        @Override
        public void park(long nanos) {
            clock.advance(Duration.ofMillis(1 + nanos / 1_000_000));
            whileParked.run();
        }
    };
    private final StoreWorkerIds ids =
            new StoreWorkerIds(new MemoryRecordStore(clock), MAX_AHEAD, Creation.ALWAYS, parking, null);

    private WorkerRequest request(Duration reservation, Consumer<RenewedLease> renewer) {
        return new WorkerRequest("orders", 0, 7, OptionalInt.empty(), reservation, "layout", "node", clock, renewer);
    }

    private WorkerRequest request() {
        return request(RESERVATION, lease -> {});
    }

    @Test
    void isWaitedForWhileTheLeaseOfAPredecessorLasts() {
        WorkerLease crashed = ids.acquireKept(request(), 5);
        clock.advance(Duration.ofSeconds(1));
        WorkerLease next = ids.acquireKept(request(), 5);
        assertThat(next.workerId()).isEqualTo(5);
        assertThat(next.stampedUntil()).isGreaterThanOrEqualTo(crashed.reservedUntil());
        assertThat(clock.millis() - start).isBetween(3_000L, 3_300L);
    }

    @Test
    void isRefusedOnceALeaseWouldBeOverThatNobodyRenews() {
        RenewedLease[] held = new RenewedLease[1];
        ids.acquireKept(request(RESERVATION, lease -> held[0] = lease), 5);
        whileParked = () -> held[0].renew();
        assertThatThrownBy(() -> ids.acquireKept(request(), 5))
                .isInstanceOf(IdsExhaustedException.class)
                .hasMessageContaining("from 5 to 5")
                .hasMessageContaining("5 by node");
        assertThat(clock.millis() - start).isBetween(3_000L, 3_600L);
        assertThat(held[0].health().lost()).isFalse();
    }

    /** Whatever the reservation is, which may be an hour. */
    @Test
    void isWaitedForNoLongerThanHalfAMinute() {
        WorkerRequest request = request(Duration.ofHours(1), lease -> {});
        ids.acquireKept(request, 5);
        assertThatThrownBy(() -> ids.acquireKept(request, 5)).isInstanceOf(IdsExhaustedException.class);
        assertThat(clock.millis() - start).isBetween(30_000L, 30_500L);
    }

    @Test
    void isNotWaitedForByAThreadThatIsInterrupted() {
        ids.acquireKept(request(), 5);
        whileParked = Thread.currentThread()::interrupt;
        assertThatThrownBy(() -> ids.acquireKept(request(), 5)).isInstanceOf(InterruptedIdException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void recordIsShownOnceTheNamespaceIsMade() {
        assertThat(ids.look(request(), 5)).isNull();
        assertThat(ids.firstStart(request())).as("once it is made").isZero();
        ids.acquireKept(request(), 5);
        assertThat(ids.look(request(), 5).holder()).isEqualTo("node");
        assertThat(ids.look(request(), 6)).isNull();
    }

    @Test
    void lookIsRefusedAsAnAcquireIs() {
        ids.look(request(), 0);
        WorkerRequest other = new WorkerRequest("orders", 7, OptionalInt.empty(), RESERVATION, "other", "node", clock);
        assertThatThrownBy(() -> ids.look(other, 0))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("\"other\"");
        ManualClock ahead = new ManualClock(clock.instant().plus(MAX_AHEAD).plusMillis(1));
        assertThatThrownBy(() -> ids.look(request().withClock(ahead), 0))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("too far ahead");
    }
}
