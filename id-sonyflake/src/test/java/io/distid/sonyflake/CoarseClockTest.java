package io.distid.sonyflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.internal.time.CoarseClock;
import io.distid.testkit.Eventually;
import io.distid.testkit.FreshWorker;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A coarse clock is read by the sequencer alone, and its thread ends with the generator. */
class CoarseClockTest {
    private final CoarseClock clock = CoarseClock.acquire();

    private SonyflakeBuilder builder() {
        return Sonyflake.builder().namespace("coarse").clock(clock);
    }

    @AfterEach
    void threadEnded() {
        Eventually.await("the end of the clock's thread").until(() -> threads() == 0);
    }

    @Test
    void leaseGetsTheExactClock() {
        List<InstantSource> clocks = new ArrayList<>();
        WorkerIds ids = new WorkerIds() {
            @Override
            public WorkerLease acquire(WorkerRequest request) {
                clocks.add(request.clock());
                return new FreshWorker(1).acquire(request);
            }

            @Override
            public void close() {}
        };
        try (Sonyflake sonyflake = builder().open(ids)) {
            assertThat(clocks).containsExactly(clock.exact());
            assertThat(sonyflake.nextId()).isPositive();
            assertThat(threads()).isOne();
        }
    }

    @Test
    void threadEndsWhenTheFormatIsRefused() {
        assertThatThrownBy(() -> builder().bitsSequence(31).open(new FreshWorker(1)))
                .isInstanceOf(ConfigException.class);
    }

    @Test
    void threadEndsWhenTheMachineIdSourceFails() {
        assertThatThrownBy(() -> builder()
                        .machineId(() -> {
                            throw new IllegalStateException("no metadata service");
                        })
                        .open())
                .isInstanceOf(BackendException.class);
    }

    @Test
    void threadEndsWhenTheMachineIdIsRefused() {
        assertThatThrownBy(() -> builder().checkMachineId(id -> false).open(new FreshWorker(1)))
                .isInstanceOf(ConfigException.class);
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("distid-coarse-clock"))
                .count();
    }
}
