package io.distid.sonyflake;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.internal.time.CoarseClock;
import io.distid.testkit.Eventually;
import io.distid.testkit.FreshWorker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A coarse clock's thread ends if no generator is opened. */
class CoarseClockTest {
    private static SonyflakeBuilder builder() {
        return Sonyflake.builder().namespace("coarse").clock(CoarseClock.acquire());
    }

    @AfterEach
    void threadEnded() {
        Eventually.await("the end of the clock's thread").until(() -> threads() == 0);
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
