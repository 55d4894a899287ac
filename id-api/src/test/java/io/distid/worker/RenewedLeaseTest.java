package io.distid.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.distid.BackendException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class RenewedLeaseTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    private static final long START = NOW.toEpochMilli();

    private final AtomicLong millis = new AtomicLong(START);
    private final OneRecordBackend backend = new OneRecordBackend();
    private @Nullable RenewedLease lease;

    @AfterEach
    void release() {
        if (lease != null) {
            backend.failure = null;
            lease.close();
            // Else the next test may find the thread of this one.
            await().until(() -> renewers().findAny().isEmpty());
        }
    }

    @Test
    void boundIsAReservationAheadOfTheClock() {
        RenewedLease lease = manual(Duration.ofSeconds(3));
        millis.addAndGet(1_000);
        assertThat(lease.renew()).isTrue();
        assertThat(backend.bounds).containsExactly(START + 4_000);
        assertThat(lease.reservedUntil()).isEqualTo(START + 4_000);
    }

    /** A store that keeps what it is told, as a file does, would else hold less than was stamped. */
    @Test
    void boundIsNotLoweredThoughTheClockIsSetBack() {
        RenewedLease lease = manual(Duration.ofSeconds(3));
        millis.addAndGet(1_000);
        assertThat(lease.renew()).isTrue();
        millis.addAndGet(-3_600_000);
        assertThat(lease.renew()).isTrue();
        assertThat(backend.bounds).containsExactly(START + 4_000, START + 4_000);
        assertThat(lease.reservedUntil()).isEqualTo(START + 4_000);
    }

    @Test
    void healthShowsTheRestOfTheReservationByTheHoldersClock() {
        RenewedLease lease = manual(Duration.ofSeconds(3));
        millis.addAndGet(1_000);
        assertThat(lease.renew()).isTrue();
        millis.addAndGet(1_500);
        LeaseHealth health = lease.health();
        assertThat(health)
                .isEqualTo(new LeaseHealth(
                        5,
                        NOW.plusMillis(2_500),
                        NOW.plusMillis(4_000),
                        Duration.ofSeconds(3),
                        NOW.plusMillis(1_000),
                        1,
                        0,
                        false,
                        false));
        assertThat(health.remaining()).hasValue(Duration.ofMillis(1_500));
        millis.addAndGet(2_000);
        assertThat(lease.health().remaining()).hasValue(Duration.ofMillis(-500));
    }

    @Test
    void failedRenewalIsNotCountedAmongThoseThatMovedTheBound() {
        RenewedLease lease = manual(Duration.ofSeconds(3));
        backend.failure = new BackendException("away");
        assertThat(lease.renew()).isFalse();
        assertThat(lease.health().renewals()).isZero();
        assertThat(lease.health().renewalsFailed()).isEqualTo(1);
    }

    /** Those who start a lost record anew count on it. */
    @Test
    void boundIsNeverFurtherAheadThanAReservationAboveTheLongestLead() {
        RenewedLease lease = manual(Duration.ofSeconds(3));
        lease.want(START + 1_000_000);
        assertThat(lease.renew()).isTrue();
        assertThat(backend.bounds).containsExactly(START + 6_000);
    }

    /** Also of a holder whose clock is ahead of the store's. */
    @Test
    void leadAboveMaxAheadNeitherFailsNorKeepsWantedTicksFromBeingReserved() {
        backend.maxAhead = 1_000;
        backend.latest = () -> millis.get() - 400 + backend.maxAhead + 3_000;
        RenewedLease lease = manual(Duration.ofSeconds(3));
        for (int i = 0; i < 20; i++) {
            millis.addAndGet(100);
            long wanted = millis.get() + 3_000;
            lease.want(wanted);
            assertThat(lease.renew()).isTrue();
            assertThat(lease.reservedUntil()).isGreaterThanOrEqualTo(wanted + 500);
        }
        assertThat(lease.health().renewalsFailed()).isZero();
    }

    @Test
    void tickThatIsWantedButFarAheadDoesNotKeepTheRenewerBusy() {
        RenewedLease lease = started(Duration.ofMillis(300));
        lease.want(START + 1_000_000);
        await().until(() -> backend.bounds.size() >= 3);
        long since = System.nanoTime();
        int before = backend.bounds.size();
        // Polled often, or the wait itself would take as long as two renewals.
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> backend.bounds.size() >= before + 2);
        assertThat(Duration.ofNanos(System.nanoTime() - since)).isGreaterThan(Duration.ofMillis(90));
    }

    /** It was under way when the release was written, and finds the last stamp where the bound was. */
    @Test
    void renewalThatTheReleaseOvertookLosesNothing() {
        RenewedLease lease = manual(Duration.ofSeconds(3));
        boolean[] heard = new boolean[1];
        lease.onLoss(() -> heard[0] = true);
        backend.latest = () -> {
            lease.release(START);
            throw new StoreRegressedException("the bound fell");
        };
        assertThat(lease.renew()).isFalse();
        assertThat(heard[0]).isFalse();
        assertThat(lease.health().lost()).isFalse();
    }

    @Test
    void boundNeverFallsThoughTwoRenewAtOnce() throws InterruptedException {
        RenewedLease lease = manual(Duration.ofSeconds(3));
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            threads.add(new Thread(() -> {
                for (int round = 0; round < 2_000; round++) {
                    millis.incrementAndGet();
                    lease.renew();
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(backend.bounds).hasSize(8_000).isSorted();
        assertThat(lease.reservedUntil()).isEqualTo(backend.bounds.get(7_999));
    }

    @Test
    void errorLeavesTheRenewerAliveAndIsShownByHealthAndFailure() {
        RenewedLease lease = started(Duration.ofMillis(30));
        for (Error error : List.of(
                new OutOfMemoryError("planted"), new StackOverflowError("planted"), new LinkageError("planted"))) {
            long failed = lease.health().renewalsFailed();
            backend.failure = error;
            await().until(() -> lease.health().renewalsFailed() >= failed + 2);
            assertThat(lease.failure())
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("could not be renewed: " + error)
                    .hasCause(error);
            assertThat(lease.health().lost()).isFalse();
            backend.failure = null;
            await().until(() -> lease.failure() == null);
        }
    }

    /** The failure of the failure: its message cannot be made. */
    @Test
    void errorThatCannotBeReportedLeavesTheRenewerAlive() {
        RenewedLease lease = started(Duration.ofMillis(30));
        backend.failure = new Error() {
            @Override
            public String toString() {
                throw new OutOfMemoryError("planted");
            }
        };
        await().until(() -> lease.health().renewalsFailed() >= 2);
        backend.failure = null;
        int before = backend.bounds.size();
        await().until(() -> backend.bounds.size() > before);
    }

    @Test
    void interruptNeitherEndsNorSpinsTheRenewer() {
        RenewedLease lease = started(Duration.ofMillis(300));
        Thread renewer = renewer();
        renewer.interrupt();
        await().until(() -> !backend.bounds.isEmpty());
        // A host that takes the core counts as CPU time here, so the least of up to five measurements counts.
        Duration least = Duration.ofDays(1);
        for (int i = 0; i < 5 && least.toMillis() >= 100; i++) {
            long cpu = cpu(renewer);
            int before = backend.bounds.size();
            await().until(() -> backend.bounds.size() >= before + 4);
            Duration used = Duration.ofNanos(cpu(renewer) - cpu);
            least = used.compareTo(least) < 0 ? used : least;
        }
        assertThat(least).as("CPU during 4 renewals of 100 ms").isLessThan(Duration.ofMillis(100));
        assertThat(lease.failure()).isNull();
    }

    @Test
    void interruptDuringARenewalIsClearedBeforeTheNext() {
        started(Duration.ofMillis(300));
        List<Boolean> interrupted = Collections.synchronizedList(new ArrayList<>());
        backend.before = () -> {
            interrupted.add(Thread.currentThread().isInterrupted());
            Thread.currentThread().interrupt();
        };
        await().until(() -> interrupted.size() >= 4);
        assertThat(interrupted).containsOnly(false);
    }

    @Test
    void eachListenerLearnsOfALossOnceWhateverTheOthersThrow() {
        RenewedLease lease = manual(Duration.ofSeconds(3));
        List<String> called = new ArrayList<>();
        lease.onLoss(() -> {
            called.add("first");
            throw new NoClassDefFoundError("planted");
        });
        lease.onLoss(() -> called.add("second"));
        backend.failure = new StoreRegressedException("restored");
        assertThat(lease.renew()).isFalse();
        assertThat(lease.renew()).isFalse();
        assertThat(called).containsExactly("first", "second");
        lease.onLoss(() -> called.add("late"));
        assertThat(called).containsExactly("first", "second", "late");
        assertThat(lease.health())
                .isEqualTo(new LeaseHealth(5, NOW, NOW.plusSeconds(3), Duration.ofSeconds(3), NOW, 0, 1, true, true));
        assertThat(lease.failure()).isSameAs(backend.failure);
    }

    @Test
    void renewerEndsWithALoss() {
        started(Duration.ofMillis(30));
        Thread renewer = renewer();
        backend.failure = new LeaseLostException("another holds it");
        await().until(() -> !renewer.isAlive());
    }

    @Test
    void releaseDoesNotWaitForARenewalUnderWayAndNothingComesAfterIt() throws InterruptedException {
        RenewedLease lease = started(Duration.ofMillis(30));
        boolean[] lossReported = new boolean[1];
        lease.onLoss(() -> lossReported[0] = true);
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        Thread renewer = renewer();
        backend.before = () -> {
            entered.countDown();
            awaitQuietly(released);
            // As every backend says once it is released.
            backend.failure = new LeaseLostException("was released");
        };
        entered.await();
        lease.release(START + 1);
        released.countDown();
        renewer.join();
        assertThat(backend.released).containsExactly(START + 1);
        assertThat(lease.health().lost()).isFalse();
        assertThat(lease.health().renewalsFailed()).isZero();
        assertThat(lossReported[0]).isFalse();
        assertThat(lease.renew()).isFalse();
        lease.release(START + 2);
        assertThat(backend.released).hasSize(1);
    }

    @Test
    void threadThatCannotBeStartedReleasesTheWorkerId() {
        OutOfMemoryError noThread = new OutOfMemoryError("unable to create native thread");
        WorkerRequest request = request(Duration.ofSeconds(3)).withRenewer(lease -> {
            throw noThread;
        });
        assertThatExceptionOfType(BackendException.class)
                .isThrownBy(() -> RenewedLease.start(request, 5, START - 7, START + 3_000, backend))
                .withMessageContaining("worker id 5 of namespace \"renewed\" was granted, but cannot be renewed")
                .withCause(noThread);
        assertThat(backend.released).containsExactly(START - 7);

        backend.failure = new BackendException("store gone");
        assertThatExceptionOfType(BackendException.class)
                .isThrownBy(() -> RenewedLease.start(request, 5, Long.MIN_VALUE, START + 3_000, backend))
                .satisfies(e -> assertThat(e.getSuppressed()).containsExactly(backend.failure));
        assertThat(backend.released).containsExactly(START - 7, START);
    }

    private RenewedLease manual(Duration reservation) {
        RenewedLease made =
                new RenewedLease(request(reservation), 5, Long.MIN_VALUE, START + reservation.toMillis(), backend);
        lease = made;
        return made;
    }

    private RenewedLease started(Duration reservation) {
        RenewedLease made =
                RenewedLease.start(request(reservation), 5, Long.MIN_VALUE, START + reservation.toMillis(), backend);
        lease = made;
        return made;
    }

    private WorkerRequest request(Duration reservation) {
        InstantSource clock = () -> Instant.ofEpochMilli(millis.get());
        return new WorkerRequest("renewed", 1023, OptionalInt.empty(), reservation, "time41", "test", clock);
    }

    private static Thread renewer() {
        return renewers().findAny().orElseThrow();
    }

    private static Stream<Thread> renewers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("distid-leases-renewed-renew"));
    }

    private static long cpu(Thread thread) {
        return ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.getId());
    }

    /** Long, since it is no claim about how soon. */
    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofMinutes(2));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A store of one record, which fails as it is told. */
    private static final class OneRecordBackend implements LeaseBackend {
        final List<Long> bounds = Collections.synchronizedList(new ArrayList<>());
        final List<Long> released = Collections.synchronizedList(new ArrayList<>());
        volatile @Nullable Throwable failure;
        volatile Runnable before = () -> {};
        volatile long maxAhead = Long.MAX_VALUE;
        volatile LongSupplier latest = () -> Long.MAX_VALUE;

        @Override
        public void renew(long reservedUntil) {
            before.run();
            fail();
            if (reservedUntil > latest.getAsLong()) {
                throw new BackendException(reservedUntil + " is too far ahead");
            }
            bounds.add(reservedUntil);
        }

        @Override
        public long maxAheadMillis() {
            return maxAhead;
        }

        @Override
        public void release(long stampedUntil) {
            released.add(stampedUntil);
            fail();
        }

        private void fail() {
            if (failure instanceof Error error) {
                throw error;
            }
            if (failure instanceof RuntimeException exception) {
                throw exception;
            }
        }
    }
}
