package io.distid.internal.worker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.BackendException;
import io.distid.ClockBehindException;
import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.internal.time.CoarseClock;
import io.distid.internal.time.TickFormat;
import io.distid.time.ClockLimits;
import io.distid.time.Parking;
import io.distid.time.SequenceStart;
import io.distid.worker.LeaseBackend;
import io.distid.worker.LeaseHealth;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LeasedSequencerTest {
    private static final TickFormat FORMAT = new TickFormat(0, 1, 41, 12);
    private static final ClockLimits LEADS = new ClockLimits(Duration.ofSeconds(2), Duration.ZERO, SequenceStart.ZERO);
    private static final AtomicInteger NAMESPACES = new AtomicInteger();

    private final String namespace = "leased-sequencer-" + NAMESPACES.incrementAndGet();
    private final InstantSource clock = InstantSource.fixed(Instant.parse("2026-01-01T00:00:00Z"));
    private final long bound = clock.millis() + 3_000;
    private final List<String> closed = new ArrayList<>();

    @Test
    void generatorThatIsOpenedAgainInTheSameMillisecondRepeatsNothing() {
        long last;
        try (LeasedSequencer first = open(fixed(), LEADS)) {
            last = first.sequencer().claim(10_000) + 9_999;
        }
        try (LeasedSequencer second = open(fixed(), LEADS)) {
            assertThat(second.sequencer().next()).isGreaterThan(last);
        }
    }

    @Test
    void generatorThatClosesWhileAnotherIsOpenedIsNotRepeated() {
        LeasedSequencer first = open(fixed(), LEADS);
        long[] last = new long[1];
        WorkerIds slow = new WorkerIds() {
            @Override
            public WorkerLease acquire(WorkerRequest request) {
                WorkerLease lease = fixed().acquire(request);
                last[0] = first.sequencer().claim(10_000) + 9_999;
                first.close();
                return lease;
            }

            @Override
            public void close() {}
        };
        try (LeasedSequencer second = open(slow, LEADS)) {
            assertThat(second.sequencer().next()).isGreaterThan(last[0]);
        }
    }

    /** As where it was restored from a backup, and the lease on it was lost: the process still knows how far it got. */
    @Test
    void generatorIsOpenedAboveWhatThisProcessStampedThoughItsStoreWentBack() {
        long last;
        try (LeasedSequencer first = open(single(new Lease(clock.millis() - 1_000, stamp -> {})), LEADS)) {
            last = first.sequencer().claim(10_000) + 9_999;
        }
        List<Long> released = new ArrayList<>();
        try (LeasedSequencer second = open(single(new Lease(clock.millis() - 600_000, released::add)), LEADS)) {
            assertThat(second.sequencer().next()).isGreaterThan(last);
        }
        assertThat(released).allMatch(stamp -> stamp >= FORMAT.startOf(FORMAT.tickOf(last)));
    }

    @Test
    void generatorThatIsOpenedAboveWhatThisProcessStampedIssuesNothingBeyondItsReservation() {
        try (LeasedSequencer first = open(single(new Lease(clock.millis() - 1_000, stamp -> {})), LEADS)) {
            first.sequencer().claim(10_000);
        }
        long reservedUntil = clock.millis() + 10;
        Lease lease = new Lease(clock.millis() - 600_000, stamp -> {}, () -> reservedUntil);
        try (LeasedSequencer second = open(single(lease), LEADS)) {
            long[] last = new long[1];
            assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> {
                for (int i = 0; i < 100_000; i++) {
                    last[0] = second.sequencer().next();
                }
            });
            assertThat(FORMAT.startOf(FORMAT.tickOf(last[0]))).isEqualTo(reservedUntil);
        }
    }

    @Test
    void idIsGivenBackAboveWhatThisProcessStampedIfItCannotBeOpened() {
        long last;
        try (LeasedSequencer first = open(single(new Lease(clock.millis() - 1_000, stamp -> {})), LEADS)) {
            last = first.sequencer().claim(10_000) + 9_999;
        }
        List<Long> released = new ArrayList<>();
        ClockLimits tooFar = new ClockLimits(Duration.ofSeconds(4), Duration.ZERO, SequenceStart.ZERO);
        assertThat(catchThrowable(() -> open(single(new Lease(clock.millis() - 600_000, released::add)), tooFar)))
                .isInstanceOf(ConfigException.class);
        assertThat(released).containsExactly(FORMAT.startOf(FORMAT.tickOf(last)));
    }

    @Test
    void secondLiveGeneratorOnOneWorkerIdIsRefused() {
        try (LeasedSequencer first = open(fixed(), LEADS)) {
            assertThatExceptionOfType(ConfigException.class)
                    .isThrownBy(() -> open(fixed(), LEADS))
                    .withMessage("worker id 3 of namespace \"" + namespace
                            + "\" is in use by another generator of this process: share one generator, close the other"
                            + " first, or take another worker id or namespace");
            assertThat(first.sequencer().next()).as("the first goes on").isPositive();
        }
        open(fixed(), LEADS).close();
    }

    @Test
    void nextHolderOfAReleasedIdMayEnterAtOnce() {
        List<LeasedSequencer> successors = new ArrayList<>();
        WorkerIds ids = granting(stamp -> successors.add(open(granting(ignored -> {}), LEADS)));
        open(ids, LEADS).close();
        assertThat(successors).hasSize(1);
        successors.get(0).close();
    }

    @Test
    void failureToOpenIsThrownEvenIfTheStoreThenFailsToo() {
        WorkerIds ids = granting(stamp -> {
            throw new BackendException("store gone");
        });
        ClockLimits tooFar = new ClockLimits(Duration.ofSeconds(4), Duration.ZERO, SequenceStart.ZERO);
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> open(ids, tooFar))
                .withMessage(
                        "max-lead is 4000 ms, longer than the reservation of 3000 ms: ids may not lead further than ticks"
                                + " are reserved. Lower max-lead, or raise reservation.")
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    }

    @Test
    void predecessorFarAheadIsGivenUpAndTheIdGivenBackAsItWas() {
        List<Long> released = new ArrayList<>();
        Lease lease = new Lease(clock.millis() + 3_600_000, released::add);
        assertThatExceptionOfType(ClockBehindException.class).isThrownBy(() -> open(single(lease), ClockLimits.WAIT));
        assertThat(released).containsExactly(lease.stampedUntil());
        open(granting(stamp -> {}), LEADS).close();
    }

    @Test
    void startWaitThatAFirstStartWouldExceedIsRefusedBeforeAnIdIsTaken() {
        WorkerIds makes = new WorkerIds() {
            @Override
            public WorkerLease acquire(WorkerRequest request) {
                throw new AssertionError("asked for an id");
            }

            @Override
            public Duration firstStart(WorkerRequest request) {
                return request.reservation().plusSeconds(5);
            }

            @Override
            public void close() {}
        };
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() ->
                        LeasedSequencer.open(makes, request(), FORMAT, ClockLimits.WAIT, Duration.ofMillis(7_999)))
                .withMessageStartingWith("start-wait is 7999 ms")
                .withMessageContaining("to at least 8000 ms")
                .withMessageContaining("max-ahead")
                .withMessageContaining("reservation")
                .withMessageContaining("create=true");
        assertThatExceptionOfType(AssertionError.class)
                .as("enough")
                .isThrownBy(
                        () -> LeasedSequencer.open(makes, request(), FORMAT, ClockLimits.WAIT, Duration.ofSeconds(8)))
                .withMessage("asked for an id");
        assertThatExceptionOfType(AssertionError.class)
                .as("enough with a lead of 2 s")
                .isThrownBy(() -> LeasedSequencer.open(makes, request(), FORMAT, LEADS, Duration.ofSeconds(6)))
                .withMessage("asked for an id");
    }

    @Test
    void epochToComeIsRefusedBeforeAnIdIsTaken() {
        TickFormat future = new TickFormat(clock.millis() + 1, 1, 41, 12);
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> LeasedSequencer.open(refusing(), request(), future, LEADS, Duration.ofSeconds(1)))
                .withMessage("the epoch is 2026-01-01T00:00:00.001Z, but the clock shows 2026-01-01T00:00:00Z: it must"
                        + " lie in the past");
    }

    @Test
    void lossOfTheLeaseEndsAllWaysToAnIdThoughTicksAreReserved() {
        LosableBackend backend = new LosableBackend();
        LeasedSequencer node = open(backend.granting(), LEADS);
        long last = node.sequencer().claim(10_000) + 9_999;
        RenewedLease lease = (RenewedLease) node.lease();

        backend.failure = new LeaseLostException("another holds it");
        lease.renew();

        assertThat(lease.health().lost()).isTrue();
        assertThat(lease.reservedUntil()).as("ticks are reserved").isGreaterThan(clock.millis() + 2_000);
        for (int i = 0; i < 100; i++) {
            assertLost(node.sequencer()::next);
            assertLost(() -> node.sequencer().claim(2));
            assertLost(() -> node.sequencer().fill(new long[2], 0, 2));
        }
        // A successor in this process need not wait until somebody closes what is lost.
        LiveWorkers.Use successor = LiveWorkers.enter(namespace, 5, "layout");
        node.close();
        assertThat(catchThrowable(() -> LiveWorkers.enter(namespace, 5, "layout")))
                .isInstanceOf(ConfigException.class);
        successor.leave(Long.MIN_VALUE);
        assertThat(backend.calls)
                .as("a lost worker id is let go of, and not touched")
                .containsExactly("renew", "abandon");
        assertThat(LiveWorkers.lastStamp(namespace, 5, "layout")).isEqualTo(FORMAT.startOf(FORMAT.tickOf(last)));
    }

    @Test
    void storeThatRegressedIsALossToo() {
        LosableBackend backend = new LosableBackend();
        try (LeasedSequencer node = open(backend.granting(), LEADS)) {
            node.sequencer().next();
            backend.failure = new StoreRegressedException("restored from a backup");
            ((RenewedLease) node.lease()).renew();
            assertThatExceptionOfType(LeaseLostException.class)
                    .isThrownBy(node.sequencer()::next)
                    .withCause(backend.failure);
        }
    }

    @Test
    void lossEndsIssuingThoughThereIsNoMemory() throws IOException, InterruptedException {
        Process process = OtherJvm.of(LowMemoryLoss.class, List.of("-Xmx24m"))
                .redirectErrorStream(true)
                .start();
        process.onExit().orTimeout(2, TimeUnit.MINUTES).exceptionally(late -> process.destroyForcibly());
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(output)
                .containsSubsequence(
                        "refused: no ids any more, though ticks were reserved: restored from a backup", "opened again");
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void leaseThatIsLostBeforeThereIsASequencerOpensNoGenerator() {
        LosableBackend backend = new LosableBackend();
        backend.failure = new LeaseLostException("another holds it");
        assertLost(() -> open(backend.losing(), LEADS));
        assertThat(backend.calls).containsExactly("renew", "abandon");
        open(granting(stamp -> {}), LEADS).close();
    }

    @Test
    void coarseClockIsTheSequencersAndItsExactClockTheLeases() {
        awaitEndOfClockThreads();
        CoarseClock coarse = CoarseClock.acquire();
        List<InstantSource> seen = new ArrayList<>();
        WorkerIds ids = asked(request -> seen.add(request.clock()));
        try (LeasedSequencer node = open(ids, request().withClock(coarse))) {
            assertThat(seen).containsExactly(coarse.exact());
            assertThat(node.clock()).isSameAs(coarse.exact());
            assertThat(clockThreads()).isOne();
        }
        awaitEndOfClockThreads();
    }

    @Test
    void coarseClockEndsWhenOpeningFails() {
        awaitEndOfClockThreads();
        WorkerRequest request = request().withClock(CoarseClock.acquire());
        assertThat(clockThreads()).isOne();
        WorkerIds gone = asked(ignored -> {
            throw new BackendException("store gone");
        });
        assertThatExceptionOfType(BackendException.class).isThrownBy(() -> open(gone, request));
        awaitEndOfClockThreads();
    }

    @Test
    void resourcesAreClosedAfterTheLeaseThoughTheStoreIsGone() {
        LeasedSequencer node = openWithSource(granting(stamp -> {
            closed.add("lease");
            throw new BackendException("store gone");
        }));
        assertThatExceptionOfType(BackendException.class).isThrownBy(node::close);
        node.close();
        assertThat(closed).containsExactly("lease", "source");
    }

    /** Somebody wrote into the properties what is none of ours. */
    @Test
    void leaseAndResourcesAreGivenBackThoughTheUseCannotBeEnded() {
        LeasedSequencer node = openWithSource(durable());
        long last = node.sequencer().claim(10_000) + 9_999;
        String uses = "io.distid.worker.layout:" + namespace;
        System.setProperty(uses, "two");
        assertThatExceptionOfType(NumberFormatException.class).isThrownBy(node::close);
        System.clearProperty(uses);
        System.clearProperty("io.distid.worker.live:" + namespace + "/5");
        assertThat(closed).containsExactly("lease at " + FORMAT.startOf(FORMAT.tickOf(last)), "source");
        try (LeasedSequencer successor = openWithSource(durable())) {
            assertThat(successor.sequencer().next()).isGreaterThan(last);
        }
    }

    @Test
    void idIsGivenBackAtItsBoundIfTheLastStampIsUnknown() {
        String stamped = "io.distid.worker.last-stamp:" + namespace + "/5";
        System.setProperty(stamped, "nothing");
        assertThatExceptionOfType(NumberFormatException.class)
                .isThrownBy(() -> open(reserved(new AtomicInteger()), LEADS));
        System.clearProperty(stamped);
        assertThat(closed).containsExactly("lease at " + bound);
    }

    @Test
    void generatorWhoseEndFailsAtFirstIsGivenBackAtItsLastStamp() {
        AtomicInteger failures = new AtomicInteger();
        LeasedSequencer node = openWithSource(reserved(failures));
        long last = node.sequencer().next();
        failures.set(1);
        node.close();
        assertThat(closed).containsExactly("lease at " + FORMAT.startOf(FORMAT.tickOf(last)), "source");
        assertThat(catchThrowable(node.sequencer()::next)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void leaseIsKeptUntilItIsKnownThatIssuingHasEnded() {
        AtomicInteger failures = new AtomicInteger();
        LeasedSequencer node = openWithSource(reserved(failures));
        long last = node.sequencer().next();
        failures.set(2);
        assertThatExceptionOfType(LinkageError.class).isThrownBy(node::close);
        assertThat(closed).isEmpty();
        assertThat(catchThrowable(() -> LiveWorkers.enter(namespace, 5, "layout")))
                .isInstanceOf(ConfigException.class);
        node.close();
        node.close();
        assertThat(closed).containsExactly("lease at " + FORMAT.startOf(FORMAT.tickOf(last)), "source");
        LiveWorkers.enter(namespace, 5, "layout").leave(Long.MIN_VALUE);
    }

    private static void awaitEndOfClockThreads() {
        Awaitility.await("the end of the clock's thread")
                .atMost(Duration.ofMinutes(2))
                .until(() -> clockThreads() == 0);
    }

    private static long clockThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("distid-coarse-clock"))
                .count();
    }

    private static void assertLost(ThrowingCallable call) {
        assertThatExceptionOfType(LeaseLostException.class)
                .isThrownBy(call)
                .withMessage("no ids any more, though ticks were reserved: another holds it");
    }

    private LeasedSequencer open(WorkerIds workers, ClockLimits rule) {
        return LeasedSequencer.open(workers, request(), FORMAT, rule, Duration.ofMillis(100));
    }

    private LeasedSequencer openWithSource(WorkerIds workers) {
        return LeaseResources.open(resources -> {
            resources.own(() -> closed.add("source"));
            return LeasedSequencer.open(
                    workers, request(), FORMAT, LEADS, Duration.ofMillis(100), Parking.SYSTEM, resources);
        });
    }

    private static LeasedSequencer open(WorkerIds workers, WorkerRequest request) {
        return LeasedSequencer.open(workers, request, FORMAT, ClockLimits.WAIT, Duration.ofMillis(100));
    }

    private WorkerRequest request() {
        return new WorkerRequest(
                namespace, 1023, OptionalInt.empty(), Duration.ofSeconds(3), "layout", "holder", clock);
    }

    private static WorkerIds fixed() {
        return new DerivedWorkerIds(3, "key worker.id");
    }

    private WorkerIds granting(LongConsumer onRelease) {
        return single(new Lease(Long.MIN_VALUE, onRelease));
    }

    private WorkerIds durable() {
        return single(new Lease(clock.millis() - 1_000, this::released));
    }

    /** Whose bound cannot be read as often as a test says. */
    private WorkerIds reserved(AtomicInteger failures) {
        return single(new Lease(clock.millis() - 1_000, this::released, () -> {
            if (failures.getAndDecrement() > 0) {
                throw new LinkageError("planted");
            }
            return bound;
        }));
    }

    private void released(long stamp) {
        closed.add("lease at " + stamp);
    }

    /** A source that grants worker id 3, once a test has seen the request. */
    private static WorkerIds asked(Consumer<WorkerRequest> first) {
        return new WorkerIds() {
            @Override
            public WorkerLease acquire(WorkerRequest request) {
                first.accept(request);
                return fixed().acquire(request);
            }

            @Override
            public void close() {}
        };
    }

    private static WorkerIds refusing() {
        return asked(request -> {
            throw new AssertionError("asked for an id");
        });
    }

    private static WorkerIds single(WorkerLease lease) {
        return new WorkerIds() {
            @Override
            public WorkerLease acquire(WorkerRequest request) {
                return lease;
            }

            @Override
            public void close() {}
        };
    }

    /** A worker id that is lost when a test says so. */
    private final class LosableBackend implements LeaseBackend {
        private final List<String> calls = new ArrayList<>();
        private @Nullable IdException failure;

        WorkerIds granting() {
            return single(lease());
        }

        WorkerIds losing() {
            RenewedLease lease = lease();
            lease.renew();
            return single(lease);
        }

        private RenewedLease lease() {
            return new RenewedLease(request(), 5, Long.MIN_VALUE, clock.millis() + 3_000, this);
        }

        @Override
        public void renew(long reservedUntil) {
            calls.add("renew");
            if (failure != null) {
                throw failure;
            }
        }

        @Override
        public void release(long stampedUntil) {
            calls.add("release");
        }

        @Override
        public void abandon() {
            calls.add("abandon");
        }
    }

    /** Worker id 5, reserved for long unless a test says otherwise. */
    private record Lease(long stampedUntil, LongConsumer onRelease, LongSupplier bound) implements WorkerLease {
        Lease(long stampedUntil, LongConsumer onRelease) {
            this(stampedUntil, onRelease, () -> 1L << 42);
        }

        @Override
        public boolean isDurable() {
            return true;
        }

        @Override
        public int workerId() {
            return 5;
        }

        @Override
        public long reservedUntil() {
            return bound.getAsLong();
        }

        @Override
        public @Nullable IdException failure() {
            return null;
        }

        @Override
        public LeaseHealth health() {
            return new LeaseHealth(5, Instant.EPOCH, null, null, Instant.MIN, 0, 0, false, false);
        }

        @Override
        public void onLoss(Runnable listener) {}

        @Override
        public void release(long stamp) {
            onRelease.accept(stamp);
        }
    }
}
