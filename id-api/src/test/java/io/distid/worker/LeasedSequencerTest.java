package io.distid.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.distid.BackendException;
import io.distid.ClockBehindException;
import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.spi.LeaseHealth;
import io.distid.spi.WorkerIds;
import io.distid.spi.WorkerLease;
import io.distid.spi.WorkerRequest;
import io.distid.time.ClockRule;
import io.distid.time.SequenceStart;
import io.distid.time.TickFormat;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LeasedSequencerTest {
    private static final TickFormat FORMAT = new TickFormat(0, 1, 41, 12);
    private static final ClockRule LEADS = new ClockRule(Duration.ofSeconds(2), Duration.ZERO, SequenceStart.ZERO);
    private static final AtomicInteger NAMESPACES = new AtomicInteger();

    private final String namespace = "leased-sequencer-" + NAMESPACES.incrementAndGet();
    private final InstantSource clock = InstantSource.fixed(Instant.parse("2026-01-01T00:00:00Z"));

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
    void whoeverIsGrantedTheIdOnceItIsReleasedMayEnterAtOnce() {
        List<LeasedSequencer> successors = new ArrayList<>();
        WorkerIds ids = granting(stamp -> successors.add(open(granting(ignored -> {}), LEADS)));
        open(ids, LEADS).close();
        assertThat(successors).hasSize(1);
        successors.get(0).close();
    }

    @Test
    void failureToOpenIsToldEvenIfTheStoreThenFailsToo() {
        WorkerIds ids = granting(stamp -> {
            throw new BackendException("store gone");
        });
        ClockRule tooFar = new ClockRule(Duration.ofSeconds(4), Duration.ZERO, SequenceStart.ZERO);
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> open(ids, tooFar))
                .withMessage(
                        "max lead is PT4S, longer than the reservation of PT3S: ids may not lead further than ticks"
                                + " are reserved")
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    }

    @Test
    void predecessorFarAheadIsGivenUpAndTheIdGivenBackAsItWas() {
        List<Long> released = new ArrayList<>();
        Lease lease = new Lease(clock.millis() + 3_600_000, released::add);
        assertThatExceptionOfType(ClockBehindException.class).isThrownBy(() -> open(single(lease), ClockRule.DEFAULT));
        assertThat(released).containsExactly(lease.stampedUntil());
        open(granting(stamp -> {}), LEADS).close();
    }

    @Test
    void epochToComeIsRefusedBeforeAnIdIsTaken() {
        TickFormat future = new TickFormat(clock.millis() + 1, 1, 41, 12);
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(
                        () -> LeasedSequencer.open(refusing(), request(), future, LEADS, clock, Duration.ofSeconds(1)))
                .withMessage("the epoch is 2026-01-01T00:00:00.001Z, but the clock shows 2026-01-01T00:00:00Z: it must"
                        + " lie in the past");
    }

    private LeasedSequencer open(WorkerIds workers, ClockRule rule) {
        return LeasedSequencer.open(workers, request(), FORMAT, rule, clock, Duration.ofMillis(100));
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

    private static WorkerIds refusing() {
        return new WorkerIds() {
            @Override
            public WorkerLease acquire(WorkerRequest request) {
                throw new AssertionError("asked for an id");
            }

            @Override
            public void close() {}
        };
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

    /** Worker id 5, reserved for long. */
    private record Lease(long stampedUntil, LongConsumer onRelease) implements WorkerLease {
        @Override
        public int workerId() {
            return 5;
        }

        @Override
        public long reservedUntil() {
            return 1L << 42;
        }

        @Override
        public @Nullable IdException failure() {
            return null;
        }

        @Override
        public LeaseHealth health() {
            return new LeaseHealth(5, Instant.MAX, Instant.MIN, 0, false);
        }

        @Override
        public void onLoss(Runnable listener) {}

        @Override
        public void release(long stamp) {
            onRelease.accept(stamp);
        }
    }
}
